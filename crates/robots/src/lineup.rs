//! Line-ups: who plays a side of a contest. Two of them can meet in any scenario with a contest, one
//! as its team and the other as everybody else, and then the other way round.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::contest::ContestKind;
use crate::place::Place;
use crate::robot::Kind;
use crate::scenario::Scenario;
use crate::world::{Nobody, World};

/// Kinds of robots that take the places of a side in turn, as in `follower+blocker`; behind a `/`
/// those for the other side, as in `follower/avoider`: hunt like this, and flee like that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lineup {
    /// As the team of the contest.
    team: Vec<Kind>,
    /// As those who stand against it.
    others: Vec<Kind>,
}

/// The most kinds in a line-up; more than a side of a sensible scenario has places.
const MOST_KINDS: usize = 100;

/// The kinds that need nobody outside.
fn independent() -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Interactive | Kind::Client))
}

/// Why a text is no line-up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LineupError(String);

impl FromStr for Lineup {
    type Err = LineupError;

    fn from_str(text: &str) -> Result<Lineup, LineupError> {
        match text.split_once('/') {
            Some((team, others)) => Ok(Lineup { team: kinds(team)?, others: kinds(others)? }),
            None => Ok(Lineup { team: kinds(text)?, others: kinds(text)? }),
        }
    }
}

fn kinds(text: &str) -> Result<Vec<Kind>, LineupError> {
    let kind = |word: &str| {
        independent().find(|kind| kind.name() == word).ok_or_else(|| {
            let known: Vec<&str> = independent().map(Kind::name).collect();
            LineupError(format!(
                "\"{word}\" is no kind of robot that can meet others; there are {}, several of them \
                 as in follower+blocker, and others for the other side as in follower/avoider",
                known.join(", ")
            ))
        })
    };
    let kinds: Vec<Kind> =
        text.split('+').map(|word| kind(word.trim())).collect::<Result<_, _>>()?;
    if kinds.len() > MOST_KINDS {
        return Err(LineupError(format!("a side has {MOST_KINDS} kinds at the most")));
    }
    Ok(kinds)
}

impl fmt::Display for Lineup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side =
            |kinds: &[Kind]| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join("+");
        f.write_str(&side(&self.team))?;
        match self.team == self.others {
            true => Ok(()),
            false => write!(f, "/{}", side(&self.others)),
        }
    }
}

/// What a side did in its run as the team of the contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feat {
    /// The points of the team.
    pub points: u64,
    /// The rounds it took.
    pub rounds: u64,
}

/// A meeting of two line-ups: the feat of the first one as the team of the contest, and that of the
/// second one after they have changed sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bout {
    /// What each did when it was the team of the contest.
    pub feats: [Feat; 2],
    /// Above zero if the first one did better, below if the second one did.
    pub lead: i32,
}

/// Lets two line-ups meet: two runs from the same places, drawn by the seed, with the sides changed.
/// More points win; where two teams have caught as many, the faster one does. `None` if the scenario
/// has no contest.
pub fn meet(scenario: &Scenario, lineups: [&Lineup; 2], seed: u64) -> Option<Bout> {
    let contest = scenario.contest()?;
    let scattered = scattered(scenario, seed);
    let run = |team: &Lineup, others: &Lineup| {
        let mut world = World::new(&with_sides(&scattered, &contest.team, team, others), seed);
        while !world.is_over() {
            world.step(&mut Nobody, |_| {});
        }
        let points = world.standings().first().map_or(0, |(_, points)| *points);
        Feat { points, rounds: world.rounds() }
    };
    let [one, other] = lineups;
    let feats = [run(one, other), run(other, one)];
    let rank = |feat: Feat| {
        let haste = if contest.kind == ContestKind::Catch { feat.rounds } else { 0 };
        (feat.points, std::cmp::Reverse(haste))
    };
    let lead = rank(feats[0]).cmp(&rank(feats[1])) as i32;
    Some(Bout { feats, lead })
}

/// The same world with everybody on another cell without a wall, drawn by the seed.
fn scattered(scenario: &Scenario, seed: u64) -> Scenario {
    let land = scenario.land;
    let is_wall: std::collections::HashSet<Place> = scenario.walls.iter().copied().collect();
    let rows = (0..land.height).flat_map(|y| (0..land.width).map(move |x| Place::new(x, y)));
    let mut free: Vec<Place> = rows.filter(|place| !is_wall.contains(place)).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut scattered = scenario.clone();
    for robot in &mut scattered.robots {
        // Scaled by hand, because the stream must not change with the version of a library. There
        // is a free cell for each robot: the scenario had one for it too.
        let n = ((rng.next_u64() >> 32) * free.len() as u64) >> 32;
        robot.at = free.swap_remove(n as usize);
    }
    scattered
}

/// The same world with the kinds of `team` on the side of the contest, and those of `others` on the
/// other one, which becomes a team too. Nobody has a target of its own any more.
fn with_sides(scenario: &Scenario, name: &str, team: &Lineup, others: &Lineup) -> Scenario {
    let mut sided = scenario.clone();
    let (mut team_kinds, mut other_kinds) =
        (team.team.iter().cycle(), others.others.iter().cycle());
    // A name that the team of the contest does not have.
    let opposed = format!("not {name}");
    for robot in &mut sided.robots {
        let is_in = robot.team.as_deref() == Some(name);
        let kinds = if is_in { &mut team_kinds } else { &mut other_kinds };
        robot.kind = *kinds.next().expect("a line-up has a kind");
        robot.target = None;
        if !is_in {
            robot.team = Some(opposed.clone());
        }
    }
    sided
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios::scenario_named;

    fn lineup(text: &str) -> Lineup {
        text.parse().expect("it is a line-up")
    }

    #[test]
    fn lineups_are_read_back() {
        assert_eq!(lineup("crazy/crazy").to_string(), "crazy");
        for text in ["follower", "follower+blocker", "crazy+fixed/avoider", "fixed/crazy+fixed"] {
            assert_eq!(lineup(text).to_string(), text);
        }
        for wrong in ["", "follower+", "follower/", "a/b/c", "client", "interactive", "dragon"] {
            let error = wrong.parse::<Lineup>().expect_err(wrong);
            assert!(error.to_string().contains("there are fixed, crazy"), "{error}");
        }
    }

    #[test]
    fn both_see_the_same_places_with_the_sides_changed() {
        let scenario = scenario_named("catch").expect("it is shipped");
        let (one, other) = (lineup("follower"), lineup("crazy"));
        for seed in 0..20 {
            let there = meet(&scenario, [&one, &other], seed).expect("it has a contest");
            let back = meet(&scenario, [&other, &one], seed).expect("it has a contest");
            assert_eq!(there.lead, -back.lead);
            assert_eq!(there.feats, [back.feats[1], back.feats[0]]);
            // Whoever meets itself is as good as itself.
            assert_eq!(meet(&scenario, [&one, &one], seed).map(|bout| bout.lead), Some(0));
        }
    }

    #[test]
    fn seeds_give_other_places_and_nobody_in_a_wall() {
        let scenario = scenario_named("catch").expect("it is shipped");
        let mut seen = std::collections::HashSet::new();
        for seed in 0..50 {
            let scattered = scattered(&scenario, seed);
            // Reading checks that nobody stands in a wall or on somebody else.
            assert!(Scenario::read(&scattered.to_toml()).is_ok());
            seen.insert(scattered.robots[0].at);
        }
        assert!(seen.len() > 20);
    }

    #[test]
    fn followers_catch_nearly_all_who_never_move() {
        let scenario = scenario_named("catch").expect("it is shipped");
        let (one, other) = (lineup("follower"), lineup("fixed"));
        let bouts = (0..20).filter_map(|seed| meet(&scenario, [&one, &other], seed));
        let caught: u64 = bouts.map(|bout| bout.feats[0].points).sum();
        assert!((60..=80).contains(&caught), "{caught} of 80");
        let open = scenario_named("four").expect("it is shipped");
        assert_eq!(meet(&open, [&one, &other], 1), None, "there is no contest");
    }
}
