//! The tutor: a game against the program, or of the program against itself, in which somebody grades
//! its plays. Front ends give it lines and show what it answers; files are theirs.

use henge_games::backgammon::{Entry, Men, position_id};

use super::batch::{Series, Tells, play_batch};
use super::change::Situation;
use super::command::{Command, HELP, Shown, Stored};
use super::decision::{Candidate, Decision};
use super::display;
use super::explain::explain_in;
use super::game::{Colour, DiceBox, Ended, GammonGame, Throws};
use super::grade::{Adjusted, grade};
use super::set::{LEVELS, StrategySet};
use super::statistics::win_value;
use super::strategy::{Selected, Strategy};
use super::text::{read_play, write_play};

/// What the tutor answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// To be shown.
    pub lines: Vec<String>,
    /// A file to be written: its name and what belongs into it.
    pub store: Option<(String, String)>,
    /// A set to be read from a file and given to [`Tutor::load`].
    pub load: Option<(Colour, String)>,
    /// A set to be read from a file and given to [`Tutor::compare`].
    pub compare: Option<(Colour, String)>,
    /// The tutor has had enough.
    pub ends: bool,
}

/// One side: its set, the one it began with, and whether a person plays it.
struct Side {
    set: StrategySet,
    first: StrategySet,
    is_person: bool,
}

/// A decision that can be talked about, and whose it was.
#[derive(Clone)]
struct Last {
    by: Colour,
    decision: Decision,
}

/// A game with somebody who grades.
pub struct Tutor {
    sides: [Side; 2],
    game: GammonGame,
    start: Men,
    first: Colour,
    dice: DiceBox,
    seed: u64,
    ended: Option<Ended>,
    /// The games of this session that have ended.
    results: Series,
    last: Option<Last>,
    /// The last one of the program, which is what a grade means: a person's plays teach nobody.
    last_of_program: Option<Last>,
    /// Sets as they were before each grade.
    grades: Vec<(Colour, StrategySet)>,
    traces: bool,
    judges_person: bool,
}

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Session {
    /// What White and Black play by.
    pub sets: [StrategySet; 2],
    /// The side a person plays, if one does.
    pub person: Option<Colour>,
    /// The men, as the one sees them who begins.
    pub men: Men,
    /// Who begins.
    pub first: Colour,
    /// Whose dice are thrown.
    pub dice: DiceBox,
    /// Where the dice start.
    pub seed: u64,
}

impl Default for Session {
    /// A person as Black against the set of the document, from the usual start.
    fn default() -> Session {
        let set = StrategySet::shipped();
        Session {
            sets: [(*set).clone(), (*set).clone()],
            person: Some(Colour::Black),
            men: Men::start(),
            first: Colour::White,
            dice: DiceBox::Henge,
            seed: 1,
        }
    }
}

impl Tutor {
    /// Begins.
    pub fn new(session: Session) -> Tutor {
        let Session { sets, person, men, first, dice, seed } = session;
        let mut colours = Colour::BOTH.into_iter();
        let sides = sets.map(|set| {
            let colour = colours.next().unwrap_or(Colour::Black);
            Side { first: set.clone(), set, is_person: person == Some(colour) }
        });
        Tutor {
            sides,
            game: GammonGame::new(men, first, Throws::new(dice, seed)),
            start: men,
            first,
            dice,
            seed,
            ended: None,
            results: Series { games: Vec::new(), text: String::new() },
            last: None,
            last_of_program: None,
            grades: Vec::new(),
            traces: false,
            judges_person: false,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &GammonGame {
        &self.game
    }

    /// The set of a side as it is now.
    pub fn set(&self, colour: Colour) -> &StrategySet {
        &self.sides[colour.index()].set
    }

    /// What to show before the next command.
    pub fn prompt(&self) -> String {
        let [a, b] = self.game.dice;
        let name = self.game.on_roll.name();
        match self.ended {
            Some(_) => "the game is over; re begins another".into(),
            None if self.is_person() => format!("{name} has {a}-{b}; your play?"),
            None => format!("{name} has {a}-{b}"),
        }
    }

    /// Has a side borne off all its men?
    pub fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Is it a person who has to play?
    pub fn is_person(&self) -> bool {
        self.sides[self.game.on_roll.index()].is_person
    }

    /// Does what a line says.
    pub fn obey(&mut self, line: &str) -> Result<Answer, String> {
        let mut answer = Answer::default();
        match Command::read(line)? {
            Command::Go(n) => answer.lines = self.go(n)?,
            Command::Stop => {
                answer.lines.push("thank you for the game".into());
                answer.ends = true;
            }
            Command::Restart(seed) => answer.lines = self.restart(seed),
            Command::Grade(grade, play) => answer.lines = self.grade(grade, play.as_deref())?,
            Command::Undo => answer.lines = self.undo()?,
            Command::Trace => {
                self.traces = !self.traces;
                answer.lines.push(format!("the trace is {}", on_off(self.traces)));
            }
            Command::ChangeStrategy(colour, strategy) => {
                self.game.strategies[colour.index()] = strategy;
                let title = strategy.title();
                answer.lines.push(format!("{} plays the {title} now", colour.name()));
            }
            Command::ChangeDelta(delta) => {
                self.sides.iter_mut().for_each(|side| side.set.delta = delta);
                answer.lines.push(format!("delta is {delta}"));
            }
            Command::Evaluate(play, None) => answer.lines = evaluate(self, self.last()?, &play)?,
            Command::Evaluate(play, Some(grade)) => {
                answer.lines = evaluate(self, self.last_of_program()?, &play)?;
                answer.lines.extend(self.grade(grade, Some(&play))?);
            }
            Command::EvaluateMine => {
                self.judges_person = !self.judges_person;
                let state = on_off(self.judges_person);
                answer.lines.push(format!("the evaluation of your plays is {state}"));
            }
            Command::Generate(strategy) => answer.lines = self.generate(strategy),
            Command::Display(colour, shown) => answer.lines = self.display(colour, shown),
            Command::Sort => {
                self.sides.iter_mut().for_each(|side| side.set.sort());
                answer.lines.push("the sets are sorted".into());
            }
            Command::Locate(play) => answer.lines = self.locate(&play)?,
            Command::List(n) => answer.lines = self.list(n)?,
            Command::Swap => {
                let [white, black] = &mut self.sides;
                std::mem::swap(&mut white.set, &mut black.set);
                std::mem::swap(&mut white.first, &mut black.first);
                answer.lines.push("White and Black have exchanged their sets".into());
            }
            Command::Store(Stored::Set(colour), file) => {
                answer.store = Some((file, self.set(colour).write()));
            }
            Command::Store(Stored::Board, file) => {
                answer.store = Some((file, format!("{}\n", position_id(&self.game.men))));
            }
            Command::Load(colour, file) => answer.load = Some((colour, file)),
            Command::Compare(colour, file) => answer.compare = Some((colour, file)),
            Command::Explain(play) => answer.lines = self.explain(play.as_deref())?,
            Command::Statistics => answer.lines = display::statistics(&self.game),
            Command::Board => answer.lines.push(self.game.draw()),
            Command::Batch(batch, seed) => {
                let sets = [&self.sides[0].set, &self.sides[1].set];
                let tells = if self.traces { Tells::Trace } else { Tells::Results };
                let dice = (self.dice, seed.unwrap_or(self.seed));
                let series = play_batch(batch, sets, &self.start, dice, tells);
                answer.lines.push(series.text.trim_end().into());
                answer.lines.push(series.summary().trim_end().into());
            }
            Command::Resign => answer.lines = self.resign()?,
            Command::Score => match self.results.games.is_empty() {
                true => answer.lines.push("no game of this session has ended yet".into()),
                false => answer.lines.push(self.results.summary().trim_end().into()),
            },
            Command::Help => {
                let line = |(name, what): &(&str, &str)| format!("{name:<42} {what}");
                answer.lines = HELP.iter().map(line).collect();
            }
            Command::Play(text) => answer.lines = self.play(&text)?,
        }
        answer.lines.retain(|line| !line.is_empty());
        Ok(answer)
    }

    /// Gives a side the set that was read from a file.
    pub fn load(&mut self, colour: Colour, text: &str) -> Result<Answer, String> {
        let set = StrategySet::read(text).map_err(|error| error.to_string())?;
        let side = &mut self.sides[colour.index()];
        side.first = set.clone();
        side.set = set;
        // Grades of another set cannot be taken back from this one.
        self.grades.retain(|(graded, _)| *graded != colour);
        let lines = vec![format!("{} has this set now", colour.name())];
        Ok(Answer { lines, ..Answer::default() })
    }

    /// Shows a side's set beside one that was read from a file.
    pub fn compare(&self, colour: Colour, text: &str) -> Result<Answer, String> {
        let other = StrategySet::read(text).map_err(|error| error.to_string())?;
        let lines = display::sets(colour.name(), self.set(colour), Some(&other));
        Ok(Answer { lines, ..Answer::default() })
    }

    fn go(&mut self, n: u32) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        for _ in 0..n {
            self.check_goes_on()?;
            if self.is_person() {
                if lines.is_empty() {
                    return Err("it is your turn: enter a play such as 8/5 6/5".into());
                }
                break;
            }
            let by = self.game.on_roll;
            let decision = self.game.decide(self.set(by));
            if self.traces {
                lines.push(decision.trace());
            }
            lines.push(self.game.heading(&decision));
            let (entry, strategy) = (decision.chosen().entry, decision.selected.strategy);
            let last = Last { by, decision };
            (self.last, self.last_of_program) = (Some(last.clone()), Some(last));
            lines.extend(self.advance(&entry, strategy));
            if self.ended.is_some() {
                break;
            }
        }
        Ok(lines)
    }

    fn play(&mut self, text: &str) -> Result<Vec<String>, String> {
        self.check_goes_on()?;
        if !self.is_person() {
            let name = self.game.on_roll.name();
            return Err(format!("{name} is played by the program; go lets it play"));
        }
        let entry = read_play(&self.game.men, self.game.dice, text)?;
        let by = self.game.on_roll;
        let decision = self.game.decide(self.set(by));
        let mut lines = Vec::new();
        if self.judges_person {
            let told = explain_in(self.set(by), &decision, entry.play);
            lines.extend(told.map(|told| told.text()).unwrap_or_default());
        }
        let strategy = decision.selected.strategy;
        self.last = Some(Last { by, decision });
        lines.extend(self.advance(&entry, strategy));
        Ok(lines)
    }

    fn advance(&mut self, entry: &Entry, strategy: Strategy) -> Vec<String> {
        self.ended = self.game.play(entry, strategy);
        let mut lines = vec![self.game.draw()];
        if let Some(Ended { winner, points, value }) = self.ended {
            self.results.games.push(self.ended);
            let what = ["", "a single game", "a gammon", "a backgammon"][usize::from(points)];
            lines.push(format!("{} wins {what}; the loser had {value} to go", winner.name()));
        }
        lines
    }

    /// The person gives up what the board says: the points still to go, as at the end of any game.
    fn resign(&mut self) -> Result<Vec<String>, String> {
        self.check_goes_on()?;
        let Some(loser) = Colour::BOTH.into_iter().find(|side| self.sides[side.index()].is_person)
        else {
            return Err("nobody plays who could resign; xx leaves".into());
        };
        let white = self.game.white();
        let own = if loser == Colour::White { white.mine } else { white.theirs };
        let (winner, value) = (loser.other(), win_value(&own));
        self.ended = Some(Ended { winner, points: 1, value });
        self.results.games.push(self.ended);
        let (loser, winner) = (loser.name(), winner.name());
        Ok(vec![format!("{loser} resigns; {winner} wins, and {loser} had {value} to go")])
    }

    fn check_goes_on(&self) -> Result<(), String> {
        match self.ended {
            Some(_) => Err("the game is over; re begins another".into()),
            None => Ok(()),
        }
    }

    fn restart(&mut self, seed: Option<u64>) -> Vec<String> {
        self.seed = seed.unwrap_or(self.seed);
        self.game = GammonGame::new(self.start, self.first, Throws::new(self.dice, self.seed));
        (self.ended, self.last, self.last_of_program) = (None, None, None);
        vec![self.game.draw()]
    }

    fn last(&self) -> Result<&Last, String> {
        self.last.as_ref().ok_or_else(|| "nothing has been played yet; say go".into())
    }

    fn last_of_program(&self) -> Result<&Last, String> {
        let none = || "the program has not played yet; say go".into();
        self.last_of_program.as_ref().ok_or_else(none)
    }

    /// A play for the program's last roll, scored over as many levels as it was there; the chosen one if none is named.
    fn candidate(&self, play: Option<&str>) -> Result<Candidate, String> {
        let Last { by, decision } = self.last_of_program()?;
        let Some(text) = play else {
            let chosen = decision.chosen();
            return Ok(decision.evaluate(self.set(*by), chosen.entry, chosen.levels));
        };
        let entry = read_play(&decision.men, decision.dice, text)?;
        let on_list = decision.find(entry.play).map(|place| decision.list[place].levels);
        Ok(decision.evaluate(self.set(*by), entry, on_list.unwrap_or(LEVELS)))
    }

    fn grade(&mut self, points: f64, play: Option<&str>) -> Result<Vec<String>, String> {
        let candidate = self.candidate(play)?;
        let Last { by, decision } = self.last_of_program()?;
        let (by, strategy) = (*by, decision.selected.strategy);
        let text = write_play(&decision.men, candidate.entry.play);
        let side = &mut self.sides[by.index()];
        self.grades.push((by, side.set.clone()));
        let adjusted = grade(&mut side.set, strategy, &candidate, points);
        let mut lines = vec![format!(
            "{text} is graded {points:+} for the {} of {}",
            strategy.title(),
            by.name()
        )];
        let line = |Adjusted { tactic, level, old, new }: &Adjusted| {
            format!("  {} {:<24} {old:>9.5} -> {new:>9.5}", level + 1, tactic.key())
        };
        lines.extend(adjusted.iter().map(line));
        Ok(lines)
    }

    fn undo(&mut self) -> Result<Vec<String>, String> {
        let (colour, set) = self.grades.pop().ok_or("no grade is left to be taken back")?;
        self.sides[colour.index()].set = set;
        let left = self.grades.len();
        Ok(vec![format!("the last grade of {} is taken back; {left} are left", colour.name())])
    }

    /// For the roll that waits, or for the last one when the game is over.
    fn generate(&self, strategy: Strategy) -> Vec<String> {
        let (men, dice, by) = match (&self.ended, &self.last) {
            (Some(_), Some(last)) => (last.decision.men, last.decision.dice, last.by),
            _ => (self.game.men, self.game.dice, self.game.on_roll),
        };
        let why = "the tutor wants to see it".into();
        let selected = Selected { strategy, kept: false, why };
        let decision =
            Decision::with(self.set(by), &Situation::new(&men, self.set(by).risk), dice, selected);
        let heading = format!("{} in the {}:", by.name(), strategy.title());
        std::iter::once(heading).chain(display::list(&decision, Some(5))).collect()
    }

    fn display(&self, colour: Option<Colour>, shown: Shown) -> Vec<String> {
        let sides = Colour::BOTH.into_iter().filter(|side| colour.is_none_or(|one| one == *side));
        let show = |side: Colour| {
            let Side { set, first, .. } = &self.sides[side.index()];
            display::sets(side.name(), set, (shown == Shown::Both).then_some(first))
        };
        sides.flat_map(show).collect()
    }

    fn locate(&self, play: &str) -> Result<Vec<String>, String> {
        let Last { decision, .. } = self.last()?;
        let entry = read_play(&decision.men, decision.dice, play)?;
        Ok(vec![match decision.find(entry.play) {
            Some(place) => {
                let Candidate { score, levels, .. } = decision.list[place];
                format!(
                    "{play} is number {} of {}, score {score:.5} over {levels} levels",
                    place + 1,
                    decision.list.len()
                )
            }
            None => format!("{play} was not generated; ev {play} evaluates it"),
        }])
    }

    fn list(&self, n: Option<usize>) -> Result<Vec<String>, String> {
        Ok(display::list(&self.last()?.decision, n))
    }

    fn explain(&self, play: Option<&str>) -> Result<Vec<String>, String> {
        let Last { by, decision } = self.last()?;
        let play = match play {
            Some(text) => read_play(&decision.men, decision.dice, text)?.play,
            None => decision.chosen().entry.play,
        };
        let told = explain_in(self.set(*by), decision, play);
        Ok(told.map(|told| told.text()).unwrap_or_default())
    }
}

/// What a play is worth for the roll of a decision.
fn evaluate(tutor: &Tutor, last: &Last, play: &str) -> Result<Vec<String>, String> {
    let Last { by, decision } = last;
    let entry = read_play(&decision.men, decision.dice, play)?;
    let candidate = decision.evaluate(tutor.set(*by), entry, LEVELS);
    let mut lines = vec![format!("{play}: score {:.5}", candidate.score)];
    let told = explain_in(tutor.set(*by), decision, entry.play);
    lines.extend(told.map(|told| told.text()).unwrap_or_default());
    Ok(lines)
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
