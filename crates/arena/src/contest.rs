use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use henge::core::record::Record;

use crate::ArenaError;
use crate::executor::Executor;
use crate::job::{Job, Played};
use crate::journal::Journal;
use crate::plan::{Lead, Plan};
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
        let jobs = plan.jobs(&game, leads.len(), &meetings, first);
        let mut ordered = Ordered { jobs: &jobs, waiting: BTreeMap::new(), due: 0 };
        let known = |job: &Job| journal.as_deref().and_then(|journal| journal.get(job.number));
        let finished: Vec<Played> = jobs.iter().filter_map(known).cloned().collect();
        let missing: Vec<&Job> = jobs.iter().filter(|job| known(job).is_none()).collect();
        event.done += finished.len() as u64;
        event.from_journal += finished.len() as u64;
        progress(event);
        let mut flow = ControlFlow::Continue(());
        for played in finished {
            flow = ordered.take(played, &mut count);
        }
        if flow.is_continue() && !missing.is_empty() {
            executor.run(&game, &missing, stop, &mut |played| {
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
        if count.ending == Ending::Complete && ordered.due < jobs.len() {
            count.ending = Ending::Interrupted;
        }
        if count.ending != Ending::Complete {
            break rounds;
        }
        let games = plan.games as usize;
        let start = count.records.len() - jobs.len();
        let lead = |(n, meeting): (usize, &[Job])| {
            let records = &count.records[start + n * games..][..games];
            meeting.iter().zip(records).map(|(job, record)| lead_of(job, record, meeting)).sum()
        };
        leads.push(jobs.chunks(games).enumerate().map(lead).collect());
        first += jobs.len() as u64;
    };
    let Count { table, records, sprt, ending, .. } = count;
    Ok(Report { plan: plan.clone(), table, rounds, records, sprt, ending })
}

/// What a game adds to the lead of its meeting's first player.
fn lead_of(job: &Job, record: &Record, meeting: &[Job]) -> Lead {
    let outcome = record.result.expect("a game that was counted has a result");
    let points = outcome.points_for(henge::core::Player::First).signum();
    Lead::from(if job.players == meeting[0].players { points } else { -points })
}

/// Results that have arrived, in the order in which they are counted.
struct Ordered<'a> {
    jobs: &'a [Job],
    waiting: BTreeMap<u64, Played>,
    /// How many jobs have been counted.
    due: usize,
}

impl Ordered<'_> {
    fn take(&mut self, played: Played, count: &mut Count) -> ControlFlow<()> {
        self.waiting.insert(played.number, played);
        while count.ending == Ending::Complete
            && let Some(job) = self.jobs.get(self.due)
            && let Some(played) = self.waiting.remove(&job.number)
        {
            count.add(job, played);
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
    fn add(&mut self, job: &Job, played: Played) {
        self.table.add(job, &played);
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
