use std::iter;

use henge_core::{Game, Outcome, Player, Turn, mix64};

/// Three in a row on three by three.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The stones of both players, a bit for each site.
pub type Position = [u16; 2];

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn player(pos: &Position) -> Player {
    let stones = (pos[0] | pos[1]).count_ones();
    Player::BOTH[stones as usize % 2]
}

impl TicTacToe {
    /// `x.. .o. ...`
    pub fn read(text: &str) -> Position {
        let mut pos = [0; 2];
        for (i, c) in text.chars().filter(|c| !c.is_whitespace()).enumerate() {
            match c {
                'x' => pos[0] |= 1 << i,
                'o' => pos[1] |= 1 << i,
                _ => {}
            }
        }
        pos
    }
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = u8;
    type Moves = Sites;
    type Undo = ();

    fn start(&self) -> Position {
        [0; 2]
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        let mover = player(pos);
        let last = pos[mover.other().index()];
        if LINES.iter().any(|line| last & line == *line) {
            return Turn::Over(Outcome::win(mover.other()));
        }
        if pos[0] | pos[1] == 0o777 {
            return Turn::Over(Outcome::Draw);
        }
        Turn::Player(mover)
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Sites {
        Sites(if let Turn::Over(_) = self.turn(pos) { 0 } else { !(pos[0] | pos[1]) & 0o777 })
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: u8) {
        pos[player(pos).index()] |= 1 << mv;
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: u8, _: ()) {
        pos[0] &= !(1 << mv);
        pos[1] &= !(1 << mv);
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        mix64((pos[0] as u64) << 16 | pos[1] as u64)
    }
}

/// The bits of a word.
pub struct Sites(u16);

impl Iterator for Sites {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let site = iter::once(self.0.trailing_zeros() as u8).find(|_| self.0 != 0)?;
        self.0 &= self.0 - 1;
        Some(site)
    }
}
