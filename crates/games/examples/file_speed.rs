//! What a game from a file costs beside the same game built in: `perft`, games by chance, and `search`, a plain
//! minimax to a fixed depth with the same evaluation, which sees the same positions in both.
//!
//! ```sh
//! cargo build --release -p henge-games --example file_speed
//! target/release/examples/file_speed breakthrough file search 5
//! ```

use std::sync::Arc;
use std::time::Instant;

use henge_core::{Game, Player, Turn, mix64, perft};
use henge_games::breakthrough::Breakthrough;
use henge_games::connect_four::ConnectFour;
use henge_games::described::{Described, Description, Moving, read_game};
use henge_games::draughts::{Draughts, Variant};
use henge_games::morris::Morris;
use henge_games::othello::Othello;
use henge_games::positional::{Positional, Row, Swap, go_moku, hex};

const CONNECT_FOUR: &str =
    "board = { grid = [7, 6] }\nplace = { gravity = \"south\" }\n[[win]]\nlines = 4";
// A word that changes nothing sends these two past the machine of positional games.
const HEX: &str = "board = { hex = [11, 11] }\nend = \"draw\"\n[[win]]\nfor = \"first\"\n\
                   connect = [\"north\", \"south\"]\n[[win]]\nfor = \"second\"\nconnect = [\"west\", \"east\"]";
const GO_MOKU: &str = "board = { grid = [15, 15] }\nend = \"draw\"\n[[win]]\nlines = 5";

const BREAKTHROUGH: &str = include_str!("../../henge/games/breakthrough-file.toml");
const CHECKERS: &str = include_str!("../../henge/games/checkers.toml");
const OTHELLO: &str = include_str!("../../henge/games/reversi.toml");
const MORRIS: &str = include_str!("../../henge/games/merels.toml");

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, from, what, n] = &words[..] else {
        eprintln!(
            "file_speed connect-four|hex|go-moku|othello|breakthrough|draughts|morris file|built-in \
             perft|playouts|search N"
        );
        std::process::exit(2);
    };
    let n: u64 = n.parse().expect("a number");
    match (game.as_str(), from.as_str()) {
        ("connect-four", "file") => run(&of::<1>(CONNECT_FOUR), what, n, &|_, _| 0),
        ("connect-four", _) => run(&ConnectFour::default(), what, n, &|_, _| 0),
        ("hex", "file") => run(&of::<2>(HEX), what, n, &|_, _| 0),
        ("hex", _) => {
            let definition = hex(11, 11, Swap::Off).expect("a board");
            run(&Positional::<2>::new(Arc::new(definition)), what, n, &|_, _| 0);
        }
        ("othello", "file") => run(&of::<1>(OTHELLO), what, n, &|game, pos| {
            let discs = |player| game.stones(pos, player).len() as i64;
            discs(Player::First) - discs(Player::Second)
        }),
        ("othello", _) => run(&Othello::<u64>::default(), what, n, &|_, pos| {
            let discs = |player| i64::from(pos.count(player));
            discs(Player::First) - discs(Player::Second)
        }),
        ("breakthrough", "file") => run(&pieces(BREAKTHROUGH), what, n, &men),
        ("breakthrough", _) => run(&Breakthrough::default(), what, n, &|_, pos| {
            let men = |player| i64::from(pos.men(player).count_ones());
            men(Player::First) - men(Player::Second)
        }),
        ("morris", "file") => run(&pieces(MORRIS), what, n, &men),
        ("morris", _) => run(&Morris::default(), what, n, &|_, pos| {
            let men = |player| i64::from(pos.men(player).count_ones());
            men(Player::First) - men(Player::Second)
        }),
        ("draughts", "file") => run(&pieces(CHECKERS), what, n, &men),
        ("draughts", _) => {
            let game = Draughts::<u64>::new(Variant::English).expect("it fits");
            run(&game, what, n, &|_, pos| {
                let all = |player| i64::from(pos.pieces(player).count_ones());
                all(Player::First) - all(Player::Second)
            });
        }
        ("go-moku", "file") => run(&of::<4>(GO_MOKU), what, n, &|_, _| 0),
        _ => {
            let definition = go_moku(15, Row::FiveOrMore).expect("a board");
            run(&Positional::<4>::new(Arc::new(definition)), what, n, &|_, _| 0);
        }
    }
}

fn read(text: &str) -> Arc<Description> {
    let text = match text.starts_with("board") {
        true => format!("name = \"Speed\"\n{text}"),
        false => text.to_string(),
    };
    let file = read_game("speed", &text).expect("it is sound");
    Arc::new(file.described().expect("it says more"))
}

fn of<const W: usize>(text: &str) -> Described<W> {
    Described::new(read(text))
}

fn pieces(text: &str) -> Moving<1> {
    Moving::new(read(text))
}

/// More pieces on the board.
fn men(game: &Moving<1>, pos: &<Moving<1> as Game>::Position) -> i64 {
    let n = |player| game.stones(pos, player).len() as i64;
    n(Player::First) - n(Player::Second)
}

type Eval<G> = dyn Fn(&G, &<G as Game>::Position) -> i64;

fn run<G: Game>(game: &G, what: &str, n: u64, eval: &Eval<G>) {
    let begin = Instant::now();
    let (found, unit) = match what {
        "perft" => (perft(game, &mut game.start(), n as u32), "positions"),
        "search" => {
            let mut seen = 0;
            let value = minimax(game, &mut game.start(), n as u32, eval, &mut seen);
            println!("value {value}");
            (seen, "positions")
        }
        _ => ((0..n).map(|number| playout(game, number)).sum(), "moves"),
    };
    let seconds = begin.elapsed().as_secs_f64();
    println!("{found} {unit} in {seconds:.3} s, {:.1} M/s", found as f64 / seconds / 1e6);
}

/// The value to the first player, and how many positions were seen.
fn minimax<G: Game>(
    game: &G,
    pos: &mut G::Position,
    depth: u32,
    eval: &Eval<G>,
    seen: &mut u64,
) -> i64 {
    *seen += 1;
    let player = match game.turn(pos) {
        Turn::Over(outcome) => return 1000 * i64::from(outcome.points_for(Player::First)),
        Turn::Player(player) if depth > 0 => player,
        _ => return eval(game, pos),
    };
    let sign = if player == Player::First { 1 } else { -1 };
    let mut best = i64::MIN;
    for mv in game.moves(pos) {
        let undo = game.play(pos, mv);
        best = best.max(sign * minimax(game, pos, depth - 1, eval, seen));
        game.undo(pos, mv, undo);
    }
    sign * best
}

/// A game by chance; its length.
fn playout<G: Game>(game: &G, number: u64) -> u64 {
    let mut pos = game.start();
    for ply in 0.. {
        let n = game.n_moves(&pos);
        if n == 0 {
            return ply;
        }
        let choice = mix64(number << 16 | ply) as usize % n;
        let mv = game.moves(&pos).nth(choice).expect("one of them");
        game.play(&mut pos, mv);
    }
    unreachable!("a game ends")
}
