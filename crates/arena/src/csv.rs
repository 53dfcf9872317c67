//! The games of a contest as a table for other programs, a line a game.

use henge::record;

use crate::job;
use crate::report::Report;

/// The names of the columns.
const HEAD: &str = "game,round,first,second,position,opening,result,points,plies,ending,seed,first_seed,second_seed";

impl Report {
    /// A line for each game, with a head: its number and round (from 1, as in the records), the players,
    /// the position and the moves that it began with, the result and the points for who moved first, the
    /// number of plies, how it ended, and the seeds of its dice and of both bots.
    pub fn csv(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for (game, record) in self.games.iter().zip(&self.records) {
            let tag = |name| record.tag(name).unwrap_or_default();
            let opening: Vec<&str> = record.main_line().take(game.opening).collect();
            let points = record.result.map(|end| end.points_for(henge::Player::First).to_string());
            let cells = [
                (game.number + 1).to_string(),
                (game.round + 1).to_string(),
                cell(tag("First")),
                cell(tag("Second")),
                cell(record.position().unwrap_or_default()),
                cell(&opening.join(" ")),
                record::write_result(record.result),
                points.unwrap_or_default(),
                record.main_line().count().to_string(),
                cell(record.tag("Termination").unwrap_or("board")),
                game.seed.to_string(),
                job::seed_of_bot(game.seed, game.number, 0).to_string(),
                job::seed_of_bot(game.seed, game.number, 1).to_string(),
            ];
            text += &cells.join(",");
            text.push('\n');
        }
        text
    }
}

/// In quotes where it must be (RFC 4180).
fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into(),
    }
}
