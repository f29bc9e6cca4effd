//! Many games side by side for Python: the result arrays and the errors of a batch.

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{Element, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use zellige_core::sim::{Autoreset, Batch, Column, Left, Manner, STAY, Slot};
use zellige_core::{Action, Dtype, Game, Stream};

use crate::actions::{NEVER, read_actions};
use crate::buffers::{elements, writable, zeros};
use crate::position::{explain_number, player_number};
use crate::{buffers, errors};

/// What a pickled batch keeps of each slot: stream, history, episode, and the scores, returns and length of the game that
/// the last step has ended and left.
pub(crate) type Kept = Vec<([u64; 4], Vec<Action>, u64, Option<(Vec<i32>, Vec<f64>, u32)>)>;

/// How games are played, by names that the Python class has checked.
pub(crate) fn manner(autoreset: &str, external_chance: bool, threads: usize) -> PyResult<Manner> {
    let autoreset = match autoreset {
        "DISABLED" => Autoreset::Disabled,
        "NEXT_STEP" => Autoreset::NextStep,
        "SAME_STEP" => Autoreset::SameStep,
        _ => return Err(PyValueError::new_err(format!("there is no autoreset mode {autoreset:?}"))),
    };
    Ok(Manner { autoreset, external_chance, threads: threads.max(1) })
}

/// A new batch; an error instead of an abort when there is not enough memory.
pub(crate) fn new_batch<G: Game>(game: &G, n: usize, seed: u64, manner: Manner) -> PyResult<Batch<G>> {
    let short = || PyMemoryError::new_err(format!("not enough memory for {n} games"));
    let bytes = n.checked_mul(size_of::<G::State>() + size_of::<Slot>()).ok_or_else(short)?;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| short())?;
    Ok(Batch::new(game, n, seed, manner))
}

/// The batch that was pickled.
pub(crate) fn restore<G: Game>(game: &G, seed: u64, manner: Manner, kept: Kept) -> PyResult<Batch<G>> {
    let slots = kept.into_iter().map(|(words, history, episode, left)| {
        let left = left.map(|(scores, returns, length)| Left { scores, returns, length });
        (Stream::from_words(words), history, episode, left)
    });
    let batch = Batch::restore(game, seed, manner, slots.collect());
    batch.ok_or_else(|| PyValueError::new_err("the histories are no games"))
}

/// A batch with its result arrays, which are made once.
pub(crate) struct Desk<G: Game> {
    pub(crate) batch: Batch<G>,
    wanted: Vec<Action>,
    ended: Py<PyArray1<bool>>,
    sampled: Py<PyArray1<i32>>,
    players: Py<PyArray1<i32>>,
    offsets: Py<PyArray1<i64>>,
    actions: Py<PyArray1<i32>>,
    episodes: Py<PyArray1<i64>>,
    lengths: Py<PyArray1<i32>>,
    scores: Py<PyArray2<i32>>,
    returns: Py<PyArray2<f64>>,
    mask: Option<Py<PyAny>>,
    packed: Option<Py<PyAny>>,
    observed: Vec<Option<Py<PyAny>>>,
}

impl<G: Game> Desk<G> {
    /// The batch with new arrays.
    pub(crate) fn new(py: Python<'_>, batch: Batch<G>) -> PyResult<Self> {
        let (n, players) = (batch.len(), batch.game().num_players());
        let flat = |dtype| zeros(py, &[n], dtype);
        Ok(Self {
            wanted: Vec::new(),
            ended: flat("bool")?.extract()?,
            sampled: flat("int32")?.extract()?,
            players: flat("int32")?.extract()?,
            offsets: zeros(py, &[n + 1], "int64")?.extract()?,
            actions: zeros(py, &[0], "int32")?.extract()?,
            episodes: flat("int64")?.extract()?,
            lengths: flat("int32")?.extract()?,
            scores: zeros(py, &[n, players], "int32")?.extract()?,
            returns: zeros(py, &[n, players], "float64")?.extract()?,
            mask: None,
            packed: None,
            observed: Vec::new(),
            batch,
        })
    }

    /// Fills one of the arrays without the GIL.
    fn fill<'py, T: Element + Send>(
        py: Python<'py>,
        batch: &mut Batch<G>,
        array: &Bound<'py, PyAny>,
        shape: &[usize],
        work: impl FnOnce(&mut Batch<G>, &mut [T]) + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut out = writable::<T>("the result array", array, shape)?;
        let elements = elements(&mut out);
        py.detach(|| work(batch, elements));
        Ok(array.clone())
    }

    pub(crate) fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        mask: Option<&PyReadonlyArray1<'py, bool>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = self.batch.len();
        read_actions(actions, n, &mut self.wanted)?;
        if let Some(mask) = mask {
            let stays = self.wanted.iter_mut().zip(mask.as_array()).filter(|&(_, &stepped)| !stepped);
            stays.for_each(|(wanted, _)| *wanted = STAY);
        }
        let array = self.ended.bind(py).as_any();
        let mut out = writable::<bool>("the result array", array, &[n])?;
        let ended = elements(&mut out);
        let (batch, wanted) = (&mut self.batch, &self.wanted);
        let illegal = py.detach(|| {
            let illegal = batch.first_illegal(wanted);
            if illegal.is_none() {
                batch.step(wanted, ended);
            }
            illegal
        });
        match illegal {
            None => Ok(array.clone()),
            Some(index) => {
                let action = Some(self.wanted[index]).filter(|&action| action < NEVER);
                let shown = actions.get_item(index)?.str()?.to_string();
                let (text, reasons) = explain_number(self.batch.game(), &self.batch.states()[index], action, &shown);
                Err(errors::illegal_at(py, index, text, reasons))
            }
        }
    }

    pub(crate) fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.batch.len();
        Self::fill::<i32>(py, &mut self.batch, self.sampled.bind(py).as_any(), &[n], |batch, out| {
            // Every action number is below 2^31, and `NO_ACTION` becomes -1.
            out.iter_mut().zip(batch.sample()).for_each(|(out, &action)| *out = action as i32);
        })
    }

    pub(crate) fn current_players<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.batch.len();
        Self::fill::<i32>(py, &mut self.batch, self.players.bind(py).as_any(), &[n], |batch, out| {
            for (out, state) in out.iter_mut().zip(batch.states()) {
                *out = player_number(batch.game().turn(state));
            }
        })
    }

    pub(crate) fn episodes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.batch.len();
        Self::fill::<i64>(py, &mut self.batch, self.episodes.bind(py).as_any(), &[n], |batch, out| {
            out.iter_mut().zip(batch.slots()).for_each(|(out, slot)| *out = slot.episode as i64);
        })
    }

    pub(crate) fn lengths<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.batch.len();
        Self::fill::<i32>(py, &mut self.batch, self.lengths.bind(py).as_any(), &[n], |batch, out| {
            out.iter_mut().zip(batch.lengths()).for_each(|(out, length)| *out = length as i32);
        })
    }

    pub(crate) fn scores<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.batch.len(), self.batch.game().num_players()];
        let array = self.scores.bind(py).as_any();
        Self::fill::<i32>(py, &mut self.batch, array, &shape, |batch, out| batch.scores(out))
    }

    pub(crate) fn returns<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.batch.len(), self.batch.game().num_players()];
        let array = self.returns.bind(py).as_any();
        Self::fill::<f64>(py, &mut self.batch, array, &shape, |batch, out| batch.returns(out))
    }

    /// Offsets and legal actions of all games.
    pub(crate) fn legal<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let n = self.batch.len();
        let offsets = self.offsets.bind(py).as_any().clone();
        let mut total = 0;
        Self::fill::<i64>(py, &mut self.batch, &offsets, &[n + 1], |batch, out| {
            batch.find_lists();
            for (out, &count) in out[1..].iter_mut().zip(batch.counts()) {
                total += i64::from(count);
                *out = total;
            }
        })?;
        let total = total as usize;
        if self.actions.bind(py).len() < total {
            self.actions = zeros(py, &[total + total / 4], "int32")?.extract()?;
        }
        let actions = self.actions.bind(py).as_any();
        let room = self.actions.bind(py).len();
        Self::fill::<i32>(py, &mut self.batch, actions, &[room], |batch, out| batch.copy_lists(out))?;
        let view = actions.get_item(PySlice::new(py, 0, total as isize, 1))?;
        Ok((offsets, view))
    }

    /// True for each legal action, a row per game.
    pub(crate) fn mask<'py>(&mut self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let (n, width) = (self.batch.len(), self.batch.game().num_distinct_actions());
        let own = || own(py, &mut self.mask, &[n, width], "bool");
        let array = out.map_or_else(own, Ok)?;
        let mut out = writable::<bool>("out", &array, &[n, width])?;
        let (batch, mask) = (&mut self.batch, elements(&mut out));
        py.detach(|| {
            mask.fill(false);
            each_list(batch, |j, actions| {
                let row = &mut mask[j * width..(j + 1) * width];
                for &action in actions {
                    row[action as usize] = true;
                }
            });
        });
        Ok(array)
    }

    /// [`Desk::mask`] as bits, the first action in the lowest bit of the first byte.
    pub(crate) fn packed_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (n, width) = (self.batch.len(), self.batch.game().num_distinct_actions().div_ceil(8));
        let own = || own(py, &mut self.packed, &[n, width], "uint8");
        let array = out.map_or_else(own, Ok)?;
        let mut out = writable::<u8>("out", &array, &[n, width])?;
        let (batch, mask) = (&mut self.batch, elements(&mut out));
        py.detach(|| {
            mask.fill(0);
            each_list(batch, |j, actions| {
                let row = &mut mask[j * width..(j + 1) * width];
                for &action in actions {
                    row[action as usize / 8] |= 1 << (action % 8);
                }
            });
        });
        Ok(array)
    }

    /// Each game as the player to move sees it, in arrays of the batch's own or in those of `out`.
    pub(crate) fn observe<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let n = self.batch.len();
        let spec = self.batch.game().observation_spec();
        let given = out.map(|out| given_arrays(out, spec.iter().map(|array| array.name))).transpose()?;
        self.observed.resize_with(spec.len(), || None);
        let dict = PyDict::new(py);
        let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
        for (i, (array, own_array)) in spec.iter().zip(&mut self.observed).enumerate() {
            let shape: Vec<usize> = std::iter::once(n).chain(array.shape.iter().copied()).collect();
            let to = match &given {
                Some(given) => given[i].clone(),
                None => own(py, own_array, &shape, array.dtype.name())?,
            };
            let name = format!("array {:?}", array.name);
            match array.dtype {
                Dtype::Uint8 => bytes.push(writable::<u8>(&name, &to, &shape)?),
                Dtype::Int32 => numbers.push(writable::<i32>(&name, &to, &shape)?),
            }
            dict.set_item(array.name, to)?;
        }
        let (mut bytes, mut numbers) = (bytes.iter_mut(), numbers.iter_mut());
        let columns = spec.iter().map(|array| match array.dtype {
            Dtype::Uint8 => Column::Uint8(elements(bytes.next().expect("one per array"))),
            Dtype::Int32 => Column::Int32(elements(numbers.next().expect("one per array"))),
        });
        let (columns, batch) = (columns.collect(), &mut self.batch);
        py.detach(|| batch.observe(columns));
        Ok(dict)
    }

    /// Begins games anew: all from episode 0 of `seed`, or the next episode of those in `which`.
    pub(crate) fn reset(&mut self, py: Python<'_>, seed: Option<u64>, which: Option<&[bool]>) {
        let batch = &mut self.batch;
        py.detach(|| match seed {
            Some(seed) => batch.restart(seed),
            None => batch.reset(which),
        });
    }

    /// The slot that a number stands for.
    pub(crate) fn slot(&self, index: &Bound<'_, PyAny>) -> PyResult<usize> {
        let number = buffers::action_number(index).map_err(|_| {
            PyTypeError::new_err(format!("an index must be an integer, not {}", buffers::describe(index)))
        })?;
        let found = number.map(|number| number as usize).filter(|&slot| slot < self.batch.len());
        found.ok_or_else(|| {
            PyIndexError::new_err(format!("there is no game {index}; they go from 0 to {}", self.batch.len() - 1))
        })
    }

    /// See [`Kept`].
    pub(crate) fn kept(&mut self) -> Kept {
        let kept = self.batch.kept().into_iter().map(|(stream, history, episode, left)| {
            (stream.words(), history, episode, left.map(|left| (left.scores, left.returns, left.length)))
        });
        kept.collect()
    }
}

/// The arrays of a dict in the order of `names`, which must be all that there is.
fn given_arrays<'py>(
    out: &Bound<'py, PyAny>,
    names: impl Iterator<Item = &'static str>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let dict = out
        .cast::<PyDict>()
        .map_err(|_| PyTypeError::new_err(format!("out must be a dict of arrays, not {}", buffers::describe(out))))?;
    let mut arrays = Vec::new();
    for name in names {
        let array = dict.get_item(name)?;
        arrays.push(array.ok_or_else(|| PyValueError::new_err(format!("out lacks the array {name:?}")))?);
    }
    if dict.len() > arrays.len() {
        return Err(PyValueError::new_err("out has arrays that an observation of this game has not"));
    }
    Ok(arrays)
}

/// An array of the batch's own, made when it is first wanted.
fn own<'py>(
    py: Python<'py>,
    kept: &mut Option<Py<PyAny>>,
    shape: &[usize],
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(array) = kept {
        return Ok(array.bind(py).clone());
    }
    let array = zeros(py, shape, dtype)?;
    *kept = Some(array.clone().unbind());
    Ok(array)
}

/// Gives each slot with its legal actions.
fn each_list<G: Game>(batch: &mut Batch<G>, mut each: impl FnMut(usize, &[Action])) {
    batch.find_lists();
    (0..batch.len()).for_each(|j| each(j, batch.list(j)));
}

/// The desk, unless another call is at it.
pub(crate) fn enter<G: Game>(desk: &Mutex<Desk<G>>) -> PyResult<MutexGuard<'_, Desk<G>>> {
    desk.try_lock().map_err(|why| match why {
        TryLockError::WouldBlock => errors::BusyError::new_err("the batch is in use by another call"),
        TryLockError::Poisoned(_) => PyRuntimeError::new_err("an earlier call of this batch has failed midway"),
    })
}
