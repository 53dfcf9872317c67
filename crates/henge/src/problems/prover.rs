//! Whether a position has exactly one move that keeps its result.

use henge_core::erased::DynMatch;
use henge_core::{Limits, Player, ScoreKind, Turn};
use henge_games::positional::Definition;
use henge_search::Task;

use super::{ExactPlays, Problem, Stake};
use crate::{DynSolver, EndingTables, Playable};

/// What every other play loses at least, where dice fall.
pub const LEAST_LOSS: f64 = 0.08;

/// The table of a solver.
const TABLE_BYTES: usize = 64 << 20;

/// Looks for the only move, by a solver or in tables.
pub struct Prover {
    game: Playable,
    solver: Option<Box<dyn DynSolver>>,
    /// How many positions it may visit for each answer.
    nodes: u64,
}

/// The one move that keeps the result.
#[derive(Clone, PartialEq, Debug)]
pub struct Only {
    /// The move.
    pub best: String,
    /// What it keeps.
    pub stake: Stake,
    /// Plies to the end that was proved, at most.
    pub plies: Option<u32>,
}

/// What was found.
pub(super) enum Look {
    Only(Only),
    /// No move keeps the result alone.
    NotOne,
    /// Nothing was proved.
    Open,
}

/// A result to a player: 1, 0 or -1, and the plies of the proof.
type Value = (i32, Option<u32>);

impl Prover {
    /// A prover of a game that visits no more positions for each answer.
    pub fn new(game: &Playable, nodes: u64) -> Result<Prover, String> {
        if let Some(endings) = game.ability::<dyn EndingTables>() {
            endings.prepare().map_err(|error| error.to_string())?;
        }
        // Wins by threats are found where the width of the board would drown alpha-beta, and alpha-beta proves
        // nothing where positions come back.
        let by_numbers = game.rules().can_repeat() || game.ability::<Definition>().is_some();
        let solver = match game.solving() {
            Some(solving) if by_numbers => {
                solving.by_proof_numbers(1).map(|(solve, _)| solve.solver(TABLE_BYTES)).transpose()
            }
            Some(solving) => solving.solver(TABLE_BYTES).map(Some),
            None => Ok(None),
        };
        let solver = solver.map_err(|error| error.to_string())?;
        Ok(Prover { game: game.clone(), solver, nodes })
    }

    /// What the position is worth to a player, if that is found out.
    pub fn value(&mut self, table: &dyn DynMatch, player: Player) -> Result<Option<Value>, String> {
        let mover = match table.turn() {
            Turn::Over(outcome) => return Ok(Some((outcome.points_for(player).signum(), Some(0)))),
            Turn::Chance => return Ok(None),
            Turn::Player(mover) => mover,
        };
        let Some(solver) = &mut self.solver else { return Ok(None) };
        let found = solver.solve(table, Task::new(Limits::nodes(self.nodes)));
        let found = found.map_err(|error| error.to_string())?;
        let is_certain = match found.kind {
            ScoreKind::AtLeast => found.points > 0,
            ScoreKind::AtMost => found.points < 0,
            _ => found.proved,
        };
        let points = found.points.signum();
        let plies = found.score.decided().map(|(_, plies)| plies);
        Ok(is_certain.then_some((if mover == player { points } else { -points }, plies)))
    }

    /// The one move that keeps the result; nothing if there is none, or if that was not found out.
    pub fn only_move(&mut self, table: &dyn DynMatch) -> Result<Option<Only>, String> {
        Ok(match self.look(table)? {
            Look::Only(only) => Some(only),
            Look::NotOne | Look::Open => None,
        })
    }

    /// The same, and whether there is none or it was not found out.
    pub(super) fn look(&mut self, table: &dyn DynMatch) -> Result<Look, String> {
        let Turn::Player(mover) = table.turn() else { return Ok(Look::NotOne) };
        let moves = table.moves();
        if let Some(exact) = self.game.ability::<dyn ExactPlays>() {
            let values = exact.values(table)?;
            return Ok(values
                .map_or(Look::Open, |values| only_play(values).map_or(Look::NotOne, Look::Only)));
        }
        let Some((worth, plies)) = self.value(table, mover)? else { return Ok(Look::Open) };
        let stake = match worth {
            1 => Stake::Win,
            0 => Stake::Draw,
            _ => return Ok(Look::NotOne),
        };
        if moves.len() < 2 {
            return Ok(Look::NotOne);
        }
        let (mut best, mut at_once) = (None, false);
        for view in moves {
            let mut next = table.fork();
            next.play(&view.text).map_err(|error| error.to_string())?;
            let Some((value, _)) = self.value(&*next, mover)? else { return Ok(Look::Open) };
            if value >= worth {
                if best.is_some() {
                    return Ok(Look::NotOne);
                }
                at_once = matches!(next.turn(), Turn::Over(_));
                best = Some(view.text);
            }
        }
        let plies = if at_once { Some(1) } else { plies };
        let plies = plies.filter(|_| stake == Stake::Win);
        Ok(best.map_or(Look::NotOne, |best| Look::Only(Only { best, stake, plies })))
    }

    /// Proves that a problem is one: its position can be, and its move is the only one that keeps what it says.
    pub fn verify(&mut self, problem: &Problem) -> Result<(), String> {
        let game = self.game.rules().name();
        if game != problem.game {
            return Err(format!("the problem is of {}, not of {game}", problem.game));
        }
        let table = problem.table(&**self.game.rules())?;
        let only = self.only_move(&*table)?;
        let Some(only) = only else {
            return Err(format!(
                "no move of \"{}\" was proved to be the only one",
                problem.position
            ));
        };
        if only.best != problem.best {
            return Err(format!("the only move is {}, not {}", only.best, problem.best));
        }
        let same = match (only.stake, problem.stake) {
            (Stake::Points { worth: a, loss: b }, Stake::Points { worth: c, loss: d }) => {
                (a - c).abs() < 1e-3 && (b - d).abs() < 1e-3
            }
            (a, b) => a == b,
        };
        if same { Ok(()) } else { Err(format!("{} keeps something else", only.best)) }
    }
}

fn only_play(mut values: Vec<(String, f64)>) -> Option<Only> {
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    let [(best, worth), (_, next), ..] = &values[..] else { return None };
    let stake = Stake::Points { worth: *worth, loss: worth - next };
    (worth - next >= LEAST_LOSS).then(|| Only { best: best.clone(), stake, plies: None })
}
