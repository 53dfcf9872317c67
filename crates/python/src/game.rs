use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use henge::spec::Spec;
use henge::{OwnEvaluation, Playable};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList};

use crate::batch::Batch;
use crate::bot::Bot;
use crate::evaluator::PythonEvaluator;
use crate::state::State;
use crate::wrong;

/// Plies that no game of ours reaches; what OpenSpiel asks for where the rules set no bound.
const LONGEST: usize = 100_000;

/// The rules of a game, with everybody who can play it.
#[pyclass(module = "henge", frozen)]
pub struct Game {
    pub(crate) inner: Arc<Playable>,
    /// The rolls that were asked for last: most are thrown with the same dice.
    rolls: Mutex<Option<Rolls>>,
}

/// Rolls as a list of pairs, and the chances that it was made of.
struct Rolls {
    chances: Vec<f32>,
    list: Py<PyList>,
}

/// Finds a game by its name, as in "hex:size=11", or by the path of a TOML file.
#[pyfunction]
pub fn game(name: &str) -> PyResult<Game> {
    let found = crate::games().game(name).map_err(wrong)?;
    Ok(Game::new(found))
}

/// The names of all games, as `game` takes them, and for each of its options its name and default.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Vec<(String, Bound<'_, PyDict>)>> {
    let families = crate::games().families().map(|family| {
        let options = PyDict::new(py);
        for param in family.params() {
            options.set_item(param.key, param.default)?;
        }
        Ok((family.slug().to_string(), options))
    });
    families.collect()
}

impl Game {
    pub fn new(game: Playable) -> Game {
        Game { inner: Arc::new(game), rolls: Mutex::new(None) }
    }

    /// A list of rolls by their number, with their chances.
    pub fn rolls<'py>(&self, py: Python<'py>, chances: Vec<f32>) -> PyResult<Bound<'py, PyList>> {
        let mut kept = self.rolls.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        if let Some(rolls) = kept.as_ref().filter(|rolls| rolls.chances == chances) {
            let list = rolls.list.bind(py);
            return Ok(list.get_slice(0, list.len()));
        }
        // The chances of `f32` are made to sum to one exactly enough for others.
        let sum: f64 = chances.iter().map(|&chance| f64::from(chance)).sum();
        let pairs = (0u32..).zip(&chances).map(|(roll, &chance)| (roll, f64::from(chance) / sum));
        let list = PyList::new(py, pairs.collect::<Vec<_>>())?;
        let copy = list.get_slice(0, list.len());
        *kept = Some(Rolls { chances, list: list.unbind() });
        Ok(copy)
    }

    fn rules(&self) -> &dyn henge::erased::DynGame {
        &**self.inner.rules()
    }
}

#[pymethods]
impl Game {
    /// The name with all options.
    #[getter]
    pub fn name(&self) -> &str {
        self.rules().name()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &str {
        &self.rules().about().title
    }

    /// The rules in words.
    #[getter]
    fn rules_text(&self) -> String {
        self.rules().about().rules.to_string()
    }

    /// What the two players are called.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.rules().about().players.iter().map(|name| name.to_string()).collect()
    }

    /// How many numbers there are for moves.
    #[getter]
    fn n_actions(&self) -> usize {
        self.rules().n_actions()
    }

    /// The planes of a position: how many there are, and how many places each has.
    #[getter]
    fn planes_shape(&self) -> (usize, usize) {
        let [planes, sites] = self.rules().planes_shape();
        (planes, sites)
    }

    /// The places of the board: name, x and y.
    #[getter]
    fn sites(&self) -> Vec<(String, f32, f32)> {
        let sites = self.rules().board().sites.iter();
        sites.map(|site| (site.name.clone(), site.at.x, site.at.y)).collect()
    }

    /// Do dice fall?
    #[getter]
    fn has_dice(&self) -> bool {
        self.rules().has_chance()
    }

    /// The position at the start.
    fn start(slf: Bound<'_, Self>) -> State {
        let table = slf.get().rules().start();
        State::new(slf.unbind(), table)
    }

    /// The position that a text describes, as `State.position` writes it.
    fn read(slf: Bound<'_, Self>, text: &str) -> PyResult<State> {
        let table = slf.get().rules().read(text).map_err(wrong)?;
        Ok(State::new(slf.unbind(), table))
    }

    /// So many games side by side; dice fall by the seed.
    #[pyo3(signature = (n, seed = 0))]
    fn batch(slf: Bound<'_, Self>, n: usize, seed: u64) -> PyResult<Batch> {
        Batch::new(slf, n, seed)
    }

    /// The bots that play this game: name, what it is, and its options with their defaults.
    #[allow(clippy::type_complexity)]
    fn bots(&self) -> Vec<(String, String, Vec<(String, String)>)> {
        let kinds = self.inner.bots().iter().map(|kind| {
            let params = kind.params.iter().map(|param| (param.key.into(), param.default.into()));
            (kind.name.into(), kind.about.into(), params.collect())
        });
        kinds.collect()
    }

    /// The bot of that name, as in "alphabeta:depth=6". With an evaluator, "alphabeta" ("expectimax" in games
    /// with dice) and "mcts" judge positions by it: a function that takes an array of planes, a position in
    /// each row, and returns an array of values, one for each position; for "mcts" it may return a pair of
    /// values and policies, with a number for each number of a move. Values are what the first player can
    /// expect, from -1 to 1.
    #[pyo3(signature = (name = None, *, evaluator = None, batch = None))]
    fn bot(
        slf: Bound<'_, Self>,
        name: Option<&str>,
        evaluator: Option<Py<PyAny>>,
        batch: Option<usize>,
    ) -> PyResult<Bot> {
        let game = slf.get();
        let name = name.unwrap_or(game.inner.default_bot());
        let Some(function) = evaluator else {
            let bot = game.inner.bot(name).map_err(wrong)?;
            return Ok(Bot::new(slf.unbind(), bot, None));
        };
        let spec: Spec = name.parse().map_err(wrong)?;
        let own = game.inner.ability::<dyn OwnEvaluation>();
        let own = own.ok_or_else(|| wrong("no engine of this game takes an evaluation"))?;
        let evaluator = Arc::new(PythonEvaluator::new(function, game.rules()));
        let bot = own.bot(&spec, evaluator.clone(), batch.unwrap_or(32)).map_err(wrong)?;
        Ok(Bot::new(slf.unbind(), bot, Some(evaluator)))
    }

    fn __str__(&self) -> &str {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("henge.game({:?})", self.name())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.name() == other.name()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("henge")?.getattr("game")?, (self.name().into(),)))
    }

    /// OpenSpiel's name for `start`, or for `read` if there is a text.
    #[pyo3(signature = (text = None))]
    fn new_initial_state(slf: Bound<'_, Self>, text: Option<&str>) -> PyResult<State> {
        match text {
            Some(text) => Game::read(slf, text),
            None => Ok(Game::start(slf)),
        }
    }

    /// OpenSpiel's name for `n_actions`.
    fn num_distinct_actions(&self) -> usize {
        self.n_actions()
    }

    /// Two.
    fn num_players(&self) -> usize {
        2
    }

    /// How many rolls of the dice there are at most.
    fn max_chance_outcomes(&self) -> usize {
        // The opening roll of backgammon tells the dice of both players apart.
        if self.has_dice() { 36 } else { 0 }
    }

    /// The worst that a player can get.
    fn min_utility(&self) -> f64 {
        -self.max_utility()
    }

    /// The best that a player can get.
    fn max_utility(&self) -> f64 {
        f64::from(self.rules().most_points())
    }

    /// What one wins the other loses.
    fn utility_sum(&self) -> f64 {
        0.0
    }

    /// An upper bound for the number of plies, where the rules set one; otherwise a number that no game reaches.
    fn max_game_length(&self) -> usize {
        match self.has_dice() || self.rules().can_repeat() {
            true => LONGEST,
            // Every move takes a place of the board for good; the swap takes none.
            false => self.rules().board().sites.len() + 1,
        }
    }

    /// The shape of `State.observation_tensor`.
    fn observation_tensor_shape(&self) -> Vec<usize> {
        self.rules().planes_shape().into()
    }

    /// How many numbers `State.observation_tensor` has.
    fn observation_tensor_size(&self) -> usize {
        self.rules().planes_shape().iter().product()
    }

    /// What kind of game it is, in OpenSpiel's words, or in words of the same names where OpenSpiel is not
    /// installed.
    fn get_type<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("henge._types")?;
        module.call_method1("game_type", (slf,))
    }

    /// The options of the name.
    fn get_parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        let spec: Result<Spec, _> = self.name().parse();
        if let Ok(spec) = spec.as_ref().map(|spec| &spec.options)
            && Path::new(self.name()).extension().is_none_or(|ending| ending != "toml")
        {
            for (key, value) in spec {
                options.set_item(key, value)?;
            }
        }
        Ok(options)
    }
}
