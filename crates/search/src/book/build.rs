use std::collections::HashMap;

use henge_core::{Game, Outcome, Player, Score, ScoreKind, Turn};

use super::{Book, Entry};
use crate::parts::Parts;

/// Called with positions judged and positions in all; false stops the work.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize) -> bool;

/// What a position at the end of a book is worth; nothing if the work is to stop.
pub type Judge<'a, G> = &'a mut dyn FnMut(&<G as Game>::Position) -> Option<(Score, ScoreKind)>;

/// Plies to an end that will come, nobody knows when.
const FAR: u32 = 500;

/// Collects what a book is to hold.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    pub(super) known: HashMap<u64, Entry>,
    /// Games through a position, and their points to the player to move there.
    played: HashMap<u64, (u32, i64)>,
}

impl Builder {
    /// Begins with what a book knows already: work that was interrupted goes on there.
    pub fn from_book(book: &Book) -> Builder {
        Builder { known: book.entries().iter().copied().collect(), played: HashMap::new() }
    }

    /// How many positions are judged so far.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Is nothing judged yet?
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The book so far.
    pub fn book(&self, game: impl Into<String>) -> Book {
        let played = self.played.iter().map(|(&key, &(games, points))| {
            // A mean of points as an estimate, in ten-thousandths.
            let score = Score::estimate(10_000 * points / i64::from(games.max(1)));
            (key, Entry { score, kind: ScoreKind::Estimate, games })
        });
        let known = self.known.iter().map(|(&key, &entry)| (key, entry));
        // What a search has found comes before what happened in games.
        Book::new(game, played.chain(known))
    }

    /// Adds a played game, as far as `plies` moves.
    pub fn add_game<G: Game>(
        &mut self,
        game: &G,
        positions: &[G::Position],
        outcome: Outcome,
        plies: usize,
    ) {
        for pos in positions.iter().take(plies + 1) {
            if let Turn::Player(player) = game.turn(pos) {
                let seen = self.played.entry(game.canonical_key(pos)).or_default();
                seen.0 += 1;
                seen.1 += i64::from(outcome.points_for(player));
            }
        }
    }

    /// Adds what solving in parts has found: who wins, not how soon.
    pub fn add_parts<G: Game>(&mut self, game: &G, parts: &Parts<G>) {
        for (pos, ply, points) in parts.known() {
            // Later than any end, and consistent from ply to ply.
            let latest = Score::win_in(FAR).later(ply);
            let (score, kind) = match points {
                1.. => (latest, ScoreKind::AtLeast),
                0 => (Score::DRAW, ScoreKind::Proved),
                _ => (-latest, ScoreKind::AtMost),
            };
            self.known.entry(game.canonical_key(pos)).or_insert(Entry { score, kind, games: 0 });
        }
    }

    /// Judges every position within `plies` moves of `root`: those at that distance by `judge`, the
    /// others by the best of their moves. Positions that are known are not judged again. Returns
    /// false if `progress` stopped the work; what was found until then is kept.
    pub fn search<G: Game>(
        &mut self,
        game: &G,
        root: &G::Position,
        plies: u32,
        judge: Judge<'_, G>,
        progress: Progress<'_>,
    ) -> bool {
        // Layer by layer, each position once.
        let mut layers: Vec<HashMap<u64, G::Position>> =
            vec![HashMap::from([(game.canonical_key(root), root.clone())])];
        for _ in 0..plies {
            let mut next = HashMap::new();
            for pos in layers.last().into_iter().flat_map(HashMap::values) {
                for child in children(game, pos) {
                    if matches!(game.turn(&child), Turn::Player(_)) {
                        next.entry(game.canonical_key(&child)).or_insert(child);
                    }
                }
            }
            layers.push(next);
        }
        let leaves = layers.pop().unwrap_or_default();
        // In the order of their keys, so that a run repeats.
        let mut todo: Vec<(u64, G::Position)> =
            leaves.into_iter().filter(|(key, _)| !self.known.contains_key(key)).collect();
        todo.sort_unstable_by_key(|(key, _)| *key);
        let n = todo.len();
        for (done, (key, pos)) in todo.into_iter().enumerate() {
            if !progress(done, n) {
                return false;
            }
            let Some((score, kind)) = judge(&pos) else { return false };
            self.known.insert(key, Entry { score, kind, games: 0 });
        }
        for layer in layers.iter().rev() {
            for (&key, pos) in layer {
                if let Some(entry) = self.best_of_moves(game, pos) {
                    self.known.insert(key, entry);
                }
            }
        }
        progress(n, n)
    }

    fn best_of_moves<G: Game>(&self, game: &G, pos: &G::Position) -> Option<Entry> {
        let Turn::Player(player) = game.turn(pos) else { return None };
        let mut best: Option<(Score, ScoreKind)> = None;
        for child in children(game, pos) {
            let (score, kind) = self.value(game, &child, player)?;
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, kind));
            }
        }
        let (score, kind) = best?;
        Some(Entry { score: score.earlier(1), kind, games: 0 })
    }

    fn value<G: Game>(
        &self,
        game: &G,
        pos: &G::Position,
        player: Player,
    ) -> Option<(Score, ScoreKind)> {
        match game.turn(pos) {
            Turn::Over(outcome) => Some((Score::of(outcome, player, 0), ScoreKind::Proved)),
            turn => {
                let entry = self.known.get(&game.canonical_key(pos))?;
                Some(if turn == Turn::Player(player) {
                    (entry.score, entry.kind)
                } else {
                    (-entry.score, entry.kind.flipped())
                })
            }
        }
    }
}

fn children<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Position> {
    let play = |mv| {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        next
    };
    game.moves(pos).map(play).collect()
}
