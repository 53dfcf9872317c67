//! Solving and learning whose work is done by an [`Executor`], as contests have their games played.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use henge::erased::BotError;
use henge::learn::training::{Players, PlayersError};
use henge::{PartFound, PartOrder, PartSolvers, Playable};

use crate::executor::Executor;
use crate::order::{Course, Done, Order, PartJob, SelfPlayJob, from_hex, other_kind, to_hex};

/// Has the parts of a proof solved by an executor.
pub struct PartsElsewhere<'a> {
    /// The game.
    pub game: &'a Playable,
    /// Who solves them.
    pub executor: &'a dyn Executor,
}

impl PartSolvers for PartsElsewhere<'_> {
    fn solve(
        &self,
        next: &mut (dyn FnMut() -> Option<Option<PartOrder>> + Send),
        found: &mut dyn FnMut(PartFound),
        stop: &AtomicBool,
    ) -> Result<(), BotError> {
        let name = self.game.rules().name();
        let job = |PartOrder { number, position, nodes }| {
            Order::Part(PartJob { number, game: name.into(), position, nodes })
        };
        let mut orders = std::iter::from_fn(|| next().map(|part| part.map(job)));
        let done = self.executor.run(self.game, &mut orders, stop, &mut |done| {
            let Done::Part(part) = done else { return Err(other_kind()) };
            found(PartFound { number: part.number, points: part.points, nodes: part.nodes });
            Ok(ControlFlow::Continue(()))
        });
        done.map_err(|error| BotError::Outside(error.to_string()))
    }
}

/// Has the games of a training played by an executor.
pub struct PlayersElsewhere<'a> {
    /// The game.
    pub game: &'a Playable,
    /// What is learned, and how.
    pub course: Course,
    /// Who plays.
    pub executor: &'a dyn Executor,
}

/// The number of blocks in which a round is played, if it has enough games: each of them carries what was learned so far.
const BLOCKS: u64 = 256;

impl Players for PlayersElsewhere<'_> {
    fn play(
        &mut self,
        checkpoint: &[u8],
        games: u64,
        stop: &AtomicBool,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Vec<Vec<u8>>>, PlayersError> {
        let (name, checkpoint) = (self.game.rules().name(), to_hex(checkpoint));
        let each = games.div_ceil(BLOCKS).max(1);
        let n_blocks = games.div_ceil(each);
        let block = |number: u64| number * each..((number + 1) * each).min(games);
        let job = |number| {
            let (course, checkpoint) = (self.course.clone(), checkpoint.clone());
            let job =
                SelfPlayJob { number, game: name.into(), course, checkpoint, games: block(number) };
            Some(Order::SelfPlay(job))
        };
        let (mut blocks, mut played) = (BTreeMap::new(), 0);
        let ran = self.executor.run(self.game, &mut (0..n_blocks).map(job), stop, &mut |answer| {
            let Done::SelfPlay(answer) = answer else { return Err(other_kind()) };
            let range = block(answer.number);
            played += range.end - range.start;
            done(played);
            blocks.insert(answer.number, answer.games);
            Ok(ControlFlow::Continue(()))
        });
        let fault = |error: &dyn std::fmt::Display| PlayersError(error.to_string());
        ran.map_err(|error| fault(&error))?;
        if stop.load(SeqCst) || blocks.len() as u64 != n_blocks {
            return Ok(None);
        }
        let bytes = blocks.values().map(|games| from_hex(games)).collect::<Option<Vec<_>>>();
        bytes.map(Some).ok_or_else(|| fault(&"a worker has sent games that cannot be read"))
    }
}
