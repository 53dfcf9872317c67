//! Positions and plays as gnubg's external player writes them.
//!
//! A position is a line of the server FIBS: names, length and score of the match, 26 numbers of men
//! (mine positive, theirs negative, as the side sees it that is asked), who is on roll, dice, cube and
//! some facts that follow from the others. gnubg takes the first score for that of the side that is *not*
//! asked, whatever the order of the names. A play is a list of steps: `25` is the bar, `0` off the
//! board, and a star stands behind a step that hits.

use std::fmt::Write;

use henge_games::backgammon::{BAR, Entry, Men, OFF, Plays, generate};

/// What is played for, as the side that is asked sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stake {
    /// The length of the match; 0 for money.
    pub length: u16,
    /// My points, and those of the other side.
    pub score: [u16; 2],
    /// What the cube shows.
    pub cube: u16,
    /// Who may turn it: me, the other side.
    pub may_double: [Allowed; 2],
    /// Is this the game after one side came within a point of the match?
    pub crawford: Allowed,
    /// Do gammons count no more than a game before somebody has doubled?
    pub jacoby: Allowed,
    /// May who is doubled double again at once?
    pub beavers: Allowed,
}

/// Yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// Yes.
    Yes,
    /// No.
    No,
}

impl From<bool> for Allowed {
    fn from(allowed: bool) -> Allowed {
        if allowed { Allowed::Yes } else { Allowed::No }
    }
}

impl Stake {
    /// For money, without a cube. If the line said that nobody may double, gnubg would take it for one
    /// of a cube that has just been turned; so it says that both may, which plays do not depend on.
    pub const CUBELESS: Stake = Stake {
        length: 0,
        score: [0, 0],
        cube: 1,
        may_double: [Allowed::Yes; 2],
        crawford: Allowed::No,
        jacoby: Allowed::No,
        beavers: Allowed::No,
    };
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// What to play with these dice.
    Play([u8; 2]),
    /// Whether to double before the roll.
    Double,
    /// Whether to take, when the side whose men come first has doubled.
    Take,
}

/// The line to send.
pub fn write(men: &Men, stake: &Stake, question: Question) -> String {
    let flag = |allowed: Allowed| u8::from(allowed == Allowed::Yes);
    let Stake { length, score: [mine, theirs], cube, may_double, .. } = *stake;
    let mut line = format!("board:henge:gnubg:{length}:{theirs}:{mine}");
    let mut men_on = |n: i16| write!(line, ":{n}").expect("a string takes everything");
    men_on(-i16::from(men.theirs[BAR]));
    for point in 1..=24 {
        men_on(i16::from(men.mine[point]) - i16::from(men.theirs[BAR - point]));
    }
    men_on(i16::from(men.mine[BAR]));
    let [a, b] = if let Question::Play(dice) = question { dice } else { [0, 0] };
    let doubled = u8::from(question == Question::Take);
    let [me, other] = may_double.map(flag);
    let off = [men.mine[OFF], men.theirs[OFF]];
    let bar = [men.mine[BAR], men.theirs[BAR]];
    let no_crawford = 1 - flag(stake.crawford);
    let word = |allowed: Allowed| if allowed == Allowed::Yes { "on" } else { "off" };
    write!(
        line,
        ":1:{a}:{b}:{a}:{b}:{cube}:{me}:{other}:{doubled}:1:-1:0:25:{}:{}:{}:{}:0:0:0:{no_crawford} \
         jacobyrule {} beavers {}",
        off[0],
        off[1],
        bar[0],
        bar[1],
        word(stake.jacoby),
        word(stake.beavers)
    )
    .expect("a string takes everything");
    line
}

/// The entry of `generate` that an answer means.
pub fn read_play(men: &Men, dice: [u8; 2], answer: &str) -> Option<Entry> {
    let mut after = *men;
    for step in answer.split_whitespace() {
        let (from, to) = step.trim_end_matches('*').split_once('/')?;
        let place = |text: &str| match text.trim_end_matches('*') {
            "bar" => Some(BAR),
            "off" => Some(OFF),
            number => number.parse().ok().filter(|&place: &usize| place <= BAR),
        };
        let (from, to) = (place(from)?, place(to)?);
        after.mine[from] = after.mine[from].checked_sub(1)?;
        after.mine[to] += 1;
        if (1..=24).contains(&to) && after.theirs[BAR - to] == 1 {
            after.theirs[BAR - to] = 0;
            after.theirs[BAR] += 1;
        }
    }
    let mut plays = Plays::new();
    generate(men, dice, &mut plays);
    plays.entries().iter().find(|entry| entry.after == after).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_written_as_gnubg_reads_it() {
        let line = write(&Men::start(), &Stake::CUBELESS, Question::Play([3, 1]));
        assert_eq!(
            line,
            "board:henge:gnubg:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:\
             1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1 jacobyrule off beavers off"
        );
    }

    #[test]
    fn the_score_of_the_other_side_comes_first() {
        let ahead = Stake { length: 5, score: [4, 0], jacoby: Allowed::Yes, ..Stake::CUBELESS };
        let line = write(&Men::start(), &ahead, Question::Double);
        assert!(line.starts_with("board:henge:gnubg:5:0:4:0:-2:"), "{line}");
        assert!(line.ends_with(":1 jacobyrule on beavers off"), "{line}");
    }

    #[test]
    fn answers_are_read_in_any_order() {
        let men = Men::start();
        let one = read_play(&men, [3, 1], "8/5 6/5").map(|entry| entry.after);
        let other = read_play(&men, [1, 3], "6/5 8/5").map(|entry| entry.after);
        assert!(one.is_some() && one == other);
        assert_eq!(one.map(|after| after.mine[5]), Some(2));
        for wrong in ["8/4 6/5", "", "nonsense", "8/5", "1/0 8/5", "99/98 8/5"] {
            assert_eq!(read_play(&men, [3, 1], wrong), None, "{wrong}");
        }
    }

    #[test]
    fn men_enter_hit_and_are_borne_off() {
        let mut men = Men::NONE;
        (men.mine[BAR], men.mine[6], men.theirs[2]) = (1, 1, 1);
        let entry = read_play(&men, [2, 1], "25/23* 6/5");
        assert_eq!(entry.map(|entry| entry.after.theirs[BAR]), Some(1));
        let mut men = Men::NONE;
        (men.mine[6], men.mine[5], men.theirs[1]) = (1, 1, 1);
        let entry = read_play(&men, [6, 5], "6/0 5/0");
        assert_eq!(entry.map(|entry| entry.after.mine[OFF]), Some(2));
    }
}
