//! What a search has found, in sentences.

use henge_core::erased::{DynMatch, Thought};
use henge_core::{About, ScoreKind, Turn};

/// Says what the best line is worth, how the game may go on, and what the next best move is worth. Nothing if the bot
/// gave no number, or counts in a way of its own: then it finds its own words.
pub fn summary(about: &About, table: &dyn DynMatch, thought: &Thought) -> Vec<String> {
    let Turn::Player(mover) = table.turn() else { return Vec::new() };
    let Some(scale) = thought.scale else { return Vec::new() };
    let Some(worth) = thought.worth(0, mover) else { return Vec::new() };
    let worth_text = worth.in_words(&about.players);
    let sure = match worth.kind {
        ScoreKind::Proved => " (proved)",
        ScoreKind::Table => " (by a table)",
        // The sentence says so.
        ScoreKind::AtLeast | ScoreKind::AtMost => "",
        ScoreKind::Estimate => " (estimate)",
    };
    let mut all = vec![format!("{}{sure}.", capital(&worth_text))];
    if let Some(chances) = worth.chances_in_words(&about.players) {
        all.push(format!("{chances}."));
    }
    let line = &thought.lines[0].moves;
    if line.len() > 1 {
        all.push(format!("The game may go on with {}.", line.join(" ")));
    }
    if let (Some(next), Some(mv)) =
        (thought.worth(1, mover), thought.lines.get(1).and_then(|line| line.moves.first()))
    {
        let less = match (scale.unit, worth.amount_for(mover), next.amount_for(mover)) {
            // Where players count in thousandths the difference says more than either number.
            (Some(unit), Some(best), Some(other)) if unit.decimals > 2 => {
                format!(", {:.*} {} less", unit.decimals, best - other, unit.name)
            }
            _ => String::new(),
        };
        all.push(format!("Next best is {mv}: {}{less}.", next.in_words(&about.players)));
    }
    all
}

/// The same with a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
