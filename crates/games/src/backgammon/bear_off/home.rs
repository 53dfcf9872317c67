//! The men of one side in its home, numbered.

use crate::backgammon::{Men, OFF};

/// The men of a side of which all are home: those borne off, then those on the points 1 to 6.
pub type Home = [u8; 7];

/// The home of a side, if all its men are there.
#[inline]
pub fn home(side: &[u8; 26]) -> Option<Home> {
    side[7..].iter().all(|&men| men == 0).then(|| side[..7].try_into().expect("seven of 26"))
}

/// The homes of both sides, the one on roll first, if all men are home.
#[inline]
pub fn homes(men: &Men) -> Option<[Home; 2]> {
    Some([home(&men.mine)?, home(&men.theirs)?])
}

/// Numbers for all homes of so many men.
///
/// Written as a list of points, the rearmost man first, they are numbered in the order of a
/// dictionary. A man who moves makes this list smaller, so every play leads to a lower number; 0 is
/// the home from which all men are borne off.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    n_men: u8,
    /// By point, men on it and below, men on it: how many homes come before for having fewer there.
    before: Box<[[[u32; 16]; 16]; 7]>,
    homes: Vec<Home>,
}

impl Ranks {
    /// For homes of so many men, those borne off included; fifteen at most.
    pub fn new(n_men: u8) -> Ranks {
        assert!(n_men <= 15, "fifteen men are the most, not {n_men}");
        let mut before = Box::new([[[0; 16]; 16]; 7]);
        for point in 1..=6 {
            for men in 0..16 {
                for here in 1..=men {
                    let below = choose(men - (here - 1) + point - 1, point - 1);
                    before[point][men][here] = before[point][men][here - 1] + below;
                }
            }
        }
        let mut homes = Vec::new();
        enumerate(6, n_men, &mut [0; 7], &mut homes);
        Ranks { n_men, before, homes }
    }

    /// How many homes there are.
    pub fn len(&self) -> usize {
        self.homes.len()
    }

    /// Never, as even no man is a home.
    pub fn is_empty(&self) -> bool {
        self.homes.is_empty()
    }

    /// How many men a home has, those borne off included.
    pub fn n_men(&self) -> u8 {
        self.n_men
    }

    /// The home with a number.
    pub fn home(&self, rank: usize) -> &Home {
        &self.homes[rank]
    }

    /// The number of a home; only the men on the points count, and they must not be more than there
    /// are.
    #[inline]
    pub fn rank(&self, home: &Home) -> usize {
        let (mut men, mut rank) = (usize::from(self.n_men), 0);
        for point in (1..=6).rev() {
            let here = usize::from(home[point]);
            rank += self.before[point][men][here];
            men -= here;
        }
        rank as usize
    }
}

fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |product, i| product * (n - i) as u32 / (i as u32 + 1))
}

fn enumerate(point: usize, men: u8, home: &mut Home, out: &mut Vec<Home>) {
    if point == OFF {
        home[OFF] = men;
        out.push(*home);
        return;
    }
    for here in 0..=men {
        home[point] = here;
        enumerate(point - 1, men - here, home, out);
    }
    home[point] = 0;
}

/// Every result of two dice; some come more than once.
///
/// While men are left a die can always be used, as nobody is in the way.
pub fn each_result(home: &Home, dice: [u8; 2], each: &mut impl FnMut(&Home)) {
    let [high, low] = dice;
    if high == low {
        steps(home, high, 6, 4, each);
        return;
    }
    for [one, other] in [[high, low], [low, high]] {
        each_step(home, one, 6, |between, _| steps(between, other, 6, 1, each));
    }
}

/// So many steps with one die, each from no higher point than the one before.
fn steps(home: &Home, die: u8, highest: usize, left: u32, each: &mut impl FnMut(&Home)) {
    if left == 0 || home[1..].iter().all(|&men| men == 0) {
        return each(home);
    }
    each_step(home, die, highest, |next, from| steps_again(next, die, from, left - 1, each));
}

/// A function of its own, as a closure cannot call the one it is in.
fn steps_again(home: &Home, die: u8, highest: usize, left: u32, each: &mut dyn FnMut(&Home)) {
    steps(home, die, highest, left, &mut |home: &Home| each(home));
}

fn each_step(home: &Home, die: u8, highest: usize, mut each: impl FnMut(&Home, usize)) {
    let die = usize::from(die);
    let rearmost = home.iter().rposition(|&men| men > 0).unwrap_or(OFF);
    for from in (1..=highest.min(rearmost)).rev() {
        // A man is borne off by his own number, or by a higher one if nobody is behind him.
        if home[from] == 0 || (from < die && from < rearmost) {
            continue;
        }
        let mut next = *home;
        next[from] -= 1;
        next[from.saturating_sub(die)] += 1;
        each(&next, from);
    }
}
