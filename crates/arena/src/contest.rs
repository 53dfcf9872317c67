use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use henge::core::record::Record;

use crate::ArenaError;
use crate::executor::Executor;
use crate::job::Played;
use crate::journal::Journal;
use crate::plan::{Lead, Plan, Round};
use crate::report::{Ending, Report};
use crate::stats::{Sprt, Verdict};
use crate::table::Table;

/// How far a contest has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Games that are finished.
    pub done: u64,
    /// How many of them stood in the journal.
    pub from_journal: u64,
    /// How many there will be, where that is known. A sequential test may need fewer.
    pub total: Option<u64>,
}

/// Holds a contest, or goes on with it where its journal ends.
///
/// When `stop` is raised it ends early and reports on the games up to the first that is missing.
pub fn hold(
    plan: &Plan,
    executor: &dyn Executor,
    mut journal: Option<&mut Journal>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Event),
) -> Result<Report, ArenaError> {
    let game = plan.check()?;
    let mut count = Count {
        plan,
        table: Table::new(plan.names()),
        records: Vec::new(),
        sprt: None,
        ending: Ending::Complete,
    };
    let mut event = Event { done: 0, from_journal: 0, total: plan.n_games() };
    let mut leads: Vec<Vec<Lead>> = Vec::new();
    let mut first = 0;
    let rounds = loop {
        let (Some(meetings), rounds) = plan.next_round(&leads) else {
            break plan.next_round(&leads).1;
        };
        let round = Round { plan, game: &game, number: leads.len(), meetings, first };
        let mut ordered = Ordered::new(&round);
        let mut missing = Vec::new();
        for index in 0..round.games() {
            match journal.as_deref().and_then(|journal| journal.get(first + index)) {
                Some(played) => _ = ordered.take(played.clone(), &mut count),
                None => missing.push(index),
            }
        }
        event.from_journal += round.games() - missing.len() as u64;
        event.done += round.games() - missing.len() as u64;
        progress(event);
        if count.ending == Ending::Complete && !missing.is_empty() {
            let mut jobs = missing.into_iter().map(|index| round.job(index));
            executor.run(&game, &mut jobs, stop, &mut |played| {
                if let Some(journal) = &mut journal {
                    journal.add(&played)?;
                }
                event.done += 1;
                progress(event);
                Ok(ordered.take(played, &mut count))
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
    let Count { table, records, sprt, ending, .. } = count;
    Ok(Report { plan: plan.clone(), table, rounds, records, sprt, ending })
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
            count.add(self.round.players(self.due), played);
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
    table: Table,
    records: Vec<Record>,
    sprt: Option<Sprt>,
    ending: Ending,
}

impl Count<'_> {
    fn add(&mut self, players: [usize; 2], played: Played) {
        self.table.add(players, &played);
        self.records.push(played.record);
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
