//! A move from the hand is its point, `d6`; one on the board is both points, `d6-d5`; and whoever is taken follows: `d6xa1`,
//! `d6-d5xa1`. Columns are letters from the left, rows are counted from below. A position is the points row by row from the
//! top, `w` and `b` for men and `.` for free points, whose turn it is, the men that White and Black have in
//! hand, and the plies without a mill, if there are any: `.../.../.../....../.../.../... w 9 9`.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::PLAYERS;
use super::moves::{Move, prey};
use super::points::{NEXT, PLACES, name, named};
use super::rules::{MEN, Morris, Position};

pub(super) const SIGNS: [char; 2] = ['w', 'b'];

/// The move that a text means, legal or not.
fn any_move(text: &str) -> Option<Move> {
    let (first, rest) = named(text)?;
    let (from, to, rest) = match rest.strip_prefix('-') {
        Some(rest) => {
            let (to, rest) = named(rest)?;
            (Some(first), to, rest)
        }
        None => (None, first, rest),
    };
    let Some(rest) = rest.strip_prefix(['x', 'X']) else {
        return rest.is_empty().then(|| Move::new(from, to, None));
    };
    let (taken, rest) = named(rest)?;
    rest.is_empty().then(|| Move::new(from, to, Some(taken)))
}

impl Morris {
    fn why_not(&self, pos: &Position, mv: Move) -> String {
        let player = pos.to_move();
        let who = PLAYERS[player.index()];
        let (own, other) = (pos.men(player), pos.men(!player));
        let free = |point: u32| (own | other) >> point & 1 == 0;
        match mv.from() {
            None if pos.in_hand(player) == 0 => {
                return format!("{who} has no man in hand; a move is two points, as in a1-a4");
            }
            Some(_) if pos.in_hand(player) > 0 => {
                return format!(
                    "{who} has men in hand and places one; a move is one point, as in a1"
                );
            }
            Some(from) if own >> from & 1 == 0 => {
                return format!("no man of {who} stands on {}", name(from));
            }
            Some(from) if !self.flies(pos, player) && NEXT[from as usize] >> mv.to() & 1 == 0 => {
                return format!("{} and {} are not next to each other", name(from), name(mv.to()));
            }
            _ => {}
        }
        if !free(mv.to()) {
            return format!("{} is taken", name(mv.to()));
        }
        let closes = self.moves(pos).any(|legal| {
            (legal.from(), legal.to()) == (mv.from(), mv.to()) && legal.taken().is_some()
        });
        let points = |mut set: u32| {
            let mut all = Vec::new();
            while set != 0 {
                all.push(name(set.trailing_zeros()));
                set &= set - 1;
            }
            all.join(", ")
        };
        if closes {
            let to = name(mv.to());
            return format!(
                "it closes a mill and takes a man, as in {to}x…, on one of {}",
                points(prey(other))
            );
        }
        "it closes no mill, so that nobody is taken".into()
    }
}

impl Notation for Morris {
    fn write_move(&self, _: &Position, mv: Move) -> String {
        let from = mv.from().map_or(String::new(), |from| name(from) + "-");
        let taken = mv.taken().map_or(String::new(), |taken| "x".to_string() + &name(taken));
        format!("{from}{}{taken}", name(mv.to()))
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let expected = match any_move(text) {
            None => "a move such as d6, d6-d5 or d6-d5xa1; points go from a1 to g7".into(),
            Some(_) if matches!(self.turn(pos), Turn::Over(_)) => {
                "a legal move: the game is over".into()
            }
            Some(mv) if self.moves(pos).any(|legal| legal == mv) => return Ok(mv),
            Some(mv) => format!("a legal move: {}", self.why_not(pos, mv)),
        };
        Err(NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let mut text = String::new();
        for (point, place) in PLACES.iter().enumerate() {
            if point > 0 && PLACES[point - 1].1 != place.1 {
                text.push('/');
            }
            let has = |player: &Player| pos.men(*player) >> point & 1 != 0;
            text.push(Player::BOTH.iter().position(has).map_or('.', |player| SIGNS[player]));
        }
        let [white, black] = pos.hand;
        let idle = if pos.idle > 0 { format!(" {}", pos.idle) } else { String::new() };
        format!("{text} {} {white} {black}{idle}", SIGNS[pos.to_move().index()])
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |why: &str| {
            let example = self.write_position(&self.start());
            NotationError::new(text, format!("a position such as {example}: {why}"))
        };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (board, side, hands, idle) = match words[..] {
            [board, side, white, black] => (board, side, [white, black], "0"),
            [board, side, white, black, idle] => (board, side, [white, black], idle),
            _ => return Err(wrong("points, whose turn it is and the men in hand")),
        };
        let rows: Vec<usize> = board.split('/').map(|row| row.chars().count()).collect();
        if rows != [3, 3, 3, 6, 3, 3, 3] {
            return Err(wrong("the rows have 3, 3, 3, 6, 3, 3 and 3 points"));
        }
        let mut men = [0u32; 2];
        for (point, sign) in (0..).zip(board.chars().filter(|sign| *sign != '/')) {
            match sign {
                'w' | 'W' => men[0] |= 1 << point,
                'b' | 'B' => men[1] |= 1 << point,
                '.' => {}
                _ => {
                    return Err(wrong(&format!(
                        "{} should be w, b or ., not {sign:?}",
                        name(point)
                    )));
                }
            }
        }
        let to_move = match side {
            "w" | "W" => Player::First,
            "b" | "B" => Player::Second,
            _ => return Err(wrong("whose turn it is, is said by w or b")),
        };
        let number = |text: &str| text.parse::<u16>().ok();
        let hand = [number(hands[0]), number(hands[1])];
        let ([Some(white), Some(black)], Some(idle)) = (hand, number(idle)) else {
            return Err(wrong("men in hand are counted by numbers"));
        };
        for (player, hand) in [white, black].into_iter().enumerate() {
            if u32::from(hand) + men[player].count_ones() > MEN.into() {
                return Err(wrong(&format!("{} has more than {MEN} men", PLAYERS[player])));
            }
        }
        // White places first, and each one man a move.
        let ahead = match to_move {
            Player::First => white == black,
            Player::Second => white + 1 == black,
        };
        if !ahead && white + black > 0 {
            return Err(wrong("players place in turn, White first"));
        }
        if idle > 0 && (self.most_idle() == 0 || white + black > 0 || idle > self.most_idle()) {
            let why =
                "plies without a mill are counted when all men have been placed, up to the limit";
            return Err(wrong(why));
        }
        let hand = [white as u8, black as u8];
        let mut pos = Position { men, hand, to_move, lost: false, idle };
        pos.lost = self.has_lost(&pos);
        let other = Position { to_move: !to_move, ..pos };
        if men[(!to_move).index()].count_ones() + u32::from(other.in_hand(!to_move)) < 3 {
            return Err(wrong("whoever has just moved has three men"));
        }
        Ok(pos)
    }
}
