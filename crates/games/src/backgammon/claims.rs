//! What a play does: hits, points, blots and the rolls that hit them, the race.

use henge_core::explain::{Explain, list};
use henge_core::{Game, Turn};

use super::generate::{Plays, ROLLS, generate};
use super::men::{BAR, Men, OFF, rearmost};
use super::moves::Move;
use super::position::{Phase, Position};
use super::rules::{Backgammon, Start};

/// A fact about a play. Points are counted as the player counts them who moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// No die can be used.
    Passes,
    /// So many men of the other player are hit.
    Hits(u8),
    /// So many men enter from the bar.
    Enters(u8),
    /// So many men are borne off.
    BearsOff(u8),
    /// These points are held now and were not.
    Makes(Vec<u8>),
    /// So many points side by side are held now, from this one on; there were fewer.
    Primes(u8, u8),
    /// The rearmost man has left the other player's home.
    Escapes,
    /// These points were held and are not.
    Breaks(Vec<u8>),
    /// Men stand alone on these points, and this many of the 36 rolls hit one.
    Blots(Vec<u8>, u32),
    /// No man of the mover can be hit by the next roll, though some could have been before the play.
    Safe,
    /// The two sides have passed each other: the points that the mover and the other player still have to go.
    Races(u32, u32),
}

/// How many of the 36 rolls let the side on roll hit a man.
fn shots(men: &Men) -> u32 {
    let mut plays = Plays::default();
    let hits = |dice: [u8; 2], plays: &mut Plays| {
        generate(men, dice, plays);
        let hits = |after: &Men| after.theirs[BAR] > men.theirs[BAR];
        // Who bears off the last man has won, whatever was hit on the way.
        plays.entries().iter().any(|entry| hits(&entry.after) && rearmost(&entry.after.mine) != OFF)
    };
    ROLLS.iter().filter(|roll| hits(roll.dice, &mut plays)).map(|roll| u32::from(roll.weight)).sum()
}

/// The most held points side by side, and where they begin.
fn longest(side: &[u8; 26]) -> (u8, u8) {
    let (mut best, mut run) = ((0, 0), 0);
    for (point, &men) in (0..).zip(side).take(BAR).skip(1) {
        run = if men > 1 { run + 1 } else { 0 };
        if run > best.0 {
            best = (run, point + 1 - run);
        }
    }
    best
}

fn points(of: impl Fn(usize) -> bool) -> Vec<u8> {
    (1..BAR).filter(|&point| of(point)).map(|point| point as u8).collect()
}

impl Explain for Backgammon {
    type Claim = Claim;

    fn claims(&self, pos: &Position, mv: Move) -> Vec<Claim> {
        let (Move::Play(play), Turn::Player(_)) = (mv, self.turn(pos)) else { return Vec::new() };
        // Acey-Deucey has rolls after which the same player goes on, and men who may wait.
        if self.start_men() == Start::AceyDeucey {
            return Vec::new();
        }
        let mut next = *pos;
        self.play(&mut next, mv);
        if play.n_steps() == 0 {
            return vec![Claim::Passes];
        }
        // In a match the next game may have begun.
        if matches!(next.phase(), Phase::Over { .. } | Phase::Opening) {
            return Vec::new();
        }
        let (before, after, mut found) = (pos.men(), next.men().swapped(), Vec::new());
        let more = |index: usize| after.mine[index].saturating_sub(before.mine[index]);
        let hit = after.theirs[BAR] - before.theirs[BAR];
        if hit > 0 {
            found.push(Claim::Hits(hit));
        }
        let entered = before.mine[BAR] - after.mine[BAR];
        if entered > 0 {
            found.push(Claim::Enters(entered));
        }
        if more(OFF) > 0 {
            found.push(Claim::BearsOff(more(OFF)));
        }
        let race = after.is_race();
        if race {
            let [mine, theirs] = after.pips();
            if !before.is_race() || more(OFF) == 0 {
                found.push(Claim::Races(mine, theirs));
            }
            return found;
        }
        let made = points(|point| before.mine[point] < 2 && after.mine[point] > 1);
        if !made.is_empty() {
            found.push(Claim::Makes(made));
        }
        let ((n, first), (had, _)) = (longest(&after.mine), longest(&before.mine));
        if n > had && n > 3 {
            found.push(Claim::Primes(n, first));
        }
        if rearmost(&before.mine) > 18 && rearmost(&after.mine) < 19 {
            found.push(Claim::Escapes);
        }
        let blots = points(|point| after.mine[point] == 1);
        let n = if blots.is_empty() { 0 } else { shots(&after.swapped()) };
        if n > 0 {
            found.push(Claim::Blots(blots, n));
        } else if points(|point| before.mine[point] == 1).is_empty() {
            // Nobody was in danger.
        } else if shots(&before.swapped()) > 0 {
            found.push(Claim::Safe);
        }
        let broken = points(|point| before.mine[point] > 1 && after.mine[point] < 2);
        if !broken.is_empty() {
            found.push(Claim::Breaks(broken));
        }
        found
    }

    fn say(&self, pos: &Position, claim: &Claim, players: &[String; 2]) -> String {
        let other = &players[(!pos.on_roll()).index()];
        let men = |n: u8| if n == 1 { "a man".to_string() } else { format!("{n} men") };
        let named = |points: &[u8]| {
            let names: Vec<String> = points.iter().map(u8::to_string).collect();
            list(&names)
        };
        let nouns = |points: &[u8]| {
            format!("the {} {}", named(points), if points.len() == 1 { "point" } else { "points" })
        };
        match claim {
            Claim::Passes => "is all that can be done: no die can be used".into(),
            Claim::Hits(n) => format!("hits {}", men(*n)),
            Claim::Enters(n) => format!("brings in {} from the bar", men(*n)),
            Claim::BearsOff(n) => format!("bears off {}", men(*n)),
            Claim::Makes(made) => format!("makes {}", nouns(made)),
            Claim::Primes(n, first) => {
                format!("holds {n} points in a row, from {first} to {}", first + n - 1)
            }
            Claim::Escapes => format!("brings the last man out of {other}'s home"),
            Claim::Breaks(broken) => format!("gives up {}", nouns(broken)),
            Claim::Blots(blots, n) => {
                let alone = if blots.len() == 1 { "a man" } else { "men" };
                let hit = if *n == 1 { "hits" } else { "hit" };
                format!("leaves {alone} alone on {}: {n} of 36 rolls {hit}", named(blots))
            }
            Claim::Safe => "leaves no man who can be hit by the next roll".into(),
            Claim::Races(mine, theirs) => {
                let ahead = match mine.cmp(theirs) {
                    std::cmp::Ordering::Less => format!("{} points ahead", theirs - mine),
                    std::cmp::Ordering::Equal => "level".into(),
                    std::cmp::Ordering::Greater => format!("{} points behind", mine - theirs),
                };
                format!("leaves a race of {mine} points to {theirs}, {ahead}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use henge_testkit::{claims_hold, explained};

    /// How many of 36 rolls hit, by the rules of the game: all plays of all rolls, one after the other.
    fn hitting_rolls(game: &Backgammon, next: &Position) -> u32 {
        let mut n = 0;
        for first in 1..=6 {
            for second in 1..=6_u8 {
                let mut pos = *next;
                pos.phase = Phase::Dice;
                game.play(&mut pos, Move::Dice([first.max(second), first.min(second)]));
                let on_the_bar = pos.men().theirs[BAR];
                n += u32::from(game.moves(&pos).any(|mv| {
                    let mut then = pos;
                    game.play(&mut then, mv);
                    // A game that ends by it hits nobody.
                    then.on_roll() != pos.on_roll() && then.men().mine[BAR] > on_the_bar
                }));
            }
        }
        n
    }

    fn holds(game: &Backgammon, pos: &Position, mv: Move, claim: &Claim) -> bool {
        let Move::Play(play) = mv else { return false };
        let mut next = *pos;
        game.play(&mut next, mv);
        // What the steps say, without the result.
        let mut men = pos.men().mine;
        let mut hit = 0;
        let mut theirs = pos.men().theirs;
        for step in play.steps() {
            men[usize::from(step.from)] -= 1;
            men[usize::from(step.to)] += 1;
            if step.to != 0 && theirs[25 - usize::from(step.to)] == 1 {
                theirs[25 - usize::from(step.to)] = 0;
                hit += 1;
            }
        }
        let was = pos.men().mine;
        let count = |from: bool, place: u8| {
            let hits =
                |step: &super::super::play::Step| (if from { step.from } else { step.to }) == place;
            play.steps().filter(hits).count()
        };
        let at = |side: &[u8; 26], point: u8| side[usize::from(point)];
        match claim {
            Claim::Passes => game.moves(pos).count() == 1 && play.n_steps() == 0,
            Claim::Hits(n) => hit == *n && next.men().mine[BAR] == pos.men().theirs[BAR] + n,
            Claim::Enters(n) => count(true, 25) == usize::from(*n),
            Claim::BearsOff(n) => count(false, 0) == usize::from(*n),
            Claim::Makes(points) => points.iter().all(|&p| at(&men, p) > 1 && at(&was, p) < 2),
            Claim::Breaks(points) => points.iter().all(|&p| at(&men, p) < 2 && at(&was, p) > 1),
            Claim::Primes(n, first) => (*first..first + n).all(|point| at(&men, point) > 1),
            Claim::Escapes => {
                (19..=25).all(|point| at(&men, point) == 0) && (19..=25).any(|p| at(&was, p) > 0)
            }
            Claim::Blots(points, n) => {
                assert_eq!(hitting_rolls(game, &next), *n, "{points:?}");
                *n > 0 && points.iter().all(|&point| at(&men, point) == 1)
            }
            Claim::Safe => hitting_rolls(game, &next) == 0,
            Claim::Races(mine, others) => {
                let pips = |side: &[u8; 26]| {
                    side.iter().zip(0..).map(|(&n, p): (_, u32)| u32::from(n) * p).sum::<u32>()
                };
                let last = |side: &[u8; 26]| (0..26).rev().find(|&p| side[p] > 0).unwrap_or(0);
                pips(&men) == *mine && pips(&theirs) == *others && last(&men) + last(&theirs) < 25
            }
        }
    }

    #[test]
    fn what_is_said_holds() {
        let kinds = [
            "Passes", "Hits", "Enters", "BearsOff", "Makes", "Primes", "Escapes", "Breaks",
            "Blots", "Safe", "Races",
        ];
        let game = Backgammon::default();
        claims_hold(&game, 16, &kinds, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }

    #[test]
    fn thirty_positions_are_explained() {
        let game = Backgammon::default();
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons/backgammon.txt");
        let players = game.about().players;
        explained(&game, &file, &players, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }
}
