//! Many games of the same rules that are played side by side, a move each at a time.
//!
//! Nothing is allocated once the games are under way. Dice are thrown by the batch, so that a player is
//! always to move, and a game that ends begins anew at once. The same seed and the same moves give the
//! same games.

use std::sync::Arc;

use thiserror::Error;

use crate::{Game, Outcome, Player, Turn, mix64};

/// Why a step was not made. No game has changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// Something has not one entry for each game, or for each of its numbers.
    #[error("{what} must hold {expected} numbers, not {found}")]
    Length {
        /// What it is.
        what: &'static str,
        /// How many numbers it must hold.
        expected: usize,
        /// How many it holds.
        found: usize,
    },
    /// A move is not legal.
    #[error("{action} is not the number of a legal move in game {game}; see its mask")]
    Illegal {
        /// In which game.
        game: usize,
        /// Which number was given.
        action: i64,
    },
    /// There is no such game.
    #[error("there is no game {game}; they go from 0 to {last}")]
    Absent {
        /// Which one was asked for.
        game: usize,
        /// The last one there is.
        last: usize,
    },
    /// The position is of another game, or nobody is to move in it.
    #[error("this is no position of the batch's game in which a player is to move")]
    Foreign,
}

/// What a step shows. Every part has an entry for each game, one game after the other.
pub struct Sight<'a> {
    /// For each game and each number of a move whether it is legal now. From step to step they are kept
    /// up: whoever hands in another array than last time calls [`Batch::look`] first.
    pub masks: &'a mut [bool],
    /// Who is to move now: 0 or 1.
    pub players: &'a mut [i8],
    /// For each game what the step has brought both players: points where the game ended, else nothing.
    pub rewards: &'a mut [f32],
    /// Has a game ended with this step? It has begun anew then.
    pub ended: &'a mut [bool],
}

/// One of the games.
struct Table<G: Game> {
    pos: G::Position,
    player: Player,
    /// The moves are not listed, because the game marks them in one go.
    marked: bool,
    /// Keys of the positions that can come back, in games with cycles.
    keys: Vec<u64>,
    moves: Vec<G::Move>,
    /// The numbers of `moves`.
    numbers: Vec<u32>,
}

/// Many games side by side.
pub struct Batch<G: Game> {
    game: Arc<G>,
    n_actions: usize,
    tables: Vec<Table<G>>,
    chance: Chance,
    n_moves: u64,
    n_games: u64,
}

/// A stream of random numbers.
struct Chance {
    seed: u64,
    n: u64,
}

impl Chance {
    #[inline]
    fn next(&mut self) -> u64 {
        self.n = self.n.wrapping_add(1);
        mix64(self.seed ^ self.n)
    }

    /// A number below `n`, each as likely as the others but for 2⁻³².
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }

    /// A number from 0 to 1.
    #[inline]
    fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }
}

impl<G: Game> Batch<G> {
    /// This many games at their start.
    pub fn new(game: Arc<G>, n: usize, seed: u64) -> Batch<G> {
        let mut batch = Batch {
            n_actions: game.n_actions(),
            tables: Vec::with_capacity(n),
            chance: Chance { seed: mix64(seed), n: 0 },
            n_moves: 0,
            n_games: 0,
            game,
        };
        let mut scratch = vec![false; batch.n_actions];
        let marked = batch.game.mark_actions(&batch.game.start(), &mut scratch);
        for _ in 0..n {
            let (pos, player) = (batch.game.start(), Player::First);
            let (keys, moves, numbers) = Default::default();
            let mut table = Table::<G> { pos, player, marked, keys, moves, numbers };
            table.begin(&batch.game, &mut batch.chance, None);
            batch.tables.push(table);
        }
        batch
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// How many games there are.
    pub fn n(&self) -> usize {
        self.tables.len()
    }

    /// How many moves players have made, and how many games have ended.
    pub fn counts(&self) -> (u64, u64) {
        (self.n_moves, self.n_games)
    }

    /// The position of a game.
    pub fn position(&self, game: usize) -> Option<&G::Position> {
        self.tables.get(game).map(|table| &table.pos)
    }

    /// Begins all games anew.
    pub fn reset(&mut self) {
        for table in &mut self.tables {
            table.begin(&self.game, &mut self.chance, None);
        }
    }

    /// Puts a position, in which a player is to move or dice fall, in the place of a game.
    pub fn put(&mut self, game: usize, pos: &G::Position) -> Result<(), BatchError> {
        let last = self.tables.len().saturating_sub(1);
        let absent = BatchError::Absent { game, last };
        if matches!(self.game.turn(pos), Turn::Over(_)) {
            return Err(BatchError::Foreign);
        }
        let table = self.tables.get_mut(game).ok_or(absent)?;
        table.begin(&self.game, &mut self.chance, Some(pos));
        Ok(())
    }

    /// Writes how the games stand; no step is made.
    pub fn look(&self, sight: &mut Sight<'_>) -> Result<(), BatchError> {
        self.fits(sight)?;
        sight.masks.fill(false);
        sight.rewards.fill(0.0);
        sight.ended.fill(false);
        for (n, table) in self.tables.iter().enumerate() {
            sight.players[n] = table.player.index() as i8;
            table.mark(&self.game, &mut sight.masks[n * self.n_actions..][..self.n_actions]);
        }
        Ok(())
    }

    fn fits(&self, sight: &Sight<'_>) -> Result<(), BatchError> {
        let n = self.tables.len();
        let parts = [
            ("masks", n * self.n_actions, sight.masks.len()),
            ("players", n, sight.players.len()),
            ("rewards", 2 * n, sight.rewards.len()),
            ("ended", n, sight.ended.len()),
        ];
        match parts.into_iter().find(|(_, expected, found)| expected != found) {
            Some((what, expected, found)) => Err(BatchError::Length { what, expected, found }),
            None => Ok(()),
        }
    }

    /// Plays a move in every game, each given by its number.
    pub fn step(&mut self, actions: &[i64], sight: &mut Sight<'_>) -> Result<(), BatchError> {
        self.fits(sight)?;
        let (expected, found) = (self.tables.len(), actions.len());
        if expected != found {
            return Err(BatchError::Length { what: "actions", expected, found });
        }
        for (game, (table, &action)) in self.tables.iter().zip(actions).enumerate() {
            if table.find(&self.game, action).is_none() {
                return Err(BatchError::Illegal { game, action });
            }
        }
        for (n, &action) in actions.iter().enumerate() {
            let mv = self.tables[n].find(&self.game, action).expect("all were looked at");
            self.play(n, mv, sight);
        }
        Ok(())
    }

    /// Plays a random move in every game and writes its number into `actions`.
    pub fn step_at_random(
        &mut self,
        actions: &mut [i64],
        sight: &mut Sight<'_>,
    ) -> Result<(), BatchError> {
        self.fits(sight)?;
        let (expected, found) = (self.tables.len(), actions.len());
        if expected != found {
            return Err(BatchError::Length { what: "actions", expected, found });
        }
        for (n, action) in actions.iter_mut().enumerate() {
            let (mv, number) = self.tables[n].any(&self.game, &mut self.chance);
            *action = number.into();
            self.play(n, mv, sight);
        }
        Ok(())
    }

    #[inline]
    fn play(&mut self, n: usize, mv: G::Move, sight: &mut Sight<'_>) {
        let Batch { game, n_actions, tables, chance, n_moves, n_games } = self;
        let table = &mut tables[n];
        let mask = &mut sight.masks[n * *n_actions..][..*n_actions];
        table.numbers.iter().for_each(|&number| mask[number as usize] = false);
        let outcome = table.play(game, mv, chance);
        *n_moves += 1;
        sight.ended[n] = outcome.is_some();
        let rewards = &mut sight.rewards[2 * n..2 * n + 2];
        rewards.fill(0.0);
        if let Some(outcome) = outcome {
            *n_games += 1;
            rewards[0] = outcome.points_for(Player::First) as f32;
            rewards[1] = -rewards[0];
            table.begin(game, chance, None);
        }
        sight.players[n] = table.player.index() as i8;
        table.mark(game, mask);
    }
}

impl<G: Game> Table<G> {
    /// The legal move with that number.
    #[inline]
    fn find(&self, game: &G, action: i64) -> Option<G::Move> {
        let action = u32::try_from(action).ok()?;
        if self.marked {
            return game.move_of(&self.pos, action);
        }
        let place = self.numbers.iter().position(|&number| number == action)?;
        Some(self.moves[place])
    }

    /// A random move with its number.
    #[inline]
    fn any(&self, game: &G, chance: &mut Chance) -> (G::Move, u32) {
        if self.marked {
            let place = chance.below(game.n_moves(&self.pos));
            let mv = game.moves(&self.pos).nth(place).expect("it is one of so many");
            return (mv, game.action(mv).unwrap_or(0));
        }
        let place = chance.below(self.moves.len());
        (self.moves[place], self.numbers[place])
    }

    /// Marks the legal moves; no other move is marked but where the game does it itself.
    #[inline]
    fn mark(&self, game: &G, mask: &mut [bool]) {
        if !self.marked || !game.mark_actions(&self.pos, mask) {
            self.numbers.iter().for_each(|&number| mask[number as usize] = true);
        }
    }

    fn begin(&mut self, game: &G, chance: &mut Chance, pos: Option<&G::Position>) {
        self.pos = pos.cloned().unwrap_or_else(|| game.start());
        self.keys.clear();
        self.wait(game, chance);
    }

    /// Plays a move and lets the dice fall; says how the game ended if it has.
    #[inline]
    fn play(&mut self, game: &G, mv: G::Move, chance: &mut Chance) -> Option<Outcome> {
        self.make(game, mv);
        self.wait(game, chance)
    }

    #[inline]
    fn make(&mut self, game: &G, mv: G::Move) {
        if G::CYCLES && game.counts_repetitions() {
            match game.irreversible(&self.pos, mv) {
                true => self.keys.clear(),
                false => self.keys.push(game.key(&self.pos)),
            }
        }
        game.play(&mut self.pos, mv);
    }

    /// Lets the dice fall until a player is to move, and lists the moves.
    #[inline]
    fn wait(&mut self, game: &G, chance: &mut Chance) -> Option<Outcome> {
        loop {
            match game.turn(&self.pos) {
                Turn::Over(outcome) => return Some(outcome),
                Turn::Chance => {
                    let roll = self.roll(game, chance);
                    self.make(game, roll);
                }
                Turn::Player(player) => {
                    if let Some(outcome) = self.repeated(game) {
                        return Some(outcome);
                    }
                    self.player = player;
                    if self.marked {
                        return None;
                    }
                    self.moves.clear();
                    self.moves.extend(game.moves(&self.pos).take(game.n_actions()));
                    self.numbers.clear();
                    game.actions(&self.pos, &self.moves, &mut self.numbers);
                    return None;
                }
            }
        }
    }

    #[inline]
    fn repeated(&self, game: &G) -> Option<Outcome> {
        if !G::CYCLES || self.keys.is_empty() {
            return None;
        }
        let key = game.key(&self.pos);
        let times = 1 + self.keys.iter().filter(|&&known| known == key).count() as u32;
        if times > 1 { game.repeated(&self.pos, times) } else { None }
    }

    fn roll(&mut self, game: &G, chance: &mut Chance) -> G::Move {
        let mut left = chance.share();
        self.moves.clear();
        self.moves.extend(game.moves(&self.pos));
        let found = self.moves.iter().find(|&&roll| {
            left -= game.probability(&self.pos, roll);
            left < 0.0
        });
        // Probabilities of `f32` may sum to a little less than one.
        *found.or(self.moves.last()).expect("some roll is possible where dice fall")
    }
}
