use std::sync::Arc;

use thiserror::Error;

use crate::{Game, NotationError, Turn};

/// A game being played: the rules, the position, the moves that led to it, and those taken back.
///
/// This is the table at which legality is checked; the tree below trusts `Game::moves`.
#[derive(Debug)]
pub struct Match<G: Game> {
    game: Arc<G>,
    pos: G::Position,
    /// Each move played with the position before it.
    played: Vec<(G::Position, G::Move)>,
    /// Moves taken back, the next to redo last.
    undone: Vec<G::Move>,
    /// The legal moves, where [`Match::write_actions`] had to list them for this position; else nothing.
    listed: Vec<G::Move>,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match {
            game: Arc::clone(&self.game),
            pos: self.pos.clone(),
            played: self.played.clone(),
            undone: self.undone.clone(),
            listed: Vec::new(),
        }
    }
}

/// Why a move was not played. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over; take a move back or begin a new one")]
    Over,
    /// The rules do not allow it here.
    #[error(transparent)]
    Move(#[from] NotationError),
}

impl<G: Game> Match<G> {
    /// A match from the start position.
    pub fn new(game: Arc<G>) -> Self {
        let pos = game.start();
        Match::from_position(game, pos)
    }

    /// A match from any position.
    pub fn from_position(game: Arc<G>, pos: G::Position) -> Self {
        Match { game, pos, played: Vec::new(), undone: Vec::new(), listed: Vec::new() }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.pos
    }

    /// The position the match began with.
    pub fn start(&self) -> &G::Position {
        self.played.first().map_or(&self.pos, |(pos, _)| pos)
    }

    /// The moves so far, each with the position it was played in.
    pub fn history(&self) -> &[(G::Position, G::Move)] {
        &self.played
    }

    /// How often the position now has stood on the board, this time included. 1 in games without
    /// cycles.
    pub fn repetitions(&self) -> u32 {
        if !G::CYCLES {
            return 1;
        }
        let key = self.game.key(&self.pos);
        // By key, because a position may also hold what does not belong to it, such as a count of
        // moves without progress.
        let before = self.played.iter().rev();
        let reachable = before.take_while(|(pos, mv)| !self.game.irreversible(pos, *mv));
        1 + reachable.filter(|(pos, _)| self.game.key(pos) == key).count() as u32
    }

    /// What the position waits for, repetition included.
    pub fn turn(&self) -> Turn {
        let turn = self.game.turn(&self.pos);
        if G::CYCLES && self.game.counts_repetitions() && !matches!(turn, Turn::Over(_)) {
            let times = self.repetitions();
            if times > 1
                && let Some(outcome) = self.game.repeated(&self.pos, times)
            {
                return Turn::Over(outcome);
            }
        }
        turn
    }

    /// The legal moves; none when the game is over.
    pub fn moves(&self) -> Vec<G::Move> {
        match self.turn() {
            Turn::Over(_) => Vec::new(),
            _ => self.game.moves(&self.pos).collect(),
        }
    }

    /// Plays a legal move. What had been taken back is forgotten, unless this is the move that was taken
    /// back last: then the rest can still be played again.
    pub fn play(&mut self, mv: G::Move) -> Result<(), PlayError> {
        if let Turn::Over(_) = self.turn() {
            return Err(PlayError::Over);
        }
        self.play_if_legal(mv)
    }

    /// The same in a game that is known not to be over.
    pub(crate) fn play_if_legal(&mut self, mv: G::Move) -> Result<(), PlayError> {
        if !self.game.moves(&self.pos).any(|legal| legal == mv) {
            return Err(NotationError::new(format!("{mv:?}"), "a legal move").into());
        }
        self.take(mv);
        Ok(())
    }

    /// The numbers of the legal moves, in their order: those of [`Game::actions`] where a player is to move,
    /// and their places in the list where dice fall.
    pub fn actions(&self) -> Vec<u32> {
        let mut numbers = Vec::new();
        self.number(&mut Vec::new(), &mut numbers);
        numbers
    }

    /// The same in place of what is in `numbers`; [`Match::play_place`] then need not look for the moves again.
    pub fn write_actions(&mut self, numbers: &mut Vec<u32>) {
        let mut listed = std::mem::take(&mut self.listed);
        self.number(&mut listed, numbers);
        self.listed = listed;
    }

    fn number(&self, listed: &mut Vec<G::Move>, numbers: &mut Vec<u32>) {
        listed.clear();
        numbers.clear();
        match self.turn() {
            Turn::Player(_) => {
                // Finding all moves may be costly, so it is done once.
                let mut moves = self.game.moves(&self.pos).take(self.game.n_actions());
                let Some(first) = moves.next() else { return };
                match self.game.action(first) {
                    Some(number) => {
                        numbers.push(number);
                        numbers.extend(moves.map_while(|mv| self.game.action(mv)));
                    }
                    None => {
                        listed.push(first);
                        listed.extend(moves);
                        self.game.actions(&self.pos, listed, numbers);
                    }
                }
            }
            Turn::Chance => numbers.extend(0..self.game.n_moves(&self.pos) as u32),
            Turn::Over(_) => {}
        }
    }

    /// Plays the move that has this place among the legal ones; nothing happens if there is none.
    pub fn play_place(&mut self, place: usize) -> Option<G::Move> {
        let mv = match self.listed.get(place) {
            Some(&mv) => mv,
            None => self.game.moves(&self.pos).nth(place)?,
        };
        self.take(mv);
        Some(mv)
    }

    fn take(&mut self, mv: G::Move) {
        if self.undone.pop() != Some(mv) {
            self.undone.clear();
        }
        self.push(mv);
    }

    fn push(&mut self, mv: G::Move) {
        self.listed.clear();
        let before = self.pos.clone();
        self.game.play(&mut self.pos, mv);
        self.played.push((before, mv));
    }

    /// How many moves were taken back and can be played again.
    pub fn n_undone(&self) -> usize {
        self.undone.len()
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (before, mv) = self.played.pop()?;
        self.listed.clear();
        self.pos = before;
        self.undone.push(mv);
        Some(mv)
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Option<G::Move> {
        let mv = self.undone.pop()?;
        self.push(mv);
        Some(mv)
    }
}
