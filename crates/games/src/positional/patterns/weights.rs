//! What patterns are worth.

use thiserror::Error;

use super::classes::Class;
use super::combos::Combos;
use super::kinds::Kind;

/// The weights that come with the program; `docs/src/go-moku.md` tells how they were learned.
const LEARNED: &str = include_str!("learned.txt");
/// What the file begins with.
pub(super) const TITLE: &str = "henge patterns 1";

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

/// What a feature of weight 1 is worth: weights are in thousandths.
const UNIT: f32 = 1000.0;

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

impl Weights {
    /// What the features are worth, in their order.
    pub fn of_features(&self) -> Vec<f32> {
        let [to_move, waiting] = &self.worth;
        let to_move = to_move.iter().map(|&worth| i32::from(worth));
        // What the one who waits has is to be paid by the one who is to move.
        let waiting = waiting.iter().map(|&worth| -i32::from(worth));
        let threats = self.threats.iter().flatten().map(|&worth| i32::from(worth));
        let all = to_move.chain(waiting).chain(threats).chain([i32::from(self.tempo)]);
        all.map(|worth| worth as f32 / UNIT).collect()
    }

    /// The same weights with this worth of the features.
    pub fn with_features(&self, worth: &[f32]) -> Weights {
        // Numbers too large for the file are cut.
        let mut rest = worth.iter().map(|worth| (worth * UNIT).round() as i16);
        let mut row = |n: usize| rest.by_ref().take(n).collect::<Vec<i16>>();
        let n = self.worth[0].len();
        let to_move = row(n);
        let waiting = row(n).into_iter().map(i16::saturating_neg).collect();
        let mut threats = self.threats;
        for threats in &mut threats {
            let row = row(Kind::THREATS);
            threats.iter_mut().zip(row).for_each(|(place, worth)| *place = worth);
        }
        let tempo = row(1).first().copied().unwrap_or(self.tempo);
        Weights { worth: [to_move, waiting], threats, tempo, ..self.clone() }
    }

    /// The text that [`Weights::read`] reads.
    pub fn write(&self) -> String {
        let row = |name: &str, numbers: &[i16]| {
            let numbers: Vec<String> = numbers.iter().map(i16::to_string).collect();
            format!("{name}: {}\n", numbers.join(" "))
        };
        let rows = [
            row("to move", &self.worth[0]),
            row("waiting", &self.worth[1]),
            row("own threats", &self.threats[0]),
            row("their threats", &self.threats[1]),
            row("tempo", &[self.tempo]),
        ];
        format!("{TITLE}\n{}", rows.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_written_and_read() {
        let combos = Combos::new();
        let weights = Weights::learned(&combos);
        let again = weights.with_features(&weights.of_features());
        assert_eq!(again, weights);
        assert_eq!(Weights::read(&weights.write(), &combos), Ok(weights));
    }

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
