//! The laws for games that are known by name alone: whatever a registry holds can be checked.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use henge_core::depict::{Hop, Piece};
use henge_core::erased::{DynGame, DynMatch, MoveView};
use henge_core::{Board, Depict, Game, Notation, NotationError, Player, Scene, SiteId, Turn};

use crate::laws::{LawsOptions, Walked, laws_with};

/// Checks every law that can be seen from outside: the rules, texts and drawings that front ends get.
///
/// # Panics
/// When a law does not hold, naming the law, the moves that led there and the seed.
pub fn laws_of(rules: &Arc<dyn DynGame>) -> Walked {
    // Moves are made of their texts here, which takes long on a large board.
    let n_moves = rules.start().moves().len() as u32;
    let options = LawsOptions {
        games: (400 / n_moves.max(1)).clamp(2, 20),
        plies: 120,
        ..Default::default()
    };
    laws_with(&Erased(Arc::clone(rules)), &options)
}

/// A game behind its erased face, as rules like any other.
struct Erased(Arc<dyn DynGame>);

/// A match, and its legal moves.
struct Position {
    table: Box<dyn DynMatch>,
    moves: Vec<MoveView>,
    /// A match that the moves before have ended, by a position that came back, and not the position itself: the
    /// walk goes on from the position alone.
    ended: Option<Box<dyn DynMatch>>,
}

/// A legal move by its number, and a hash of its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Move(usize, u64);

impl Position {
    fn new(table: Box<dyn DynMatch>) -> Position {
        let moves = table.moves();
        Position { table, moves, ended: None }
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        let ended = self.ended.as_ref().map(|table| table.fork());
        Position { table: self.table.fork(), moves: self.moves.clone(), ended }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.table.key() == other.table.key() && self.table.position() == other.table.position()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table.position())
    }
}

impl Game for Erased {
    type Position = Position;
    type Move = Move;
    type Moves = std::vec::IntoIter<Move>;
    type Undo = ();
    // What only the typed rules say is left open.
    const CHANCE: bool = true;
    const CYCLES: bool = true;
    const MOST_POINTS: u8 = u8::MAX;

    fn start(&self) -> Position {
        Position::new(self.0.start())
    }

    fn turn(&self, pos: &Position) -> Turn {
        pos.table.turn()
    }

    fn moves(&self, pos: &Position) -> Self::Moves {
        let hash = |text: &str| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        };
        let moves = pos.moves.iter().enumerate().map(|(i, view)| Move(i, hash(&view.text)));
        moves.collect::<Vec<_>>().into_iter()
    }

    fn n_actions(&self) -> usize {
        self.0.n_actions()
    }

    fn actions(&self, pos: &Position, _moves: &[Move], out: &mut Vec<u32>) {
        *out = pos.table.actions();
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let text = pos.moves[mv.0].text.clone();
        pos.table.play(&text).unwrap_or_else(|error| panic!("{text} is legal: {error}"));
        if matches!(pos.table.turn(), Turn::Over(_))
            && let Ok(alone) = self.0.read(&pos.table.position())
            && !matches!(alone.turn(), Turn::Over(_))
        {
            pos.ended = Some(std::mem::replace(&mut pos.table, alone));
        }
        pos.moves = pos.table.moves();
    }

    fn undo(&self, pos: &mut Position, _: Move, (): ()) {
        if pos.table.history().is_empty()
            && let Some(ended) = pos.ended.take()
        {
            pos.table = ended;
        }
        assert!(pos.table.undo().is_some(), "a move that was played can be taken back");
        pos.moves = pos.table.moves();
    }

    fn key(&self, pos: &Position) -> u64 {
        pos.table.key()
    }

    fn probability(&self, pos: &Position, roll: Move) -> f32 {
        pos.moves[roll.0].probability.unwrap_or(f32::NAN)
    }
}

impl Notation for Erased {
    fn write_move(&self, pos: &Position, mv: Move) -> String {
        pos.moves[mv.0].text.clone()
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let wrong = || NotationError::new(text, "a legal move");
        let mut next = pos.table.fork();
        next.play(text).map_err(|_| wrong())?;
        // A reader may take more than the text that the game writes.
        let played = next.history().pop().ok_or_else(wrong)?;
        let same = |mv: &Move| pos.moves[mv.0].text == played;
        self.moves(pos).find(same).ok_or_else(wrong)
    }

    fn write_position(&self, pos: &Position) -> String {
        pos.table.position()
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.0.read(text).map(Position::new)
    }
}

impl Depict for Erased {
    fn board(&self) -> Board {
        self.0.board().clone()
    }

    fn scene(&self, pos: &Position) -> Scene {
        pos.table.scene()
    }

    fn path(&self, pos: &Position, mv: Move) -> Vec<SiteId> {
        pos.moves[mv.0].path.clone()
    }

    fn hops(&self, pos: &Position, mv: Move) -> Vec<Hop> {
        pos.moves[mv.0].hops.clone()
    }

    fn ways(&self, pos: &Position, mv: Move) -> Vec<Vec<Hop>> {
        pos.moves[mv.0].ways.clone()
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position, NotationError> {
        self.0.compose(pieces, player).map(Position::new)
    }
}
