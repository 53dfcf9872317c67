use henge_core::{Eval, Game, Match, Notation, Outcome, Player, Score, Turn, perft};
use henge_testkit::{Census, census, laws, symmetry_laws};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

fn board(columns: u32, rows: u32) -> ConnectFour {
    ConnectFour::new(columns, rows).unwrap()
}

/// The position after columns given by number.
pub(super) fn after(game: &ConnectFour, columns: &str) -> Position {
    let mut table = Match::new(std::sync::Arc::new(*game));
    for column in columns.chars() {
        let mv = game.read_move(table.position(), &column.to_string()).unwrap();
        table.play(mv).unwrap();
    }
    *table.position()
}

#[test]
fn every_board_obeys_the_laws() {
    for (columns, rows) in
        [(7, 6), (4, 4), (5, 4), (9, 6), (8, 7), (1, 63), (32, 1), (3, 20), (2, 31)]
    {
        laws(&board(columns, rows));
        symmetry_laws(&board(columns, rows));
    }
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    for (columns, rows) in [(0, 6), (7, 0), (8, 8), (64, 1), (1, 64), (u32::MAX, u32::MAX)] {
        assert_eq!(ConnectFour::new(columns, rows), Err(SizeError { columns, rows }));
    }
    assert_eq!(
        ConnectFour::new(8, 8).unwrap_err().to_string(),
        "a board of 8 columns and 8 rows is not allowed; expected at least one of each, and columns \
         times (rows + 1) must not exceed 64"
    );
}

#[test]
fn counts_are_the_published_ones() {
    let game = ConnectFour::default();
    let counts = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&game, &mut game.start(), depth), count, "depth {depth}");
    }
    assert_eq!(census_of(4, 4), 161_029);
}

fn census_of(columns: u32, rows: u32) -> u64 {
    // Games of a full 4 by 4 board are too many to walk one by one; positions are not.
    let game = board(columns, rows);
    let mut seen = std::collections::HashSet::from([game.key(&game.start())]);
    let mut open = vec![game.start()];
    while let Some(pos) = open.pop() {
        for mv in game.moves(&pos) {
            let mut next = pos;
            game.play(&mut next, mv);
            if seen.insert(game.key(&next)) {
                open.push(next);
            }
        }
    }
    seen.len() as u64
}

#[test]
fn keys_tell_positions_apart_as_walking_does() {
    // Two columns of four: 8 discs, 4 in each column, and the last one has no choice even if the
    // disc before it made four. So there are as many games as ways to choose 4 of 8.
    let Census { games, positions } = census(&board(2, 4));
    assert_eq!((games, positions), (70, census_of(2, 4)));
}

/// The rules once more, on an array and without any cleverness.
struct Slow {
    columns: Vec<Vec<Player>>,
    rows: usize,
    to_move: Player,
}

impl Slow {
    fn new(columns: u32, rows: u32) -> Slow {
        Slow {
            columns: vec![Vec::new(); columns as usize],
            rows: rows as usize,
            to_move: Player::First,
        }
    }

    fn at(&self, column: i32, row: i32) -> Option<Player> {
        self.columns.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
    }

    fn play(&mut self, column: usize) {
        self.columns[column].push(self.to_move);
        self.to_move = !self.to_move;
    }

    fn turn(&self) -> Turn {
        for column in 0..self.columns.len() as i32 {
            for row in 0..self.rows as i32 {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let disc = |i: i32| self.at(column + i * dx, row + i * dy);
                    if let Some(winner) = disc(0)
                        && (1..4).all(|i| disc(i) == Some(winner))
                    {
                        return Turn::Over(Outcome::win(winner));
                    }
                }
            }
        }
        let full = self.columns.iter().all(|column| column.len() == self.rows);
        if full { Turn::Over(Outcome::Draw) } else { Turn::Player(self.to_move) }
    }

    fn moves(&self) -> Vec<u32> {
        let free = |&column: &u32| self.columns[column as usize].len() < self.rows;
        match self.turn() {
            Turn::Over(_) => Vec::new(),
            _ => (0..self.columns.len() as u32).filter(free).collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in (0..self.rows as i32).rev() {
            for column in 0..self.columns.len() as i32 {
                text.push(match self.at(column, row) {
                    Some(Player::First) => 'x',
                    Some(Player::Second) => 'o',
                    None => '.',
                });
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text + if self.to_move == Player::First { "x" } else { "o" }
    }
}

#[test]
fn bitboards_agree_with_an_array() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for (columns, rows) in [(7, 6), (4, 5), (9, 6), (8, 7), (3, 20), (16, 3)] {
        let game = board(columns, rows);
        for _ in 0..150 {
            let (mut pos, mut slow) = (game.start(), Slow::new(columns, rows));
            loop {
                assert_eq!(game.turn(&pos), slow.turn());
                assert_eq!(game.write_position(&pos), slow.text());
                let moves: Vec<u32> = game.moves(&pos).map(|mv| game.column(mv)).collect();
                assert_eq!(moves, slow.moves());
                if moves.is_empty() {
                    break;
                }
                let column = moves[rng.random_range(0..moves.len())];
                let mv = game.drop_in(&pos, column).unwrap();
                game.play(&mut pos, mv);
                slow.play(column as usize);
            }
        }
    }
}

fn turn_of(text: &str) -> Turn {
    let game = ConnectFour::default();
    game.turn(&game.read_position(text).unwrap())
}

#[test]
fn four_win_in_every_direction() {
    let first = Turn::Over(Outcome::win(Player::First));
    let second = Turn::Over(Outcome::win(Player::Second));
    assert_eq!(turn_of("......./......./......./......./ooo..../xxxx... o"), first);
    assert_eq!(turn_of("......./......./......x/......x/o.....x/o..o..x o"), first);
    assert_eq!(turn_of("......./......./...o.../..oox../.oxxo../oxxxox. x"), second);
    assert_eq!(turn_of("......./......./x....../ox...../oox..../xooxx.. o"), first);
}

#[test]
fn a_line_does_not_go_round_the_edge() {
    let goes_on = Turn::Player(Player::First);
    assert_eq!(turn_of("......./......./......./o....../o....xx/o...oxx x"), goes_on);
    assert_eq!(
        turn_of("x....../x....../o....../o....../x....../xx...oo o"),
        Turn::Player(Player::Second)
    );
}

#[test]
fn a_full_board_is_a_draw() {
    let full = "oxoxoxo/oxoxoxo/xoxoxox/xoxoxox/oxoxoxo/xoxoxox x";
    assert_eq!(turn_of(full), Turn::Over(Outcome::Draw));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = board(4, 4);
    let why = |text: &str| game.read_position(text).unwrap_err().expected;
    for (text, part) in [
        ("..../..../..../....", "ends with x or o"),
        ("..../..../..../.... z", "ends with x or o"),
        ("..../..../.... x", "it has 3 rows and not 4"),
        ("..../..../.../.... x", "row 3 has 3 cells and not 4"),
        ("..../..../..../..#. x", "row 4 should have x, o and . only"),
        ("..../..x./..../..o. x", "row 2 of column 3 hangs in the air"),
        ("..../..../..../xx.. o", "2 x and 0 o cannot be o's turn"),
        ("..../..../xxx./oooo x", "cannot be x's turn"),
        ("..../xx../xxx./oooo o", "the player to move has won already"),
    ] {
        let expected = why(text);
        assert!(expected.contains(part), "{text}: {expected}");
    }
    // Two fours that share no disc cannot come from one move.
    let wide = board(8, 4);
    assert!(wide.read_position("x......./x......./xo....../xoo..... o").is_ok());
    assert!(wide.read_position("x......x/x......x/xoo.o..x/xoo.oo.x o").is_err());
}

#[test]
fn moves_are_columns() {
    let game = ConnectFour::default();
    let pos = after(&game, "444444");
    assert!(game.read_move(&pos, "4").unwrap_err().to_string().contains("the column is full"));
    assert!(game.read_move(&pos, "8").unwrap_err().to_string().contains("columns go from 1 to 7"));
    assert_eq!(game.write_move(&pos, game.read_move(&pos, "7").unwrap()), "7");
    assert_eq!(game.write_position(&pos), "...o.../...x.../...o.../...x.../...o.../...x... x");
}

#[test]
fn the_books_evaluation_counts_lines() {
    // Red in the corner: three lines. Yellow beside it: one across, one up and one diagonal, and
    // Red's line across is closed.
    let game = ConnectFour::default();
    let value = |columns: &str| Source.eval(&game, &after(&game, columns), Player::First);
    assert_eq!(value("1"), Score(6));
    assert_eq!(value("12"), Score(4 - 6));
    // By symmetry of the board nobody is ahead.
    assert_eq!(value("17"), Score(0));
}

fn same_to_both(eval: &impl Eval<ConnectFour>, game: &ConnectFour, pos: &Position) {
    use henge_core::Symmetric;
    let score = eval.eval(game, pos, Player::First);
    assert_eq!(score, -eval.eval(game, pos, Player::Second));
    assert_eq!(score, eval.eval(game, &game.image(1, pos), Player::First));
}

#[test]
fn evaluations_are_the_same_to_both_and_in_a_mirror() {
    let game = ConnectFour::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..200 {
        let mut pos = game.start();
        while let Turn::Player(_) = game.turn(&pos) {
            same_to_both(&Source, &game, &pos);
            same_to_both(&Threats, &game, &pos);
            let n = game.moves(&pos).count();
            let mv = game.moves(&pos).nth(rng.random_range(0..n)).unwrap();
            game.play(&mut pos, mv);
        }
    }
}

#[test]
fn an_odd_threat_of_the_first_player_counts_for_much() {
    let game = ConnectFour::default();
    let odd = game.read_position("......./......./......./..xxx.o/..oxo.x/..xoo.o x").unwrap();
    let value = Threats.eval(&game, &odd, Player::First);
    assert!(value > Score(200), "{value}");
}
