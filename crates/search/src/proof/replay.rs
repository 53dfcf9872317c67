use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::{Game, Turn};

use super::check::Claim;

/// Finds out by the rules alone whether a claim holds in a position: every move and every roll is
/// tried until it is clear. None if that takes more than `most` positions, or `stop` is set.
///
/// On purpose it shares nothing with the engines whose word it checks: no table but one of whole
/// positions, no evaluation, no symmetry. Games that go round in circles have no such end.
pub fn holds<G: Game>(
    game: &G,
    pos: &G::Position,
    claim: Claim,
    most: usize,
    stop: &AtomicBool,
) -> Option<bool> {
    if G::CYCLES {
        return None;
    }
    Replay { game, claim, known: HashMap::new(), most, stop }.holds(pos)
}

struct Replay<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    /// By key; positions are compared whole, and one whose key is taken is not remembered.
    known: HashMap<u64, (G::Position, bool)>,
    most: usize,
    stop: &'a AtomicBool,
}

impl<G: Game> Replay<'_, G> {
    fn holds(&mut self, pos: &G::Position) -> Option<bool> {
        let (game, claim) = (self.game, self.claim);
        let claimant = match game.turn(pos) {
            Turn::Over(outcome) => return Some(outcome.points_for(claim.player) >= claim.at_least),
            turn => turn == Turn::Player(claim.player),
        };
        let key = game.key(pos);
        if let Some((_, known)) = self.known.get(&key).filter(|(other, _)| other == pos) {
            return Some(*known);
        }
        if self.known.len() >= self.most || self.stop.load(Relaxed) {
            return None;
        }
        // Those with few moves first: their end is near.
        let after = |mv| {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            (game.moves(&next).count(), next)
        };
        let mut children: Vec<_> = game.moves(pos).map(after).collect();
        children.sort_by_key(|&(n_moves, _)| n_moves);
        let mut result = !claimant;
        for (_, next) in &children {
            if self.holds(next)? == claimant {
                result = claimant;
                break;
            }
        }
        self.known.entry(key).or_insert_with(|| (pos.clone(), result));
        Some(result)
    }
}
