//! Worlds of robots that run here, in memory alone.
//!
//! | file | subject |
//! |---|---|
//! | `limits` | how large a world may be |
//! | `live` | one world: its rounds, and what can be done in it |
//! | this one | all of them: making, finding, forgetting, and the thread that lets them run |
//!
//! One thread lets all worlds run, so that they never take more than one core and never hold up an
//! answer. A world that nobody looks at rests, and is forgotten after a while.

mod limits;
mod live;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use limits::{MOST_RECORDING_BYTES, read_recording, read_scenario};
pub use live::{LiveWorld, Shown};

use crate::fault::Fault;
use crate::pool::be_modest;

/// The most worlds at a time.
const MOST_WORLDS: usize = 64;
/// How long a world is kept that nobody looks at.
const IDLE: Duration = Duration::from_secs(600);
/// When there are many worlds, nobody's is kept for longer than this who is not looking.
const IDLE_WHEN_FULL: Duration = Duration::from_secs(10);
/// How often the thread looks around when nothing is due.
const ROUND: Duration = Duration::from_secs(1);

/// All worlds.
#[derive(Default)]
pub struct Worlds {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wakes: Condvar,
}

#[derive(Default)]
struct State {
    worlds: HashMap<String, Arc<LiveWorld>>,
    /// The thread runs.
    started: bool,
    /// Something has changed since the thread last looked.
    rung: bool,
    closed: bool,
}

impl Shared {
    /// Nobody leaves the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worlds {
    /// Takes a world in; refuses when there are too many that somebody looks at.
    pub fn add(&self, world: LiveWorld) -> Result<Arc<LiveWorld>, Fault> {
        let mut state = self.shared.state();
        if state.worlds.len() >= MOST_WORLDS {
            state.worlds.retain(|_, world| world.unseen() < IDLE_WHEN_FULL);
        }
        if state.worlds.len() >= MOST_WORLDS {
            return Err(Fault::too_many(
                format!("{MOST_WORLDS} worlds of robots are open, and there is no room for more"),
                30,
            ));
        }
        if !state.started {
            let shared = Arc::clone(&self.shared);
            let thread = std::thread::Builder::new().name("robots".into());
            let spawned = thread.spawn(move || run(&shared));
            spawned.map_err(|error| Fault::unavailable(format!("no thread: {error}")))?;
            state.started = true;
        }
        let world = Arc::new(world);
        state.worlds.insert(world.id.clone(), Arc::clone(&world));
        Ok(world)
    }

    /// The world of this name.
    pub fn find(&self, id: &str) -> Result<Arc<LiveWorld>, Fault> {
        let found = self.shared.state().worlds.get(id).cloned();
        let world = found.ok_or_else(|| Fault::not_found("there is no such world of robots"))?;
        world.look();
        Ok(world)
    }

    /// Something may be due sooner than the thread thinks.
    pub fn ring(&self) {
        self.shared.state().rung = true;
        self.shared.wakes.notify_all();
    }
}

impl Drop for Worlds {
    fn drop(&mut self) {
        self.shared.state().closed = true;
        self.shared.wakes.notify_all();
    }
}

/// Lets the worlds run, each a round at a time, until all is over.
fn run(shared: &Shared) {
    be_modest();
    loop {
        let worlds: Vec<Arc<LiveWorld>> = {
            let mut state = shared.state();
            if state.closed {
                return;
            }
            state.rung = false;
            state.worlds.retain(|_, world| world.unseen() < IDLE);
            state.worlds.values().cloned().collect()
        };
        let mut due = None;
        for world in &worlds {
            // A world that fails takes nobody along.
            match catch_unwind(AssertUnwindSafe(|| world.tick(Instant::now()))) {
                Ok(next) => due = [due, next].into_iter().flatten().min(),
                Err(_) => _ = shared.state().worlds.remove(&world.id),
            }
        }
        let now = Instant::now();
        let pause = due.map_or(ROUND, |due| due.saturating_duration_since(now)).min(ROUND);
        let state = shared.state();
        if !state.rung && !state.closed && !pause.is_zero() {
            // However it ends, the next round of the loop looks at everything anew.
            drop(shared.wakes.wait_timeout(state, pause));
        }
    }
}
