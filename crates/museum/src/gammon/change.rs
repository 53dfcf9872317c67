//! What a play changes: the board before and after, and the ways of the men.

use henge_games::backgammon::{BAR, Entry, Men};

use super::risk::RiskReading;
use super::statistics::Statistics;

/// Men on each point, mine positive and theirs negative, as the original had them. Bar and off are
/// left empty.
pub type Signed = [i32; 26];

/// The board as one row of signed numbers.
pub fn signed(men: &Men) -> Signed {
    let mut row = [0; 26];
    for (point, men_there) in row.iter_mut().enumerate().take(BAR).skip(1) {
        *men_there = i32::from(men.mine[point]) - i32::from(men.theirs[BAR - point]);
    }
    row
}

/// The way of one man in a play, over one step or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Way {
    /// Where he comes from; 25 is the bar.
    pub from: usize,
    /// Where he ends; 0 is off.
    pub to: usize,
}

/// A board with its statistics, before anybody has played: what all plays of a roll share.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The men.
    pub men: Men,
    /// The same as a row.
    pub board: Signed,
    /// The numbers of both sides.
    pub stats: Statistics,
    /// How risk is computed.
    pub risk: RiskReading,
}

impl Situation {
    /// Looks at a board.
    pub fn new(men: &Men, risk: RiskReading) -> Situation {
        Situation { men: *men, board: signed(men), stats: Statistics::new(men), risk }
    }
}

/// A play and what it does to the board.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// What was before.
    pub before: &'a Situation,
    /// The men afterwards, still seen by the side that has played.
    pub men: Men,
    /// The board afterwards.
    pub after: Signed,
    /// My men afterwards less those before, for each place, with bar and off.
    pub delta: Signed,
    ways: [Way; 4],
    n_ways: usize,
    stops: [usize; 4],
    n_steps: usize,
}

impl<'a> Change<'a> {
    /// The change that a legal play makes.
    pub fn new(before: &'a Situation, entry: &Entry) -> Change<'a> {
        let mut delta = [0; 26];
        for (place, change) in delta.iter_mut().enumerate() {
            *change = i32::from(entry.after.mine[place]) - i32::from(before.men.mine[place]);
        }
        let (mut ways, mut n_ways) = ([Way::default(); 4], 0);
        let (mut stops, mut n_steps) = ([0; 4], 0);
        for step in entry.play.steps() {
            let (from, to) = (usize::from(step.from), usize::from(step.to));
            stops[n_steps] = to;
            n_steps += 1;
            // Whoever steps on from where another step has ended is taken for the same man.
            match ways[..n_ways].iter_mut().find(|way| way.to == from) {
                Some(way) => way.to = to,
                None => {
                    ways[n_ways] = Way { from, to };
                    n_ways += 1;
                }
            }
        }
        Change {
            before,
            men: entry.after,
            after: signed(&entry.after),
            delta,
            ways,
            n_ways,
            stops,
            n_steps,
        }
    }

    /// The ways of the men that move.
    pub fn ways(&self) -> &[Way] {
        &self.ways[..self.n_ways]
    }

    /// Every place at which a man sets foot, in order; 0 is off.
    pub fn stops(&self) -> &[usize] {
        &self.stops[..self.n_steps]
    }

    /// The points on which a man of theirs is hit, each once.
    pub fn hits(&self) -> impl Iterator<Item = usize> + '_ {
        let stops = self.stops();
        let hit = |&(i, &stop): &(usize, &usize)| {
            stop != 0 && self.before.board[stop] == -1 && !stops[..i].contains(&stop)
        };
        stops.iter().enumerate().filter(hit).map(|(_, &stop)| stop)
    }
}
