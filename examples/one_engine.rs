//! An engine that owns its game and its evaluation: the best move in one line, and more where it is
//! asked for. `cargo run -p henge --example one_engine`

use henge::games::connect_four::{ConnectFour, Threats};
use henge::search::{AlphaBeta, Task};
use henge::{Game, Limits, Notation};

fn main() {
    let (game, eval) = (ConnectFour::default(), Threats);
    let pos = game.start();

    let mut engine = AlphaBeta::for_game(game, eval);
    let best = engine.best(&pos, Limits::seconds(1.0));
    let report = engine.search(&pos, Task::new(Limits::depth(6)).lines(3));

    let best = best.expect("the game has not ended");
    println!("It plays {}.", game.write_move(&pos, best));
    for line in &report.lines {
        println!("{:>5}: {}", line.score, game.write_line(&pos, &line.moves).join(" "));
    }
    assert_eq!(report.lines.len(), 3);
}

#[test]
fn it_answers() {
    main();
}
