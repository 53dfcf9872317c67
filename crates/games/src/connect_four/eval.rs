use henge_core::{Eval, Player, Score};

use super::lines::Counted;
use super::rules::{ConnectFour, Position};

/// The evaluation of the book from which the framework comes: over every line of four that holds
/// discs of one colour only, 0, 2, 10 or 50 for 0, 1, 2 or 3 of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source;

const WORTH: [i64; 5] = [0, 2, 10, 50, 10_000];

impl Eval<ConnectFour> for Source {
    type State = ();

    fn eval(&self, game: &ConnectFour, pos: &Position, player: Player) -> Score {
        let [own, other] = [player, !player].map(|player| pos.discs()[player.index()]);
        Score::estimate(worth(game, own, other) - worth(game, other, own))
    }
}

/// The worth of all lines that `own` may still fill, by bit-sliced counting: how many lines begin at
/// a cell with one, two or three discs is counted for all cells at once.
fn worth(game: &ConnectFour, own: u64, other: u64) -> i64 {
    let lines = &game.lines;
    let mut total = 0;
    for step in lines.steps() {
        let Some(Counted { open, ones, twos, fours }) = lines.counted(own, other, step) else {
            continue;
        };
        let count = |lines: u64| i64::from((lines & open).count_ones());
        total += WORTH[1] * count(ones & !twos)
            + WORTH[2] * count(twos & !ones & !fours)
            + WORTH[3] * count(ones & twos)
            + WORTH[4] * count(fours);
    }
    total
}

/// Judges by threats: empty cells that would complete four.
///
/// When the columns fill up, somebody must at last play below a threat. On a board with an even
/// number of rows whoever began gets the odd rows then, and his opponent the even ones, so that a
/// threat counts for much where its owner will be led to it, and the lowest such threat decides
/// (Allen 1989, Allis 1988). Below that, lines still open count as in [`Source`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl Eval<ConnectFour> for Threats {
    type State = ();

    fn eval(&self, game: &ConnectFour, pos: &Position, player: Player) -> Score {
        let (lines, mask) = (&game.lines, pos.own_and_mask().1);
        let threats = pos.discs().map(|discs| lines.winning(discs, mask));
        let playable = lines.playable(mask);
        let mover = pos.to_move();
        let [own, other] = [mover, !mover].map(|player| threats[player.index()] & playable);
        let to_mover = |value: i64| Score::estimate(if mover == player { value } else { -value });
        if own != 0 {
            return to_mover(WON);
        }
        if other.count_ones() > 1 || other & threats[(!mover).index()] >> 1 != 0 {
            return to_mover(-WON);
        }
        let first = worth_to_first(game, pos, threats, playable);
        Score::estimate(if player == Player::First { first } else { -first })
    }

    /// Not while somebody must stop four in a row.
    fn stable(&self, game: &ConnectFour, pos: &Position, _: &mut ()) -> bool {
        let mask = pos.own_and_mask().1;
        let threats = pos.discs().map(|discs| game.lines.winning(discs, mask));
        (threats[0] | threats[1]) & game.lines.playable(mask) == 0
    }

    fn arranges(&self) -> bool {
        true
    }

    /// Those that win, then those that stop a win, then by the threats they make and by the middle.
    fn arrange(&self, game: &ConnectFour, pos: &Position, moves: &mut Vec<super::Move>) {
        let (own, mask) = pos.own_and_mask();
        let lines = &game.lines;
        let threats = [own, mask ^ own].map(|discs| lines.winning(discs, mask));
        let middle = i64::from(lines.columns - 1);
        moves.sort_by_cached_key(|&mv| {
            let cell = 1u64 << (mv.0 & 63);
            let wins = i64::from(threats[0] & cell != 0) * 1000;
            let stops = i64::from(threats[1] & cell != 0) * 500;
            let gives = i64::from(threats[1] & cell << 1 != 0) * 200;
            let made = lines.winning(own | cell, mask | cell).count_ones();
            let off = (2 * i64::from(game.column(mv)) - middle).abs();
            off - 16 * i64::from(made) - wins - stops + gives
        });
    }
}

/// A win within two plies, as an estimate.
const WON: i64 = 100_000;

/// The worth of the position to the first player.
fn worth_to_first(game: &ConnectFour, pos: &Position, threats: [u64; 2], playable: u64) -> i64 {
    let lines = &game.lines;
    let [first, second] = pos.discs();
    // Whoever answers in the same column gets `upper`. That is the second player on a board with
    // an even number of cells, and with an odd number of rows things are less clear.
    let odd = lines.board & !lines.upper;
    let mut total = worth(game, first, second) - worth(game, second, first);
    let mut first_lead = [0; 2];
    for column in 0..lines.columns {
        let column = lines.column(column);
        let [one, two] = threats.map(|threats| threats & column & !playable);
        // What lies above a threat of the opponent's kind is out of reach.
        let lead_one = lowest(one & odd);
        let lead_two = lowest(two & lines.upper);
        if lead_one != 0 && (lead_two == 0 || lead_one < lead_two) {
            first_lead[0] += 1;
            total += height_bonus(lines.rows, lead_one, column);
        } else if lead_two != 0 {
            first_lead[1] += 1;
            total -= height_bonus(lines.rows, lead_two, column) / 2;
        }
        let other = |threats: u64| i64::from(threats.count_ones());
        total += 20 * (other(one) - other(two));
    }
    if lines.rows.is_multiple_of(2) {
        // One odd threat without an answer turns the zugzwang; without one the second player
        // has it.
        total += match first_lead {
            [0, 0] => -15,
            [0, _] => -150,
            [_, 0] => 250,
            [one, two] => 60 * (i64::from(one) - i64::from(two)),
        };
    }
    total
}

/// The lowest cell of a set.
fn lowest(cells: u64) -> u64 {
    cells & cells.wrapping_neg()
}

/// Low threats come first when the columns fill up.
fn height_bonus(rows: u32, threat: u64, column: u64) -> i64 {
    let row = threat.trailing_zeros() - column.trailing_zeros();
    60 + 20 * i64::from(rows.saturating_sub(row))
}
