//! Dialogs over the board: the menu, a new game, and questions with a line of text as answer.

use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent};
use henge::Player;
use henge::bots::henge::Level;
use henge::spec::Spec;
use henge::table::Event;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::act::Act;
use super::think::{BUSY, Request};
use super::{GameRoom, Hit, Panel};
use crate::app::{End, Go, Shared, Stroke, stroke};
use crate::field::Field;
use crate::new_game::{Answer, NewGame};
use crate::play::Play;
use crate::theme::{Theme, tones};
use crate::ui::{self, KeyHint, hint};

/// What a line of text is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Level,
    SaveAs,
    Open,
}

impl Ask {
    fn title(self) -> &'static str {
        match self {
            Ask::Level => "Level of the machine",
            Ask::SaveAs => "Save as a record",
            Ask::Open => "Open a record or a game",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Ask::Level => "left and right choose; or type the number of plies it looks ahead",
            Ask::SaveAs => {
                "the path of the file; existing files that are not records are not overwritten"
            }
            Ask::Open => "the path of a record (henge, PDN, MAT), or of a game in a TOML file",
        }
    }
}

/// A dialog.
pub enum Dialog {
    Menu(usize),
    New(Box<NewGame>),
    Ask(Ask, Field, String),
}

impl Dialog {
    pub fn menu() -> Dialog {
        Dialog::Menu(0)
    }

    pub fn keys(&self) -> Vec<KeyHint<Stroke>> {
        match self {
            Dialog::Menu(_) => vec![
                hint("↑↓", "choose", stroke(KeyCode::Down)),
                hint("Enter", "do it", stroke(KeyCode::Enter)),
                hint("letter", "do it at once", stroke(KeyCode::Null)),
                hint("Esc", "back to the board", stroke(KeyCode::Esc)),
            ],
            Dialog::New(new) => new.keys(),
            Dialog::Ask(..) => vec![
                hint("Enter", "done", stroke(KeyCode::Enter)),
                hint("Esc", "back", stroke(KeyCode::Esc)),
            ],
        }
    }

    pub fn takes_text(&self) -> bool {
        !matches!(self, Dialog::Menu(_))
    }

    pub fn paste(&mut self, text: &str) {
        if let Dialog::Ask(_, field, _) = self {
            field.insert(text);
        }
    }

    pub fn cursor(&self) -> Option<(u16, u16)> {
        match self {
            Dialog::New(new) => new.cursor(),
            _ => None,
        }
    }
}

impl GameRoom {
    pub(super) fn act(&mut self, act: Act, shared: &Shared) -> Go {
        self.dialog = None;
        if let Act::Suggest | Act::Lines | Act::Play | Act::Analyse = act
            && self.question.as_ref().is_some_and(|asked| asked.is_open)
        {
            // Whoever asks an engine gives up.
            self.close_question(false, "The solution: ", shared);
            return Go::Stay;
        }
        match act {
            Act::New => match NewGame::like(&shared.games, &self.play) {
                Ok(new) => self.dialog = Some(Dialog::New(Box::new(new))),
                Err(why) => self.fail(why),
            },
            Act::Suggest => self.consult(Request::Hint, shared),
            Act::Play => self.consult(Request::ForMe, shared),
            Act::Level => {
                let field = Field::proposing(&self.level_now());
                self.dialog = Some(Dialog::Ask(Ask::Level, field, String::new()));
            }
            Act::Change => self.change(shared),
            Act::Reorder => self.reorder(shared),
            Act::Quit => return Go::Leave(End::Quit),
            Act::Undo => self.happen(Event::TakeBack(self.person()), "", shared),
            Act::Redo => self.happen(Event::Redo(self.person()), "", shared),
            Act::Flip => self.flip = !self.flip,
            Act::Lines => {
                self.live.on = !self.live.on;
                self.live.job = None;
                self.live.of = None;
                self.panel = if self.live.on { Panel::Lines } else { Panel::Moves };
                self.follow(shared);
            }
            Act::Why => match self.why.take() {
                Some((mv, thought)) => {
                    self.say(format!("why {mv} was played"));
                    (self.panel, self.hint) = (Panel::Hint, Some(thought.clone()));
                    self.why = Some((mv, thought));
                }
                None => self.fail("the machine has made no move yet; ! suggests one for you"),
            },
            Act::Draw => self.offer_draw(shared),
            Act::Resign => match self.play.sitting().person() {
                Some(player) => self.happen(Event::Resign(player), "", shared),
                None => self.fail("you can resign only when it is your turn"),
            },
            Act::Save => {
                let name = format!("{}.henge", self.play.game.rules().about().slug);
                self.dialog =
                    Some(Dialog::Ask(Ask::SaveAs, Field::proposing(&name), String::new()));
            }
            Act::Open => {
                self.dialog = Some(Dialog::Ask(Ask::Open, Field::default(), String::new()))
            }
            Act::Analyse => {
                let room = GameRoom::new(self.play.to_analysis(), shared);
                return Go::Room(Box::new(room));
            }
            Act::Home => return Go::Home,
            Act::Menu => self.dialog = Some(Dialog::menu()),
        }
        Go::Stay
    }

    /// The person at this keyboard: the one who is to move, if there are two.
    fn person(&self) -> Player {
        let sitting = self.play.sitting();
        let seated = Player::BOTH.into_iter().find(|player| sitting.seat(*player).is_person());
        sitting.person().or(seated).unwrap_or(Player::First)
    }

    fn change(&mut self, shared: &Shared) {
        let effects = match self.play.swap_seats(&shared.shelf) {
            Ok(effects) => effects,
            Err(refusal) => return self.refused(refusal, shared),
        };
        let [first, second] = &self.play.game.rules().about().players;
        let [a, b] = self.play.sitting().seats();
        self.say(format!("{first} is {}, {second} is {}", a.name, b.name));
        self.carry_out(effects, shared);
    }

    /// The name of this player's bot with another value of an option, if it has that option.
    fn with_option(&self, player: Player, key: &str, value: &str) -> Option<String> {
        let mut spec: Spec = self.play.sitting().seat(player).name.parse().ok()?;
        let kind = self.play.game.bot_kind(&spec.name).ok()?;
        kind.params.iter().find(|param| param.key == key)?;
        spec.options.retain(|(known, _)| known != key);
        spec.options.push((key.into(), value.into()));
        Some(spec.to_string())
    }

    /// Gives all bots at the board another value of an option, says so, and returns how many have it.
    fn set_option(
        &mut self,
        key: &str,
        value: &str,
        said: &str,
        shared: &Shared,
    ) -> Result<usize, String> {
        let mut n = 0;
        for player in Player::BOTH {
            let Some(name) = self.with_option(player, key, value) else { continue };
            self.play.game.bot(&name).map_err(|error| error.to_string())?;
            n += 1;
            match self.play.seat_bot(player, &name, &shared.shelf) {
                Ok(effects) => {
                    self.say(said);
                    self.carry_out(effects, shared);
                }
                Err(refusal) if refusal.changed => {
                    self.refused(refusal, shared);
                    break;
                }
                Err(refusal) => return Err(refusal.why),
            }
        }
        Ok(n)
    }

    pub(super) fn set_level(&mut self, text: &str, shared: &Shared) -> Result<(), String> {
        let plies = text.parse::<u32>().is_ok();
        let key = if plies { "depth" } else { "level" };
        if !plies && Level::named(text).is_none() {
            return Err(format!(
                "\"{text}\" is not a level; there are {}, or a number of plies",
                Level::NAMES.join(", ")
            ));
        }
        match self.set_option(key, text, &format!("{key} {text}"), shared)? {
            0 => Err(format!("no bot at this board has a {key}")),
            _ => Ok(()),
        }
    }

    /// The level of the bot at the board, or the plies it looks ahead.
    fn level_now(&self) -> String {
        let specs = self.play.sitting().seats().iter().filter_map(|seat| seat.name.parse().ok());
        let level = |spec: Spec| spec.get("level").or_else(|| spec.get("depth")).map(String::from);
        specs.into_iter().find_map(level).unwrap_or_else(|| "best".into())
    }

    /// Without a word the switch is turned over, as in the menu of 1990.
    fn reorder(&mut self, shared: &Shared) {
        let seats = self.play.sitting().seats();
        let is_off = |spec: Spec| spec.get("reorder") == Some("false");
        let off = seats.iter().any(|seat| seat.name.parse().is_ok_and(is_off));
        self.set_reorder(off, shared);
    }

    pub(super) fn set_reorder(&mut self, on: bool, shared: &Shared) {
        let [value, word] = if on { ["true", "on"] } else { ["false", "off"] };
        match self.set_option("reorder", value, &format!("move ordering is {word}"), shared) {
            Ok(0) => self.fail("only mangolas1990 orders moves; new game (n) can seat it"),
            Ok(_) => {}
            Err(why) => self.fail(why),
        }
    }

    /// Two people at one keyboard have agreed before they say so; a bot is asked.
    fn offer_draw(&mut self, shared: &Shared) {
        match self.play.sitting().person() {
            None => self.fail("you can offer a draw only when it is your turn"),
            Some(_) if self.job.is_some() => self.fail(BUSY),
            Some(player) => self.happen(Event::OfferDraw(player), "", shared),
        }
    }

    /// Tries once more to save the game.
    pub(super) fn save_again(&mut self, shared: &Shared) {
        match self.play.keep(&shared.shelf) {
            Ok(()) => self.tell_notice(),
            Err(refusal) => self.refused(refusal, shared),
        }
    }

    pub(super) fn dialog_key(&mut self, key: KeyEvent, shared: &Shared) -> Go {
        match &mut self.dialog {
            None => {}
            Some(Dialog::New(new)) => {
                let answer = new.key(key);
                return self.new_game(answer, shared);
            }
            Some(Dialog::Menu(chosen)) => {
                let n = Act::menu(&self.play).len();
                match key.code {
                    KeyCode::Esc | KeyCode::F(10) => self.dialog = None,
                    KeyCode::Up => *chosen = (*chosen + n - 1) % n,
                    KeyCode::Down | KeyCode::Tab => *chosen = (*chosen + 1) % n,
                    KeyCode::Enter => {
                        let chosen = *chosen;
                        return self.menu_click(chosen, shared);
                    }
                    KeyCode::Char(letter) => {
                        let menu = Act::menu(&self.play);
                        let found = menu.into_iter().find(|(_, known, ..)| *known == letter);
                        if let Some((act, ..)) = found {
                            return self.act(act, shared);
                        }
                    }
                    _ => {}
                }
            }
            Some(Dialog::Ask(ask, field, fault)) => match key.code {
                KeyCode::Esc => self.dialog = None,
                KeyCode::Left | KeyCode::Right if *ask == Ask::Level => {
                    let n = Level::NAMES.len();
                    let by = if key.code == KeyCode::Right { 1 } else { n - 1 };
                    let now = Level::NAMES.iter().position(|name| *name == field.text());
                    let next = now.map_or(n - 1, |now| (now + by) % n);
                    *field = Field::proposing(Level::NAMES[next]);
                    fault.clear();
                }
                KeyCode::Enter => {
                    let (ask, text) = (*ask, field.text());
                    return self.answered(ask, text.trim(), shared);
                }
                _ => {
                    fault.clear();
                    field.key(key);
                }
            },
        }
        Go::Stay
    }

    pub(super) fn menu_click(&mut self, n: usize, shared: &Shared) -> Go {
        match Act::menu(&self.play).get(n) {
            Some(&(act, ..)) => self.act(act, shared),
            None => Go::Stay,
        }
    }

    pub(super) fn new_game(&mut self, answer: Answer, shared: &Shared) -> Go {
        match answer {
            Answer::Ask => Go::Stay,
            Answer::Cancel => {
                self.dialog = None;
                Go::Stay
            }
            Answer::Begin(chosen) => {
                let habits = chosen.habits(shared.habits);
                let play = Play::new(chosen.game, &chosen.seats, chosen.clocks, habits);
                Go::Room(Box::new(GameRoom::new(play, shared)))
            }
        }
    }

    fn answered(&mut self, ask: Ask, text: &str, shared: &Shared) -> Go {
        let done = match ask {
            Ask::Level => self.set_level(text, shared),
            Ask::SaveAs => self.save_as(text),
            Ask::Open => match self.opened(text, shared) {
                Ok(go) => return go,
                Err(why) => Err(why),
            },
        };
        match done {
            Ok(()) => self.dialog = None,
            Err(why) => {
                if let Some(Dialog::Ask(_, _, fault)) = &mut self.dialog {
                    *fault = why;
                }
            }
        }
        Go::Stay
    }

    /// A file that somebody opens: the questions before a game of their own, or a record to analyse.
    pub(super) fn opened(&mut self, text: &str, shared: &Shared) -> Result<Go, String> {
        let path = path_of(text);
        if path.extension().is_some_and(|extension| extension == "toml") {
            let new = NewGame::of(&shared.games, &path.display().to_string())?;
            self.dialog = Some(Dialog::New(Box::new(new)));
            return Ok(Go::Stay);
        }
        // A record of the game at the board has its rules here.
        let play = Play::analyse(&shared.games, &path, self.play.game.file())?;
        Ok(Go::Room(Box::new(GameRoom::new(play, shared))))
    }

    pub(super) fn save_as(&mut self, text: &str) -> Result<(), String> {
        if text.is_empty() {
            return Err("type the path of a file".into());
        }
        let path = path_of(text);
        // A file with something else in it is not ours to replace.
        if path.exists() && !henge::is_record(&path) {
            return Err(format!("{} is not a game record; choose another name", path.display()));
        }
        let record = self.play.record();
        let text = henge::write_records(&path, std::slice::from_ref(&record));
        let text = text.map_err(|error| error.to_string())?;
        let written = henge_files::write(&path, text.as_bytes());
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        let n = record.main_line().count();
        let s = if n == 1 { "" } else { "s" };
        self.say(format!("saved {n} move{s} to {}", path.display()));
        Ok(())
    }

    pub(super) fn draw_dialog(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        match &mut self.dialog {
            None => {}
            Some(Dialog::New(new)) => new.draw(theme, area, buffer),
            Some(Dialog::Menu(chosen)) => {
                let chosen = *chosen;
                let menu = Act::menu(&self.play);
                let n = menu.len() as u16;
                let area = ui::centred(area, 58, n + 2);
                let inside = ui::dialog("Menu", theme, area, buffer);
                for (i, (_, letter, does, key)) in menu.into_iter().enumerate() {
                    let line = Rect { y: inside.y + i as u16, height: 1, ..inside };
                    let style = if i == chosen { theme.chosen() } else { theme.text() };
                    buffer.set_style(line, style);
                    let strong = if i == chosen { style } else { theme.ink(tones::HINT) };
                    ui::put(buffer, (line.x + 1, line.y), &letter.to_string(), 1, strong, theme);
                    ui::put(buffer, (line.x + 4, line.y), does, 40, style, theme);
                    ui::put(buffer, (line.right() - 9, line.y), key, 8, style, theme);
                    self.hits.push((line, Hit::Menu(i)));
                }
            }
            Some(Dialog::Ask(ask, field, fault)) => {
                let area = ui::centred(area, 70, 6);
                let inside = ui::dialog(ask.title(), theme, area, buffer);
                let text = field.text();
                let line = Rect { height: 1, ..inside };
                buffer.set_style(line, theme.chosen());
                let room = usize::from(line.width) - 2;
                let from = text.chars().count().saturating_sub(room);
                let shown: String = text.chars().skip(from).collect();
                ui::put(
                    buffer,
                    (line.x + 1, line.y),
                    &shown,
                    line.width - 2,
                    theme.chosen(),
                    theme,
                );
                let (below, style) = match fault.is_empty() {
                    true => (ask.help(), theme.faint()),
                    false => (fault.as_str(), theme.ink(tones::ALARM)),
                };
                for (i, part) in
                    ui::wrapped(below, usize::from(inside.width)).iter().take(3).enumerate()
                {
                    ui::put(
                        buffer,
                        (inside.x, inside.y + 1 + i as u16),
                        part,
                        inside.width,
                        style,
                        theme,
                    );
                }
            }
        }
    }
}

/// A path as somebody types it; `~` is the home.
pub fn path_of(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}
