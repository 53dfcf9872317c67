//! What games by chance tell of a game: how long it is, how wide, who wins, and by what.

use std::collections::BTreeMap;
use std::sync::Arc;

use henge_core::{Game, Outcome, Player, Turn, mix64};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Plays a game at random and says what was seen.
pub trait Survey: Send + Sync {
    /// Plays so many games; those of more than `most_plies` moves are broken off.
    fn survey(&self, games: u32, seed: u64, most_plies: u32) -> Surveyed;

    /// Rules that can never apply, each in a sentence.
    fn doubts(&self) -> &[String];

    /// What may decide a game, in the words of [`Surveyed::decided`].
    fn ways_to_end(&self) -> &[String];
}

/// What random games have shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Surveyed {
    /// How many were played.
    pub games: u32,
    /// The fewest and the most moves of a game that came to its end.
    pub lengths: Option<[u32; 2]>,
    /// Moves in all.
    pub plies: u64,
    /// Legal moves of all positions in all, and the most of one.
    pub choices: (u64, u32),
    /// Wins of the first player, draws, wins of the second.
    pub results: [u32; 3],
    /// Games that were broken off.
    pub unfinished: u32,
    /// How many games each kind of aim decided, where the game tells.
    pub decided: BTreeMap<String, u32>,
}

/// A game that can be surveyed.
pub(crate) struct GameSurvey<G: Game> {
    game: Arc<G>,
    doubts: Vec<String>,
    ways_to_end: Vec<String>,
    decided: fn(&G, &G::Position) -> Option<String>,
}

impl<G: Game> GameSurvey<G> {
    pub fn new(game: Arc<G>) -> Self {
        GameSurvey { game, doubts: Vec::new(), ways_to_end: Vec::new(), decided: |_, _| None }
    }

    /// What is known to be odd before any game is played.
    pub fn doubts(self, doubts: Vec<String>) -> Self {
        GameSurvey { doubts, ..self }
    }

    /// What may end a game, and how to tell what has.
    pub fn decided(
        self,
        ways_to_end: Vec<String>,
        decided: fn(&G, &G::Position) -> Option<String>,
    ) -> Self {
        GameSurvey { ways_to_end, decided, ..self }
    }

    fn play(&self, rng: &mut Xoshiro256PlusPlus, most_plies: u32, found: &mut Surveyed) {
        let game = &*self.game;
        let mut pos = game.start();
        let mut plies = 0;
        loop {
            if let Turn::Over(outcome) = game.turn(&pos) {
                let [least, most] = found.lengths.unwrap_or([plies, plies]);
                found.lengths = Some([least.min(plies), most.max(plies)]);
                found.results[match outcome {
                    Outcome::Draw => 1,
                    Outcome::Win { winner, .. } => 2 * winner.index(),
                }] += 1;
                if let Some(word) = (self.decided)(game, &pos) {
                    *found.decided.entry(word).or_default() += 1;
                }
                return;
            }
            if plies == most_plies {
                found.unfinished += 1;
                return;
            }
            let n = game.n_moves(&pos);
            let choice = ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize;
            let mv = game.moves(&pos).nth(choice).expect("there are moves until the game is over");
            game.play(&mut pos, mv);
            plies += 1;
            found.plies += 1;
            found.choices.0 += n as u64;
            found.choices.1 = found.choices.1.max(n as u32);
        }
    }
}

impl<G: Game> Survey for GameSurvey<G> {
    fn survey(&self, games: u32, seed: u64, most_plies: u32) -> Surveyed {
        let mut found = Surveyed { games, ..Surveyed::default() };
        for number in 0..games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(number.into())));
            self.play(&mut rng, most_plies, &mut found);
        }
        found
    }

    fn doubts(&self) -> &[String] {
        &self.doubts
    }

    fn ways_to_end(&self) -> &[String] {
        &self.ways_to_end
    }
}

impl Surveyed {
    /// The share of games that ended so, in percent.
    pub fn percent(&self, n: u32) -> f64 {
        100.0 * f64::from(n) / f64::from(self.games.max(1))
    }

    /// What a player wins, in games.
    pub fn wins(&self, player: Player) -> u32 {
        self.results[2 * player.index()]
    }
}
