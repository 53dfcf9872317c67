use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::thread;

use henge::search::KeepTables;
use henge_arena::{Allowance, Format, Openings, Plan, Threads, Trust, run_contest};
use pyo3::prelude::*;

use crate::{watched, wrong};

/// Lets bots play each other and returns the report as JSON, and the records of the games.
#[pyfunction]
#[pyo3(signature = (game, players, format, games, seed, nodes, milliseconds, opening, threads))]
#[allow(clippy::too_many_arguments)]
pub fn contest(
    py: Python<'_>,
    game: String,
    players: Vec<String>,
    format: &str,
    games: u32,
    seed: u64,
    nodes: Option<u64>,
    milliseconds: Option<u64>,
    opening: Option<u32>,
    threads: usize,
) -> PyResult<(String, String)> {
    let format = match format {
        "round-robin" => Format::RoundRobin,
        "gauntlet" => Format::Gauntlet,
        "knockout" => Format::Knockout,
        "swiss" => {
            Format::Swiss { rounds: players.len().next_power_of_two().ilog2().max(1) as usize }
        }
        other => {
            let known = "round-robin, gauntlet, knockout or swiss";
            return Err(wrong(format!("there is no format {other:?}; take {known}")));
        }
    };
    let registry = crate::games();
    let allowance = Allowance { nodes, milliseconds, clock: None };
    let mut plan = Plan { game, players, format, games, seed, allowance, ..Plan::default() };
    let found = plan.check(registry).map_err(wrong)?;
    plan.openings = match opening {
        Some(plies) => Openings::Random { plies },
        None => Openings::enough(&**found.rules(), plan.n_openings()),
    };
    let stop = AtomicBool::new(false);
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let threads = Threads(threads);
    let run = || run_contest(&plan, registry, &threads, None, &stop, &mut |_| {});
    let report = watched(py, &stop, run)?.map_err(wrong)?;
    Ok((report.json().to_string(), report.games()))
}

/// What driver and worker must agree on.
#[pyfunction]
pub fn protocol() -> String {
    henge_arena::protocol()
}

/// Does the jobs of `henge work`. No job names a file or a program.
#[pyclass(module = "henge", frozen)]
pub struct Worker {
    worker: Mutex<henge_arena::Worker>,
}

thread_local! {
    /// Memory of tables is kept from job to job.
    static KEPT: RefCell<Option<KeepTables>> = const { RefCell::new(None) };
}

#[pymethods]
impl Worker {
    #[new]
    fn new() -> Worker {
        let worker = henge_arena::Worker::new(crate::games().clone(), Trust::Strangers);
        Worker { worker: Mutex::new(worker) }
    }

    /// Plays jobs, a line of JSON each, and returns a line for each.
    fn answer(&self, py: Python<'_>, jobs: Vec<String>) -> PyResult<Vec<String>> {
        py.detach(|| {
            KEPT.with_borrow_mut(|kept| {
                kept.get_or_insert_with(KeepTables::new);
            });
            let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
            jobs.iter().map(|job| worker.answer(job).map_err(wrong)).collect()
        })
    }

    /// What the processor is called.
    #[staticmethod]
    fn processor() -> String {
        henge_arena::processor()
    }
}
