//! Moves are names of sites, or `swap`. A position is a row of `x` (first), `o` (second), `.` (empty)
//! and `#` (blocked) for each row of the board, and whose turn it is: `x.o/.x./... o`.

use henge_core::spec::nearest;
use henge_core::{Bits, Game, Notation, NotationError, Player};

use super::rows::{STONES, named, read_rows, write_rows};
use super::rules::{Move, Position, Positional};

const SWAP: &str = "swap";

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
        named(self.moves(pos), text, name).ok_or_else(|| self.refuse(pos, text))
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        let held = |site| Player::BOTH.into_iter().find(|&player| pos.stones(player).has(site));
        write_rows(self.definition(), pos.to_move, |site| Some(STONES[held(site)?.index()]))
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let mut stones = [Bits::EMPTY; 2];
        let example = self.write_position(&self.start());
        let (to_move, mut rest) =
            read_rows(self.definition(), text, &example, "x, o or .", |site, cell| {
                let player = STONES.iter().position(|&stone| stone == cell);
                player.map(|player| stones[player].insert(site)).is_some()
            })?;
        let wrong = |expected: String| NotationError::new(text, expected);
        if rest.next().is_some() {
            return Err(wrong(format!("a position such as {example}, and nothing after it")));
        }
        let pos = self.set_up(stones, to_move);
        if self.has_won(&pos, to_move) {
            let why = "a position: the player to move has won already, before the opponent moved";
            return Err(wrong(why.into()));
        }
        Ok(pos)
    }
}
