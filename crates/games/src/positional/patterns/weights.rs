//! What patterns are worth.

use thiserror::Error;

use super::classes::Class;
use super::combos::Combos;
use super::kinds::Kind;

/// The weights that come with the program; `docs/src/go-moku.md` tells how they were learned.
const LEARNED: &str = include_str!("learned.txt");
/// What the file begins with.
const TITLE: &str = "henge patterns 1";

/// Learned weights are in thousandths of the logarithm of the odds, and scores in two hundredths.
pub(super) const FINE: i32 = 5;

/// Numbers for patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// How much a stone promises, by the class that it makes.
    pub urgency: [i16; Class::N],
    /// What a stone that threatens more than one thing promises beside that: its owner, and an opponent who is
    /// there first.
    pub promises: [[i16; Kind::THREATS + 1]; 2],
    /// What an empty site with a combination of classes is worth, to a player who is to move and to one who waits.
    pub worth: [Vec<i16>; 2],
    /// What it changes, for the player who is to move, that there is a threat of each kind: one's own, and the
    /// opponent's.
    pub threats: [[i16; Kind::THREATS]; 2],
    /// What it is worth to be to move.
    pub tempo: i16,
}

/// Why a text holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// It is something else.
    #[error("the text does not begin with \"{TITLE}\"")]
    Title,
    /// A row is missing or has another length.
    #[error("the row \"{row}\" must have {expected} whole numbers from -32768 to 32767")]
    Row {
        /// Its name.
        row: &'static str,
        /// How many numbers there should be.
        expected: usize,
    },
}

impl Weights {
    /// Those that come with the program.
    pub fn learned(combos: &Combos) -> Weights {
        Weights::read(LEARNED, combos).expect("the tests read the weights that come along")
    }

    /// Reads weights: a title, then rows of numbers with their names.
    pub fn read(text: &str, combos: &Combos) -> Result<Weights, WeightsError> {
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(WeightsError::Title);
        }
        let row = |name: &'static str, expected: usize| {
            let wrong = WeightsError::Row { row: name, expected };
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            let numbers = line.ok_or_else(|| wrong.clone())?.split_whitespace();
            let numbers: Result<Vec<i16>, _> = numbers.map(str::parse).collect();
            numbers.ok().filter(|numbers| numbers.len() == expected).ok_or(wrong)
        };
        let threats = |name| {
            let row = row(name, Kind::THREATS)?;
            Ok(std::array::from_fn(|kind| row[kind]))
        };
        Ok(Weights {
            urgency: [0, 0, 0, 4, 9, 11, 14, 26, 30, 40, 80, 200],
            promises: [[900, 800, 300, 40, 20, 160, 30, 0], [850, 600, 200, 20, 10, 110, 15, 0]],
            worth: [row("to move", combos.n())?, row("waiting", combos.n())?],
            threats: [threats("own threats")?, threats("their threats")?],
            tempo: row("tempo", 1)?[0],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_or_refused() {
        let combos = Combos::new();
        let weights = Weights::learned(&combos);
        assert_eq!(weights.worth.each_ref().map(Vec::len), [combos.n(); 2]);
        assert_eq!(Weights::read("nonsense", &combos), Err(WeightsError::Title));
        let short = LEARNED.replace("tempo: ", "tempo: 1 ");
        let wrong = Weights::read(&short, &combos).expect_err("two numbers");
        assert_eq!(
            wrong.to_string(),
            "the row \"tempo\" must have 1 whole numbers from -32768 to 32767"
        );
    }
}
