//! Which problem comes next, by what a person has made of those before.

use std::collections::HashMap;

use super::Problem;

/// A try at a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The problem, by its [`Problem::id`].
    pub problem: String,
    /// Whether the move was found.
    pub is_right: bool,
}

impl From<(String, bool)> for Attempt {
    /// As saved games keep it.
    fn from((problem, is_right): (String, bool)) -> Attempt {
        Attempt { problem, is_right }
    }
}

/// A problem that was missed comes back after so many others.
const PAUSE: usize = 3;
/// Until it was found so many times in a row.
const ENOUGH: usize = 2;

/// What came of a problem so far.
#[derive(Clone, Copy, Default)]
struct State {
    was_missed: bool,
    right_in_a_row: usize,
    last: usize,
}

/// The next problem for somebody who has made these attempts, the oldest first.
///
/// One that was missed comes back after three others, until it was found twice in a row. Then come those that were
/// never tried, in their order, and at last the one that was tried longest ago.
pub fn next<'a>(problems: &'a [Problem], attempts: &[Attempt]) -> Option<&'a Problem> {
    let mut states: HashMap<&str, State> = HashMap::new();
    for (n, attempt) in attempts.iter().enumerate() {
        let state = states.entry(&attempt.problem).or_default();
        state.was_missed |= !attempt.is_right;
        state.right_in_a_row = if attempt.is_right { state.right_in_a_row + 1 } else { 0 };
        state.last = n;
    }
    let known = |problem: &Problem| states.get(problem.id().as_str()).copied();
    let open = |state: State| state.was_missed && state.right_in_a_row < ENOUGH;
    let tried = || problems.iter().filter_map(|problem| Some((problem, known(problem)?)));
    let oldest = |one: &(&Problem, State)| one.1.last;
    let due = tried().filter(|(_, state)| open(*state) && attempts.len() - state.last > PAUSE);
    (due.min_by_key(oldest).map(|(problem, _)| problem))
        .or_else(|| problems.iter().find(|problem| known(problem).is_none()))
        .or_else(|| tried().min_by_key(oldest).map(|(problem, _)| problem))
}

/// How many of the problems were tried, and how many were found at the last try.
pub fn tally(problems: &[Problem], attempts: &[Attempt]) -> (usize, usize) {
    let last: HashMap<&str, bool> =
        attempts.iter().map(|attempt| (attempt.problem.as_str(), attempt.is_right)).collect();
    let tried = problems.iter().filter_map(|problem| last.get(problem.id().as_str()));
    tried.fold((0, 0), |(tried, found), &right| (tried + 1, found + usize::from(right)))
}
