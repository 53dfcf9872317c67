//! How strong what was learned is, by games against a fixed opponent.

use std::io::Write;

use henge::Playable;
use henge::bots::learning::Plan;
use henge::core::spec::Spec;
use henge_arena::stats::{Hypotheses, Interval, Scale, Verdict, elo_of_score};
use henge_arena::{Openings, Threads, run_contest};
use serde_json::{Value, json};

use crate::args::TrainArgs;
use crate::fault::Fault;
use crate::output::progress;
use crate::setup;

/// The opponent and the games against him.
pub struct Gauge {
    contest: henge_arena::Plan,
    depth: u32,
    threads: usize,
}

/// What games have shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    games: u64,
    score: Interval,
    /// What a sequential test says, where there is one and it has come to an end.
    pub passed: Option<bool>,
}

impl Strength {
    /// The share of the points.
    pub fn score(self) -> f64 {
        self.score.mid
    }

    pub fn in_words(self) -> String {
        let elo = match elo_of_score(self.score.mid) {
            elo if elo.is_finite() => format!(" ({:+.0} Elo)", elo.round() + 0.0),
            _ => String::new(),
        };
        let (score, error) = (100.0 * self.score.mid, 100.0 * self.score.error());
        format!("{score:.1} % ± {error:.1}{elo}")
    }

    pub fn json(self) -> Value {
        json!({
            "games": self.games, "score": self.score.mid, "score_error": self.score.error(),
            "elo": Some(elo_of_score(self.score.mid)).filter(|elo| elo.is_finite()),
            "passed": self.passed,
        })
    }
}

impl Gauge {
    /// As the arguments describe it; a wrong opponent is found before anything is learned.
    pub fn new(args: &TrainArgs, game: &Playable, plan: &Plan) -> Result<Gauge, Fault> {
        let depth = args.measure_depth.unwrap_or(plan.depth);
        let against = match &args.against {
            Some(bot) => bot.clone(),
            None => Spec::new("alphabeta").with("depth", depth).to_string(),
        };
        if args.measure > 0 {
            game.bot(&against)?;
        }
        let hypotheses =
            |(low, high)| Hypotheses { low, high, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
        let sprt = args.stop_sprt.map(hypotheses);
        if let Some(test) = &sprt {
            test.check().map_err(|error| Fault::Call(error.to_string()))?;
        }
        let contest = henge_arena::Plan {
            game: args.game.clone(),
            players: vec![String::new(), against],
            games: args.measure.next_multiple_of(2),
            openings: Openings::Random { plies: plan.opening.min(4) },
            // Other openings than those it has learned with.
            seed: henge::core::mix64(args.seed ^ 0x6d65_6173_7572_6521),
            sprt,
            ..henge_arena::Plan::default()
        };
        Ok(Gauge { contest, depth, threads: setup::threads(args.threads) })
    }

    /// The opponent.
    pub fn against(&self) -> &str {
        &self.contest.players[1]
    }

    /// Lets what was learned play; nothing if nobody asked for it, or it was stopped.
    pub fn measure(&self, bytes: &[u8]) -> Result<Option<Strength>, Fault> {
        if self.contest.games == 0 {
            return Ok(None);
        }
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(bytes)?;
        let mut contest = self.contest.clone();
        let learned = Spec::new("trained").with("weights", file.path().display());
        contest.players[0] = learned.with("depth", self.depth).to_string();
        let bar = progress("measuring");
        let report = run_contest(
            &contest,
            &henge::Registry::standard(),
            &Threads(self.threads),
            None,
            setup::stop_flag(),
            &mut |event| {
                bar.set_message(format!("{} games", event.done));
            },
        );
        bar.finish_and_clear();
        let report = report.map_err(|error| Fault::Data(error.to_string()))?;
        let pairs = report.table.pairs_of(0, 1);
        let passed = report.sprt.and_then(|sprt| match sprt.verdict {
            Verdict::Open => None,
            verdict => Some(verdict == Verdict::Accepted),
        });
        let strength = |score| Strength { games: 2 * pairs.pairs(), score, passed };
        Ok(pairs.counts().score().map(strength))
    }
}
