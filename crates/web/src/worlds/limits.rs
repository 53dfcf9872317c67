//! How large a world may be that a stranger asks for.

use henge_robots::{Bounds, FileError, Recording, RecordingError, Scenario};

use crate::fault::Fault;

/// The most cells and robots of a world here; `henge robots` runs larger ones.
const BOUNDS: Bounds = Bounds { cells: 10_000, robots: 200 };
/// The most turns of robots in all its rounds: a recording of them can be sent back and looked at.
const MOST_TURNS: usize = 200_000;
/// The longest recording of that many turns: four characters a turn, and the scenario.
pub const MOST_RECORDING_BYTES: usize = 4 * MOST_TURNS + 512 * 1024;

/// How many rounds a world with this many robots may have.
pub fn most_rounds(n_robots: usize) -> u64 {
    (MOST_TURNS / n_robots.max(1)) as u64
}

/// Reads a scenario; the fault says where it is wrong, or too large for here.
pub fn read_scenario(toml: &str) -> Result<Scenario, FileError> {
    Scenario::read_within(toml, BOUNDS)
}

/// Reads a recording.
pub fn read_recording(text: &str) -> Result<Recording, Fault> {
    let fault = |error: RecordingError| Fault::unprocessable(error.to_string());
    let recording = Recording::read_within(text, BOUNDS).map_err(fault)?;
    let most = most_rounds(recording.scenario().robots().len());
    if recording.rounds() as u64 > most {
        return Err(Fault::unprocessable(format!(
            "a recording with this many robots may have at most {most} rounds here, and this one has {}; \
             henge robots --replay shows longer ones",
            recording.rounds()
        )));
    }
    Ok(recording)
}
