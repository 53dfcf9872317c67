//! Times backgammon: how fast results of rolls are generated.
//!
//! ```text
//! backgammon_speed results 3        all results of three turns, summed over the 21 rolls of each
//! ```

use std::error::Error;
use std::time::Instant;

use henge_games::backgammon::{Men, Plays, ROLLS, generate};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["results", turns] => results(turns.parse()?),
        _ => return Err("results?".into()),
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
