//! The two Python classes of a game, written once; a game adds its accessors.

/// Defines the game class, the state class and their methods.
///
/// The block in braces holds further methods of the state class (a class has one `#[pymethods]` block).
macro_rules! game_classes {
    ($game:ty, $game_class:ident, $state_class:ident, $batch_class:ident, { $($accessors:tt)* }) => {
        thread_local! {
            static SCRATCH: std::cell::RefCell<(<$game as zellige_core::Game>::Scratch, Vec<u32>)> = Default::default();
        }

        /// Native side of a game; made by the Python game class from its options as JSON.
        #[pyclass(frozen, module = "zellige._native")]
        pub(crate) struct $game_class {
            game: $game,
        }

        #[pymethods]
        impl $game_class {
            #[new]
            fn new(options: &str) -> PyResult<Self> {
                let options = serde_json::from_str(options).map_err(|why| PyValueError::new_err(why.to_string()))?;
                let game = <$game>::from_options(&options).map_err(|why| PyValueError::new_err(why.to_string()))?;
                Ok(Self { game })
            }

            fn num_players(&self) -> usize {
                self.game.num_players()
            }

            fn num_distinct_actions(&self) -> usize {
                self.game.num_distinct_actions()
            }

            fn max_chance_outcomes(&self) -> usize {
                self.game.max_chance_outcomes()
            }

            fn max_game_length(&self) -> usize {
                self.game.max_game_length()
            }

            /// Name, shape, dtype, lowest and highest value of each array of an observation.
            fn observation_spec(&self) -> Vec<crate::observe::PlainSpec> {
                crate::observe::spec(&self.game)
            }

            /// The position at the start; `owner` is the Python game.
            fn new_state(&self, owner: Py<PyAny>) -> $state_class {
                $state_class { owner, position: Box::new(Position::new(&self.game)) }
            }

            /// A position that was set up by hand, given as JSON.
            fn state_from(&self, py: Python<'_>, owner: Py<PyAny>, position: &str) -> PyResult<$state_class> {
                let position = Position::set_up(&self.game, &crate::module::json_object(position)?);
                let position = position.map_err(|reasons| errors::bad_position(py, reasons))?;
                Ok($state_class { owner, position: Box::new(position) })
            }

            /// The position after `actions`, the first `cut` of which do not become history.
            #[pyo3(signature = (owner, actions, cut, setup = None))]
            fn replay(
                &self,
                py: Python<'_>,
                owner: Py<PyAny>,
                actions: Vec<u32>,
                cut: usize,
                setup: Option<&str>,
            ) -> PyResult<$state_class> {
                let start = match setup {
                    None => Position::new(&self.game),
                    Some(setup) => Position::set_up(&self.game, &crate::module::json_object(setup)?)
                        .map_err(|reasons| errors::bad_position(py, reasons))?,
                };
                let position = start.replay(&actions, cut);
                let position = position.ok_or_else(|| PyValueError::new_err("the actions are not a game"))?;
                Ok($state_class { owner, position: Box::new(position) })
            }

            /// Whole games without the GIL: scores, returns, detail, lengths and, when `record` is true, all actions.
            #[allow(clippy::too_many_arguments)]
            fn simulate<'py>(
                &self,
                py: Python<'py>,
                seed: u64,
                first: u64,
                games: u64,
                policies: Vec<String>,
                threads: usize,
                record: bool,
                progress: Option<Py<PyAny>>,
            ) -> PyResult<crate::module::SimulationColumns<'py>> {
                let policies = crate::module::policies(&policies, self.game.num_players())?;
                let keep = if record { Keep::All } else { Keep::Nothing };
                let plan = Plan { seed, first, games, policies, threads: threads.max(1), keep };
                let start = self.game.new_initial_state();
                let columns = crate::run::simulate(py, &self.game, &start, &plan, |py, done| match &progress {
                    Some(progress) => progress.call1(py, (done, games)).map(drop),
                    None => Ok(()),
                })?;
                Ok(crate::module::to_arrays(py, columns))
            }

            /// Playouts from a position without the GIL: scores, returns, lengths and first entries.
            fn rollout<'py>(
                &self,
                py: Python<'py>,
                state: &Bound<'py, $state_class>,
                seed: u64,
                games: u64,
                policies: Vec<String>,
                threads: usize,
            ) -> PyResult<crate::module::RolloutColumns<'py>> {
                let policies = crate::module::policies(&policies, self.game.num_players())?;
                let plan = Plan { seed, first: 0, games, policies, threads: threads.max(1), keep: Keep::First };
                let start = Self::position_of(state)?;
                let columns = crate::run::simulate(py, &self.game, &start, &plan, |_, _| Ok(()))?;
                Ok(crate::module::rollout_arrays(py, columns))
            }

            /// Number of action sequences of length `depth` from `state`.
            fn perft(&self, py: Python<'_>, state: &Bound<'_, $state_class>, depth: u32) -> PyResult<u64> {
                crate::module::perft(py, &self.game, &Self::position_of(state)?, depth)
            }

            /// Games `0 .. n` of `seed` side by side; `owner` is the Python game.
            #[allow(clippy::too_many_arguments)]
            fn batch(
                &self,
                py: Python<'_>,
                owner: Py<PyAny>,
                n: usize,
                seed: u64,
                threads: usize,
                autoreset: &str,
                external_chance: bool,
            ) -> PyResult<$batch_class> {
                let manner = crate::batch::manner(autoreset, external_chance, threads)?;
                $batch_class::of(py, owner, crate::batch::new_batch(&self.game, n, seed, manner)?)
            }

            /// A pickled batch; see [`crate::batch::Kept`].
            #[allow(clippy::too_many_arguments)]
            fn restore_batch(
                &self,
                py: Python<'_>,
                owner: Py<PyAny>,
                seed: u64,
                threads: usize,
                autoreset: &str,
                external_chance: bool,
                kept: crate::batch::Kept,
            ) -> PyResult<$batch_class> {
                let manner = crate::batch::manner(autoreset, external_chance, threads)?;
                $batch_class::of(py, owner, crate::batch::restore(&self.game, seed, manner, kept)?)
            }
        }

        impl $game_class {
            /// The position of a state, copied so that the state is free while a long call works on it.
            fn position_of(state: &Bound<'_, $state_class>) -> PyResult<<$game as Game>::State> {
                Ok(state.try_borrow().map_err(|_| errors::busy_state())?.position.state.clone())
            }
        }

        crate::batch_class::batch_class!($game, $state_class, $batch_class);

        /// A position of the native engine; see `zellige.State` for what its methods do.
        #[pyclass(module = "zellige._native")]
        pub(crate) struct $state_class {
            owner: Py<PyAny>,
            // Boxed because Python aligns its objects to 16 bytes, and a board may want more.
            position: Box<Position<$game>>,
        }

        impl $state_class {
            fn with_legal<T>(&self, use_them: impl FnOnce(&[u32]) -> T) -> T {
                SCRATCH.with_borrow_mut(|(scratch, actions)| {
                    actions.clear();
                    self.position.legal(scratch, actions);
                    use_them(actions)
                })
            }

            fn number(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
                let found = self.position.game.string_to_action(&self.position.state, text);
                found.map_err(|reason| errors::refused(py, text, vec![reason]))
            }

            /// Plays an action; what calls Python is done while the state is free.
            fn play(slf: &Bound<'_, Self>, action: Option<u32>, shown: impl FnOnce() -> String) -> PyResult<()> {
                if let Some(action) = action {
                    let mut this = slf.try_borrow_mut().map_err(|_| errors::busy_state())?;
                    if this.position.game.is_legal(&this.position.state, action) {
                        this.position.apply(action);
                        return Ok(());
                    }
                }
                let shown = shown();
                let explained = slf.try_borrow().map_err(|_| errors::busy_state())?.position.explain_number(action, &shown);
                Err(errors::illegal(slf.py(), explained.0, explained.1))
            }
        }

        #[pymethods]
        impl $state_class {
            /// The game that this is a position of.
            #[getter]
            fn game(&self, py: Python<'_>) -> Py<PyAny> {
                self.owner.clone_ref(py)
            }

            /// `"native"`.
            #[getter]
            fn engine(&self) -> &'static str {
                "native"
            }

            /// The player to move, `CHANCE` (-1) or `TERMINAL` (-4).
            fn current_player(&self) -> i32 {
                self.position.current_player()
            }

            /// Whether the game is over.
            fn is_terminal(&self) -> bool {
                self.position.turn() == Turn::Terminal
            }

            /// Whether a chance event comes next.
            fn is_chance_node(&self) -> bool {
                self.position.turn() == Turn::Chance
            }

            /// Outcomes and probabilities of a chance node; empty elsewhere.
            fn chance_outcomes(&self) -> Vec<(u32, f64)> {
                if self.position.turn() != Turn::Chance {
                    return Vec::new();
                }
                self.with_legal(|actions| actions.iter().map(|&a| (a, 1.0 / actions.len() as f64)).collect())
            }

            /// All legal action numbers, ascending, as a new int32 array.
            fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
                self.with_legal(|actions| buffers::int32_array(py, actions))
            }

            /// True for each legal action, in a new bool_ array or in `out`.
            #[pyo3(signature = (out = None))]
            fn legal_actions_mask<'py>(
                &self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let length = self.position.range();
                let out = out.unwrap_or_else(|| PyArray1::<bool>::zeros(py, length, false).into_any());
                let mut mask = buffers::writable::<bool>("out", &out, &[length])?;
                let mask = buffers::elements(&mut mask);
                mask.fill(false);
                self.with_legal(|actions| actions.iter().for_each(|&action| mask[action as usize] = true));
                Ok(out)
            }

            /// All legal actions in the rules' notation.
            fn legal_moves(&self) -> Vec<String> {
                let name = |&action: &u32| self.position.game.action_to_string(&self.position.state, action);
                self.with_legal(|actions| actions.iter().map(|a| name(a).expect("a legal action has a string")).collect())
            }

            /// Whether an action number is legal now.
            fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
                let number = buffers::action_number(action)?;
                Ok(number.is_some_and(|action| self.position.game.is_legal(&self.position.state, action)))
            }

            /// Every violated rule of a move; empty when it is legal.
            fn explain<'py>(&self, py: Python<'py>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
                let reasons = match r#move.cast::<PyString>() {
                    Ok(text) => self.position.game.explain(&self.position.state, &text.to_string_lossy()),
                    Err(_) => {
                        let number = buffers::action_number(r#move)?;
                        if number.is_some_and(|action| self.position.game.is_legal(&self.position.state, action)) {
                            Vec::new()
                        } else {
                            self.position.explain_number(number, &r#move.to_string()).1
                        }
                    }
                };
                errors::reason_list(py, reasons)
            }

            /// Plays an action in place; `IllegalAction` leaves the state untouched.
            fn apply_action(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<()> {
                let number = buffers::action_number(action)?;
                Self::play(slf, number, || action.to_string())
            }

            /// Plays a move given in the rules' notation.
            fn push(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyString>) -> PyResult<()> {
                let r#move = &*r#move.to_string_lossy();
                let (reasons, number) = {
                    let this = slf.try_borrow().map_err(|_| errors::busy_state())?;
                    let Position { game, state, .. } = &*this.position;
                    (game.explain(state, r#move), game.string_to_action(state, r#move))
                };
                match number {
                    Ok(number) if reasons.is_empty() => Self::play(slf, Some(number), || r#move.to_owned()),
                    Err(reason) if reasons.is_empty() => Err(errors::refused(slf.py(), r#move, vec![reason])),
                    _ => Err(errors::refused(slf.py(), r#move, reasons)),
                }
            }

            /// Takes the last entry of the history back.
            fn undo_action(slf: &Bound<'_, Self>) -> PyResult<()> {
                let undone = slf.try_borrow_mut().map_err(|_| errors::busy_state())?.position.undo();
                if undone { Ok(()) } else { Err(errors::NothingToUndo::new_err("the history is empty")) }
            }

            /// The notation of an action number.
            fn action_to_string(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
                let number = buffers::action_number(action)?;
                let text = number.and_then(|a| self.position.game.action_to_string(&self.position.state, a));
                text.ok_or_else(|| {
                    let message = format!("action {action} is not from 0 to {}", self.position.range() - 1);
                    errors::bad_move(py, action.to_string(), vec![Reason::bad_move(message)])
                })
            }

            /// The action number of a move, legal or not.
            fn string_to_action(&self, py: Python<'_>, r#move: &Bound<'_, PyString>) -> PyResult<u32> {
                self.number(py, &r#move.to_string_lossy())
            }

            /// Points per player as int32.
            fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
                PyArray1::from_vec(py, self.position.scores())
            }

            /// Results per player as float64; zeros during play.
            fn returns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
                PyArray1::from_vec(py, self.position.returns())
            }

            /// The position as named arrays, as `player` (default: who moves) sees it.
            #[pyo3(signature = (player = None))]
            fn observation<'py>(
                &self,
                py: Python<'py>,
                player: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyDict>> {
                let Position { game, state, .. } = &*self.position;
                let player = match player {
                    Some(player) => buffers::index("player", player, game.num_players())?,
                    None => game.viewer(state),
                };
                crate::observe::observation(py, game, state, player)
            }

            /// All actions and chance outcomes so far.
            fn history(&self) -> Vec<u32> {
                self.position.actions().collect()
            }

            /// Number of entries since the start of the game.
            fn move_number(&self) -> usize {
                self.position.all_actions().count()
            }

            /// An independent copy, with or without its history.
            #[pyo3(signature = (history = true))]
            fn clone(&self, py: Python<'_>, history: bool) -> Self {
                Self { owner: self.owner.clone_ref(py), position: Box::new(self.position.copy(history)) }
            }

            fn __copy__(&self, py: Python<'_>) -> Self {
                self.clone(py, true)
            }

            fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
                self.clone(py, true)
            }

            #[allow(clippy::type_complexity)]
            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, Vec<u32>, usize, Option<String>))> {
                let restore = py.import("zellige.game")?.getattr("restore_native")?;
                let actions = self.position.all_actions().collect();
                let setup = self.position.beginning().map(|setup| serde_json::Value::Object(setup).to_string());
                Ok((restore, (self.owner.clone_ref(py), actions, self.position.cut(), setup)))
            }

            /// The greedy policy's whole-number score of each of `actions`, all legal now.
            fn _greedy_scores(&self, actions: Vec<u32>) -> PyResult<Vec<i64>> {
                let legal = |&action: &u32| self.position.game.is_legal(&self.position.state, action);
                if self.is_chance_node() || !actions.iter().all(legal) {
                    return Err(PyValueError::new_err("the greedy policy chooses among legal actions of a player"));
                }
                let mut scores = Vec::with_capacity(actions.len());
                self.position.game.greedy_scores(&self.position.state, &actions, &mut scores);
                Ok(scores)
            }

            /// The position as bytes, as docs/positions.md lays them out.
            fn key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, &self.position.key())
            }

            /// A 64-bit hash of the key.
            fn position_hash(&self) -> u64 {
                self.position.hash()
            }

            fn __hash__(&self) -> u64 {
                self.position.hash()
            }

            fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
                // A state that is being changed on another thread cannot be looked at.
                let other = other.try_borrow().map_err(|_| errors::busy_state())?;
                let equal = self.owner.bind(py).eq(&other.owner)? && self.position.key() == other.position.key();
                Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
            }

            /// The position as a mapping, from which `game.state_from` makes an equal one.
            fn to_position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::module::to_python(py, self.position.game.to_position(&self.position.state))
            }

            /// The game so far as a record.
            fn to_record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                if self.position.cut() > 0 {
                    return Err(PyValueError::new_err("a state cloned without its history has no record"));
                }
                let record = PyDict::new(py);
                record.set_item("version", 1)?;
                record.set_item("game", <$game>::NAME)?;
                record.set_item("options", self.owner.call_method0(py, "options")?)?;
                if let Some(setup) = self.position.beginning() {
                    record.set_item("setup", crate::module::to_python(py, setup)?)?;
                }
                record.set_item("moves", self.position.moves())?;
                if self.is_terminal() {
                    record.set_item("scores", self.position.scores())?;
                }
                Ok(record)
            }

            /// The position in letters.
            fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                slf.py().import("zellige.draw")?.call_method1("text", (slf, false))
            }

            /// The position as an SVG document.
            #[pyo3(
                signature = (*args, **options),
                text_signature = "($self, size=480, *, highlight_last=True, legal=False, data=False, view='plan')"
            )]
            fn to_svg<'py>(
                slf: &Bound<'py, Self>,
                args: &Bound<'py, PyTuple>,
                options: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                crate::module::draw(slf, "svg", args, options)
            }

            /// The position as the bytes of a PNG, written to a file as well if a path is given.
            #[pyo3(
                signature = (*args, **options),
                text_signature = "($self, path=None, size=800, *, highlight_last=True, legal=False, view='plan')"
            )]
            fn to_png<'py>(
                slf: &Bound<'py, Self>,
                args: &Bound<'py, PyTuple>,
                options: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                crate::module::draw(slf, "png", args, options)
            }

            /// What a notebook shows.
            fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                crate::module::draw(slf, "svg", &PyTuple::empty(slf.py()), None)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let game = self.owner.bind(py).repr()?;
                Ok(format!("<{} of {}, move {}>", stringify!($state_class), game, self.move_number()))
            }

            $($accessors)*
        }
    };
}

pub(crate) use game_classes;
