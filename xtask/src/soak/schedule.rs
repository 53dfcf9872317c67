//! Which subject has its turn, for how long, and what becomes of its folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::processes::sweep;
use super::program::Henge;
use super::report::Row;
use super::subject::{Ctx, Subject, Tally};

/// A subject that has lost so often is not attacked any more.
const MOST_LOST: usize = 5;
/// More is not said about a loss.
const MOST_TOLD: usize = 800;
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
        let both = self.subjects.iter().zip(turns);
        Ok(both
            .map(|(subject, turns)| Row { about: subject.about(), tally: turns.tally })
            .collect())
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
            let name = subject.name();
            for lost in &tally.lost {
                println!("LOST in {name}: {}", lost.chars().take(MOST_TOLD).collect::<String>());
            }
            let has_lost = !tally.lost.is_empty();
            turns.tally.add(tally);
            if has_lost {
                let Schedule { seed, .. } = self;
                println!("  cargo xtask soak --only {name} --seed {seed} --iteration {iteration}");
                if turns.tally.lost.len() >= MOST_LOST {
                    println!("  {name} has lost enough and is left alone");
                }
            }
            if turns.told.is_none_or(|told| told.elapsed() > PAUSE) {
                turns.told = Some(Instant::now());
                let Turns { rounds, tally, .. } = turns;
                println!(
                    "[{:>5.0} s] {:<18} {rounds:>4} rounds, {:>6} faults, {} lost",
                    began.elapsed().as_secs_f64(),
                    name,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Injects one fault a round, and loses something in the first rounds.
    struct Fake(&'static str, u64);

    impl Subject for Fake {
        fn name(&self) -> &'static str {
            self.0
        }

        fn about(&self) -> &'static str {
            self.0
        }

        fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
            ctx.fault();
            let number = ctx.below(1 << 60);
            ctx.write("number", number.to_string())?;
            std::thread::sleep(Duration::from_millis(2));
            match self.1 {
                0 => Ok(()),
                _ => Err("gone".into()),
            }
        }
    }

    fn run(subjects: Vec<Box<dyn Subject>>, milliseconds: u64, iteration: Option<u64>) -> Vec<Row> {
        let folder = tempfile::tempdir().unwrap();
        let time = Duration::from_millis(milliseconds);
        let henge = Henge::new("nothing".into());
        let folder = folder.path().to_path_buf();
        let schedule = Schedule { henge, subjects, seed: 1, iteration, jobs: 2, time, folder };
        schedule.run().unwrap()
    }

    #[test]
    fn everybody_has_a_turn_and_losers_are_left_alone() {
        let rows = run(vec![Box::new(Fake("a", 0)), Box::new(Fake("b", 1))], 400, None);
        assert!(rows[0].tally.faults > rows[1].tally.faults);
        assert!(rows[0].tally.lost.is_empty());
        assert!((MOST_LOST..MOST_LOST + 2).contains(&rows[1].tally.lost.len()));
        let rows = run(vec![Box::new(Fake("a", 0)), Box::new(Fake("b", 0))], 0, None);
        assert_eq!([0, 1].map(|i: usize| rows[i].tally.faults), [1, 1]);
        let rows = run(vec![Box::new(Fake("a", 0))], 1000, Some(7));
        assert_eq!(rows[0].tally.faults, 1);
    }
}
