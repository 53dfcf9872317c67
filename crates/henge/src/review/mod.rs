//! A whole game looked through: what each move has cost, where the game turned, how well either side has played.
//!
//! Every front end shows this review; none has one of its own. Positions are judged by the game's
//! [`Analyst`](crate::Analyst), and what scores mean comes from the same [`Worth`] as everywhere.
//!
//! **Loss.** What a move has cost is the difference between the result that the best move promises and the one that
//! the move promises, in points of a hundred (1 for a certain win, 1/2 for a draw, 0 for a loss). Where dice fall and
//! the players count points, it is the difference of equities. If the move is among the lines that the engine has
//! looked at, both come from one search; otherwise the position after the move is judged as all others are.
//!
//! **Marks.** A decision is a move of somebody who had a choice.
//!
//! | mark | loss of expected result | with dice, in points of equity | in a match, in chances to win it |
//! |---|---|---|---|
//! | `?!` | 5 % | 0.04 | 2 % |
//! | `?` | 10 % | 0.08 | 4 % |
//! | `??` | 20 % | 0.16 | 8 % |
//! | `!` | the best move, where the next best one loses as much as `?` | | |
//!
//! **Turning points** are the moves marked `??`, and those marked `?` after which the other side was ahead or the game
//! was level: never a move without a mark.
//!
//! **Accuracy** is the mean over a player's decisions of `100 · exp(-loss / L)`, where `L` is the loss of `??`: 100 for
//! the best move, 78 for a move that is just `?!`, 37 for one that is just `??`.
//!
//! **Luck** of a roll is what the position was worth after it, less the mean over all rolls.

mod html;
mod json;
mod judge;
mod text;
mod warn;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use henge_core::erased::DynMatch;
use henge_core::{Limits, Outcome, Player, Turn, Worth};

use crate::Playable;
use judge::{Judge, Judged};

pub use html::html;
pub use json::json;
pub use text::{choice_word, text};
pub use warn::{Tutor, Warning, warning};

/// By default a position takes this long.
pub const DEFAULT_TIME: Duration = Duration::from_millis(300);

/// What is to be looked through, and how.
pub struct ReviewTask<'a> {
    /// What may be spent on one position.
    pub limits: Limits,
    /// Another bot than the game's own analyst.
    pub bot: Option<&'a str>,
    /// Set from outside to end the review: what was seen so far is handed back.
    pub stop: &'a AtomicBool,
    /// Called with every move that was judged, in order.
    pub progress: &'a mut dyn FnMut(&Reviewed),
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The only good move, and it was found.
    Only,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 4] = [Mark::Only, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// What stands behind the move.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Only => "!",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark in a word.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Only => "only move",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// How much a move has cost, and in what.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Loss {
    /// Of the expected result, which goes from 0 to 1.
    Expected(f64),
    /// Points of equity.
    Points(f64),
    /// Of the chance to win a match, which goes from 0 to 1.
    Match(f64),
}

impl Loss {
    /// How many times the loss of a `??` it is.
    fn share(self) -> f64 {
        match self {
            Loss::Expected(loss) => loss / 0.2,
            Loss::Points(loss) => loss / 0.16,
            Loss::Match(loss) => loss / 0.08,
        }
    }

    /// The number, in its own unit.
    pub fn value(self) -> f64 {
        match self {
            Loss::Expected(loss) | Loss::Points(loss) | Loss::Match(loss) => loss,
        }
    }

    /// `7 %`, `0.045 points`.
    pub fn in_words(self) -> String {
        match self {
            Loss::Expected(loss) => format!("{:.0} %", 100.0 * loss),
            Loss::Match(loss) => format!("{:.1} %", 100.0 * loss),
            Loss::Points(loss) => format!("{loss:.3} points"),
        }
    }

    /// The mark of a move that costs as much.
    pub fn mark(self) -> Option<Mark> {
        // What is a hair's breadth below a bound is a matter of rounding.
        match self.share() + 1e-9 {
            share if share >= 1.0 => Some(Mark::Blunder),
            share if share >= 0.5 => Some(Mark::Mistake),
            share if share >= 0.25 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    fn accuracy(self) -> f64 {
        100.0 * (-self.share()).exp()
    }
}

/// One move of a game, or one roll.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// Which ply, counted from 1.
    pub ply: usize,
    /// The number that the players give to the move; dice have none.
    pub number: Option<usize>,
    /// What was played.
    pub played: String,
    /// Who made it; nobody a roll.
    pub mover: Option<Player>,
    /// Had the player a choice?
    pub choice: Choice,
    /// What the position was worth after it.
    pub worth: Option<Worth>,
    /// The line that should have been played; empty if nothing better was found.
    pub better: Vec<String>,
    /// What that is worth.
    pub better_worth: Option<Worth>,
    /// What the move has cost; `None` for rolls, forced moves, and where nobody knows.
    pub loss: Option<Loss>,
    /// How good it was, if that is worth a mark.
    pub mark: Option<Mark>,
    /// What the move does, and then what the better one does, in sentences; only of moves with a mark.
    pub why: Vec<String>,
    /// For a roll: how much luck it was for whoever moves with it, in points or in expected result.
    pub luck: Option<Loss>,
}

/// What somebody could decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Nothing.
    None,
    /// A move.
    Move,
    /// About the stakes: to double, to take.
    Stakes,
}

/// How one side has played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Side {
    /// Moves with a choice that were judged.
    pub n_decisions: usize,
    /// From 0 to 100; `None` without a decision.
    pub accuracy: Option<f64>,
    /// How many moves have each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; 4],
    /// What all moves together have cost.
    pub lost: f64,
    /// What decisions about the stakes have cost, which is part of it, and how many there were.
    pub lost_by_stakes: (f64, usize),
    /// The luck of all rolls; `None` where no dice fall.
    pub luck: Option<f64>,
}

impl Side {
    /// What a decision costs on the average, in thousandths.
    pub fn error_rate(&self) -> Option<f64> {
        (self.n_decisions > 0).then(|| 1000.0 * self.lost / self.n_decisions as f64)
    }
}

/// A game that was looked through.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// What the position was worth at the beginning.
    pub start: Option<Worth>,
    /// Every move and every roll that was judged.
    pub plies: Vec<Reviewed>,
    /// How either side has played.
    pub sides: [Side; 2],
    /// The plies that have turned the game, counted from 1.
    pub turning_points: Vec<usize>,
    /// Does it reach the last move, or was it stopped?
    pub is_whole: bool,
    /// How the board says that the game ended, if it does.
    pub outcome: Option<Outcome>,
}

/// Looks through the game that was played at a table.
pub fn review(
    game: &Playable,
    table: &dyn DynMatch,
    task: ReviewTask<'_>,
) -> Result<Review, String> {
    let mut table = table.fork();
    let moves = table.history();
    let movers: Vec<_> = (0..moves.len()).map(|ply| table.mover(ply)).collect();
    let numbers = game.rules().about().numbering.numbers(&movers);
    while table.undo().is_some() {}
    let mut judge = Judge::new(game, task.bot, task.limits, task.stop)?;
    let mut before = judge.judge(&*table)?;
    let mut review = Review {
        start: before.worth(),
        plies: Vec::new(),
        sides: Default::default(),
        turning_points: Vec::new(),
        is_whole: moves.is_empty(),
        outcome: None,
    };
    let mut last = review.start;
    for (ply, played) in (1..).zip(moves) {
        let luck = match table.turn() {
            Turn::Chance => judge.luck(&*table, &played)?,
            _ => None,
        };
        table.play(&played).map_err(|error| error.to_string())?;
        let after = judge.judge(&*table)?;
        if task.stop.load(Relaxed) {
            break;
        }
        let mut seen = before.look_back(&played, &after, game, last);
        (seen.ply, seen.number, seen.luck) = (ply, numbers[ply - 1], luck);
        if seen.mark.is_some() && table.undo().is_some() {
            seen.why = reasons(game, &*table, &played, seen.better.first());
            table.play(&played).map_err(|error| error.to_string())?;
        }
        last = seen.worth.or(last);
        review.note(&seen, &after);
        (task.progress)(&seen);
        review.plies.push(seen);
        before = after;
        review.is_whole = review.plies.len() == movers.len();
    }
    if let Turn::Over(outcome) = before.turn {
        review.outcome = Some(outcome);
    }
    review.finish();
    Ok(review)
}

/// What a move does, and what the better one would do.
fn reasons(
    game: &Playable,
    table: &dyn DynMatch,
    played: &str,
    better: Option<&String>,
) -> Vec<String> {
    /// The first sentences are the most important ones.
    const MOST: usize = 2;
    let of = |mv: &str| game.explain(table, mv).into_iter().take(MOST);
    of(played).chain(better.into_iter().flat_map(|mv| of(mv))).collect()
}

impl Review {
    /// Counts a move, or a roll.
    fn note(&mut self, seen: &Reviewed, after: &Judged) {
        if let (Some(luck), Turn::Player(lucky)) = (seen.luck, after.turn) {
            *self.sides[lucky.index()].luck.get_or_insert(0.0) += luck.value();
        }
        let (Some(mover), Some(loss)) = (seen.mover, seen.loss) else { return };
        let side = &mut self.sides[mover.index()];
        side.n_decisions += 1;
        side.lost += loss.value();
        if seen.choice == Choice::Stakes {
            side.lost_by_stakes.0 += loss.value();
            side.lost_by_stakes.1 += 1;
        }
        // The sum so far.
        *side.accuracy.get_or_insert(0.0) += loss.accuracy();
        if let Some(mark) = seen.mark {
            side.marks[mark as usize] += 1;
        }
        let was = seen.better_worth.map(|worth| worth.for_player(mover));
        let is = seen.worth.map(|worth| worth.for_player(mover));
        let turned =
            was.zip(is).is_some_and(|(was, is)| was > 0.5 && is <= 0.5 || was >= 0.5 && is < 0.5);
        let turns = match seen.mark {
            Some(Mark::Blunder) => true,
            Some(Mark::Mistake) => turned,
            _ => false,
        };
        if turns {
            self.turning_points.push(seen.ply);
        }
    }

    fn finish(&mut self) {
        for side in &mut self.sides {
            let n = side.n_decisions as f64;
            side.accuracy = side.accuracy.map(|sum| sum / n);
        }
    }

    /// How one side has played, in a sentence or two.
    pub fn about_side(&self, game: &Playable, player: Player) -> Vec<String> {
        let name = &game.rules().about().players[player.index()];
        text::about_side(name, &self.sides[player.index()], self)
    }

    /// How many moves of both sides have marks that complain.
    pub fn n_slips(&self) -> usize {
        self.sides.iter().map(|side| side.marks[1..].iter().sum::<usize>()).sum()
    }

    /// What is said about the turning points, in a sentence.
    pub fn verdict(&self) -> String {
        let n = self.turning_points.len();
        match (n, self.n_slips()) {
            (0, 0) => "Nobody let anything slip that counts.".into(),
            (0, 1) => "There is one slip, and it did not turn the game.".into(),
            (0, slips) => format!("There are {slips} slips, and none of them turned the game."),
            (1, _) => "One move turned the game.".into(),
            (n, _) => format!("{n} moves turned the game."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_the_documented_rule() {
        let mark = |loss: Loss| loss.mark().map_or("", Mark::sign);
        let expected = [0.0, 0.049, 0.05, 0.099, 0.1, 0.199, 0.2, 1.0];
        let signs = expected.map(|loss| mark(Loss::Expected(loss)));
        assert_eq!(signs, ["", "", "?!", "?!", "?", "?", "??", "??"]);
        assert_eq!(
            [0.039, 0.04, 0.08, 0.16].map(|loss| mark(Loss::Points(loss))),
            ["", "?!", "?", "??"]
        );
        assert_eq!([0.02, 0.04, 0.08].map(|loss| mark(Loss::Match(loss))), ["?!", "?", "??"]);
        assert_eq!(Loss::Expected(0.0).accuracy(), 100.0);
        assert!((Loss::Points(0.16).accuracy() - 36.8).abs() < 0.1);
    }
}
