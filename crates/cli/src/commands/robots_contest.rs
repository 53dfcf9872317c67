//! Line-ups of robots meet in a contest, everybody everybody else, and are rated.

use std::sync::atomic::Ordering;

use henge_arena::stats::{Rating, Trinomial, Unit, Z_95, ratings};
use henge_robots::{Bout, Contest, Scenario, meet};
use serde_json::{Value, json};

use crate::args::RobotsContestArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::setup;

use super::robots::find;

/// More line-ups than these are not asked to meet: the meetings grow with the square.
const MOST_LINEUPS: usize = 50;

pub fn run(args: &RobotsContestArgs, output: &Output) -> Result<Done, Fault> {
    let (scenario, _) = find(&args.scenario)?;
    let Some(contest) = scenario.contest() else {
        return Err(Fault::Call(format!(
            "the scenario \"{}\" has no contest; there are catch, avoid and block, or write \
             [contest] into a file of your own",
            args.scenario
        )));
    };
    if args.lineups.len() > MOST_LINEUPS {
        return Err(Fault::Call(format!("{MOST_LINEUPS} line-ups can meet at the most")));
    }
    let (contested, stopped) = hold(&scenario, args);
    let results = Results { scenario: &scenario, contest, args, contested: &contested };
    if args.json {
        output.json(&results.json())?;
    } else {
        output.print(results.text())?;
    }
    Ok(if stopped { Done::Interrupted } else { Done::Finished })
}

/// Lets everybody meet everybody else, seed by seed, so that an interruption leaves all with about as
/// many bouts.
fn hold(scenario: &Scenario, args: &RobotsContestArgs) -> (Contested, bool) {
    let n = args.lineups.len();
    let mut contested = Contested::new(n);
    let (stop, bar) = (setup::stop_flag(), progress("contest"));
    for bout in 0..u64::from(args.bouts) {
        bar.set_message(format!("{bout} of {} bouts a meeting", args.bouts));
        for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
            if stop.load(Ordering::SeqCst) {
                return (contested, true);
            }
            let seed = args.seed.wrapping_add(bout);
            let met = meet(scenario, [&args.lineups[a], &args.lineups[b]], seed);
            contested.add([a, b], &met.expect("the scenario has a contest"));
        }
    }
    bar.finish_and_clear();
    (contested, false)
}

/// Numbers whose mean and its error are wanted.
#[derive(Clone, Copy, Default)]
struct Mean {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, number: u64) {
        let number = number as f64;
        (self.n, self.sum, self.squares) =
            (self.n + 1.0, self.sum + number, self.squares + number * number);
    }

    fn mean(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }

    /// Half the width of the 95 % interval of the mean; none of fewer than two numbers.
    fn error(&self) -> Option<f64> {
        let variance = (self.squares - self.sum * self.mean()) / (self.n - 1.0);
        (self.n > 1.0).then(|| Z_95 * (variance.max(0.0) / self.n).sqrt())
    }
}

/// What came out so far.
struct Contested {
    /// `[a][b]`: the bouts of `a` against `b`.
    cross: Vec<Vec<Trinomial>>,
    /// The points of each line-up as the team of the contest, and those of others against it.
    made: Vec<Mean>,
    given: Vec<Mean>,
    units: Vec<Unit>,
}

impl Contested {
    fn new(n: usize) -> Contested {
        Contested {
            cross: vec![vec![Trinomial::default(); n]; n],
            made: vec![Mean::default(); n],
            given: vec![Mean::default(); n],
            units: Vec::new(),
        }
    }

    fn add(&mut self, [a, b]: [usize; 2], bout: &Bout) {
        self.cross[a][b].add(bout.lead);
        self.cross[b][a].add(-bout.lead);
        for (me, other, feat) in [(a, b, bout.feats[0]), (b, a, bout.feats[1])] {
            self.made[me].add(feat.points);
            self.given[other].add(feat.points);
        }
        let score = f64::from(1 + bout.lead) / 2.0;
        self.units.push(Unit { players: [a, b], score, games: 1 });
    }
}

/// A line-up in the table.
struct Line {
    number: usize,
    bouts: Trinomial,
    rating: Option<Rating>,
}

struct Results<'a> {
    scenario: &'a Scenario,
    contest: &'a Contest,
    args: &'a RobotsContestArgs,
    contested: &'a Contested,
}

impl Results<'_> {
    /// The best first.
    fn lines(&self) -> Vec<Line> {
        let n = self.args.lineups.len();
        let ratings = ratings(n, &self.contested.units, None);
        let mut lines: Vec<Line> = (0..n)
            .map(|number| {
                let mut bouts = Trinomial::default();
                for met in &self.contested.cross[number] {
                    bouts.wins += met.wins;
                    bouts.draws += met.draws;
                    bouts.losses += met.losses;
                }
                Line { number, bouts, rating: ratings[number] }
            })
            .collect();
        lines.sort_by(|a, b| {
            let by_score = b.bouts.score().total_cmp(&a.bouts.score());
            by_score.then(a.number.cmp(&b.number))
        });
        lines
    }

    fn name(&self, line: &Line) -> String {
        self.args.lineups[line.number].to_string()
    }

    fn text(&self) -> String {
        let lines = self.lines();
        let bouts: u64 = lines.iter().map(|line| line.bouts.games()).sum::<u64>() / 2;
        let mut text = format!(
            "{}, {}: {} line-ups, {bouts} bouts of two runs with the sides changed, seed {}\n\n",
            self.scenario.name(),
            self.contest.kind.name(),
            lines.len(),
            self.args.seed
        );
        let head = ["", "line-up", "bouts", "won", "drawn", "lost", "%", "±", "made", "±", "given"];
        let head = head.into_iter().chain(["±", "Elo", "±"]);
        let mut rows = vec![head.map(String::from).collect::<Vec<_>>()];
        for (place, line) in (1..).zip(&lines) {
            let Trinomial { wins, draws, losses } = line.bouts;
            let mut row = vec![place.to_string(), self.name(line)];
            row.extend([line.bouts.games(), wins, draws, losses].map(|n| n.to_string()));
            let score = line.bouts.counts().score();
            row.push(score.map_or("-".into(), |score| format!("{:.1}", 100.0 * score.mid)));
            row.push(score.map_or("-".into(), |score| format!("{:.1}", 100.0 * score.error())));
            for mean in [&self.contested.made[line.number], &self.contested.given[line.number]] {
                row.push(format!("{:.2}", mean.mean()));
                row.push(mean.error().map_or("-".into(), |error| format!("{error:.2}")));
            }
            row.extend(match line.rating {
                Some(Rating { elo, error }) => {
                    [format!("{:+.0}", elo.round() + 0.0), format!("{error:.0}")]
                }
                None => ["-".into(), "-".into()],
            });
            rows.push(row);
        }
        text += &columns(&rows);
        text += "\nscore of the row against the column\n\n";
        text += &columns(&self.cross(&lines));
        text += "\nmade: points a run as the team of the contest; given: those of others against it; \
                 ± is half of a 95 % interval\n";
        if lines.iter().any(|line| line.rating.is_none()) {
            text += "no Elo (-) where no score says by how much: after wins or losses alone\n";
        }
        text
    }

    fn cross(&self, lines: &[Line]) -> Vec<Vec<String>> {
        let mut head = vec![String::new(), "line-up".into()];
        head.extend((1..=lines.len()).map(|place| place.to_string()));
        let mut rows = vec![head];
        for (place, line) in (1..).zip(lines) {
            let mut row = vec![place.to_string(), self.name(line)];
            row.extend(lines.iter().map(|other| {
                let met = self.contested.cross[line.number][other.number];
                match met.games() {
                    0 => "-".into(),
                    n => format!("{:.1}/{n}", met.score()),
                }
            }));
            rows.push(row);
        }
        rows
    }

    fn json(&self) -> Value {
        let mean = |mean: &Mean| json!({ "mean": mean.mean(), "error": mean.error() });
        let standings: Vec<Value> = self
            .lines()
            .iter()
            .map(|line| {
                json!({
                    "lineup": self.name(line),
                    "bouts": line.bouts,
                    "score": line.bouts.counts().score(),
                    "made": mean(&self.contested.made[line.number]),
                    "given": mean(&self.contested.given[line.number]),
                    "rating": line.rating,
                })
            })
            .collect();
        let n = self.args.lineups.len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let meetings: Vec<Value> = pairs
            .map(|(a, b)| {
                let name = |i: usize| self.args.lineups[i].to_string();
                json!({ "lineups": [name(a), name(b)], "bouts": self.contested.cross[a][b] })
            })
            .collect();
        json!({
            "scenario": self.scenario.name(),
            "contest": self.contest.kind.name(),
            "seed": self.args.seed,
            "standings": standings,
            "meetings": meetings,
        })
    }
}

/// Aligned with blanks: names to the left, all else to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, width))| match column {
            1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
