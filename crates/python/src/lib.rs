//! henge for Python: games, positions, engines, contests, and batches of games over arrays of numpy.
//!
//! Everything is a thin face on the library `henge`; what is long runs without the lock of the interpreter.

mod batch;
mod bot;
mod contest;
mod evaluator;
mod game;
mod records;
mod review;
mod solving;
mod state;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use henge::Registry;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The games that come with henge, and the players of the museum.
fn games() -> &'static Registry {
    static GAMES: OnceLock<Registry> = OnceLock::new();
    GAMES.get_or_init(|| henge_museum::exhibit(Registry::standard()))
}

/// What is wrong with a value that was given.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// How often long work looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// Does long work without the lock of the interpreter; Ctrl-C raises the flag that the work looks at.
fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let worker = scope.spawn(move || sender.send(work()));
            let mut interrupted = None;
            loop {
                match receiver.recv_timeout(GLANCE) {
                    Ok(found) => return interrupted.map_or(Ok(found), Err),
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        // Who asks has heard of a panic; the scope need not panic as well.
                        _ = worker.join();
                        return Err(wrong("this has failed, which is a fault of henge"));
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) if interrupted.is_none() => {
                        interrupted = Python::attach(|py| py.check_signals()).err();
                        stop.store(interrupted.is_some(), Ordering::SeqCst);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })
}

/// The compiled part of the package.
#[pymodule]
mod _henge {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bot::{Analysis, Bot, Line, Thought};
    #[pymodule_export]
    use crate::contest::{Worker, contest, protocol};
    #[pymodule_export]
    use crate::game::{Game, game, games};
    #[pymodule_export]
    use crate::records::{read_records, write_records};
    #[pymodule_export]
    use crate::review::review;
    #[pymodule_export]
    use crate::solving::Solution;
    #[pymodule_export]
    use crate::state::State;
}
