//! The questions before a game: options of the rules, who plays, and how much time there is.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::bots::henge::Level;
use henge::spec::{Param, Spec, Values};
use henge::table::Clocks;
use henge::{Family, Playable, Registry};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::{Stroke, stroke};
use crate::field::Field;
use crate::play::{Habits, Play};
use crate::theme::{Theme, tones};
use crate::ui::{self, Hits, KeyHint, hint};

/// What was chosen.
pub struct Chosen {
    pub game: Playable,
    /// `human`, or the name of a bot.
    pub seats: [String; 2],
    pub clocks: Option<Clocks>,
    /// What a move may cost before a tutor says so, in percent.
    pub warn: Option<u32>,
}

impl Chosen {
    /// The habits of the app with what was chosen for this game.
    pub fn habits(&self, usual: Habits) -> Habits {
        Habits { warn: self.warn.or(usual.warn), ..usual }
    }
}

/// What a key in the dialog leads to.
pub enum Answer {
    Ask,
    Cancel,
    Begin(Box<Chosen>),
}

/// Times that people play with: minutes and seconds for every move.
const CLOCKS: [&str; 7] = ["none", "1+0", "3+2", "5+0", "10+5", "15+10", "30+20"];

/// A question with an answer that can be typed, and answers to choose from.
struct Question {
    label: String,
    help: String,
    answer: Field,
    choices: Vec<String>,
}

impl Question {
    fn new(label: &str, help: &str, answer: &str, choices: Vec<String>) -> Question {
        let (label, help) = (label.to_string(), help.to_string());
        Question { label, help, answer: Field::with(answer), choices }
    }

    fn of_param(param: &Param) -> Question {
        let choices: Vec<String> = match &param.values {
            Values::Choice(words) => words.iter().map(|word| word.to_string()).collect(),
            Values::Flag => vec!["false".into(), "true".into()],
            Values::Size { .. } | Values::Int { .. } => sizes(param),
            _ => Vec::new(),
        };
        Question::new(param.key, param.help, param.default, choices)
    }

    /// The next answer of those to choose from, or the one before.
    fn turn(&mut self, by: isize) {
        let n = self.choices.len() as isize;
        if n == 0 {
            return;
        }
        let now = self.choices.iter().position(|choice| *choice == self.answer.text());
        let next = match now {
            Some(now) => (now as isize + by).rem_euclid(n),
            None => 0,
        };
        self.answer = Field::with(&self.choices[next as usize]);
    }
}

/// A few sizes around the usual one.
fn sizes(param: &Param) -> Vec<String> {
    let known = |n: &u64| match param.values {
        Values::Int { min, max } | Values::Size { min, max } => (min..=max).contains(n),
        _ => false,
    };
    let mut sizes: Vec<String> = match param.default.parse::<u64>() {
        Ok(_) => [3, 4, 5, 6, 7, 9, 11, 13, 15, 19]
            .iter()
            .filter(|n| known(n))
            .map(u64::to_string)
            .collect(),
        // Without a default no number is the usual one.
        Err(_) if param.default.is_empty() => {
            let mut lengths = vec![String::new()];
            lengths.extend([1, 3, 5, 7, 11].iter().filter(|n| known(n)).map(u64::to_string));
            lengths
        }
        Err(_) => ["3x4", "4x4", "5x4", "5x5", "5x6", "6x6", "6x10", "7x6", "8x8"]
            .map(String::from)
            .to_vec(),
    };
    if !sizes.iter().any(|size| size == param.default) {
        sizes.push(param.default.into());
    }
    sizes
}

/// The dialog.
pub struct NewGame {
    games: Registry,
    slug: String,
    /// A game of the user's own, which has no options.
    own: Option<Playable>,
    title: String,
    questions: Vec<Question>,
    n_params: usize,
    chosen: usize,
    fault: String,
    hits: Hits<(usize, isize)>,
    cursor: Option<(u16, u16)>,
}

impl NewGame {
    /// Asks about a game: one of the registry, or one of the user's own by its name or its file.
    pub fn of(games: &Registry, name: &str) -> Result<NewGame, String> {
        let game = games.game(name).map_err(|error| error.to_string())?;
        let family = games.family(name);
        let title = family.map_or(&*game.rules().about().title, Family::title).to_string();
        let params = family.map_or(&[][..], Family::params);
        let mut questions: Vec<Question> = params.iter().map(Question::of_param).collect();
        let n_params = questions.len();
        let [first, second] = game.rules().about().players.clone();
        let mut seats: Vec<String> = vec!["human".into()];
        let bots = game.bots();
        if bots.iter().any(|bot| bot.name == "henge") {
            seats.extend(Level::NAMES.map(String::from));
        }
        let others = bots.iter().filter(|bot| bot.name != "henge" && !bot.runs_programs());
        seats.extend(others.map(|bot| bot.name.to_string()));
        let help = "human, a level, or any bot with options, as in alphabeta:depth=6";
        let usual = if seats.len() > 3 { "easy" } else { "random" };
        questions.push(Question::new(&first, help, "human", seats.clone()));
        questions.push(Question::new(&second, help, usual, seats));
        let clocks = CLOCKS.map(String::from).to_vec();
        let help = "minutes for each player and seconds added for every move, as in 5+3";
        questions.push(Question::new("clock", help, "none", clocks));
        let help =
            "before a move that costs so many percent of the expected result a tutor says so";
        let percents = ["off", "5", "10", "20"].map(String::from).to_vec();
        questions.push(Question::new("warn me", help, "off", percents));
        let own = family.is_none().then_some(game);
        Ok(NewGame {
            games: games.clone(),
            slug: name.into(),
            own,
            title,
            chosen: n_params,
            questions,
            n_params,
            fault: String::new(),
            hits: Vec::new(),
            cursor: None,
        })
    }

    /// The same, answered as this game was: another one of its kind is what people mostly want.
    pub fn like(games: &Registry, play: &Play) -> Result<NewGame, String> {
        let rules = play.game.rules();
        if let Some(file) = play.game.file() {
            return NewGame::of(games, &file.display().to_string()).map(|new| new.seated(play));
        }
        let mut new = NewGame::of(games, &rules.about().slug)?;
        if let Ok(spec) = rules.name().parse::<Spec>() {
            for question in &mut new.questions[..new.n_params] {
                if let Some(value) = spec.get(&question.label) {
                    question.answer = Field::with(value);
                }
            }
        }
        Ok(new.seated(play))
    }

    fn seated(mut self, play: &Play) -> NewGame {
        for (i, seat) in play.sitting().seats().iter().enumerate() {
            let spec: Option<Spec> = seat.name.parse().ok();
            let level = spec.as_ref().filter(|spec| spec.name == "henge");
            let level = level.and_then(|spec| spec.only("level"));
            self.questions[self.n_params + i].answer = Field::with(level.unwrap_or(&seat.name));
        }
        if let Some(percent) = play.habits.warn {
            self.questions[self.n_params + 3].answer = Field::with(&percent.to_string());
        }
        self
    }

    pub fn keys(&self) -> Vec<KeyHint<Stroke>> {
        vec![
            hint("Enter", "begin", stroke(KeyCode::Enter)),
            hint("↑↓", "question", stroke(KeyCode::Down)),
            hint("←→", "answer, or type it", stroke(KeyCode::Right)),
            hint("F1", "help", stroke(KeyCode::F(1))),
            hint("Esc", "back", stroke(KeyCode::Esc)),
        ]
    }

    /// Where somebody types.
    pub fn cursor(&self) -> Option<(u16, u16)> {
        self.cursor
    }

    pub fn key(&mut self, key: KeyEvent) -> Answer {
        let n = self.questions.len();
        let question = &mut self.questions[self.chosen];
        match key.code {
            KeyCode::Esc => return Answer::Cancel,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Answer::Cancel;
            }
            KeyCode::Enter => return self.begin(),
            KeyCode::Up | KeyCode::BackTab => self.chosen = (self.chosen + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => self.chosen = (self.chosen + 1) % n,
            KeyCode::Left => question.turn(-1),
            KeyCode::Right => question.turn(1),
            KeyCode::Char(_) if question.choices.contains(&question.answer.text()) => {
                // Whoever begins to type means another answer.
                question.answer = Field::default();
                question.answer.key(key);
            }
            _ => _ = question.answer.key(key),
        }
        self.fault.clear();
        Answer::Ask
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Answer {
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some((i, by)) = ui::hit(&self.hits, mouse.column, mouse.row)
        {
            if i == self.questions.len() {
                return self.begin();
            }
            self.chosen = i;
            self.questions[i].turn(by);
        }
        Answer::Ask
    }

    fn begin(&mut self) -> Answer {
        match self.read() {
            Ok(chosen) => Answer::Begin(Box::new(chosen)),
            Err((question, why)) => {
                (self.chosen, self.fault) = (question, why);
                Answer::Ask
            }
        }
    }

    /// What was chosen, or which answer will not do and why.
    fn read(&self) -> Result<Chosen, (usize, String)> {
        let answer = |i: usize| self.questions[i].answer.text().trim().to_string();
        let options = (0..self.n_params).map(|i| (self.questions[i].label.clone(), answer(i)));
        let options = options.filter(|(_, value)| !value.is_empty()).collect();
        let name = Spec { name: self.slug.clone(), options }.to_string();
        let fault = |error: henge::GameError| {
            let why = error.to_string();
            let named = |i: &usize| {
                let label = &self.questions[*i].label;
                why.contains(&format!(": {label}=")) || why.contains(&format!(": {label} must"))
            };
            ((0..self.n_params).find(named).unwrap_or(0), why)
        };
        let game = match &self.own {
            Some(own) => own.clone(),
            None => self.games.game(&name).map_err(fault)?,
        };
        let seat = |i: usize| {
            let name = answer(i);
            let name = match name.as_str() {
                "" | "human" | "you" => return Ok("human".to_string()),
                "best" => game.default_bot().to_string(),
                level if Level::named(level).is_some() => {
                    Spec::new("henge").with("level", level).to_string()
                }
                name => name.to_string(),
            };
            let checked = name.parse::<Spec>().and_then(|spec| {
                let kind = game.bot_kind(&spec.name)?;
                henge::spec::Options::resolve(&spec, kind.params).map(|_| ())
            });
            checked.map(|()| name).map_err(|error| (i, error.to_string()))
        };
        let seats = [seat(self.n_params)?, seat(self.n_params + 1)?];
        let i = self.n_params + 2;
        let clocks = read_clock(&answer(i)).map_err(|why| (i, why))?;
        let warn = match answer(i + 1).trim_end_matches(['%', ' ']) {
            "" | "off" => None,
            percent => {
                let percent = percent.parse().ok().filter(|percent| (1..=100).contains(percent));
                let why = || (i + 1, "percent from 1 to 100 are expected, or off".to_string());
                Some(percent.ok_or_else(why)?)
            }
        };
        Ok(Chosen { game, seats, clocks, warn })
    }

    pub fn draw(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        self.hits.clear();
        self.cursor = None;
        let fault = ui::wrapped(&self.fault, 62).len().clamp(2, 8) as u16;
        let height = self.questions.len() as u16 + 5 + fault;
        let area = ui::centred(area, 66, height);
        let inside = ui::dialog(&format!("New game: {}", self.title), theme, area, buffer);
        let [left, right] = theme.pick(["◂", "▸"], ["<", ">"]);
        for (i, question) in self.questions.iter().enumerate() {
            let y = inside.y + i as u16;
            let chosen = i == self.chosen;
            let style = if chosen { theme.bold() } else { theme.text() };
            ui::put(buffer, (inside.x, y), &question.label, 14, style, theme);
            let answer = question.answer.text();
            let shown = if answer.is_empty() { "none" } else { &answer };
            let line = if chosen { theme.chosen() } else { style };
            let width = 44u16;
            buffer.set_style(
                Rect::new(inside.x + 16, y, width, 1),
                if chosen { line } else { Style::new() },
            );
            if chosen && !question.choices.is_empty() {
                ui::put(buffer, (inside.x + 14, y), left, 1, theme.ink(tones::HINT), theme);
                ui::put(
                    buffer,
                    (inside.x + 17 + width, y),
                    right,
                    1,
                    theme.ink(tones::HINT),
                    theme,
                );
            }
            ui::put(buffer, (inside.x + 17, y), shown, width - 1, line, theme);
            self.hits.push((Rect::new(inside.x, y, 16, 1), (i, -1)));
            self.hits.push((Rect::new(inside.x + 16, y, width + 2, 1), (i, 1)));
            if chosen {
                let column = question.answer.cursor().min(usize::from(width) - 1) as u16;
                self.cursor = Some((inside.x + 17 + column, y));
            }
        }
        let y = inside.y + self.questions.len() as u16 + 1;
        let (text, style) = match self.fault.is_empty() {
            true => (self.questions[self.chosen].help.as_str(), theme.faint()),
            false => (self.fault.as_str(), theme.ink(tones::ALARM)),
        };
        for (i, line) in
            ui::wrapped(text, usize::from(inside.width)).iter().take(usize::from(fault)).enumerate()
        {
            ui::put(buffer, (inside.x, y + i as u16), line, inside.width, style, theme);
        }
        let button = "[ Begin ]";
        let x = inside.x + (inside.width - button.len() as u16) / 2;
        let y = inside.bottom() - 1;
        ui::put(buffer, (x, y), button, 9, theme.bold(), theme);
        self.hits.push((Rect::new(x, y, 9, 1), (self.questions.len(), 0)));
    }
}

/// `5+3`: minutes for the game, seconds for every move.
pub fn read_clock(text: &str) -> Result<Option<Clocks>, String> {
    if matches!(text, "" | "none") {
        return Ok(None);
    }
    let wrong = || "minutes and seconds are expected, as in 5+3, or none".to_string();
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str, most: f64| {
        let number: Option<f64> = text.trim().parse().ok();
        number.filter(|n| (0.0..=most).contains(n)).ok_or_else(wrong)
    };
    let (minutes, seconds) = (number(minutes, 600.0)?, number(seconds, 600.0)?);
    let left = (minutes * 60_000.0) as u64;
    if left == 0 {
        return Err(wrong());
    }
    Ok(Some(Clocks::from_ms([left; 2], (seconds * 1000.0) as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_begins_with_the_usual_answers() {
        for family in henge::Registry::standard().families() {
            let slug = family.slug().to_string();
            let dialog = NewGame::of(&Registry::standard(), &slug).expect("a game");
            let chosen = dialog.read();
            let chosen = chosen.unwrap_or_else(|(_, why)| panic!("{slug}: {why}"));
            assert_eq!(chosen.seats[0], "human", "{slug}");
            assert!(chosen.clocks.is_none());
        }
    }

    #[test]
    fn a_wrong_answer_is_pointed_at() {
        let mut dialog = NewGame::of(&Registry::standard(), "hex").expect("a game");
        dialog.questions[0].answer = Field::with("99");
        let (question, why) = dialog.read().err().unwrap();
        assert_eq!(question, 0);
        assert!(why.contains("size must be"), "{why}");
        let mut dialog = NewGame::of(&Registry::standard(), "hex").expect("a game");
        dialog.questions[3].answer = Field::with("alfabeta");
        let (question, why) = dialog.read().err().unwrap();
        assert_eq!((question, why.contains("did you mean \"alphabeta\"")), (3, true), "{why}");
    }

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let clocks = read_clock("5+3").unwrap().unwrap();
        assert_eq!((clocks.left_ms(), clocks.increment_ms()), ([300_000; 2], 3000));
        assert_eq!(read_clock("none"), Ok(None));
        assert!(read_clock("soon").is_err() && read_clock("0").is_err());
    }

    #[test]
    fn a_tutor_warns_if_somebody_wants_it() {
        let mut dialog = NewGame::of(&Registry::standard(), "tic-tac-toe").expect("a game");
        let warn = |dialog: &NewGame| dialog.read().map(|chosen| chosen.warn);
        assert_eq!(warn(&dialog).ok(), Some(None));
        dialog.questions[3].answer = Field::with("15 %");
        assert_eq!(warn(&dialog).ok(), Some(Some(15)));
        dialog.questions[3].answer = Field::with("0");
        assert_eq!(warn(&dialog).err().map(|(question, _)| question), Some(3));
    }
}
