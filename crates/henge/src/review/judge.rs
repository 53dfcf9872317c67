//! What the analyst makes of one position.

use std::sync::atomic::AtomicBool;

use henge_core::erased::{DynMatch, Task, Thought};
use henge_core::{Limits, Player, Turn, Worth};

use super::{Choice, Loss, Mark, Reviewed};
use crate::{Analyst, Chair, Playable};

/// So many lines are asked for where no dice fall: the move that was played is most often among them.
const N_LINES: usize = 3;

pub(super) struct Judge<'a> {
    game: &'a Playable,
    analyst: Analyst,
    chair: Chair,
    quick: Option<Chair>,
    limits: Limits,
    stop: &'a AtomicBool,
    n_lines: usize,
}

/// A position with what was found out about it.
pub(super) struct Judged {
    pub turn: Turn,
    n_moves: usize,
    doubling: bool,
    thought: Thought,
    /// Of a game that is over.
    end: Option<Worth>,
}

impl<'a> Judge<'a> {
    pub fn new(
        game: &'a Playable,
        bot: Option<&str>,
        limits: Limits,
        stop: &'a AtomicBool,
    ) -> Result<Self, String> {
        let analyst = game.analyst();
        let mut chair = Chair::new(bot.unwrap_or(analyst.bot), 1);
        chair.prepare(game).map_err(|error| error.to_string())?;
        let quick = analyst.quick.filter(|_| game.rules().has_chance());
        // What a play with dice is worth only its own line says: afterwards nobody is to move.
        let n_lines = if game.rules().has_chance() { usize::MAX } else { N_LINES };
        Ok(Judge {
            game,
            chair,
            quick: quick.map(|bot| Chair::new(bot, 1)),
            limits,
            stop,
            n_lines,
            analyst,
        })
    }

    /// Judges a position.
    pub fn judge(&mut self, table: &dyn DynMatch) -> Result<Judged, String> {
        let turn = table.turn();
        let moves = if let Turn::Player(_) = turn { table.moves() } else { Vec::new() };
        let doubling = moves.iter().any(|mv| self.analyst.doubling.contains(&mv.text.as_str()));
        let mut judged =
            Judged { turn, n_moves: moves.len(), doubling, thought: Thought::default(), end: None };
        match turn {
            Turn::Over(outcome) => judged.end = Some(Worth::at_end(outcome)),
            Turn::Chance => {}
            Turn::Player(_) => {
                let question = Task::new(self.limits).lines(self.n_lines).stop(self.stop).worth();
                judged.thought = self.chair.think(self.game, table, question)?;
            }
        }
        Ok(judged)
    }

    /// How lucky a roll was for whoever moves with it; `None` where different rolls give the move to different
    /// players, as the first one may.
    pub fn luck(&mut self, table: &dyn DynMatch, roll: &str) -> Result<Option<Loss>, String> {
        let Some(quick) = &mut self.quick else { return Ok(None) };
        let mut mover = None;
        let (mut mean, mut sum, mut own) = (0.0, 0.0, None);
        for view in table.moves() {
            let (Some(chance), mut next) = (view.probability, table.fork()) else {
                return Ok(None);
            };
            next.play(&view.text).map_err(|error| error.to_string())?;
            let Turn::Player(player) = next.turn() else { return Ok(None) };
            if *mover.get_or_insert(player) != player {
                return Ok(None);
            }
            let task = Task::new(Limits::NONE).stop(self.stop).worth();
            let thought = quick.think(self.game, &*next, task)?;
            let Some(worth) = thought.worth(0, player) else { return Ok(None) };
            let value = value(&worth, player);
            mean += f64::from(chance) * value.value();
            sum += f64::from(chance);
            if view.text == roll {
                own = Some(value);
            }
        }
        Ok(own.filter(|_| sum > 0.0).map(|own| match own {
            Loss::Points(own) => Loss::Points(own - mean / sum),
            other => Loss::Match(other.value() - mean / sum),
        }))
    }
}

/// What a position is worth to a player, in what losses are counted where dice fall.
fn value(worth: &Worth, player: Player) -> Loss {
    match worth.amount_for(player) {
        Some(points) => Loss::Points(points),
        None => Loss::Match(worth.for_player(player)),
    }
}

impl Judged {
    pub fn mover(&self) -> Option<Player> {
        match self.turn {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }

    /// The move that should be made.
    pub fn best(&self) -> Option<&str> {
        self.thought.best()
    }

    /// What the position is worth.
    pub fn worth(&self) -> Option<Worth> {
        self.end.or_else(|| self.thought.worth(0, self.mover()?))
    }

    /// Looks back from the position after a move at the choice that was made here; `last` is what the game was worth
    /// before.
    pub fn look_back(
        &self,
        played: &str,
        after: &Judged,
        game: &Playable,
        last: Option<Worth>,
    ) -> Reviewed {
        let mut seen = Reviewed {
            ply: 0,
            number: None,
            played: played.into(),
            mover: self.mover(),
            choice: Choice::None,
            worth: after.worth(),
            better: Vec::new(),
            better_worth: None,
            loss: None,
            mark: None,
            why: Vec::new(),
            luck: None,
        };
        let Some(mover) = seen.mover else {
            // A roll: who moves with it knows more than before.
            seen.worth = after.worth().or(last);
            return seen;
        };
        let chance = game.rules().has_chance();
        let lines = &self.thought.lines;
        let place = lines.iter().position(|line| line.moves.first().is_some_and(|mv| mv == played));
        let of_line = |place: usize| self.thought.worth(place, mover);
        // With dice only the line itself says what the play is worth.
        let own = match place {
            Some(place) if chance => of_line(place).or(after.end),
            _ => after.worth().or_else(|| of_line(place?)),
        };
        seen.worth = own.or(last).filter(|_| after.end.is_none()).or(after.end);
        if self.n_moves < 2 {
            return seen;
        }
        seen.choice = if self.doubling { Choice::Stakes } else { Choice::Move };
        let Some(best) = of_line(0) else { return seen };
        seen.better_worth = Some(best);
        // If both were looked at by one search, it compares them better than two searches of positions apart.
        let compared = place.and_then(of_line).or(own);
        let Some(compared) = compared else { return seen };
        let loss = |worse: &Worth| loss(&best, worse, mover, chance);
        let lost = match place {
            Some(0) => loss(&best),
            _ => loss(&compared),
        };
        seen.loss = Some(lost);
        seen.mark = lost.mark();
        if lost.value() > 0.0 && place != Some(0) {
            seen.better = lines[0].moves.clone();
        }
        let next = of_line(1).map(|next| loss(&next));
        let stands_out = next.and_then(Loss::mark).is_some_and(|mark| mark >= Mark::Mistake);
        if place == Some(0) && stands_out {
            seen.mark = Some(Mark::Only);
        }
        seen
    }
}

/// What it costs to have the worse one of two results.
fn loss(best: &Worth, worse: &Worth, mover: Player, chance: bool) -> Loss {
    let expected = (best.for_player(mover) - worse.for_player(mover)).max(0.0);
    match (chance, best.amount_for(mover), worse.amount_for(mover)) {
        (false, ..) => Loss::Expected(expected),
        (true, Some(best), Some(worse)) => Loss::Points((best - worse).max(0.0)),
        (true, ..) => Loss::Match(expected),
    }
}
