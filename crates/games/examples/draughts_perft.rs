//! Counts the move sequences of a draughts variant and says how fast:
//! `cargo run --release -p henge-games --example draughts_perft -- international 9`. A third argument
//! is the position to begin with.

use std::time::Instant;

use henge_core::{Game, Notation, perft};
use henge_games::draughts::{Draughts, Variant, Word};

fn count<W: Word>(variant: Variant, depth: u32, position: Option<&str>) {
    let game = Draughts::<W>::new(variant).expect("the word fits the variant");
    let pos = position.map_or(Ok(game.start()), |text| game.read_position(text));
    let mut pos = match pos {
        Ok(pos) => pos,
        Err(error) => return eprintln!("{error}"),
    };
    for depth in 1..=depth {
        let began = Instant::now();
        let n = perft(&game, &mut pos, depth);
        let seconds = began.elapsed().as_secs_f64();
        println!("{depth:>3} {n:>16} {seconds:8.3} s {:8.1} M/s", n as f64 / seconds / 1e6);
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let variant: Variant = args.next().and_then(|name| name.parse().ok()).unwrap_or_default();
    let depth = args.next().and_then(|depth| depth.parse().ok()).unwrap_or(8);
    let position = args.next();
    if variant.rules().is_wide() {
        count::<u128>(variant, depth, position.as_deref());
    } else {
        count::<u64>(variant, depth, position.as_deref());
    }
}
