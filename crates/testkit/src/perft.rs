//! Files that say how many games of each length there are.

use std::sync::Arc;

use henge_core::erased::DynGame;

use crate::data::{Case, read_list};

/// How many counts of a file were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Counted again, and found right.
    pub checked: usize,
    /// Beyond the budget.
    pub skipped: usize,
}

/// Counts again what a file of counts says.
///
/// ```toml
/// source = "counted by hand"
///
/// [[count]]
/// game = "hex:size=3"
/// moves = "b2 a1"              # or position = "…"; none for the start
/// perft = [7, 42, 210]         # move sequences of 1, 2, 3 plies
/// source = "another program"   # if not the one of the whole file
/// ```
///
/// `game` makes the games the file names. Of every table the depths up to the first count above
/// `node_budget` are checked.
///
/// # Panics
/// When a count is wrong, naming game, depth and both numbers; when the file has an unknown key,
/// no source, or a position that cannot be reached.
pub fn check_perft(
    text: &str,
    game: &dyn Fn(&str) -> Arc<dyn DynGame>,
    node_budget: u64,
) -> Counts {
    let cases = match read(text) {
        Ok(cases) => cases,
        Err(error) => panic!("a file of counts: {error}"),
    };
    let mut counts = Counts::default();
    for (case, perft) in cases {
        let table = case.open(game);
        let n = perft.iter().take_while(|&&count| count <= node_budget).count();
        for (depth, &expected) in (1..).zip(&perft[..n]) {
            let found = table.perft(depth);
            assert!(
                found == expected,
                "{}: perft({depth}) is {found}, expected {expected}",
                case.name()
            );
        }
        counts.checked += n;
        counts.skipped += perft.len() - n;
    }
    counts
}

fn read(text: &str) -> Result<Vec<(Case, Vec<u64>)>, String> {
    read_list(text, "count", |table| {
        table.only(&["game", "moves", "position", "perft", "source"])?;
        table.source()?;
        Ok((table.case()?, table.numbers("perft")?))
    })
}
