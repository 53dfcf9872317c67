//! How long the perfect player of Connect Four takes for its replies, in games from the start
//! against somebody who plays at random.
//!
//! ```text
//! cargo run --release -p henge --example perfect_replies [GAMES]
//! ```

use std::time::{Duration, Instant};

use henge::{Limits, Player, Turn};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n_games: u64 = std::env::args().nth(1).map_or(Ok(1000), |text| text.parse())?;
    let game = henge::game("connect-four")?;
    for seat in [Player::First, Player::Second] {
        let mut bot = game.bot("perfect")?;
        let (mut times, mut wins) = (Vec::new(), 0);
        for seed in 0..n_games {
            let mut opponent = game.seeded_bot("random", seed)?;
            let mut table = game.rules().start();
            while let Turn::Player(player) = table.turn() {
                let began = Instant::now();
                let mover = if player == seat { &mut bot } else { &mut opponent };
                let thought = henge::think(&mut **mover, &*table, Limits::NONE)?;
                if player == seat {
                    times.push(began.elapsed());
                }
                table.play(thought.best().ok_or("a bot gave no move")?)?;
            }
            if let Turn::Over(outcome) = table.turn() {
                wins += u64::from(outcome.points_for(seat) > 0);
            }
        }
        times.sort();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let mean = ms(times.iter().sum::<Duration>()) / times.len() as f64;
        let part = |percent: usize| ms(times[(times.len() - 1) * percent / 100]);
        println!(
            "{seat:?}: {wins} of {n_games} games won, {} replies, mean {mean:.3} ms, \
             99 % within {:.3} ms, longest {:.3} ms",
            times.len(),
            part(99),
            part(100)
        );
    }
    Ok(())
}
