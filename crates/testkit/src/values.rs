//! Files that say what positions are worth; every exact engine is run through them.

use std::fmt;
use std::sync::Arc;

use henge_core::erased::{DynGame, DynMatch};
use henge_core::{Score, Turn};

use crate::data::{Case, DataTable, read_list};

/// What a position is worth to the player to move when both play their best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Value {
    /// He loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// He wins.
    Win,
}

impl Value {
    /// The value a proved score stands for.
    pub fn of(score: Score) -> Value {
        match score.0.signum() {
            -1 => Value::Loss,
            0 => Value::Draw,
            _ => Value::Win,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        })
    }
}

/// A value with as much as is known about it.
struct Answer {
    value: Value,
    points: Option<u64>,
    plies: Option<u64>,
}

impl Answer {
    /// Do both say the same, as far as both say something?
    fn agrees(&self, other: &Answer) -> bool {
        let same = |a: Option<u64>, b: Option<u64>| a.is_none() || b.is_none() || a == b;
        self.value == other.value
            && same(self.points, other.points)
            && same(self.plies, other.plies)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        if let Some(plies) = self.plies {
            write!(f, " in {plies}")?;
        }
        if let Some(points) = self.points {
            write!(f, " for {points} points")?;
        }
        Ok(())
    }
}

/// Asks `engine` for every value of a file and returns how many there were.
///
/// ```toml
/// source = "solved by hand"
///
/// [[value]]
/// game = "tic-tac-toe"
/// moves = "a1 b1"              # or position = "…"; none for the start
/// value = "win"                # or "draw" or "loss", to the player to move
/// plies = 5                    # to the end, if known
/// points = 1                   # of the win or the loss, if known
/// source = "another program"   # if not the one of the whole file
/// ```
///
/// `game` makes the games the file names. Points and plies are left alone; an engine that knows
/// them is run through [`check_scores`].
///
/// # Panics
/// When the engine disagrees, naming the case; when the file has an unknown key, no source, or a
/// position in which no player is to move.
pub fn check_values(
    text: &str,
    game: &dyn Fn(&str) -> Arc<dyn DynGame>,
    engine: &mut dyn FnMut(&dyn DynMatch) -> Value,
) -> usize {
    check(text, game, &mut |_, table| Answer { value: engine(table), points: None, plies: None })
}

/// [`check_values`] for an engine whose proved scores say points and plies too; they must agree
/// where the file gives them.
///
/// # Panics
/// As [`check_values`] does, and when the engine gives an estimate.
pub fn check_scores(
    text: &str,
    game: &dyn Fn(&str) -> Arc<dyn DynGame>,
    engine: &mut dyn FnMut(&dyn DynMatch) -> Score,
) -> usize {
    check(text, game, &mut |case, table| {
        let score = engine(table);
        let decided = score.decided();
        let proved = decided.is_some() || score == Score::DRAW;
        assert!(proved, "{}: {score} is an estimate, not a proof", case.name());
        Answer {
            value: Value::of(score),
            points: decided.map(|(points, _)| points.unsigned_abs().into()),
            plies: decided.map(|(_, plies)| plies.into()),
        }
    })
}

fn check(
    text: &str,
    game: &dyn Fn(&str) -> Arc<dyn DynGame>,
    engine: &mut dyn FnMut(&Case, &dyn DynMatch) -> Answer,
) -> usize {
    let cases = match read_list(text, "value", read) {
        Ok(cases) => cases,
        Err(error) => panic!("a file of values: {error}"),
    };
    for (case, expected) in &cases {
        let (table, name) = (case.open(game), case.name());
        let turn = table.turn();
        assert!(matches!(turn, Turn::Player(_)), "{name}: no player is to move, but {turn:?}");
        let found = engine(case, &*table);
        assert!(expected.agrees(&found), "{name}: the engine says {found}, expected {expected}");
    }
    cases.len()
}

fn read(table: &DataTable) -> Result<(Case, Answer), String> {
    table.only(&["game", "moves", "position", "value", "points", "plies", "source"])?;
    table.source()?;
    let value = match table.text("value")?.as_deref() {
        Some("win") => Value::Win,
        Some("draw") => Value::Draw,
        Some("loss") => Value::Loss,
        _ => return Err(table.wrong("needs a value: win, draw or loss")),
    };
    let (points, plies) = (table.number("points")?, table.number("plies")?);
    if value == Value::Draw && (points.is_some() || plies.is_some()) {
        return Err(table.wrong("is a draw, which has neither points nor plies"));
    }
    if points == Some(0) {
        return Err(table.wrong("has 0 points, but a win counts at least one"));
    }
    Ok((table.case()?, Answer { value, points, plies }))
}
