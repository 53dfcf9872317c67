use std::sync::atomic::AtomicBool;

use henge::erased::DynMatch;
use henge::search::Task;
use henge::{Limits, Playable};
use pyo3::prelude::*;

use crate::{watched, wrong};

/// What a solver has found out.
#[pyclass(module = "henge", frozen, get_all)]
pub struct Solution {
    /// The points to the player to move: positive for a win, 0 for a draw, negative for a loss.
    points: i32,
    /// Is that proved?
    proved: bool,
    /// In words: "win in 9".
    score: String,
    /// The score as players of the game count it, where they have a convention of their own.
    conventional_score: Option<i32>,
    /// Best play.
    line: Vec<String>,
    /// Positions visited.
    nodes: u64,
    /// How long it took.
    seconds: f64,
}

#[pymethods]
impl Solution {
    /// "win", "draw" or "loss", as the player to move sees it; None if nothing is proved.
    #[getter]
    fn value(&self) -> Option<&'static str> {
        self.proved.then_some(match self.points {
            1.. => "win",
            0 => "draw",
            _ => "loss",
        })
    }

    fn __repr__(&self) -> String {
        let proved = if self.proved { "proved" } else { "not proved" };
        format!("<{}, {proved}: {}>", self.score, self.line.join(" "))
    }
}

/// Solves a position without the lock of the interpreter; Ctrl-C ends it.
pub fn solve(
    py: Python<'_>,
    game: &Playable,
    table: &dyn DynMatch,
    limits: Limits,
) -> PyResult<Solution> {
    let solver = game.solving().ok_or_else(|| wrong("there is no exact solver for this game"))?;
    if matches!(table.turn(), henge::Turn::Over(_)) {
        return Err(wrong("the game is over"));
    }
    let stop = AtomicBool::new(false);
    let solution = watched(py, &stop, || solver.solve(table, Task::new(limits).stop(&stop)))?;
    let solution = solution.map_err(wrong)?;
    Ok(Solution {
        points: solution.points,
        proved: solution.proved,
        score: solution.score.to_string(),
        conventional_score: solution.conventional_score,
        line: solution.line,
        nodes: solution.nodes,
        seconds: solution.elapsed.as_secs_f64(),
    })
}
