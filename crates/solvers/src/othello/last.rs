//! The last squares. All of these answer a null window: a score above `alpha`, or one that is not.

use henge_games::othello::turned_over;

/// How many discs a disc turns over on a line that is full otherwise, by its place on the line and by
/// the discs of its own colour there. Where a line is shorter, what is beside it has no disc of that colour.
static ON_LINE: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let (mut up, mut n) = (place + 1, 0);
            while up < 8 && own >> up & 1 == 0 {
                (up, n) = (up + 1, n + 1);
            }
            let mut turned = if up < 8 { n } else { 0 };
            let (mut down, mut n) = (place, 0);
            while down > 0 && own >> (down - 1) & 1 == 0 {
                (down, n) = (down - 1, n + 1);
            }
            turned += if down > 0 { n } else { 0 };
            counts[place][own] = turned;
            own += 1;
        }
        place += 1;
    }
    counts
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square as i32 % 8, square as i32 / 8);
        let mut other = 0;
        while other < 64 {
            let (dx, dy) = (other % 8 - x, other / 8 - y);
            if dx == dy {
                lines[square][0] |= 1 << other;
            }
            if dx == -dy {
                lines[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    lines
};

/// How many discs are turned over by a disc on the last empty square.
#[inline(always)]
fn last_turned(own: u64, square: u32) -> i32 {
    let (column, row) = (square as usize & 7, square as usize >> 3);
    const DOWN: u64 = 0x0101_0101_0101_0101;
    let row_bits = (own >> (8 * row)) as usize & 255;
    let column_bits = ((own >> column & DOWN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let [falling, rising] = DIAGONALS[square as usize & 63]
        .map(|line| ((own & line).wrapping_mul(DOWN) >> 56) as usize);
    let along = &ON_LINE[column];
    let n = along[row_bits] + along[falling] + along[rising] + ON_LINE[row][column_bits];
    n.into()
}

/// The squares around each square.
static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square as i32 % 8, square as i32 / 8);
        let mut other = 0;
        while other < 64 {
            let (dx, dy) = (other % 8 - x, other / 8 - y);
            if dx * dx <= 1 && dy * dy <= 1 && dx * dx + dy * dy > 0 {
                around[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    around
};

/// What a disc on an empty square turns over.
#[inline(always)]
fn turned(own: u64, other: u64, square: u32) -> u64 {
    match AROUND[square as usize & 63] & other {
        0 => 0,
        _ => turned_over(own, other, square),
    }
}

/// The score when the game is over: `left` squares stay empty and go to the winner.
#[inline(always)]
pub(super) fn over(own: u64, cells: i32, left: i32) -> i32 {
    let own = own.count_ones() as i32;
    let lead = 2 * own - (cells - left);
    lead + lead.signum() * left
}

/// Positions visited, and the squares of the board.
pub(super) struct Last {
    pub nodes: u64,
    pub cells: i32,
}

impl Last {
    /// With one empty square, where the player to move may have to pass.
    #[inline(always)]
    fn last_one(&self, own: u64, other: u64, square: u32) -> i32 {
        let lead = 2 * own.count_ones() as i32 - (self.cells - 1);
        match last_turned(own, square) {
            0 => match last_turned(other, square) {
                0 => lead + lead.signum(),
                n => lead - 1 - 2 * n,
            },
            n => lead + 1 + 2 * n,
        }
    }

    #[inline(always)]
    fn two(&mut self, own: u64, other: u64, alpha: i32, a: u32, b: u32) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        for (square, rest) in [(a, b), (b, a)] {
            let turned = turned(own, other, square);
            if turned != 0 {
                let next = own | turned | 1 << square;
                best = best.max(-self.last_one(other & !turned, next, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != i32::MIN {
            return best;
        }
        // A pass: the other player wants less than `alpha + 1` for us.
        for (square, rest) in [(a, b), (b, a)] {
            let turned = turned(other, own, square);
            if turned != 0 {
                let next = other | turned | 1 << square;
                let score = self.last_one(own & !turned, next, rest);
                best = if best == i32::MIN { score } else { best.min(score) };
                if best <= alpha {
                    return best;
                }
            }
        }
        if best == i32::MIN { over(own, self.cells, 2) } else { best }
    }

    #[inline(always)]
    fn three(&mut self, own: u64, other: u64, alpha: i32, [a, b, c]: [u32; 3]) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let turned = turned(own, other, square);
            if turned != 0 {
                let next = own | turned | 1 << square;
                best = best.max(-self.two(other & !turned, next, -alpha - 1, x, y));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != i32::MIN {
            return best;
        }
        for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let turned = turned(other, own, square);
            if turned != 0 {
                let next = other | turned | 1 << square;
                let score = self.two(own & !turned, next, alpha, x, y);
                best = if best == i32::MIN { score } else { best.min(score) };
                if best <= alpha {
                    return best;
                }
            }
        }
        if best == i32::MIN { over(own, self.cells, 3) } else { best }
    }

    /// With four empty squares, those first that are alone in their part of the board.
    pub fn four(&mut self, own: u64, other: u64, alpha: i32, squares: [u32; 4]) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = squares;
        let ways = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
        let mut best = i32::MIN;
        for (square, rest) in ways {
            let turned = turned(own, other, square);
            if turned != 0 {
                let next = own | turned | 1 << square;
                best = best.max(-self.three(other & !turned, next, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != i32::MIN {
            return best;
        }
        for (square, rest) in ways {
            let turned = turned(other, own, square);
            if turned != 0 {
                let next = other | turned | 1 << square;
                let score = self.three(own & !turned, next, alpha, rest);
                best = if best == i32::MIN { score } else { best.min(score) };
                if best <= alpha {
                    return best;
                }
            }
        }
        if best == i32::MIN { over(own, self.cells, 4) } else { best }
    }
}
