use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use henge_core::{Game, Limits, Player, Turn};

use super::Parts;
use crate::crew::Gate;
use crate::{Solver, Task};

/// The first try at a part may visit this many positions, and every further one as many as all before:
/// the moves most promising for both come first, and a part is put off only if it takes minutes.
pub(super) const FIRST_TRY: u64 = 1 << 30;
/// How often whoever watches hears of it.
const PERIOD: Duration = Duration::from_millis(200);

impl<G: Game> Parts<G> {
    /// Goes on with the proof, a thread for every solver as far as the system gives them, until it is
    /// complete or `stop` is set.
    /// `progress` is called several times a second; it may write the proof down.
    pub fn run(
        self,
        game: &G,
        solvers: Vec<Box<dyn Solver<G>>>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Parts<G>),
    ) -> Parts<G> {
        let (halt, changed) = (AtomicBool::new(false), Condvar::new());
        let (shared, gate) = (Mutex::new((self, 0)), Gate::default());
        std::thread::scope(|scope| {
            let (gate, shared, halt, changed) = (&gate, &shared, &halt, &changed);
            let start = |solver| {
                let work = move || {
                    gate.wait();
                    work(game, solver, shared, halt, changed);
                };
                Builder::new().spawn_scoped(scope, work).is_ok()
            };
            let started = solvers.into_iter().map(start).take_while(|&started| started).count();
            let mut guard = lock(shared);
            guard.1 = started;
            gate.open_for(started);
            while guard.1 > 0 {
                progress(&guard.0);
                if stop.load(Relaxed) || guard.0.is_done() {
                    halt.store(true, Relaxed);
                }
                let waited = changed.wait_timeout(guard, PERIOD);
                guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        });
        let (mut parts, _) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        parts.nodes.iter_mut().for_each(|node| node.busy = false);
        progress(&parts);
        parts
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What one thread does.
fn work<G: Game>(
    game: &G,
    mut solver: Box<dyn Solver<G>>,
    shared: &Mutex<(Parts<G>, usize)>,
    halt: &AtomicBool,
    changed: &Condvar,
) {
    let mut guard = lock(shared);
    while !halt.load(Relaxed) && !guard.0.is_done() {
        let Some(part) = guard.0.take() else {
            // What the others find may give it work again.
            let waited = changed.wait_timeout(guard, PERIOD);
            guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            continue;
        };
        drop(guard);
        let limits = Limits::nodes(part.spent.max(FIRST_TRY));
        let found = solver.solve(game, &part.pos, Task::new(limits).stop(halt));
        let points = match game.turn(&part.pos) {
            Turn::Player(Player::First) => found.points,
            _ => -found.points,
        };
        guard = lock(shared);
        guard.0.give_back(&part, found.proved.then_some(points), found.nodes.max(1));
    }
    guard.1 -= 1;
    drop(guard);
    changed.notify_all();
}
