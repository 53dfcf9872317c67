use std::collections::HashSet;

use serde::Serialize;

use crate::job::Played;
use crate::stats::{Interval, Pentanomial, Rating, Trinomial, Unit, mean_of, ratings};

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
    /// The last game, while it waits for the other one of its pair: its number, its points, and what
    /// tells it from others.
    half: Option<(u64, i32, Identity)>,
    /// Whole pairs that were played.
    n_pairs: u64,
    /// What tells the games apart that were played, and the pairs.
    games: HashSet<Identity>,
    known_pairs: HashSet<[Identity; 2]>,
    /// The pairs that count, in their order: those that repeat no earlier one.
    units: Vec<Unit>,
    /// For each of them the points of its first player, over both games.
    margins: Vec<i32>,
}

/// A hash of who sat where in a game, how it began, and all its moves.
type Identity = [u8; 16];

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
            n_pairs: 0,
            games: HashSet::new(),
            known_pairs: HashSet::new(),
            units: Vec::new(),
            margins: Vec::new(),
        }
    }

    /// Counts a game of two players, who moved first at its start first. The games of a pair must
    /// follow each other.
    ///
    /// Two players who leave nothing to chance play the same two games from the same opening again and
    /// again. Such a pair is in the scores, but no evidence: Elo, errors and tests come from pairs that
    /// repeat no earlier one.
    pub fn add(&mut self, [a, b]: [usize; 2], played: &Played) {
        let points = played.points();
        self.cross[a][b].add(points);
        self.cross[b][a].add(-points);
        self.seats[a][0].add(points);
        self.seats[b][1].add(-points);
        self.points[a] += i64::from(points);
        self.points[b] -= i64::from(points);
        self.counts_points |= points.abs() > 1;
        let game = identity([a, b], played);
        self.games.insert(game);
        match self.half.take() {
            // In the second game the seats are changed.
            Some((number, first, other)) if number + 1 == played.number => {
                self.n_pairs += 1;
                if !self.known_pairs.insert([other, game]) {
                    return;
                }
                self.pairs[b][a].add([first, -points]);
                self.pairs[a][b].add([-first, points]);
                let score = f64::from(2 + first.signum() - points.signum()) / 2.0;
                self.units.push(Unit { players: [b, a], score, games: 2 });
                self.margins.push(first - points);
            }
            _ => self.half = Some((played.number, points, game)),
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

    /// The same by whole pairs, without those that repeat an earlier one.
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

    /// The points a game of `a` against `b`, unless all pairs brought the same. Pairs count as a whole:
    /// what dice did for one side in the first game they did for the other in the second.
    pub fn points_per_game(&self, a: usize, b: usize) -> Option<Interval> {
        let view = |(unit, &margin): (&Unit, &i32)| match unit.players {
            players if players == [a, b] => Some(f64::from(margin) / 2.0),
            players if players == [b, a] => Some(f64::from(-margin) / 2.0),
            _ => None,
        };
        let margins: Vec<f64> = self.units.iter().zip(&self.margins).filter_map(view).collect();
        mean_of(&margins)
    }

    /// How many games differ from all earlier ones: by who sat where, by how they began, or by a move.
    pub fn different_games(&self) -> u64 {
        self.games.len() as u64
    }

    /// How many whole pairs were played.
    pub(crate) fn pairs(&self) -> u64 {
        self.n_pairs
    }

    /// The pairs that count, in their order.
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

fn identity(players: [usize; 2], played: &Played) -> Identity {
    let mut hasher = blake3::Hasher::new();
    for player in players {
        hasher.update(&player.to_le_bytes());
    }
    // No move and no position holds an end of a line.
    for text in played.record.position().into_iter().chain(played.record.main_line()) {
        hasher.update(text.as_bytes()).update(b"\n");
    }
    let mut identity = Identity::default();
    hasher.finalize_xof().fill(&mut identity);
    identity
}
