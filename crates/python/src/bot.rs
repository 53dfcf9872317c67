use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use henge::Limits;
use henge::erased::{self, DynBot, Task};
use pyo3::prelude::*;

use crate::evaluator::PythonEvaluator;
use crate::game::Game;
use crate::state::State;
use crate::wrong;

/// How often a long thought looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(100);

/// Limits of one answer.
pub fn limits(depth: Option<u32>, nodes: Option<u64>, time: Option<f64>) -> PyResult<Limits> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| wrong("time is a number of seconds, not less than 0"))?;
    Ok(Limits { depth, nodes, time, clock: None })
}

/// One way the game may go on.
#[pyclass(module = "henge", frozen, get_all)]
#[derive(Clone)]
pub struct Line {
    /// What it is worth to the player to move, in words: "win in 5", "+41"; None if the bot gives no numbers.
    score: Option<String>,
    /// The score as a number; wins are far above all estimates.
    value: Option<i32>,
    /// "proved", "bound" or "estimate".
    kind: Option<&'static str>,
    /// The moves.
    moves: Vec<String>,
}

/// What a bot has found out.
#[pyclass(module = "henge", frozen, get_all)]
#[derive(Clone)]
pub struct Thought {
    /// The lines, the best first.
    lines: Vec<Line>,
    /// Plies that were searched in full.
    depth: u32,
    /// Positions visited.
    nodes: u64,
    /// Reasons in words.
    why: Vec<String>,
}

impl From<&erased::Thought> for Thought {
    fn from(thought: &erased::Thought) -> Thought {
        let line = |line: &erased::Line| Line {
            score: line.score.map(|(score, _)| score.to_string()),
            value: line.score.map(|(score, _)| score.0),
            kind: line.score.map(|(_, kind)| kind.word()),
            moves: line.moves.clone(),
        };
        Thought {
            lines: thought.lines.iter().map(line).collect(),
            depth: thought.depth,
            nodes: thought.nodes,
            why: thought.why.clone(),
        }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let score = self.score.as_deref().unwrap_or("?");
        format!("{score}: {}", self.moves.join(" "))
    }
}

#[pymethods]
impl Thought {
    /// The move that the bot chooses.
    #[getter]
    fn best(&self) -> Option<String> {
        self.lines.first()?.moves.first().cloned()
    }

    fn __repr__(&self) -> String {
        let line = self.lines.first().map_or("nothing".into(), Line::__repr__);
        format!("<depth {}, {} positions: {line}>", self.depth, self.nodes)
    }
}

/// Somebody who can play a game.
#[pyclass(module = "henge", frozen)]
pub struct Bot {
    game: Py<Game>,
    name: String,
    bot: Arc<Mutex<Box<dyn DynBot>>>,
    evaluator: Option<Arc<PythonEvaluator>>,
}

impl Bot {
    pub fn new(
        game: Py<Game>,
        bot: Box<dyn DynBot>,
        evaluator: Option<Arc<PythonEvaluator>>,
    ) -> Bot {
        Bot { game, name: bot.name().into(), bot: Arc::new(Mutex::new(bot)), evaluator }
    }

    /// A thought in a thread of its own.
    fn start(&self, state: &State, limits: Limits, lines: usize) -> Analysis {
        let (bot, table) = (Arc::clone(&self.bot), state.table.fork());
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let (raised, evaluator) = (Arc::clone(&stop), self.evaluator.clone());
        thread::spawn(move || {
            let mut bot = bot.lock().unwrap_or_else(PoisonError::into_inner);
            let mut tell = |thought: &erased::Thought| {
                _ = sender.send(Ok(thought.clone()));
                // A function that failed ends the search at its next report at the latest.
                if evaluator.as_ref().is_some_and(|it| it.stop.load(Ordering::SeqCst)) {
                    raised.store(true, Ordering::SeqCst);
                }
            };
            let task = Task::new(limits).lines(lines.max(1)).stop(&raised).progress(&mut tell);
            let found = bot.think(&*table, task).map_err(|error| error.to_string());
            _ = sender.send(found);
        });
        Analysis { receiver: Mutex::new(receiver), stop, evaluator: self.evaluator.clone() }
    }
}

#[pymethods]
impl Bot {
    /// The name with all options.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The game it plays.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Thinks about a position, without the lock of the interpreter; the limits of the bot's name count too.
    #[pyo3(signature = (state, *, depth = None, nodes = None, time = None, lines = 1))]
    fn think(
        &self,
        py: Python<'_>,
        state: &State,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
    ) -> PyResult<Thought> {
        let analysis = self.start(state, limits(depth, nodes, time)?, lines);
        let mut last = None;
        while let Some(thought) = analysis.__next__(py)? {
            last = Some(thought);
        }
        last.ok_or_else(|| wrong("the bot has given no answer"))
    }

    /// Thinks about a position and yields every deeper answer as it comes; the last one is the best.
    #[pyo3(signature = (state, *, depth = None, nodes = None, time = None, lines = 1))]
    fn analyse(
        &self,
        state: &State,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
    ) -> PyResult<Analysis> {
        Ok(self.start(state, limits(depth, nodes, time)?, lines))
    }

    fn __repr__(&self) -> String {
        format!("henge.game({:?}).bot({:?})", self.game.get().name(), self.name)
    }
}

/// Answers of a bot, deeper and deeper. Closing it, or leaving its `with`, ends the thought.
#[pyclass(module = "henge", frozen)]
pub struct Analysis {
    receiver: Mutex<mpsc::Receiver<Result<erased::Thought, String>>>,
    stop: Arc<AtomicBool>,
    evaluator: Option<Arc<PythonEvaluator>>,
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Thought>> {
        loop {
            let heard = py.detach(|| {
                let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.recv_timeout(GLANCE)
            });
            match heard {
                Ok(Ok(thought)) => return Ok(Some((&thought).into())),
                Ok(Err(error)) => {
                    return Err(self.fault().unwrap_or_else(|| wrong(error)));
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return self.fault().map_or(Ok(None), Err);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    if let Err(interrupted) = py.check_signals() {
                        self.close();
                        return Err(interrupted);
                    }
                }
            }
        }
    }

    /// Ends the thought at once; what it has found can still be read.
    fn close(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }
}

impl Analysis {
    fn fault(&self) -> Option<PyErr> {
        self.evaluator.as_ref().and_then(|evaluator| evaluator.take_fault())
    }
}
