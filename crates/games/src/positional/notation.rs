//! Moves are names of sites, or `swap`. A position is a row of `x` (first), `o` (second), `.` (empty)
//! and `#` (blocked) for each row of the board, and whose turn it is: `x.o/.x./... o`.

use henge_core::spec::nearest;
use henge_core::{Bits, Game, Notation, NotationError, Player};

use super::rules::{Move, Position, Positional};

const SWAP: &str = "swap";
const STONES: [char; 2] = ['x', 'o'];

impl<const W: usize> Positional<W> {
    /// Says what is wrong with a move that is not legal.
    fn refuse(&self, pos: &Position<W>, text: &str) -> NotationError {
        let sites = &self.definition().sites;
        let known = sites.iter().position(|site| site.name.eq_ignore_ascii_case(text));
        let expected = if text.eq_ignore_ascii_case(SWAP) {
            match self.definition().mirror {
                Some(_) => {
                    "a legal move: the swap is only for the second player's first move".into()
                }
                None => "a legal move: this game has no swap rule".into(),
            }
        } else if let Some(site) = known {
            let why = if sites[site].blocked { "blocked" } else { "taken" };
            let free = self.empty(pos).iter().map(|site| sites[site].name.as_str());
            match nearest(text, free) {
                Some(near) => format!("a legal move: the site is {why}; {near} is free"),
                None => format!("a legal move: the site is {why}"),
            }
        } else {
            let (first, last) = (&sites[0].name, &sites[sites.len() - 1].name);
            match nearest(text, sites.iter().map(|site| site.name.as_str())) {
                Some(near) => {
                    format!("a site; did you mean {near}? sites go from {first} to {last}")
                }
                None => format!("a site; sites go from {first} to {last}"),
            }
        };
        NotationError::new(text, expected)
    }
}

impl<const W: usize> Notation for Positional<W> {
    fn write_move(&self, _pos: &Position<W>, mv: Move) -> String {
        match mv {
            Move::SWAP => SWAP.into(),
            Move(site) => self.definition().sites[site as usize].name.clone(),
        }
    }

    fn read_move(&self, pos: &Position<W>, text: &str) -> Result<Move, NotationError> {
        let name = |mv: Move| match mv {
            Move::SWAP => SWAP,
            Move(site) => &self.definition().sites[site as usize].name,
        };
        // Exactly as written, or else without regard to case, unless names differ in case alone.
        let exact = self.moves(pos).find(|&mv| name(mv) == text);
        let mut loose = self.moves(pos).filter(|&mv| name(mv).eq_ignore_ascii_case(text));
        exact
            .or_else(|| loose.next().filter(|_| loose.next().is_none()))
            .ok_or_else(|| self.refuse(pos, text))
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        let mut text = String::new();
        let mut site = 0;
        for (i, &row) in self.definition().rows.iter().enumerate() {
            if i > 0 {
                text.push('/');
            }
            for _ in 0..row {
                let held = Player::BOTH.into_iter().find(|&player| pos.stones(player).has(site));
                text.push(match held {
                    Some(player) => STONES[player.index()],
                    None if self.definition().sites[site].blocked => '#',
                    None => '.',
                });
                site += 1;
            }
        }
        text.push(' ');
        text.push(STONES[pos.to_move.index()]);
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let sites = &self.definition().sites;
        let wrong = |expected: String| NotationError::new(text, expected);
        let example = || format!("a position such as {}", self.write_position(&self.start()));
        let (board, turn) = text.trim().split_once(' ').ok_or_else(|| wrong(example()))?;
        let to_move = match turn.trim() {
            "x" => Player::First,
            "o" => Player::Second,
            _ => return Err(wrong(example() + ", which ends with x or o for whose turn it is")),
        };
        let cells: Vec<char> = board.chars().filter(|&c| c != '/').collect();
        if cells.len() != sites.len() {
            let (n, found) = (sites.len(), cells.len());
            return Err(wrong(format!("{}: it has {found} sites and not {n}", example())));
        }
        let mut stones = [Bits::EMPTY; 2];
        for (i, (&cell, site)) in cells.iter().zip(sites).enumerate() {
            match cell {
                'x' | 'o' if !site.blocked => stones[usize::from(cell == 'o')].insert(i),
                '.' if !site.blocked => {}
                '#' if site.blocked => {}
                _ => {
                    let what = if site.blocked { "# for a blocked site" } else { "x, o or ." };
                    return Err(wrong(format!("a position: {} should be {what}", site.name)));
                }
            }
        }
        let pos = self.set_up(stones, to_move);
        if self.has_won(&pos, to_move) {
            let why = "a position: the player to move has won already, before the opponent moved";
            return Err(wrong(why.into()));
        }
        Ok(pos)
    }
}
