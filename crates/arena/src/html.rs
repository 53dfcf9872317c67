//! The report as one HTML file that needs nothing else: tables, and plots in place.

use std::fmt::Write;

use henge::render::{Curve, Intervals, Plot, escape};

use crate::report::{Report, written_by};
use crate::stats::{Pentanomial, Trinomial};

/// Colours of a page for day and night, and tables that can be read on a telephone.
const SHEET: &str = "
:root { color-scheme: light dark; --ink: #2b2a28; --ground: #fdfcfa; --line: #d9d2c3; --good: 0, 114, 178; --bad: 213, 94, 0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --ground: #17191c; --line: #3b4047; --good: 58, 155, 220; --bad: 239, 125, 45 } }
body { font: 16px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; color: var(--ink); background: var(--ground);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem } h3 { font-size: 1rem }
.wide { overflow-x: auto } table { border-collapse: collapse } th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line);
  text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .name { text-align: left }
.by { font-size: .85rem; opacity: .7 } svg { max-width: 100%; height: auto } pre { white-space: pre-wrap; overflow-wrap: anywhere }";

impl Report {
    /// For a browser.
    pub fn html(&self) -> String {
        let plan = serde_json::to_string_pretty(&self.plan).expect("a plan is plain data");
        head(&self.title())
            + &self.html_body()
            + "<h2>What was played</h2>\n"
            + &preformatted(&plan)
            + &end()
    }

    /// Tables and plots.
    pub(crate) fn html_body(&self) -> String {
        let lines = self.lines();
        let mut page = table(&self.standings(&lines), |_, _| None);
        for sentence in self.sentences() {
            _ = writeln!(page, "<p>{}</p>", escape(&sentence));
        }
        page += "<h3>Score of the row against the column</h3>\n";
        page += &table(&self.cross(&lines), |row, column| {
            let (a, b) = (lines.get(row)?, lines.get(column.checked_sub(2)?)?);
            let games = self.table.games_of(a.player, b.player);
            (games.games() > 0).then(|| shade(games))
        });
        page + &self.plots().concat()
    }

    /// Ratings, how they came about, and the course of the test.
    pub fn plots(&self) -> Vec<String> {
        let mut plots = Vec::new();
        let lines = self.lines();
        let rated = lines.iter().filter_map(|line| {
            let rating = line.rating?;
            let (elo, error) = (rating.elo, rating.error);
            Some((line.name.clone(), elo, elo - error, elo + error))
        });
        let rows: Vec<_> = rated.collect();
        if rows.len() > 1 {
            let (title, across) = ("Elo with its 95 % interval".to_string(), "Elo".to_string());
            let row = |(name, elo, low, _): &(String, f64, f64, f64)| {
                format!("{name} {elo:+.0} ± {:.0}", elo - low)
            };
            let description = rows.iter().map(row).collect::<Vec<_>>().join(", ");
            plots
                .push(Intervals { title, description, across, rows, ..Intervals::default() }.svg());
        }
        match self.table.names() {
            [_, _] => plots.extend(self.duel()),
            _ => plots.extend(self.race()),
        }
        plots
    }

    /// Two players: the difference in Elo as the games went on, and the test.
    fn duel(&self) -> Vec<String> {
        let [one, other] = self.table.names() else { return Vec::new() };
        let (mut pairs, mut elo, mut llr) =
            (Pentanomial::default(), Curve::default(), Curve::default());
        for unit in self.table.units() {
            // Scores are those of the first player of the unit.
            let score = if unit.players[0] == 0 { unit.score } else { 2.0 - unit.score };
            pairs.0[(2.0 * score).round() as usize] += 1;
            let (games, counts) = (2.0 * pairs.pairs() as f64, pairs.counts());
            if let Some(test) = self.plan.sprt.map(|hypotheses| hypotheses.test(&counts)) {
                llr.points.push((games, test.llr));
            }
            // What two or three pairs say is no more than noise.
            if let Some(interval) = counts.elo().filter(|_| pairs.pairs() > 4) {
                elo.points.push((games, interval.mid));
                elo.band.push((games, interval.low, interval.high));
            }
        }
        let across = "games".to_string();
        let mut plots = Vec::new();
        if elo.points.len() > 1 {
            plots.push(
                Plot {
                    title: format!("{one} against {other}"),
                    description:
                        "The difference in Elo as the games went on, with its 95 % interval".into(),
                    across: across.clone(),
                    up: "Elo".into(),
                    levels: vec![(0.0, String::new())],
                    curves: vec![elo],
                    ..Plot::default()
                }
                .svg(),
            );
        }
        if let Some(test) = &self.sprt {
            let levels = vec![(test.lower, "rejected".into()), (test.upper, "accepted".into())];
            let hypotheses = self.plan.sprt.as_ref().map(|hypotheses| hypotheses.tell(test));
            plots.push(
                Plot {
                    title: "The sequential test".into(),
                    description: hypotheses.unwrap_or_default(),
                    across,
                    up: "log-likelihood ratio".into(),
                    levels,
                    curves: vec![llr],
                    ..Plot::default()
                }
                .svg(),
            );
        }
        plots
    }

    /// More players: the share of the points each has made of its own games.
    fn race(&self) -> Option<String> {
        let names = self.table.names();
        let mut curves: Vec<Curve> =
            names.iter().map(|name| Curve::new(name, Vec::new())).collect();
        let mut so_far = vec![(0.0, 0.0); names.len()];
        for unit in self.table.units() {
            for (player, score) in unit.players.into_iter().zip([unit.score, 2.0 - unit.score]) {
                so_far[player].0 += 2.0;
                so_far[player].1 += score;
                let (games, points) = so_far[player];
                curves[player].points.push((games, 100.0 * points / games));
            }
        }
        // The best first, as in the table, and no more than can be told apart.
        let curves: Vec<Curve> =
            self.lines().iter().take(6).map(|line| curves[line.player].clone()).collect();
        let plot = Plot {
            title: "Score as the games went on".into(),
            description: "The share of the points that each player has made of its own games"
                .into(),
            across: "games of the player".into(),
            up: "% of the points".into(),
            curves,
            ..Plot::default()
        };
        (self.table.games() > 0).then(|| plot.svg())
    }
}

/// The beginning of a page, to its title.
pub(crate) fn head(title: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{SHEET}\n</style>\n<h1>{title}</h1>\n"
    )
}

/// The end of a page, with the version that wrote it.
pub(crate) fn end() -> String {
    format!("<p class=\"by\">{}</p>\n</html>\n", written_by())
}

/// Lines as they are.
pub(crate) fn preformatted(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(escape).collect();
    format!("<pre>{}</pre>\n", lines.join("\n"))
}

/// The better, the bluer; the worse, the more orange; even scores have no colour.
fn shade(games: Trinomial) -> String {
    let above = 2.0 * games.score() / games.games() as f64 - 1.0;
    let tone = if above > 0.0 { "good" } else { "bad" };
    format!("background: rgba(var(--{tone}), {:.2})", 0.5 * above.abs())
}

/// Rows, the first of which is the head; names stand in the second column.
fn table(rows: &[Vec<String>], style: impl Fn(usize, usize) -> Option<String>) -> String {
    let mut text = String::from("<div class=\"wide\"><table>\n");
    for (n, row) in rows.iter().enumerate() {
        text += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let (tag, class) = (
                if n == 0 { "th" } else { "td" },
                if column == 1 { " class=\"name\"" } else { "" },
            );
            let style = n.checked_sub(1).and_then(|row| style(row, column));
            let style = style.map(|style| format!(" style=\"{style}\"")).unwrap_or_default();
            _ = write!(text, "<{tag}{class}{style}>{}</{tag}>", escape(cell));
        }
        text += "</tr>\n";
    }
    text + "</table></div>\n"
}
