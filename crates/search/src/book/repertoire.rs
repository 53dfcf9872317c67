//! A repertoire: what one player needs to answer at once, if he has played by it from the start.
//!
//! Of his own moves only the one he will play is followed, of the opponent's all. Positions that are
//! quickly solved are not written down, so that a small file reaches deep where it must.

use std::collections::BTreeMap;

use henge_core::{Game, Player, Score, ScoreKind, Turn};

use super::{Builder, Entry};

/// How hard it was to find the move to play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effort {
    /// So easy that nothing below this position can be hard.
    Trivial,
    /// Easy enough to do it again in play.
    Easy,
    /// Worth a place in the book.
    Hard,
}

/// The move to play in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<M> {
    /// The move.
    pub mv: M,
    /// What it is worth to the player to move.
    pub score: Score,
    /// What the score is worth.
    pub kind: ScoreKind,
    /// What it took to find.
    pub effort: Effort,
}

/// How far a repertoire has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Plies from the root.
    pub ply: u32,
    /// Positions at that ply that are done.
    pub done: usize,
    /// Positions at that ply.
    pub all: usize,
    /// Entries in the book.
    pub entries: usize,
}

/// Finds the move to play; nothing if the work is to stop.
pub type Finder<'a, G> =
    &'a mut dyn FnMut(&<G as Game>::Position) -> Option<Reply<<G as Game>::Move>>;

impl Builder {
    /// Adds what `player` needs from `root` on. Returns false if it was stopped, by `find` or by
    /// `progress`; what was found until then is kept, and the same call goes on.
    pub fn repertoire<G: Game>(
        &mut self,
        game: &G,
        root: &G::Position,
        player: Player,
        find: Finder<'_, G>,
        progress: &mut dyn FnMut(Extent, &Builder) -> bool,
    ) -> bool {
        // Ordered by key, so that a run repeats. Mirror images are followed apart: of moves that are as
        // good, a bot may take another one there.
        let mut layer = BTreeMap::from([(game.key(root), root.clone())]);
        let mut ply = 0;
        while !layer.is_empty() {
            let all = layer.len();
            let mut next = BTreeMap::new();
            for (done, pos) in layer.into_values().enumerate() {
                let entries = self.known.len();
                if !progress(Extent { ply, done, all, entries }, self) {
                    return false;
                }
                if game.turn(&pos) != Turn::Player(player) {
                    follow(game, &pos, game.moves(&pos), &mut next);
                    continue;
                }
                let Some(found) = self.reply(game, &pos, &mut *find) else { return false };
                if found.effort > Effort::Trivial {
                    follow(game, &pos, [found.mv], &mut next);
                }
            }
            (layer, ply) = (next, ply + 1);
        }
        true
    }

    /// The move to play, from what is known or by `find`, and then written down.
    fn reply<G: Game>(
        &mut self,
        game: &G,
        pos: &G::Position,
        find: Finder<'_, G>,
    ) -> Option<Reply<G::Move>> {
        let key = game.canonical_key(pos);
        if let Some(mv) = self.known_reply(game, pos) {
            let Entry { score, kind, .. } = self.known[&key];
            return Some(Reply { mv, score, kind, effort: Effort::Hard });
        }
        let found = find(pos)?;
        let Reply { score, kind, .. } = found;
        if found.effort == Effort::Hard && kind.is_sure() {
            let mut next = pos.clone();
            game.play(&mut next, found.mv);
            if !matches!(game.turn(&next), Turn::Over(_)) {
                let after = if game.turn(&next) == game.turn(pos) {
                    Entry { score: score.later(1), kind, games: 0 }
                } else {
                    Entry { score: -score.later(1), kind: kind.flipped(), games: 0 }
                };
                self.known.insert(game.canonical_key(&next), after);
            }
            self.known.insert(key, Entry { score, kind, games: 0 });
        }
        Some(found)
    }

    fn known_reply<G: Game>(&self, game: &G, pos: &G::Position) -> Option<G::Move> {
        let here = self.known.get(&game.canonical_key(pos))?;
        let player = game.turn(pos);
        game.moves(pos).find(|&mv| {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            let Some(there) = self.known.get(&game.canonical_key(&next)) else { return false };
            let same = game.turn(&next) == player;
            let score = if same { there.score } else { -there.score };
            score.earlier(1) == here.score
        })
    }
}

/// The positions after these moves, each once; those at which the game is over are left out.
fn follow<G: Game>(
    game: &G,
    pos: &G::Position,
    moves: impl IntoIterator<Item = G::Move>,
    next: &mut BTreeMap<u64, G::Position>,
) {
    for mv in moves {
        let mut after = pos.clone();
        game.play(&mut after, mv);
        if !matches!(game.turn(&after), Turn::Over(_)) {
            next.entry(game.key(&after)).or_insert(after);
        }
    }
}
