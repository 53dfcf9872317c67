//! How fast records of other programs are read: random games are written in each form and read again, each move
//! checked by the rules. `cargo run --release -p henge --example reading_speed -- 2000`

use std::time::Instant;

use henge::record::Record;
use henge::table::Dice;
use henge::{RecordForm, Turn, game, mix64, read_records};

const GAMES: [(&str, RecordForm); 6] = [
    ("draughts:variant=international", RecordForm::Pdn),
    ("draughts:variant=english", RecordForm::Pdn),
    ("backgammon", RecordForm::Mat),
    ("hex", RecordForm::Sgf),
    ("othello", RecordForm::Ggf),
    ("connect-four", RecordForm::Henge),
];

/// The processor time this program has used, in seconds, where the system tells it.
fn cpu_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The fourteenth field, in hundredths; the second is a name in parentheses.
    let ticks = stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1000);
    for (name, form) in GAMES {
        let game = game(name).expect("a game that comes with henge");
        let rules = game.rules();
        let random = |number: u64| {
            let (mut table, dice) = (rules.start(), Dice::new(number));
            for ply in 0..150 {
                match table.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => dice.throw(&mut *table).expect("the dice fall"),
                    Turn::Player(_) => {
                        let n_moves = table.moves().len() as u64;
                        table.play_place((mix64(number << 8 | ply) % n_moves) as usize);
                    }
                }
            }
            Record::from_match(&**rules, &*table)
        };
        let records: Vec<Record> = (0..n).map(random).collect();
        let moves: usize = records.iter().map(|record| record.line.nodes.len()).sum();
        // Writing checks what it writes by reading it, so that it is not what is measured.
        let text = form.write(&records).expect("the form holds these games");
        let path = format!("games.{}", form.ending());
        let (began, cpu) = (Instant::now(), cpu_time());
        let read = read_records(path.as_ref(), text.as_bytes()).expect("what was written");
        for record in &read {
            record.play(&**rules).expect("legal moves");
        }
        let seconds = match (cpu, cpu_time()) {
            (Some(before), Some(after)) => after - before,
            _ => began.elapsed().as_secs_f64(),
        };
        println!(
            "{name:<32} .{:<6} {n} games, {moves} moves in {seconds:.3} s: {:.2} M moves/s",
            form.ending(),
            moves as f64 / seconds / 1e6
        );
    }
}
