use henge_core::{Eval, Margins, Player, Score};

use super::moves::Move;
use super::rules::{Draughts, Position};
use super::variant::King;
use super::word::Word;

/// Counts men and kings, and how far the men have come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// A man on his first row.
const MAN: i64 = 100;
/// For each row he has come forward.
const ROW: i64 = 2;

/// A king that flies is worth about three men, one that goes step by step half as much more as a man.
pub(super) fn king(range: King) -> i64 {
    match range {
        King::Flying => 300,
        King::Short => 150,
    }
}

/// A man in a row, from 0.
pub(super) fn man(row: usize) -> i64 {
    MAN + ROW * row as i64
}

/// How far a search may cut corners, where a man is worth a hundred.
pub(super) const MARGINS: Margins =
    Margins { reduction: 100, surplus: 60, futility: 50, unknown: 2, forced: 1, ..Margins::NONE };

impl<W: Word> Eval<Draughts<W>> for Material {
    type State = ();

    fn eval(&self, game: &Draughts<W>, pos: &Position<W>, player: Player) -> Score {
        let worth = |player: Player| {
            let rows: i64 = (0..)
                .zip(game.rows_of(player))
                .map(|(row, &squares)| i64::from((pos.men(player) & squares).len()) * man(row))
                .sum();
            rows + i64::from(pos.kings(player).len()) * king(game.rules.king)
        };
        Score::estimate(worth(player) - worth(!player))
    }

    /// Not while something must be taken.
    fn stable(&self, game: &Draughts<W>, pos: &Position<W>, _: &mut ()) -> bool {
        !game.must_capture(pos)
    }

    fn arrange(&self, game: &Draughts<W>, pos: &Position<W>, moves: &mut Vec<Move<W>>) {
        arrange_captures(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        // Men and kings alone say less, and err by more.
        Margins { reduction: 50, futility: 150, unknown: 1, width: 8, ..MARGINS }
    }
}

/// Moves that take most, then those that make a king.
pub(super) fn arrange_captures<W: Word>(
    game: &Draughts<W>,
    pos: &Position<W>,
    moves: &mut [Move<W>],
) {
    let me = pos.to_move();
    let (men, last_row) = (pos.men(me), game.last_row[me.index()]);
    let promotes = |mv: &Move<W>| {
        !(W::bit(mv.to()) & last_row).is_empty() && !(W::bit(mv.from()) & men).is_empty()
    };
    // Most positions have nothing to tell apart.
    if moves.iter().any(|mv| mv.is_capture() || promotes(mv)) {
        moves
            .sort_by_key(|mv| std::cmp::Reverse(2 * mv.captured().len() + u32::from(promotes(mv))));
    }
}
