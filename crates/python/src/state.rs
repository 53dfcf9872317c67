use henge::erased::DynMatch;
use henge::render::{self, SvgStyle};
use henge::{Player, Turn};
use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::game::Game;
use crate::solving::{self, Solution};
use crate::wrong;

/// OpenSpiel's numbers for nobody.
const CHANCE: i64 = -1;
const TERMINAL: i64 = -4;

/// A position with the moves that led to it.
#[pyclass(module = "henge")]
pub struct State {
    game: Py<Game>,
    pub(crate) table: Box<dyn DynMatch>,
    turn: Turn,
    /// The numbers of the legal moves, once somebody has asked.
    actions: Vec<u32>,
    has_actions: bool,
    /// The list that was made last.
    listed: Option<Listed>,
    /// Who moved, and the numbers of the moves, since this state was made.
    numbers: Vec<(i64, u32)>,
    /// The numbers begin after so many plies of the match.
    first: usize,
}

/// A list of moves that nobody else sees, so that it can follow the next moves: where a move takes one number
/// away and brings none, a copy of the rest is made several times faster than a new list.
struct Listed {
    numbers: Vec<u32>,
    list: Py<PyList>,
}

impl Listed {
    fn new(py: Python<'_>, numbers: Vec<u32>) -> PyResult<Listed> {
        let list = match numbers.last().is_none_or(|&last| last < 256) {
            true => {
                let bytes: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
                list(py, &bytes)?
            }
            false => PyList::new(py, &numbers)?,
        };
        Ok(Listed { numbers, list: list.unbind() })
    }

    /// Makes it the list of these numbers, if they are the same but for one at most.
    fn follow(&mut self, py: Python<'_>, numbers: &[u32]) -> PyResult<bool> {
        if numbers.len() == self.numbers.len() {
            return Ok(numbers == self.numbers);
        }
        if numbers.len() + 1 != self.numbers.len() {
            return Ok(false);
        }
        let same = numbers.iter().zip(&self.numbers).take_while(|(now, then)| now == then).count();
        if numbers[same..] != self.numbers[same + 1..] {
            return Ok(false);
        }
        self.list.bind(py).del_item(same)?;
        self.numbers.remove(same);
        Ok(true)
    }

    fn copy<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        self.list.bind(py).get_slice(0, self.numbers.len())
    }
}

impl State {
    pub fn new(game: Py<Game>, table: Box<dyn DynMatch>) -> State {
        let (turn, first) = (table.turn(), table.ply());
        let (actions, numbers) = Default::default();
        State { game, table, turn, actions, has_actions: false, listed: None, numbers, first }
    }

    fn mover(&self) -> i64 {
        match self.turn {
            Turn::Player(player) => player.index() as i64,
            Turn::Chance => CHANCE,
            Turn::Over(_) => TERMINAL,
        }
    }

    fn points(&self, player: Player) -> f64 {
        match self.turn {
            Turn::Over(outcome) => f64::from(outcome.points_for(player)),
            _ => 0.0,
        }
    }

    fn legal(&mut self) -> &[u32] {
        if !self.has_actions {
            self.table.write_actions(&mut self.actions);
            self.has_actions = true;
        }
        &self.actions
    }

    /// The place of a legal move, given by its number, in the list of all.
    fn place(&mut self, action: i64) -> PyResult<(usize, u32)> {
        let number = u32::try_from(action).ok();
        let found = number.and_then(|number| {
            let place = self.legal().iter().position(|&known| known == number)?;
            Some((place, number))
        });
        found.ok_or_else(|| wrong(format!("{action} is not the number of a legal move")))
    }

    fn changed(&mut self) {
        (self.turn, self.has_actions) = (self.table.turn(), false);
    }

    /// Plays a legal move, given by its number.
    fn make(&mut self, action: i64) -> PyResult<()> {
        let mover = self.mover();
        let (place, number) = self.place(action)?;
        self.table.play_place(place);
        self.numbers.push((mover, number));
        self.changed();
        Ok(())
    }

    fn take_back(&mut self) -> PyResult<String> {
        let taken = self.table.undo().ok_or_else(|| wrong("there is no move to take back"))?;
        self.numbers.pop();
        self.first = self.first.min(self.table.ply());
        self.changed();
        Ok(taken)
    }

    fn copy(&self, py: Python<'_>) -> State {
        State {
            game: self.game.clone_ref(py),
            table: self.table.fork(),
            turn: self.turn,
            actions: self.actions.clone(),
            has_actions: self.has_actions,
            listed: None,
            numbers: self.numbers.clone(),
            first: self.first,
        }
    }

    /// The game as a record.
    pub fn as_record(&self) -> henge::record::Record {
        let mut record = henge::record::Record::from_match(self.rules(), &*self.table);
        if let Turn::Over(outcome) = self.turn {
            record.result = Some(outcome);
        }
        record
    }

    pub fn playable(&self) -> &henge::Playable {
        &self.game.get().inner
    }

    fn rules(&self) -> &dyn henge::erased::DynGame {
        &**self.playable().rules()
    }
}

/// A list of small numbers: Python makes one of bytes faster than anybody makes it number by number.
fn list<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyList>> {
    let list = py.get_type::<PyList>().call1((PyBytes::new(py, bytes),))?;
    list.cast_into().map_err(wrong)
}

#[pymethods]
impl State {
    /// The game.
    #[getter(game)]
    fn rules_of(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The legal moves as text, or the rolls where dice fall.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.table.moves().into_iter().map(|mv| mv.text).collect()
    }

    /// Plays a move, given as text.
    fn play(&mut self, mv: &str) -> PyResult<()> {
        let mover = self.mover();
        let before = self.table.fork();
        self.table.play(mv).map_err(wrong)?;
        // What is written may differ from the text of the list: the number is that of the move which led here.
        let text = self.table.history().pop().unwrap_or_default();
        let place = before.moves().iter().position(|known| known.text == text);
        let numbers = match self.has_actions {
            true => std::mem::take(&mut self.actions),
            false => before.actions(),
        };
        self.numbers.push((mover, place.and_then(|n| numbers.get(n)).copied().unwrap_or(0)));
        self.changed();
        Ok(())
    }

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> PyResult<String> {
        self.take_back()
    }

    /// The moves so far as text, rolls included.
    #[getter]
    fn record(&self) -> Vec<String> {
        self.table.history()
    }

    /// The position as text.
    #[getter]
    fn position(&self) -> String {
        self.table.position()
    }

    /// The position as other programs write it.
    #[getter]
    fn foreign_positions(&self) -> Vec<String> {
        self.table.foreign_positions()
    }

    /// A number that is the same for the same position.
    #[getter]
    fn key(&self) -> u64 {
        self.table.key()
    }

    /// What a legal move, given as text, does, in words.
    fn explain(&self, mv: &str) -> Vec<String> {
        self.playable().explain(&*self.table, mv)
    }

    /// The number of sequences of so many moves from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.table.perft(depth))
    }

    /// What the position is worth, exactly if it can be proved within the limits.
    #[pyo3(signature = (*, depth = None, nodes = None, time = None))]
    fn solve(
        &self,
        py: Python<'_>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Solution> {
        let limits = crate::bot::limits(depth, nodes, time)?;
        solving::solve(py, self.playable(), &*self.table, limits)
    }

    /// A picture of the board as SVG.
    fn svg(&self) -> String {
        let mut scene = self.table.scene();
        let site =
            |site| henge::depict::Mark { site, kind: henge::depict::MarkKind::Last, text: None };
        scene.marks.extend(self.table.last_path().into_iter().map(site));
        let title = self.rules().about().title.clone();
        let style = SvgStyle { title, description: self.table.position(), ..SvgStyle::default() };
        render::svg(self.rules().board(), &scene, &style)
    }

    /// What notebooks show.
    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The board in characters.
    fn text(&self) -> String {
        render::text(self.rules().board(), &self.table.scene(), &Default::default())
    }

    fn __str__(&self) -> String {
        self.table.position()
    }

    fn __repr__(&self) -> String {
        format!("henge.game({:?}).read({:?})", self.rules().name(), self.table.position())
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> State {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let make = py.import("henge._types")?.getattr("restore")?;
        Ok((make, (self.rules().name().into(), self.serialize())))
    }

    /// Two states are equal if their positions are.
    fn __eq__(&self, other: &State) -> bool {
        self.rules().name() == other.rules().name()
            && self.table.position() == other.table.position()
    }

    fn __hash__(&self) -> u64 {
        self.table.key()
    }

    /// The position as planes of numbers.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [planes, sites] = self.rules().planes_shape();
        let mut out = vec![0.0; planes * sites];
        self.rules().write_planes(&*self.table, &mut out).map_err(wrong)?;
        PyArray1::from_vec(py, out).call_method1("reshape", ((planes, sites),))
    }

    // From here on with the names of OpenSpiel.

    /// The number of the player to move; -1 where dice fall, -4 at the end.
    pub fn current_player(&self) -> i64 {
        self.mover()
    }

    /// Is the game over?
    fn is_terminal(&self) -> bool {
        matches!(self.turn, Turn::Over(_))
    }

    /// Do dice fall now?
    fn is_chance_node(&self) -> bool {
        self.turn == Turn::Chance
    }

    /// Is a player to move?
    fn is_player_node(&self) -> bool {
        matches!(self.turn, Turn::Player(_))
    }

    /// Never: one player moves at a time.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// Never.
    fn is_mean_field_node(&self) -> bool {
        false
    }

    /// The numbers of the legal moves, in rising order; none for the player who is not to move.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        if player.is_some_and(|player| player != self.mover()) {
            return Ok(PyList::empty(py));
        }
        self.legal();
        let State { actions, listed, .. } = self;
        let mut sorted = Vec::new();
        let actions = match actions.is_sorted() {
            true => &actions[..],
            false => {
                sorted.clone_from(actions);
                sorted.sort_unstable();
                &sorted[..]
            }
        };
        if let Some(listed) = listed
            && listed.follow(py, actions)?
        {
            return Ok(listed.copy(py));
        }
        let made = Listed::new(py, actions.to_vec())?;
        Ok(listed.insert(made).copy(py))
    }

    /// For each number of a move whether it is legal: 1 or 0.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        let n = match self.turn {
            Turn::Chance => self.legal().len(),
            _ => self.rules().n_actions(),
        };
        let mut mask = vec![0; n];
        if player.is_none_or(|player| player == self.mover()) {
            self.legal().iter().for_each(|&action| mask[action as usize] = 1);
        }
        list(py, &mask)
    }

    /// Plays the move of that number.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        self.make(action)
    }

    /// Takes back the last move, which was this one.
    fn undo_action(&mut self, player: i64, action: i64) -> PyResult<()> {
        match self.numbers.last() {
            Some(&(mover, number)) if (mover, i64::from(number)) == (player, action) => {
                self.take_back().map(drop)
            }
            _ => Err(wrong(format!("the last move was not {action} by player {player}"))),
        }
    }

    /// A copy after a move.
    fn child(&self, py: Python<'_>, action: i64) -> PyResult<State> {
        let mut child = self.copy(py);
        child.make(action)?;
        Ok(child)
    }

    /// A copy.
    fn clone(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    /// The points of both players at the end; nothing before.
    fn returns(&self) -> [f64; 2] {
        Player::BOTH.map(|player| self.points(player))
    }

    /// What the last move has brought: all points come with the last one.
    fn rewards(&self) -> [f64; 2] {
        self.returns()
    }

    /// The points of one player.
    fn player_return(&self, player: usize) -> PyResult<f64> {
        let points = self.returns().get(player).copied();
        points.ok_or_else(|| PyIndexError::new_err("players are 0 and 1"))
    }

    /// The same; OpenSpiel has both names.
    fn player_reward(&self, player: usize) -> PyResult<f64> {
        self.player_return(player)
    }

    /// The rolls by their number, and their chances.
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.game.get().rolls(py, self.table.chances())
    }

    /// The text of a legal move; the player may be given before its number.
    #[pyo3(signature = (player, action = None))]
    fn action_to_string(&mut self, player: i64, action: Option<i64>) -> PyResult<String> {
        let (place, _) = self.place(action.unwrap_or(player))?;
        self.table.text_of_place(place).ok_or_else(|| wrong("there is no such move"))
    }

    /// The number of a legal move; the player may be given before its text.
    #[pyo3(signature = (player, text = None))]
    fn string_to_action(
        &mut self,
        player: Bound<'_, PyAny>,
        text: Option<String>,
    ) -> PyResult<u32> {
        let text = match text {
            Some(text) => text,
            None => player.extract()?,
        };
        let place = self.table.moves().iter().position(|mv| mv.text == text);
        let number = place.and_then(|place| self.legal().get(place).copied());
        number.ok_or_else(|| wrong(format!("{text:?} is not a legal move")))
    }

    /// The numbers of the moves so far.
    fn history(&self) -> Vec<u32> {
        self.numbers.iter().map(|&(_, number)| number).collect()
    }

    /// Who moved, and the numbers of the moves.
    fn full_history(&self) -> Vec<(i64, u32)> {
        self.numbers.clone()
    }

    /// The numbers of the moves with commas between them.
    fn history_str(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(|(_, n)| n.to_string()).collect();
        numbers.join(", ")
    }

    /// How many moves were made, rolls included.
    fn move_number(&self) -> usize {
        self.numbers.len()
    }

    /// Was nothing played yet?
    fn is_initial_state(&self) -> bool {
        self.numbers.is_empty()
    }

    /// How many numbers there are for moves.
    fn num_distinct_actions(&self) -> usize {
        self.rules().n_actions()
    }

    /// Two.
    fn num_players(&self) -> usize {
        2
    }

    /// The game.
    fn get_game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The planes, one after the other: both players see everything.
    #[pyo3(signature = (player = 0))]
    fn observation_tensor<'py>(&self, py: Python<'py>, player: i64) -> PyResult<Bound<'py, PyAny>> {
        let _ = player;
        self.planes(py)?.call_method0("ravel")
    }

    /// The position as text: both players see everything.
    #[pyo3(signature = (player = 0))]
    fn observation_string(&self, player: i64) -> String {
        let _ = player;
        self.table.position()
    }

    /// The moves so far: two ways to a position are different to those who remember.
    #[pyo3(signature = (player = 0))]
    fn information_state_string(&self, player: i64) -> String {
        let _ = player;
        self.history_str()
    }

    /// The position at the start and the moves since, on lines of their own.
    fn serialize(&self) -> String {
        let mut lines = vec![self.table.setup().unwrap_or_default()];
        lines.extend(self.table.history());
        lines.join("\n")
    }

    /// The same as bytes.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.serialize().as_bytes())
    }
}
