//! The face every game shows to front ends, stores and arenas: one virtual call a *move*, none a
//! node. A bot downcasts the match to its [`Match<G>`] once and runs compiled for `G`.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::depict::{Hop, Piece};
use crate::{
    About, Board, Depict, Game, Limits, Match, NoMemory, Notation, NotationError, PlayError,
    Player, Scene, Score, ScoreKind, SiteId, Turn, perft,
};

/// The rules of some game. Made for every `G: Notation + Depict` by [`rules`].
pub trait DynGame: Send + Sync {
    /// The full name with all options: `hex:size=11,swap=false`.
    fn name(&self) -> &str;
    /// The game in words.
    fn about(&self) -> &About;
    /// The board, as data.
    fn board(&self) -> &Board;
    /// A match from the start.
    fn start(&self) -> Box<dyn DynMatch>;
    /// A match from the position that `text` describes.
    fn read(&self, text: &str) -> Result<Box<dyn DynMatch>, NotationError>;
    /// A match from the position in which these pieces stand and `player` is to move.
    fn compose(&self, pieces: &[Piece], player: Player)
    -> Result<Box<dyn DynMatch>, NotationError>;
    /// The `Arc<G>` inside.
    fn as_any(&self) -> &dyn Any;
}

/// A legal move, as front ends see it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveView {
    /// In the game's notation.
    pub text: String,
    /// The sites a hand touches.
    pub path: Vec<SiteId>,
    /// What it has done when some of them have been touched.
    pub hops: Vec<Hop>,
    /// Sets of steps that make it in any order.
    pub ways: Vec<Vec<Hop>>,
    /// The chance of a roll; `None` for a player's move.
    pub probability: Option<f32>,
}

/// A `Match<G>`: rules, position, and the moves that led to it.
pub trait DynMatch: Send + Sync {
    /// What the position waits for, repetition included.
    fn turn(&self) -> Turn;
    /// The legal moves or rolls; none when the game is over.
    fn moves(&self) -> Vec<MoveView>;
    /// Plays a move given as text.
    fn play(&mut self, mv: &str) -> Result<(), PlayError>;
    /// Takes the last move back and says which it was.
    fn undo(&mut self) -> Option<String>;
    /// Plays again what was taken back last.
    fn redo(&mut self) -> Option<String>;
    /// The moves so far.
    fn history(&self) -> Vec<String>;
    /// How many moves were played, rolls included.
    fn ply(&self) -> usize;
    /// How many moves were taken back and can be played again.
    fn n_undone(&self) -> usize;
    /// Whose move the n-th of `history` was; `None` for a roll.
    fn mover(&self, ply: usize) -> Option<Player>;
    /// The sites the last move touched.
    fn last_path(&self) -> Vec<SiteId>;
    /// The position now, as text.
    fn position(&self) -> String;
    /// The position now, as other programs write it.
    fn foreign_positions(&self) -> Vec<String>;
    /// The position the match began with, as text; `None` if it is the game's own start.
    fn setup(&self) -> Option<String>;
    /// What stands on the board.
    fn scene(&self) -> Scene;
    /// The key of the position.
    fn key(&self) -> u64;
    /// The number of move sequences of exactly `depth` plies from here; repetition ends none.
    fn perft(&self, depth: u32) -> u64;
    /// A copy.
    fn fork(&self) -> Box<dyn DynMatch>;
    /// The `Match<G>` inside.
    fn as_any(&self) -> &dyn Any;
}

/// A game with its name and its board, ready to be shown.
struct Rules<G> {
    name: String,
    about: About,
    board: Board,
    game: Arc<G>,
}

/// Gives a game its erased face.
pub fn rules<G: Notation + Depict>(
    name: impl Into<String>,
    about: About,
    game: Arc<G>,
) -> Arc<dyn DynGame> {
    Arc::new(Rules { name: name.into(), about, board: game.board(), game })
}

impl<G: Notation + Depict> DynGame for Rules<G> {
    fn name(&self) -> &str {
        &self.name
    }
    fn about(&self) -> &About {
        &self.about
    }
    fn board(&self) -> &Board {
        &self.board
    }
    fn start(&self) -> Box<dyn DynMatch> {
        Box::new(Match::new(Arc::clone(&self.game)))
    }
    fn read(&self, text: &str) -> Result<Box<dyn DynMatch>, NotationError> {
        let pos = self.game.read_position(text)?;
        Ok(Box::new(Match::from_position(Arc::clone(&self.game), pos)))
    }
    fn compose(
        &self,
        pieces: &[Piece],
        player: Player,
    ) -> Result<Box<dyn DynMatch>, NotationError> {
        let pos = self.game.compose(pieces, player)?;
        Ok(Box::new(Match::from_position(Arc::clone(&self.game), pos)))
    }
    fn as_any(&self) -> &dyn Any {
        &self.game
    }
}

impl<G: Notation + Depict> DynMatch for Match<G> {
    fn turn(&self) -> Turn {
        Match::turn(self)
    }
    fn moves(&self) -> Vec<MoveView> {
        let (game, pos) = (self.game(), self.position());
        let chance = Match::turn(self) == Turn::Chance;
        let view = |mv| MoveView {
            text: game.write_move(pos, mv),
            path: game.path(pos, mv),
            hops: game.hops(pos, mv),
            ways: game.ways(pos, mv),
            probability: chance.then(|| game.probability(pos, mv)),
        };
        Match::moves(self).into_iter().map(view).collect()
    }
    fn play(&mut self, mv: &str) -> Result<(), PlayError> {
        if let Turn::Over(_) = Match::turn(self) {
            return Err(PlayError::Over);
        }
        let mv = self.game().read_move(self.position(), mv)?;
        Match::play(self, mv)
    }
    fn undo(&mut self) -> Option<String> {
        let mv = Match::undo(self)?;
        Some(self.game().write_move(self.position(), mv))
    }
    fn redo(&mut self) -> Option<String> {
        Match::redo(self)?;
        let (before, mv) = Match::history(self).last()?;
        Some(self.game().write_move(before, *mv))
    }
    fn history(&self) -> Vec<String> {
        let write = |(pos, mv): &(G::Position, G::Move)| self.game().write_move(pos, *mv);
        Match::history(self).iter().map(write).collect()
    }
    fn ply(&self) -> usize {
        Match::history(self).len()
    }
    fn n_undone(&self) -> usize {
        Match::n_undone(self)
    }
    fn mover(&self, ply: usize) -> Option<Player> {
        match self.game().turn(&Match::history(self).get(ply)?.0) {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }
    fn last_path(&self) -> Vec<SiteId> {
        let last = Match::history(self).last();
        last.map(|(pos, mv)| self.game().path(pos, *mv)).unwrap_or_default()
    }
    fn position(&self) -> String {
        self.game().write_position(Match::position(self))
    }
    fn foreign_positions(&self) -> Vec<String> {
        self.game().foreign_positions(Match::position(self))
    }
    fn setup(&self) -> Option<String> {
        let own = *self.start() == self.game().start();
        (!own).then(|| self.game().write_position(self.start()))
    }
    fn scene(&self) -> Scene {
        self.game().scene(Match::position(self))
    }
    fn key(&self) -> u64 {
        self.game().key(Match::position(self))
    }
    fn perft(&self, depth: u32) -> u64 {
        perft(&**self.game(), &mut Match::position(self).clone(), depth)
    }
    fn fork(&self) -> Box<dyn DynMatch> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// One way the game may go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What it is worth to the player to move, if the bot gives numbers.
    pub score: Option<(Score, ScoreKind)>,
    /// The moves, the bot's own first.
    pub moves: Vec<String>,
}

/// What a bot found out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// Best first; the first move of the first line is the bot's choice.
    pub lines: Vec<Line>,
    /// Plies searched in full.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Reasons in words, a sentence each.
    pub why: Vec<String>,
}

impl Thought {
    /// The bot's choice.
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }
}

/// A question to a bot.
pub struct Task<'a> {
    /// What it may spend. A bot adds the limits it was made with.
    pub limits: Limits,
    /// How many lines are wanted.
    pub n_lines: usize,
    /// Set from outside to have the best answer so far at once.
    pub stop: &'a AtomicBool,
    /// Called with every deeper answer.
    pub progress: &'a mut dyn FnMut(&Thought),
}

/// The flag of a task that nobody can stop. It is never raised.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Task<'a> {
    /// One line within these limits; nobody stops it, and nobody hears of its progress.
    pub fn new(limits: Limits) -> Self {
        // A closure that captures nothing has no size: the box allocates nothing, so nothing leaks.
        Task { limits, n_lines: 1, stop: &NEVER, progress: Box::leak(Box::new(|_: &Thought| {})) }
    }

    /// Asks for the given number of best lines.
    pub fn lines(self, n_lines: usize) -> Self {
        Task { n_lines, ..self }
    }

    /// Can be stopped by this flag.
    pub fn stop(self, stop: &'a AtomicBool) -> Self {
        Task { stop, ..self }
    }

    /// Tells of every deeper answer.
    pub fn progress(self, progress: &'a mut dyn FnMut(&Thought)) -> Self {
        Task { progress, ..self }
    }
}

/// Why a bot gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BotError {
    /// There is nothing for a player to decide.
    #[error("there is no move to choose: {0}")]
    NoDecision(&'static str),
    /// The match is of another game than the bot was made for.
    #[error("this bot was made for another game")]
    WrongGame,
    /// Something outside the bot failed, such as the file of its trace.
    #[error("{0}")]
    Outside(String),
    /// It needs more memory than there is.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
}

/// Somebody who can sit in a player's chair.
pub trait DynBot: Send {
    /// The name with all options: `alphabeta:depth=6`.
    fn name(&self) -> &str;
    /// Thinks about the position of the match; the match stays as it is.
    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError>;
    /// Thinks on the opponent's time, until `stop` is set; in the match the opponent is to move.
    /// What it finds serves its next answer. A bot that has no use for it returns at once.
    fn ponder(&mut self, _table: &dyn DynMatch, _stop: &AtomicBool) {}
}

/// The match inside, for a bot that was made for `G`; an error when a player has nothing to decide.
pub fn table_of<G: Game>(table: &dyn DynMatch) -> Result<&Match<G>, BotError> {
    match table.turn() {
        Turn::Over(_) => Err(BotError::NoDecision("the game is over")),
        Turn::Chance => Err(BotError::NoDecision("the dice decide")),
        Turn::Player(_) => table.as_any().downcast_ref().ok_or(BotError::WrongGame),
    }
}
