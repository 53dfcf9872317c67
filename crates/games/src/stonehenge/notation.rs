//! A move is `cell:piece`, as in `12:5`.
//!
//! A position is written `6./.c./..../...../.... x x..............`: the cells in their rows, with
//! 1 to 6 for pieces of the first player, a to f for the same of the second and `.` for an empty
//! cell; `x` or `o` for whose turn it is; and for each of the fifteen lines `x`, `o` or `.` for who
//! has been awarded it.

use henge_core::{Game, Notation, NotationError, Player};

use super::hand::Hand;
use super::rules::{Move, Position, Stonehenge};
use super::tables::{N_CELLS, N_LINES, ROWS};

const OWNERS: [char; 2] = ['x', 'o'];
/// The characters for the pieces 1 to 6 of either player.
const PIECES: [[char; 6]; 2] = [['1', '2', '3', '4', '5', '6'], ['a', 'b', 'c', 'd', 'e', 'f']];

/// The name of a line: a to o.
pub(super) fn line_name(line: usize) -> char {
    char::from(b'a' + line as u8)
}

impl Stonehenge {
    /// Reads a move, or says what would be right.
    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, String> {
        if pos.winner().is_some() {
            return Err("a legal move: the game is over".into());
        }
        let form = || "a move; write cell:piece, as in 12:5".to_string();
        let (cell, piece) = text.split_once(':').ok_or_else(form)?;
        let number = |text: &str| {
            let text = text.trim();
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // A number too long to be read is still a number, and as wrong as a large one.
            digits.then(|| text.parse::<u8>().unwrap_or(u8::MAX)).ok_or_else(form)
        };
        let (cell, piece) = (number(cell)?, number(piece)?);
        if usize::from(cell) >= N_CELLS {
            return Err("a legal move: cells go from 0 to 17".into());
        }
        let Some(mv) = Move::new(cell, piece) else {
            return Err("a legal move: pieces go from 1 to 6".into());
        };
        if let Some((owner, taken)) = pos.at(cell) {
            let owner = super::PLAYERS[owner.index()].to_lowercase();
            return Err(format!(
                "a legal move: cell {cell} is taken by {owner}'s {taken}; empty cells are {}",
                list((0..N_CELLS as u8).filter(|&cell| pos.at(cell).is_none()))
            ));
        }
        let hand = pos.hand(pos.to_move());
        if hand.count(piece) == 0 {
            let left = list(hand.pieces());
            return Err(format!("a legal move: piece {piece} is used up; {left} are left"));
        }
        Ok(mv)
    }

    fn parse_position(&self, text: &str) -> Result<Position, String> {
        let example = || format!("a position such as {}", self.write_position(&self.start()));
        let mut words = text.split_whitespace();
        let (Some(board), Some(turn), Some(lines), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(example() + ": cells, whose turn it is, and lines");
        };
        let mut pos = read_board(board)?;
        let to_move = match turn {
            "x" => Player::First,
            "o" => Player::Second,
            _ => return Err(example() + ", with x or o for whose turn it is"),
        };
        take_turn(&mut pos, to_move)?;
        read_awards(&mut pos, lines)?;
        Ok(pos)
    }

    /// A position with these pieces. Who has a line follows from them, except where the sums on a
    /// full line are equal: then it is who has the stone.
    pub(super) fn set_up(
        &self,
        cells: [Option<(Player, u8)>; N_CELLS],
        stones: [Option<Player>; N_LINES],
        to_move: Player,
    ) -> Result<Position, String> {
        let mut pos = Position::empty_board();
        for (cell, piece) in cells.into_iter().enumerate() {
            if let Some((player, piece)) = piece {
                put(&mut pos, cell, player, piece)?;
            }
        }
        take_turn(&mut pos, to_move)?;
        for (line, stone) in stones.into_iter().enumerate() {
            let tied = pos.holes(line) == 0 && pos.lead(line) == 0;
            let due = pos.claim(line, !to_move);
            if let Some(player) = stone.filter(|_| tied).or(due) {
                pos.awarded[player.index()] |= 1 << line;
            }
        }
        Ok(pos)
    }
}

/// Both have put the same number of pieces, or the first player one more.
fn take_turn(pos: &mut Position, to_move: Player) -> Result<(), String> {
    let [first, second] = Player::BOTH.map(|player| 9 - pos.hand(player).size());
    let due = if first == second { Player::First } else { Player::Second };
    if first != second && first != second + 1 {
        return Err(format!(
            "a position: there are {first} pieces of the first player and {second} of the \
             second, who must have as many, or one less"
        ));
    }
    if due != to_move {
        let mark = OWNERS[due.index()];
        return Err(format!("a position: after {} pieces it is {mark}'s turn", first + second));
    }
    if to_move == Player::Second {
        pos.pass_turn();
    }
    Ok(())
}

fn put(pos: &mut Position, cell: usize, player: Player, piece: u8) -> Result<(), String> {
    if pos.hand(player).count(piece) == 0 {
        let most = Hand::FULL.count(piece);
        return Err(format!("a position: each player has {most} of piece {piece}"));
    }
    pos.put(player, Move(6 * cell as u8 + piece - 1));
    Ok(())
}

fn list(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn read_board(board: &str) -> Result<Position, String> {
    let cells: Vec<char> = board.chars().filter(|&c| c != '/').collect();
    if cells.len() != N_CELLS {
        return Err(format!("a position: it has {} cells and not 18", cells.len()));
    }
    let mut pos = Position::empty_board();
    for (cell, &c) in cells.iter().enumerate() {
        if c == '.' {
            continue;
        }
        let found = Player::BOTH.into_iter().find_map(|player| {
            let value = PIECES[player.index()].iter().position(|&piece| piece == c)?;
            Some((player, value as u8 + 1))
        });
        let Some((player, piece)) = found else {
            return Err(format!("a position: cell {cell} should be 1 to 6, a to f, or ."));
        };
        put(&mut pos, cell, player, piece)?;
    }
    Ok(pos)
}

/// The awards follow from the pieces, except on full lines with equal sums.
///
/// An award made before a line is full stays right: the winner's lead covers the opponent's largest
/// pieces after every move that either makes. So an awarded line that has empty cells must be one
/// that would be awarded now, and a full one belongs to the larger sum.
fn read_awards(pos: &mut Position, lines: &str) -> Result<(), String> {
    let awards: Vec<char> = lines.chars().collect();
    if awards.len() != N_LINES {
        return Err(format!("a position: it has {} lines and not 15", awards.len()));
    }
    let mover = !pos.to_move();
    for (line, &c) in awards.iter().enumerate() {
        let award = match c {
            '.' => None,
            'x' => Some(Player::First),
            'o' => Some(Player::Second),
            _ => return Err(format!("a position: line {} should be x, o or .", line_name(line))),
        };
        let free = pos.holes(line) == 0 && pos.lead(line) == 0 && award.is_some();
        let due = pos.claim(line, mover);
        if !free && award != due {
            let due = due.map_or('.', |player| OWNERS[player.index()]);
            return Err(format!("a position: line {} should be {due}", line_name(line)));
        }
        if let Some(player) = award {
            pos.awarded[player.index()] |= 1 << line;
        }
    }
    Ok(())
}

impl Notation for Stonehenge {
    fn write_move(&self, _pos: &Position, mv: Move) -> String {
        format!("{}:{}", mv.cell(), mv.piece())
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        self.parse_move(pos, text).map_err(|expected| NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let mut text = String::new();
        let mut cell = 0;
        for (i, row) in ROWS.into_iter().enumerate() {
            if i > 0 {
                text.push('/');
            }
            for _ in 0..row {
                text.push(match pos.at(cell) {
                    Some((player, piece)) => PIECES[player.index()][piece as usize - 1],
                    None => '.',
                });
                cell += 1;
            }
        }
        text.push(' ');
        text.push(OWNERS[pos.to_move().index()]);
        text.push(' ');
        for line in 0..N_LINES {
            let has = |player: &Player| pos.awarded(*player) >> line & 1 != 0;
            let owner = Player::BOTH.into_iter().find(has);
            text.push(owner.map_or('.', |player| OWNERS[player.index()]));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse_position(text).map_err(|expected| NotationError::new(text, expected))
    }
}
