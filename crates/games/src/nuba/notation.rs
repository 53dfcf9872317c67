//! A token from the hand is written with its square, `3@b2`, one that moves with both squares, `b2-b3` or `b2xc3` if it
//! takes, and a pass is `pass`. Columns are letters from Green's left, rows are counted from Green's side. A position is
//! the rows from the top with two signs to a square, `g7` and `r7` for Green's and Red's token 7, `gX` for a champion and
//! `..` for an empty square; then whose turn it is, the best musician or `-`, and `placing` while all tokens
//! that are not on the board are in hand: `........../r1......../........../........../g1gX....../.......... g - placing`.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::PLAYERS;
use super::moves::Move;
use super::rules::{
    ALL_TOKENS, CHAMPION, COLUMNS, Codes, EMPTY, HOME, Nuba, Position, ROWS, SQUARES, State, code,
    is_far, owner, takes, token,
};

pub(super) const SIDES: [char; 2] = ['g', 'r'];
const PASS: &str = "pass";
const PLACING: &str = "placing";

/// The name of a square.
pub(super) fn square_name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % COLUMNS) as u8), square / COLUMNS + 1)
}

/// The sign of a token: its number, or X.
pub(super) fn token_sign(token: u8) -> char {
    if token == CHAMPION { 'X' } else { char::from(b'0' + token) }
}

fn token_of(sign: char) -> Option<u8> {
    match sign {
        'X' | 'x' => Some(CHAMPION),
        '1'..='9' => Some(sign as u8 - b'0'),
        _ => None,
    }
}

/// The square at the start of `text`, and what follows it.
fn square(text: &str) -> Option<(usize, &str)> {
    let mut chars = text.chars();
    let column = (chars.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    let row = chars.next()?.to_digit(10)?.checked_sub(1)? as usize;
    (column < COLUMNS && row < ROWS).then_some((row * COLUMNS + column, chars.as_str()))
}

/// The move that a text means, legal or not.
fn any_move(text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case(PASS) {
        return Some(Move::PASS);
    }
    if let Some((token, to)) = text.split_once('@') {
        let mut signs = token.chars();
        let token = token_of(signs.next()?)?;
        let (to, rest) = square(to)?;
        return (signs.next().is_none() && rest.is_empty()).then(|| Move::place(token, to));
    }
    let (from, rest) = square(text)?;
    let (to, rest) = square(rest.strip_prefix(['-', 'x', 'X']).unwrap_or(rest))?;
    rest.is_empty().then(|| Move::step(from, to))
}

impl Nuba {
    fn why_not(&self, pos: &Position, mv: Move) -> String {
        let player = pos.to_move();
        let who = PLAYERS[player.index()];
        if let Some((token, to)) = mv.token().zip(mv.to()) {
            let sign = token_sign(token);
            return if !pos.is_placing() {
                "all tokens have been placed; a move is two squares, as in b2-b3".into()
            } else if pos.hand[player.index()] >> token & 1 == 0 {
                format!("{who} has no {sign} in hand")
            } else if HOME[player.index()] >> to & 1 == 0 {
                let rows = ["1 and 2", "5 and 6"][player.index()];
                format!("{who} places tokens on rows {rows}")
            } else {
                format!("{} is taken", square_name(to))
            };
        }
        let Some((from, to)) = mv.from().zip(mv.to()) else {
            return "a token can be moved, so that nobody passes".into();
        };
        if pos.is_placing() {
            return format!("{who} has tokens in hand and places one, as in 3@b2");
        }
        if pos.state == State::Stuck {
            return "nothing can be moved, so that \"pass\" is the only one".into();
        }
        let name = square_name(from);
        match pos.token_at(from) {
            Some((whose, _)) if whose == player => {}
            _ => return format!("no token of {who} stands on {name}"),
        }
        match pos.token_at(to) {
            Some((whose, _)) if whose != player && !takes(pos.at[from], pos.at[to]) => {
                let [mine, theirs] = [from, to].map(|square| token_sign(token(pos.at[square])));
                format!("{mine} does not take {theirs}: tokens take the same or a higher number")
            }
            Some((whose, _)) if whose == player => {
                format!("an own token stands on {}", square_name(to))
            }
            _ => "tokens move one square forward, straight or diagonally".into(),
        }
    }

    fn check(
        &self,
        at: &Codes,
        placing: bool,
        musician: u8,
        to_move: Player,
    ) -> Result<(), String> {
        let mut seen = [0u16; 2];
        let mut put = [0; 2];
        let stage = (musician != EMPTY).then_some(musician);
        for (square, code) in at.iter().copied().enumerate().filter(|(_, code)| *code != EMPTY) {
            let player = owner(code);
            put[player.index()] += 1;
            if placing && HOME[player.index()] >> square & 1 == 0 {
                return Err("while tokens are placed all are on their two rows".into());
            }
            if is_far(player, square) {
                return Err(format!(
                    "a token that reaches {} leaves the board",
                    square_name(square)
                ));
            }
        }
        for code in at.iter().copied().filter(|code| *code != EMPTY).chain(stage) {
            let (seen, bit) = (&mut seen[owner(code).index()], 1 << token(code));
            if *seen & bit != 0 {
                let who = PLAYERS[owner(code).index()];
                return Err(format!("{who} has one token {}", token_sign(token(code))));
            }
            *seen |= bit;
        }
        let [green, red] = put;
        let in_turn = match to_move {
            Player::First => green == red && green < 10,
            Player::Second => green == red + 1,
        };
        if placing && (!in_turn || musician != EMPTY) {
            return Err("players place in turn, Green first, before there is a musician".into());
        }
        Ok(())
    }
}

impl Notation for Nuba {
    fn write_move(&self, pos: &Position, mv: Move) -> String {
        let Some(to) = mv.to() else { return PASS.into() };
        match (mv.token(), mv.from()) {
            (None, Some(from)) => {
                let sign = if pos.at[to] == EMPTY { '-' } else { 'x' };
                format!("{}{sign}{}", square_name(from), square_name(to))
            }
            (token, _) => format!("{}@{}", token_sign(token.unwrap_or_default()), square_name(to)),
        }
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let expected = match any_move(text) {
            None => "a move such as 3@b2, b2-b3 or b2xc3; squares go from a1 to e6".into(),
            Some(_) if matches!(self.turn(pos), Turn::Over(_)) => {
                "a legal move: the game is over".into()
            }
            Some(mv) if self.moves(pos).any(|legal| legal == mv) => return Ok(mv),
            Some(mv) => format!("a legal move: {}", self.why_not(pos, mv)),
        };
        Err(NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let write = |code: u8| match code {
            EMPTY => "..".to_string(),
            _ => format!("{}{}", SIDES[owner(code).index()], token_sign(token(code))),
        };
        let rows: Vec<String> = pos
            .at
            .chunks(COLUMNS)
            .rev()
            .map(|row| row.iter().copied().map(write).collect())
            .collect();
        let side = SIDES[pos.to_move().index()];
        let musician = if pos.musician == EMPTY { "-".into() } else { write(pos.musician) };
        let placing = if pos.is_placing() { format!(" {PLACING}") } else { String::new() };
        format!("{} {side} {musician}{placing}", rows.join("/"))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |why: &str| {
            let example = self.write_position(&self.start());
            NotationError::new(text, format!("a position such as {example}: {why}"))
        };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (board, side, musician, placing) = match words[..] {
            [board, side, musician] => (board, side, musician, false),
            [board, side, musician, PLACING] => (board, side, musician, true),
            _ => return Err(wrong("six rows, whose turn it is, and the best musician or -")),
        };
        let to_move = match side {
            "g" => Player::First,
            "r" => Player::Second,
            _ => return Err(wrong("whose turn it is, is said by g or r")),
        };
        let read = |signs: &[char]| -> Option<u8> {
            let [side, sign] = signs else { return None };
            let player = SIDES.iter().position(|known| known == side)?;
            Some(code(Player::BOTH[player], token_of(*sign)?))
        };
        let signs = |text: &str| text.chars().collect::<Vec<char>>();
        let musician = match musician {
            "-" => EMPTY,
            text => {
                read(&signs(text)).ok_or_else(|| wrong("a musician is a token such as g7 or rX"))?
            }
        };
        let rows: Vec<Vec<char>> = board.split('/').map(signs).collect();
        if rows.len() != ROWS || rows.iter().any(|row| row.len() != 2 * COLUMNS) {
            return Err(wrong("there are six rows of five squares with two signs each"));
        }
        let mut at = [EMPTY; SQUARES];
        let mut squares = [0; 2];
        let mut hand = if placing { [ALL_TOKENS; 2] } else { [0; 2] };
        for (square, signs) in rows.iter().rev().flat_map(|row| row.chunks(2)).enumerate() {
            if signs == ['.', '.'] {
                continue;
            }
            let found = read(signs).ok_or_else(|| {
                wrong(&format!("{} should be a token such as g7 or rX, or ..", square_name(square)))
            })?;
            at[square] = found;
            squares[owner(found).index()] |= 1 << square;
            hand[owner(found).index()] &= !(1 << token(found));
        }
        self.check(&at, placing, musician, to_move).map_err(|why| wrong(&why))?;
        let state = State::Going;
        let mut pos = Position { at, squares, hand, musician, to_move, state, key: 0 };
        pos.key = Self::key_of(&pos);
        Self::settle(&mut pos);
        Ok(pos)
    }
}
