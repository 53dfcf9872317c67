//! All that a side can do with its dice, each result once.
//!
//! With a doublet every play is made from the highest point downwards: whoever moves on has come
//! from above, so this order can always be kept, and two different lists of sources never lead to
//! the same men. With two different dice both orders are tried, and results seen before are left
//! out: a man who runs with both dice, or two who are borne off, can do it either way.

use super::men::{BAR, Men, OFF};
use super::play::{Play, Step};

/// What two dice can show, the larger die first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// The dice.
    pub dice: [u8; 2],
    /// In how many of the 36 ways they can fall so.
    pub weight: u8,
}

impl Roll {
    /// How likely it is.
    pub fn chance(self) -> f32 {
        f32::from(self.weight) / 36.0
    }
}

/// The 21 rolls: 1-1, 2-1, 2-2, 3-1, … 6-6.
pub const ROLLS: [Roll; 21] = {
    let mut rolls = [Roll { dice: [1, 1], weight: 1 }; 21];
    let (mut n, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            rolls[n] = Roll { dice: [high, low], weight: if low == high { 1 } else { 2 } };
            n += 1;
            low += 1;
        }
        high += 1;
    }
    rolls
};

/// One result of a roll and how it comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What is done.
    pub play: Play,
    /// The men afterwards, still as the side sees them that has played.
    pub after: Men,
}

/// A list of results that is used again and again, so that nothing is allocated after a while.
#[derive(Clone, Debug, Default)]
pub struct Plays {
    entries: Vec<Entry>,
    keys: Vec<u64>,
}

impl Plays {
    /// An empty list.
    pub fn new() -> Plays {
        Plays::default()
    }

    /// The results of the last `generate`.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many results there are; one at least after `generate`.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Has nothing been generated yet?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<'a> IntoIterator for &'a Plays {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

/// Where results go to.
pub(super) trait Sink {
    /// Forgets all.
    fn clear(&mut self);
    /// Has nothing come in?
    fn is_empty(&self) -> bool;
    /// Takes a result that is known to be new.
    fn push(&mut self, play: Play, after: &Men);
    /// Takes a result unless there is the same already; equal results have equal keys.
    fn push_new(&mut self, play: Play, after: &Men, key: u64);
}

impl Sink for Plays {
    #[inline]
    fn clear(&mut self) {
        self.entries.clear();
        self.keys.clear();
    }
    #[inline]
    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    #[inline]
    fn push(&mut self, play: Play, after: &Men) {
        self.entries.push(Entry { play, after: *after });
    }
    #[inline]
    fn push_new(&mut self, play: Play, after: &Men, key: u64) {
        if !self.keys.contains(&key) {
            self.keys.push(key);
            self.push(play, after);
        }
    }
}

/// Puts every result of these dice into `out`, each once; if no die can be used, that is one entry
/// with [`Play::PASS`].
pub fn generate(men: &Men, dice: [u8; 2], out: &mut Plays) {
    generate_into(men, dice, 0, out);
}

/// The same for any kind of list; this many men on the bar may wait there.
#[inline]
pub(super) fn generate_into<S: Sink>(men: &Men, dice: [u8; 2], waiting: u8, out: &mut S) {
    out.clear();
    let field = Field { waiting, ..Field::new(men) };
    match dice {
        [a, b] if a == b => doublet(&field, a, out),
        [a, b] => two_dice(&field, a.max(b), a.min(b), out),
    }
    if out.is_empty() {
        out.push(Play::PASS, men);
    }
}

/// The men with sets of points beside them; bit `p` is my point `p`.
#[derive(Clone, Copy)]
struct Field {
    men: Men,
    /// Where I have men, the bar included.
    mine: u32,
    /// Where two or more of theirs stand.
    closed: u32,
    /// Where one of theirs stands alone.
    blots: u32,
    /// What tells results of the same men and dice apart.
    key: u64,
    /// My men on the bar who need not enter, if no others are there.
    waiting: u8,
}

impl Field {
    #[inline]
    fn new(men: &Men) -> Field {
        let [mut mine, mut closed, mut blots] = [0; 3];
        for point in 1..=24 {
            let theirs = men.theirs[BAR - point];
            mine |= u32::from(men.mine[point] > 0) << point;
            closed |= u32::from(theirs > 1) << point;
            blots |= u32::from(theirs == 1) << point;
        }
        mine |= u32::from(men.mine[BAR] > 0) << BAR;
        Field { men: *men, mine, closed, blots, key: 0, waiting: 0 }
    }

    /// From where a man can move by this die.
    #[inline]
    fn sources(&self, die: u32) -> u32 {
        let open = self.mine & !(self.closed << die) & (u32::MAX << (die + 1));
        if self.mine >> BAR != 0 && self.men.mine[BAR] > self.waiting {
            // Who is on the bar enters before anybody else moves.
            return open & 1 << BAR;
        }
        if self.mine >> 7 != 0 {
            return open;
        }
        // All are home. A man is borne off by exactly his point, or, if nobody stands so far back,
        // the rearmost by more than that.
        let above = self.mine >> die;
        match above {
            0 if self.mine != 0 => 1 << self.mine.ilog2(),
            _ => open | (above & 1) << die,
        }
    }

    /// Moves a man by one die.
    #[inline]
    fn step(&self, from: u32, die: u32) -> (Field, Step) {
        let mut next = *self;
        let to = from.saturating_sub(die) as usize;
        let left = &mut next.men.mine[from as usize];
        *left -= 1;
        if from as usize == BAR {
            next.waiting = next.waiting.min(*left);
        }
        next.mine &= !(u32::from(*left == 0) << from);
        next.men.mine[to] += 1;
        next.key = next.key.wrapping_add(place(to)).wrapping_sub(place(from as usize));
        if to != OFF {
            next.mine |= 1 << to;
            if self.blots >> to & 1 == 1 {
                next.blots &= !(1 << to);
                next.men.theirs[BAR - to] = 0;
                next.men.theirs[BAR] += 1;
                next.key = next.key.wrapping_add(place(to).rotate_left(32));
            }
        }
        (next, Step { from: from as u8, to: to as u8 })
    }
}

/// The results of different men on different places add up to different sums.
const PLACES: [u64; 26] = {
    let mut words = [0; 26];
    let mut n = 0;
    while n < 26 {
        words[n] = henge_core::mix64(n as u64 + 1);
        n += 1;
    }
    words
};

/// The word of a place.
#[inline]
pub(super) fn place(place: usize) -> u64 {
    PLACES[place]
}

/// The points of a set, highest first.
#[inline]
fn downwards(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set.checked_ilog2()?;
        set &= !(1 << point);
        Some(point)
    })
}

fn two_dice<S: Sink>(field: &Field, high: u8, low: u8, out: &mut S) {
    let (high, low) = (u32::from(high), u32::from(low));
    for [one, other] in [[high, low], [low, high]] {
        for from in downwards(field.sources(one)) {
            let (between, first) = field.step(from, one);
            for from in downwards(between.sources(other)) {
                let (after, second) = between.step(from, other);
                // Steps from a higher point can be made first: it never closes what was open.
                let high_first = (first.from, first.to) >= (second.from, second.to);
                let [first, second] = if high_first { [first, second] } else { [second, first] };
                let play = Play::PASS.and(0, first).and(1, second);
                out.push_new(play, &after.men, after.key);
            }
        }
    }
    // Only one die can be used: the larger, if there is a choice.
    for die in [high, low] {
        if !out.is_empty() {
            return;
        }
        for from in downwards(field.sources(die)) {
            let (after, step) = field.step(from, die);
            out.push(Play::PASS.and(0, step), &after.men);
        }
    }
}

fn doublet<S: Sink>(field: &Field, die: u8, out: &mut S) {
    let mut most = 1;
    next_steps(field, u32::from(die), u32::MAX, Play::PASS, 0, &mut most, out);
}

/// Goes on with the `n_steps` steps made, from points in `allowed`. `most` is the greatest number of
/// steps seen; plays with fewer are dropped when one with more turns up.
fn next_steps<S: Sink>(
    field: &Field,
    die: u32,
    allowed: u32,
    play: Play,
    n_steps: u32,
    most: &mut u32,
    out: &mut S,
) {
    for from in downwards(field.sources(die) & allowed) {
        let (after, step) = field.step(from, die);
        let play = play.and(n_steps, step);
        let n_steps = n_steps + 1;
        if n_steps > *most {
            *most = n_steps;
            out.clear();
        }
        if n_steps == *most {
            out.push(play, &after.men);
        }
        if n_steps < 4 {
            next_steps(&after, die, u32::MAX >> (31 - from), play, n_steps, most, out);
        }
    }
}
