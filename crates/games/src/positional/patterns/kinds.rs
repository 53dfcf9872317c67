//! What a stone on an empty site does on all its lanes together.

use std::ops::{AddAssign, SubAssign};

use super::classes::Class;
use super::combos::{AT_ONCE, Combos};
use super::weights::Weights;

/// What a player threatens with a stone on a site, the strongest first but for the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub(super) enum Kind {
    /// It wins.
    Five,
    /// An open four or two fours: it wins with the next stone.
    OpenFour,
    /// A four, and a three that becomes an open four.
    FourThree,
    /// A four, and something that may become a threat on another lane.
    FourAndMore,
    /// A four.
    Four,
    /// Two threes, each of which becomes an open four.
    TwoThrees,
    /// A three that becomes an open four.
    Three,
    /// Nothing that has to be answered.
    #[default]
    Quiet,
}

impl Kind {
    /// Every kind of threat.
    pub const ALL: [Kind; Kind::THREATS] = [
        Kind::Five,
        Kind::OpenFour,
        Kind::FourThree,
        Kind::FourAndMore,
        Kind::Four,
        Kind::TwoThrees,
        Kind::Three,
    ];
    /// How many there are.
    pub const THREATS: usize = Kind::Quiet as usize;
}

/// What is known of a site for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Summary {
    /// What the site is worth.
    pub worth: Worth,
    /// How much a stone here promises: its owner, and an opponent who is there first.
    pub urgency: [i16; 2],
    /// Lanes with a five, an open four, a four and an open three: four bits each.
    counts: u16,
    /// There is a lane that is worth something and no four yet.
    more: bool,
    pub kind: Kind,
}

/// What something is worth to a player who is to move, and to one who waits: two numbers that are added at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Worth(i64);

impl Worth {
    #[inline]
    pub fn new(to_move: i32, waiting: i32) -> Worth {
        Worth((i64::from(waiting) << 32) + i64::from(to_move))
    }

    #[inline]
    pub fn to_move(self) -> i32 {
        self.0 as i32
    }

    #[inline]
    pub fn waiting(self) -> i32 {
        ((self.0 - i64::from(self.to_move())) >> 32) as i32
    }
}

impl AddAssign for Worth {
    #[inline]
    fn add_assign(&mut self, other: Worth) {
        self.0 += other.0;
    }
}

impl SubAssign for Worth {
    #[inline]
    fn sub_assign(&mut self, other: Worth) {
        self.0 -= other.0;
    }
}

/// What so many lanes of each threatening class come to.
fn kind(counts: u16, more: bool) -> Kind {
    let n = |place: u32| counts >> (4 * place) & 15;
    match (n(0), n(1), n(2), n(3)) {
        (1.., ..) => Kind::Five,
        (_, 1.., ..) | (_, _, 2.., _) => Kind::OpenFour,
        (_, _, 1, 1..) => Kind::FourThree,
        (_, _, 1, _) if more => Kind::FourAndMore,
        (_, _, 1, _) => Kind::Four,
        (_, _, _, 2..) => Kind::TwoThrees,
        (_, _, _, 1) => Kind::Three,
        _ => Kind::Quiet,
    }
}

/// The summaries of all combinations of classes on four lanes.
#[derive(Debug)]
pub(super) struct Summaries {
    sums: Box<[Summary]>,
    promises: [[i16; Kind::THREATS + 1]; 2],
}

impl Summaries {
    pub fn new(combos: &Combos, weights: &Weights) -> Summaries {
        let of = |(number, classes): (usize, &[Class; AT_ONCE])| {
            let mut sum = Summary::default();
            for &class in classes {
                let place = match class {
                    Class::Five => Some(0),
                    Class::OpenFour => Some(1),
                    Class::Four => Some(2),
                    Class::OpenThree | Class::WideThree => Some(3),
                    _ => None,
                };
                sum.counts += place.map_or(0, |place| 1 << (4 * place));
                sum.more |= (Class::Two..Class::Four).contains(&class);
                sum.urgency[0] += weights.urgency[class as usize];
            }
            let [to_move, waiting] = [0, 1].map(|role| i32::from(weights.worth[role][number]));
            sum.worth = Worth::new(to_move, waiting);
            finished(sum, &weights.promises)
        };
        let all: Vec<Summary> = combos.all().enumerate().map(of).collect();
        let sums = (0..=u16::MAX).map(|packed| all[combos.number(packed)]).collect();
        Summaries { sums, promises: weights.promises }
    }

    /// The summary of a site whose classes stand in these bits, four for each lane.
    #[inline]
    pub fn of(&self, packed: u64) -> Summary {
        let sum = self.sums[usize::from(packed as u16)];
        if packed >> 16 == 0 { sum } else { self.of_many(sum, packed >> 16) }
    }

    /// With the lanes beyond the first four.
    fn of_many(&self, mut sum: Summary, mut rest: u64) -> Summary {
        sum.urgency[0] -= self.promises[0][sum.kind as usize];
        while rest != 0 {
            let more = self.sums[usize::from(rest as u16)];
            // Sixteen lanes of one class would not fit into the counts, and no board has as many.
            sum.counts += more.counts;
            sum.more |= more.more;
            sum.urgency[0] += more.urgency[0] - self.promises[0][more.kind as usize];
            sum.worth += more.worth;
            rest >>= 16;
        }
        finished(sum, &self.promises)
    }
}

/// The sum over all lanes with what follows from it.
fn finished(sum: Summary, promises: &[[i16; Kind::THREATS + 1]; 2]) -> Summary {
    let kind = kind(sum.counts, sum.more);
    let urgency = promises.map(|promises| sum.urgency[0] + promises[kind as usize]);
    Summary { kind, urgency, ..sum }
}
