use std::collections::HashSet;

use henge::mix64;
use henge::spec::Spec;
use henge::table::Adjudication;
use henge::{Playable, Registry};
use serde::{Deserialize, Serialize};

use crate::job::{Allowance, Comments, Job};
use crate::opening::{Draw, Openings};
use crate::pairing;
use crate::stats::Hypotheses;
use crate::{ArenaError, stats};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody else.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// Who loses a meeting is out. The order of the players is their seeding.
    Knockout,
    /// In every round those meet who have done equally well and have not met.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
}

/// A contest, as a plain value: the same plan makes the same games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// The bots. One may come several times.
    pub players: Vec<String>,
    /// Who meets whom.
    pub format: Format,
    /// How many games a meeting has, an even number: every opening is played with both sides.
    pub games: u32,
    /// Where openings come from.
    pub openings: Openings,
    /// What openings, dice and bots draw their chances from.
    pub seed: u64,
    /// What each may spend on a move.
    pub allowance: Allowance,
    /// When bots end a game before the board does.
    #[serde(rename = "manners", with = "crate::adjudication")]
    pub adjudication: Adjudication,
    /// End a game when its outcome can be proved within this many positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<u64>,
    /// What the records of the games say about each move.
    #[serde(default, skip_serializing_if = "Comments::are_none")]
    pub comments: Comments,
    /// With two players: end as soon as this is decided.
    pub sprt: Option<Hypotheses>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            game: String::new(),
            players: Vec::new(),
            format: Format::RoundRobin,
            games: 2,
            openings: Openings::Random { plies: 0 },
            seed: 0,
            allowance: Allowance::default(),
            adjudication: Adjudication::default(),
            adjudicate: None,
            comments: Comments::None,
            sprt: None,
        }
    }
}

/// Two players who meet in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Their numbers in the plan. Who comes first begins the first game of each pair.
    pub players: [usize; 2],
}

/// How games get their numbers, players, openings and seeds. Raise it when that changes: a journal that
/// another schedule has numbered is not gone on with.
pub(crate) const SCHEDULE: u32 = 2;

/// What a meeting brought: by how many wins its first player is ahead.
pub(crate) type Lead = i64;

impl Plan {
    /// Finds the game, and what is wrong with the plan before anything is played.
    pub fn check(&self, games: &Registry) -> Result<Playable, ArenaError> {
        let game = games.game(&self.game)?;
        self.check_for(&game)?;
        Ok(game)
    }

    /// Finds what is wrong with the plan if this is its game.
    pub(crate) fn check_for(&self, game: &Playable) -> Result<(), ArenaError> {
        for player in &self.players {
            game.bot(player)?;
        }
        let fault = |message: &str| Err(ArenaError::Plan(message.into()));
        match self {
            _ if self.players.len() < 2 => fault("a contest needs at least two players"),
            _ if self.games == 0 => fault("a contest needs games"),
            // Two players alone may break off in the middle of a pair.
            _ if !self.games.is_multiple_of(2) && self.n_games() != Some(self.games.into()) => {
                fault(
                    "the games of a meeting must be an even number: every opening is played with both sides",
                )
            }
            _ if self.format == (Format::Swiss { rounds: 0 }) => {
                fault("a Swiss contest needs rounds")
            }
            _ if self.adjudicate.is_some() && game.solving().is_none() => {
                fault("there is no exact solver that could adjudicate this game")
            }
            _ if self.openings == Openings::List(Vec::new()) => {
                fault("the list of openings is empty")
            }
            _ if self.sprt.is_some() && self.players.len() != 2 => {
                fault("a sequential test takes exactly two players")
            }
            _ => {
                self.sprt
                    .as_ref()
                    .map_or(Ok(()), stats::Hypotheses::check)
                    .map_err(|error| ArenaError::Plan(error.to_string()))?;
                Ok(())
            }
        }
    }

    /// Does the same plan play the same games? Not where a bot looks at the clock: one without a limit of
    /// depth or nodes has one of time.
    pub fn repeats(&self) -> bool {
        let Allowance { nodes, milliseconds, clock } = self.allowance;
        let limited = |bot: &String| {
            let spec: Result<Spec, _> = bot.parse();
            spec.is_ok_and(|spec| {
                let has = |key| spec.get(key).is_some();
                let counted = nodes.is_some() || has("depth") || has("nodes");
                spec.name == "random" || counted && !has("time")
            })
        };
        milliseconds.is_none() && clock.is_none() && self.players.iter().all(limited)
    }

    /// What tells this plan, with this way to number its games, from all others.
    pub fn fingerprint(&self) -> String {
        self.hash(&format!("schedule {SCHEDULE} "))
    }

    /// The same as it was when schedules had no number.
    pub(crate) fn first_fingerprint(&self) -> String {
        self.hash("")
    }

    fn hash(&self, head: &str) -> String {
        let text = serde_json::to_string(self).expect("a plan is plain data");
        blake3::hash((head.to_string() + &text).as_bytes()).to_hex()[..32].to_string()
    }

    /// What the players are called: their bots, with a number where one comes several times.
    pub fn names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let name = |bot: &String| {
            let tries = (1..).map(|n| if n == 1 { bot.clone() } else { format!("{bot} ({n})") });
            let free = |name: &String| !seen.contains(name);
            let name = { tries }.find(free).expect("numbers do not end");
            seen.insert(name.clone());
            name
        };
        self.players.iter().map(name).collect()
    }

    /// The meetings of the next round, after rounds in which each meeting brought that lead, or
    /// `None` when the contest is over; and how many rounds each player has won, where that decides.
    pub(crate) fn next_round(&self, leads: &[Vec<Lead>]) -> (Option<Vec<Meeting>>, Vec<f64>) {
        let n = self.players.len();
        let once = |meetings| (if leads.is_empty() { Some(meetings) } else { None }, Vec::new());
        match self.format {
            Format::RoundRobin => once(pairing::round_robin(n)),
            Format::Gauntlet => once((1..n).map(|other| Meeting { players: [0, other] }).collect()),
            Format::Knockout => pairing::knockout(n, leads),
            Format::Swiss { rounds } => pairing::swiss(n, rounds, leads),
        }
    }

    /// How many different openings there should be: all meetings of a round have the same.
    pub fn n_openings(&self) -> u64 {
        let rounds = match self.format {
            Format::RoundRobin | Format::Gauntlet => 1,
            // Without those that are played again.
            Format::Knockout => self.players.len().next_power_of_two().ilog2() as usize,
            Format::Swiss { rounds } => rounds,
        };
        rounds as u64 * self.pairs_of_meeting()
    }

    fn pairs_of_meeting(&self) -> u64 {
        u64::from(self.games).div_ceil(2)
    }

    /// How many games there will be, where that is known beforehand.
    pub fn n_games(&self) -> Option<u64> {
        let n = self.players.len() as u64;
        let meetings = match self.format {
            Format::RoundRobin => n * n.saturating_sub(1) / 2,
            Format::Gauntlet => n.saturating_sub(1),
            Format::Knockout => return None,
            Format::Swiss { rounds } => rounds as u64 * (n / 2),
        };
        Some(meetings * u64::from(self.games))
    }
}

/// The games of a round. They are made one by one as they are needed: a test may have a million
/// games to play and stop after a hundred.
pub(crate) struct Round<'a> {
    pub plan: &'a Plan,
    /// Its number, from 0.
    pub number: usize,
    pub meetings: Vec<Meeting>,
    /// The number of its first game.
    pub first: u64,
}

impl Round<'_> {
    /// How many games it has.
    pub fn games(&self) -> u64 {
        self.meetings.len() as u64 * u64::from(self.plan.games)
    }

    /// The meeting to which a game belongs. Meetings take turns, a pair each: the table says something
    /// about everybody long before the end.
    pub fn meeting(&self, index: u64) -> usize {
        ((index / 2) % self.meetings.len() as u64) as usize
    }

    /// Who plays in a game, who moves first at its start first.
    pub fn players(&self, index: u64) -> [usize; 2] {
        let [a, b] = self.meetings[self.meeting(index)].players;
        if index.is_multiple_of(2) { [a, b] } else { [b, a] }
    }

    /// Which of its own openings a game has. All meetings play the same ones with the same dice.
    fn turn(&self, index: u64) -> u64 {
        index / 2 / self.meetings.len() as u64
    }

    fn seed_of_turn(&self, turn: u64) -> u64 {
        mix64(self.plan.seed ^ mix64(self.first / 2 + turn))
    }

    /// What decides about the dice of a game.
    pub fn seed(&self, index: u64) -> u64 {
        self.seed_of_turn(self.turn(index))
    }

    /// The number of a game's opening among those of the whole contest.
    pub fn opening(&self, index: u64) -> usize {
        (self.number as u64 * self.plan.pairs_of_meeting() + self.turn(index)) as usize
    }

    /// Draws the openings of the rounds before, all of which have as many games.
    pub fn draw_before(&self, draw: &mut Draw<'_>) {
        if let Some(last) = self.opening(0).checked_sub(1) {
            draw.nth(last, |opening| mix64(self.plan.seed ^ mix64(opening as u64)));
        }
    }

    /// A game, by its place in the round.
    pub fn job(&self, index: u64, draw: &mut Draw<'_>) -> Job {
        let number = self.first + index;
        let before = self.opening(0);
        let seed = |opening: usize| self.seed_of_turn((opening - before) as u64);
        let opening = draw.nth(self.opening(index), seed).clone();
        let players = self.players(index);
        Job {
            number,
            round: self.number,
            game: self.plan.game.clone(),
            bots: players.map(|player| self.plan.players[player].clone()),
            opening,
            seed: self.seed(index),
            allowance: self.plan.allowance,
            adjudication: self.plan.adjudication,
            adjudicate: self.plan.adjudicate,
            comments: self.plan.comments,
        }
    }
}
