//! Which subject has its turn, for how long, and what becomes of its folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::program::{Henge, sweep};
use super::report::Row;
use super::subject::{Ctx, Subject, Tally};

/// A subject that has lost so often is not attacked any more.
const MOST_LOST: usize = 5;
/// A line about a subject comes no more often than this.
const PAUSE: Duration = Duration::from_secs(10);

/// A plan for a run.
pub struct Schedule {
    /// The program.
    pub henge: Henge,
    /// What is attacked.
    pub subjects: Vec<Box<dyn Subject>>,
    /// Decides about all chances.
    pub seed: u64,
    /// If set, only this round.
    pub iteration: Option<u64>,
    /// Rounds at a time.
    pub jobs: usize,
    /// How long it goes on.
    pub time: Duration,
    /// Where to work.
    pub folder: PathBuf,
}

/// How far a subject is.
#[derive(Clone, Default)]
struct Turns {
    rounds: u64,
    at_work: u32,
    spent: Duration,
    told: Option<Instant>,
    tally: Tally,
}

impl Turns {
    /// The time it has had, with that of rounds that are not over yet as they usually take it.
    fn share(&self) -> Duration {
        let done = self.rounds.saturating_sub(self.at_work.into()).max(1) as u32;
        self.spent + self.at_work * (self.spent / done).max(Duration::from_secs(1))
    }
}

impl Schedule {
    /// Runs until the time is over and every subject had a turn.
    pub fn run(&self) -> Result<Vec<Row>, String> {
        let base = tempfile::Builder::new().prefix("henge-soak-").tempdir_in(&self.folder);
        let base = base.map_err(|error| format!("{}: {error}", self.folder.display()))?;
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        // The second Ctrl-C ends the run at once.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            eprintln!("the rounds at work are finished; Ctrl-C again ends them");
        });
        let turns = Mutex::new(vec![Turns::default(); self.subjects.len()]);
        let began = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| self.work(base.path(), began, &turns, &stop));
            }
        });
        let turns = turns.into_inner().unwrap_or_else(PoisonError::into_inner);
        if turns.iter().any(|turns| !turns.tally.lost.is_empty()) {
            println!("what was lost is in {}", base.keep().display());
        }
        let row = |(subject, turns): (&Box<dyn Subject>, Turns)| Row {
            about: subject.about(),
            tally: turns.tally,
        };
        Ok(self.subjects.iter().zip(turns).map(row).collect())
    }

    fn work(&self, base: &Path, began: Instant, turns: &Mutex<Vec<Turns>>, stop: &AtomicBool) {
        while let Some((i, iteration)) = self.next(began, turns, stop) {
            let subject = &*self.subjects[i];
            let start = Instant::now();
            let tally = self.round(subject, iteration, base);
            let mut turns = lock(turns);
            let turns = &mut turns[i];
            turns.spent += start.elapsed();
            turns.at_work -= 1;
            for lost in &tally.lost {
                let name = subject.name();
                println!("LOST in {name}: {lost}");
                println!(
                    "  to repeat: cargo xtask soak --only {name} --seed {} --iteration {iteration}",
                    self.seed
                );
            }
            turns.tally.add(tally);
            if turns.told.is_none_or(|told| told.elapsed() > PAUSE) {
                turns.told = Some(Instant::now());
                let Turns { rounds, tally, .. } = turns;
                println!(
                    "[{:>5.0} s] {:<18} {rounds:>4} rounds, {:>6} faults, {} lost",
                    began.elapsed().as_secs_f64(),
                    subject.name(),
                    tally.faults,
                    tally.lost.len(),
                );
            }
        }
    }

    /// The subject that had the least time, and the number of its round.
    fn next(
        &self,
        began: Instant,
        turns: &Mutex<Vec<Turns>>,
        stop: &AtomicBool,
    ) -> Option<(usize, u64)> {
        let mut turns = lock(turns);
        let once = self.iteration.is_some();
        let over = began.elapsed() > self.time || once || stop.load(Ordering::SeqCst);
        let may = |turns: &Turns| match over {
            true => turns.rounds == 0 && !stop.load(Ordering::SeqCst),
            false => turns.tally.lost.len() < MOST_LOST,
        };
        let choice = (0..turns.len()).filter(|&i| may(&turns[i])).min_by_key(|&i| turns[i].share());
        let i = choice?;
        let number = self.iteration.unwrap_or(turns[i].rounds);
        turns[i].rounds += 1;
        turns[i].at_work += 1;
        Some((i, number))
    }

    fn round(&self, subject: &dyn Subject, iteration: u64, base: &Path) -> Tally {
        let name = subject.name();
        let folder = base.join(format!("{name}-{iteration}"));
        let shared = base.join(format!("shared-{name}"));
        let ctx = Ctx::new(&self.henge, &folder, shared, [self.seed, iteration], name);
        let mut tally = match ctx {
            Err(why) => Tally { lost: vec![why], ..Tally::default() },
            Ok(mut ctx) => {
                if let Err(why) = subject.round(&mut ctx) {
                    ctx.lost(why);
                }
                sweep(&ctx.folder, Duration::ZERO);
                ctx.tally
            }
        };
        if tally.lost.is_empty() {
            let _ = fs::remove_dir_all(&folder);
        }
        // A round that fails in many ways is one failure with many words.
        tally.lost.truncate(MOST_LOST);
        tally
    }
}

fn lock(turns: &Mutex<Vec<Turns>>) -> MutexGuard<'_, Vec<Turns>> {
    turns.lock().unwrap_or_else(PoisonError::into_inner)
}
