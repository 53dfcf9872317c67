use std::thread::{self, Builder};

/// Does `work` on so many threads at once, or on as many as the system gives; on this one, if it
/// gives none. Returns when all are done. So `work` takes what there is to do until nothing is left.
pub fn crew(n: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let start = |_: &usize| Builder::new().spawn_scoped(scope, &work).is_ok();
        if (0..n.max(1)).take_while(start).count() == 0 {
            work();
        }
    });
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
