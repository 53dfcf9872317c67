//! Runs of learning: `henge learn` writes a line for each round into a file, and they are read here.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use axum::Json;
use axum::extract::State;
use henge_api as api;
use serde::Deserialize;

use crate::App;
use crate::extract::Private;
use crate::fault::Fault;

/// How many are listed, the newest first.
const MOST_RUNS: usize = 24;
/// What is longer is no log of ours.
const MOST_BYTES: u64 = 4 << 20;

/// The runs of learning on this machine, with their curves.
#[utoipa::path(
    get,
    path = "/runs",
    tag = "runs",
    responses(
        (status = 200, body = api::Runs),
        (status = 403, body = api::ErrorBody, description = "the server is open to others")
    )
)]
pub async fn list(State(app): State<Arc<App>>, _: Private) -> Result<Json<api::Runs>, Fault> {
    let folder = app.config.database.with_file_name("runs");
    let runs = tokio::task::spawn_blocking(move || newest(&folder));
    let runs = runs.await.map_err(|_| Fault::unavailable("the runs cannot be read"))?;
    Ok(Json(api::Runs { runs }))
}

/// The newest runs of a folder; what cannot be read is left out.
fn newest(folder: &Path) -> Vec<api::Run> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(SystemTime, std::path::PathBuf)> = entries
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|kind| kind == "jsonl"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.iter().filter_map(|(_, path)| read(path)).take(MOST_RUNS).collect()
}

/// A line of a log: a title, a point, or the end.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Line {
    run: Option<u32>,
    game: String,
    title: String,
    command: String,
    against: String,
    began: String,
    end: Option<String>,
    play: String,
    round: Option<u32>,
    games: u64,
    loss: f64,
    unseen: Option<f64>,
    seconds: f64,
    strength: Option<api::RunStrength>,
}

fn read(path: &Path) -> Option<api::Run> {
    let name = path.file_stem()?.to_str()?.to_string();
    let mut run: Option<api::Run> = None;
    for line in BufReader::new(File::open(path).ok()?.take(MOST_BYTES)).lines() {
        // The last line may be on its way.
        let Ok(line) = serde_json::from_str::<Line>(&line.ok()?) else { continue };
        if line.run.is_some() {
            run = Some(api::Run {
                name: name.clone(),
                game: line.game,
                title: line.title,
                command: line.command,
                against: line.against,
                began: line.began,
                points: Vec::new(),
                ended: false,
                play: String::new(),
            });
            continue;
        }
        let run = run.as_mut()?;
        if line.end.is_some() {
            (run.ended, run.play) = (true, line.play);
        } else if let Some(round) = line.round {
            run.ended = false;
            let Line { games, loss, unseen, seconds, strength, .. } = line;
            run.points.push(api::RunPoint { round, games, loss, unseen, seconds, strength });
        }
    }
    run
}
