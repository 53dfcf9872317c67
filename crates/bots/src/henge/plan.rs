//! Which engine to take, and how to make it, when nobody has said so.

use henge_core::Limits;
use std::thread::available_parallelism;

/// The kinds of engines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    /// Looks at every move some plies ahead. Good where there is an evaluation.
    AlphaBeta,
    /// The same for games with dice.
    Expectimax,
    /// Plays games out. Needs nothing but the rules.
    Mcts,
}

/// What is known of a game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Dice fall in it.
    pub chance: bool,
    /// Somebody has written an evaluation for it.
    pub evaluated: bool,
    /// It brings a solver of its own, which is much faster than a general one.
    pub own_solver: bool,
    /// The engine that has won the matches between engines, where they were played.
    pub favourite: Option<EngineKind>,
}

/// How to find the next move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Which engine.
    pub engine: EngineKind,
    /// How much of the time an exact solver gets first, in percent.
    pub solver_percent: u32,
    /// The size of the engine's table or tree.
    pub table_bytes: usize,
    /// Threads that search together.
    pub threads: usize,
}

/// Picks the engine and its settings for a game and what may be spent on a move.
pub fn plan(facts: Facts, limits: Limits) -> Plan {
    let engine = match facts {
        Facts { favourite: Some(engine), .. } => engine,
        Facts { evaluated: false, .. } => EngineKind::Mcts,
        Facts { chance: true, .. } => EngineKind::Expectimax,
        _ => EngineKind::AlphaBeta,
    };
    let seconds = limits.time_for_move().map(|time| time.as_secs_f64());
    // A search that is to repeat exactly has one thread, and a short one is over before several
    // have begun.
    let threads = match (engine, seconds) {
        (EngineKind::AlphaBeta | EngineKind::Mcts, Some(seconds)) if seconds >= 0.05 => {
            available_parallelism().map_or(1, usize::from).min(8)
        }
        _ => 1,
    };
    // About what one thread writes in a second, up to a size that every machine has.
    let mib = match engine {
        EngineKind::Mcts => 256.0,
        _ => (64.0 * seconds.unwrap_or(1.0) * threads as f64).clamp(16.0, 256.0),
    };
    // A limit of depth is a wish to look just so far.
    let solver_percent = if facts.own_solver && limits.depth.is_none() { 50 } else { 0 };
    Plan { engine, solver_percent, table_bytes: (mib as usize) << 20, threads }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const BARE: Facts =
        Facts { chance: false, evaluated: false, own_solver: false, favourite: None };

    #[test]
    fn the_engine_follows_from_what_the_game_has() {
        let second = Limits::time(Duration::from_secs(1));
        assert_eq!(plan(BARE, second).engine, EngineKind::Mcts);
        let evaluated = Facts { evaluated: true, ..BARE };
        assert_eq!(plan(evaluated, second).engine, EngineKind::AlphaBeta);
        let dice = Facts { chance: true, ..evaluated };
        assert_eq!(plan(dice, second).engine, EngineKind::Expectimax);
        let tried = Facts { favourite: Some(EngineKind::Mcts), ..evaluated };
        assert_eq!(plan(tried, second).engine, EngineKind::Mcts);
    }

    #[test]
    fn what_is_to_repeat_exactly_has_one_thread() {
        let evaluated = Facts { evaluated: true, ..BARE };
        assert_eq!(plan(evaluated, Limits::nodes(1_000_000)).threads, 1);
        assert_eq!(plan(evaluated, Limits::depth(9)).threads, 1);
    }

    #[test]
    fn a_depth_is_not_undermined_by_a_solver() {
        let solved = Facts { own_solver: true, ..BARE };
        assert_eq!(plan(solved, Limits::depth(3)).solver_percent, 0);
        assert!(plan(solved, Limits::nodes(1000)).solver_percent > 0);
    }
}
