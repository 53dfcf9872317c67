//! Positions, moves and variants as the Hub protocol writes them.
//!
//! A position is a letter for the side to move, `W` or `B`, and one for each square in the order of
//! their numbers: `w` and `b` for men, `W` and `B` for kings, `e` for none. A move is `32-28`, or
//! `28x19x23`: from, to, and the squares of all pieces that it takes, in any order.

use std::sync::Arc;

use henge_core::erased::{DynGame, DynMatch};
use henge_core::{Match, Notation};
use henge_games::draughts::{Colour, Draughts, Move, Position, Variant, Word};

/// The variant that Hub calls so. Those that Scan does not play go by the names they have here.
pub fn variant(name: &str) -> Option<Variant> {
    match name {
        "normal" => Some(Variant::International),
        name => name.parse().ok(),
    }
}

/// What Hub calls a variant.
pub fn variant_name(variant: Variant) -> &'static str {
    match variant {
        Variant::International => "normal",
        variant => variant.name(),
    }
}

/// A position and the moves since, which an engine needs to see that a position comes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position after the last move of a man and the last capture.
    pub position: String,
    /// The moves from there to the position of the match.
    pub moves: Vec<String>,
}

/// What a match looks like to an engine; none if it is not one of draughts.
pub fn setup(table: &dyn DynMatch) -> Option<Setup> {
    fn of<W: Word>(table: &Match<Draughts<W>>) -> Setup {
        let (game, history) = (table.game(), table.history());
        let comes_back = |(pos, mv): &&(Position<W>, Move<W>)| {
            let by_man = !(pos.men(pos.to_move()) & W::bit(mv.from())).is_empty();
            !mv.is_capture() && !by_man
        };
        let n = history.iter().rev().take_while(comes_back).count();
        let since = &history[history.len() - n..];
        let start = since.first().map_or(table.position(), |(pos, _)| pos);
        Setup {
            position: position_text(game, start),
            moves: since.iter().map(|(_, mv)| move_text(game, *mv)).collect(),
        }
    }
    either(table, of::<u64>, of::<u128>)
}

/// A match from a position as Hub writes it.
pub fn read_position(rules: &dyn DynGame, text: &str) -> Result<Box<dyn DynMatch>, String> {
    let names = |squares: &henge_games::draughts::Squares| {
        squares.all().iter().map(|square| square.name.clone()).collect::<Vec<String>>()
    };
    let any = rules.as_any();
    let names = if let Some(game) = any.downcast_ref::<Arc<Draughts<u64>>>() {
        names(game.squares())
    } else if let Some(game) = any.downcast_ref::<Arc<Draughts<u128>>>() {
        names(game.squares())
    } else {
        return Err("this is not a game of draughts".into());
    };
    let mut letters = text.chars();
    let turn = letters.next().filter(|c| matches!(c, 'W' | 'B'));
    let turn = turn.ok_or("a position begins with W or B for the side to move")?;
    let n = letters.clone().count();
    if n != names.len() {
        return Err(format!("a position has {} squares here, and not {n}", names.len()));
    }
    let mut sides = [String::new(), String::new()];
    for (letter, name) in letters.zip(&names) {
        let side = match letter {
            'w' | 'W' => 0,
            'b' | 'B' => 1,
            'e' => continue,
            _ => return Err(format!("a square is one of w, W, b, B and e, and not {letter:?}")),
        };
        let king = if letter.is_ascii_uppercase() { "K" } else { "" };
        let comma = if sides[side].is_empty() { "" } else { "," };
        sides[side] += &format!("{comma}{king}{name}");
    }
    let [white, black] = sides;
    rules.read(&format!("{turn}:W{white}:B{black}")).map_err(|error| error.to_string())
}

/// A move of the match, given in the notation of the game, as Hub writes it.
pub fn write_move(table: &dyn DynMatch, text: &str) -> Option<String> {
    fn of<W: Word>(table: &Match<Draughts<W>>, text: &str) -> Option<String> {
        let mv = table.game().read_move(table.position(), text).ok()?;
        Some(move_text(table.game(), mv))
    }
    either(table, |table| of::<u64>(table, text), |table| of::<u128>(table, text)).flatten()
}

/// A move as Hub writes it, in the notation of the game; none if it is not legal.
pub fn read_move(table: &dyn DynMatch, text: &str) -> Option<String> {
    fn of<W: Word>(table: &Match<Draughts<W>>, text: &str) -> Option<String> {
        let game = table.game();
        let number = |word: &str| word.parse::<usize>().ok();
        let numbers: Vec<usize> = text.split(['-', 'x']).map(number).collect::<Option<_>>()?;
        let bit = |n: &usize| {
            let square = game.squares().all().get(n.checked_sub(1)?)?;
            Some(W::bit(square.bit))
        };
        let bits: Vec<W> = numbers.iter().map(bit).collect::<Option<_>>()?;
        let [from, to, captured @ ..] = &bits[..] else { return None };
        let captured = captured.iter().fold(W::NONE, |all, &bit| all | bit);
        let is_capture = text.contains('x');
        let fits = |mv: &Move<W>| {
            W::bit(mv.from()) == *from
                && W::bit(mv.to()) == *to
                && mv.is_capture() == is_capture
                // Some leave the captured pieces out where there is only one way.
                && (mv.captured() == captured || is_capture && numbers.len() == 2)
        };
        let found: Vec<Move<W>> = table.moves().into_iter().filter(fits).collect();
        match found[..] {
            [mv] => Some(game.write_move(table.position(), mv)),
            _ => None,
        }
    }
    either(table, |table| of::<u64>(table, text), |table| of::<u128>(table, text)).flatten()
}

/// Calls the one that fits the match; none if it is not of draughts.
fn either<T>(
    table: &dyn DynMatch,
    narrow: impl FnOnce(&Match<Draughts<u64>>) -> T,
    wide: impl FnOnce(&Match<Draughts<u128>>) -> T,
) -> Option<T> {
    let any = table.as_any();
    match any.downcast_ref() {
        Some(table) => Some(narrow(table)),
        None => any.downcast_ref().map(wide),
    }
}

fn position_text<W: Word>(game: &Draughts<W>, pos: &Position<W>) -> String {
    let mut text = game.colour(pos.to_move()).letter().to_string();
    for square in game.squares().all() {
        let bit = W::bit(square.bit);
        let piece = [Colour::White, Colour::Black].into_iter().find_map(|colour| {
            let player = game.player(colour);
            let king = !(pos.kings(player) & bit).is_empty();
            let here = king || !(pos.men(player) & bit).is_empty();
            let letter = colour.letter();
            here.then_some(if king { letter } else { letter.to_ascii_lowercase() })
        });
        text.push(piece.unwrap_or('e'));
    }
    text
}

fn move_text<W: Word>(game: &Draughts<W>, mv: Move<W>) -> String {
    let number = |bit: u32| game.squares().index(bit).map_or(0, |index| index + 1);
    let (from, to) = (number(mv.from()), number(mv.to()));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let mut captured = Vec::new();
    let mut left = mv.captured();
    while !left.is_empty() {
        captured.push(number(left.lowest()));
        left = left.without_lowest();
    }
    captured.sort_unstable();
    let captured = captured.iter().map(|n| format!("x{n}")).collect::<String>();
    format!("{from}x{to}{captured}")
}

#[cfg(test)]
mod tests {
    use henge_core::Turn;
    use henge_core::erased::rules;
    use henge_games::draughts::Variant;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn international() -> Arc<dyn DynGame> {
        let game = Arc::new(Draughts::<u64>::new(Variant::International).unwrap());
        rules("draughts:variant=international", game.about(), game)
    }

    #[test]
    fn the_start_is_written_as_in_the_protocol() {
        let table = international().start();
        let text = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        assert_eq!(setup(&*table), Some(Setup { position: text.clone(), moves: Vec::new() }));
        let read = read_position(&*international(), &text).unwrap();
        assert_eq!(read.position(), table.position());
    }

    #[test]
    fn captures_name_what_they_take() {
        let mut table = international().start();
        for mv in ["32-28", "19-23"] {
            let mv = read_move(&*table, mv).unwrap();
            table.play(&mv).unwrap();
        }
        assert_eq!(write_move(&*table, "28x19").as_deref(), Some("28x19x23"));
        for text in ["28x19x23", "28x19"] {
            assert_eq!(read_move(&*table, text).as_deref(), Some("28x19"));
        }
        for wrong in
            ["28x19x24", "28-19", "33-29", "28x19x23x24", "28", "", "x", "0x19", "a-b", "99-1"]
        {
            assert_eq!(read_move(&*table, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_positions_are_refused() {
        let rules = international();
        for (text, why) in [
            ("", "begins with W or B"),
            ("Xe", "begins with W or B"),
            ("We", "has 50 squares"),
            (&format!("W{}x", "e".repeat(49)), "is one of w, W, b, B and e"),
            (&format!("Ww{}", "e".repeat(49)), "would be a king"),
            (&format!("W{}", "é".repeat(50)), "is one of"),
        ] {
            let error = read_position(&*rules, text).err().unwrap();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    /// What is written is read back, in whole games of every variant; and only moves of kings follow
    /// the position.
    #[test]
    fn whole_games_are_read_back() {
        fn check<W: Word>(variant: Variant, seed: u64) {
            let game = Arc::new(Draughts::<W>::new(variant).unwrap());
            let rules = rules("x", game.about(), Arc::clone(&game));
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut table: Box<dyn DynMatch> = Box::new(Match::new(game));
            for _ in 0..120 {
                let Turn::Player(_) = table.turn() else { break };
                let moves = table.moves();
                for view in &moves {
                    let text = write_move(&*table, &view.text).unwrap();
                    assert_eq!(read_move(&*table, &text).as_ref(), Some(&view.text));
                }
                table.play(&moves[rng.random_range(0..moves.len())].text).unwrap();
                let told = setup(&*table).unwrap();
                let mut again = read_position(&*rules, &told.position).unwrap();
                for mv in &told.moves {
                    let mv = read_move(&*again, mv).unwrap();
                    again.play(&mv).unwrap();
                }
                assert_eq!(again.scene(), table.scene());
                assert_eq!(again.key(), table.key());
            }
        }
        for (variant, _) in Variant::ALL {
            // A king that has moved thrice in a row is no part of Hub's positions.
            if variant == Variant::Frisian {
                continue;
            }
            if variant.rules().is_wide() {
                check::<u128>(variant, 1);
            } else {
                check::<u64>(variant, 1);
            }
        }
    }
}
