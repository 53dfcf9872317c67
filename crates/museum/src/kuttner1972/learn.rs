//! What a finished game teaches: the position nearest to its start whose outcome is clear, and the
//! two before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::erased::DynGame;
use henge_core::{Game, Limits, mix64};
use henge_games::pentominoes::{Move, Pentominoes, Position};
use henge_learn::LearnedError;
use henge_learn::data::Examples;
use henge_learn::training::{
    PlanError, Progress, ResumeError, Round, Training, position_of, read_checkpoint,
    write_checkpoint,
};

use super::neighbourhoods::{Counts, Lens};
use super::search::{Verdict, search};
use super::table::{ChoiceTable, Entry, Nearness, Turnout};
use super::{Kuttner1972, Version, play_out};

/// An outcome is clear if the search finds it within this many nodes, for which the machine of 1972 took
/// five seconds. Tables learned with ten or a hundred times as many played worse.
pub const CLEAR_NODES: u64 = 1_000;

/// What one game teaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLesson {
    /// How many moves had been played when the outcome became clear.
    pub ply: usize,
    /// How it turned out for who left that position.
    pub turnout: Turnout,
    /// The entries for the table; fewer than three where the table does not reach.
    pub entries: Vec<Entry>,
}

/// The positions of a game, its start first.
pub fn positions(game: &Pentominoes, start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![*start];
    for &mv in moves {
        let mut next = positions[positions.len() - 1];
        game.play(&mut next, mv);
        positions.push(next);
    }
    positions
}

/// Looks at the positions of a game from its end backwards, as far as `nodes` a position make the
/// outcome clear. `None` where not even the last position is clear, or where somebody raises the flag.
pub fn lesson(
    game: &Pentominoes,
    positions: &[Position],
    nodes: u64,
    stop: &AtomicBool,
) -> Option<GameLesson> {
    let lens = Lens::new(game);
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let mut clear = None;
    for (ply, pos) in positions.iter().enumerate().rev() {
        match search(&lens, pos, limits, stop).verdict {
            Verdict::Unclear => break,
            // Who left a position that is won for the other has done badly.
            Verdict::Won(_) => clear = Some((ply, Turnout::Bad)),
            Verdict::Lost => clear = Some((ply, Turnout::Good)),
        }
    }
    let (ply, turnout) = clear?;
    let kinds = [Nearness::Clear, Nearness::Before, Nearness::TwoBefore];
    let entry = |(back, nearness): (usize, Nearness)| {
        let counts: Counts = lens.look(&positions[ply.checked_sub(back)?]).counts();
        ChoiceTable::covers(counts).then_some(Entry { counts, nearness, result: turnout })
    };
    let entries = kinds.into_iter().enumerate().filter_map(entry).collect();
    Some(GameLesson { ply, turnout, entries })
}

/// What a table has learned from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Games whose end was clear.
    pub clear: u32,
    /// Entries.
    pub entries: usize,
}

impl Tally {
    /// Teaches a table what a game shows.
    fn teach(&mut self, table: &mut ChoiceTable, lesson: Option<GameLesson>) {
        self.games += 1;
        let Some(lesson) = lesson else { return };
        self.clear += 1;
        self.entries += lesson.entries.len();
        lesson.entries.into_iter().for_each(|entry| table.enter(entry));
    }
}

/// How a table learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablePlan {
    /// Games of the bot against itself, after those of others.
    pub games: u32,
    /// Who plays them.
    pub version: Version,
    /// They search to the end when there are at most this many choices.
    pub limit: u32,
    /// The outcome of a position is clear if a search of this many nodes shows it.
    pub nodes: u64,
    /// Where random numbers start.
    pub seed: u64,
}

/// The table in training: first by games of others, if there are any, and then by games against
/// itself. What each game teaches serves the next, so a round is a game.
pub struct TableTraining {
    game: Arc<Pentominoes>,
    plan: TablePlan,
    /// The positions of games of others.
    data: Vec<Vec<Position>>,
    /// What it began with, for checkpoints.
    begun: String,
    table: ChoiceTable,
    tally: Tally,
    rounds: u32,
}

impl TableTraining {
    /// Begins with a table.
    pub fn new(game: Arc<Pentominoes>, table: ChoiceTable, plan: TablePlan) -> TableTraining {
        let begun = table.to_text();
        TableTraining {
            game,
            plan,
            data: Vec::new(),
            begun,
            table,
            tally: Tally::default(),
            rounds: 0,
        }
    }

    /// What the games of this run have taught.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    fn described(&self) -> String {
        let sum = henge_learn::net::file::crc32(self.begun.as_bytes());
        let data = match self.data.len() {
            0 => String::new(),
            games => format!(", {games} games of others"),
        };
        format!("table of 1972 from {sum:08x}, {:?}{data}", self.plan)
    }

    /// The positions of the next game against itself.
    fn play(&self, number: u64, stop: &AtomicBool) -> Option<Vec<Position>> {
        let known = Arc::new(self.table.clone());
        let player = |seat: u64| {
            let seed = mix64(self.plan.seed ^ mix64(2 * number + seat));
            Kuttner1972::new(self.plan.version, self.plan.limit, Arc::clone(&known), seed)
        };
        let (mut first, mut second) = (player(0), player(1));
        let moves = play_out(&self.game, [&mut first, &mut second], stop)?;
        Some(positions(&self.game, &self.game.start(), &moves))
    }
}

impl Training for TableTraining {
    fn round(&mut self, stop: &AtomicBool, _: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        if self.rounds >= self.of() {
            return None;
        }
        let played;
        let positions = match self.data.get(self.rounds as usize) {
            Some(positions) => positions,
            None => {
                played = self.play(u64::from(self.rounds) - self.data.len() as u64, stop)?;
                &played
            }
        };
        let lesson = lesson(&self.game, positions, self.plan.nodes, stop);
        if stop.load(Relaxed) {
            return None;
        }
        let before = self.tally.entries;
        self.tally.teach(&mut self.table, lesson);
        self.rounds += 1;
        Some(Round {
            round: self.rounds,
            of: self.of(),
            games: self.rounds.into(),
            positions: self.tally.entries - before,
            ..Round::default()
        })
    }

    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn of(&self) -> u32 {
        self.data.len() as u32 + self.plan.games
    }

    /// Only positions of one game that follow each other are looked at together.
    fn learn_from(&mut self, rules: &dyn DynGame, data: &Examples) -> Result<(), PlanError> {
        let mut number = None;
        for example in &data.list {
            let pos = position_of::<Pentominoes>(rules, &example.position)?;
            let follows = |last: &Position| {
                self.game.moves(last).any(|mv| {
                    let mut next = *last;
                    self.game.play(&mut next, mv);
                    next == pos
                })
            };
            let last = self.data.last_mut().filter(|_| number == Some(example.game));
            match last.filter(|game| game.last().is_some_and(follows)) {
                Some(game) => game.push(pos),
                None => self.data.push(vec![pos]),
            }
            number = Some(example.game);
        }
        Ok(())
    }

    /// The text of the table, as its file has it.
    fn to_bytes(&self, _: &str) -> Vec<u8> {
        self.table.to_text().into_bytes()
    }

    fn checkpoint(&self) -> Vec<u8> {
        let Tally { games, clear, entries } = self.tally;
        let memory = format!("{games} {clear} {entries}\n{}", self.table.to_text());
        write_checkpoint(self.rounds, &self.described(), memory.as_bytes())
    }

    fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError> {
        let (rounds, memory) = read_checkpoint(checkpoint, &self.described())?;
        let text = std::str::from_utf8(memory).map_err(|_| ResumeError::Damaged)?;
        let (tally, table) = text.split_once('\n').ok_or(ResumeError::Damaged)?;
        let numbers: Vec<u32> = tally.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [games, clear, entries] = numbers[..] else { return Err(ResumeError::Damaged) };
        let wrong = |error: super::TableError| LearnedError::Own(error.to_string());
        self.table = ChoiceTable::read(table).map_err(wrong)?;
        self.tally = Tally { games, clear, entries: entries as usize };
        self.rounds = rounds;
        Ok(())
    }
}
