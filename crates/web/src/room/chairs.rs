//! Bots between two of their moves: what they have found out serves the next one.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use henge::{Chair, Player};

use super::keys;

/// How long a bot is waited for that was told to stop. After that another one sits down in its place.
const PATIENCE: Duration = Duration::from_secs(1);

/// A game and a side of it.
pub type Place = (String, Player);

/// The bots of all rooms that are not thinking. Their number is bounded, because a bot may take hundreds
/// of megabytes: the one that has been idle for longest is forgotten, and is made anew when it is asked.
pub struct Chairs {
    most: usize,
    inner: Mutex<Inner>,
    /// Somebody has come back.
    back: Condvar,
}

#[derive(Default)]
struct Inner {
    /// The one that came back first is first.
    idle: VecDeque<(Place, Chair)>,
    /// Whose bots are at work.
    out: Vec<Place>,
}

impl Chairs {
    pub fn new(most: usize) -> Chairs {
        Chairs { most, inner: Mutex::default(), back: Condvar::new() }
    }

    /// Lets the bot of that place work, and keeps it for the next time.
    pub fn with<T>(&self, place: &Place, name: &str, work: impl FnOnce(&mut Chair) -> T) -> T {
        let mut chair = self.take(place, name);
        let done = work(&mut chair);
        self.put(place, chair);
        done
    }

    /// Forgets the bots of games that are not to be kept.
    pub fn retain(&self, is_kept: impl Fn(&str) -> bool) {
        let mut inner = self.inner();
        let idle = std::mem::take(&mut inner.idle);
        let (kept, gone): (VecDeque<_>, VecDeque<_>) =
            idle.into_iter().partition(|((game, _), _)| is_kept(game));
        inner.idle = kept;
        // To give back much memory takes a while.
        drop(inner);
        drop(gone);
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Nothing that could panic is done under the lock.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, place: &Place, name: &str) -> Chair {
        let waits = |inner: &mut Inner| inner.out.contains(place);
        let waited = self.back.wait_timeout_while(self.inner(), PATIENCE, waits);
        let (mut inner, _) = waited.unwrap_or_else(PoisonError::into_inner);
        inner.out.push(place.clone());
        let mine = inner.idle.iter().position(|(at, chair)| at == place && chair.name() == name);
        let kept = mine.and_then(|i| inner.idle.remove(i));
        kept.map_or_else(|| Chair::new(name, keys::seed()), |(_, chair)| chair)
    }

    fn put(&self, place: &Place, chair: Chair) {
        let mut inner = self.inner();
        if let Some(i) = inner.out.iter().position(|at| at == place) {
            inner.out.swap_remove(i);
        }
        // Somebody may have sat down there in the meantime.
        let same = inner.idle.iter().position(|(at, _)| at == place);
        let replaced = same.and_then(|i| inner.idle.remove(i));
        inner.idle.push_back((place.clone(), chair));
        let forgotten = if inner.idle.len() > self.most { inner.idle.pop_front() } else { None };
        drop(inner);
        self.back.notify_all();
        drop((replaced, forgotten));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Instant;

    use henge::Limits;
    use henge::erased::Task;

    fn idle(chairs: &Chairs) -> Vec<String> {
        chairs.inner().idle.iter().map(|((game, _), _)| game.clone()).collect()
    }

    fn place(game: &str) -> Place {
        (game.into(), Player::First)
    }

    #[test]
    fn who_was_idle_longest_is_forgotten_first() {
        let chairs = Chairs::new(2);
        for game in ["a", "b", "a", "c"] {
            chairs.with(&place(game), "random", |_| {});
        }
        assert_eq!(idle(&chairs), ["a", "c"]);
        for n in 0..1000 {
            chairs.with(&place(&n.to_string()), "random", |_| {});
        }
        assert_eq!(idle(&chairs), ["998", "999"]);
        chairs.retain(|game| game == "999");
        assert_eq!(idle(&chairs), ["999"]);
        assert!(chairs.inner().out.is_empty());
    }

    #[test]
    fn a_bot_remembers_between_its_moves() {
        let Ok(game) = henge::game("connect-four") else { panic!("a game") };
        let table = game.rules().start();
        let chairs = Chairs::new(1);
        let nodes = |name: &str| {
            // Without a limit of time a search is to repeat exactly, and forgets.
            let limits = Limits { depth: Some(8), ..Limits::time(Duration::from_secs(60)) };
            let task = Task::new(limits);
            let found = chairs.with(&place("a"), name, |chair| chair.think(&game, &*table, task));
            found.map(|thought| thought.nodes).unwrap()
        };
        let first = nodes("alphabeta:threads=1");
        let again = nodes("alphabeta:threads=1");
        assert!(again < first / 2, "{again} nodes after {first}");
        // Another bot is another bot.
        assert_eq!(nodes("alphabeta:threads=1,margin=0"), first);
    }

    #[test]
    fn who_is_told_to_stop_is_waited_for_but_not_for_ever() {
        let chairs = Arc::new(Chairs::new(4));
        let slow = |time: Duration| {
            let chairs = Arc::clone(&chairs);
            let (began, begins) = std::sync::mpsc::channel();
            let work = move |_: &mut Chair| {
                let _ = began.send(());
                std::thread::sleep(time);
            };
            let thread = std::thread::spawn(move || chairs.with(&place("a"), "random", work));
            begins.recv().unwrap();
            thread
        };
        let first = slow(PATIENCE / 4);
        let began = Instant::now();
        chairs.with(&place("a"), "random", |_| {});
        assert!(began.elapsed() >= PATIENCE / 8);
        assert_eq!(idle(&chairs), ["a"]);
        let second = slow(2 * PATIENCE);
        chairs.with(&place("a"), "random", |_| {});
        assert!(!second.is_finished(), "it sits down beside the one that does not come back");
        for thread in [first, second] {
            thread.join().unwrap();
        }
        assert_eq!(idle(&chairs), ["a"]);
    }
}
