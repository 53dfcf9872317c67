//! What the program knows of a board in numbers: the statistics of each side.

use henge_games::backgammon::{BAR, Men, OFF};
use serde::Serialize;

/// The men of a side at the start have so many points to go.
pub const START_PIPS: i32 = 167;
/// The head of a block that nobody has begun.
const FIRST_HEAD: usize = 6;
/// A block has room for so many points.
const BLOCK_POINTS: usize = 6;

/// The numbers of one side; points are counted from its own home.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// Points that the men have advanced since the start; men sent back reduce it.
    pub advance: i32,
    /// Points that the men have to advance before the first can be borne off.
    pub bear_off_distance: u32,
    /// Own home points held by two men or more.
    pub home_points: u8,
    /// Points held in the other side's home.
    pub far_home_points: u8,
    /// Men not yet borne off.
    pub men_left: u8,
    /// Where the rearmost men on the board are; 0 if there are none.
    pub rear: u8,
    /// Where the next after the rearmost are; 0 if there are none.
    pub next_rear: u8,
    /// Men on the bar.
    pub bar: u8,
    /// The block.
    pub block: Block,
}

/// Six points in a row in which a side builds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Block {
    /// The foremost point of it.
    pub head: u8,
    /// The last one.
    pub tail: u8,
    /// Points in it that the side holds.
    pub held: u8,
    /// Points in it that the other side holds.
    pub opposed: u8,
    /// How likely it is to become better, 0 to 99.
    pub chance: u8,
}

impl Block {
    /// The potential as one number XYZZ: points held, points the other side holds, chance to improve.
    pub fn potential(&self) -> u32 {
        u32::from(self.held) * 1000 + u32::from(self.opposed) * 100 + u32::from(self.chance)
    }
}

/// The numbers of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Statistics {
    /// The side on roll.
    pub mine: Side,
    /// The other side.
    pub theirs: Side,
    /// How far the rearmost men of both sides have to pass each other, times the number of these men.
    pub overlap: u32,
}

impl Statistics {
    /// Counts everything.
    pub fn new(men: &Men) -> Statistics {
        let [mine, theirs] = [side(&men.mine, &men.theirs), side(&men.theirs, &men.mine)];
        Statistics { mine, theirs, overlap: overlap(men, &mine, &theirs) }
    }

    /// How many points the side on roll has advanced more than the other.
    pub fn point_advantage(&self) -> i32 {
        self.mine.advance - self.theirs.advance
    }

    /// The same from the other chair.
    pub fn swapped(&self) -> Statistics {
        Statistics { mine: self.theirs, theirs: self.mine, overlap: self.overlap }
    }

    /// Can somebody still be hit? Men on the bar have to pass everybody.
    pub fn is_contact(&self) -> bool {
        self.overlap > 0 || self.mine.bar > 0 || self.theirs.bar > 0
    }
}

fn side(own: &[u8; 26], other: &[u8; 26]) -> Side {
    let pips: i32 = own.iter().zip(0..).map(|(&men, point)| i32::from(men) * point).sum();
    let beyond = |point: u32| point.saturating_sub(6);
    let bear_off_distance =
        own.iter().zip(0..).map(|(&men, point)| u32::from(men) * beyond(point)).sum();
    let held = |range: std::ops::RangeInclusive<usize>| {
        range.filter(|&point| own[point] > 1).count() as u8
    };
    let mut from_behind = (1..BAR).rev().filter(|&point| own[point] > 0).map(|point| point as u8);
    let rear = from_behind.next().unwrap_or(0);
    let next_rear = from_behind.next().unwrap_or(0);
    Side {
        // Borne off they have advanced the most, on the bar not at all.
        advance: START_PIPS - pips,
        bear_off_distance,
        home_points: held(1..=6),
        far_home_points: held(19..=24),
        men_left: own[1..].iter().sum(),
        rear,
        next_rear,
        bar: own[BAR],
        block: block(own, other),
    }
}

/// The original remembered the head and moved it to a held point one or two before it. Here that is
/// done from the first place onwards until it ends, so that the board alone tells the block.
fn block(own: &[u8; 26], other: &[u8; 26]) -> Block {
    let mut head = FIRST_HEAD;
    while let Some(next) = (head.saturating_sub(2).max(1)..head).find(|&point| own[point] > 1) {
        head = next;
    }
    let tail = head + BLOCK_POINTS - 1;
    let (mut held, mut opposed, mut gaps, mut helpers) = (0, 0, 0, 0);
    for point in head..=tail {
        held += u8::from(own[point] > 1);
        if other[BAR - point] > 1 {
            opposed += 1;
            continue;
        }
        // Points that are held count as gaps to be filled here; so did the original, and only so does
        // its number for the start, 2008, come out.
        gaps += 1;
        let worth = if own[point] == 1 { 2 } else { 1 };
        let behind = point + 1..=(point + 6).min(24);
        let spare = |&from: &usize| if from > tail { own[from] > 0 } else { own[from] > 2 };
        helpers += worth * behind.filter(spare).count();
    }
    // Nothing is left to improve where all is held.
    let perfect = usize::from(held) == BLOCK_POINTS || gaps == 0;
    // Twelve helpers a gap are the most.
    let chance = if perfect { 0 } else { (helpers * 100 / (gaps * 12)).saturating_sub(1).min(99) };
    Block { head: head as u8, tail: tail as u8, held, opposed, chance: chance as u8 }
}

fn overlap(men: &Men, mine: &Side, theirs: &Side) -> u32 {
    let (rear, front) = (mine.rear, 25 - theirs.rear);
    if theirs.rear == 0 || rear < front {
        return 0;
    }
    let n = men.mine[usize::from(rear)] + men.theirs[usize::from(theirs.rear)];
    u32::from(rear - front + 1) * u32::from(n)
}

/// What a win is worth by the document's own count: the points the loser had still to go.
pub fn win_value(loser: &[u8; 26]) -> u32 {
    loser.iter().zip(OFF as u32..).map(|(&men, point)| u32::from(men) * point).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_the_printed_numbers() {
        // Document, listing of SETUP: bear-off 77, men 15, overlap 96, one home point of each side,
        // rear 24 and 13, tail 11, potential 2008.
        let stats = Statistics::new(&Men::start());
        let side = stats.mine;
        assert_eq!((side.advance, side.bear_off_distance, side.men_left), (0, 77, 15));
        assert_eq!((side.home_points, side.far_home_points), (1, 1));
        assert_eq!((side.rear, side.next_rear, side.bar), (24, 13, 0));
        assert_eq!((side.block.head, side.block.tail), (6, 11));
        assert_eq!(side.block.potential(), 2008);
        assert_eq!(stats.overlap, 96);
        assert_eq!(stats, stats.swapped());
    }

    #[test]
    fn a_perfect_block_is_6000() {
        let men = Men::alike(&[(9, 2), (8, 2), (7, 2), (6, 2), (5, 2), (4, 2), (20, 3)]);
        let men = Men { theirs: Men::alike(&[(1, 2)]).theirs, ..men };
        let block = Statistics::new(&men).mine.block;
        assert_eq!((block.head, block.tail, block.potential()), (4, 9, 6000));
    }

    #[test]
    fn passed_men_overlap_no_more() {
        let men = Men::alike(&[(6, 5), (12, 2)]);
        assert_eq!(Statistics::new(&men).overlap, 0);
        // Twelve and twelve stand on neighbouring points and look away; thirteen has one to go.
        let men = Men { mine: Men::alike(&[(13, 2)]).mine, ..men };
        assert_eq!(Statistics::new(&men).overlap, 4);
    }

    #[test]
    fn a_man_on_the_bar_has_lost_his_way() {
        let mut men = Men::start();
        men.mine[24] = 1;
        men.mine[25] = 1;
        let side = Statistics::new(&men).mine;
        assert_eq!((side.advance, side.bear_off_distance, side.bar), (-1, 78, 1));
    }
}
