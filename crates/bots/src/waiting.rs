//! Programs that wait between two games.

use std::sync::{Arc, Mutex, PoisonError};

/// Running programs that nobody is playing with, each with what it was told when it was started. They end with
/// the last of those who share this.
pub struct Waiting<K, P>(Arc<Mutex<Vec<(K, P)>>>);

impl<K, P> Clone for Waiting<K, P> {
    fn clone(&self) -> Self {
        Waiting(Arc::clone(&self.0))
    }
}

impl<K, P> Default for Waiting<K, P> {
    fn default() -> Self {
        Waiting(Arc::default())
    }
}

impl<K: PartialEq, P> Waiting<K, P> {
    /// One that was told just this, and that is still fit to play.
    pub(crate) fn take(&self, told: &K, is_fit: impl Fn(&mut P) -> bool) -> Option<P> {
        loop {
            let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let at = waiting.iter().position(|(of, _)| of == told)?;
            let (_, mut program) = waiting.swap_remove(at);
            // One that has ended takes a moment to be cleared away.
            drop(waiting);
            if is_fit(&mut program) {
                return Some(program);
            }
        }
    }

    /// Lets it wait for its next game.
    pub(crate) fn put(&self, told: K, program: P) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((told, program));
    }
}

#[cfg(test)]
mod tests {
    use super::Waiting;

    #[test]
    fn only_one_that_was_told_the_same_and_still_runs_is_taken() {
        let waiting = Waiting::default();
        for (told, program) in [("hex", 1), ("chess", 2), ("hex", 3)] {
            waiting.put(told, program);
        }
        assert_eq!(waiting.take(&"go", |_| true), None);
        assert_eq!(waiting.clone().take(&"hex", |&mut program| program == 3), Some(3));
        assert_eq!(waiting.take(&"hex", |_| true), None, "the first one was not fit");
        assert_eq!(waiting.take(&"chess", |_| true), Some(2));
    }
}
