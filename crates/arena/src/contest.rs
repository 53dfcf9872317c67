use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge::record::Record;
use henge::{Playable, Registry};

use crate::ArenaError;
use crate::executor::Executor;
use crate::job::Played;
use crate::journal::Journal;
use crate::opening::Draw;
use crate::order::Order;
use crate::plan::{Lead, Plan, Round};
use crate::report::{Ending, Report, Scheduled};
use crate::stats::{Sprt, Verdict};
use crate::table::CrossTable;

/// How far a contest has come.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// Games that are finished.
    pub done: u64,
    /// How many of them stood in the journal.
    pub from_journal: u64,
    /// How many there will be, where that is known. A sequential test may need fewer.
    pub total: Option<u64>,
    /// How long the bots have thought in the games that were played now.
    pub thinking: Duration,
    /// The table of all games up to the first that is missing.
    pub table: &'a CrossTable,
    /// How many rounds each player has won so far, where rounds decide.
    pub rounds: &'a [f64],
    /// Where the sequential test stands, if there is one.
    pub sprt: Option<Sprt>,
}

/// Holds a contest, or goes on with it where its journal ends.
///
/// When `stop` is raised it ends early and reports on the games up to the first that is missing.
pub fn run_contest(
    plan: &Plan,
    games: &Registry,
    executor: &dyn Executor,
    journal: Option<&mut Journal>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Event<'_>),
) -> Result<Report, ArenaError> {
    let game = plan.check(games)?;
    run_among(&game, plan, executor, journal, stop, progress)
}

/// The same among the bots of a game that the plan does not find by its name: some of them may exist
/// in memory alone.
pub(crate) fn run_among(
    game: &Playable,
    plan: &Plan,
    executor: &dyn Executor,
    mut journal: Option<&mut Journal>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Event<'_>),
) -> Result<Report, ArenaError> {
    let mut count = Count {
        plan,
        table: CrossTable::new(plan.names()),
        records: Vec::new(),
        sprt: None,
        ending: Ending::Complete,
        games: Vec::new(),
    };
    let mut draw = Draw::new(&plan.openings, &**game.rules());
    let total = plan.n_games();
    let (mut done, mut from_journal, mut thinking) = (0, 0, Duration::ZERO);
    let mut leads: Vec<Vec<Lead>> = Vec::new();
    let mut first = 0;
    let rounds = loop {
        let (Some(meetings), rounds) = plan.next_round(&leads) else {
            break plan.next_round(&leads).1;
        };
        let round = Round { plan, number: leads.len(), meetings, first };
        let mut ordered = Ordered::new(&round);
        let mut missing = Vec::new();
        for index in 0..round.games() {
            let Some(journal) = journal.as_deref() else {
                missing.push(index);
                continue;
            };
            match journal.get(first + index) {
                Some(played) => {
                    journal.check(&round.job(index, &mut draw), played)?;
                    _ = ordered.take(played.clone(), &mut count);
                }
                None => missing.push(index),
            }
        }
        from_journal += round.games() - missing.len() as u64;
        done += round.games() - missing.len() as u64;
        let mut tell = |done, thinking, count: &Count| {
            let (table, sprt) = (&count.table, count.sprt);
            progress(Event { done, from_journal, total, thinking, table, rounds: &rounds, sprt });
        };
        tell(done, thinking, &count);
        if count.ending == Ending::Complete && !missing.is_empty() {
            let mut jobs =
                missing.into_iter().map(|index| Some(Order::Game(round.job(index, &mut draw))));
            executor.run(game, &mut jobs, stop, &mut |answer| {
                let played = answer.into_game()?;
                if let Some(journal) = &mut journal {
                    journal.add(&played)?;
                }
                (done, thinking) = (done + 1, thinking + played.thinking);
                let more = ordered.take(played, &mut count);
                tell(done, thinking, &count);
                Ok(more)
            })?;
        }
        if let Some(journal) = &mut journal {
            journal.sync()?;
        }
        if count.ending == Ending::Complete && ordered.due < round.games() {
            count.ending = Ending::Interrupted;
        }
        if count.ending != Ending::Complete {
            break rounds;
        }
        first += round.games();
        leads.push(ordered.leads);
    };
    let Count { table, records, sprt, ending, games, .. } = count;
    // Threads may have drawn openings for games that were not needed any more.
    let needed = games.iter().map(|game| game.opening as u64 + 1).max().unwrap_or(0);
    let shortage = plan.openings.shortage(&**game.rules(), needed);
    let scheduled = |game: Scheduled| Scheduled { opening: draw.plies(game.opening), ..game };
    let games = games.into_iter().map(scheduled).collect();
    let processors = if plan.repeats() { Vec::new() } else { executor.processors() };
    let plan = plan.clone();
    Ok(Report { plan, table, rounds, records, games, shortage, sprt, ending, processors })
}

/// Results that have arrived, in the order in which they are counted.
struct Ordered<'a> {
    round: &'a Round<'a>,
    waiting: BTreeMap<u64, Played>,
    /// How many games have been counted.
    due: u64,
    /// What the meetings have brought.
    leads: Vec<Lead>,
}

impl<'a> Ordered<'a> {
    fn new(round: &'a Round<'a>) -> Ordered<'a> {
        let leads = vec![0; round.meetings.len()];
        Ordered { round, waiting: BTreeMap::new(), due: 0, leads }
    }

    fn take(&mut self, played: Played, count: &mut Count) -> ControlFlow<()> {
        self.waiting.insert(played.number - self.round.first, played);
        while count.ending == Ending::Complete
            && let Some(played) = self.waiting.remove(&self.due)
        {
            let points = Lead::from(played.points().signum());
            // In every second game the seats are changed.
            let lead = if self.due.is_multiple_of(2) { points } else { -points };
            self.leads[self.round.meeting(self.due)] += lead;
            count.add(self.round, self.due, played);
            self.due += 1;
        }
        match count.ending {
            Ending::Complete => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// What has been counted.
struct Count<'a> {
    plan: &'a Plan,
    table: CrossTable,
    records: Vec<Record>,
    sprt: Option<Sprt>,
    ending: Ending,
    /// With the numbers of their openings instead of how long these are.
    games: Vec<Scheduled>,
}

impl Count<'_> {
    fn add(&mut self, round: &Round<'_>, index: u64, played: Played) {
        self.table.add(round.players(index), &played);
        self.records.push(played.record);
        self.games.push(Scheduled {
            number: played.number,
            round: round.number,
            seed: round.seed(index),
            opening: round.opening(index),
        });
        if let Some(hypotheses) = &self.plan.sprt {
            let sprt = hypotheses.test(&self.table.pairs_of(0, 1).counts());
            self.sprt = Some(sprt);
            // Only whole pairs count, so a test ends with one.
            if sprt.verdict != Verdict::Open {
                self.ending = Ending::Decided;
            }
        }
    }
}
