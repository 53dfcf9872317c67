use std::sync::atomic::{AtomicBool, Ordering};

use henge_core::{Enumerate, Player, Turn};
use thiserror::Error;

use super::{Codes, DRAW, HOLE, RetrogradeTable, encode};

/// Why no table was built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// More than fits.
    #[error("{positions} positions need {needed} bytes, more than the {memory} that are allowed")]
    TooLarge {
        /// How many numbers there are.
        positions: u64,
        /// The least that is needed.
        needed: u64,
        /// What was allowed.
        memory: u64,
    },
    /// `Enumerate::index` is not the inverse of `Enumerate::position`.
    #[error("position {index} of the numbering has the number {found:?}")]
    Inconsistent {
        /// The number that was asked for.
        index: u64,
        /// The number of the position that was given.
        found: Option<u64>,
    },
    /// The numbering is not closed.
    #[error("a move in position {index} leads to a position without a number")]
    LeadsOut {
        /// Where the move is played.
        index: u64,
    },
    /// Against the law of `Game::moves`.
    #[error("position {index} is not over but has no move, or too many of them")]
    Stuck {
        /// Where.
        index: u64,
    },
    /// A win counts more than the game says.
    #[error(
        "position {index} is an end for {points} points, but the game announces {most} at most"
    )]
    TooManyPoints {
        /// Where.
        index: u64,
        /// What it counts.
        points: u32,
        /// `Game::MOST_POINTS`.
        most: u8,
    },
    /// Two bytes are not enough.
    #[error("some wins take more than {plies} plies, which a table cannot hold")]
    TooLong {
        /// The plies of the longest win that fits.
        plies: u32,
    },
    /// Somebody said stop.
    #[error("stopped before the table was complete")]
    Stopped,
}

/// What building may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Bytes of memory. Four a position are needed. If there is room for the moves too, eight bytes
    /// a position and four a move, they are written down once, backwards; else they are played again
    /// in every round, which takes a round for each ply of the longest win.
    pub memory: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { memory: 1 << 30 }
    }
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Wins of this many points are being looked for; the most come first.
    pub points: u8,
    /// Wins and losses of this many plies were found in the last round.
    pub plies: u32,
    /// Positions that are decided by now.
    pub decided: u64,
}

/// Builds the table of a game. `name` is written into it, so that no other game takes it for its own.
///
/// Wins of more points come first: what the winner can have, he takes, however long it takes. Among
/// wins of the same points every round finds those that are one ply longer: a player wins by one
/// move, and loses when all his moves are decided.
pub fn build<G: Enumerate>(
    game: &G,
    name: &str,
    options: Options,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Progress),
) -> Result<RetrogradeTable, BuildError> {
    const { assert!(!G::CHANCE, "with dice there are chances, not wins and losses") }
    let positions = game.n_positions();
    let needed = 4 * positions.min(u64::MAX / 8);
    // Positions are written down as 32-bit numbers.
    if needed > options.memory || positions >= u64::from(u32::MAX) {
        return Err(BuildError::TooLarge { positions, needed, memory: options.memory });
    }
    let n = positions as usize;
    let codes = vec![HOLE; n];
    let mut work = Work { game, codes, open: vec![0; n], decided: 0, edges: None, stop };
    let n_moves = work.survey()?;
    if needed + 8 * positions + 4 * n_moves <= options.memory && n_moves < u64::from(u32::MAX) {
        work.edges = Some(Edges::new(&work, n_moves)?);
    }
    for points in (1..=G::MOST_POINTS).rev() {
        work.ends(points);
        for plies in 1.. {
            let found = work.round(points, plies)?;
            progress(Progress { points, plies, decided: work.decided });
            if found == 0 {
                break;
            }
        }
    }
    let Work { game, mut codes, .. } = work;
    for (index, code) in codes.iter_mut().enumerate().filter(|(_, code)| **code == OPEN) {
        *code = if game.position(index as u64).is_some() { DRAW } else { HOLE };
    }
    let narrow = codes.iter().all(|&code| code <= 255);
    let codes = if narrow {
        Codes::Narrow(codes.iter().map(|&code| code as u8).collect())
    } else {
        Codes::Wide(codes)
    };
    Ok(RetrogradeTable { game: name.into(), most_points: G::MOST_POINTS, codes })
}

/// Not decided yet. No code is so large: the plies would not fit.
const OPEN: u16 = u16::MAX;

struct Work<'a, G> {
    game: &'a G,
    codes: Vec<u16>,
    /// How many moves of each position lead to where it is not decided that the mover loses, or
    /// loses more than is looked for now; counted only with edges.
    open: Vec<u16>,
    decided: u64,
    edges: Option<Edges>,
    stop: &'a AtomicBool,
}

/// A look at the flag is taken once every so many positions.
const INTERVAL: usize = 1 << 12;

impl<G: Enumerate> Work<'_, G> {
    fn check(&self, index: usize) -> Result<(), BuildError> {
        let look = index.is_multiple_of(INTERVAL);
        if look && self.stop.load(Ordering::Relaxed) { Err(BuildError::Stopped) } else { Ok(()) }
    }

    /// Looks at every position once: checks the numbering, marks what is open, counts the moves.
    fn survey(&mut self) -> Result<u64, BuildError> {
        let game = self.game;
        let mut all = 0;
        for i in 0..self.codes.len() {
            self.check(i)?;
            let index = i as u64;
            let Some(pos) = game.position(index) else { continue };
            let found = game.index(&pos);
            if found != Some(index) {
                return Err(BuildError::Inconsistent { index, found });
            }
            self.codes[i] = OPEN;
            match game.turn(&pos) {
                Turn::Over(outcome) => {
                    let points = outcome.points_for(Player::First).unsigned_abs();
                    let most = G::MOST_POINTS;
                    if points > u32::from(most) {
                        return Err(BuildError::TooManyPoints { index, points, most });
                    }
                }
                _ => {
                    let n = game.moves(&pos).count();
                    self.open[i] = u16::try_from(n).unwrap_or(0);
                    if self.open[i] == 0 {
                        return Err(BuildError::Stuck { index });
                    }
                    all += n as u64;
                }
            }
        }
        Ok(all)
    }

    /// Calls `each` with the number of every position that a move leads to.
    fn next(
        &self,
        index: usize,
        pos: &G::Position,
        mut each: impl FnMut(usize),
    ) -> Result<(), BuildError> {
        for mv in self.game.moves(pos) {
            let mut next = pos.clone();
            self.game.play(&mut next, mv);
            let found = self.game.index(&next).filter(|&found| found < self.codes.len() as u64);
            each(found.ok_or(BuildError::LeadsOut { index: index as u64 })? as usize);
        }
        Ok(())
    }

    /// Decides the ends of the game that count this many points.
    fn ends(&mut self, points: u8) {
        for i in 0..self.codes.len() {
            if self.codes[i] != OPEN {
                continue;
            }
            let pos = self.game.position(i as u64);
            if let Some(Turn::Over(outcome)) = pos.map(|pos| self.game.turn(&pos))
                && outcome.points_for(Player::First).unsigned_abs() == u32::from(points)
            {
                let won = outcome.points_for(Player::First);
                self.codes[i] = encode(won, 0, G::MOST_POINTS).unwrap_or(OPEN);
                self.decided += 1;
            }
        }
    }

    /// Who wins the position with this number, and in how many plies, if it is decided.
    fn winner(&self, index: usize) -> Option<(Player, u8, u32)> {
        let code = self.codes[index];
        if code <= DRAW || code == OPEN {
            return None;
        }
        let (points, plies) = super::decode(code, G::MOST_POINTS)?;
        let pos = self.game.position(index as u64)?;
        let whose = match self.game.turn(&pos) {
            Turn::Player(player) => player,
            _ => Player::First,
        };
        let winner = if points > 0 { whose } else { whose.other() };
        Some((winner, points.unsigned_abs() as u8, plies))
    }

    /// Finds what is won or lost for this many points in this many plies, and says how much that is.
    fn round(&mut self, points: u8, plies: u32) -> Result<u64, BuildError> {
        let before = self.decided;
        let won = encode(points.into(), plies, G::MOST_POINTS);
        let lost = encode(-i32::from(points), plies, G::MOST_POINTS);
        let longest = u32::from(OPEN - 3) / 2 / u32::from(G::MOST_POINTS) - 1;
        let too_long = BuildError::TooLong { plies: longest };
        let fits = |code: Option<u16>| code.filter(|&code| code < OPEN).ok_or(too_long.clone());
        match self.edges.take() {
            Some(mut edges) => {
                let done = self.round_back(&mut edges, points, plies, won, lost, fits);
                self.edges = Some(edges);
                done?;
            }
            None => self.round_forward(points, plies, won, lost, fits)?,
        }
        Ok(self.decided - before)
    }

    /// Plays all moves of all open positions.
    fn round_forward(
        &mut self,
        points: u8,
        plies: u32,
        won: Option<u16>,
        lost: Option<u16>,
        fits: impl Fn(Option<u16>) -> Result<u16, BuildError>,
    ) -> Result<(), BuildError> {
        for i in 0..self.codes.len() {
            self.check(i)?;
            if self.codes[i] != OPEN {
                continue;
            }
            let Some(pos) = self.game.position(i as u64) else { continue };
            let Turn::Player(me) = self.game.turn(&pos) else { continue };
            // What was decided in this round does not count before the next.
            let (mut win, mut all, mut last) = (false, true, false);
            self.next(i, &pos, |next| match self.winner(next) {
                Some((winner, p, n)) if p > points || n < plies => {
                    win |= winner == me;
                    all &= winner != me;
                    last |= p == points && n == plies - 1;
                }
                _ => all = false,
            })?;
            if win || all && last {
                self.codes[i] = fits(if win { won } else { lost })?;
                self.decided += 1;
            }
        }
        Ok(())
    }

    /// Goes back from what the round before has decided.
    fn round_back(
        &mut self,
        edges: &mut Edges,
        points: u8,
        plies: u32,
        won: Option<u16>,
        lost: Option<u16>,
        fits: impl Fn(Option<u16>) -> Result<u16, BuildError>,
    ) -> Result<(), BuildError> {
        if plies == 1 {
            edges.fresh.clear();
            // The ends that count so much; everything worth more was followed back before.
            let ends = (0..self.codes.len()).filter(|&i| {
                let code = self.codes[i];
                Some(code) == encode(points.into(), 0, G::MOST_POINTS)
                    || Some(code) == encode(-i32::from(points), 0, G::MOST_POINTS)
            });
            edges.fresh.extend(ends.map(|i| i as u32));
        }
        let fresh = std::mem::take(&mut edges.fresh);
        for (n, &i) in fresh.iter().enumerate() {
            self.check(n)?;
            let Some((winner, ..)) = self.winner(i as usize) else { continue };
            for n in edges.to(i) {
                let from = edges.from[n] as usize;
                if self.codes[from] != OPEN {
                    continue;
                }
                let pos = self.game.position(from as u64);
                let mover = pos.map(|pos| self.game.turn(&pos));
                if mover == Some(Turn::Player(winner)) {
                    self.codes[from] = fits(won)?;
                } else {
                    self.open[from] -= 1;
                    if self.open[from] > 0 {
                        continue;
                    }
                    self.codes[from] = fits(lost)?;
                }
                self.decided += 1;
                edges.fresh.push(from as u32);
            }
        }
        Ok(())
    }
}

/// All moves backwards: where the moves to a position come from.
struct Edges {
    /// Where the list of each position begins; one more than there are positions.
    start: Vec<u32>,
    from: Vec<u32>,
    /// What the last round has decided.
    fresh: Vec<u32>,
}

impl Edges {
    fn new<G: Enumerate>(work: &Work<'_, G>, n_moves: u64) -> Result<Edges, BuildError> {
        let n = work.codes.len();
        let mut start = vec![0u32; n + 1];
        let mut from = vec![0u32; n_moves as usize];
        // Counted first, and then filled from the end of each list to its beginning.
        for fill in [false, true] {
            for i in 0..n {
                work.check(i)?;
                let Some(pos) = work.game.position(i as u64) else { continue };
                work.next(i, &pos, |next| {
                    if fill {
                        start[next] -= 1;
                        from[start[next] as usize] = i as u32;
                    } else {
                        start[next] += 1;
                    }
                })?;
            }
            if !fill {
                for i in 1..=n {
                    start[i] += start[i - 1];
                }
            }
        }
        Ok(Edges { start, from, fresh: Vec::new() })
    }

    /// Where the moves to a position are in `from`.
    fn to(&self, index: u32) -> std::ops::Range<usize> {
        let [start, end] = [0, 1].map(|n| self.start[index as usize + n] as usize);
        start..end
    }
}
