//! Proofs that hold, and what is none.

use std::sync::atomic::AtomicBool;

use crate::common::{ConnectFour, Hex, Layers, TicTacToe};
use henge_core::{Game, Limits, NoEval, Notation, NotationError, Player, Turn};
use henge_search::dfpn::Dfpn;
use henge_search::proof::{
    Checked, Claim, DEFAULT_MOST_POSITIONS, Extent, ProofError, check, holds, write, write_value,
};
use henge_search::{Task, minimax, solve};
use henge_testkit::games::{Boxes, DiceRace, dice_race};
use proptest::prelude::*;

const MOST: usize = DEFAULT_MOST_POSITIONS;

/// Any game with positions written as the moves from the start, by their places.
struct Told<G>(G);

/// A position and how it came about; positions are the same whatever led to them.
#[derive(Clone, Debug)]
struct Path<P>(P, Vec<u16>);

impl<P: PartialEq> PartialEq for Path<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: Eq> Eq for Path<P> {}

impl<G: Game> Game for Told<G> {
    type Position = Path<G::Position>;
    type Move = G::Move;
    type Moves = G::Moves;
    type Undo = G::Undo;
    const MOST_POINTS: u8 = 3;
    fn start(&self) -> Self::Position {
        Path(self.0.start(), Vec::new())
    }
    fn turn(&self, pos: &Self::Position) -> Turn {
        self.0.turn(&pos.0)
    }
    fn moves(&self, pos: &Self::Position) -> G::Moves {
        self.0.moves(&pos.0)
    }
    fn play(&self, pos: &mut Self::Position, mv: G::Move) -> G::Undo {
        let place = self.0.moves(&pos.0).position(|legal| legal == mv);
        pos.1.push(place.expect("a legal move") as u16);
        self.0.play(&mut pos.0, mv)
    }
    fn undo(&self, pos: &mut Self::Position, mv: G::Move, undo: G::Undo) {
        pos.1.pop();
        self.0.undo(&mut pos.0, mv, undo);
    }
    fn key(&self, pos: &Self::Position) -> u64 {
        self.0.key(&pos.0)
    }
}

impl<G: Game> Notation for Told<G> {
    fn write_move(&self, _: &Self::Position, mv: G::Move) -> String {
        format!("{mv:?}")
    }
    fn write_position(&self, pos: &Self::Position) -> String {
        let words: Vec<_> = pos.1.iter().map(|place| place.to_string()).collect();
        format!("after {}", words.join(" "))
    }
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let wrong = || NotationError::new(text, "the places of moves");
        let mut pos = self.start();
        for word in text.strip_prefix("after").ok_or_else(wrong)?.split_whitespace() {
            let place: usize = word.parse().map_err(|_| wrong())?;
            let mv = self.moves(&pos).nth(place).ok_or_else(wrong)?;
            self.play(&mut pos, mv);
        }
        Ok(pos)
    }
}

fn proved<G: Notation>(game: &G, pos: &G::Position) -> (i32, String) {
    let mut bytes = Vec::new();
    let mut prover = Dfpn::new(1 << 20);
    let (value, written) =
        write_value(game, "test", pos, (&mut prover, &NoEval), Limits::NONE, MOST, &mut bytes)
            .expect("a small game");
    let text = String::from_utf8(bytes).expect("text");
    let checked = verify(game, &text).expect("what the writer wrote");
    assert_eq!(checked.positions, written.positions);
    assert_eq!(checked.value(Player::First), Some(value));
    assert_eq!(checked.value(Player::Second), Some(-value));
    assert_eq!(&checked.position, pos);
    (value, text)
}

fn verify<G: Notation>(game: &G, text: &str) -> Result<Checked<G::Position>, ProofError> {
    check(game, "test", text.as_bytes(), MOST)
}

/// Claims with strategies to the end.
fn all(claims: &[Claim]) -> Extent<'_> {
    Extent { claims, plies: None, most_positions: MOST }
}

/// The text with a sum that fits, after something was changed on purpose.
fn summed(text: &str) -> String {
    let body = &text[..text.rfind("sum ").expect("a last line")];
    format!("{body}sum {}\n", blake3::hash(body.as_bytes()).to_hex())
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = Told(TicTacToe);
    let (value, text) = proved(&game, &game.start());
    assert_eq!(value, 0);
    assert!(text.len() < 2000 && text.lines().count() < 40, "{text}");
}

#[test]
fn hex_and_boxes_are_won_by_the_first_player() {
    for size in 1..=3 {
        let game = Told(Hex::new(size));
        assert_eq!(proved(&game, &game.start()).0, 1);
    }
    let game = Boxes::default();
    assert_eq!(proved(&game, &game.start()).0, 1);
}

#[test]
fn connect_four_on_a_small_board_is_a_draw() {
    let game = Told(ConnectFour::new(4, 4));
    assert_eq!(proved(&game, &game.start()).0, 0);
}

#[test]
fn any_engine_can_name_the_moves() {
    let game = Told(TicTacToe);
    let keep = |pos: &_, _| solve(&game, pos, Task::new(Limits::NONE)).line.first().copied();
    let claim = Claim { player: Player::Second, at_least: 0 };
    let mut bytes = Vec::new();
    // From a corner, so that there are fewer questions.
    let pos = game.read_position("after 0").expect("a position");
    let written = write(&game, "test", &pos, all(&[claim]), keep, &mut bytes).expect("a draw");
    let checked = check(&game, "test", &bytes[..], MOST).expect("a proof");
    assert_eq!((checked.claims, checked.positions), (vec![claim], written.positions));
}

#[test]
fn a_claim_that_is_too_much_is_not_written() {
    let game = Told(TicTacToe);
    let claim = Claim { player: Player::First, at_least: 1 };
    let keep = |pos: &_, _| game.moves(pos).next();
    let result = write(&game, "test", &game.start(), all(&[claim]), keep, Vec::new());
    assert!(matches!(result, Err(ProofError::Fails { claimed: 1, .. })));
    let result = write(&game, "test", &game.start(), all(&[claim]), |_, _| None, Vec::new());
    assert!(matches!(result, Err(ProofError::NoMove { .. })));
}

#[test]
fn dice_fall_as_the_opponent_likes() {
    let game = DiceRace::new(2);
    let claim = |at_least| Claim { player: Player::First, at_least };
    let keep = |pos: &dice_race::Position, _| game.moves(pos).next();
    let mut bytes = Vec::new();
    write(&game, "test", &game.start(), all(&[claim(-2)]), keep, &mut bytes).expect("no less");
    assert!(check(&game, "test", &bytes[..], MOST).is_ok());
    let result = write(&game, "test", &game.start(), all(&[claim(1)]), keep, Vec::new());
    assert!(matches!(result, Err(ProofError::Fails { .. })));
}

#[test]
fn a_proof_may_end_before_the_game() {
    let game = Told(Hex::new(3));
    let stop = AtomicBool::new(false);
    let keep = |pos: &_, _| solve(&game, pos, Task::new(Limits::NONE)).line.first().copied();
    let claim = Claim { player: Player::First, at_least: 1 };
    for plies in 1..=4 {
        let mut bytes = Vec::new();
        let extent = Extent { claims: &[claim], plies: Some(plies), most_positions: MOST };
        let written = write(&game, "test", &game.start(), extent, keep, &mut bytes).expect("won");
        let checked = check(&game, "test", &bytes[..], MOST).expect("a proof");
        assert_eq!(checked.claims, [claim]);
        assert_eq!(checked.positions, written.positions);
        let trusted = &checked.taken_on_trust;
        assert_eq!(trusted.len() as u64, written.taken_on_trust);
        assert!(!trusted.is_empty(), "nobody wins in {plies} plies by force");
        for (pos, claim) in trusted {
            assert_eq!(holds(&game, pos, *claim, MOST, &stop), Some(true));
            let too_much = Claim { at_least: 2, ..*claim };
            assert_eq!(holds(&game, pos, too_much, MOST, &stop), Some(false));
            assert_eq!(holds(&game, pos, *claim, 0, &stop), None);
        }
        let text = String::from_utf8(bytes).expect("text");
        let line = format!("plies {plies}\n");
        for (wrong, n) in [("plies 0\n", 4), ("plies x\n", 4), ("plies \n", 4)] {
            let lie = verify(&game, &summed(&text.replacen(&line, wrong, 1)));
            assert!(matches!(lie, Err(ProofError::Line { line, .. }) if line == n), "{wrong}");
        }
        assert!(verify(&game, &summed(&text.replacen(&line, "", 1))).is_err());
    }
}

#[test]
fn the_lot_finds_a_strategy_that_does_not_win() {
    let game = Told(Hex::new(3));
    let claim = Claim { player: Player::First, at_least: 1 };
    let extent = Extent { claims: &[claim], plies: Some(1), most_positions: MOST };
    let mut bytes = Vec::new();
    // A corner is a weak move.
    let keep = |pos: &_, _| game.moves(pos).next();
    write(&game, "test", &game.start(), extent, keep, &mut bytes).expect("nothing ends yet");
    let checked = check(&game, "test", &bytes[..], MOST).expect("the walk sees no end");
    let (pos, claim) = &checked.taken_on_trust[0];
    assert_eq!(holds(&game, pos, *claim, MOST, &AtomicBool::new(false)), Some(false));
}

#[test]
fn altered_proofs_are_refused() {
    let game = Told(TicTacToe);
    let (_, text) = proved(&game, &game.start());
    for n in 0..text.len() {
        assert!(verify(&game, &text[..n]).is_err(), "cut after {n} bytes");
        let mut altered = text.clone().into_bytes();
        altered[n] ^= 1;
        assert!(check(&game, "test", &altered[..], MOST).is_err(), "byte {n} altered");
    }
}

#[test]
fn lies_are_found_out() {
    let game = Told(TicTacToe);
    let (_, text) = proved(&game, &game.start());
    let lie = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        verify(&game, &summed(&text.replacen(from, to, 1)))
    };
    assert!(lie("position after", "position after").is_ok());
    assert!(matches!(lie("claim first 0", "claim first 1"), Err(ProofError::Fails { .. })));
    assert!(lie("claim first 0", "claim second 0").is_err());
    assert!(matches!(
        lie("claim first 0", "claim nobody 0"),
        Err(ProofError::Line { line: 4, .. })
    ));
    assert!(lie("position after ", "position after 0").is_err());
    assert!(matches!(lie("position after", "position before"), Err(ProofError::Position(_))));
    assert!(matches!(lie("game test", "game hex"), Err(ProofError::OtherGame { .. })));
    assert!(matches!(lie("henge proof 1", "henge proof 2"), Err(ProofError::Line { line: 1, .. })));
    assert!(matches!(lie(": 0", ": <9>"), Err(ProofError::NoSuchMove { index: 9, .. })));
    assert!(matches!(lie(": 0", ": <99999999999>"), Err(ProofError::Line { .. })));
    assert!(lie(": 0", ": 00").is_err());
    assert!(matches!(lie("\nclaim second", "0\nclaim second"), Err(ProofError::TooMany)));
    let first = text.find("\nclaim second").expect("two claims");
    let short = format!("{}{}", &text[..first - 1], &text[first..]);
    assert!(matches!(verify(&game, &summed(&short)), Err(ProofError::TooFew { .. })));
    let none = format!("{}sum \n", &text[..text.find("claim").expect("a claim")]);
    assert!(matches!(verify(&game, &summed(&none)), Err(ProofError::Line { .. })));
    assert!(matches!(
        check(&game, "test", text.as_bytes(), 10),
        Err(ProofError::TooLarge { most: 10 })
    ));
    // The same moves in a game with other rules.
    let other = Told(ConnectFour::new(4, 4));
    assert!(verify(&other, &text).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn made_up_games_are_proved(seed: u64, height in 1u8..7, width in 1u8..20, n_moves in 1u8..5) {
        let game = Told(Layers { seed, height, width, n_moves, points: 3 });
        let (value, _) = proved(&game, &game.start());
        prop_assert_eq!(f64::from(value), minimax::value(&game, &game.start(), Player::First));
    }

    /// Whatever moves it names, nothing proves what is not true.
    #[test]
    fn what_is_false_has_no_proof(
        seed: u64,
        moves in "[0-3]{0,60}",
        at_least in -3i32..4,
        second: bool,
    ) {
        let game = Told(Layers { seed, height: 5, width: 12, n_moves: 3, points: 3 });
        let player = Player::BOTH[usize::from(second)];
        let name = ["first", "second"][usize::from(second)];
        // With as many moves as are needed, should the claim hold.
        for n in 0..=moves.len() {
            let text = format!(
                "henge proof 1\ngame test\nposition after\nclaim {name} {at_least}\n: {}\nsum \n",
                &moves[..n]
            );
            if verify(&game, &summed(&text)).is_ok() {
                prop_assert!(minimax::value(&game, &game.start(), player) >= f64::from(at_least));
            }
        }
    }

    #[test]
    fn no_text_makes_the_checker_panic(body in "(?s).{0,200}", lines in proptest::collection::vec(
        prop_oneof!["henge proof 1", "game test", "position after( [0-9]){0,3}",
            "claim (first|second) -?[0-9]{1,12}", ": [0-9a-zA-Z<>]{0,20}", ".{0,20}"], 0..8)) {
        let game = Told(TicTacToe);
        _ = verify(&game, &body);
        let text = format!("{}\nsum \n", lines.join("\n"));
        _ = verify(&game, &summed(&text));
        let text = format!("henge proof 1\ngame test\nposition after\n{}\nsum \n", lines.join("\n"));
        _ = verify(&game, &summed(&text));
    }
}
