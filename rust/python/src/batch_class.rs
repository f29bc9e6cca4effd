//! The batch class of a game, written once.

/// Defines the batch class of a game; see `zellige.Batch` for what its methods do.
macro_rules! batch_class {
    ($game:ty, $state_class:ident, $batch_class:ident) => {
        /// Many games side by side; see `zellige.Batch` for what its methods do.
        #[pyclass(frozen, module = "zellige._native")]
        pub(crate) struct $batch_class {
            owner: Py<PyAny>,
            // Boxed because Python aligns its objects to 16 bytes, and a board may want more.
            desk: Box<std::sync::Mutex<crate::batch::Desk<$game>>>,
        }

        impl $batch_class {
            fn of(py: Python<'_>, owner: Py<PyAny>, batch: zellige_core::sim::Batch<$game>) -> PyResult<Self> {
                Ok(Self { owner, desk: Box::new(std::sync::Mutex::new(crate::batch::Desk::new(py, batch)?)) })
            }
        }

        #[pymethods]
        impl $batch_class {
            /// Offsets (int64) and actions (int32) of all games.
            fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
                crate::batch::enter(&self.desk)?.legal(py)
            }

            /// True for each legal action, a row per game.
            fn mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.mask(py, out)
            }

            /// The mask as bits.
            fn packed_mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.packed_mask(py, out)
            }

            /// A uniform legal action per game.
            fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.sample(py)
            }

            /// Plays one action per game and says which games that has ended.
            fn step<'py>(
                &self,
                py: Python<'py>,
                actions: &Bound<'py, PyAny>,
                mask: Option<numpy::PyReadonlyArray1<'py, bool>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.step(py, actions, mask.as_ref())
            }

            /// Each game as the player to move sees it.
            fn observe<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyDict>> {
                crate::batch::enter(&self.desk)?.observe(py, out)
            }

            /// Who decides next in each game.
            fn current_players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.current_players(py)
            }

            /// Results per game and player.
            fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.returns(py)
            }

            /// Points per game and player.
            fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.scores(py)
            }

            /// Entries per game.
            fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.lengths(py)
            }

            /// The episode of each slot.
            fn episodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::batch::enter(&self.desk)?.episodes(py)
            }

            /// One game as a state with its history.
            fn state(&self, index: &Bound<'_, PyAny>) -> PyResult<$state_class> {
                let desk = crate::batch::enter(&self.desk)?;
                let history = desk.batch.slots()[desk.slot(index)?].history.as_slice();
                let position = Position::new(desk.batch.game()).replay(history, 0);
                let position = position.ok_or_else(|| PyValueError::new_err("the history is no game"))?;
                Ok($state_class { owner: self.owner.clone_ref(index.py()), position: Box::new(position) })
            }

            /// Begins games anew.
            fn reset(&self, py: Python<'_>, seed: Option<u64>, which: Option<Vec<bool>>) -> PyResult<()> {
                crate::batch::enter(&self.desk)?.reset(py, seed, which.as_deref());
                Ok(())
            }

            /// The seed of the streams.
            fn seed(&self) -> PyResult<u64> {
                Ok(crate::batch::enter(&self.desk)?.batch.seed())
            }

            /// An independent copy with arrays of its own.
            fn clone(&self, py: Python<'_>) -> PyResult<Self> {
                let batch = crate::batch::enter(&self.desk)?.batch.clone();
                Self::of(py, self.owner.clone_ref(py), batch)
            }

            /// What pickling keeps.
            fn kept(&self) -> PyResult<crate::batch::Kept> {
                Ok(crate::batch::enter(&self.desk)?.kept())
            }
        }
    };
}

pub(crate) use batch_class;
