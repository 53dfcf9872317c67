use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, Builder};

/// Does `work` on this many threads at once, or on as many as the system gives; on this one, if it
/// gives none. Returns when all are done. So `work` takes what there is to do until nothing is left.
///
/// Nobody begins before all have started: a thread that starts needs a little memory, and ends the program if
/// the others have taken the last of it.
pub fn crew(n: usize, work: impl Fn() + Sync) {
    let gate = Gate::default();
    thread::scope(|scope| {
        let enter = || {
            gate.wait();
            work();
        };
        let start = |_: &usize| Builder::new().spawn_scoped(scope, enter).is_ok();
        let started = (0..n.max(1)).take_while(start).count();
        gate.open_for(started);
        if started == 0 {
            work();
        }
    });
}

/// Where threads wait until all have started.
#[derive(Default)]
pub(crate) struct Gate {
    /// How many have come, and whether it is open.
    state: Mutex<(usize, bool)>,
    changed: Condvar,
}

impl Gate {
    /// Waits until it is open.
    pub fn wait(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 += 1;
        self.changed.notify_all();
        let open = self.changed.wait_while(state, |(_, open)| !*open);
        drop(open.unwrap_or_else(PoisonError::into_inner));
    }

    /// Opens as soon as this many have come.
    pub fn open_for(&self, n: usize) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.changed.wait_while(state, |(come, _)| *come < n);
        all.unwrap_or_else(PoisonError::into_inner).1 = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[test]
    fn everything_is_done_once() {
        for n in [0, 1, 3, 64] {
            let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            super::crew(n, || {
                while next.fetch_add(1, SeqCst) < 50 {
                    done.fetch_add(1, SeqCst);
                }
            });
            assert_eq!(done.into_inner(), 50);
        }
    }
}
