//! Games that the program plays against itself: a single one, two with the dice exchanged, or five
//! with identical dice.

use std::fmt::Write as _;

use henge_core::mix64;
use henge_games::backgammon::Men;

use super::game::{Colour, DiceBox, Ended, GammonGame, Throws};
use super::set::StrategySet;

/// Which games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Batch {
    /// One game.
    Single,
    /// Two games with the same dice, which the other side begins the second time, so that each gets
    /// what the other had.
    Exchanged,
    /// Five games in which both sides play every throw, one after the other.
    Identical,
}

impl Batch {
    /// What commands call it.
    pub fn named(text: &str) -> Option<Batch> {
        match text {
            "single" | "1" => Some(Batch::Single),
            "exchanged" | "2" => Some(Batch::Exchanged),
            "identical" | "5" => Some(Batch::Identical),
            _ => None,
        }
    }

    fn games(self) -> u32 {
        match self {
            Batch::Single => 1,
            Batch::Exchanged => 2,
            Batch::Identical => 5,
        }
    }

    fn throws(self, dice: DiceBox, seed: u64, game: u32) -> Throws {
        match self {
            Batch::Single | Batch::Exchanged => Throws::new(dice, seed),
            Batch::Identical => Throws::identical(dice, mix64(seed ^ mix64(u64::from(game) + 1))),
        }
    }
}

/// How a series ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// Each game in its order; `None` for one without end.
    pub games: Vec<Option<Ended>>,
    /// Every move with its board, if that was asked for.
    pub text: String,
}

/// No game of two sets has come near so many moves.
const MOST_MOVES: u32 = 2000;

/// Plays a series from these men; `tells` writes down every move with its board and trace.
pub fn play_batch(
    batch: Batch,
    sets: [&StrategySet; 2],
    men: &Men,
    (dice, seed): (DiceBox, u64),
    tells: Tells,
) -> Series {
    let (mut games, mut text) = (Vec::new(), String::new());
    for number in 0..batch.games() {
        let first = Colour::BOTH[number as usize % 2];
        let throws = batch.throws(dice, seed, number);
        games.push(play_one(
            sets,
            GammonGame::new(*men, first, throws).in_series(),
            tells,
            &mut text,
        ));
    }
    Series { games, text }
}

/// How much of a series is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// Results only.
    Results,
    /// Every move with its board.
    Moves,
    /// What every part of the program did as well.
    Trace,
}

fn play_one(
    sets: [&StrategySet; 2],
    mut game: GammonGame,
    tells: Tells,
    text: &mut String,
) -> Option<Ended> {
    if tells != Tells::Results {
        *text += &format!("initial board\n{}\n\n", game.draw());
    }
    while game.number < MOST_MOVES {
        let decision = game.decide(sets[game.on_roll.index()]);
        if tells == Tells::Trace {
            *text += &decision.trace();
        }
        let heading = game.heading(&decision);
        let entry = decision.chosen().entry;
        let ended = game.play(&entry, decision.selected.strategy);
        if tells != Tells::Results {
            *text += &format!("{heading}\n{}\n\n", game.draw());
        }
        if ended.is_some() {
            return ended;
        }
    }
    None
}

impl Series {
    /// The results in words, as the original summed them up.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let (mut wins, mut points, mut values) = ([0u32; 2], [0u32; 2], [0u32; 2]);
        for (i, ended) in self.games.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = match ended {
                Some(Ended { winner, points: count, value }) => {
                    wins[winner.index()] += 1;
                    points[winner.index()] += u32::from(*count);
                    values[winner.index()] += value;
                    writeln!(
                        text,
                        "game {}: {} wins, {}; the loser had {value} to go",
                        i + 1,
                        winner.name(),
                        ["", "a single game", "a gammon", "a backgammon"][usize::from(*count)]
                    )
                }
                None => writeln!(text, "game {}: has no end", i + 1),
            };
        }
        for colour in Colour::BOTH {
            let [wins, points, values] = [wins, points, values].map(|of| of[colour.index()]);
            let name = colour.name();
            let _ = writeln!(text, "{name}: wins {wins}, points {points}, to go {values}");
        }
        let _ = match wins[0].cmp(&wins[1]) {
            std::cmp::Ordering::Greater => writeln!(text, "White is the grand winner"),
            std::cmp::Ordering::Less => writeln!(text, "Black is the grand winner"),
            std::cmp::Ordering::Equal => writeln!(text, "the series is tied"),
        };
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_exchanged_dice_are_fair() {
        let set = StrategySet::shipped();
        let play = |batch, seed| {
            let dice = (DiceBox::Henge, seed);
            play_batch(batch, [&set, &set], &Men::start(), dice, Tells::Results)
        };
        for seed in 1..20 {
            assert_eq!(play(Batch::Single, seed), play(Batch::Single, seed));
            // The same set on both sides: what one wins with these dice, the other wins too.
            let [Some(one), Some(two)] = play(Batch::Exchanged, seed).games[..] else {
                panic!("two games with an end");
            };
            assert_eq!(one.winner, two.winner.other());
            assert_eq!((one.points, one.value), (two.points, two.value));
        }
        let five = play(Batch::Identical, 1);
        assert_eq!(five.games.len(), 5);
        assert!(five.games.iter().all(Option::is_some));
    }

    #[test]
    fn every_move_is_written_down() {
        let set = StrategySet::shipped();
        let dice = (DiceBox::Listing, 1919);
        let series = play_batch(Batch::Single, [&set, &set], &Men::start(), dice, Tells::Moves);
        assert!(series.text.starts_with("initial board\n"));
        assert!(
            series.text.contains("move 1  roll 6-4  WHITE 24/20 24/18")
                && series.text.contains("strategies: W: ")
        );
        let traced = play_batch(Batch::Single, [&set, &set], &Men::start(), dice, Tells::Trace);
        assert!(traced.text.contains("generation: ") && traced.text.len() > series.text.len());
    }
}
