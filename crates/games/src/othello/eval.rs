//! Evaluations by hand, for boards of all sizes.

use henge_core::{Eval, Margins, Player, Score};

use super::rules::{Move, Othello, Position};
use super::word::Word;

/// More discs are better: what beginners think, and what everything else is measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl<W: Word> Eval<Othello<W>> for Discs {
    type State = ();

    fn eval(&self, _: &Othello<W>, pos: &Position<W>, player: Player) -> Score {
        Score::estimate(10 * (i64::from(pos.count(player)) - i64::from(pos.count(!player))))
    }
}

/// Judges by what can be moved and what cannot be taken back: mobility now, squares where a disc of the
/// other player touches an empty one, corners, and the squares beside free corners (Rosenbloom 1982).
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

/// What corners are worth, and discs beside a free one, along the edge and diagonally.
pub(super) const CORNER: i64 = 80;
pub(super) const BESIDE: [i64; 2] = [-12, -30];
/// What all moves are worth if the other player has none, and each empty square that he touches and one does
/// not.
pub(super) const MOBILITY: i64 = 100;
pub(super) const BORDER: i64 = 2;

impl<W: Word> Eval<Othello<W>> for Mobility {
    type State = ();

    fn eval(&self, game: &Othello<W>, pos: &Position<W>, player: Player) -> Score {
        let (own, other) = pos.own_and_other();
        let (mine, theirs) = (pos.targets().len(), game.moves_of_other(pos).len());
        let mobility =
            (i64::from(mine) - i64::from(theirs)) * MOBILITY / i64::from(mine + theirs + 2);
        let empty = game.empty(pos);
        let border = BORDER * border(game, pos);
        let corners = shore(game, own, empty) - shore(game, other, empty);
        let left = i64::from(empty.len());
        let all = i64::from(game.size() * game.size());
        // Discs themselves count late.
        let discs = i64::from(own.len()) - i64::from(other.len());
        let late = if left * 6 < all { discs * 4 } else { 0 };
        let value = mobility + border + corners + late;
        Score::estimate(if player == pos.to_move() { value } else { -value })
    }

    fn arrange(&self, game: &Othello<W>, pos: &Position<W>, moves: &mut Vec<Move>) {
        arrange(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        MARGINS
    }
}

/// How far the search may cut corners.
pub(super) const MARGINS: Margins = Margins { reduction: 40, ..Margins::NONE };

/// How many more empty squares lie behind rows of the other player's discs than behind those of the player to
/// move: who has many discs at the border gives the other many moves later.
pub(super) fn border<W: Word>(game: &Othello<W>, pos: &Position<W>) -> i64 {
    let (own, other) = pos.own_and_other();
    let empty = game.empty(pos);
    let touched = |discs: W| i64::from((W::enclosing(empty, discs) & empty).len());
    touched(other) - touched(own)
}

/// Corners, and discs beside free ones.
fn shore<W: Word>(game: &Othello<W>, discs: W, empty: W) -> i64 {
    let mut total = 0;
    for (corner, neighbours) in corners(game) {
        if !(discs & corner).is_empty() {
            total += CORNER;
        } else if !(empty & corner).is_empty() {
            let [edges, inside] = neighbours.map(|set| i64::from((set & discs).len()));
            total += BESIDE[0] * edges + BESIDE[1] * inside;
        }
    }
    total
}

/// Each corner with its neighbours on the edges and its diagonal neighbour.
pub(super) fn corners<W: Word>(game: &Othello<W>) -> [(W, [W; 2]); 4] {
    let last = game.size() - 1;
    let at = |column: u32, row: u32| W::bit(row * W::STRIDE + column);
    let step = |end: u32| if end == 0 { 1 } else { end - 1 };
    [(0, 0), (last, 0), (0, last), (last, last)].map(|(column, row)| {
        let edges = at(step(column), row) | at(column, step(row));
        (at(column, row), [edges, at(step(column), step(row))])
    })
}

/// Moves that leave the other player little choice come first, and corners before all.
pub(super) fn arrange<W: Word>(game: &Othello<W>, pos: &Position<W>, moves: &mut [Move]) {
    if moves.len() < 2 {
        return;
    }
    let (own, other) = pos.own_and_other();
    let empty = game.empty(pos);
    let corners = corners(game);
    moves.sort_by_cached_key(|mv| {
        let Some(square) = mv.square() else { return 0 };
        let bit = W::bit(square);
        let turned = W::turned_over(own, other, square);
        let (own, other) = (own | turned | bit, other & !turned);
        let replies = i64::from((W::enclosing(other, own) & empty & !bit).len());
        let mut key = 4 * replies;
        for (corner, [edges, inside]) in corners {
            if corner == bit {
                key -= 40;
            } else if !(corner & empty).is_empty() {
                key += if inside == bit {
                    16
                } else if edges & bit != W::NONE {
                    6
                } else {
                    0
                };
            }
        }
        key
    });
}
