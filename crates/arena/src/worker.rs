//! Games in a process of their own: jobs come in as lines, results go out as lines.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;

use henge::search::KeepTables;
use henge::{Playable, Registry};
use serde::{Deserialize, Serialize};

use crate::ArenaError;
use crate::job::{Job, Played};

/// What a worker answers to a job.
#[derive(Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The number of the job.
    number: u64,
    /// The game, if it could be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// How long the bots have thought, in microseconds.
    #[serde(default)]
    thinking: u64,
    /// What went wrong otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Answer {
    /// Reads a line; nothing if it is no answer to that job.
    pub(crate) fn read(line: &str, number: u64) -> Option<Result<Played, String>> {
        let answer: Answer = serde_json::from_str(line).ok()?;
        if answer.number != number {
            return None;
        }
        if let Some(error) = answer.error {
            return Some(Err(error));
        }
        let played = Played::read(&answer.played?)?;
        let thinking = std::time::Duration::from_micros(answer.thinking);
        (played.number == number).then_some(Ok(Played { thinking, ..played }))
    }
}

/// Plays a job for every line of `input`, each a [`Job`] as JSON, and answers with a line each, until
/// the input ends. A job that cannot be played is answered with an error; what is no job at all ends
/// the work.
pub fn work(
    games: &Registry,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ArenaError> {
    let stop = AtomicBool::new(false);
    let _kept = KeepTables::new();
    // The jobs of a contest are all of one game.
    let mut known: Option<(String, Playable)> = None;
    for (n, line) in (1..).zip(input.lines()) {
        let fault = |message: String| ArenaError::Worker(format!("line {n}: {message}"));
        let line = line.map_err(|error| fault(error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let job: Job = serde_json::from_str(&line)
            .map_err(|error| fault(format!("this is no job: {error}")))?;
        let result = playable(games, &mut known, &job.game).and_then(|game| job.play(game, &stop));
        let mut answer = Answer { number: job.number, played: None, thinking: 0, error: None };
        match result {
            Ok(played) => {
                answer.thinking = played.thinking.as_micros() as u64;
                answer.played = Some(played.write());
            }
            Err(error) => answer.error = Some(error.to_string()),
        }
        let line = serde_json::to_string(&answer).expect("plain texts and numbers");
        match writeln!(output, "{line}").and_then(|()| output.flush()) {
            // Nobody waits for it any more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            done => done.map_err(|error| fault(error.to_string()))?,
        }
    }
    Ok(())
}

fn playable<'a>(
    games: &Registry,
    known: &'a mut Option<(String, Playable)>,
    name: &str,
) -> Result<&'a Playable, ArenaError> {
    if known.as_ref().is_none_or(|(known, _)| known != name) {
        *known = None;
    }
    match known {
        Some((_, game)) => Ok(game),
        None => Ok(&known.insert((name.into(), games.game(name)?)).1),
    }
}
