//! Curves of learning: in the terminal, as SVG, and as a log that the page of the server draws.

use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::Path;

use henge::Playable;
use henge::core::render::{Curve, Plot};
use serde_json::{Value, json};

use super::learn_measure::Strength;
use crate::args::TrainArgs;
use crate::fault::Fault;
use crate::output::{aside, write_file};

/// What is known after a round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub round: u32,
    pub games: u64,
    pub positions: u64,
    pub loss: f32,
    /// The loss on positions kept apart.
    pub unseen: Option<f32>,
    pub strength: Option<Strength>,
    pub seconds: f64,
}

impl Point {
    pub fn json(&self) -> Value {
        json!({
            "round": self.round, "games": self.games, "positions": self.positions,
            "loss": self.loss, "unseen": self.unseen, "seconds": self.seconds,
            "strength": self.strength.map(Strength::json),
        })
    }
}

/// All points so far.
#[derive(Default)]
pub struct Curves {
    points: Vec<Point>,
}

impl Curves {
    pub fn push(&mut self, point: Point) {
        self.points.push(point);
    }

    pub fn last(&self) -> Option<&Point> {
        self.points.last()
    }

    pub fn last_mut(&mut self) -> Option<&mut Point> {
        self.points.last_mut()
    }

    fn loss(&self, title: &str) -> Plot {
        let curve = |name: &str, value: &dyn Fn(&Point) -> Option<f64>| {
            let point = |point: &Point| Some((f64::from(point.round), value(point)?));
            Curve::new(name, self.points.iter().filter_map(point).collect())
        };
        let mut curves = vec![curve("loss", &|point| Some(f64::from(point.loss)))];
        if self.points.iter().any(|point| point.unseen.is_some()) {
            curves.push(curve("unseen", &|point| point.unseen.map(f64::from)));
        }
        plot(title, "loss in nats", curves)
    }

    fn strength(&self, title: &str) -> Plot {
        let point = |point: &Point| Some((f64::from(point.round), 100.0 * point.strength?.score()));
        let points = self.points.iter().filter_map(point).collect();
        plot(title, "points in 100 games", vec![Curve::new("score", points)])
    }

    /// Draws loss and strength below each other.
    pub fn draw(&self, path: &Path, game: &str) -> Result<(), Fault> {
        let loss = self.loss(&format!("{game}: loss")).svg();
        let text = if self.points.iter().any(|point| point.strength.is_some()) {
            let title = format!("{game}: strength against a fixed opponent");
            stacked(&loss, &self.strength(&title).svg())
        } else {
            loss
        };
        write_file(path, &text).map_err(|error| Fault::file(path, &error))
    }

    /// Draws into the terminal, where somebody watches.
    pub fn show(&self) {
        if !std::io::stderr().is_terminal() || self.points.len() < 3 {
            return;
        }
        aside(self.loss("").text(60, 8));
        if self.points.iter().filter(|point| point.strength.is_some()).count() > 1 {
            aside(self.strength("").text(60, 6));
        }
    }
}

fn plot(title: &str, up: &str, curves: Vec<Curve>) -> Plot {
    Plot { title: title.into(), across: "rounds".into(), up: up.into(), curves, ..Plot::default() }
}

/// Two drawings of one size in one file.
fn stacked(above: &str, below: &str) -> String {
    let inner = |svg: &str, y: u32| svg.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 730\" width=\"720\" \
         height=\"730\">\n{}{}</svg>\n",
        inner(above, 0),
        inner(below, 370)
    )
}

/// The log of a run, a line for each point, in the folder `runs` of the user's place. It is there for
/// those who look on: where it cannot be written, learning goes on without it.
pub struct Run {
    file: Option<File>,
}

/// Ends a line that a killed run has left unfinished, so that the next one is a line of its own.
fn end_the_line(file: &mut File) -> std::io::Result<()> {
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != [b'\n'] { file.write_all(b"\n") } else { Ok(()) }
}

impl Run {
    /// Begins a log, or goes on with it.
    pub fn open(args: &TrainArgs, game: &Playable, provenance: &str, go_on: bool) -> Run {
        let stem = args.output.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = args.name.clone().or(stem).unwrap_or_else(|| "run".into());
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
        let name: String = name.chars().map(plain).take(80).collect();
        let open = || {
            let folder = henge::home()?.join("runs");
            std::fs::create_dir_all(&folder).ok()?;
            let path = folder.join(format!("{name}.jsonl"));
            let mut options = OpenOptions::new();
            options.create(true).read(go_on).write(true).append(go_on).truncate(!go_on);
            let mut file = options.open(path).ok()?;
            if go_on {
                end_the_line(&mut file).ok()?;
            }
            Some(file)
        };
        let mut run = Run { file: open() };
        if !go_on {
            let against = args.against.as_deref().unwrap_or("alphabeta");
            let began = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
            run.line(&json!({
                "run": 1, "game": game.rules().name(), "title": game.rules().about().title,
                "command": provenance, "against": against, "began": began,
            }));
        }
        run
    }

    pub fn add(&mut self, point: &Point) {
        self.line(&point.json());
    }

    /// Says that it is over, and where the result is.
    pub fn end(&mut self, file: &str, play: &str) {
        self.line(&json!({ "end": file, "play": play }));
    }

    fn line(&mut self, value: &Value) {
        if let Some(file) = &mut self.file
            && writeln!(file, "{value}").is_err()
        {
            self.file = None;
        }
    }
}
