//! The seven strategies, and when one gives way to another.

use serde::{Serialize, Serializer};

use super::statistics::Statistics;

/// A style of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strategy {
    /// Careful play for good points, until an advantage shows; how games begin.
    #[default]
    Position,
    /// Home as fast as possible.
    RunningOffensive,
    /// Home, but with an eye on those who could hit.
    RunningDefensive,
    /// A wall of points before the other side's men.
    Blocking,
    /// Far behind: hold points in the other side's home and wait for a hit.
    Back,
    /// Men off the board, undisturbed.
    BearingOffOffensive,
    /// Men off the board, while somebody could still hit.
    BearingOffDefensive,
}

impl Strategy {
    /// All, in the order of the document.
    pub const ALL: [Strategy; 7] = [
        Strategy::Position,
        Strategy::RunningOffensive,
        Strategy::RunningDefensive,
        Strategy::Blocking,
        Strategy::Back,
        Strategy::BearingOffOffensive,
        Strategy::BearingOffDefensive,
    ];

    /// Its place in the order, from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name in files and commands.
    pub fn key(self) -> &'static str {
        [
            "position",
            "running-offensive",
            "running-defensive",
            "blocking",
            "back",
            "bearing-off-offensive",
            "bearing-off-defensive",
        ][self.index()]
    }

    /// The name the original printed.
    pub fn label(self) -> &'static str {
        ["POSITION", "RUN-OFF", "RUN-DEF", "BLOCKING", "BACK", "BO-OFF", "BO-DEF"][self.index()]
    }

    /// In words, to stand after "the".
    pub fn title(self) -> &'static str {
        [
            "position game",
            "running game",
            "careful running game",
            "blocking game",
            "back game",
            "bearing off",
            "careful bearing off",
        ][self.index()]
    }

    /// The strategy of that name, label or number from 1 to 7.
    pub fn named(text: &str) -> Option<Strategy> {
        let text = text.to_lowercase();
        let fits = |strategy: &Strategy| {
            strategy.key() == text
                || strategy.label().to_lowercase() == text
                || (strategy.index() + 1).to_string() == text
        };
        Strategy::ALL.into_iter().find(fits)
    }

    fn is_bearing_off(self) -> bool {
        matches!(self, Strategy::BearingOffOffensive | Strategy::BearingOffDefensive)
    }
}

impl Serialize for Strategy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// The parameters at which strategies change, in points of advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transitions {
    /// With more overlap than this, running is not yet safe.
    pub running_overlap: u32,
    /// So far ahead, run.
    pub running: i32,
    /// Against a block, play for position within this distance.
    pub position: i32,
    /// No further ahead than this, a block is worth building.
    pub blocking: i32,
    /// So far behind, wait in the other side's home.
    pub back: i32,
}

impl Default for Transitions {
    /// The numbers of the listing.
    fn default() -> Transitions {
        Transitions { running_overlap: 20, running: 15, position: 20, blocking: 15, back: -50 }
    }
}

/// What each side played for so far; both know it of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The side on roll.
    pub mine: Strategy,
    /// The other side.
    pub theirs: Strategy,
}

impl Memory {
    /// The same from the other chair.
    pub fn swapped(self) -> Memory {
        Memory { mine: self.theirs, theirs: self.mine }
    }
}

/// A strategy and why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Selected {
    /// The strategy.
    pub strategy: Strategy,
    /// Did a rule ask for it, or was the old one kept because none did?
    pub kept: bool,
    /// Why, in a sentence.
    pub why: String,
}

/// Chooses the strategy for a roll. The old one stays unless a rule says otherwise.
pub fn select(stats: &Statistics, dice: [u8; 2], old: Memory, at: &Transitions) -> Strategy {
    rule(stats, dice, old, at).map_or(old.mine, Rule::strategy)
}

/// The same with the reason in words.
pub fn select_with_reason(
    stats: &Statistics,
    dice: [u8; 2],
    old: Memory,
    at: &Transitions,
) -> Selected {
    match rule(stats, dice, old, at) {
        Some(rule) => {
            let why = rule.why(stats, at);
            Selected { strategy: rule.strategy(), kept: false, why }
        }
        None => {
            let why = format!(
                "no rule asks for a change: {:+} points of advance, overlap {}",
                stats.point_advantage(),
                stats.overlap
            );
            Selected { strategy: old.mine, kept: true, why }
        }
    }
}

/// The rules of the listing's GETSTRT, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    BackFromBearingOff,
    SqueezesIn,
    AllHome { safe: bool },
    TheyBearOff { safe: bool },
    TheyPlayBack,
    TheyBlockAndIAmAhead,
    TheyBlockAndItIsLevel,
    HomeIsStrong,
    TheirBarIsFull,
    OneOnBarBeforeStrongHome,
    AheadAndPassing,
    BlockIsPromising,
    FarBehind,
}

fn rule(stats: &Statistics, dice: [u8; 2], old: Memory, at: &Transitions) -> Option<Rule> {
    let (mine, theirs) = (&stats.mine, &stats.theirs);
    let safe = !stats.is_contact();
    if mine.bar > 0 && old.mine.is_bearing_off() {
        return Some(Rule::BackFromBearingOff);
    }
    if mine.bar == 0 {
        if mine.bear_off_distance == 0 {
            return Some(Rule::AllHome { safe });
        }
        // One man is missing at home, and a die brings him there.
        let high = u32::from(dice[0].max(dice[1]));
        if mine.bear_off_distance <= high && mine.next_rear <= 6 {
            return Some(Rule::SqueezesIn);
        }
    }
    let advantage = stats.point_advantage();
    if old.theirs.is_bearing_off() || (theirs.bear_off_distance == 0 && theirs.bar == 0) {
        let safe = stats.overlap <= at.running_overlap && mine.bar == 0;
        return Some(Rule::TheyBearOff { safe });
    }
    if old.theirs == Strategy::Back {
        return Some(Rule::TheyPlayBack);
    }
    if old.theirs == Strategy::Blocking {
        if advantage >= at.running {
            return Some(Rule::TheyBlockAndIAmAhead);
        }
        if advantage.abs() <= at.position {
            return Some(Rule::TheyBlockAndItIsLevel);
        }
    }
    if mine.home_points > 3 {
        return Some(Rule::HomeIsStrong);
    }
    if theirs.bar > 2 {
        return Some(Rule::TheirBarIsFull);
    }
    if theirs.bar > 0 && mine.far_home_points > 3 {
        return Some(Rule::OneOnBarBeforeStrongHome);
    }
    if advantage >= at.running && stats.overlap <= at.running_overlap {
        return Some(Rule::AheadAndPassing);
    }
    let block = &mine.block;
    if advantage <= at.blocking
        && block.held > 2
        && block.opposed < 1
        && block.chance > 4
        // Somebody is left before the block.
        && 25 - theirs.rear < block.head
    {
        return Some(Rule::BlockIsPromising);
    }
    if advantage <= at.back && theirs.home_points < 3 {
        return Some(Rule::FarBehind);
    }
    None
}

impl Rule {
    fn strategy(self) -> Strategy {
        use Strategy::*;
        match self {
            Rule::SqueezesIn | Rule::AllHome { safe: true } => BearingOffOffensive,
            Rule::AllHome { safe: false } => BearingOffDefensive,
            Rule::TheyBearOff { safe: false } | Rule::TheyPlayBack | Rule::TheyBlockAndIAmAhead => {
                RunningDefensive
            }
            Rule::BackFromBearingOff
            | Rule::TheyBearOff { safe: true }
            | Rule::HomeIsStrong
            | Rule::TheirBarIsFull
            | Rule::OneOnBarBeforeStrongHome
            | Rule::AheadAndPassing => RunningOffensive,
            Rule::TheyBlockAndItIsLevel => Position,
            Rule::BlockIsPromising => Blocking,
            Rule::FarBehind => Back,
        }
    }

    fn why(self, stats: &Statistics, at: &Transitions) -> String {
        let (advantage, overlap) = (stats.point_advantage(), stats.overlap);
        let (mine, theirs) = (&stats.mine, &stats.theirs);
        let hit = |safe| if safe { "nobody can hit any more" } else { "men can still be hit" };
        match self {
            Rule::BackFromBearingOff => "a man was hit while bearing off and has to run".into(),
            Rule::SqueezesIn => "the last man can be brought home with this roll".into(),
            Rule::AllHome { safe } => format!("all men are home, and {}", hit(safe)),
            Rule::TheyBearOff { .. } => {
                format!("the other side bears off, and the overlap is {overlap}")
            }
            Rule::TheyPlayBack => "against a back game one runs with care".into(),
            Rule::TheyBlockAndIAmAhead => {
                format!(
                    "against a block one runs when ahead by {}: it is {advantage:+}",
                    at.running
                )
            }
            Rule::TheyBlockAndItIsLevel => format!(
                "against a block one plays for position within {} points: it is {advantage:+}",
                at.position
            ),
            Rule::HomeIsStrong => format!("{} points of the home are held", mine.home_points),
            Rule::TheirBarIsFull => format!("{} of their men are on the bar", theirs.bar),
            Rule::OneOnBarBeforeStrongHome => format!(
                "they have men on the bar, and {} points of their home are held",
                mine.far_home_points
            ),
            Rule::AheadAndPassing => {
                format!("it is ahead by {advantage} points, and the overlap is only {overlap}")
            }
            Rule::BlockIsPromising => format!(
                "the block holds {} points, can become better ({} of 99), and men stand before it",
                mine.block.held, mine.block.chance
            ),
            Rule::FarBehind => format!(
                "it is {} points behind, and they hold only {} points of their home",
                -advantage, theirs.home_points
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_games::backgammon::Men;

    fn stats(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Statistics {
        Statistics::new(&Men { mine: Men::alike(mine).mine, theirs: Men::alike(theirs).theirs })
    }

    fn chosen(stats: &Statistics, mine: Strategy, theirs: Strategy) -> Strategy {
        select(stats, [4, 2], Memory { mine, theirs }, &Transitions::default())
    }

    use Strategy::*;

    #[test]
    fn games_begin_with_position_and_keep_what_they_have() {
        let start = Statistics::new(&Men::start());
        for old in [Position, RunningOffensive, Blocking] {
            assert_eq!(chosen(&start, old, Position), old);
        }
        let told = select_with_reason(&start, [4, 2], Memory::default(), &Transitions::default());
        assert!(told.kept, "{told:?}");
    }

    #[test]
    fn bearing_off_asks_whether_anybody_can_hit() {
        let home = [(6, 5), (5, 5), (4, 5)];
        assert_eq!(chosen(&stats(&home, &home), Position, Position), BearingOffOffensive);
        let behind = [(24, 2), (6, 13)];
        assert_eq!(chosen(&stats(&home, &behind), Position, Position), BearingOffDefensive);
        // One man outside, two points from home: a four brings him in, and a man goes off with the two.
        let last = [(8, 1), (5, 7), (2, 7)];
        assert_eq!(chosen(&stats(&last, &home), RunningOffensive, Position), BearingOffOffensive);
    }

    #[test]
    fn far_behind_means_a_back_game_unless_their_home_is_strong() {
        let mine = [(24, 4), (23, 4), (13, 4), (6, 3)];
        let ahead = [(24, 2), (6, 4), (8, 3), (3, 6)];
        assert_eq!(chosen(&stats(&mine, &ahead), Position, Position), Back);
        let closed = [(24, 2), (6, 3), (5, 3), (4, 3), (8, 4)];
        assert_eq!(chosen(&stats(&mine, &closed), Position, Position), Position);
        assert_eq!(chosen(&stats(&ahead, &mine), Position, Back), RunningDefensive);
    }

    #[test]
    fn a_block_is_built_before_men_that_have_to_pass() {
        let mine = [(24, 2), (13, 4), (9, 2), (8, 2), (6, 3), (7, 2)];
        let theirs = [(24, 2), (13, 5), (8, 3), (6, 5)];
        assert_eq!(chosen(&stats(&mine, &theirs), Position, Position), Blocking);
        assert_eq!(chosen(&stats(&theirs, &mine), RunningOffensive, Blocking), Position);
    }
}
