//! Endings of few pieces, solved by looking back from the end.
//!
//! A table has one byte for each position of some material, as the player to move sees it: 0 for a
//! draw, else one more than the plies to the end, odd for a loss and even for a win. Captures and
//! promotions lead to other tables, which are made before; within a table only quiet moves remain,
//! and these can be taken back (`build`). Counts of moves without progress and repetitions are not
//! looked at: they can turn a long win into a draw, never a draw into a win.
//!
//! Nothing here starts threads: [`Endings::next`] says what can be solved at the same time.

mod build;
mod file;
mod index;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use build::Solved;
pub use file::FileError;
pub use index::{MOST_PIECES, Material};

use super::rules::{Draughts, Position};
use super::word::Word;
use index::Places;

/// How an ending goes, with the best play of both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Nobody can win.
    Draw,
    /// The player to move wins in so many plies.
    Win(u32),
    /// The player to move loses in so many plies.
    Loss(u32),
}

/// A draw, or a position that cannot be.
const DRAW: u8 = 0;

fn decode(code: u8) -> Ending {
    match code {
        DRAW => Ending::Draw,
        code if code % 2 == 0 => Ending::Win(u32::from(code) - 1),
        code => Ending::Loss(u32::from(code) - 1),
    }
}

/// The endings of one variant, as far as they are solved.
pub struct Endings<W> {
    game: Draughts<W>,
    places: Places<W>,
    most_pieces: u32,
    /// By material, for both players to move.
    tables: BTreeMap<Material, Arc<[u8]>>,
}

/// Some endings differ from others that are alike on the board, so that no table can hold them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EndingsError {
    /// The rules limit how often a king may move.
    #[error("{0} limits the moves of a king, which a table of endings cannot know")]
    LimitedKings(&'static str),
    /// Too many, or fewer than two.
    #[error("endings have 2 to {MOST_PIECES} pieces, not {0}")]
    Pieces(u32),
    /// More than fits into any memory.
    #[error("{title} has too many endings of {pieces} pieces")]
    TooMany {
        /// The variant.
        title: &'static str,
        /// How many pieces were asked for.
        pieces: u32,
    },
}

impl<W: Word> Endings<W> {
    /// No endings yet, of up to so many pieces.
    pub fn new(game: &Draughts<W>, most_pieces: u32) -> Result<Endings<W>, EndingsError> {
        if game.rules().king_moves.is_some() {
            return Err(EndingsError::LimitedKings(game.rules().title));
        }
        if !(2..=MOST_PIECES).contains(&most_pieces) {
            return Err(EndingsError::Pieces(most_pieces));
        }
        let title = game.rules().title;
        let places = Places::new(game, most_pieces)
            .ok_or(EndingsError::TooMany { title, pieces: most_pieces })?;
        Ok(Endings { game: game.clone(), places, most_pieces, tables: BTreeMap::new() })
    }

    /// All endings of up to so many pieces, one table after the other.
    pub fn solve(game: &Draughts<W>, most_pieces: u32) -> Result<Endings<W>, EndingsError> {
        let mut endings = Endings::new(game, most_pieces)?;
        while let Some(material) = endings.next().first().copied() {
            let solved = endings.solve_one(material);
            endings.add(solved);
        }
        Ok(endings)
    }

    /// The game.
    pub fn game(&self) -> &Draughts<W> {
        &self.game
    }

    /// The most pieces of an ending.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// How many bytes the tables have, and how many they will have.
    pub fn extent(&self) -> (usize, usize) {
        let all = (2..=self.most_pieces).flat_map(Material::all);
        let size = |material: Material| {
            let both = [material, material.turned()];
            let n = if both[0] == both[1] { 1 } else { 2 };
            both[..n].iter().map(|&material| self.places.size(material)).sum::<usize>()
        };
        (self.tables.values().map(|table| table.len()).sum(), all.map(size).sum())
    }

    /// What can be solved now, in any order or at once; nothing when all is done.
    pub fn next(&self) -> Vec<Material> {
        for pieces in 2..=self.most_pieces {
            let missing = |material: &Material| !self.tables.contains_key(material);
            let all: Vec<Material> = Material::all(pieces).into_iter().filter(missing).collect();
            if let Some(first) = all.first() {
                // Promotions lead to fewer men, captures to fewer pieces.
                let men = |material: &Material| material.men[0] + material.men[1];
                let fewest = men(first);
                return all.into_iter().filter(|material| men(material) == fewest).collect();
            }
        }
        Vec::new()
    }

    /// The longest win with this material, in plies.
    pub fn longest(&self, material: Material) -> u32 {
        let table = self.tables.get(&material);
        let wins = table.iter().flat_map(|table| table.iter()).filter(|&&code| code % 2 == 0);
        wins.max().map_or(0, |&code| u32::from(code).saturating_sub(1))
    }

    /// Takes in what `solve_one` has found.
    pub fn add(&mut self, solved: Solved) {
        self.tables.extend(solved.tables);
    }

    /// How a position goes, if it is solved.
    #[inline]
    pub fn probe(&self, pos: &Position<W>) -> Option<Ending> {
        if pos.occupied().len() > self.most_pieces {
            return None;
        }
        self.code(pos).map(decode)
    }

    fn code(&self, pos: &Position<W>) -> Option<u8> {
        let me = pos.to_move();
        if pos.pieces(me).is_empty() {
            return Some(1);
        }
        // An opponent without pieces has lost already, and nobody asks.
        let table = self.tables.get(&Material::of(pos))?;
        table.get(self.places.number(pos)).copied()
    }
}
