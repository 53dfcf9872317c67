//! What engines find, in the words of the game.

use henge_core::erased::{Line, Thought};
use henge_core::{Game, Match, Notation, ScoreKind};
use henge_search::Report;

/// The report of an engine as a thought.
pub(crate) fn thought<G: Notation>(table: &Match<G>, report: &Report<G::Move>) -> Thought {
    let line = |line: &henge_search::Line<G::Move>| {
        let moves = table.game().write_line(table.position(), &line.moves);
        Line { score: Some((line.score, line.kind)), moves }
    };
    Thought {
        lines: report.lines.iter().map(line).collect(),
        depth: report.depth,
        nodes: report.nodes,
        why: Vec::new(),
    }
}

/// Says in words what a search has found.
pub(crate) fn explain(thought: &mut Thought) {
    let Some(Line { score: Some((score, kind)), moves }) = thought.lines.first() else { return };
    let (depth, nodes) = (thought.depth, thought.nodes);
    let value = match (score.decided(), kind) {
        (None, ScoreKind::Proved | ScoreKind::Table) => {
            "The game is a draw with best play".to_string()
        }
        (_, ScoreKind::Proved | ScoreKind::Table) => format!("A {score} is proved"),
        _ => format!("The score is {score} ({})", kind.in_words()),
    };
    thought.why.push(match depth {
        0 => format!("{value}, after {nodes} nodes."),
        _ => format!("{value}, after {depth} plies and {nodes} nodes."),
    });
    if moves.len() > 1 {
        thought.why.push(format!("It expects {}.", moves.join(" ")));
    }
    if let Some(Line { score: Some((score, _)), moves }) = thought.lines.get(1)
        && let Some(mv) = moves.first()
    {
        thought.why.push(format!("Next best is {mv} with {score}."));
    }
}

/// The keys of the positions before the present one, for games in which they may come back.
pub(crate) fn keys<G: Game>(table: &Match<G>) -> Vec<u64> {
    if !G::CYCLES {
        return Vec::new();
    }
    table.history().iter().map(|(pos, _)| table.game().key(pos)).collect()
}
