//! The exhaustive search to the end of the game.
//!
//! Depth first, squares from the first to the last and orientations by their numbers, until a move
//! is found after which the other player loses. Nodes are counted as in the thesis: one for the
//! position, one for every square that becomes a centre to be looked at (an unexpanded node), one
//! for every move that is played (an expanded node). The order of orientations on a square is not
//! that of the original, whose lists the scan shows only in part; so won positions take another
//! number of nodes than there.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use henge_core::Limits;
use henge_games::pentominoes::{Move, Position};

use super::neighbourhoods::{Lens, bits};

/// What a search found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The player to move wins with this move.
    Won(Move),
    /// Every move loses, or there is none.
    Lost,
    /// The search had to end before.
    Unclear,
}

/// A verdict and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// Who wins.
    pub verdict: Verdict,
    /// Nodes, as the thesis counts them.
    pub nodes: u64,
}

/// Asks the clock and the flag every so many moves.
const EVERY: u64 = 1 << 12;

struct Search<'a> {
    lens: &'a Lens<'a>,
    nodes: u64,
    /// Moves played, for looking at the clock now and then.
    moves: u64,
    most: u64,
    until: Option<Instant>,
    stop: &'a AtomicBool,
    /// The move at the root that wins.
    best: Option<(usize, usize)>,
}

/// The search had to end.
struct Stopped;

impl Search<'_> {
    fn check(&mut self) -> Result<(), Stopped> {
        self.moves += 1;
        if self.nodes > self.most {
            return Err(Stopped);
        }
        if self.moves.is_multiple_of(EVERY) {
            let late = self.until.is_some_and(|until| Instant::now() >= until);
            if late || self.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Does the player to move win? `alive` are the squares that were centres before the last move.
    fn wins(&mut self, free: u64, left: u16, alive: u64, root: bool) -> Result<bool, Stopped> {
        let sight = self.lens.look_at(free, left);
        let mut centres = 0u64;
        for square in bits(alive & free) {
            if sight.fits_at(square) != 0 {
                centres |= 1 << square;
            }
        }
        self.nodes += u64::from(centres.count_ones());
        for square in bits(centres) {
            for orientation in bits(sight.fits_at(square) & sight.available()) {
                self.nodes += 1;
                self.check()?;
                let mv = self.lens.mv(orientation, square);
                let free = free & !self.lens.squares(orientation, square);
                let left = left & !(1 << mv.piece().index());
                if !self.wins(free, left, centres, false)? {
                    if root {
                        self.best = Some((orientation, square));
                    }
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Searches to the end of the game, or as far as the limits of nodes and time allow.
pub fn search(lens: &Lens<'_>, pos: &Position, limits: Limits, stop: &AtomicBool) -> Searched {
    let mut search = Search {
        lens,
        nodes: 1,
        moves: 0,
        most: limits.nodes.unwrap_or(u64::MAX),
        until: limits.time.map(|time| Instant::now() + time),
        stop,
        best: None,
    };
    // At the root only squares count on which something fits that is left.
    let alive = lens.look(pos).centres().fold(0, |all, (square, _)| all | 1 << square);
    let verdict = match search.wins(pos.free(), pos.left(), alive, true) {
        Err(Stopped) => Verdict::Unclear,
        Ok(false) => Verdict::Lost,
        Ok(true) => {
            let best = search.best.map(|(orientation, square)| lens.mv(orientation, square));
            best.map_or(Verdict::Unclear, Verdict::Won)
        }
    };
    Searched { verdict, nodes: search.nodes }
}
