//! Tables of all positions of a game, built by looking back from the end.
//!
//! A game that can number its positions ([`Enumerate`]) gets a table with the points and the plies
//! to the end for each of them. Positions from which nobody can force an end are draws, so games with
//! cycles are solved as they should be: to come back is no progress (Thompson 1986, "Retrograde
//! analysis of certain endgames").
//!
//! A table is built in memory and kept in a file of one or two bytes a position, with a sum at its
//! end: a file that was cut or altered is refused.

mod build;
mod file;

use std::time::Duration;

use henge_core::{Enumerate, Outcome, Player, Score, ScoreKind, Turn};

use crate::{Line, Report};
pub use build::{BuildError, Options, Progress, build};
pub use file::ReadError;

/// What all positions of a game are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RetrogradeTable {
    game: String,
    most_points: u8,
    codes: Codes,
}

/// Entries of one byte where that is enough for the longest win.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// There is no such position.
const HOLE: u16 = 0;
const DRAW: u16 = 1;

/// `2 + 2 * (plies * most_points + points - 1) + lost`
fn encode(points: i32, plies: u32, most_points: u8) -> Option<u16> {
    if points == 0 {
        return Some(DRAW);
    }
    let size = u64::from(points.unsigned_abs());
    let place = u64::from(plies) * u64::from(most_points) + size - 1;
    u16::try_from(2 + 2 * place + u64::from(points < 0)).ok()
}

fn decode(code: u16, most_points: u8) -> Option<(i32, u32)> {
    match code {
        HOLE => None,
        DRAW => Some((0, 0)),
        _ => {
            let (place, lost) = ((u32::from(code) - 2) / 2, code % 2 == 1);
            let most = u32::from(most_points.max(1));
            let points = (place % most) as i32 + 1;
            Some((if lost { -points } else { points }, place / most))
        }
    }
}

impl RetrogradeTable {
    /// The name of the game, as given when the table was built.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How many numbers there are; not all of them need be positions.
    pub fn n_positions(&self) -> u64 {
        match &self.codes {
            Codes::Narrow(codes) => codes.len() as u64,
            Codes::Wide(codes) => codes.len() as u64,
        }
    }

    /// What the position with this number is worth to the player to move (to the first, if the game
    /// is over): the points and the plies to the end, which is 0 for a draw. The winner is in a
    /// hurry, and the loser is not.
    pub fn entry(&self, index: u64) -> Option<(i32, u32)> {
        let index = usize::try_from(index).ok()?;
        let code = match &self.codes {
            Codes::Narrow(codes) => u16::from(*codes.get(index)?),
            Codes::Wide(codes) => *codes.get(index)?,
        };
        decode(code, self.most_points)
    }

    /// What a position is worth, as [`RetrogradeTable::entry`] says.
    pub fn probe<G: Enumerate>(&self, game: &G, pos: &G::Position) -> Option<(i32, u32)> {
        self.entry(game.index(pos)?)
    }

    /// The best moves, as an engine would report them; no line where the game is over or the table
    /// does not know the position.
    pub fn report<G: Enumerate>(
        &self,
        game: &G,
        pos: &G::Position,
        n_lines: usize,
    ) -> Report<G::Move> {
        let mut report = Report { elapsed: Duration::ZERO, complete: true, ..Report::default() };
        let Turn::Player(me) = game.turn(pos) else { return report };
        for mv in game.moves(pos) {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            report.nodes += 1;
            let Some(score) = self.score(game, &next, me) else { continue };
            let line = Line { score: score.earlier(1), kind: ScoreKind::Table, moves: vec![mv] };
            // Behind those that are as good: the order of the moves decides.
            let place = report.lines.partition_point(|other| other.score >= line.score);
            report.lines.insert(place, line);
        }
        report.complete = report.lines.len() as u64 == report.nodes;
        report.lines.truncate(n_lines.max(1));
        for line in &mut report.lines {
            self.follow(game, pos, me, line);
        }
        report
    }

    /// The score to `me`.
    fn score<G: Enumerate>(&self, game: &G, pos: &G::Position, me: Player) -> Option<Score> {
        let (points, plies) = self.probe(game, pos)?;
        let whose = match game.turn(pos) {
            Turn::Player(player) => player,
            _ => Player::First,
        };
        let winner = if points > 0 { whose } else { whose.other() };
        Some(match u8::try_from(points.unsigned_abs()).ok()? {
            0 => Score::DRAW,
            points => Score::of(Outcome::Win { winner, points }, me, plies),
        })
    }

    /// Goes on to the end of the game, if it is won or lost.
    fn follow<G: Enumerate>(
        &self,
        game: &G,
        pos: &G::Position,
        me: Player,
        line: &mut Line<G::Move>,
    ) {
        let Some((_, plies)) = line.score.decided() else { return };
        let mut pos = pos.clone();
        game.play(&mut pos, line.moves[0]);
        while (line.moves.len() as u32) < plies {
            let left = line.score.later(line.moves.len() as u32 + 1);
            let keeps = |mv: &G::Move| {
                let mut next = pos.clone();
                game.play(&mut next, *mv);
                self.score(game, &next, me) == Some(left)
            };
            let Some(mv) = game.moves(&pos).find(keeps) else { return };
            game.play(&mut pos, mv);
            line.moves.push(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        for most in [1, 3, 255] {
            for plies in [0, 1, 17, 120] {
                for points in (1..=i32::from(most)).flat_map(|points| [points, -points]) {
                    let code = encode(points, plies, most).expect("short enough");
                    assert!(code > DRAW);
                    assert_eq!(decode(code, most), Some((points, plies)));
                }
            }
            assert_eq!(decode(encode(0, 0, most).expect("a draw"), most), Some((0, 0)));
            assert_eq!(decode(HOLE, most), None);
        }
        assert_eq!(encode(1, 126, 1), Some(254), "one byte is enough for 126 plies");
        assert_eq!((encode(1, 32_766, 1), encode(1, 32_767, 1)), (Some(65_534), None));
        assert!((0..=u16::MAX).all(|code| decode(code, 0).is_some() == (code != HOLE)));
    }
}
