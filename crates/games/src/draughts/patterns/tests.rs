use henge_core::Notation;

use super::super::{Material, Variant};
use super::*;

fn game<W: Word>(variant: Variant) -> Draughts<W> {
    Draughts::new(variant).expect("a board that fits")
}

/// Some weights, each of them different.
fn some_weights(n: usize) -> Vec<f32> {
    (0..n).map(|i| ((i as u64).wrapping_mul(0x9e37_79b9) % 1000) as f32 / 1000.0 - 0.5).collect()
}

/// Positions of boards of all kinds.
const FENS: [(Variant, &str); 6] = [
    (Variant::Danish, "W:Wa1,b2,c3,Kh2:Bb6,Kg3,h8"),
    (Variant::Danish, "B:Wa1,d4:Bb6,e5,Ka7"),
    (Variant::International, "W:W31,32,38,K5:B12,13,K46,20"),
    (Variant::International, "B:W31,45,K6:B12,15,16"),
    (Variant::Turkish, "W:Wa3,b4,Kc5,h2:Bd6,Ke7,a6,b6"),
    (Variant::Canadian, "B:W50,51,57,K5:B12,13,14,K46,20"),
];

/// A check of each of them.
macro_rules! each_position {
    ($game:ident, $pos:ident, $fen:ident, $body:block) => {
        for (variant, $fen) in FENS {
            macro_rules! with {
                ($word:ty) => {{
                    let $game = game::<$word>(variant);
                    let $pos = $game.read_position($fen).expect($fen);
                    $body
                }};
            }
            if variant.rules().is_wide() { with!(u128) } else { with!(u64) }
        }
    };
}

#[test]
fn material_is_one_of_the_things_that_patterns_can_say() {
    each_position!(game, pos, fen, {
        let eval = Patterns::new(&game, &Patterns::material(&game));
        let right = Material.eval(&game, &pos, Player::First).0;
        let found = eval.eval(&game, &pos, Player::First).0;
        assert!((found - right).abs() <= 1, "{fen}: {found} {right}");
    });
}

/// What the search adds up from tables is what the features say.
#[test]
fn the_evaluation_is_the_sum_of_its_features() {
    each_position!(game, pos, fen, {
        let weights = some_weights(Patterns::n_weights(&game));
        let mut sum = 0.0;
        let features = PatternFeatures::new(&game);
        features.each(&game, &pos, &mut |i, x| sum += weights[i as usize] * x);
        let eval = Patterns::new(&game, &weights);
        let score = eval.eval(&game, &pos, pos.to_move()).0;
        assert!((score as f32 - sum * SCORE_OF_LOGIT).abs() <= 2.0, "{fen}: {score} {sum}");
        let other = eval.eval(&game, &pos, !pos.to_move()).0;
        assert_eq!(score, -other);
    });
}

/// Both players see the same board.
#[test]
fn turned_round_nothing_changes() {
    let game = game::<u64>(Variant::Danish);
    let eval = Patterns::new(&game, &some_weights(Patterns::n_weights(&game)));
    let value = |fen: &str| {
        let pos = game.read_position(fen).expect(fen);
        eval.eval(&game, &pos, pos.to_move()).0
    };
    assert_eq!(value("W:Wa1,b2,Kh2:Bb6,h8"), value("B:Bh8,g7,Ka7:Wg3,a1"));
}

/// Four rows of two squares: the men of a state stand where they should.
#[test]
fn patterns_lie_on_the_squares_they_should() {
    let game = game::<u64>(Variant::Danish);
    let layout = Layout::new(&game);
    let state = |pattern: usize, fen: &str| {
        let pos = game.read_position(fen).expect(fen);
        let mut found = None;
        layout.each_state(&pos, |at, state| found = found.or((at == pattern).then_some(state)));
        found.expect("a pattern of the board")
    };
    let first_tall = layout.n_wide();
    assert_eq!((layout.n_wide(), layout.n_patterns()), (7, 7 + 5 * 3));
    // a1 c1, b2 d2, a3 c3, b4 d4, in this order.
    assert_eq!(state(first_tall, "W:Wa1:Bh8"), 1);
    assert_eq!(state(first_tall, "W:Wh2:Bd2"), 2 * 27);
    assert_eq!(state(first_tall, "W:Wd4:Bh8"), 2187);
    assert_eq!(state(0, "W:Wg1,h2:Bb2"), 27 + 2 * 81 + 2187);
    assert_eq!(layout.turned(first_tall), layout.n_patterns() - 1);
}

#[test]
fn weights_are_read_as_they_were_written_or_refused() {
    let (danish, wide) = (game::<u64>(Variant::Danish), game::<u64>(Variant::International));
    let weights = some_weights(Patterns::n_weights(&danish));
    let bytes = write_weights(&danish, &weights);
    let again = read_weights(&danish, &bytes).expect("what was written");
    assert!(again.iter().zip(&weights).all(|(a, b)| (a - b).abs() < 1.0 / 64.0));
    assert_eq!(write_weights(&danish, &again), bytes);
    assert!(matches!(read_weights(&wide, &bytes), Err(WeightsError::OtherBoard { .. })));
    assert_eq!(read_weights(&danish, b"henge"), Err(WeightsError::Foreign));
    for n in [26, 28, bytes.len() - 1] {
        assert!(read_weights(&danish, &bytes[..n]).is_err(), "{n}");
    }
    let more = [&bytes[..], &[1]].concat();
    assert!(matches!(read_weights(&danish, &more), Err(WeightsError::Damaged { .. })));
}

/// Files from before there were tall patterns gave both views of a pattern weights of their own.
#[test]
fn old_files_mean_what_they_meant() {
    let game = game::<u64>(Variant::Danish);
    let layout = Layout::new(&game);
    let (n_wide, n_plain) = (layout.n_wide(), 2 * layout.n_squares() + 1);
    let n = n_wide * STATES + n_plain;
    let old: Vec<i16> = (0..PHASES * n).map(|i| (i as i16).wrapping_mul(12_345) / 100).collect();
    let mut bytes = b"henge draughts weights 1\n\x08\x04".to_vec();
    old.iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
    let eval = Patterns::from_bytes(&game, &bytes).expect("a file of the first kind");
    for fen in ["W:Wa1,b2,c3,e5,Kh2:Bb6,Kg3,h8", "W:Wa1,d4:Bb6,e7,Ka7"] {
        let pos = game.read_position(fen).expect(fen);
        let (late, mut sum) = (gone(&pos, 24) as f32 / 24.0, 0.0);
        let mut add = |i: usize, sign: f32| {
            sum += sign * (f32::from(old[i]) * (1.0 - late) + f32::from(old[n + i]) * late);
        };
        layout.each_state(&pos, |pattern, state| {
            if pattern < n_wide && state != 0 {
                let reversed = (0..SQUARES as u32)
                    .fold(0, |other, digit| 3 * other + [0, 2, 1][state / 3usize.pow(digit) % 3]);
                add(pattern * STATES + state, 1.0);
                add((n_wide - 1 - pattern) * STATES + reversed, -1.0);
            }
        });
        let (kings, men) = (n_wide * STATES, n_wide * STATES + layout.n_squares());
        for (player, sign) in [(Player::First, 1.0), (Player::Second, -1.0)] {
            layout.each_square(pos.kings(player), player, |i| add(kings + i, sign));
            layout.each_square(pos.men(player), player, |i| add(men + i, sign));
        }
        add(n - 1, 1.0);
        let right = sum / 256.0 * SCORE_OF_LOGIT;
        let found = eval.eval(&game, &pos, Player::First).0 as f32;
        assert!((found - right).abs() <= 2.0, "{fen}: {found} {right}");
    }
}
