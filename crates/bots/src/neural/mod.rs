//! The backgammon player with a net.
//!
//! A net of one hidden layer says how a game may end; what is certain once all men are home comes from
//! tables. The player looks at every result of its dice, at the best ones again with all rolls of the
//! other side, and takes the one that is worth most. It was trained by games against itself and by
//! nothing else.
//!
//! | file | subject |
//! |---|---|
//! | `inputs` | what the net sees |
//! | `chances` | what it says |
//! | `evaluator` | the net and the tables at work |
//! | `search` | looking ahead |
//! | `cube` | doubling, and what plays are worth with a cube |
//! | `match_equity` | what a match is worth at every score |
//! | `rollout` | games played out from a position |
//! | `training` | games against itself |

pub mod chances;
pub mod cube;
mod equity;
pub mod evaluator;
pub mod inputs;
pub mod match_equity;
pub mod rollout;
pub mod search;
#[cfg(test)]
mod tests;
pub mod training;

use std::time::Instant;

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge_core::spec::{Options, Param, Values};
use henge_core::{Curve, EndChances, Match, Notation, Player, Scale, Score, ScoreKind, Unit};
use henge_games::backgammon::{Backgammon, Move, Phase, Position, Stakes};

use chances::Chances;
use cube::{Cube, Doubling, Gammons, Right, Stake, Worths};
use evaluator::{Evaluator, Judge};
use match_equity::{Score as MatchScore, Stage};
use search::{Leash, Ranked};

/// The options by which the bot is named: `neural:plies=2`.
pub const PARAMS: &[Param] = &[
    Param::new(
        "plies",
        "1",
        Values::Int { min: 0, max: search::MOST_PLIES as u64 },
        "how far it looks ahead: 0 its own play, 1 all replies, 2 its plays after them",
    ),
    Param::new("net", "", Values::Input, "the file of another net"),
];

/// The player.
pub struct NeuralBot {
    name: String,
    plies: u32,
    evaluator: Evaluator,
}

/// A point in the scores of lines.
const POINT: f32 = 10_000.0;

impl NeuralBot {
    /// With a judge, and as the options say.
    pub fn new(judge: &Judge, options: &Options) -> Self {
        let plies = options.int("plies").unwrap_or(1) as u32;
        NeuralBot { name: options.name(), plies, evaluator: Evaluator::new(judge) }
    }
}

impl DynBot for NeuralBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task) -> Result<Thought, BotError> {
        let table: Option<&Match<Backgammon>> = table.as_any().downcast_ref();
        let table = table.ok_or(BotError::WrongGame)?;
        let (game, pos) = (&**table.game(), table.position());
        let before = self.evaluator.nodes;
        let until = task.limits.time.map(|time| Instant::now() + time);
        let leash = Leash { stop: task.stop, until };
        let mut thought = match (pos.phase(), pos.dice()) {
            (Phase::Play, Some(dice)) => {
                let stake = stake(game, pos, pos.on_roll());
                let worths = Worths::new(stake, cube(pos), self.evaluator.chances(pos.men()));
                let worth = |chances| worths.of(chances);
                let ranked = self.evaluator.rank(pos.men(), dice, self.plies, &worth, &leash);
                about_plays(game, pos, &ranked, stake, task.n_lines)
            }
            (Phase::Decide, _) => self.about_doubling(game, pos),
            (Phase::Offered, _) => self.about_taking(game, pos),
            (Phase::Beavered, _) => simple(game, pos, Move::Take, "A beaver is always taken."),
            _ => return Err(BotError::NoDecision("the dice decide, or the game is over")),
        };
        thought.nodes = self.evaluator.nodes - before;
        Ok(thought)
    }
}

/// What is played for, as a player sees it.
pub fn stake(game: &Backgammon, pos: &Position, player: Player) -> Stake {
    match game.stakes() {
        Stakes::Match { length } => {
            let away = |player: Player| i32::from(length) - i32::from(pos.score()[player.index()]);
            let away = [away(player), away(!player)];
            let stage = match (pos.is_crawford(), away.contains(&1)) {
                (true, _) => Stage::Crawford,
                (false, true) => Stage::After,
                (false, false) => Stage::Before,
            };
            Stake::Match { score: MatchScore { away, stage }, stakes: i32::from(pos.cube()) }
        }
        Stakes::Money { jacoby: true, .. } => Stake::Money { gammons: Gammons::AfterDouble },
        Stakes::Money { .. } => Stake::Money { gammons: Gammons::Count },
        Stakes::Plain => Stake::Plain,
    }
}

/// Who may turn the cube, as the player on roll sees it.
fn cube(pos: &Position) -> Cube {
    match pos.cube_owner() {
        None => Cube::Centred,
        Some(owner) if owner == pos.on_roll() => Cube::Mine,
        Some(_) => Cube::Theirs,
    }
}

fn score(worth: f32) -> Option<(Score, ScoreKind)> {
    Some((Score::estimate((worth * POINT) as i64), ScoreKind::Estimate))
}

/// What points mean where nobody says how often the game is won: a guess, which no play depends on.
pub const EQUITY: Scale = Scale {
    curve: Curve::Logistic { shift: 0.0, slope: 1.5 / POINT as f64, bend: f64::INFINITY },
    unit: Some(Unit { score: POINT as f64, name: "points", decimals: 3 }),
    decimals: 1,
};

fn about_plays(
    game: &Backgammon,
    pos: &Position,
    ranked: &[Ranked],
    stake: Stake,
    n_lines: usize,
) -> Thought {
    let text = |one: &Ranked| {
        // `rank` keeps the numbers of the plays, which are those of the legal moves.
        let mv = game_move(game, pos, one.judged.index);
        mv.map_or(String::new(), |mv| game.write_move(pos, mv))
    };
    let line = |one: &Ranked| Line { score: score(one.judged.equity), moves: vec![text(one)] };
    let why = match ranked {
        [_] => vec!["There is nothing else to play.".into()],
        _ => Vec::new(),
    };
    let ranked = &ranked[..ranked.len().min(n_lines.max(1))];
    Thought {
        lines: ranked.iter().map(line).collect(),
        depth: ranked.first().map_or(0, |best| best.plies + 1),
        nodes: 0,
        why,
        scale: Some(scale(stake)),
        chances: ranked.iter().filter_map(|one| shown(one.judged.chances, stake)).collect(),
    }
}

/// What the scores mean.
fn scale(stake: Stake) -> Scale {
    match stake {
        Stake::Plain | Stake::Money { .. } => EQUITY,
        // The worth is that of the match itself.
        Stake::Match { .. } => {
            Scale { curve: Curve::Linear { sure: POINT.into() }, unit: None, decimals: 1 }
        }
    }
}

/// How this game may end; in a match it is the match that counts.
fn shown(chances: Chances, stake: Stake) -> Option<EndChances> {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    let all = EndChances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon };
    (!matches!(stake, Stake::Match { .. })).then_some(all)
}

fn game_move(game: &Backgammon, pos: &Position, index: usize) -> Option<Move> {
    henge_core::Game::moves(game, pos).nth(index)
}

/// `It wins 55.2 %, 14.1 % with a gammon; it loses 12.0 % with a gammon.`
pub fn in_words(chances: Chances) -> String {
    let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    let mut text = format!("It wins {}", percent(win));
    for (chance, what) in [(win_gammon, "gammons"), (win_backgammon, "backgammons")] {
        if chance > 0.0005 {
            text += &format!(", {} {what}", percent(chance));
        }
    }
    text += &format!("; it loses {}", percent(1.0 - win));
    for (chance, what) in [(lose_gammon, "gammons"), (lose_backgammon, "backgammons")] {
        if chance > 0.0005 {
            text += &format!(", {} {what}", percent(chance));
        }
    }
    text + "."
}

fn simple(game: &Backgammon, pos: &Position, mv: Move, why: &str) -> Thought {
    let line = Line { score: None, moves: vec![game.write_move(pos, mv)] };
    Thought { lines: vec![line], why: vec![why.into()], ..Thought::default() }
}

impl NeuralBot {
    /// What a double leads to for the player on roll.
    fn doubling(&mut self, game: &Backgammon, pos: &Position) -> (Chances, Doubling, Stake) {
        let stake = stake(game, pos, pos.on_roll());
        let near = self.evaluator.chances(pos.men());
        let worths = Worths::new(stake, cube(pos), near);
        let worth = |chances| worths.of(chances);
        let chances = self.evaluator.chances_at(pos.men(), self.plies, &worth);
        let known = self.evaluator.worth(pos.men());
        (chances, stake.doubling(chances, cube(pos), known), stake)
    }

    fn about_doubling(&mut self, game: &Backgammon, pos: &Position) -> Thought {
        let (chances, doubling, stake) = self.doubling(game, pos);
        let moves = match doubling.double {
            Right::Yes => [Move::Double, Move::Roll],
            Right::No => [Move::Roll, Move::Double],
        };
        let with = doubling.taken.min(doubling.dropped);
        let worth = |mv: Move| if mv == Move::Double { with } else { doubling.without };
        let line =
            |mv: Move| Line { score: score(worth(mv)), moves: vec![game.write_move(pos, mv)] };
        let answer = match doubling.take() {
            Right::Yes => "would be taken",
            Right::No => "would be dropped",
        };
        Thought {
            lines: moves.map(line).to_vec(),
            depth: self.plies,
            nodes: 0,
            why: vec![format!("A double {answer}.")],
            scale: Some(scale(stake)),
            chances: shown(chances, stake).into_iter().cycle().take(2).collect(),
        }
    }

    fn about_taking(&mut self, game: &Backgammon, pos: &Position) -> Thought {
        let (chances, doubling, stake) = self.doubling(game, pos);
        let may_beaver = henge_core::Game::moves(game, pos).any(|mv| mv == Move::Beaver);
        let best = match (doubling.take(), doubling.beaver()) {
            (_, Right::Yes) if may_beaver => Move::Beaver,
            (Right::Yes, _) => Move::Take,
            (Right::No, _) => Move::Drop,
        };
        // The one who answers sees it from the other side.
        let worth = |mv: Move| -if mv == Move::Drop { doubling.dropped } else { doubling.taken };
        let other = if best == Move::Drop { Move::Take } else { Move::Drop };
        let line =
            |mv: Move| Line { score: score(worth(mv)), moves: vec![game.write_move(pos, mv)] };
        Thought {
            lines: [best, other].map(line).to_vec(),
            depth: self.plies,
            nodes: 0,
            why: Vec::new(),
            scale: Some(scale(stake)),
            chances: shown(chances.swapped(), stake).into_iter().cycle().take(2).collect(),
        }
    }
}
