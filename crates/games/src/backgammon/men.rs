/// The index of men that were borne off.
pub const OFF: usize = 0;
/// The index of men on the bar.
pub const BAR: usize = 25;

/// Where the men of both sides are, as the side on roll sees it.
///
/// Each side counts from its own home: 0 is off the board, 1 to 24 are the points, of which 1 to 6
/// are home, and 25 is the bar. Men move downwards, and the other side's point `p` is `25 - p` here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Men {
    /// The men of the side on roll.
    pub mine: [u8; 26],
    /// The men of the other side, counted from its own home.
    pub theirs: [u8; 26],
}

impl Men {
    /// Nobody on the board.
    pub const NONE: Men = Men { mine: [0; 26], theirs: [0; 26] };

    /// The usual start: two men on 24, five on 13, three on 8, five on 6, on both sides alike.
    pub const fn start() -> Men {
        Men::alike(&[(24, 2), (13, 5), (8, 3), (6, 5)])
    }

    /// Both sides with these numbers of men on these points.
    pub const fn alike(points: &[(usize, u8)]) -> Men {
        let mut side = [0; 26];
        let mut i = 0;
        while i < points.len() {
            side[points[i].0] = points[i].1;
            i += 1;
        }
        Men { mine: side, theirs: side }
    }

    /// The same board as the other side sees it.
    #[inline]
    pub const fn swapped(&self) -> Men {
        Men { mine: self.theirs, theirs: self.mine }
    }

    /// How many points all men together have still to go: mine, then theirs. From the bar it is 25.
    #[inline]
    pub fn pips(&self) -> [u32; 2] {
        let count = |side: &[u8; 26]| {
            side.iter().zip(0..).map(|(&men, point): (_, u32)| u32::from(men) * point).sum()
        };
        [count(&self.mine), count(&self.theirs)]
    }

    /// Have the two sides passed each other, so that nobody can be hit or blocked any more?
    #[inline]
    pub fn is_race(&self) -> bool {
        rearmost(&self.mine) + rearmost(&self.theirs) < 25
    }

    /// How many men each side has, those borne off included: mine, then theirs.
    pub fn n_men(&self) -> [u32; 2] {
        [&self.mine, &self.theirs].map(|side| side.iter().map(|&men| u32::from(men)).sum())
    }

    /// What the game counts to the side on roll, if one side has borne off all its men: 1, 2 for a
    /// gammon (the loser bore off nobody), 3 for a backgammon (and has men on the bar or in the
    /// winner's home); negative if the other side has won.
    #[inline]
    pub fn points(&self) -> Option<i8> {
        if rearmost(&self.mine) == 0 {
            Some(lost(&self.theirs))
        } else if rearmost(&self.theirs) == 0 {
            Some(-lost(&self.mine))
        } else {
            None
        }
    }
}

/// The highest index on which a side has men, the bar included; 0 if all are off.
#[inline]
pub fn rearmost(side: &[u8; 26]) -> usize {
    side.iter().rposition(|&men| men > 0).unwrap_or(OFF)
}

/// What a side has lost whose opponent has borne off all men.
#[inline]
fn lost(side: &[u8; 26]) -> i8 {
    match side[OFF] {
        0 if rearmost(side) >= 19 => 3,
        0 => 2,
        _ => 1,
    }
}
