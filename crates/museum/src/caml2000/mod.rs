//! The machine player of the chapter on two-player games in "Developing Applications With Objective Caml"
//! (Chailloux, Manoury and Pagano, 2000): alpha-beta over lists, for Connect Four and for Stonehenge.
//!
//! | file | subject |
//! |---|---|
//! | `alphabeta` | the functor `FAlphabeta0`: a game goes in, a player comes out |
//! | `connect_four` | `C4_rep` and `C4_eval` as listed |
//! | `stonehenge` | `Stone_rep` and `Stone_eval` as listed |
//!
//! Everything is as in the listing, its slips included. In Connect Four the evaluation looks at the four lowest
//! rows only where it looks along rows (the bounds of columns and rows are exchanged), and counts inner diagonals
//! twice. In Stonehenge the end of the game is looked for on the mover's account only, so that a player with eight
//! lines has not won before it is their turn again. Moves are tried in the order of the listing's lists, and of
//! equals the first is played.

mod alphabeta;
mod connect_four;
mod stonehenge;
#[cfg(test)]
mod tests;

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought, table_of};
use henge_core::spec::{Options, Param, Values};
use henge_core::{Match, Notation, Player, Score, ScoreKind, Turn};

use alphabeta::{Chapter, alphabeta};

/// The options by which the bot is named: `caml2000:depth=4`.
pub const PARAMS: &[Param] = &[Param::new(
    "depth",
    "4",
    Values::Int { min: 1, max: 20 },
    "plies looked ahead; the chapter takes 4",
)];

/// A game of the chapter as its listing has it, made from a table of henge's.
pub trait Listed: Notation + Sized {
    /// The listing's position.
    type Chapter: Chapter;

    /// The position of a table as the listing has it.
    fn listed(&self, pos: &Self::Position) -> Self::Chapter;

    /// The move that the listing's move is.
    fn legal(
        &self,
        pos: &Self::Position,
        mv: <Self::Chapter as Chapter>::Move,
    ) -> Option<Self::Move>;
}

/// The chapter's player at a table of one of its games.
pub struct Caml2000<G> {
    name: String,
    depth: i32,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G> Caml2000<G> {
    /// The bot as its options describe it.
    pub fn new(options: &Options) -> Self {
        let depth = options.int("depth").unwrap_or(4) as i32;
        Caml2000 { name: options.name(), depth, game: std::marker::PhantomData }
    }
}

impl<G: Listed> DynBot for Caml2000<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table: &Match<G> = table_of::<G>(table)?;
        let (game, pos) = (table.game(), table.position());
        let Turn::Player(player) = table.turn() else {
            return Err(BotError::NoDecision("the game is over"));
        };
        let level = game.listed(pos);
        let first = player == Player::First;
        let found = alphabeta(self.depth, first, &level, task.stop);
        let found = found.ok_or(BotError::NoDecision("no move is legal"))?;
        let mv = game.legal(pos, found.best).ok_or(BotError::NoDecision("no move is legal"))?;
        let own = if first { found.value } else { -found.value };
        let why = vec![format!(
            "The evaluation of the chapter is {} for the first player after {} plies; {} positions were \
             evaluated.",
            found.value, self.depth, found.evaluated
        )];
        Ok(Thought {
            lines: vec![Line {
                score: Some((Score::estimate(own.into()), ScoreKind::Estimate)),
                moves: vec![game.write_move(pos, mv)],
            }],
            depth: self.depth as u32,
            nodes: found.evaluated,
            why,
            ..Thought::default()
        })
    }
}
