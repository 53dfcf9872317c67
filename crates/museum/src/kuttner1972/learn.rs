//! What a finished game teaches: the position nearest to its start whose outcome is clear, and the
//! two before it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::{Game, Limits, mix64};
use henge_games::pentominoes::{Move, Pentominoes, Position};
use henge_learn::LearnedError;
use henge_learn::training::{
    Progress, ResumeError, Round, Training, read_checkpoint, write_checkpoint,
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

/// Looks at a game from its end backwards, as far as `nodes` a position make the outcome clear.
/// `None` where not even the last position is clear, or where somebody raises the flag.
pub fn lesson(
    game: &Pentominoes,
    start: &Position,
    moves: &[Move],
    nodes: u64,
    stop: &AtomicBool,
) -> Option<GameLesson> {
    let lens = Lens::new(game);
    let mut positions = vec![*start];
    for &mv in moves {
        let mut next = positions[positions.len() - 1];
        game.play(&mut next, mv);
        positions.push(next);
    }
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
    pub fn teach(
        &mut self,
        table: &mut ChoiceTable,
        game: &Pentominoes,
        (start, moves): (&Position, &[Move]),
        nodes: u64,
        stop: &AtomicBool,
    ) {
        self.games += 1;
        let Some(lesson) = lesson(game, start, moves, nodes, stop) else { return };
        self.clear += 1;
        self.entries += lesson.entries.len();
        lesson.entries.into_iter().for_each(|entry| table.enter(entry));
    }
}

/// How a table learns by play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablePlan {
    /// Games of the bot against itself.
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

/// The table in training: what each game teaches serves the next, so a round is a game.
pub struct TableTraining {
    game: Arc<Pentominoes>,
    plan: TablePlan,
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
        TableTraining { game, plan, begun, table, tally: Tally::default(), rounds: 0 }
    }

    /// What the games of this run have taught.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    fn described(&self) -> String {
        let sum = henge_learn::net::file::crc32(self.begun.as_bytes());
        format!("table of 1972 from {sum:08x}, {:?}", self.plan)
    }
}

impl Training for TableTraining {
    fn round(&mut self, stop: &AtomicBool, _: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        if self.rounds >= self.plan.games {
            return None;
        }
        let known = Arc::new(self.table.clone());
        let player = |seat: u64| {
            let seed = mix64(self.plan.seed ^ mix64(2 * u64::from(self.rounds) + seat));
            Kuttner1972::new(self.plan.version, self.plan.limit, Arc::clone(&known), seed)
        };
        let (mut first, mut second) = (player(0), player(1));
        let moves = play_out(&self.game, [&mut first, &mut second], stop)?;
        let (before, start) = (self.tally.entries, self.game.start());
        let nodes = self.plan.nodes;
        self.tally.teach(&mut self.table, &self.game, (&start, &moves), nodes, stop);
        self.rounds += 1;
        Some(Round {
            round: self.rounds,
            of: self.plan.games,
            games: self.rounds.into(),
            positions: self.tally.entries - before,
            ..Round::default()
        })
    }

    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn of(&self) -> u32 {
        self.plan.games
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
