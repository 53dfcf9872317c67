//! How much an engine may spend, as the Hub protocol says it.

use std::time::Duration;

use henge_core::{Clock, Limits};

use super::line::Line;

/// What `level infinite` means to bots that think for a second when nobody limits them.
pub const FOR_EVER: Duration = Duration::from_secs(86_400);

/// Reads a `level`. Arguments that nobody knows are passed over, as the protocol wants it.
pub fn read(line: &Line) -> Result<Limits, String> {
    fn number<T: std::str::FromStr>(line: &Line, name: &str) -> Result<Option<T>, String> {
        let wrong = || format!("{name} should be a number that makes sense");
        line.get(name).map(|text| text.parse().map_err(|_| wrong())).transpose()
    }
    let seconds = |name: &str| -> Result<Option<Duration>, String> {
        let Some(n) = number::<f64>(line, name)? else { return Ok(None) };
        if !(0.0..=86_400.0).contains(&n) {
            return Err(format!("{name} should be seconds from 0 to 86400"));
        }
        Ok(Some(Duration::from_secs_f64(n)))
    };
    let positive = |name: &str| -> Result<Option<u64>, String> {
        match number(line, name)? {
            Some(0) => Err(format!("{name} should be more than 0")),
            n => Ok(n),
        }
    };
    let depth = positive("depth")?.map(|depth| depth.min(1000) as u32);
    let nodes = positive("nodes")?;
    let (move_time, left, increment) = (seconds("move-time")?, seconds("time")?, seconds("inc")?);
    let moves = positive("moves")?;
    if left.is_none() && (increment.is_some() || moves.is_some()) {
        return Err("moves and inc belong to time".into());
    }
    let clock = left.map(|left| Clock { left, increment: increment.unwrap_or_default() });
    let mut limits = Limits { depth, nodes, time: move_time, clock };
    if let (Some(clock), Some(moves)) = (clock, moves) {
        // So many moves share the time; a move takes no more than the flag allows.
        let even = clock.left / u32::try_from(moves).unwrap_or(u32::MAX);
        let safe = clock.left.saturating_sub(Duration::from_millis(20)).mul_f64(0.8);
        let share = even.min(safe);
        limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        limits.clock = None;
    }
    if !limits.is_none() {
        Ok(limits)
    } else if line.get("infinite").is_some() {
        Ok(Limits::time(FOR_EVER))
    } else {
        Err("a level has depth, nodes, move-time, time or infinite".into())
    }
}

/// Writes a `level`; what is unlimited gets `default`.
pub fn write(limits: &Limits, default: Duration) -> Line {
    let mut line = Line::new("level");
    if let Some(depth) = limits.depth {
        line = line.with("depth", depth);
    }
    if let Some(nodes) = limits.nodes {
        line = line.with("nodes", nodes);
    }
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    match (limits.time, limits.clock) {
        (Some(_), _) => {
            line = line.with("move-time", seconds(limits.time_for_move().unwrap_or(default)));
        }
        (None, Some(clock)) => {
            line = line.with("time", seconds(clock.left)).with("inc", seconds(clock.increment));
        }
        (None, None) if line.arguments.is_empty() => {
            line = line.with("move-time", seconds(default))
        }
        (None, None) => {}
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Result<Limits, String> {
        read(&Line::parse(text).unwrap())
    }

    #[test]
    fn levels_are_read() {
        let seconds = Duration::from_secs;
        assert_eq!(level("level move-time=1"), Ok(Limits::time(seconds(1))));
        assert_eq!(level("level depth=9 colour=red"), Ok(Limits::depth(9)));
        assert_eq!(level("level nodes=1000"), Ok(Limits::nodes(1000)));
        assert_eq!(level("level infinite"), Ok(Limits::time(FOR_EVER)));
        let clock = Clock { left: seconds(60), increment: seconds(2) };
        assert_eq!(level("level time=60 inc=2").unwrap().clock, Some(clock));
        assert_eq!(level("level time=60 moves=30"), Ok(Limits::time(seconds(2))));
        // The last move before the control may take most of it, and not all.
        assert!(level("level time=10 moves=1").unwrap().time < Some(seconds(9)));
        assert_eq!(
            level("level time=0"),
            Ok(Limits {
                clock: Some(Clock { left: seconds(0), increment: seconds(0) }),
                ..Limits::NONE
            })
        );
    }

    #[test]
    fn wrong_levels_are_refused() {
        for text in [
            "level",
            "level depth=0",
            "level depth=x",
            "level depth=-1",
            "level nodes=1.5",
            "level move-time=-1",
            "level move-time=nan",
            "level time=1e99",
            "level inc=1",
            "level moves=3",
            "level time=1 moves=0",
            "level colour=red",
        ] {
            assert!(level(text).is_err(), "{text}");
        }
    }

    #[test]
    fn levels_are_written() {
        let second = Duration::from_secs(1);
        let text = |limits| write(&limits, second).to_string();
        assert_eq!(text(Limits::NONE), "level move-time=1.000");
        assert_eq!(text(Limits::nodes(5)), "level nodes=5");
        assert_eq!(text(Limits::time(2 * second)), "level move-time=2.000");
        let clock = Some(Clock { left: 60 * second, increment: second });
        assert_eq!(text(Limits { clock, ..Limits::NONE }), "level time=60.000 inc=1.000");
    }
}
