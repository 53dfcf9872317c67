//! The tutor of the backgammon player of 1970: play against it, ask for reasons, grade its plays.

use std::collections::HashSet;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::bots::file::{MOST_BYTES, read_text};
use henge::bots::gammon::{Answer, Colour, HELP, Session, Tutor};
use henge::core::depict::{Mark, MarkKind};
use henge::core::erased::{DynMatch, MoveView};
use henge::core::{Scene, SiteId, Turn};
use henge::{Playable, Registry};
use henge_api as api;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{Go, Room, Shared, Stroke, stroke};
use crate::board::{self, Marks, Plane};
use crate::field::Field;
use crate::hand::{Deed, Hand, View, narrow};
use crate::theme::{Theme, tones};
use crate::ui::{self, Hits, KeyHint, hint};

/// Keys for what is said most: the key, what it says, and what that does.
const SAYINGS: [(u8, &str, &str); 8] = [
    (2, "explain", "why this play"),
    (3, "list 10", "its best plays"),
    (4, "grade 2", "well done"),
    (5, "grade -2", "badly done"),
    (6, "undo", "take the grade back"),
    (7, "statistics", "statistics"),
    (8, "display both", "its sets"),
    (9, "help", "all commands"),
];

/// The room.
pub struct TutorRoom {
    tutor: Tutor,
    person: Option<Colour>,
    seed: u64,
    game: Playable,
    /// The position of the lesson as a match, for the board and the legal plays.
    table: Box<dyn DynMatch>,
    legal: Vec<MoveView>,
    hand: Hand,
    field: Field,
    /// What was said and answered.
    log: Vec<(String, Said)>,
    scrolled: usize,
    plane: Option<((u16, u16), Plane)>,
    origin: (i32, i32),
    hits: Hits<Spot>,
    cursor: Option<(u16, u16)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    Person,
    Tutor,
    Fault,
}

#[derive(Clone, Copy, Debug)]
enum Spot {
    Board,
    Button(usize),
}

impl TutorRoom {
    /// A lesson in which a person plays Black.
    pub fn new(games: &Registry, seed: u64) -> Result<TutorRoom, String> {
        TutorRoom::begin(games, Some(Colour::Black), seed)
    }

    fn begin(games: &Registry, person: Option<Colour>, seed: u64) -> Result<TutorRoom, String> {
        let game = games.game("backgammon").map_err(|error| error.to_string())?;
        let start = game.rules().start();
        let hand = Hand::new(game.rules().board(), &[], &start.scene());
        let tutor = Tutor::new(Session { person, seed, ..Session::default() });
        let mut room = TutorRoom {
            tutor,
            person,
            seed,
            table: start,
            legal: Vec::new(),
            hand,
            field: Field::default(),
            log: Vec::new(),
            scrolled: 0,
            plane: None,
            origin: (0, 0),
            hits: Vec::new(),
            cursor: None,
            game,
        };
        let text = "Enter lets the program play. Ask why, grade its plays, and it learns from you.";
        room.log.push((text.into(), Said::Tutor));
        room.look();
        Ok(room)
    }

    fn look(&mut self) {
        self.hand.let_go();
        if !self.tutor.is_over() {
            let position = api::lesson_position(self.tutor.game());
            if let Ok(table) = self.game.rules().read(&position) {
                self.table = table;
            }
        }
        let asks = !self.tutor.is_over() && self.tutor.is_person();
        self.legal = if asks { self.table.moves() } else { Vec::new() };
    }

    fn obey(&mut self, line: &str) {
        self.log.push((line.to_string(), Said::Person));
        let answer = self.tutor.obey(line).and_then(|answer| with_files(&mut self.tutor, answer));
        match answer {
            Ok(answer) => {
                // The board is on the screen already.
                let lines = answer.lines.iter().filter(|line| !line.contains('\n'));
                self.log.extend(lines.map(|line| (line.clone(), Said::Tutor)));
            }
            Err(why) => self.log.push((why, Said::Fault)),
        }
        self.scrolled = 0;
        self.look();
    }

    fn with_view<T>(&mut self, f: impl FnOnce(&mut Hand, View<'_>) -> T) -> T {
        let scene = self.table.scene();
        let mover = match self.table.turn() {
            Turn::Player(player) => Some(player),
            _ => None,
        };
        let board = self.game.rules().board();
        let view = View { board, scene: &scene, legal: &self.legal, mover };
        f(&mut self.hand, view)
    }

    fn deed(&mut self, deed: Deed) {
        if let Deed::Play(i) = deed
            && let Some(mv) = self.legal.get(i).map(|mv| mv.text.clone())
        {
            self.obey(&mv);
        }
    }

    fn enter(&mut self) {
        if !self.field.is_empty() {
            let text = self.field.text().trim().to_string();
            self.field = Field::default();
            let play = narrow::typed(&self.legal, &text).map(|i| self.legal[i].text.clone());
            self.obey(&play.unwrap_or(text));
            return;
        }
        if self.legal.is_empty() {
            self.obey(if self.tutor.is_over() { "restart" } else { "go" });
            return;
        }
        let buttons = self.with_view(|hand, view| hand.buttons(view));
        if let Some(&i) = self.hand.button.and_then(|n| buttons.get(n)) {
            return self.deed(Deed::Play(i));
        }
        let cursor = self.hand.cursor;
        let deed = self.with_view(|hand, view| hand.press(view, cursor));
        self.deed(deed);
    }

    fn complete(&mut self) {
        let text = self.field.text();
        let moves = narrow::completions(&self.legal, &text);
        let words: Vec<&str> = HELP
            .iter()
            .flat_map(|(names, _)| names.split([',', ' ']))
            .filter(|word| word.len() > 1 && word.starts_with(&text))
            .collect();
        let longest = words.iter().max_by_key(|word| word.len());
        match (moves.is_empty(), longest) {
            (false, _) => self.field = Field::with(&narrow::common(&self.legal, &moves)),
            (true, Some(word)) => self.field = Field::with(word),
            (true, None) => {}
        }
    }

    fn arrow(&mut self, way: (f32, f32)) {
        self.hand.button = None;
        if let Some((_, plane)) = &self.plane {
            self.hand.cursor = board::toward(plane, self.hand.cursor, way);
        }
    }

    fn draw_log(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width);
        let mut rows: Vec<(String, Said)> = Vec::new();
        for (text, said) in &self.log {
            let lead = if *said == Said::Person { theme.pick("› ", "> ") } else { "" };
            let lines = ui::wrapped(&format!("{lead}{text}"), width);
            rows.extend(lines.into_iter().map(|line| (line, *said)));
        }
        let height = usize::from(area.height);
        let end = rows.len().saturating_sub(self.scrolled).max(height.min(rows.len()));
        let first = end.saturating_sub(height);
        for (y, (text, said)) in (area.y..).zip(&rows[first..end]) {
            let style = match said {
                Said::Person => theme.bold(),
                Said::Tutor => theme.text(),
                Said::Fault => theme.ink(tones::ALARM),
            };
            ui::put(buffer, (area.x, y), text, area.width, style, theme);
        }
    }

    fn scene(&mut self) -> Scene {
        let (mut scene, marked) =
            self.with_view(|hand, view| (hand.scene(view), hand.marked(view)));
        let mark = |site| Mark { site, kind: MarkKind::Target, text: None };
        scene.marks.extend(marked.into_iter().map(mark));
        scene
    }

    fn sayings(&self) -> impl Iterator<Item = KeyHint<Stroke>> {
        const KEYS: [&str; 10] = ["", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"];
        let shown = SAYINGS.iter().take(5);
        shown.map(|&(key, _, does)| hint(KEYS[usize::from(key)], does, stroke(KeyCode::F(key))))
    }
}

/// Does what an answer of the tutor asks for with files.
pub fn with_files(tutor: &mut Tutor, answer: Answer) -> Result<Answer, String> {
    let read = |file: &str| {
        read_text(Path::new(file), MOST_BYTES)
            .map_err(|why| format!("{file} cannot be read: {why}"))
    };
    if let Some((file, text)) = &answer.store {
        let written = henge_files::write(Path::new(file), text.as_bytes());
        written.map_err(|error| format!("{file} cannot be written: {error}"))?;
        return Ok(Answer { lines: vec![format!("{file} is written")], ..Answer::default() });
    }
    if let Some((colour, file)) = &answer.load {
        return tutor.load(*colour, &read(file)?).map_err(|why| format!("{file}: {why}"));
    }
    if let Some((colour, file)) = &answer.compare {
        return tutor.compare(*colour, &read(file)?).map_err(|why| format!("{file}: {why}"));
    }
    Ok(answer)
}

impl Room for TutorRoom {
    fn title(&self) -> String {
        let who = match self.person {
            Some(Colour::White) => "you are White",
            Some(Colour::Black) => "you are Black",
            None => "the program plays itself",
        };
        format!("Gammon, the tutor: {who}")
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        if !self.field.is_empty() {
            return vec![
                hint("Enter", "say it", stroke(KeyCode::Enter)),
                hint("Tab", "complete", stroke(KeyCode::Tab)),
                hint("Esc", "forget it", stroke(KeyCode::Esc)),
            ];
        }
        let enter = match (self.legal.is_empty(), self.tutor.is_over()) {
            (_, true) => "another game",
            (true, _) => "go",
            (false, _) if self.hand.button.is_some() => "play it",
            (false, _) => "touch",
        };
        let mut keys = vec![hint("Enter", enter, stroke(KeyCode::Enter))];
        keys.extend(self.sayings());
        keys.push(hint("?", "help", stroke(KeyCode::Char('?'))));
        keys.push(hint("Esc", "home", stroke(KeyCode::Esc)));
        keys
    }

    fn help(&self) -> Vec<(String, Vec<(String, String)>)> {
        let row = |key: &str, does: &str| (key.to_string(), does.to_string());
        let mut keys = vec![
            row("Enter", "let the program play; or touch, where it is your turn"),
            row("← ↑ ↓ →", "move the cursor over the board"),
            row("letters, digits", "type a play or a command; Tab completes it"),
            row("Backspace", "take a step of your play back"),
            row("PgUp PgDn", "look back in what was said"),
            row("Ctrl-N", "a new lesson: you play the other side, or neither"),
            row("Esc", "let go; then home"),
        ];
        keys.extend(
            SAYINGS.iter().map(|(key, says, does)| (format!("F{key}"), format!("{says}: {does}"))),
        );
        let commands = HELP.iter().map(|(names, does)| row(names, does)).collect();
        vec![("The tutor".into(), keys), ("What can be said".into(), commands)]
    }

    fn draw(&mut self, shared: &Shared, area: Rect, buffer: &mut Buffer) {
        let theme = shared.theme;
        self.hits.clear();
        self.cursor = None;
        let side_width = if area.width >= 110 { 50 } else { 30 };
        let stage = Rect { width: area.width - side_width, height: area.height - 2, ..area };
        let side =
            Rect { x: stage.right() + 1, width: side_width - 2, height: area.height - 1, ..area };
        let key = (stage.width, stage.height);
        if self.plane.as_ref().is_none_or(|(known, _)| *known != key) {
            let board = self.game.rules().board();
            let plane = Plane::new(board, &HashSet::new(), key, false, !theme.fills());
            if self.plane.is_none() {
                self.hand.cursor = board.site("8").unwrap_or(SiteId(0));
            }
            self.plane = Some((key, plane));
        }
        let scene = self.scene();
        let asks = !self.legal.is_empty() && self.hand.button.is_none();
        let marks = Marks {
            cursor: asks.then_some(self.hand.cursor),
            chosen: self.hand.chosen(),
            ..Marks::default()
        };
        if let Some((_, plane)) = &self.plane {
            self.origin = board::paint(plane, &scene, &marks, theme, stage, buffer);
        }
        self.hits.push((stage, Spot::Board));
        let buttons = self.with_view(|hand, view| hand.buttons(view));
        let mut x = stage.x + 1;
        for (n, &i) in buttons.iter().enumerate() {
            let text = format!("[ {} ]", self.legal[i].text);
            let width = text.chars().count() as u16;
            let style =
                if self.hand.button == Some(n) { theme.chosen() } else { theme.ink(tones::HINT) };
            ui::put(buffer, (x, stage.bottom()), &text, width, style, theme);
            self.hits.push((Rect::new(x, stage.bottom(), width, 1), Spot::Button(n)));
            x += width + 1;
        }
        self.draw_log(theme, side, buffer);
        let y = area.bottom() - 1;
        if self.field.is_empty() {
            let text = self.tutor.prompt();
            ui::put(buffer, (area.x + 1, y), &text, area.width - 2, theme.bold(), theme);
        } else {
            let text = self.field.text();
            ui::put(buffer, (area.x + 1, y), theme.pick("› ", "> "), 2, theme.bold(), theme);
            ui::put(buffer, (area.x + 3, y), &text, area.width - 4, theme.bold(), theme);
            self.cursor = Some((area.x + 3 + self.field.cursor() as u16, y));
        }
    }

    fn cursor(&self) -> Option<(u16, u16)> {
        self.cursor
    }

    fn key(&mut self, key: KeyEvent, shared: &Shared) -> Go {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let empty = self.field.is_empty();
        match key.code {
            KeyCode::Char('c') if control => return Go::Home,
            KeyCode::Char('n') if control => {
                let next = match self.person {
                    Some(Colour::Black) => Some(Colour::White),
                    Some(Colour::White) => None,
                    None => Some(Colour::Black),
                };
                if let Ok(room) = TutorRoom::begin(&shared.games, next, self.seed.wrapping_add(1)) {
                    *self = room;
                }
            }
            KeyCode::Esc => {
                if !empty {
                    self.field = Field::default();
                } else if !self.hand.let_go() {
                    return Go::Home;
                }
            }
            KeyCode::Enter => self.enter(),
            KeyCode::Char(' ') if empty => self.enter(),
            KeyCode::Tab if !empty => self.complete(),
            KeyCode::Tab => {
                let n = self.with_view(|hand, view| hand.buttons(view)).len();
                self.hand.button = if self.hand.button.is_none() && n > 0 { Some(0) } else { None };
            }
            KeyCode::F(n) => {
                if let Some((_, says, _)) = SAYINGS.iter().find(|(key, ..)| *key == n) {
                    self.obey(says);
                }
            }
            KeyCode::PageUp => self.scrolled += 10,
            KeyCode::PageDown => self.scrolled = self.scrolled.saturating_sub(10),
            KeyCode::Up if empty => self.arrow((0.0, -1.0)),
            KeyCode::Down if empty => self.arrow((0.0, 1.0)),
            KeyCode::Left if empty => self.arrow((-1.0, 0.0)),
            KeyCode::Right if empty => self.arrow((1.0, 0.0)),
            KeyCode::Backspace if empty => {
                self.with_view(|hand, view| hand.step_back(view));
            }
            _ => _ = self.field.key(key),
        }
        Go::Stay
    }

    fn paste(&mut self, text: &str, _shared: &Shared) -> Go {
        self.field.insert(text);
        Go::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, _shared: &Shared) -> Go {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scrolled += 3,
            MouseEventKind::ScrollDown => self.scrolled = self.scrolled.saturating_sub(3),
            MouseEventKind::Down(MouseButton::Left) => {
                match ui::hit(&self.hits, mouse.column, mouse.row) {
                    Some(Spot::Board) => {
                        let x = i32::from(mouse.column) - self.origin.0;
                        let y = i32::from(mouse.row) - self.origin.1;
                        let site = self.plane.as_ref().and_then(|(_, plane)| plane.site_at(x, y));
                        if let Some(site) = site {
                            let deed = self.with_view(|hand, view| hand.press(view, site));
                            self.deed(deed);
                        }
                    }
                    Some(Spot::Button(n)) => {
                        let buttons = self.with_view(|hand, view| hand.buttons(view));
                        if let Some(&i) = buttons.get(n) {
                            self.deed(Deed::Play(i));
                        }
                    }
                    None => {}
                }
            }
            _ => {}
        }
        Go::Stay
    }
}

#[cfg(test)]
mod tests {
    use henge::core::Player;

    use super::*;

    #[test]
    fn a_lesson_is_played_explained_and_graded() {
        let mut room = TutorRoom::new(&Registry::standard(), 7).expect("a lesson");
        assert!(room.legal.is_empty(), "white begins, and the program is white");
        room.enter();
        assert!(!room.legal.is_empty(), "black is to play");
        assert!(matches!(room.table.turn(), Turn::Player(Player::Second)));
        room.obey("explain");
        room.obey("grade 2");
        assert!(room.log.iter().all(|(_, said)| *said != Said::Fault), "{:?}", room.log);
        let play = room.legal[0].text.clone();
        room.field = Field::with(&play);
        room.enter();
        assert!(room.legal.is_empty(), "the program is to play again: {:?}", room.log.last());
        room.obey("nonsense");
        assert_eq!(room.log.last().map(|(_, said)| *said), Some(Said::Fault));
    }
}
