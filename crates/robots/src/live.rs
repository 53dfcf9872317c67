//! A world in real time: every robot is a thread of its own that thinks and moves at its own pace, and none waits for
//! another. The world still owns the places and allows every step, one at a time.
//!
//! Nobody can say which robot comes first, so such a run does not repeat and is not recorded. As many turns as there
//! are robots count as a round for contests and for what teams have heard.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::robot::{Kind, RobotId};
use crate::world::{Event, World};

/// How a world runs in real time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// A robot thinks for about this long: half to one and a half times this.
    pub turn: Duration,
    /// The world ends after this long, if its contest has not ended before.
    pub end: Duration,
    /// Where the robots' own chances start.
    pub seed: u64,
}

/// A world and whoever watches it, which one robot has at a time.
struct Shared<'a> {
    world: World,
    tell: &'a mut (dyn FnMut(&World, &Event) + Send),
    turns: usize,
}

/// Lets all robots run until the time is up, the contest has ended, or `stop` is set, and returns the world as it is
/// then. Robots that are steered from outside stay where they are.
pub fn run_live(
    world: World,
    pace: Pace,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(&World, &Event) + Send),
) -> World {
    let (began, robots) = (Instant::now(), world.robots());
    let over = AtomicBool::new(false);
    let shared = Mutex::new(Shared { world, tell, turns: 0 });
    std::thread::scope(|scope| {
        for id in robots {
            let (shared, over) = (&shared, &over);
            let robot = move || live(id, pace, began, shared, stop, over);
            // Where the system gives no more threads, the rest of the robots stand still.
            if std::thread::Builder::new().spawn_scoped(scope, robot).is_err() {
                break;
            }
        }
    });
    shared.into_inner().unwrap_or_else(PoisonError::into_inner).world
}

/// The life of one robot.
fn live(
    id: RobotId,
    pace: Pace,
    began: Instant,
    shared: &Mutex<Shared<'_>>,
    stop: &AtomicBool,
    over: &AtomicBool,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(pace.seed ^ (u64::from(id.0) + 1) << 32);
    loop {
        let part = rng.random_range(0.5..1.5);
        std::thread::sleep(pace.turn.mul_f64(part));
        let ends = || stop.load(Ordering::Relaxed) || over.load(Ordering::Relaxed);
        if ends() || began.elapsed() >= pace.end {
            return;
        }
        let mut guard = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let Shared { world, tell, turns } = &mut *guard;
        if ends()
            || world.is_caught(id)
            || matches!(world.kind(id), Kind::Interactive | Kind::Client)
        {
            continue;
        }
        let event = world.live_turn(id, &mut rng);
        tell(world, &event);
        *turns += 1;
        if turns.is_multiple_of(world.robots().len()) {
            world.end_live_round();
        }
        if world.is_over() {
            over.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    const TEXT: &str = r#"
name = "A crowd"
size = [4, 4]

[[robot]]
kind = "crazy"
name = "a"
at = [0, 0]

[[robot]]
kind = "crazy"
name = "b"
at = [1, 1]

[[robot]]
kind = "obstinate"
name = "c"
at = [3, 3]

[[robot]]
kind = "fixed"
name = "d"
at = [2, 2]
"#;

    #[test]
    fn robots_run_by_themselves_and_no_two_share_a_place() {
        let world = World::new(&Scenario::read(TEXT).unwrap(), 1);
        let pace =
            Pace { turn: Duration::from_micros(200), end: Duration::from_millis(300), seed: 1 };
        let mut turns = [0; 4];
        let mut tell = |world: &World, event: &Event| {
            turns[event.robot.index()] += 1;
            let mut places: Vec<_> = world.robots().map(|id| world.place(id)).collect();
            places.sort_by_key(|place| (place.x, place.y));
            places.dedup();
            assert_eq!(places.len(), 4);
        };
        let world = run_live(world, pace, &AtomicBool::new(false), &mut tell);
        assert!(turns.iter().all(|&n| n > 2), "{turns:?}");
        assert!(world.rounds() > 1);
        let fixed = world.robot_named("d").unwrap();
        assert_eq!((world.place(fixed).x, world.place(fixed).y), (2, 2));
    }

    #[test]
    fn a_flag_ends_it() {
        let world = World::new(&Scenario::read(TEXT).unwrap(), 1);
        let long = Duration::from_secs(3600);
        let pace = Pace { turn: Duration::from_millis(1), end: long, seed: 1 };
        let stop = AtomicBool::new(true);
        assert_eq!(run_live(world, pace, &stop, &mut |_, _| {}).rounds(), 0);
    }
}
