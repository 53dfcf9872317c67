//! A move is the number of its house, counted from the player's left, or `swap`. A position is the seeds of South's houses
//! and store, those of North's, and whose turn it is: `4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south`. Where the second player may still
//! change sides, `opening` follows.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::rules::{Kalah, Move, Position, Swap, Sweep};

const SIDES: [&str; 2] = ["south", "north"];
const SWAP: &str = "swap";
const OPENING: &str = "opening";

impl Notation for Kalah {
    fn write_move(&self, _: &Position, mv: Move) -> String {
        mv.house().map_or_else(|| SWAP.into(), |house| (house + 1).to_string())
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let n = self.n_houses();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let house = text.parse::<usize>().ok().filter(|house| digits && (1..=n).contains(house));
        let found = match house {
            Some(house) => Some(Move::from(house - 1)),
            None => text.eq_ignore_ascii_case(SWAP).then_some(Move::SWAP),
        };
        let expected = match found {
            None => format!("a move; houses are counted from the left, from 1 to {n}"),
            Some(_) if matches!(self.turn(pos), Turn::Over(_)) => {
                "a legal move: the game is over".into()
            }
            Some(mv) if self.moves(pos).any(|legal| legal == mv) => return Ok(mv),
            Some(Move::SWAP) => {
                "a legal move: only the second player may change sides, in place of their first \
                 move, and only with the option swap=true"
                    .into()
            }
            Some(_) => {
                let some: Vec<String> =
                    self.moves(pos).map(|mv| self.write_move(pos, mv)).collect();
                format!("a legal move: that house is empty; possible are {}", some.join(", "))
            }
        };
        Err(NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let side = |player: Player| {
            let all = &pos.rows[player.index()][..=self.n_houses()];
            all.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
        };
        let mover = SIDES[pos.to_move.index()];
        let opening = if pos.opening { format!(" {OPENING}") } else { String::new() };
        format!("{} / {} {mover}{opening}", side(Player::First), side(Player::Second))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |why: &str| {
            let example = self.write_position(&self.start());
            NotationError::new(text, format!("a position such as {example}: {why}"))
        };
        let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
        let opening = words.last() == Some(&OPENING);
        if opening {
            words.pop();
        }
        let mover = words.pop().and_then(|word| SIDES.iter().position(|side| *side == word));
        let mover =
            mover.ok_or_else(|| wrong("it ends with south or north for whose turn it is"))?;
        let n = self.n_houses();
        let slash = "the seeds of South and of North have a / between them";
        let mut sides = words.split(|word| *word == "/");
        let (Some(south), Some(north), None) = (sides.next(), sides.next(), sides.next()) else {
            return Err(wrong(slash));
        };
        let to_move = Player::BOTH[mover];
        let mut pos = Position { rows: [[0; 16]; 2], to_move, opening, over: false };
        for (row, side) in pos.rows.iter_mut().zip([south, north]) {
            if side.len() != n + 1 {
                return Err(wrong(&format!("each side has {n} houses and a store")));
            }
            for (place, word) in row.iter_mut().zip(side) {
                *place = word.parse().map_err(|_| wrong("seeds are counted by numbers"))?;
            }
        }
        let all: u32 = pos.rows.iter().flatten().map(|&seeds| u32::from(seeds)).sum();
        if all != self.all_seeds() {
            return Err(wrong(&format!("it has {all} seeds and not {}", self.all_seeds())));
        }
        let given = pos;
        self.finish(&mut pos);
        if pos.rows != given.rows && self.rules().sweep != Sweep::Nobody {
            return Err(wrong("where a row is empty, what lies in the other one has been counted"));
        }
        if opening && (self.rules().swap == Swap::Off || !self.opens(&pos)) {
            return Err(wrong("opening is said of the first moves where sides may be changed"));
        }
        Ok(pos)
    }
}

impl Kalah {
    /// Can the second player not have moved yet? Nothing has been sown from North's houses then, nor has North a seed in
    /// store.
    fn opens(&self, pos: &Position) -> bool {
        !pos.over && self.store(pos, Player::Second) == 0
    }
}
