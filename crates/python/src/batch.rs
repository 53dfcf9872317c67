use henge::batch::Sight;
use henge::erased::DynBatch;
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::game::Game;
use crate::state::State;
use crate::wrong;

/// Games of this many are enough for anybody.
const MOST: usize = 1 << 24;
/// Waiting for another thread could be waiting for ourselves, who hold the lock of the interpreter.
const BUSY: &str = "the batch is at work in another thread";

/// Many games of the same rules side by side, a move in each at a time. Dice are thrown by the batch, so that
/// a player is always to move, and a game that ends begins anew at once.
///
/// The arrays are the same ones at every step and change in place: copy what is to be kept.
#[pyclass(module = "henge", frozen)]
pub struct Batch {
    game: Py<Game>,
    batch: std::sync::Mutex<Box<dyn DynBatch>>,
    masks: Py<PyArray2<bool>>,
    players: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    ended: Py<PyArray1<bool>>,
    actions: Py<PyArray1<i64>>,
}

impl Batch {
    pub fn new(game: Bound<'_, Game>, n: usize, seed: u64) -> PyResult<Batch> {
        let py = game.py();
        if n == 0 || n > MOST {
            return Err(wrong(format!("a batch has from 1 to {MOST} games, not {n}")));
        }
        let rules = game.get().inner.rules();
        let batch = Batch {
            batch: std::sync::Mutex::new(rules.batch(n, seed)),
            masks: PyArray2::zeros(py, [n, rules.n_actions()], false).unbind(),
            players: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArray2::zeros(py, [n, 2], false).unbind(),
            ended: PyArray1::zeros(py, n, false).unbind(),
            actions: PyArray1::zeros(py, n, false).unbind(),
            game: game.unbind(),
        };
        batch.with(py, |games, sight, _| games.look(sight))?;
        Ok(batch)
    }

    /// Calls something with the games and the memory of all arrays.
    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(
            &mut dyn DynBatch,
            &mut Sight<'_>,
            &mut [i64],
        ) -> Result<T, henge::batch::BatchError>
        + Send,
    ) -> PyResult<T>
    where
        T: Send,
    {
        let busy = |_| wrong(BUSY);
        let mut masks = self.masks.bind(py).try_readwrite().map_err(busy)?;
        let mut players = self.players.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut ended = self.ended.bind(py).try_readwrite().map_err(busy)?;
        let mut actions = self.actions.bind(py).try_readwrite().map_err(busy)?;
        let mut sight = Sight {
            masks: masks.as_slice_mut()?,
            players: players.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
        };
        let actions = actions.as_slice_mut()?;
        let mut games = self.batch.try_lock().map_err(|_| wrong(BUSY))?;
        let games = &mut **games;
        py.detach(|| work(games, &mut sight, actions)).map_err(wrong)
    }

    fn games<T>(&self, work: impl FnOnce(&mut dyn DynBatch) -> T) -> PyResult<T> {
        let mut games = self.batch.try_lock().map_err(|_| wrong(BUSY))?;
        Ok(work(&mut **games))
    }
}

#[pymethods]
impl Batch {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.players.bind(py).len()
    }

    /// For each game and each number of a move whether it is legal now.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    /// For each game the player to move: 0 or 1.
    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.players.clone_ref(py)
    }

    /// For each game what the last step has brought both players: points where it ended the game, else 0.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// For each game whether the last step has ended it. It has begun anew then.
    #[getter]
    fn ended(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.ended.clone_ref(py)
    }

    /// The moves of the last `step_at_random`.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.actions.clone_ref(py)
    }

    /// How many moves players have made in all games together.
    #[getter]
    fn n_moves(&self) -> PyResult<u64> {
        self.games(|games| games.counts().0)
    }

    /// How many games have ended.
    #[getter]
    fn n_games(&self) -> PyResult<u64> {
        self.games(|games| games.counts().1)
    }

    /// Plays a move in every game, each given by its number. If one is not legal, no game changes.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        // A copy, because it may be one of our own arrays.
        let given = actions.as_array().to_vec();
        drop(actions);
        self.with(py, |games, sight, _| games.step(&given, sight))
    }

    /// Plays a random move in every game, so many times; `actions` has those of the last time.
    #[pyo3(signature = (steps = 1))]
    fn step_at_random(&self, py: Python<'_>, steps: usize) -> PyResult<()> {
        self.with(py, |games, sight, actions| {
            (0..steps).try_for_each(|_| games.step_at_random(actions, sight))
        })
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |games, sight, _| {
            games.reset();
            games.look(sight)
        })
    }

    /// The state of a game, as if it had begun there.
    fn state(&self, py: Python<'_>, game: usize) -> PyResult<State> {
        let table = self.games(|games| games.table(game))?;
        let table = table.ok_or_else(|| {
            wrong(format!("there is no game {game}; the batch has {}", self.__len__(py)))
        })?;
        Ok(State::new(self.game.clone_ref(py), table))
    }

    /// Puts the position of a state in the place of a game.
    fn put(&self, py: Python<'_>, game: usize, state: &State) -> PyResult<()> {
        self.with(py, |games, sight, _| {
            games.put(game, &*state.table)?;
            games.look(sight)
        })
    }

    /// The planes of all games; written into `out` if there is such an array.
    #[pyo3(signature = (out = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray3<f32>>>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let [planes, sites] = self.game.get().inner.rules().planes_shape();
        let n = self.__len__(py);
        let out = out.unwrap_or_else(|| PyArray3::zeros(py, [n, planes, sites], false));
        {
            let mut room = out.try_readwrite().map_err(wrong)?;
            let room = room.as_slice_mut()?;
            let games = self.batch.try_lock().map_err(|_| wrong(BUSY))?;
            let games = &**games;
            py.detach(|| games.write_planes(room)).map_err(wrong)?;
        }
        Ok(out)
    }
}
