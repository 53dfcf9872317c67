//! A game that two sets play, with what the program keeps of it: dice, strategies, statistics.

use henge_games::backgammon::{Entry, Men};

use super::board::draw;
use super::decision::Decision;
use super::roll::Roll1970;
use super::set::{Openings, StrategySet};
use super::statistics::{Statistics, win_value};
use super::strategy::{Memory, Strategy};
use super::text::write_play;
use henge_bots::backgammon_match::Dice;

/// The two sides, as the original called them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// O, who begins unless somebody says otherwise.
    White,
    /// X.
    Black,
}

impl Colour {
    /// White, then Black.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    pub fn other(self) -> Colour {
        Colour::BOTH[1 - self.index()]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["White", "Black"][self.index()]
    }

    /// The side that a word or the number 1 or 2 means.
    pub fn named(text: &str) -> Option<Colour> {
        match text.to_lowercase().as_str() {
            "1" | "w" | "white" => Some(Colour::White),
            "2" | "b" | "black" => Some(Colour::Black),
            _ => None,
        }
    }
}

/// Whose dice are thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DiceBox {
    /// The dice of henge.
    #[default]
    Henge,
    /// The generator of the listing.
    Listing,
}

#[derive(Clone, Debug)]
enum Source {
    Henge(Dice),
    Listing(Roll1970),
}

/// Where dice come from, and whether both sides get the same.
#[derive(Clone, Debug)]
pub struct Throws {
    dice: Source,
    /// Both sides play every throw, one after the other.
    twice: bool,
    kept: Option<[u8; 2]>,
}

impl Throws {
    /// Independent throws from a seed.
    pub fn new(dice: DiceBox, seed: u64) -> Throws {
        let dice = match dice {
            DiceBox::Henge => Source::Henge(Dice::new(seed)),
            DiceBox::Listing => Source::Listing(Roll1970::new(seed)),
        };
        Throws { dice, twice: false, kept: None }
    }

    /// Throws that both sides play, one after the other.
    pub fn identical(dice: DiceBox, seed: u64) -> Throws {
        Throws { twice: true, ..Throws::new(dice, seed) }
    }

    fn next(&mut self) -> [u8; 2] {
        match self.kept.take() {
            Some(dice) => dice,
            None => {
                let dice = match &mut self.dice {
                    Source::Henge(dice) => dice.throw(),
                    Source::Listing(roll) => roll.throw(),
                };
                self.kept = self.twice.then_some(dice);
                dice
            }
        }
    }
}

/// The game as it stands.
#[derive(Clone, Debug)]
pub struct GammonGame {
    /// The men as the side on roll sees them.
    pub men: Men,
    /// The side on roll.
    pub on_roll: Colour,
    /// What it has thrown.
    pub dice: [u8; 2],
    /// The number of the move to come, from 1.
    pub number: u32,
    /// What each side plays for.
    pub strategies: [Strategy; 2],
    /// What each side has thrown so far, doublets counted twice.
    pub dice_count: [u32; 2],
    throws: Throws,
    is_series: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Who has borne off all men.
    pub winner: Colour,
    /// 1, 2 for a gammon, 3 for a backgammon.
    pub points: u8,
    /// The original's count: the points the loser had still to go.
    pub value: u32,
}

impl GammonGame {
    /// A game from these men, as the one sees them who begins.
    pub fn new(men: Men, first: Colour, mut throws: Throws) -> GammonGame {
        GammonGame {
            men,
            on_roll: first,
            dice: throws.next(),
            number: 1,
            strategies: [Strategy::Position; 2],
            dice_count: [0; 2],
            throws,
            is_series: false,
        }
    }

    /// The same as a game of the program against itself.
    pub fn in_series(self) -> GammonGame {
        GammonGame { is_series: true, ..self }
    }

    /// What the side on roll and the other one play for.
    pub fn memory(&self) -> Memory {
        let me = self.on_roll.index();
        Memory { mine: self.strategies[me], theirs: self.strategies[1 - me] }
    }

    /// What a set would play now.
    pub fn decide(&self, set: &StrategySet) -> Decision {
        if set.openings_in == Openings::Series && !self.is_series {
            let set = StrategySet { openings: Vec::new(), ..set.clone() };
            return Decision::new(&set, &self.men, self.dice, self.memory());
        }
        Decision::new(set, &self.men, self.dice, self.memory())
    }

    /// Plays, and throws for the other side unless the game is over.
    pub fn play(&mut self, entry: &Entry, strategy: Strategy) -> Option<Ended> {
        let me = self.on_roll.index();
        let [a, b] = self.dice.map(u32::from);
        self.dice_count[me] += if a == b { 4 * a } else { a + b };
        self.strategies[me] = strategy;
        let winner = self.on_roll;
        self.men = entry.after.swapped();
        self.on_roll = winner.other();
        if let Some(points) = entry.after.points() {
            let value = win_value(&entry.after.theirs);
            return Some(Ended { winner, points: points.unsigned_abs(), value });
        }
        self.number += 1;
        self.dice = self.throws.next();
        None
    }

    /// The men as White sees them.
    pub fn white(&self) -> Men {
        match self.on_roll {
            Colour::White => self.men,
            Colour::Black => self.men.swapped(),
        }
    }

    /// The statistics as White sees them.
    pub fn statistics(&self) -> Statistics {
        Statistics::new(&self.white())
    }

    /// The board with the strategies below.
    pub fn draw(&self) -> String {
        let [white, black] = self.strategies.map(Strategy::label);
        let board = draw(&self.white(), self.on_roll);
        format!("{board}\n  strategies: W: {white}  B: {black}")
    }

    /// The line above the board after a move.
    pub fn heading(&self, decision: &Decision) -> String {
        let [a, b] = decision.dice;
        let play = write_play(&decision.men, decision.chosen().entry.play);
        let name = self.on_roll.name().to_uppercase();
        let score = decision.chosen().score;
        format!("move {}  roll {a}-{b}  {name} {play}  score {score:.5}", self.number)
    }
}
