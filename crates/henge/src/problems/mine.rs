//! Problems from games that bots play against themselves.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::erased::{DynMatch, Task};
use henge_core::{Limits, Turn, mix64};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::grade::misses;
use super::prover::Look;
use super::{ExactPlays, Only, Problem, Prover, depth_of_reason, levels_that_miss, likeness};
use crate::Playable;

/// What is wanted.
pub struct Mining<'a> {
    /// The same seed, the same problems.
    pub seed: u64,
    /// How many.
    pub count: usize,
    /// How many positions a solver may visit for each answer: how far from the end problems can be.
    pub nodes: u64,
    /// Set from outside to end it; what was found is handed back.
    pub stop: &'a AtomicBool,
    /// Hears of every game that was looked through.
    pub progress: &'a mut dyn FnMut(&Mined),
}

/// What was found so far.
#[derive(Clone, Default, Debug)]
pub struct Mined {
    /// The problems, as they were found.
    pub problems: Vec<Problem>,
    /// Games played.
    pub games: u64,
    /// Positions in which a solver looked for an only move.
    pub positions: u64,
}

/// Of a set no more than so many are won in one move.
const MOST_AT_ONCE: usize = 6;
/// Of a set no more than this share is found by every level, and at least these shares are missed by `medium` and by
/// `hard`, in percent.
const MOST_EASY: usize = 30;
const MISSED_BY_MEDIUM: usize = 40;
const MISSED_BY_HARD: usize = 20;
/// Two of one game are so many plies apart, and there are no more of one game.
const APART: usize = 4;
const OF_ONE_GAME: usize = 2;
/// A game that is longer is left where it is.
const MOST_PLIES: usize = 400;
/// So many positions in a row that a solver leaves open end the way back through a game.
const MOST_OPEN: usize = 2;
/// Who plays, by chance.
const PLAYERS: [&str; 3] = ["henge:level=beginner", "henge:level=easy", "henge:level=medium"];

/// A position with its one move, and after how many plies of the game it came.
struct Found {
    table: Box<dyn DynMatch>,
    only: Only,
    ply: usize,
}

/// Looks for problems of a game.
pub fn mine(game: &Playable, task: Mining<'_>) -> Result<Mined, String> {
    let Mining { seed, count, nodes, stop, progress } = task;
    let name = game.rules().name().to_string();
    let exact = game.shared_ability::<dyn ExactPlays>();
    if exact.is_none() && game.rules().has_chance() {
        return Err(format!("{name} has dice and no tables that know what a play is worth"));
    }
    let mut prover = Prover::new(game, nodes)?;
    let (mut mined, mut seen) = (Mined::default(), HashSet::new());
    while mined.problems.len() < count && !stop.load(Relaxed) {
        let number = mined.games;
        mined.games += 1;
        let seed_of_game = mix64(seed ^ mix64(number));
        let found: Vec<Found> = match &exact {
            Some(exact) => {
                let table = exact.sample(seed_of_game);
                let only = match &table {
                    Some(table) => prover.only_move(&**table)?,
                    None => None,
                };
                mined.positions += 1;
                let found = table.zip(only).map(|(table, only)| Found { table, only, ply: 0 });
                found.into_iter().collect()
            }
            None => {
                let played = played(game, seed_of_game, stop)?;
                look_back(game, played, &mut prover, &mut mined, stop)?
            }
        };
        for Found { table, only, ply } in found {
            if mined.problems.len() == count || seen.contains(&likeness(&**game.rules(), &*table)) {
                continue;
            }
            let Some((depth, missed)) = graded(game, &*table, &only, &mined.problems, count)?
            else {
                continue;
            };
            seen.insert(likeness(&**game.rules(), &*table));
            let at = if ply > 0 { format!(", after {ply} moves") } else { String::new() };
            mined.problems.push(Problem {
                game: name.clone(),
                position: table.position(),
                best: only.best,
                stake: only.stake,
                plies: only.plies,
                depth,
                missed,
                source: format!("seed {seed}, game {number}{at}"),
            });
        }
        progress(&mined);
    }
    Ok(mined)
}

/// The depth of the reason, if it is known, and the levels that miss the move.
type Grade = (Option<u32>, Vec<String>);

/// The grade, if there is room in the set for such a problem.
fn graded(
    game: &Playable,
    table: &dyn DynMatch,
    only: &Only,
    set: &[Problem],
    count: usize,
) -> Result<Option<Grade>, String> {
    let has = |test: &dyn Fn(&Problem) -> bool| set.iter().filter(|one| test(one)).count();
    let missed_by = |level: &str| has(&|one| one.missed.iter().any(|name| name == level));
    if only.plies == Some(1) && has(&|one| one.plies == Some(1)) >= MOST_AT_ONCE {
        return Ok(None);
    }
    let room = count - set.len();
    for (level, share) in [("hard", MISSED_BY_HARD), ("medium", MISSED_BY_MEDIUM)] {
        let needed = (count * share).div_ceil(100).saturating_sub(missed_by(level));
        if room <= needed && !misses(game, level, table, &only.best)? {
            return Ok(None);
        }
    }
    let missed = levels_that_miss(game, table, &only.best)?;
    if missed.is_empty() && 100 * has(&|one| one.missed.is_empty()) >= MOST_EASY * count {
        return Ok(None);
    }
    Ok(Some((depth_of_reason(game, table, &only.best)?, missed)))
}

/// A game of bots that see little, so that it goes wrong here and there; its first moves are drawn.
fn played(game: &Playable, seed: u64, stop: &AtomicBool) -> Result<Box<dyn DynMatch>, String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut table = game.rules().start();
    for _ in 0..rng.random_range(1..=6) {
        let moves = table.moves();
        if !matches!(table.turn(), Turn::Player(_)) || moves.is_empty() {
            break;
        }
        let mv = &moves[rng.random_range(0..moves.len())].text;
        table.play(mv).map_err(|error| error.to_string())?;
    }
    let mut bot = |side: u64| {
        let name = PLAYERS[rng.random_range(0..PLAYERS.len())];
        game.seeded_bot(name, seed.wrapping_add(side)).map_err(|error| error.to_string())
    };
    let mut bots = [bot(0)?, bot(1)?];
    while let Turn::Player(player) = table.turn()
        && table.ply() < MOST_PLIES
        && !stop.load(Relaxed)
    {
        let bot = &mut bots[player.index()];
        let thought = bot.think(&*table, Task::new(Limits::NONE).stop(stop));
        let thought = thought.map_err(|error| error.to_string())?;
        let mv = thought.best().ok_or("a bot found no move")?.to_string();
        table.play(&mv).map_err(|error| error.to_string())?;
    }
    Ok(table)
}

/// Goes back through a game, as far as a solver can follow, and hands back the positions with an only move that are
/// furthest from the end.
fn look_back(
    game: &Playable,
    mut table: Box<dyn DynMatch>,
    prover: &mut Prover,
    mined: &mut Mined,
    stop: &AtomicBool,
) -> Result<Vec<Found>, String> {
    let (mut found, mut open) = (Vec::<Found>::new(), 0);
    while table.undo().is_some() && open < MOST_OPEN && !stop.load(Relaxed) {
        if table.moves().len() < 3 {
            continue;
        }
        mined.positions += 1;
        // From the position alone, as it is solved later: what was played before does not count.
        let fresh = game.rules().read(&table.position()).map_err(|error| error.to_string())?;
        match prover.look(&*fresh)? {
            Look::Only(only) => found.push(Found { table: fresh, only, ply: table.ply() }),
            Look::NotOne => {}
            Look::Open => open += 1,
        }
    }
    let mut kept: Vec<Found> = Vec::new();
    for one in found.into_iter().rev() {
        if kept.len() < OF_ONE_GAME && kept.last().is_none_or(|last| one.ply >= last.ply + APART) {
            kept.push(one);
        }
    }
    Ok(kept)
}
