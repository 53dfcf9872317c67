use std::fmt::Write;

use henge::record::{self, Record};
use serde_json::{Value, json};

use crate::contest::Event;
use crate::plan::{Format, Plan};
use crate::stats::{Sprt, Trinomial};
use crate::table::{CrossTable, Line};

/// How a contest ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games were played.
    Complete,
    /// A sequential test was decided.
    Decided,
    /// It was stopped; the journal allows to go on.
    Interrupted,
}

/// What came out of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// What was played.
    pub plan: Plan,
    /// Who did how well against whom.
    pub table: CrossTable,
    /// How many rounds each player has won, where rounds decide.
    pub rounds: Vec<f64>,
    /// The games, in their order.
    pub records: Vec<Record>,
    /// Where each of them comes from.
    pub games: Vec<Scheduled>,
    /// What is to be said if there were not enough different openings.
    pub shortage: Option<String>,
    /// The sequential test, if there was one.
    pub sprt: Option<Sprt>,
    /// How it ended.
    pub ending: Ending,
    /// The processors on which it was played by workers from elsewhere, where that matters: where limits are
    /// times.
    pub processors: Vec<String>,
}

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheduled {
    /// Its number in the contest, from 0. Games 2n and 2n + 1 are a pair.
    pub number: u64,
    /// The round it belongs to, from 0.
    pub round: usize,
    /// What decides about dice; both games of a pair have the same.
    pub seed: u64,
    /// How many plies were played before the bots took over.
    pub opening: usize,
}

impl Report {
    /// The players, the best first.
    pub fn lines(&self) -> Vec<Line> {
        // In a gauntlet all are measured by the one they met.
        let anchor = (self.plan.format == Format::Gauntlet).then_some(0);
        self.table.lines(&self.rounds, anchor)
    }

    /// Calls players by other names, such as shorter ones, in the games too.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        self.plan.players.iter_mut().for_each(|player| *player = name(player));
        for record in &mut self.records {
            for seat in ["First", "Second"] {
                if let Some(player) = record.tag(seat).map(&name) {
                    record.set_tag(seat, player);
                }
            }
        }
        self.table.rename(name);
    }

    /// The games as text.
    pub fn games(&self) -> String {
        record::write(&self.records)
    }

    /// The games.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// For people, on a screen.
    pub fn text(&self) -> String {
        let lines = self.lines();
        let mut text = format!("{}\n\n", self.title());
        text += &columns(&self.standings(&lines));
        _ = write!(
            text,
            "\nscore of the row against the column\n\n{}",
            columns(&self.cross(&lines))
        );
        let sentences = self.sentences();
        if !sentences.is_empty() {
            _ = write!(text, "\n{}\n", sentences.join("\n"));
        }
        text
    }

    /// The standings in the middle of a contest, as text.
    pub fn so_far(plan: &Plan, event: &Event<'_>) -> String {
        let report = Report {
            plan: plan.clone(),
            table: event.table.clone(),
            rounds: event.rounds.to_vec(),
            records: Vec::new(),
            games: Vec::new(),
            shortage: None,
            sprt: event.sprt,
            ending: Ending::Interrupted,
            processors: Vec::new(),
        };
        let mut text = columns(&report.standings(&report.lines()));
        if let (Some(sprt), Some(hypotheses)) = (&report.sprt, &plan.sprt) {
            _ = writeln!(text, "{}", hypotheses.tell(sprt));
        }
        text
    }

    /// For documents.
    pub fn markdown(&self) -> String {
        let lines = self.lines();
        let mut text = format!("# {}\n\n", self.title());
        text += &pipes(&self.standings(&lines));
        _ = write!(
            text,
            "\nScore of the row against the column:\n\n{}",
            pipes(&self.cross(&lines))
        );
        for sentence in self.sentences() {
            _ = write!(text, "\n{sentence}\n");
        }
        text
    }

    /// The same as a document of its own, with the version that wrote it.
    pub fn document(&self) -> String {
        format!("{}\n{}\n", self.markdown(), written_by())
    }

    /// For machines.
    pub fn json(&self) -> Value {
        let lines = self.lines();
        let n = self.table.names().len();
        let mut meetings = Vec::new();
        for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
            let (games, pairs) = (self.table.games_of(a, b), self.table.pairs_of(a, b));
            if games.games() > 0 {
                let counts = pairs.counts();
                // Ends that are infinite become null.
                meetings.push(json!({
                    "players": [a, b],
                    "games": games,
                    "pairs": pairs,
                    "elo": counts.elo(),
                    "normalized_elo": counts.normalized_elo(),
                    "superiority": counts.superiority(),
                }));
            }
        }
        json!({
            "plan": self.plan,
            "ending": match self.ending {
                Ending::Complete => "complete",
                Ending::Decided => "decided",
                Ending::Interrupted => "interrupted",
            },
            "games": self.table.games(),
            "different_games": self.table.different_games(),
            "standings": lines,
            "meetings": meetings,
            "sprt": self.sprt,
        })
    }

    pub(crate) fn title(&self) -> String {
        let format = match self.plan.format {
            Format::RoundRobin => "round robin".into(),
            Format::Gauntlet => "gauntlet".into(),
            Format::Knockout => "knockout".into(),
            Format::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
        };
        let (game, games, seed) = (&self.plan.game, self.table.games(), self.plan.seed);
        let broken_off = if self.ending == Ending::Interrupted { ", interrupted" } else { "" };
        format!("{game}: {format}, {games} games, seed {seed}{broken_off}")
    }

    pub(crate) fn standings(&self, lines: &[Line]) -> Vec<Vec<String>> {
        let by_rounds = lines.iter().any(|line| line.rounds.is_some());
        let points = self.table.counts_points();
        let mut head = vec!["", "player"];
        if by_rounds {
            head.push("rounds");
        }
        head.extend(["games", "won", "drawn", "lost", "score", "%"]);
        if points {
            head.push("points");
        }
        head.extend(["Elo", "±"]);
        let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
        for (place, line) in (1..).zip(lines) {
            let games = line.games;
            let mut row = vec![place.to_string(), line.name.clone()];
            row.extend(line.rounds.map(|rounds| rounds.to_string()));
            row.extend(
                [games.games(), games.wins, games.draws, games.losses].map(|n| n.to_string()),
            );
            row.extend([format!("{:.1}", games.score()), share(games)]);
            if points {
                row.push(format!("{:+}", line.points));
            }
            row.extend(match line.rating {
                Some(rating) => [signed(rating.elo), format!("{:.0}", rating.error)],
                None => ["-".into(), "-".into()],
            });
            rows.push(row);
        }
        rows
    }

    pub(crate) fn cross(&self, lines: &[Line]) -> Vec<Vec<String>> {
        let mut head = vec![String::new(), "player".into()];
        head.extend((1..=lines.len()).map(|place| place.to_string()));
        let mut rows = vec![head];
        for (place, line) in (1..).zip(lines) {
            let mut row = vec![place.to_string(), line.name.clone()];
            row.extend(lines.iter().map(|other| {
                let games = self.table.games_of(line.player, other.player);
                match games.games() {
                    0 => "-".into(),
                    n => format!("{:.1}/{n}", games.score()),
                }
            }));
            rows.push(row);
        }
        rows
    }

    /// How many games were different, and why not all, where that is not so.
    pub fn repetitions(&self) -> Vec<String> {
        let (all, different) = (self.table.games(), self.table.different_games());
        let (pairs, counted) = (self.table.pairs(), self.table.units().len() as u64);
        let repeated = (different < all).then(|| match counted {
            n if n == pairs => format!("only {different} of {all} games are different"),
            n => format!(
                "only {different} of {all} games are different; a pair that repeats an earlier one does \
                 not count for Elo, errors and tests: {n} of {pairs} pairs count"
            ),
        });
        repeated.into_iter().chain(self.shortage.clone()).collect()
    }

    /// What is to be said about two players, and why some have no rating.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let mut sentences = self.repetitions();
        if let [one, other] = self.table.names() {
            let pairs = self.table.pairs_of(0, 1);
            let counts = pairs.counts();
            if let (Some(elo), Some(superiority)) = (counts.elo(), counts.superiority()) {
                let (elo, better) = (elo.elo_in_words(), 100.0 * superiority);
                sentences.push(format!(
                    "{one} against {other}: Elo difference {elo} (95 %), likelihood of superiority \
                     {better:.1} %"
                ));
                if let Some(points) =
                    self.table.points_per_game(0, 1).filter(|_| self.table.counts_points())
                {
                    let error = points.error();
                    sentences.push(format!("{:+.3} ± {error:.3} points a game (95 %)", points.mid));
                }
                let [ll, ld, even, wd, ww] = pairs.0;
                sentences.push(format!(
                    "pairs with 0, ½, 1, 1½, 2 points: {ll}, {ld}, {even}, {wd}, {ww}"
                ));
            }
        }
        if let (Some(sprt), Some(hypotheses)) = (&self.sprt, &self.plan.sprt) {
            sentences.push(hypotheses.tell(sprt));
        }
        if !self.processors.is_empty() {
            sentences.push(format!(
                "limits are times, so that the games would not be the same again; they were played on {}",
                self.processors.join("; ")
            ));
        }
        if self.lines().iter().any(|line| line.rating.is_none()) {
            sentences.push("no Elo (-) where no score says by how much: after wins or losses alone, or without a meeting".into());
        }
        sentences
    }
}

/// The last line of a document.
pub(crate) fn written_by() -> &'static str {
    concat!("Written by henge ", env!("CARGO_PKG_VERSION"), ".")
}

/// Without a fraction, and no `-0`.
fn signed(number: f64) -> String {
    format!("{:+.0}", number.round() + 0.0)
}

fn share(games: Trinomial) -> String {
    match games.games() {
        0 => "-".into(),
        n => format!("{:.1}", 100.0 * games.score() / n as f64),
    }
}

/// Aligned with blanks: names to the left, all else to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                1 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
        let line = cells.collect::<Vec<_>>().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// As a table of Markdown.
fn pipes(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (n, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        _ = writeln!(text, "| {} |", cells.join(" | "));
        if n == 0 {
            let rule = |column| if column == 1 { ":--" } else { "--:" };
            let rules: Vec<&str> = (0..row.len()).map(rule).collect();
            _ = writeln!(text, "| {} |", rules.join(" | "));
        }
    }
    text
}
