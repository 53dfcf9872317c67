//! Evaluations from outside: something that judges many positions at once, given as planes, in the engines
//! of henge. The engines are compiled for their game; only batches of numbers go out and come back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use henge_bots::engines::{self, EngineBot};
use henge_core::erased::DynBot;
use henge_core::spec::{Options, Spec, SpecError};
use henge_core::{Board, Depict, Eval, Game, Notation, Player, Score, planes};
use henge_search::{
    AlphaBeta, Engine, Expectimax, Mcts, MctsOptions, Priors, Report, Selection, Task, expectimax,
};

/// Judges positions that are given as planes (see [`planes::shape`]), many at once.
pub trait BatchEvaluator: Send + Sync {
    /// For each of `n` positions the expected result to the first player, from -1 to 1, into `values`, and
    /// one number for each number of a move into `policy`, where it is asked for: the larger the better,
    /// none negative.
    fn evaluate(&self, planes: &[f32], n: usize, values: &mut [f32], policy: Option<&mut [f32]>);
}

/// The engines of a game, for evaluations from outside.
pub trait OwnEvaluation: Send + Sync {
    /// The bot of that name (`alphabeta`, `expectimax` or `mcts`) with its options, which judges with
    /// `evaluator`; `mcts` asks about so many leaves of its tree at once.
    fn bot(
        &self,
        spec: &Spec,
        evaluator: Arc<dyn BatchEvaluator>,
        batch: usize,
    ) -> Result<Box<dyn DynBot>, SpecError>;
}

/// The score of an even chance is 0; that of an expectation is the logarithm of its odds in these units.
const SCALE: f32 = 10_000.0;
/// Nothing that is not proved is quite certain.
const SURE: f32 = 0.999_9;
/// How many judgements are kept before all are forgotten.
const MOST_KEPT: usize = 1 << 18;

fn score(value: f32) -> Score {
    let value = if value.is_finite() { value.clamp(-SURE, SURE) } else { 0.0 };
    Score::estimate((SCALE * ((1.0 + value) / (1.0 - value)).ln()) as i64)
}

fn to(player: Player, score: Score) -> Score {
    if player == Player::First { score } else { -score }
}

/// Makes the engine that searches trees move by move, if there is memory for its table.
pub(crate) type Tree<G> = fn(&Options, Outside) -> Result<Box<dyn Engine<G>>, SpecError>;

/// The engines of `G`.
pub(crate) struct Engines<G: Game> {
    board: Arc<Board>,
    tree: Tree<G>,
}

impl<G: Game> Engines<G> {
    pub(crate) fn new(board: Board, tree: Tree<G>) -> Self {
        Engines { board: Arc::new(board), tree }
    }
}

/// Alpha-beta, for games without dice.
pub(crate) fn tree<G: Depict>(
    options: &Options,
    outside: Outside,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    let engine = AlphaBeta::try_with(engines::alphabeta_options(options));
    let engine = engine.map_err(|error| options.no_memory(error))?;
    Ok(Box::new(engine.with_eval(Arc::new(outside))))
}

/// Expectiminimax, for games with dice.
pub(crate) fn dice_tree<G: Depict>(
    options: &Options,
    outside: Outside,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    let table_bytes = engines::table_bytes(options);
    let engine = Expectimax::try_with(expectimax::Options { table_bytes, ..Default::default() });
    let engine = engine.map_err(|error| options.no_memory(error))?;
    Ok(Box::new(engine.with_eval(Arc::new(outside))))
}

impl<G: Notation + Depict> OwnEvaluation for Engines<G> {
    fn bot(
        &self,
        spec: &Spec,
        evaluator: Arc<dyn BatchEvaluator>,
        batch: usize,
    ) -> Result<Box<dyn DynBot>, SpecError> {
        let outside = Outside { board: Arc::clone(&self.board), evaluator };
        let (tree, params) = match G::CHANCE {
            true => ("expectimax", engines::EXPECTIMAX),
            false => ("alphabeta", engines::ALPHABETA),
        };
        let (options, engine): (_, Box<dyn Engine<G>>) = match spec.name.as_str() {
            "mcts" => {
                let options = Options::resolve(spec, engines::MCTS)?;
                let made = MctsOptions { batch, ..engines::mcts_options(&options, usual()) };
                (options, Box::new(Simulations::<G>::new(made, outside)))
            }
            name if name == tree => {
                let options = Options::resolve(spec, params)?;
                let engine = (self.tree)(&options, outside)?;
                (options, engine)
            }
            other => {
                let what = "engine that takes an evaluation here";
                return Err(SpecError::unknown(what, other, [tree, "mcts"]));
            }
        };
        Ok(Box::new(EngineBot::<G>::new(&options, engine)))
    }
}

/// Leaves are judged by the evaluation alone, in batches. A position is visited once to be judged and gets
/// children with the next visit, when its policy is known.
fn usual() -> MctsOptions {
    MctsOptions {
        selection: Selection::Puct,
        exploration: 1.5,
        expand_visits: 1,
        eval_weight: 1.0,
        scale: SCALE,
        ..MctsOptions::default()
    }
}

/// An evaluation from outside, with what turns positions into planes.
pub(crate) struct Outside {
    board: Arc<Board>,
    evaluator: Arc<dyn BatchEvaluator>,
}

impl Outside {
    /// Judges positions; scores are to the first player.
    fn judge<'a, G: Depict>(
        &self,
        game: &G,
        positions: impl ExactSizeIterator<Item = &'a G::Position>,
        policy: Option<&mut Vec<f32>>,
    ) -> Vec<Score> {
        let n = positions.len();
        let [n_planes, sites] = planes::shape::<G>(&self.board);
        let size = (n_planes * sites).max(1);
        let mut input = vec![0.0; n * size];
        for (pos, out) in positions.zip(input.chunks_exact_mut(size)) {
            planes::write(game, &self.board, pos, out);
        }
        let mut values = vec![0.0; n];
        let policy = policy.map(|policy| {
            policy.resize(n * game.n_actions(), 0.0);
            &mut policy[..]
        });
        self.evaluator.evaluate(&input, n, &mut values, policy);
        values.into_iter().map(score).collect()
    }
}

/// What follows a position through the tree of alpha-beta.
pub(crate) struct Path<P> {
    /// The positions from the root on.
    positions: Vec<P>,
    /// Judgements, to the first player, by the key of their position.
    known: HashMap<u64, Score>,
}

impl<P> Default for Path<P> {
    fn default() -> Self {
        Path { positions: Vec::new(), known: HashMap::new() }
    }
}

impl<G: Depict> Eval<G> for Outside {
    type State = Path<G::Position>;
    const SELECTIVE: bool = false;

    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        to(player, self.judge(game, [pos].into_iter(), None)[0])
    }

    fn begin(&self, _game: &G, pos: &G::Position) -> Self::State {
        Path { positions: vec![pos.clone()], known: HashMap::new() }
    }

    fn push(&self, _game: &G, pos: &G::Position, _mv: G::Move, state: &mut Self::State) {
        state.positions.push(pos.clone());
    }

    fn pop(&self, _game: &G, _pos: &G::Position, _mv: G::Move, state: &mut Self::State) {
        state.positions.pop();
    }

    /// Whoever asks about a position will soon ask about its siblings: all of them go out in one batch.
    fn judge(&self, game: &G, pos: &G::Position, state: &mut Self::State, player: Player) -> Score {
        let key = game.key(pos);
        if let Some(&known) = state.known.get(&key) {
            return to(player, known);
        }
        let mut asked = vec![pos.clone()];
        // In thought the turn may have passed; then the position is no child of the one before.
        let parent = match &state.positions[..] {
            [.., parent, here] if game.key(here) == key => Some(parent),
            _ => None,
        };
        if let Some(parent) = parent {
            for mv in game.moves(parent) {
                let mut child = parent.clone();
                game.play(&mut child, mv);
                let new = !state.known.contains_key(&game.key(&child)) && child != *pos;
                if new && !matches!(game.turn(&child), henge_core::Turn::Over(_)) {
                    asked.push(child);
                }
            }
        }
        let scores = Outside::judge(self, game, asked.iter(), None);
        if state.known.len() > MOST_KEPT {
            state.known.clear();
        }
        let keys = asked.iter().map(|pos| game.key(pos));
        state.known.extend(keys.zip(scores.iter().copied()));
        to(player, scores[0])
    }
}

/// Monte Carlo tree search with an evaluation and a policy from outside.
struct Simulations<G: Game> {
    mcts: Mcts<G>,
    advice: Advice,
}

/// Judges leaves in batches, and keeps what was said about their moves until they are asked for.
struct Advice {
    outside: Outside,
    policies: Mutex<HashMap<u64, Vec<f32>>>,
}

impl<G: Game> Simulations<G> {
    fn new(options: MctsOptions, outside: Outside) -> Self {
        let advice = Advice { outside, policies: Mutex::default() };
        Simulations { mcts: Mcts::with(options), advice }
    }
}

impl<G: Depict> Engine<G> for Simulations<G> {
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        self.mcts.search_with(game, pos, history, &self.advice, &self.advice, task)
    }

    fn clear(&mut self) {
        self.mcts.clear();
        self.advice.policies.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Advice {
    /// Judges positions and keeps their policies; scores are to the first player.
    fn ask<'a, G: Depict>(
        &self,
        game: &G,
        positions: impl ExactSizeIterator<Item = &'a G::Position> + Clone,
    ) -> Vec<Score> {
        let mut policy = Vec::new();
        let scores = self.outside.judge(game, positions.clone(), Some(&mut policy));
        let mut kept = self.policies.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() > MOST_KEPT / game.n_actions().max(1) + scores.len() {
            kept.clear();
        }
        for (pos, policy) in positions.zip(policy.chunks_exact(game.n_actions().max(1))) {
            kept.insert(game.key(pos), policy.to_vec());
        }
        scores
    }

    /// Takes the policy of a position, if it is kept.
    fn kept(&self, key: u64) -> Option<Vec<f32>> {
        self.policies.lock().unwrap_or_else(PoisonError::into_inner).remove(&key)
    }
}

impl<G: Depict> Eval<G> for Advice {
    type State = ();
    const SELECTIVE: bool = false;

    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        to(player, self.ask(game, [pos].into_iter())[0])
    }

    fn batch(&self, game: &G, leaves: &[(G::Position, Player)], scores: &mut Vec<Score>) {
        let found = self.ask(game, leaves.iter().map(|(pos, _)| pos));
        scores.extend(found.into_iter().zip(leaves).map(|(score, (_, player))| to(*player, score)));
    }
}

impl<G: Depict> Priors<G> for Advice {
    fn priors(&self, game: &G, pos: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) {
        let key = game.key(pos);
        let policy = self.kept(key).or_else(|| {
            self.ask(game, [pos].into_iter());
            self.kept(key)
        });
        let policy = policy.unwrap_or_default();
        let mut numbers = Vec::with_capacity(moves.len());
        game.actions(pos, moves, &mut numbers);
        out.extend(numbers.iter().map(|&n| policy.get(n as usize).copied().unwrap_or(0.0)));
    }
}
