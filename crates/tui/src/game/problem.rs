//! A problem on the board: one move is asked for and judged, and kept.

use henge::problems::{self, Attempt, MOST_GRADE, Problem};
use henge::{Registry, Turn};
use henge_store::Change;

use super::GameRoom;
use crate::app::Shared;
use crate::play::Play;

/// What is asked.
pub(super) struct Question {
    /// The game's short name.
    slug: String,
    problem: Problem,
    /// What is asked, in words.
    pub words: String,
    /// Nobody has answered yet.
    pub is_open: bool,
}

/// The next problem of a game for whoever sits here.
fn next(slug: &str, shared: &Shared) -> Result<Problem, String> {
    let set = problems::shipped(slug);
    // Without a place for results the problems come in their order.
    let known = shared.shelf.for_reading().and_then(|store| store.attempts(slug));
    let known: Vec<Attempt> = known.unwrap_or_default().into_iter().map(Attempt::from).collect();
    match problems::next(&set, &known) {
        Some(problem) => Ok(problem.clone()),
        None => {
            let games: Vec<&str> = problems::games().collect();
            Err(format!("there are no problems of {slug}; there are {}", games.join(", ")))
        }
    }
}

/// The position of a problem, to be played at.
fn laid_out(problem: &Problem, games: &Registry) -> Result<Play, String> {
    let game = games.game_of_stranger(&problem.game, None).map_err(|error| error.to_string())?;
    let table = problem.table(&**game.rules())?;
    Ok(Play::looked_at(game, table))
}

impl GameRoom {
    /// The room with the next problem of a game.
    pub fn problem(slug: &str, shared: &Shared) -> Result<GameRoom, String> {
        let problem = next(slug, shared)?;
        let play = laid_out(&problem, &shared.games)?;
        let Turn::Player(mover) = play.sitting().turn() else {
            return Err("nobody is to move in this problem".into());
        };
        let said = format!("grade {} of {MOST_GRADE}", problem.grade());
        let words = problem.question(&**play.game.rules(), mover).trim_end_matches('.').into();
        let question = Question { slug: slug.into(), problem, words, is_open: true };
        let mut room = GameRoom::asking(play, Some(question), shared);
        room.say(said);
        Ok(room)
    }

    /// The next problem, once this one was answered.
    pub(super) fn next_problem(&self, shared: &Shared) -> Option<Result<GameRoom, String>> {
        let question = self.question.as_ref().filter(|question| !question.is_open)?;
        Some(GameRoom::problem(&question.slug, shared))
    }

    /// Judges the move that was just made, if one was asked for.
    pub(super) fn judge_answer(&mut self, shared: &Shared) {
        let Some(played) = self.play.sitting().table().history().into_iter().next() else { return };
        let is_right = self.question.as_ref().is_some_and(|asked| asked.problem.best == played);
        self.close_question(is_right, if is_right { "Right: " } else { "No: " }, shared);
    }

    /// Tells the solution, and whether it was found; nothing if there is no open question.
    pub(super) fn close_question(&mut self, is_right: bool, word: &str, shared: &Shared) {
        let Some(asked) = self.question.as_mut().filter(|asked| asked.is_open) else { return };
        asked.is_open = false;
        let (game, problem) = (asked.slug.clone(), asked.problem.id());
        let answer = format!("{word}{}", asked.problem.answer());
        let change = Change::Attempt { game, problem, is_right };
        let kept = shared.shelf.for_writing().and_then(|store| store.write_now(change));
        match (kept, is_right) {
            (Err(error), _) => self.fail(format!("{answer} The result is not kept: {error}")),
            (Ok(()), true) => self.say(answer.trim_end_matches('.')),
            (Ok(()), false) => self.fail(answer),
        }
    }
}
