//! The tactics by number, with their names and what they want.

use serde::{Serialize, Serializer};

/// One tactic: a feature of play that a strategy may value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tactic(u8);

/// What is known of a tactic.
struct About {
    number: u8,
    key: &'static str,
    /// What it wants, to stand after "to".
    wants: &'static str,
}

const fn about(number: u8, key: &'static str, wants: &'static str) -> About {
    About { number, key, wants }
}

/// The list of the document's Appendix A. 15 and 24 to 29 are unused there. 44 is unused in the
/// appendix, but the listing has it.
const TACTICS: &[About] = &[
    about(1, "rear-men", "bring up the rearmost men"),
    about(2, "close-home", "close the own home"),
    about(3, "close-far-home", "close the other side's home"),
    about(4, "no-blots", "expose no blots"),
    about(5, "most-points", "hold as many points as possible"),
    about(6, "build-block", "build the block"),
    about(7, "catchers", "deploy blots that may be hit, to come in behind"),
    about(8, "home-blots", "expose blots in the own home"),
    about(9, "freeze-runners", "leave the rearmost men where they are"),
    about(10, "get-home", "move men into the own home"),
    about(11, "eight-before-seven", "bring the 8-point home before the 7-point"),
    about(12, "advance-block", "move the block forward"),
    about(13, "safe-moves", "keep as many numbers playable as possible"),
    about(14, "long-runner", "leave a long runner back"),
    about(16, "from-midpoint", "move men up from the other side's 12-point"),
    about(17, "bear-off", "bear off as many men as possible"),
    about(18, "bear-off-next", "bear off two men with the next roll"),
    about(19, "even-top", "keep the two highest points both even or both odd"),
    about(20, "to-low-points", "move to lower points while bearing off"),
    about(21, "cover", "cover blots"),
    about(22, "distribute", "spread the men in the outer tables"),
    about(23, "safe-area", "pass the other side's rearmost men"),
    about(30, "their-5-point", "occupy the other side's 5-point"),
    about(31, "their-4-point", "occupy the other side's 4-point"),
    about(32, "their-7-point", "occupy the other side's 7-point"),
    about(33, "my-3-point", "occupy the own 3-point"),
    about(34, "my-4-point", "occupy the own 4-point"),
    about(35, "my-5-point", "occupy the own 5-point"),
    about(36, "my-6-point", "occupy the own 6-point"),
    about(37, "my-7-point", "occupy the own 7-point"),
    about(38, "my-8-point", "occupy the own 8-point"),
    about(39, "my-9-point", "occupy the own 9-point"),
    about(40, "hit", "hit any blot"),
    about(41, "hit-outside", "hit blots in the outer tables"),
    about(42, "hit-in-far-home", "hit blots in the other side's home"),
    about(43, "hit-at-home", "hit blots in the own home"),
    about(44, "cover-threatened", "cover the blots that can be hit"),
    about(45, "enter-low", "enter on the other side's low points"),
    about(46, "enter-hitting", "enter and hit"),
    about(47, "enter-quietly", "enter without hitting"),
    about(48, "enter-covering", "enter and cover a blot"),
    about(49, "enter-exposed", "enter as a blot"),
    about(50, "risk", "gain more by hits than blots may cost"),
];

/// The points a tactic awards at the most.
pub const FULL: f64 = 64.0;

impl Tactic {
    /// Risk, which is counted in another way than the others.
    pub const RISK: Tactic = Tactic(50);

    /// The tactic with this number in the document, if it has one.
    pub fn numbered(number: u8) -> Option<Tactic> {
        TACTICS.iter().any(|tactic| tactic.number == number).then_some(Tactic(number))
    }

    /// The tactic with this name.
    pub fn named(key: &str) -> Option<Tactic> {
        TACTICS.iter().find(|tactic| tactic.key == key).map(|tactic| Tactic(tactic.number))
    }

    /// All of them, by number.
    pub fn all() -> impl Iterator<Item = Tactic> + Clone {
        TACTICS.iter().map(|tactic| Tactic(tactic.number))
    }

    /// Its number in the document, 1 to 50.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its name: `rear-men`.
    pub fn key(self) -> &'static str {
        self.about().key
    }

    /// What it wants, to stand after "to": `bring up the rearmost men`.
    pub fn wants(self) -> &'static str {
        self.about().wants
    }

    fn about(self) -> &'static About {
        let found = TACTICS.iter().find(|tactic| tactic.number == self.0);
        found.expect("a tactic is made from the list only")
    }
}

impl Serialize for Tactic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_that_of_the_appendix_and_one_more() {
        let numbers: Vec<u8> = Tactic::all().map(Tactic::number).collect();
        let appendix = (1..=50).filter(|n| !matches!(n, 15 | 24..=29));
        assert_eq!(numbers, appendix.collect::<Vec<u8>>());
        for tactic in Tactic::all() {
            assert_eq!(Tactic::named(tactic.key()), Some(tactic));
            assert_eq!(Tactic::numbered(tactic.number()), Some(tactic));
        }
    }
}
