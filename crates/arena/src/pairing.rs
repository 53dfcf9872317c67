//! Who meets whom: functions of the results so far, without memory.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::plan::{Lead, Meeting};

/// A tie in a knockout is played again so often; then the better seeded player goes on.
const REPLAYS: usize = 3;

/// Everybody meets everybody else, in the order of the circle: in each turn of it all play.
pub(crate) fn round_robin(n: usize) -> Vec<Meeting> {
    let seats = n + n % 2; // With an odd number, one seat stays empty.
    let mut meetings = Vec::new();
    for turn in 0..seats.saturating_sub(1) {
        // The last seat is fixed, and the others move around it.
        let seat = |i: usize| if i == seats - 1 { i } else { (i + turn) % (seats - 1) };
        for i in 0..seats / 2 {
            let (a, b) = (seat(i), seat(seats - 1 - i));
            if a.max(b) < n {
                let players = if (turn + i).is_multiple_of(2) { [a, b] } else { [b, a] };
                meetings.push(Meeting { players });
            }
        }
    }
    meetings
}

/// What is to be played next in a knockout, or nothing; and how many rounds each player has won.
pub(crate) fn knockout(n: usize, leads: &[Vec<Lead>]) -> (Option<Vec<Meeting>>, Vec<f64>) {
    let mut results = leads.iter();
    let mut alive = bracket(n);
    let mut won = vec![0.0; n];
    while alive.len() > 1 {
        let mut winners: Vec<Option<usize>> = vec![None; alive.len() / 2];
        let mut open: Vec<(usize, [usize; 2])> = Vec::new();
        for (slot, pair) in alive.chunks(2).enumerate() {
            match (pair[0], pair[1]) {
                (Some(a), Some(b)) => open.push((slot, [a, b])),
                (one, other) => winners[slot] = one.or(other),
            }
        }
        for _ in 0..=REPLAYS {
            if open.is_empty() {
                break;
            }
            let Some(leads) = results.next() else {
                let next = open.iter().map(|&(_, players)| Meeting { players }).collect();
                return (Some(next), won);
            };
            let mut tied = Vec::new();
            for (&(slot, players), &lead) in open.iter().zip(leads) {
                match lead.signum() {
                    1 => winners[slot] = Some(players[0]),
                    -1 => winners[slot] = Some(players[1]),
                    _ => tied.push((slot, players)),
                }
            }
            open = tied;
        }
        for (slot, [a, b]) in open {
            winners[slot] = Some(a.min(b));
        }
        winners.iter().flatten().for_each(|&winner| won[winner] += 1.0);
        alive = winners;
    }
    (None, won)
}

/// The seats of a knockout: the best two can meet in the last round only, the best four in the last
/// two, and so on; where players are missing, the best have nobody to play in the first round.
fn bracket(n: usize) -> Vec<Option<usize>> {
    let mut seats = vec![0];
    while seats.len() < n {
        let last = 2 * seats.len() - 1;
        seats = seats.into_iter().flat_map(|seat| [seat, last - seat]).collect();
    }
    seats.into_iter().map(|seat| (seat < n).then_some(seat)).collect()
}

/// What is to be played next in a Swiss contest, or nothing; and how many rounds each player has
/// won, a tie counting half. With an odd number of players the last one who has not had a free round
/// gets it, and it counts as won.
pub(crate) fn swiss(
    n: usize,
    rounds: usize,
    leads: &[Vec<Lead>],
) -> (Option<Vec<Meeting>>, Vec<f64>) {
    let mut standing = Standing { points: vec![0; n], met: HashSet::new(), free: HashSet::new() };
    for leads in leads {
        let meetings = standing.pair();
        standing.count(&meetings, leads);
    }
    let next = (leads.len() < rounds).then(|| standing.pair());
    (next, standing.points.iter().map(|&points| f64::from(points) / 2.0).collect())
}

/// What a Swiss contest needs to know.
struct Standing {
    /// Two for a meeting won, one for a tie.
    points: Vec<u32>,
    /// Who has met, the lower number first.
    met: HashSet<[usize; 2]>,
    /// Who has had a free round.
    free: HashSet<usize>,
}

/// How many ways to pair are tried before players may meet again.
const MOST_TRIES: u32 = 100_000;

impl Standing {
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by_key(|&player| (Reverse(self.points[player]), player));
        order
    }

    /// Who gets a free round, if somebody must.
    fn rests(&self) -> Option<usize> {
        let order = self.order();
        if order.len().is_multiple_of(2) {
            return None;
        }
        order.iter().rev().find(|player| !self.free.contains(player)).or(order.last()).copied()
    }

    fn pair(&self) -> Vec<Meeting> {
        let mut order = self.order();
        if let Some(player) = self.rests() {
            order.retain(|&other| other != player);
        }
        let mut meetings = Vec::new();
        let mut tries = 0;
        if !self.fresh(&order, &mut meetings, &mut tries) {
            meetings =
                order.chunks_exact(2).map(|pair| Meeting { players: [pair[0], pair[1]] }).collect();
        }
        meetings
    }

    /// Pairs from the top, each with the nearest below whom he has not met, and takes back what
    /// leaves the last ones without a new opponent.
    fn fresh(&self, order: &[usize], meetings: &mut Vec<Meeting>, tries: &mut u32) -> bool {
        let Some((&a, rest)) = order.split_first() else { return true };
        for (i, &b) in rest.iter().enumerate() {
            *tries += 1;
            if *tries > MOST_TRIES {
                return false;
            }
            if self.met.contains(&[a.min(b), a.max(b)]) {
                continue;
            }
            let mut left = rest.to_vec();
            left.remove(i);
            meetings.push(Meeting { players: [a, b] });
            if self.fresh(&left, meetings, tries) {
                return true;
            }
            meetings.pop();
        }
        false
    }

    fn count(&mut self, meetings: &[Meeting], leads: &[Lead]) {
        if let Some(player) = self.rests() {
            self.free.insert(player);
            self.points[player] += 2;
        }
        for (meeting, lead) in meetings.iter().zip(leads) {
            let [a, b] = meeting.players;
            self.met.insert([a.min(b), a.max(b)]);
            self.points[a] += (1 + lead.signum()) as u32;
            self.points[b] += (1 - lead.signum()) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        for n in 0..9 {
            let meetings = round_robin(n);
            let sorted = |meeting: &Meeting| {
                let [a, b] = meeting.players;
                [a.min(b), a.max(b)]
            };
            let met: HashSet<[usize; 2]> = meetings.iter().map(sorted).collect();
            assert_eq!(met.len(), meetings.len(), "{n}: nobody meets twice");
            assert_eq!(met.len(), n * n.saturating_sub(1) / 2, "{n}");
            assert!(met.iter().all(|[a, b]| a < b && *b < n), "{n}");
        }
    }

    #[test]
    fn the_best_two_meet_at_the_end() {
        assert_eq!(bracket(4), [Some(0), Some(3), Some(1), Some(2)]);
        // Whoever has the smaller number wins.
        let strength =
            |meeting: &Meeting| if meeting.players[0] < meeting.players[1] { 1 } else { -1 };
        for n in 2..20 {
            let mut leads = Vec::new();
            let mut last = Vec::new();
            while let Some(meetings) = knockout(n, &leads).0 {
                leads.push(meetings.iter().map(strength).collect());
                last = meetings;
            }
            let [Meeting { players }] = last[..] else { panic!("{n}: {last:?}") };
            assert_eq!([players[0].min(players[1]), players[0].max(players[1])], [0, 1], "{n}");
            let won = knockout(n, &leads).1;
            assert!(won[1..].iter().all(|rounds| *rounds < won[0]), "{n}: {won:?}");
            assert_eq!(
                leads.iter().map(Vec::len).sum::<usize>(),
                n - 1,
                "{n}: each meeting puts one out"
            );
        }
    }

    #[test]
    fn a_tie_is_played_again_and_then_goes_to_the_seed() {
        let mut leads = Vec::new();
        for _ in 0..=REPLAYS {
            let meetings = knockout(4, &leads).0.expect("not over");
            // The second meeting is decided at once.
            assert_eq!(meetings.len(), if leads.is_empty() { 2 } else { 1 });
            leads.push(if leads.is_empty() { vec![0, -1] } else { vec![0] });
        }
        let last = knockout(4, &leads).0.expect("the last two");
        assert_eq!(last, [Meeting { players: [0, 2] }]);
        leads.push(vec![1]);
        assert_eq!(knockout(4, &leads), (None, vec![2.0, 0.0, 1.0, 0.0]));
    }

    #[test]
    fn nobody_meets_twice_in_a_swiss_contest_and_winners_meet_winners() {
        for n in [2usize, 5, 6, 7, 8, 16, 33] {
            let rounds = n.ilog2() as usize;
            let mut leads: Vec<Vec<Lead>> = Vec::new();
            let (mut met, mut rested) = (HashSet::new(), Vec::new());
            while let Some(meetings) = swiss(n, rounds, &leads).0 {
                let players: HashSet<usize> = meetings.iter().flat_map(|m| m.players).collect();
                assert_eq!(players.len(), 2 * meetings.len(), "{n}: once a round");
                assert_eq!(meetings.len(), n / 2, "{n}");
                rested.extend((0..n).filter(|player| !players.contains(player)));
                for Meeting { players: [a, b] } in &meetings {
                    assert!(met.insert([*a.min(b), *a.max(b)]), "{n}: {a} and {b} meet again");
                }
                leads.push(
                    meetings
                        .iter()
                        .map(|m| if m.players[0] < m.players[1] { 1 } else { -1 })
                        .collect(),
                );
            }
            assert_eq!(leads.len(), rounds);
            assert_eq!(
                rested.iter().collect::<HashSet<_>>().len(),
                rested.len(),
                "{n}: {rested:?}"
            );
        }
        // Four players, favourites win: the winners of the first round meet in the second.
        let second = swiss(4, 2, &[vec![1, 1]]).0.expect("a second round");
        assert_eq!(second[0].players, [0, 2]);
    }

    #[test]
    fn when_all_have_met_they_meet_again() {
        let leads = vec![vec![1], vec![0], vec![-1]];
        assert_eq!(swiss(2, 4, &leads).0.expect("a fourth round").len(), 1);
        assert_eq!(swiss(2, 3, &leads), (None, vec![1.5, 1.5]));
    }
}
