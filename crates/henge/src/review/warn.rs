//! A tutor that warns: what a move costs, said before it is final.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge_core::erased::DynMatch;
use henge_core::{Limits, Turn, Worth};

use super::judge::Judge;
use super::reasons;
use crate::Playable;

/// So long the position before a move is looked at, and the one after it.
const TIME: Duration = Duration::from_millis(400);

/// A move that costs more than was agreed on.
#[derive(Clone, PartialEq, Debug)]
pub struct Warning {
    /// The move, as the game writes it.
    pub played: String,
    /// What it costs of the expected result, which goes from 0 to 1.
    pub loss: f64,
    /// The line that would be better.
    pub better: Vec<String>,
    /// What that is worth.
    pub better_worth: Worth,
    /// What the game is worth after the move.
    pub worth: Worth,
    /// All of it in sentences, with the reasons.
    pub sentences: Vec<String>,
}

/// Says whether a move costs at least that many percent of the expected result. `bot` judges in the place of the
/// game's analyst. Nothing is said of a move that is not legal, of the only one, or where nobody knows.
pub fn warning(
    game: &Playable,
    table: &dyn DynMatch,
    mv: &str,
    (percent, bot): (u32, Option<&str>),
    stop: &AtomicBool,
) -> Result<Option<Warning>, String> {
    let mut next = table.fork();
    let Turn::Player(mover) = table.turn() else { return Ok(None) };
    if next.play(mv).is_err() {
        return Ok(None);
    }
    let Some(played) = next.history().pop() else { return Ok(None) };
    let mut judge = Judge::new(game, bot, Limits::time(TIME), stop)?;
    let before = judge.judge(table)?;
    // The best move, or the only one: there is nothing to look at once more.
    if before.best() == Some(played.as_str()) || table.moves().len() < 2 {
        return Ok(None);
    }
    let after = judge.judge(&*next)?;
    let seen = before.look_back(&played, &after, game, None);
    let (Some(best), Some(worth)) = (seen.better_worth, seen.worth) else { return Ok(None) };
    let loss = best.for_player(mover) - worth.for_player(mover);
    let marked = seen.loss.is_some_and(|loss| loss.value() > 0.0);
    let Some(better) = seen.better.first().filter(|_| marked && 100.0 * loss >= f64::from(percent))
    else {
        return Ok(None);
    };
    let players = &game.rules().about().players;
    let mut sentences = vec![format!(
        "{played} costs {:.0} % of the expected result: {}. With {better}: {}.",
        100.0 * loss,
        worth.in_words(players),
        best.in_words(players)
    )];
    sentences.extend(reasons(game, table, &played, Some(better)));
    Ok(Some(Warning { played, loss, better: seen.better, better_worth: best, worth, sentences }))
}

/// Warns once of each move that costs too much: who plays it again at the same place means it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tutor {
    /// What a move may cost before something is said, in percent of the expected result.
    percent: u32,
    /// Where, and of which move, something was said last.
    said: Option<(u64, usize, String)>,
}

impl Tutor {
    /// Warns of moves that cost that many percent of the expected result, 1 at least.
    pub fn new(percent: u32) -> Tutor {
        Tutor { percent: percent.clamp(1, 100), said: None }
    }

    /// What a move may cost before something is said.
    pub fn percent(&self) -> u32 {
        self.percent
    }

    /// Was this move warned of, so that it is final now? Otherwise it is to be looked at.
    pub fn is_meant(&self, table: &dyn DynMatch, mv: &str) -> bool {
        let Some((key, ply, said)) = &self.said else { return false };
        let mut next = table.fork();
        let same = next.play(mv).is_ok() && next.history().last() == Some(said);
        same && (*key, *ply) == (table.key(), table.ply())
    }

    /// The warning, if the move costs too much and nothing was said of it yet.
    pub fn look(
        &mut self,
        game: &Playable,
        table: &dyn DynMatch,
        mv: &str,
        stop: &AtomicBool,
    ) -> Result<Option<Warning>, String> {
        if self.is_meant(table, mv) {
            return Ok(None);
        }
        let found = warning(game, table, mv, (self.percent, None), stop)?;
        self.note(table, found.as_ref());
        Ok(found)
    }

    /// Something was said, or nothing, of a move at this place.
    pub fn note(&mut self, table: &dyn DynMatch, found: Option<&Warning>) {
        self.said = found.map(|found| (table.key(), table.ply(), found.played.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warned(game: &str, moves: &str, mv: &str) -> Option<Warning> {
        let game = crate::game(game).expect("a game");
        let mut table = game.rules().start();
        moves.split(' ').filter(|mv| !mv.is_empty()).for_each(|mv| table.play(mv).expect(mv));
        warning(&game, &*table, mv, (10, None), &AtomicBool::new(false)).expect("an answer")
    }

    #[test]
    fn a_move_that_loses_is_told_with_its_reason() {
        let found = warned("tic-tac-toe", "a1 b2 c1", "a3").expect("a warning");
        assert_eq!((found.loss, found.better[0].as_str()), (0.5, "b1"));
        let costs = "a3 costs 50 % of the expected result: X wins in";
        assert!(found.sentences[0].starts_with(costs), "{:?}", found.sentences);
        assert!(found.sentences[0].ends_with(" With b1: draw."), "{:?}", found.sentences);
        assert_eq!(
            found.sentences[1..],
            [
                "a3 lets X win at once with b1.",
                "b1 blocks X, who threatened to win there.",
                "It threatens to win with b3.",
            ]
        );
        assert_eq!(warned("tic-tac-toe", "a1 b2 c1", "b1"), None);
        assert_eq!(warned("tic-tac-toe", "a1 b2 c1", "z9"), None);
        // The first move loses nothing anywhere.
        assert_eq!(warned("tic-tac-toe", "", "b1"), None);
    }

    #[test]
    fn who_plays_it_again_means_it() {
        let game = crate::game("tic-tac-toe").expect("a game");
        let mut table = game.rules().start();
        ["a1", "b2", "c1"].iter().for_each(|mv| table.play(mv).expect("a move"));
        let (mut tutor, stop) = (Tutor::new(10), AtomicBool::new(false));
        let mut says = |table: &dyn DynMatch, mv: &str| {
            tutor.look(&game, table, mv, &stop).expect("an answer").is_some()
        };
        assert!(says(&*table, "a3"));
        assert!(says(&*table, "c3"), "another move is another warning");
        assert!(!says(&*table, "c3"));
        assert!(!says(&*table, "b1"));
        assert!(says(&*table, "c3"), "something else was thought of between");
    }
}
