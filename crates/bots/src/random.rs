use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge_core::spec::{Options, Param, Values};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays any legal move. The same seed plays the same game.
pub struct RandomBot {
    name: String,
    rng: Xoshiro256PlusPlus,
}

impl RandomBot {
    /// The options by which the bot is named.
    pub const PARAMS: &[Param] = &[Param::new(
        "seed",
        "1",
        Values::Int { min: 0, max: u64::MAX },
        "the same seed, the same moves",
    )];

    /// The bot as its options describe it.
    pub fn new(options: &Options) -> RandomBot {
        let seed = options.int("seed").unwrap_or(1);
        RandomBot { name: options.name(), rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl DynBot for RandomBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, _task: Task<'_>) -> Result<Thought, BotError> {
        let mut moves = table.moves();
        if moves.is_empty() {
            return Err(BotError::NoDecision("the game is over"));
        }
        let mv = moves.swap_remove(self.rng.random_range(0..moves.len())).text;
        let why = vec![format!("Any of the {} legal moves was as good to it.", moves.len() + 1)];
        let lines = vec![Line { score: None, moves: vec![mv] }];
        Ok(Thought { lines, why, ..Thought::default() })
    }
}
