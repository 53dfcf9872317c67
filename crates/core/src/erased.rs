//! The face every game shows to front ends, stores and arenas: one virtual call a *move*, none a
//! node. A bot downcasts the match to its [`Match<G>`] once and runs compiled for `G`.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::batch::{Batch, BatchError, Sight};
use crate::depict::{Hop, Piece};
use crate::{
    About, Aim, Board, Depict, EndChances, Game, Limits, Match, NoMemory, Notation, NotationError,
    PlayError, Player, Scale, Scene, Score, ScoreKind, SiteId, Turn, Worth, perft, planes,
};

/// The rules of some game. Made for every `G: Notation + Depict` by [`rules`].
pub trait DynGame: Send + Sync {
    /// The full name with all options: `hex:size=11,swap=false`.
    fn name(&self) -> &str;
    /// The game in words.
    fn about(&self) -> &About;
    /// The board, as data.
    fn board(&self) -> &Board;
    /// The board as the second player sees it, if it looks different from there.
    fn turned(&self) -> Option<&Board>;
    /// A match from the start.
    fn start(&self) -> Box<dyn DynMatch>;
    /// A match from the position that `text` describes.
    fn read(&self, text: &str) -> Result<Box<dyn DynMatch>, NotationError>;
    /// A match from the position in which these pieces stand and `player` is to move.
    fn compose(&self, pieces: &[Piece], player: Player)
    -> Result<Box<dyn DynMatch>, NotationError>;
    /// How many numbers there are for moves.
    fn n_actions(&self) -> usize;
    /// What the planes of a position measure: see [`planes::shape`].
    fn planes_shape(&self) -> [usize; 2];
    /// Writes the planes of the position of a match of this game; `out` must have room for just them.
    fn write_planes(&self, table: &dyn DynMatch, out: &mut [f32]) -> Result<(), BatchError>;
    /// This many games at their start, to be played side by side.
    fn batch(&self, n: usize, seed: u64) -> Box<dyn DynBatch>;
    /// Do dice fall in this game?
    fn has_chance(&self) -> bool;
    /// Can positions come back?
    fn can_repeat(&self) -> bool;
    /// The most points a win can count.
    fn most_points(&self) -> u8;
    /// The `Arc<G>` inside.
    fn as_any(&self) -> &dyn Any;
}

/// Many games side by side: a [`Batch`] of some game.
pub trait DynBatch: Send + Sync {
    /// How many games there are.
    fn n(&self) -> usize;
    /// How many moves players have made, and how many games have ended.
    fn counts(&self) -> (u64, u64);
    /// Begins all games anew.
    fn reset(&mut self);
    /// Puts the position of a match in the place of a game.
    fn put(&mut self, game: usize, table: &dyn DynMatch) -> Result<(), BatchError>;
    /// A match that begins with the position of a game.
    fn table(&self, game: usize) -> Option<Box<dyn DynMatch>>;
    /// Writes how the games stand.
    fn look(&self, sight: &mut Sight<'_>) -> Result<(), BatchError>;
    /// Plays a move in every game, each given by its number.
    fn step(&mut self, actions: &[i64], sight: &mut Sight<'_>) -> Result<(), BatchError>;
    /// Plays a random move in every game and writes its number into `actions`.
    fn step_at_random(
        &mut self,
        actions: &mut [i64],
        sight: &mut Sight<'_>,
    ) -> Result<(), BatchError>;
    /// Writes the planes of all games, one game after the other.
    fn write_planes(&self, out: &mut [f32]) -> Result<(), BatchError>;
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
    /// The numbers of the legal moves, in the order of `moves`; see [`Match::actions`].
    fn actions(&self) -> Vec<u32>;
    /// The same in place of what is in `numbers`.
    fn write_actions(&mut self, numbers: &mut Vec<u32>);
    /// Plays the move that has this place in `moves`, which must not be asked once the game is over, and says
    /// whether there is one.
    fn play_place(&mut self, place: usize) -> bool;
    /// The text of the move that has this place in `moves`.
    fn text_of_place(&self, place: usize) -> Option<String>;
    /// The chances of the rolls, in the order of `moves`; none unless dice fall.
    fn chances(&self) -> Vec<f32>;
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
    /// Why no move begins at this site, if the game has something to say about it.
    fn why_not(&self, site: SiteId) -> Option<String>;
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
    turned: Option<Board>,
    game: Arc<G>,
}

/// Gives a game its erased face.
pub fn rules<G: Notation + Depict>(
    name: impl Into<String>,
    about: About,
    game: Arc<G>,
) -> Arc<dyn DynGame> {
    let (board, turned) = (game.board(), game.turned());
    Arc::new(Rules { name: name.into(), about, board, turned, game })
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
    fn turned(&self) -> Option<&Board> {
        self.turned.as_ref()
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
    fn n_actions(&self) -> usize {
        self.game.n_actions()
    }
    fn planes_shape(&self) -> [usize; 2] {
        planes::shape::<G>(&self.board)
    }
    fn write_planes(&self, table: &dyn DynMatch, out: &mut [f32]) -> Result<(), BatchError> {
        let table = table.as_any().downcast_ref::<Match<G>>().ok_or(BatchError::Foreign)?;
        let ([planes, sites], found) = (self.planes_shape(), out.len());
        let expected = planes * sites;
        if found != expected {
            return Err(BatchError::Length { what: "planes", expected, found });
        }
        planes::write(&*self.game, &self.board, table.position(), out);
        Ok(())
    }
    fn batch(&self, n: usize, seed: u64) -> Box<dyn DynBatch> {
        let games = Batch::new(Arc::clone(&self.game), n, seed);
        Box::new(Shown { games, board: self.board.clone() })
    }
    fn has_chance(&self) -> bool {
        G::CHANCE
    }
    fn can_repeat(&self) -> bool {
        G::CYCLES
    }
    fn most_points(&self) -> u8 {
        self.game.most_points()
    }
    fn as_any(&self) -> &dyn Any {
        &self.game
    }
}

/// A batch with the board on which its games can be seen.
struct Shown<G: Game> {
    games: Batch<G>,
    board: Board,
}

impl<G: Notation + Depict> DynBatch for Shown<G> {
    fn n(&self) -> usize {
        self.games.n()
    }
    fn counts(&self) -> (u64, u64) {
        self.games.counts()
    }
    fn reset(&mut self) {
        self.games.reset();
    }
    fn put(&mut self, game: usize, table: &dyn DynMatch) -> Result<(), BatchError> {
        let table = table.as_any().downcast_ref::<Match<G>>().ok_or(BatchError::Foreign)?;
        self.games.put(game, table.position())
    }
    fn table(&self, game: usize) -> Option<Box<dyn DynMatch>> {
        let (rules, pos) = (self.games.game(), self.games.position(game)?);
        Some(Box::new(Match::from_position(Arc::clone(rules), pos.clone())))
    }
    fn look(&self, sight: &mut Sight<'_>) -> Result<(), BatchError> {
        self.games.look(sight)
    }
    fn step(&mut self, actions: &[i64], sight: &mut Sight<'_>) -> Result<(), BatchError> {
        self.games.step(actions, sight)
    }
    fn step_at_random(
        &mut self,
        actions: &mut [i64],
        sight: &mut Sight<'_>,
    ) -> Result<(), BatchError> {
        self.games.step_at_random(actions, sight)
    }
    fn write_planes(&self, out: &mut [f32]) -> Result<(), BatchError> {
        let [planes, sites] = planes::shape::<G>(&self.board);
        let (expected, found) = (self.games.n() * planes * sites, out.len());
        if found != expected {
            return Err(BatchError::Length { what: "planes", expected, found });
        }
        for (n, out) in out.chunks_exact_mut((planes * sites).max(1)).enumerate() {
            if let Some(pos) = self.games.position(n) {
                planes::write(&**self.games.game(), &self.board, pos, out);
            }
        }
        Ok(())
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
        Match::play_if_legal(self, mv)
    }
    fn actions(&self) -> Vec<u32> {
        Match::actions(self)
    }
    fn write_actions(&mut self, numbers: &mut Vec<u32>) {
        Match::write_actions(self, numbers);
    }
    fn play_place(&mut self, place: usize) -> bool {
        Match::play_place(self, place).is_some()
    }
    fn text_of_place(&self, place: usize) -> Option<String> {
        let mv = self.game().moves(self.position()).nth(place)?;
        Some(self.game().write_move(self.position(), mv))
    }
    fn chances(&self) -> Vec<f32> {
        if Match::turn(self) != Turn::Chance {
            return Vec::new();
        }
        let chance = |mv| self.game().probability(self.position(), mv);
        Match::moves(self).into_iter().map(chance).collect()
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
    fn why_not(&self, site: SiteId) -> Option<String> {
        match Match::turn(self) {
            Turn::Player(_) => self.game().why_not(self.position(), site),
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
    /// What its scores mean, if that is known.
    pub scale: Option<Scale>,
    /// How the game may end after each of the first lines, as the player to move sees it; empty for engines that
    /// do not say.
    pub chances: Vec<EndChances>,
}

impl Thought {
    /// The bot's choice.
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }

    /// What the line of that number, from 0, is worth, if `mover` is to move: what every front end shows. `None` if
    /// the bot gave no number, or nobody knows what its numbers mean.
    pub fn worth(&self, line: usize, mover: Player) -> Option<Worth> {
        let (score, kind) = self.lines.get(line)?.score?;
        let scale = match self.scale {
            Some(scale) => scale,
            // What is decided needs no scale.
            None if score.decided().is_some() || kind.is_sure() => Scale::LOGIT,
            None => return None,
        };
        Some(scale.with_chances(score, kind, self.chances.get(line).copied(), mover))
    }
}

/// A question to a bot.
pub struct Task<'a> {
    /// What it may spend. A bot adds the limits it was made with.
    pub limits: Limits,
    /// How many lines are wanted.
    pub n_lines: usize,
    /// What the answer is for.
    pub aim: Aim,
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
        let progress = Box::leak(Box::new(|_: &Thought| {}));
        Task { limits, n_lines: 1, aim: Aim::Move, stop: &NEVER, progress }
    }

    /// Asks what the position is worth, and not only for a move to play.
    pub fn worth(self) -> Self {
        Task { aim: Aim::Worth, ..self }
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
