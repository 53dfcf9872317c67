use serde::Serialize;

use crate::job::Played;
use crate::stats::{Interval, Pentanomial, Rating, Trinomial, Unit, Z_95, ratings};

/// Who did how well against whom.
#[derive(Clone, PartialEq, Debug)]
pub struct CrossTable {
    names: Vec<String>,
    /// `[a][b]`: what `a` did against `b`, game by game.
    cross: Vec<Vec<Trinomial>>,
    /// The same by pairs of games.
    pairs: Vec<Vec<Pentanomial>>,
    /// The points of each player's wins less those of the losses.
    points: Vec<i64>,
    /// Some win counted more than one point.
    counts_points: bool,
    /// What each player did moving first at the start of a game, and moving second.
    seats: Vec<[Trinomial; 2]>,
    /// The last game, while it waits for the other one of its pair: its number and its points.
    half: Option<(u64, i32)>,
    units: Vec<Unit>,
    /// For each of them the points of its first player, over both games.
    margins: Vec<i32>,
}

/// What one player did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The number of the player.
    pub player: usize,
    /// What the player is called.
    pub name: String,
    /// All games.
    pub games: Trinomial,
    /// The points of the wins less those of the losses.
    pub points: i64,
    /// How many rounds the player has won, where rounds decide.
    pub rounds: Option<f64>,
    /// The strength, if the games tell it.
    pub rating: Option<Rating>,
}

impl CrossTable {
    /// A table on which nothing stands yet.
    pub fn new(names: Vec<String>) -> CrossTable {
        let n = names.len();
        CrossTable {
            names,
            cross: vec![vec![Trinomial::default(); n]; n],
            pairs: vec![vec![Pentanomial::default(); n]; n],
            points: vec![0; n],
            counts_points: false,
            seats: vec![[Trinomial::default(); 2]; n],
            half: None,
            units: Vec::new(),
            margins: Vec::new(),
        }
    }

    /// Counts a game of two players, who moved first at its start first. The games of a pair must
    /// follow each other.
    pub fn add(&mut self, [a, b]: [usize; 2], played: &Played) {
        let points = played.points();
        self.cross[a][b].add(points);
        self.cross[b][a].add(-points);
        self.seats[a][0].add(points);
        self.seats[b][1].add(-points);
        self.points[a] += i64::from(points);
        self.points[b] -= i64::from(points);
        self.counts_points |= points.abs() > 1;
        match self.half.take() {
            // In the second game the seats are changed.
            Some((number, first)) if number + 1 == played.number => {
                self.pairs[b][a].add([first, -points]);
                self.pairs[a][b].add([-first, points]);
                let score = f64::from(2 + first.signum() - points.signum()) / 2.0;
                self.units.push(Unit { players: [b, a], score, games: 2 });
                self.margins.push(first - points);
            }
            _ => self.half = Some((played.number, points)),
        }
    }

    /// What the players are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Calls them by other names.
    pub(crate) fn rename(&mut self, name: impl Fn(&str) -> String) {
        self.names.iter_mut().for_each(|player| *player = name(player));
    }

    /// Do some wins count more than one point?
    pub fn counts_points(&self) -> bool {
        self.counts_points
    }

    /// What `a` did against `b`.
    pub fn games_of(&self, a: usize, b: usize) -> Trinomial {
        self.cross[a][b]
    }

    /// The same by whole pairs.
    pub fn pairs_of(&self, a: usize, b: usize) -> Pentanomial {
        self.pairs[a][b]
    }

    /// What a player did moving first at the start of a game, and moving second.
    pub fn seats_of(&self, player: usize) -> [Trinomial; 2] {
        self.seats[player]
    }

    /// The points of a player's wins less those of the losses.
    pub fn points_of(&self, player: usize) -> i64 {
        self.points[player]
    }

    /// The points a game of `a` against `b`. Pairs count as a whole: what dice did for one side in
    /// the first game they did for the other in the second.
    pub fn points_per_game(&self, a: usize, b: usize) -> Option<Interval> {
        let view = |(unit, &margin): (&Unit, &i32)| match unit.players {
            players if players == [a, b] => Some(f64::from(margin) / 2.0),
            players if players == [b, a] => Some(f64::from(-margin) / 2.0),
            _ => None,
        };
        let margins: Vec<f64> = self.units.iter().zip(&self.margins).filter_map(view).collect();
        if margins.len() < 2 {
            return None;
        }
        let n = margins.len() as f64;
        let mid = margins.iter().sum::<f64>() / n;
        let variance = margins.iter().map(|margin| (margin - mid).powi(2)).sum::<f64>() / (n - 1.0);
        let error = Z_95 * (variance / n).sqrt();
        Some(Interval { low: mid - error, mid, high: mid + error })
    }

    /// The pairs in the order in which they were counted.
    pub(crate) fn units(&self) -> &[Unit] {
        &self.units
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.cross.iter().flatten().map(Trinomial::games).sum::<u64>() / 2
    }

    /// The players, the best first: by rounds won if they decide, and then by score. Ratings are by
    /// whole pairs; the anchor is zero, or the mean.
    pub fn lines(&self, rounds: &[f64], anchor: Option<usize>) -> Vec<Line> {
        let ratings = ratings(self.names.len(), &self.units, anchor);
        let line = |player: usize| {
            let mut games = Trinomial::default();
            for other in &self.cross[player] {
                games.wins += other.wins;
                games.draws += other.draws;
                games.losses += other.losses;
            }
            Line {
                player,
                name: self.names[player].clone(),
                games,
                points: self.points[player],
                rounds: rounds.get(player).copied(),
                rating: ratings[player],
            }
        };
        let mut lines: Vec<Line> = (0..self.names.len()).map(line).collect();
        let share = |line: &Line| line.games.score() / line.games.games().max(1) as f64;
        lines.sort_by(|a, b| {
            let by_rounds = b.rounds.partial_cmp(&a.rounds).expect("counts are numbers");
            by_rounds.then(share(b).total_cmp(&share(a))).then(a.player.cmp(&b.player))
        });
        lines
    }
}
