//! How large a world may be that a stranger asks for.

use henge_robots::{FileError, Recording, RecordingError, Scenario};

use crate::fault::Fault;

/// The most cells of a world.
const MOST_CELLS: usize = 10_000;
/// The most robots in it.
const MOST_ROBOTS: usize = 200;
/// The most turns of robots in all its rounds: a recording of them can be sent back and looked at.
const MOST_TURNS: usize = 200_000;
/// A recording of so many turns is not longer: four characters a turn, and the scenario.
pub const MOST_RECORDING_BYTES: usize = 4 * MOST_TURNS + 512 * 1024;

/// How many rounds a world of so many robots may have.
pub fn most_rounds(n_robots: usize) -> u64 {
    (MOST_TURNS / n_robots.max(1)) as u64
}

/// Reads a scenario; the fault says where it is wrong, or that it is too large for here.
pub fn read_scenario(toml: &str) -> Result<Scenario, FileError> {
    let scenario = Scenario::read(toml)?;
    match too_large(&scenario) {
        None => Ok(scenario),
        Some(message) => Err(FileError { message, line: 1, column: 1, span: 0..0 }),
    }
}

/// Reads a recording.
pub fn read_recording(text: &str) -> Result<Recording, Fault> {
    let fault = |error: RecordingError| Fault::unprocessable(error.to_string());
    let recording = Recording::read(text).map_err(fault)?;
    if let Some(message) = too_large(recording.scenario()) {
        return Err(Fault::unprocessable(message));
    }
    let most = most_rounds(recording.scenario().robots().len());
    if recording.rounds() as u64 > most {
        return Err(Fault::unprocessable(format!(
            "a recording of so many robots has {most} rounds at the most here, and this one has {}; \
             henge robots --replay shows longer ones",
            recording.rounds()
        )));
    }
    Ok(recording)
}

fn too_large(scenario: &Scenario) -> Option<String> {
    let (n_cells, n_robots) = (scenario.land().n_cells(), scenario.robots().len());
    (n_cells > MOST_CELLS || n_robots > MOST_ROBOTS).then(|| {
        format!(
            "a world has {MOST_CELLS} cells and {MOST_ROBOTS} robots at the most here, and this one \
             has {n_cells} and {n_robots}; henge robots runs larger ones"
        )
    })
}
