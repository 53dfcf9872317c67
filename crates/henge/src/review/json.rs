//! The review as JSON.

use henge_core::{Player, Worth};
use serde_json::{Value, json};

use super::{Review, Reviewed, choice_word};

/// The review as `henge review --json` prints it: the game by its name, and its number in a file.
pub fn json(game: &str, number: usize, review: &Review) -> Value {
    let expected = |worth: Option<Worth>| worth.map(|worth| round(worth.expected));
    let ply = |seen: &Reviewed| {
        json!({
            "ply": seen.ply,
            "number": seen.number,
            "player": seen.mover.map(side_word),
            "move": seen.played,
            "choice": choice_word(seen.choice),
            "expected": expected(seen.worth),
            "loss": seen.loss.map(|loss| round(loss.value())),
            "mark": seen.mark.map(|mark| mark.sign()),
            "better": seen.better,
            "why": seen.why,
            "better_expected": expected(seen.better_worth),
            "luck": seen.luck.map(|luck| round(luck.value())),
        })
    };
    let side = |player: Player| {
        let side = &review.sides[player.index()];
        json!({
            "decisions": side.n_decisions,
            "accuracy": side.accuracy.map(round),
            "only_moves": side.marks[0],
            "inaccuracies": side.marks[1],
            "mistakes": side.marks[2],
            "blunders": side.marks[3],
            "lost": round(side.lost),
            "error_rate": side.error_rate().map(round),
            "lost_by_stakes": round(side.lost_by_stakes.0),
            "stakes_decisions": side.lost_by_stakes.1,
            "luck": side.luck.map(round),
        })
    };
    json!({
        "game": game,
        "number": number,
        "expected": expected(review.start),
        "plies": review.plies.iter().map(ply).collect::<Vec<_>>(),
        "first": side(Player::First),
        "second": side(Player::Second),
        "turning_points": review.turning_points,
        "whole": review.is_whole,
    })
}

fn side_word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// To four digits behind the point.
fn round(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}
