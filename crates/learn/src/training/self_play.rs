//! Games of what was learned so far against itself.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use henge_core::{Eval, Game, Limits, Match, Notation, Outcome, Player, Score, Turn};
use henge_search::{AlphaBeta, Task};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::{Method, Plan};
use crate::net::sigmoid;
use crate::td::Step;

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct SelfPlayGame<P> {
    /// For each move the position that learns, if there is one.
    pub positions: Vec<Option<P>>,
    /// For each move what was thought.
    pub steps: Vec<Step>,
    /// How it ended.
    pub outcome: Outcome,
}

/// What a score says about the chance of whoever it is for.
fn chance(score: Score) -> f32 {
    match score.decided() {
        Some((points, _)) => f32::from(u8::from(points > 0)),
        None => sigmoid(score.logit()),
    }
}

/// How an outcome looks to a player: 1 for a win, 0 for a loss.
pub fn result(outcome: Outcome, player: Player) -> f32 {
    match outcome.points_for(player).signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    }
}

/// Plays a game; the same seed gives the same game. It ends early where the evaluation knows the
/// result, and after `most_plies` it is a draw.
pub fn self_play<G: Game, E: Eval<G>>(
    game: &Arc<G>,
    engine: &mut AlphaBeta<G>,
    eval: &E,
    plan: &Plan,
    most_plies: usize,
    seed: u64,
) -> SelfPlayGame<G::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    // Some games begin at the start, so that openings are learned too.
    let opening = rng.random_range(0..=plan.opening) as usize;
    let mut table = Match::new(Arc::clone(game));
    let mut played =
        SelfPlayGame { positions: Vec::new(), steps: Vec::new(), outcome: Outcome::Draw };
    let stop = AtomicBool::new(false);
    engine.clear();
    for ply in 0..most_plies {
        let player = match table.turn() {
            Turn::Over(outcome) => {
                played.outcome = outcome;
                break;
            }
            Turn::Player(player) => player,
            Turn::Chance => unreachable!("alpha-beta is for games without dice"),
        };
        let pos = table.position();
        if let Some(score) = eval.known(game, pos, Player::First) {
            played.outcome = match score.0.signum() {
                1 => Outcome::win(Player::First),
                0 => Outcome::Draw,
                _ => Outcome::win(Player::Second),
            };
            break;
        }
        let anything = game.moves(pos).choose(&mut rng);
        let mv = if ply < opening {
            anything
        } else {
            let limits = Limits::depth(plan.depth);
            let task = Task::new(limits).stop(&stop);
            let before: Vec<u64> = table.history().iter().map(|(pos, _)| game.key(pos)).collect();
            let report = engine.search(game, pos, &before, eval, task);
            let Some(line) = report.lines.first() else { break };
            let by_chance = rng.random::<f32>() < plan.explore;
            let to_player = chance(line.score);
            let value = if player == Player::First { to_player } else { 1.0 - to_player };
            played.steps.push(Step { value, by_chance });
            played.positions.push(match plan.method {
                _ if by_chance => None,
                Method::Results => {
                    let state = &mut eval.begin(game, pos);
                    eval.stable(game, pos, state).then(|| pos.clone())
                }
                Method::Td => leaf(&**game, pos, &line.moves).filter(|leaf| {
                    // A line that the table has cut short does not end where its score is from.
                    eval.eval(game, leaf, player) == line.score
                }),
            });
            if by_chance { anything } else { line.moves.first().copied() }
        };
        if mv.is_none_or(|mv| table.play(mv).is_err()) {
            break;
        }
    }
    played
}

/// Where a line ends, if the game goes on there: the position that was judged.
fn leaf<G: Game>(game: &G, pos: &G::Position, line: &[G::Move]) -> Option<G::Position> {
    let mut leaf = pos.clone();
    for &mv in line {
        game.play(&mut leaf, mv);
    }
    matches!(game.turn(&leaf), Turn::Player(_)).then_some(leaf)
}

/// A game as others send it: its positions as text, and numbers by their bits, so that nothing is rounded.
#[derive(Serialize, Deserialize)]
struct SentGame {
    positions: Vec<Option<String>>,
    steps: Vec<(u32, bool)>,
    /// The points of the first player.
    points: i32,
}

/// Games to be sent.
pub fn write_games<G: Notation>(game: &G, games: &[SelfPlayGame<G::Position>]) -> Vec<u8> {
    let sent = games.iter().map(|played| SentGame {
        positions: played
            .positions
            .iter()
            .map(|pos| pos.as_ref().map(|pos| game.write_position(pos)))
            .collect(),
        steps: played.steps.iter().map(|step| (step.value.to_bits(), step.by_chance)).collect(),
        points: played.outcome.points_for(Player::First),
    });
    serde_json::to_vec(&sent.collect::<Vec<_>>()).expect("plain texts and numbers")
}

/// Games that were sent; nothing if they are none of this game.
pub fn read_games<G: Notation>(game: &G, bytes: &[u8]) -> Option<Vec<SelfPlayGame<G::Position>>> {
    let sent: Vec<SentGame> = serde_json::from_slice(bytes).ok()?;
    let read = |sent: SentGame| {
        let step = |(bits, by_chance)| {
            let value = f32::from_bits(bits);
            (0.0..=1.0).contains(&value).then_some(Step { value, by_chance })
        };
        let read_position = |text: Option<String>| match text {
            Some(text) => game.read_position(&text).ok().map(Some),
            None => Some(None),
        };
        let winner = if sent.points > 0 { Player::First } else { Player::Second };
        let points = u8::try_from(sent.points.unsigned_abs()).ok()?;
        Some(SelfPlayGame {
            positions: sent.positions.into_iter().map(read_position).collect::<Option<_>>()?,
            steps: sent.steps.into_iter().map(step).collect::<Option<_>>()?,
            outcome: if points == 0 { Outcome::Draw } else { Outcome::Win { winner, points } },
        })
    };
    let games = sent.into_iter().map(read).collect::<Option<Vec<_>>>()?;
    // Every position that may learn has a step of its own.
    games.iter().all(|game| game.positions.len() == game.steps.len()).then_some(games)
}

/// Does jobs of the numbers from 0 to `n` on some threads and returns what they bring in the order of
/// their numbers, so that the number of threads changes nothing; nothing if it was stopped. Each thread
/// has a `tool` of its own to work with, and `done` hears how many are finished.
pub fn in_order<T: Send, Tool>(
    n: u64,
    threads: usize,
    stop: &AtomicBool,
    tool: impl Fn() -> Tool + Sync,
    job: impl Fn(&mut Tool, u64) -> T + Sync,
    done: impl Fn(u64) + Sync,
) -> Option<Vec<T>> {
    let (next, finished) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    henge_search::crew(threads, || {
        let mut tool = tool();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= n || stop.load(Relaxed) {
                break;
            }
            let result = job(&mut tool, number);
            let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            finished.push((number, result));
            done(finished.len() as u64);
        }
    });
    if stop.load(Relaxed) {
        return None;
    }
    let mut finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    finished.sort_unstable_by_key(|(number, _)| *number);
    Some(finished.into_iter().map(|(_, result)| result).collect())
}
