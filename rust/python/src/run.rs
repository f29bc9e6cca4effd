//! Long native calls: without the GIL, in chunks, honouring Ctrl-C.
//!
//! Threads are made for each call, so that there is no pool that a `fork()` could leave without its threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use zellige_core::Game;
use zellige_core::sim::{Columns, Keep, Policy, simulate_chunk};

/// How often signals are looked at and progress is told.
const PULSE: Duration = Duration::from_millis(50);

/// Which games are to be played, and how.
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) first: u64,
    pub(crate) games: u64,
    pub(crate) policies: Vec<Policy>,
    pub(crate) threads: usize,
    pub(crate) keep: Keep,
}

impl Plan {
    /// Small enough that all threads end together, large enough that handing over costs nothing.
    fn chunk(&self) -> u64 {
        (self.games / (self.threads as u64 * 16)).clamp(1, 512)
    }
}

/// Memory for the columns; an error instead of an abort when there is not enough.
fn columns<G: Game>(game: &G, plan: &Plan) -> PyResult<Columns> {
    fn zeros<T: Clone + Default>(games: u64, width: usize) -> PyResult<Vec<T>> {
        let short = || PyMemoryError::new_err(format!("not enough memory for the results of {games} games"));
        let length = usize::try_from(games).ok().and_then(|n| n.checked_mul(width)).ok_or_else(short)?;
        // Asked for and given back, since only `vec!` gets zeros that cost nothing until they are used.
        Vec::<T>::new().try_reserve_exact(length).map_err(|_| short())?;
        Ok(vec![T::default(); length])
    }
    Ok(Columns {
        scores: zeros(plan.games, game.num_players())?,
        returns: zeros(plan.games, game.num_players())?,
        detail: zeros(plan.games, game.detail_width())?,
        lengths: zeros(plan.games, 1)?,
        actions: Vec::new(),
    })
}

/// Plays the games of a plan on from `start`; `pulse` gets the number of games done and may end the run with an error.
pub(crate) fn simulate<G: Game>(
    py: Python<'_>,
    game: &G,
    start: &G::State,
    plan: &Plan,
    pulse: impl Fn(Python<'_>, u64) -> PyResult<()> + Sync,
) -> PyResult<Columns> {
    let mut out = columns(game, plan)?;
    let (stop, next, size) = (&AtomicBool::new(false), &AtomicU64::new(0), plan.chunk());
    let mut histories: Vec<Vec<u32>> = Vec::new();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for started in 0..plan.threads.min(plan.games.div_ceil(size) as usize) {
                let sender = sender.clone();
                let thread = thread::Builder::new()
                    .spawn_scoped(scope, move || work(game, start, plan, size, next, stop, &sender));
                match thread {
                    Ok(_) => {}
                    // The threads that could be started do all the work.
                    Err(_) if started > 0 => break,
                    Err(why) => return Err(PyRuntimeError::new_err(format!("no thread can be started: {why}"))),
                }
            }
            drop(sender);
            let (mut done, mut told) = (0, Instant::now());
            loop {
                match results.recv_timeout(PULSE.saturating_sub(told.elapsed())) {
                    Ok((at, columns)) => done += store(game, &mut out, &mut histories, at, size, columns),
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                if told.elapsed() >= PULSE {
                    told = Instant::now();
                    if let Err(why) = Python::attach(|py| py.check_signals().and_then(|()| pulse(py, done))) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(why);
                    }
                }
            }
            Python::attach(|py| pulse(py, done))
        })
    })?;
    let short = |_| PyMemoryError::new_err(format!("not enough memory for the histories of {} games", plan.games));
    out.actions.try_reserve_exact(histories.iter().map(Vec::len).sum()).map_err(short)?;
    for part in histories {
        out.actions.extend(part);
    }
    Ok(out)
}

fn work<G: Game>(
    game: &G,
    start: &G::State,
    plan: &Plan,
    size: u64,
    next: &AtomicU64,
    stop: &AtomicBool,
    sender: &mpsc::Sender<(u64, Columns)>,
) {
    loop {
        let at = next.fetch_add(size, Ordering::Relaxed);
        if at >= plan.games || stop.load(Ordering::Relaxed) {
            return;
        }
        let (first, games) = (plan.first.wrapping_add(at), size.min(plan.games - at));
        let columns = simulate_chunk(game, start, plan.seed, first, games, &plan.policies, plan.keep, stop);
        if sender.send((at, columns)).is_err() {
            return;
        }
    }
}

/// Copies a chunk to its place and gives the number of its games.
fn store<G: Game>(
    game: &G,
    out: &mut Columns,
    histories: &mut Vec<Vec<u32>>,
    at: u64,
    size: u64,
    chunk: Columns,
) -> u64 {
    fn put<T: Copy>(out: &mut [T], at: u64, width: usize, part: &[T]) {
        let start = at as usize * width;
        out[start..start + part.len()].copy_from_slice(part);
    }
    put(&mut out.scores, at, game.num_players(), &chunk.scores);
    put(&mut out.returns, at, game.num_players(), &chunk.returns);
    put(&mut out.detail, at, game.detail_width(), &chunk.detail);
    put(&mut out.lengths, at, 1, &chunk.lengths);
    if !chunk.actions.is_empty() {
        let index = (at / size) as usize;
        if histories.len() <= index {
            histories.resize(index + 1, Vec::new());
        }
        histories[index] = chunk.actions;
    }
    chunk.lengths.len() as u64
}
