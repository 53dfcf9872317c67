//! The rules of Domineering, its notation, its board, and a first idea of who is ahead.
//!
//! Göran Andersson's game, which Martin Gardner told of in 1974: one player puts dominoes upright on two free squares of a
//! board, the other one across. A player who cannot has lost.

use henge::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge::{
    About, Board, Depict, Eval, Features, Game, Notation, NotationError, Outcome, Player, Scene,
    Score, SiteId, Turn, mix64,
};

/// Bits from one row to the next.
const STRIDE: u32 = 8;

/// The rules for one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domineering {
    columns: u32,
    rows: u32,
    board: u64,
}

/// The squares that each player has covered, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    covered: [u64; 2],
    mover: Player,
}

impl Domineering {
    /// Boards have up to eight columns and rows.
    pub fn new(columns: u32, rows: u32) -> Domineering {
        let (columns, rows) = (columns.clamp(1, STRIDE), rows.clamp(1, STRIDE));
        let row = (1 << columns) - 1;
        Domineering { columns, rows, board: (0..rows).fold(0, |all, i| all | row << (STRIDE * i)) }
    }

    pub fn about(&self) -> About {
        About::new("domineering", "Domineering").players("Vertical", "Horizontal").rules(
            "Vertical covers two free squares with an upright domino, Horizontal two with one that lies across. A \
             player who cannot has lost.",
        )
    }

    /// From the first square of a domino to the second.
    fn step(player: Player) -> u32 {
        match player {
            Player::First => STRIDE,
            Player::Second => 1,
        }
    }

    /// Where a player can put the first half of a domino.
    fn places(&self, pos: &Position, player: Player) -> u64 {
        let free = self.board & !(pos.covered[0] | pos.covered[1]);
        // Behind the last column of a full board the next row begins.
        let last_column = 0x8080_8080_8080_8080;
        match player {
            Player::First => free & free >> STRIDE,
            Player::Second => free & (free >> 1) & !last_column,
        }
    }

    fn squares(&self) -> impl Iterator<Item = u32> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| row * STRIDE + column))
    }

    fn site(&self, square: u32) -> SiteId {
        SiteId((square / STRIDE * self.columns + square % STRIDE) as u16)
    }
}

fn name(square: u32) -> String {
    format!("{}{}", char::from(b'a' + (square % STRIDE) as u8), square / STRIDE + 1)
}

/// The first squares of dominoes: a bit each.
pub struct Moves(u64);

impl Iterator for Moves {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (square < 64).then_some(square)
    }
}

impl Game for Domineering {
    type Position = Position;
    type Move = u8;
    type Moves = Moves;
    type Undo = ();

    fn start(&self) -> Position {
        Position { covered: [0; 2], mover: Player::First }
    }

    fn turn(&self, pos: &Position) -> Turn {
        match self.places(pos, pos.mover) {
            0 => Turn::Over(Outcome::win(!pos.mover)),
            _ => Turn::Player(pos.mover),
        }
    }

    fn moves(&self, pos: &Position) -> Moves {
        Moves(self.places(pos, pos.mover))
    }

    fn play(&self, pos: &mut Position, mv: u8) {
        let both = 1 | 1 << Self::step(pos.mover);
        pos.covered[pos.mover.index()] |= both << mv;
        pos.mover = !pos.mover;
    }

    fn undo(&self, pos: &mut Position, mv: u8, (): ()) {
        pos.mover = !pos.mover;
        let both = 1 | 1 << Self::step(pos.mover);
        pos.covered[pos.mover.index()] &= !(both << mv);
    }

    fn key(&self, pos: &Position) -> u64 {
        mix64(pos.covered[0] ^ mix64(pos.covered[1] ^ pos.mover.index() as u64))
    }
}

impl Notation for Domineering {
    /// The two squares, `a1-a2`.
    fn write_move(&self, pos: &Position, mv: u8) -> String {
        let first = u32::from(mv);
        format!("{}-{}", name(first), name(first + Self::step(pos.mover)))
    }

    /// The rows from the top, `v` and `h` for squares of dominoes, and who is to move: `vh./v../hh. v`.
    fn write_position(&self, pos: &Position) -> String {
        let sign = |square: u32| {
            let has = |player: &Player| pos.covered[player.index()] >> square & 1 != 0;
            Player::BOTH.iter().position(has).map_or('.', |player| ['v', 'h'][player])
        };
        let row = |row: u32| (0..self.columns).map(|column| sign(row * STRIDE + column)).collect();
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        format!("{} {}", rows.join("/"), ['v', 'h'][pos.mover.index()])
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = || {
            let example = self.write_position(&self.start());
            let n = self.columns;
            NotationError::new(
                text,
                format!("a position with rows of {n} squares such as {example}"),
            )
        };
        let (board, mover) = match (text.strip_suffix(" v"), text.strip_suffix(" h")) {
            (Some(board), _) => (board, Player::First),
            (_, Some(board)) => (board, Player::Second),
            _ => return Err(wrong()),
        };
        let mut pos = Position { covered: [0; 2], mover };
        let signs = board.split('/').rev().flat_map(str::chars);
        for (square, sign) in self.squares().zip(signs) {
            match sign {
                'v' => pos.covered[0] |= 1 << square,
                'h' => pos.covered[1] |= 1 << square,
                _ => {}
            }
        }
        // A domino has two squares, and dominoes are put down in turn.
        let [vertical, horizontal] = pos.covered.map(|covered| covered.count_ones());
        let in_turn = vertical == horizontal + if mover == Player::First { 0 } else { 2 };
        let fits = self.write_position(&pos) == text && in_turn && vertical.is_multiple_of(2);
        if fits { Ok(pos) } else { Err(wrong()) }
    }
}

impl Depict for Domineering {
    fn board(&self) -> Board {
        let point = |column: f32, row: f32| Point::new(column, self.rows as f32 - 1.0 - row);
        let site = |square: u32| Site {
            name: name(square),
            at: point((square % STRIDE) as f32, (square / STRIDE) as f32),
            outline: Outline::Square,
            tint: 0,
        };
        let columns = (0..self.columns).map(|column| Label {
            text: char::from(b'a' + column as u8).into(),
            at: point(column as f32, -1.0),
        });
        let rows = (0..self.rows)
            .map(|row| Label { text: (row + 1).to_string(), at: point(-1.0, row as f32) });
        let kind = |player: Player| Kind {
            name: ["upright", "across"][player.index()].into(),
            owner: Some(player),
            shape: Shape::Letter,
            hue: Hue::Owner,
            glyph: ['‖', '='][player.index()],
            ascii: ['v', 'h'][player.index()],
        };
        Board {
            sites: self.squares().map(site).collect(),
            labels: columns.chain(rows).collect(),
            kinds: Player::BOTH.map(kind).to_vec(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |square: u32| {
            let has = |player: &Player| pos.covered[player.index()] >> square & 1 != 0;
            let kind = Player::BOTH.iter().position(has)?;
            Some(Piece { site: self.site(square), kind: kind as u8, count: 1 })
        };
        Scene { pieces: self.squares().filter_map(piece).collect(), ..Scene::default() }
    }

    fn path(&self, pos: &Position, mv: u8) -> Vec<SiteId> {
        let first = u32::from(mv);
        vec![self.site(first), self.site(first + Self::step(pos.mover))]
    }
}

/// The lead in places for dominoes.
pub struct Places;

impl Eval<Domineering> for Places {
    type State = ();

    fn eval(&self, game: &Domineering, pos: &Position, player: Player) -> Score {
        let n = |player| game.places(pos, player).count_ones() as i32;
        Score(20 * (n(player) - n(!player)))
    }
}

/// How many dominoes each player could put down now, the mover's first, and how many squares are free: what henge can
/// learn from.
#[derive(Clone)]
pub struct Room;

impl Features<Domineering> for Room {
    fn name(&self) -> &'static str {
        "room"
    }

    fn n_features(&self) -> usize {
        3
    }

    fn each(&self, game: &Domineering, pos: &Position, found: &mut impl FnMut(u32, f32)) {
        let free = game.board & !(pos.covered[0] | pos.covered[1]);
        let places = [pos.mover, !pos.mover].map(|player| game.places(pos, player));
        for (i, set) in (0..).zip(places.into_iter().chain([free])) {
            found(i, set.count_ones() as f32 / 4.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge::search::minimax;

    #[test]
    fn the_laws_hold() {
        for (columns, rows) in [(1, 1), (2, 3), (5, 4), (8, 8)] {
            henge_testkit::laws(&Domineering::new(columns, rows));
        }
    }

    /// D. Breuker, J. Uiterwijk and H. J. van den Herik, "Solving 8×8 Domineering", Theoretical Computer Science 230, 2000:
    /// on square boards of two to four rows the first player wins, and on the smallest one nobody can move.
    #[test]
    fn small_boards_have_their_published_values() {
        for (size, wins) in (1..).zip([false, true, true, true]) {
            let game = Domineering::new(size, size);
            let points = minimax::value(&game, &game.start(), Player::First);
            assert_eq!(points > 0.0, wins, "{size}×{size}");
        }
    }
}
