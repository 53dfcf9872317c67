//! What engines find, in the words of the game.

use henge_core::erased::{Line, Thought};
use henge_core::{Game, Match, Notation, Scale};
use henge_search::Report;

/// The report of an engine as a thought.
pub(crate) fn thought<G: Notation>(
    table: &Match<G>,
    report: &Report<G::Move>,
    scale: Option<Scale>,
) -> Thought {
    let line = |line: &henge_search::Line<G::Move>| {
        let moves = table.game().write_line(table.position(), &line.moves);
        Line { score: Some((line.score, line.kind)), moves }
    };
    Thought {
        lines: report.lines.iter().map(line).collect(),
        depth: report.depth,
        nodes: report.nodes,
        scale,
        ..Thought::default()
    }
}

/// The keys of the positions before the present one, for games in which they may come back.
pub(crate) fn keys<G: Game>(table: &Match<G>) -> Vec<u64> {
    if !G::CYCLES {
        return Vec::new();
    }
    table.history().iter().map(|(pos, _)| table.game().key(pos)).collect()
}
