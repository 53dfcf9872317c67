//! Opening books: what is known of positions near the start, from searches or from played games.
//!
//! A book is asked by canonical key, so that one entry serves all mirror images. It holds positions
//! and not moves: the moves of a position are judged by the positions they lead to.
//!
//! A [`Builder`] judges all positions up to some ply, counts played games, or writes down a
//! repertoire: what one player needs who plays perfectly himself.

mod build;
mod file;
mod repertoire;

use henge_core::{Game, Score, ScoreKind, Turn};

pub use build::{Builder, Judge, Progress};
pub use file::BookError;
pub use repertoire::{Effort, Extent, Finder, Reply};

/// What a book knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score to the player to move.
    pub score: Score,
    /// What the score is worth.
    pub kind: ScoreKind,
    /// How many games went through the position; 0 if it comes from a search.
    pub games: u32,
}

/// Positions with what is known of them, sorted by key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    game: String,
    entries: Vec<(u64, Entry)>,
}

impl Book {
    /// A book of the game with that full name. Of two entries with one key the last counts.
    pub fn new(game: impl Into<String>, entries: impl IntoIterator<Item = (u64, Entry)>) -> Book {
        let map: std::collections::BTreeMap<u64, Entry> = entries.into_iter().collect();
        Book { game: game.into(), entries: map.into_iter().collect() }
    }

    /// The full name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Does it hold nothing?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, by rising key.
    pub fn entries(&self) -> &[(u64, Entry)] {
        &self.entries
    }

    /// What is known of the position with that canonical key.
    pub fn get(&self, canonical_key: u64) -> Option<Entry> {
        let at = self.entries.binary_search_by_key(&canonical_key, |(key, _)| *key).ok()?;
        Some(self.entries[at].1)
    }

    /// The moves whose positions are known, best first, each with its score to the player to move.
    /// Moves that end the game are always known.
    pub fn moves<G: Game>(&self, game: &G, pos: &G::Position) -> Vec<(G::Move, Entry)> {
        let Turn::Player(player) = game.turn(pos) else { return Vec::new() };
        let mut next = pos.clone();
        let mut known = Vec::new();
        for mv in game.moves(pos) {
            let undo = game.play(&mut next, mv);
            let entry = match game.turn(&next) {
                Turn::Over(outcome) => {
                    let score = Score::of(outcome, player, 1);
                    Some(Entry { score, kind: ScoreKind::Proved, games: 0 })
                }
                turn => self.get(game.canonical_key(&next)).map(|entry| {
                    let same = turn == Turn::Player(player);
                    let score = if same { entry.score } else { -entry.score };
                    let kind = if same { entry.kind } else { entry.kind.flipped() };
                    Entry { score: score.earlier(1), kind, ..entry }
                }),
            };
            known.extend(entry.map(|entry| (mv, entry)));
            game.undo(&mut next, mv, undo);
        }
        known.sort_by_key(|(_, entry)| std::cmp::Reverse((entry.score, entry.games)));
        known
    }

    /// The best move, if the book knows every move, or one that is worth as much as the position, or
    /// one that games have preferred.
    pub fn best<G: Game>(&self, game: &G, pos: &G::Position) -> Option<(G::Move, Entry)> {
        let known = self.moves(game, pos);
        let best = *known.first()?;
        let reaches = |here: Entry| (here.score, here.kind) == (best.1.score, best.1.kind);
        let sure = best.1.kind.is_sure() && self.get(game.canonical_key(pos)).is_some_and(reaches);
        let all = known.len() == game.moves(pos).count();
        (sure || all || best.1.games > 0).then_some(best)
    }
}
