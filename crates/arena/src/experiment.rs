//! Experiments as files: what is learned, who plays whom afterwards, and a report of all of it.
//!
//! A file is TOML. It has a title and **steps** in order: commands of `henge`, whose output goes into
//! the report, and contests, each a [`Plan`]. What a step writes to `{name}` another one reads
//! from `{name}`: the braces stand for a file in the folder of the experiment.
//!
//! ```
//! use henge::Registry;
//! use henge_arena::Experiment;
//!
//! let file = "title = \"Two engines\"\n\
//!             [[step]]\nname = \"cup\"\ngame = \"hex:size=3\"\n\
//!             players = [\"alphabeta:depth=2\", \"random\"]\ngames = 10\n";
//! let experiment = Experiment::read(file, &Registry::standard()).expect("a good file");
//! assert_eq!(experiment.steps.len(), 1);
//! ```

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use henge::Registry;
use henge::render::escape;
use henge::table::Adjudication;
use serde::Deserialize;
use toml::Spanned;

use crate::html;
use crate::job::{Allowance, Comments, GameClock};
use crate::markdown::to_html;
use crate::opening::Openings;
use crate::plan::{Format, Plan};
use crate::report::{Report, written_by};
use crate::stats::{Hypotheses, Scale};

/// An experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called.
    pub title: String,
    /// What it is about, as Markdown.
    #[serde(default)]
    pub about: String,
    /// What came out, in the words of who has read the results.
    #[serde(default)]
    pub findings: String,
    /// What is done, in order.
    #[serde(default, rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// One step: a command or a contest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Step {
    /// What it is called; its files begin so.
    pub name: String,
    /// What it is for, as Markdown.
    #[serde(default)]
    pub about: String,
    /// A command: the words behind `henge`.
    pub run: Option<String>,
    /// A contest: its game.
    pub game: Option<String>,
    /// Who plays.
    #[serde(default)]
    pub players: Vec<String>,
    /// Who meets whom: round-robin, gauntlet, knockout or swiss.
    pub format: Option<String>,
    /// Rounds of a Swiss contest.
    pub rounds: Option<usize>,
    /// Games of a meeting.
    pub games: Option<u32>,
    /// The same seed gives the same games.
    pub seed: Option<u64>,
    /// The number of random plies at the start of each pair; by default as many as the games need.
    pub opening: Option<u32>,
    /// Or openings from this file: positions, records or a book.
    pub openings: Option<String>,
    /// This many plies of each record or line of a book.
    pub plies: Option<usize>,
    /// Positions a move.
    pub nodes: Option<u64>,
    /// Seconds a move.
    pub time: Option<f64>,
    /// Seconds each has for a game, and seconds added after every move.
    pub clock: Option<[f64; 2]>,
    /// Ends games whose outcome is proved within this many positions.
    pub adjudicate: Option<u64>,
    /// Ends a contest of two when these differences in Elo are told apart.
    pub sprt: Option<[f64; 2]>,
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExperimentError {
    /// The bytes of the place.
    pub span: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// What a step is.
pub enum Work {
    /// A command of `henge`, in words.
    Command(String),
    /// A contest.
    Contest(Box<Plan>),
}

impl Experiment {
    /// Reads a file.
    pub fn read(text: &str, games: &Registry) -> Result<Experiment, ExperimentError> {
        let experiment: Experiment = toml::from_str(text).map_err(|error| ExperimentError {
            span: error.span().unwrap_or(0..0),
            message: error.message().trim().replace('\n', "; "),
        })?;
        let mut seen: Vec<&str> = Vec::new();
        for step in &experiment.steps {
            let fault = |message: String| ExperimentError { span: step.span(), message };
            let Step { name, .. } = step.get_ref();
            let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            if name.is_empty() || !name.chars().all(good) || name.starts_with('.') {
                return Err(fault(format!(
                    "{name:?} is no name of a step: letters, digits, - and _ are expected, as its files \
                     are called so"
                )));
            }
            if seen.contains(&name.as_str()) {
                return Err(fault(format!("two steps are called {name}")));
            }
            seen.push(name);
            step.get_ref().work(games, Path::new("")).map_err(fault)?;
        }
        if experiment.steps.is_empty() {
            let message = "there is nothing to do; a [[step]] with run or game is expected".into();
            return Err(ExperimentError { span: 0..0, message });
        }
        Ok(experiment)
    }
}

/// Puts the files of a folder in the place of names in braces.
fn filled(text: &str, folder: &Path) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(open) = rest.find('{') {
        let close = rest[open..].find('}').ok_or("a brace { has no end }")? + open;
        let name = &rest[open + 1..close];
        if name.is_empty() || name.contains(['/', '\\']) || name.starts_with('.') {
            return Err(format!(
                "{{{name}}} is no file of the experiment; a plain name is expected"
            ));
        }
        out += &rest[..open];
        out += &folder.join(name).display().to_string();
        rest = &rest[close + 1..];
    }
    Ok(out + rest)
}

impl Step {
    /// What is to be done, with the files of `folder` in place of names in braces.
    pub fn work(&self, games: &Registry, folder: &Path) -> Result<Work, String> {
        match (&self.run, &self.game) {
            (Some(command), None) if self.is_command() => {
                Ok(Work::Command(filled(command, folder)?))
            }
            (None, Some(game)) => Ok(Work::Contest(Box::new(self.plan(games, game, folder)?))),
            (Some(_), _) => {
                Err("a step with run is a command and has nothing but name and about besides"
                    .into())
            }
            (None, None) => Err("a step needs run, for a command, or game, for a contest".into()),
        }
    }

    fn is_command(&self) -> bool {
        let numbers = [
            self.rounds.is_some(),
            self.games.is_some(),
            self.seed.is_some(),
            self.opening.is_some(),
            self.plies.is_some(),
        ];
        let limits = [
            self.nodes.is_some(),
            self.time.is_some(),
            self.clock.is_some(),
            self.adjudicate.is_some(),
            self.sprt.is_some(),
        ];
        self.players.is_empty()
            && self.format.is_none()
            && self.openings.is_none()
            && !numbers.into_iter().chain(limits).any(|is| is)
    }

    fn openings(
        &self,
        games: &Registry,
        (game, pairs): (&str, u64),
        folder: &Path,
    ) -> Result<Openings, String> {
        if let (Some(_), Some(_)) = (self.opening, &self.openings) {
            return Err("opening and openings exclude each other".into());
        }
        let file = self.openings.as_deref().unwrap_or_default();
        // A file that a step has yet to write cannot be looked at before.
        let is_later = folder.as_os_str().is_empty() && (file.contains('{') || game.contains('{'));
        if let Some(plies) = self.opening.or(is_later.then_some(0)) {
            return Ok(Openings::Random { plies });
        }
        let game = games.game(&filled(game, folder)?).map_err(|error| error.to_string())?;
        if file.is_empty() {
            return Ok(Openings::enough(&**game.rules(), pairs));
        }
        let path = filled(file, folder)?;
        let bytes = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
        Openings::read(&game, Path::new(&path), &bytes, self.plies)
            .map_err(|error| error.to_string())
    }

    fn plan(&self, games: &Registry, game: &str, folder: &Path) -> Result<Plan, String> {
        let rounds =
            || self.rounds.unwrap_or(self.players.len().next_power_of_two().ilog2() as usize);
        let format = match self.format.as_deref() {
            None | Some("round-robin") => Format::RoundRobin,
            Some("gauntlet") => Format::Gauntlet,
            Some("knockout") => Format::Knockout,
            Some("swiss") => Format::Swiss { rounds: rounds() },
            Some(other) => {
                return Err(format!(
                    "there is no format {other:?}; round-robin, gauntlet, knockout or swiss are expected"
                ));
            }
        };
        let milliseconds = self.time.map(|time| in_milliseconds(time, "time")).transpose()?;
        let clock = match self.clock {
            None => None,
            Some([all, each]) => Some(GameClock {
                milliseconds: in_milliseconds(all, "clock")?,
                increment: if each == 0.0 { 0 } else { in_milliseconds(each, "clock")? },
            }),
        };
        let test = |[low, high]: [f64; 2]| Hypotheses {
            low,
            high,
            alpha: 0.05,
            beta: 0.05,
            scale: Scale::Logistic,
        };
        let players: Result<Vec<String>, String> =
            self.players.iter().map(|player| filled(player, folder)).collect();
        let mut plan = Plan {
            game: filled(game, folder)?,
            players: players?,
            format,
            games: self.games.unwrap_or(100),
            openings: Openings::Random { plies: 0 },
            seed: self.seed.unwrap_or(1),
            allowance: Allowance { nodes: self.nodes, milliseconds, clock },
            adjudication: Adjudication::default(),
            adjudicate: self.adjudicate,
            comments: Comments::None,
            sprt: self.sprt.map(test),
        };
        plan.openings = self.openings(games, (game, plan.n_openings()), folder)?;
        // What is yet to be learned cannot be looked at before.
        let later = |name: &str| folder.as_os_str().is_empty() && name.contains('{');
        if later(game) {
            return Ok(plan);
        }
        if self.players.iter().any(|player| later(player)) {
            let game = games.game(game).map_err(|error| error.to_string())?;
            for player in self.players.iter().filter(|player| !later(player)) {
                game.bot(player).map_err(|error| error.to_string())?;
            }
            return Ok(plan);
        }
        plan.check(games).map_err(|error| error.to_string())?;
        Ok(plan)
    }
}

fn in_milliseconds(seconds: f64, name: &str) -> Result<u64, String> {
    if seconds > 0.0 && seconds < 1e6 {
        return Ok((1000.0 * seconds).ceil() as u64);
    }
    Err(format!("{name} must be seconds above 0"))
}

/// What a step brought.
pub enum Brought {
    /// A command.
    Output {
        /// Its words as they stand in the file.
        command: String,
        /// What it printed.
        text: String,
        /// What it drew, as SVG.
        plots: Vec<String>,
    },
    /// A contest.
    Report(Box<Report>),
}

/// The whole experiment as a page that needs nothing else.
pub fn experiment_html(experiment: &Experiment, brought: &[Brought]) -> String {
    let mut page = html::head(&experiment.title) + &to_html(&experiment.about);
    if !experiment.findings.trim().is_empty() {
        page += "<h2>What came out</h2>\n";
        page += &to_html(&experiment.findings);
    }
    for (step, brought) in experiment.steps.iter().zip(brought) {
        let step = step.get_ref();
        _ = write!(page, "<h2>{}</h2>\n{}", escape(&step.name), to_html(&step.about));
        match brought {
            Brought::Output { command, text, plots } => {
                page += &html::preformatted(&format!("$ henge {}\n{text}", command.trim()));
                page += &plots.concat();
            }
            Brought::Report(report) => page += &report.html_body(),
        }
    }
    page + &html::end()
}

/// The whole experiment as Markdown. Plots are files beside it, which are handed out with their names.
pub fn experiment_markdown(
    experiment: &Experiment,
    name: &str,
    brought: &[Brought],
) -> (String, Vec<(String, String)>) {
    let mut plots = Vec::new();
    let mut text = format!("# {}\n", experiment.title.trim());
    let paragraph = |text: &mut String, words: &str| {
        if !words.trim().is_empty() {
            _ = write!(text, "\n{}\n", words.trim());
        }
    };
    paragraph(&mut text, &experiment.about);
    if !experiment.findings.trim().is_empty() {
        _ = write!(text, "\n## What came out\n");
        paragraph(&mut text, &experiment.findings);
    }
    for (step, brought) in experiment.steps.iter().zip(brought) {
        let step = step.get_ref();
        _ = write!(text, "\n## {}\n", step.name);
        paragraph(&mut text, &step.about);
        let drawn = match brought {
            Brought::Output { command, text: output, plots } => {
                let (command, output) = (command.trim(), output.trim_end());
                _ = write!(text, "\n```text\n$ henge {command}\n{output}\n```\n");
                plots.clone()
            }
            Brought::Report(report) => {
                // Below the title of the step.
                _ = write!(text, "\n{}", report.markdown().trim_start_matches("# "));
                report.plots()
            }
        };
        for (n, plot) in (1..).zip(drawn) {
            let file = format!("{name}-{}-{n}.svg", step.name);
            _ = write!(text, "\n![{}]({file})\n", step.name);
            plots.push((file, plot));
        }
    }
    _ = write!(text, "\nRepeat it: `henge experiment run {name}.toml`\n\n{}\n", written_by());
    (text, plots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        Experiment::read(text, &Registry::standard()).expect_err("it is wrong").message
    }

    #[test]
    fn faults_are_found_before_anything_is_done() {
        let step = |rest: &str| fault(&format!("title = \"x\"\n[[step]]\nname = \"a\"\n{rest}"));
        assert!(fault("title = 3").contains("expected a string"));
        assert!(fault("title = \"x\"").contains("nothing to do"));
        assert!(step("").contains("needs run"));
        assert!(step("run = \"x\"\ngames = 2").contains("nothing but"));
        assert!(step("run = \"learn {../x}\"").contains("plain name"));
        assert!(step("run = \"learn {x\"").contains("no end"));
        assert!(step("game = \"hax\"\nplayers = [\"{a}\", \"random\"]").contains("hex"));
        assert!(step("game = \"hex\"\nplayers = [\"{a}\", \"randon\"]").contains("random"));
        assert!(step("game = \"hex\"\nplayers = [\"random\"]").contains("two players"));
        assert!(step("game = \"hex\"\nformat = \"cup\"").contains("knockout"));
        assert!(step("game = \"hex\"\ntime = -1.0").contains("above 0"));
        assert!(step("game = \"hex\"\nclock = [0.0, 1.0]").contains("above 0"));
        assert!(step("game = \"hex\"\nopenings = \"nowhere.txt\"").contains("nowhere.txt: "));
        assert!(step("game = \"hex\"\nopening = 1\nopenings = \"x\"").contains("exclude"));
        assert!(step("run = \"x\"\nplies = 2").contains("nothing but"));
        assert!(step("run = \"x\"\n[[step]]\nname = \"a\"\nrun = \"x\"").contains("two steps"));
        assert!(fault("title = \"x\"\n[[step]]\nname = \"a/b\"\nrun = \"x\"").contains("letters"));
    }

    #[test]
    fn names_in_braces_are_files() {
        let text = "title = \"x\"\n[[step]]\nname = \"a\"\nrun = \"learn weights hex -o {w}\"";
        let experiment = Experiment::read(text, &Registry::standard()).expect("a good file");
        match experiment.steps[0].get_ref().work(&Registry::standard(), Path::new("folder")) {
            Ok(Work::Command(words)) => assert_eq!(words, "learn weights hex -o folder/w"),
            _ => panic!("a command"),
        }
    }
}
