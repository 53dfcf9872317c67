//! What a game from a file costs beside the same game built in: `perft`, and games by chance.
//!
//! ```sh
//! cargo build --release -p henge-games --example file_speed
//! valgrind --tool=callgrind target/release/examples/file_speed connect-four file perft 7
//! ```

use std::sync::Arc;
use std::time::Instant;

use henge_core::{Game, mix64, perft};
use henge_games::connect_four::ConnectFour;
use henge_games::described::{Described, read_game};
use henge_games::positional::{Positional, Row, Swap, go_moku, hex};

const CONNECT_FOUR: &str =
    "board = { grid = [7, 6] }\nplace = { gravity = \"south\" }\n[[win]]\nlines = 4";
// A word that changes nothing sends these two past the machine of positional games.
const HEX: &str = "board = { hex = [11, 11] }\nend = \"draw\"\n[[win]]\nfor = \"first\"\n\
                   connect = [\"north\", \"south\"]\n[[win]]\nfor = \"second\"\nconnect = [\"west\", \"east\"]";
const GO_MOKU: &str = "board = { grid = [15, 15] }\nend = \"draw\"\n[[win]]\nlines = 5";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, from, what, n] = &words[..] else {
        eprintln!("file_speed connect-four|hex|go-moku file|built-in perft|playouts N");
        std::process::exit(2);
    };
    let n: u64 = n.parse().expect("a number");
    match (game.as_str(), from.as_str()) {
        ("connect-four", "file") => run(&of::<1>(CONNECT_FOUR), what, n),
        ("connect-four", _) => run(&ConnectFour::default(), what, n),
        ("hex", "file") => run(&of::<2>(HEX), what, n),
        ("hex", _) => {
            let definition = hex(11, 11, Swap::Off).expect("a board");
            run(&Positional::<2>::new(Arc::new(definition)), what, n);
        }
        ("go-moku", "file") => run(&of::<4>(GO_MOKU), what, n),
        _ => {
            let definition = go_moku(15, Row::FiveOrMore).expect("a board");
            run(&Positional::<4>::new(Arc::new(definition)), what, n);
        }
    }
}

fn of<const W: usize>(text: &str) -> Described<W> {
    let file = read_game("speed", &format!("name = \"Speed\"\n{text}")).expect("it is sound");
    Described::new(Arc::new(file.described().expect("it says more")))
}

fn run<G: Game>(game: &G, what: &str, n: u64) {
    let begin = Instant::now();
    let found = match what {
        "perft" => perft(game, &mut game.start(), n as u32),
        _ => (0..n).map(|number| playout(game, number)).sum(),
    };
    println!("{found} in {:.3} s", begin.elapsed().as_secs_f64());
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
