use std::sync::atomic::AtomicBool;

use henge::Limits;
use henge::review::{DEFAULT_TIME, ReviewTask, html, json, text};
use pyo3::prelude::*;

use crate::state::State;
use crate::{watched, wrong};

/// Looks through the moves that led to a state, without the lock of the interpreter: the review as JSON, in words, and
/// as a page.
#[pyfunction]
pub fn review(
    py: Python<'_>,
    state: &State,
    bot: Option<&str>,
    nodes: Option<u64>,
    time: Option<f64>,
) -> PyResult<(String, String, String)> {
    let limits = match (nodes, time) {
        (None, None) => Limits::time(DEFAULT_TIME),
        _ => crate::bot::limits(None, nodes, time)?,
    };
    let (game, table) = (state.playable(), &*state.table);
    let stop = AtomicBool::new(false);
    let look = || {
        let task = ReviewTask { limits, bot, stop: &stop, progress: &mut |_| {} };
        henge::review::review(game, table, task)
    };
    let found = watched(py, &stop, look)?.map_err(wrong)?;
    let page = html(game, table, &found, None, &game.rules().about().title);
    let data = json(game.rules().name(), 1, &found);
    Ok((data.to_string(), text(game, &found, None), page))
}
