//! Times backgammon: how fast results of rolls are generated, and games are played by chance.
//!
//! ```text
//! backgammon_speed results 3        all results of three turns, summed over the 21 rolls of each
//! backgammon_speed games 10000      games from the start, each play any of the legal ones
//! ```

use std::error::Error;
use std::time::Instant;

use henge_core::{Game, Turn};
use henge_games::backgammon::{Backgammon, Men, Move, Plays, ROLLS, generate};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["results", turns] => results(turns.parse()?),
        ["games", n] => games(n.parse()?),
        _ => return Err("results or games?".into()),
    }
    Ok(())
}

/// Seconds on the processor where the system tells, which a busy machine does not disturb so much.
fn seconds(begin: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begin.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

fn results(turns: usize) {
    let begin = Instant::now();
    let mut lists = vec![Plays::new(); turns];
    let n = count(&Men::start(), &mut lists);
    let seconds = seconds(begin);
    println!("{n} results in {seconds:.2} s, {:.1} M/s", 1e-6 * n as f64 / seconds);
}

/// Every result is generated in full, the last ones too.
fn count(men: &Men, lists: &mut [Plays]) -> u64 {
    let Some((list, below)) = lists.split_first_mut() else { return 1 };
    let mut n = 0;
    for roll in ROLLS {
        generate(men, roll.dice, list);
        n += match below {
            [] => list.len() as u64,
            _ => list.into_iter().map(|entry| count(&entry.after.swapped(), below)).sum(),
        };
    }
    n
}

fn games(n: u32) {
    let begin = Instant::now();
    let game = Backgammon::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves: Vec<Move> = Vec::new();
    let mut plies = 0u64;
    for _ in 0..n {
        let mut pos = game.start();
        loop {
            let mv = match game.turn(&pos) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let mut left: f32 = rng.random();
                    let mut rolls = game.moves(&pos);
                    let falls = |roll: &Move| {
                        left -= game.probability(&pos, *roll);
                        left < 0.0
                    };
                    // Rounding may leave a crumb.
                    rolls.find(falls).unwrap_or(Move::Dice([6, 5]))
                }
                Turn::Player(_) => {
                    moves.clear();
                    moves.extend(game.moves(&pos));
                    moves[rng.random_range(0..moves.len())]
                }
            };
            game.play(&mut pos, mv);
            plies += 1;
        }
    }
    let seconds = seconds(begin);
    println!(
        "{n} games in {seconds:.2} s, {:.0} games/s, {:.0} plies a game, rolls included",
        f64::from(n) / seconds,
        plies as f64 / f64::from(n)
    );
}
