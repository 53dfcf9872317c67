//! A review as text.

use henge_core::{EndedBy, Ending, Player};

use super::{Choice, Loss, Mark, Review, Reviewed, Side};
use crate::Playable;

/// The review for a terminal: every slip with what was better, how either side has played, and the verdict.
pub fn text(game: &Playable, review: &Review, ending: Option<Ending>) -> String {
    let about = game.rules().about();
    let mut lines = Vec::new();
    for seen in review.plies.iter().filter(|seen| seen.mark.is_some()) {
        lines.extend(remark(game, seen));
        lines.extend(seen.why.iter().map(|sentence| format!("    {sentence}")));
    }
    if lines.is_empty() && !review.plies.is_empty() {
        lines.push("No move has a mark.".into());
    }
    lines.push(String::new());
    for player in Player::BOTH {
        let name = &about.players[player.index()];
        lines.extend(about_side(name, &review.sides[player.index()], review));
    }
    lines.push(String::new());
    lines.push(review.verdict());
    for &ply in &review.turning_points {
        lines.push(format!("  {}", move_text(&review.plies[ply - 1])));
    }
    lines.push(match review.is_whole {
        true => end(game, review, ending),
        false => "The review was stopped before the end of the game.".into(),
    });
    lines.join("\n") + "\n"
}

/// How the game ended, or how it stands.
pub(super) fn end(game: &Playable, review: &Review, ending: Option<Ending>) -> String {
    let players = &game.rules().about().players;
    let by_the_board = review.outcome.map(|outcome| Ending::new(outcome, EndedBy::Rules));
    if let Some(ending) = ending.or(by_the_board) {
        return format!("{}.", ending.in_words(players));
    }
    match review.plies.last().map_or(review.start, |last| last.worth) {
        Some(worth) => format!("The game is not over: {}.", worth.in_words(players)),
        None => "The game is not over.".into(),
    }
}

/// `12. c3-d4??`, with three dots for a second player's move where moves are numbered in pairs.
pub(super) fn move_text(seen: &Reviewed) -> String {
    let number = seen.number.map(|number| format!("{number}. ")).unwrap_or_default();
    format!("{number}{}{}", seen.played, seen.mark.map_or("", Mark::sign))
}

/// A move with its mark, what it has cost and what was better.
fn remark(game: &Playable, seen: &Reviewed) -> Option<String> {
    let players = &game.rules().about().players;
    let mover = &players[seen.mover?.index()];
    let head = format!("{:<24}", format!("{} ({mover})", move_text(seen)));
    let loss = seen.loss?;
    Some(match seen.mark? {
        Mark::Only => format!("{head} the only good move"),
        mark => {
            let better = match (&seen.better[..], seen.better_worth) {
                ([], _) | (_, None) => String::new(),
                (line, Some(worth)) => {
                    format!("; better {} ({})", first_moves(line), worth.in_words(players))
                }
            };
            format!("{head} {} of {}{better}", mark.word(), loss.in_words())
        }
    })
}

/// The beginning of a line: nobody follows more at a glance.
pub(super) fn first_moves(line: &[String]) -> String {
    const MOST: usize = 6;
    let dots = if line.len() > MOST { " …" } else { "" };
    line[..line.len().min(MOST)].join(" ") + dots
}

/// How one side has played, in one or two sentences.
pub(super) fn about_side(name: &str, side: &Side, review: &Review) -> Vec<String> {
    let Some(accuracy) = side.accuracy else {
        return vec![format!("{name} had nothing to decide.")];
    };
    let [only, inaccuracies, mistakes, blunders] = side.marks;
    let decisions = henge_core::words::count(side.n_decisions as u64, "decision", "decisions");
    let mut all = vec![format!(
        "{name}: accuracy {accuracy:.0}, {decisions}; {only} !, {inaccuracies} ?!, {mistakes} ?, {blunders} ??"
    )];
    let unit = review.plies.iter().find_map(|seen| seen.loss);
    if let (Some(Loss::Points(_)), Some(rate)) = (unit, side.error_rate()) {
        let mut text = format!("{name}: error rate {rate:.1} millipoints a decision");
        let (lost, n) = side.lost_by_stakes;
        if n > 0 {
            let n = henge_core::words::count(n as u64, "cube decision", "cube decisions");
            text += &format!(", {lost:.3} points lost in {n}");
        }
        all.push(text);
    }
    if let Some(luck) = side.luck {
        all.push(match unit {
            Some(Loss::Match(_)) => format!("{name}: luck {:+.1} %", 100.0 * luck),
            _ => format!("{name}: luck {luck:+.3} points"),
        });
    }
    all
}

/// The word for a kind of decision, for those who count.
pub fn choice_word(choice: Choice) -> &'static str {
    match choice {
        Choice::None => "none",
        Choice::Move => "move",
        Choice::Stakes => "stakes",
    }
}
