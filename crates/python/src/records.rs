use std::path::PathBuf;

use henge::record::{Record, write_result};
use pyo3::prelude::*;

use crate::game::Game;
use crate::state::State;
use crate::wrong;

/// Reads the games of a file: henge's own records, draughts in a .pdn file, backgammon in a .mat file. For each
/// there are its facts and the state at its end.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn read_records(
    py: Python<'_>,
    path: PathBuf,
) -> PyResult<Vec<(Vec<(String, String)>, String, State)>> {
    let bytes = std::fs::read(&path)?;
    let records = henge::read_records(&path, &bytes).map_err(wrong)?;
    let read = |record: Record| {
        let name = record.game().unwrap_or_default();
        let game = crate::games().game_of_stranger(name, None).map_err(wrong)?;
        let table = record.play(&**game.rules()).map_err(wrong)?;
        let game = Py::new(py, Game::new(game))?;
        let tags = record.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        Ok((tags, write_result(record.result), State::new(game, table)))
    };
    records.into_iter().map(read).collect()
}

/// Writes games to a file, in the form that its name says: .henge, .pdn or .mat.
#[pyfunction]
pub fn write_records(path: PathBuf, states: Vec<PyRef<'_, State>>) -> PyResult<()> {
    let records: Vec<Record> = states.iter().map(|state| state.as_record()).collect();
    let text = henge::write_records(&path, &records).map_err(wrong)?;
    std::fs::write(&path, text)?;
    Ok(())
}
