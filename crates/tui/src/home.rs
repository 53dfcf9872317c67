//! The first room: all games, saved games, and the ways to elsewhere.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::record::write_result;
use henge::spec::Spec;
use henge_store::{Change, Source, Summary, damage_note, now_ms};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::app::{End, Go, Room, Shared, Stroke, stroke};
use crate::conversations;
use crate::field::Field;
use crate::game::{GameRoom, path_of};
use crate::new_game::{Answer, NewGame};
use crate::play::Play;
use crate::preview::Preview;
use crate::robots::RobotsRoom;
use crate::theme::{Theme, tones};
use crate::ui::{self, Hits, KeyHint, hint};

/// A screen shows no more saved games than this, and nobody looks further back.
const MOST_SAVED: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum List {
    Games,
    Saved,
}

/// What can be clicked.
#[derive(Clone, Copy)]
enum Hit {
    Line(List, usize),
}

/// The room.
pub struct Home {
    /// What each is called in commands, and here.
    games: Vec<(String, String)>,
    saved: Vec<Summary>,
    focus: List,
    chosen: [usize; 2],
    /// What has gone wrong, or what there is to say.
    message: String,
    dialog: Option<NewGame>,
    /// The path of a record that somebody types.
    path: Option<Field>,
    /// The game that is shown, by its name, or by the identity of a saved one.
    shown: Option<(String, Option<Preview>)>,
    /// The saved game to be deleted if the next key says so again.
    doomed: Option<String>,
    hits: Hits<Hit>,
    cursor: Option<(u16, u16)>,
}

impl Home {
    pub fn new(shared: &Shared) -> Home {
        Home::with_note(shared, None)
    }

    /// With something to say.
    pub fn with_note(shared: &Shared, note: Option<String>) -> Home {
        let families = shared.games.families();
        let families = families.map(|family| (family.slug().into(), family.title().into()));
        // Of the user's own games only the names are known before one is chosen.
        let own = shared.games.own_games().into_iter();
        let own = own.map(|own| (own.name.clone(), format!("{}.toml", own.name)));
        let games = families.chain(own).collect();
        let listed = shared.shelf.for_reading().and_then(|store| {
            let listed = store.list(false, MOST_SAVED)?;
            let note = damage_note(&listed.damaged);
            Ok((listed.games, note.or_else(|| store.read_only().map(|error| error.to_string()))))
        });
        let (saved, message) = match listed {
            Ok((saved, found)) => (saved, note.or(found).unwrap_or_default()),
            Err(error) => (Vec::new(), note.unwrap_or_else(|| error.to_string())),
        };
        Home {
            games,
            saved,
            focus: List::Games,
            chosen: [0, 0],
            message,
            dialog: None,
            path: None,
            shown: None,
            doomed: None,
            hits: Vec::new(),
            cursor: None,
        }
    }

    /// With the questions before this game.
    pub fn asking(shared: &Shared, name: &str) -> Home {
        let mut home = Home::new(shared);
        if let Some(i) = home.games.iter().position(|(known, _)| known == name) {
            home.chosen[0] = i;
        }
        home.ask(shared, name);
        home
    }

    /// Asks the questions before this game, or says what is wrong with it.
    fn ask(&mut self, shared: &Shared, name: &str) {
        match NewGame::of(&shared.games, name) {
            Ok(dialog) => self.dialog = Some(dialog),
            Err(why) => self.message = why,
        }
    }

    fn n(&self, list: List) -> usize {
        match list {
            List::Games => self.games.len(),
            List::Saved => self.saved.len(),
        }
    }

    fn move_by(&mut self, by: isize) {
        let n = self.n(self.focus);
        let chosen = &mut self.chosen[self.focus as usize];
        *chosen = chosen.saturating_add_signed(by).min(n.saturating_sub(1));
    }

    fn open(&mut self, shared: &Shared) -> Go {
        match self.focus {
            List::Games => {
                if let Some((name, _)) = self.games.get(self.chosen[0]).cloned() {
                    self.ask(shared, &name);
                }
                Go::Stay
            }
            List::Saved => {
                let play = self.load(shared);
                self.enter(play, shared)
            }
        }
    }

    /// The saved game that is chosen.
    fn load(&self, shared: &Shared) -> Result<Play, String> {
        let summary = self.saved.get(self.chosen[1]).ok_or("no game is saved yet")?;
        let wrong = |error: henge_store::StoreError| error.to_string();
        let store = shared.shelf.for_reading().map_err(wrong)?;
        let saved = store.game(&summary.id).map_err(wrong)?.ok_or("this game has been deleted")?;
        // Rules that somebody has sent to the server are kept with the games.
        let Some(toml) = store.rules(&saved.game).map_err(wrong)? else {
            return Play::resume(&shared.games, &saved, shared.habits);
        };
        let game = shared.games.game_from_stranger(&saved.game, &toml);
        Play::of_saved(game.map_err(|error| error.to_string())?, &saved, shared.habits)
    }

    fn enter(&mut self, play: Result<Play, String>, shared: &Shared) -> Go {
        match play {
            Ok(play) => Go::Room(Box::new(GameRoom::new(play, shared))),
            Err(why) => {
                self.message = why;
                Go::Stay
            }
        }
    }

    /// Looks at the saved game that is chosen, from its end.
    fn analyse(&mut self, shared: &Shared) -> Go {
        let play = self.load(shared).map(|play| play.to_analysis());
        self.enter(play, shared)
    }

    fn path_key(&mut self, key: KeyEvent, shared: &Shared) -> Go {
        let Some(field) = &mut self.path else { return Go::Stay };
        match key.code {
            KeyCode::Esc => self.path = None,
            KeyCode::Enter => {
                let path = path_of(field.text().trim());
                if path.extension().is_some_and(|extension| extension == "toml") {
                    self.path = None;
                    self.ask(shared, &path.display().to_string());
                    return Go::Stay;
                }
                let play = Play::analyse(&shared.games, &path, None);
                if play.is_ok() {
                    self.path = None;
                }
                return self.enter(play, shared);
            }
            _ => {
                field.key(key);
                self.message.clear();
            }
        }
        Go::Stay
    }

    fn answer(&mut self, answer: Answer, shared: &Shared) -> Go {
        match answer {
            Answer::Ask => {}
            Answer::Cancel => self.dialog = None,
            Answer::Begin(chosen) => {
                let habits = chosen.habits(shared.habits);
                let play = Play::new(chosen.game, &chosen.seats, chosen.clocks, habits);
                return Go::Room(Box::new(GameRoom::new(play, shared)));
            }
        }
        Go::Stay
    }

    fn draw_games(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let block = ui::block("Games", theme);
        let inside = block.inner(area);
        block.render(area, buffer);
        let (n, height) = (self.games.len(), usize::from(inside.height));
        let first = ui::first_shown(self.chosen[0], height, n);
        for (row, i) in (first..n).take(height).enumerate() {
            let line = Rect { y: inside.y + row as u16, height: 1, ..inside };
            self.line(List::Games, i, line, theme, buffer);
            let (_, title) = &self.games[i];
            ui::put(
                buffer,
                (line.x + 1, line.y),
                title,
                line.width - 2,
                self.style(List::Games, i, theme),
                theme,
            );
        }
    }

    fn draw_saved(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let block = ui::block("Saved games", theme);
        let inside = block.inner(area);
        block.render(area, buffer);
        if self.saved.is_empty() {
            let text = "None yet. Every game is saved while you play it.";
            for (i, line) in ui::wrapped(text, usize::from(inside.width) - 2).iter().enumerate() {
                ui::put(
                    buffer,
                    (inside.x + 1, inside.y + i as u16),
                    line,
                    inside.width,
                    theme.faint(),
                    theme,
                );
            }
        }
        let (n, height) = (self.saved.len(), usize::from(inside.height));
        let first = ui::first_shown(self.chosen[1], height, n);
        for (row, i) in (first..n).take(height).enumerate() {
            let line = Rect { y: inside.y + row as u16, height: 1, ..inside };
            self.line(List::Saved, i, line, theme, buffer);
            let text = summary(&self.saved[i], usize::from(line.width) - 2);
            ui::put(
                buffer,
                (line.x + 1, line.y),
                &text,
                line.width - 2,
                self.style(List::Saved, i, theme),
                theme,
            );
        }
    }

    /// Finds what is chosen, if it is not shown already. A file that is gone has nothing to show.
    fn look(&mut self, shared: &Shared) {
        let (saved, chosen) = (&self.saved, &self.games);
        let name = match self.focus {
            List::Games => chosen.get(self.chosen[0]).map(|(name, _)| name.clone()),
            List::Saved => saved.get(self.chosen[1]).map(|saved| saved.id.clone()),
        };
        if self.shown.as_ref().map(|(known, _)| known) == name.as_ref() {
            return;
        }
        self.shown = name.map(|name| {
            let preview = match self.focus {
                List::Games => shared.games.game(&name).ok().map(|game| Preview::new(game, None)),
                List::Saved => saved_preview(shared, &name),
            };
            (name, preview)
        });
    }

    /// The board of the game that is chosen.
    fn draw_preview(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let n = self.saved.len();
        let Some((_, Some(preview))) = &mut self.shown else {
            ui::block("", theme).render(area, buffer);
            return;
        };
        let block = ui::block(&preview.title, theme);
        let inside = block.inner(area);
        block.render(area, buffer);
        if n == 0 {
            let text = " Saved games: none yet ";
            let x = area.right().saturating_sub(text.len() as u16 + 2);
            ui::put(buffer, (x, area.y), text, text.len() as u16, theme.faint(), theme);
        }
        preview.draw_board(theme, inside, buffer);
    }

    /// The rules of the game that is chosen.
    fn draw_rules(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let Some((_, Some(preview))) = &self.shown else { return };
        let block = ui::block("Rules", theme);
        let inside = block.inner(area);
        block.render(area, buffer);
        let lines = ui::wrapped(&preview.rules, usize::from(inside.width) - 2);
        for (y, line) in (inside.y..inside.bottom()).zip(&lines) {
            ui::put(buffer, (inside.x + 1, y), line, inside.width - 2, theme.faint(), theme);
        }
    }

    /// Deletes the saved game that is chosen, when somebody says so twice.
    fn delete(&mut self, doomed: Option<String>, shared: &Shared) {
        let Some(saved) = self.saved.get(self.chosen[1]) else {
            self.message = "no saved game to delete".into();
            return;
        };
        if doomed.as_ref() != Some(&saved.id) {
            self.message = "press d again to delete this saved game".into();
            self.doomed = Some(saved.id.clone());
            return;
        }
        let change = Change::Delete { id: saved.id.clone() };
        let done = shared.shelf.for_writing().and_then(|store| store.write_now(change));
        match done {
            Ok(()) => {
                self.saved.remove(self.chosen[1]);
                self.chosen[1] = self.chosen[1].min(self.saved.len().saturating_sub(1));
                self.message = "deleted".into();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// The ground of a line in a list, which can be clicked.
    fn line(&mut self, list: List, i: usize, area: Rect, theme: Theme, buffer: &mut Buffer) {
        buffer.set_style(area, self.style(list, i, theme));
        self.hits.push((area, Hit::Line(list, i)));
    }

    fn style(&self, list: List, i: usize, theme: Theme) -> ratatui::style::Style {
        match (self.chosen[list as usize] == i, self.focus == list) {
            (true, true) => theme.chosen(),
            (true, false) => theme.bold(),
            _ => theme.text(),
        }
    }
}

/// Where a saved game has come to.
fn saved_preview(shared: &Shared, id: &str) -> Option<Preview> {
    let store = shared.shelf.for_reading().ok()?;
    let saved = store.game(id).ok()??;
    let game = match store.rules(&saved.game).ok()? {
        Some(toml) => shared.games.game_from_stranger(&saved.game, &toml).ok()?,
        None => shared.games.game_of_saved(&saved.game, None).ok()?,
    };
    let table = saved.record().play(&**game.rules()).ok()?;
    Some(Preview::new(game, Some(table)))
}

/// A saved game in a line.
fn summary(saved: &Summary, width: usize) -> String {
    let seats = [0, 1].map(|i: usize| match saved.seats[i].name.as_str() {
        "human" => "you".to_string(),
        name => {
            let spec: Option<Spec> = name.parse().ok();
            spec.as_ref().and_then(|spec| spec.only("level")).unwrap_or(name).to_string()
        }
    });
    let mark = if saved.source == Source::Web { "web" } else { "" };
    let state = match &saved.ending {
        Some(ending) => write_result(Some(ending.outcome)),
        None if saved.n_moves == 1 => "1 move".into(),
        None => format!("{} moves", saved.n_moves),
    };
    let game = match henge::name_of_saved(&saved.game) {
        // Of a file its own name is enough.
        path if path.ends_with(".toml") => path.rsplit('/').next().unwrap_or_default(),
        name => name.split(':').next().unwrap_or_default(),
    };
    let left = format!("{game:<13} {} - {}", seats[0], seats[1]);
    let date = crate::minute(saved.updated);
    // Where there is little room, the year goes first.
    let date = if width < 60 { date.get(5..).unwrap_or_default() } else { &date };
    let right = format!("{mark} {state:>9} {date}");
    let room = width.saturating_sub(right.chars().count() + 1);
    format!("{:<room$} {right}", ui::cut(&left, room))
}

impl Room for Home {
    fn title(&self) -> String {
        "henge: board games for two".into()
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        if let Some(dialog) = &self.dialog {
            return dialog.keys();
        }
        if self.path.is_some() {
            return vec![
                hint("Enter", "open it", stroke(KeyCode::Enter)),
                hint("Esc", "back", stroke(KeyCode::Esc)),
            ];
        }
        let open = if self.focus == List::Games { "play" } else { "resume" };
        let mut keys = vec![
            hint("Enter", open, stroke(KeyCode::Enter)),
            hint(
                "Tab",
                if self.focus == List::Games { "saved" } else { "games" },
                stroke(KeyCode::Tab),
            ),
        ];
        if self.focus == List::Saved {
            keys.push(hint("a", "analyse", stroke(KeyCode::Char('a'))));
            keys.push(hint("d", "delete", stroke(KeyCode::Char('d'))));
        }
        keys.extend([
            hint("o", "open", stroke(KeyCode::Char('o'))),
            hint("t", "talk", stroke(KeyCode::Char('t'))),
            hint("r", "robots", stroke(KeyCode::Char('r'))),
            hint("b", "browser", stroke(KeyCode::Char('b'))),
            hint("?", "help", stroke(KeyCode::Char('?'))),
            hint("q", "quit", stroke(KeyCode::Char('q'))),
            hint("p", "problems", stroke(KeyCode::Char('p'))),
        ]);
        keys
    }

    fn help(&self) -> Vec<(String, Vec<(String, String)>)> {
        let row = |key: &str, does: &str| (key.to_string(), does.to_string());
        let folder = henge::own_games().map(|folder| folder.display().to_string());
        let own = vec![row(
            "",
            &format!(
                "TOML files in {} are listed below the games that come with henge.",
                folder.as_deref().unwrap_or("the folder games of your data")
            ),
        )];
        vec![
            (
                "Home".into(),
                vec![
                    row("← ↑ ↓ →, Tab", "choose a game, or a saved one"),
                    row("Enter", "start a game, or resume a saved one"),
                    row("a", "analyse a saved game: the best lines, and who was ahead when"),
                    row("d, Delete", "delete a saved game; press it twice"),
                    row(
                        "o",
                        "open a record (henge, PDN, MAT) to analyse it, or a game in a TOML file",
                    ),
                    row("t", "talk with a program about its game, such as Gammon, whom you teach"),
                    row("r", "the world of robots"),
                    row("b", "play in the browser instead"),
                    row("q, Ctrl-C", "quit"),
                    row("Ctrl-Z", "to the shell; fg comes back"),
                    row("mouse", "click a line, and again to open it"),
                ],
            ),
            (
                "Before a game".into(),
                vec![
                    row("↑ ↓", "choose a question"),
                    row("← →", "change its answer, or type one, such as alphabeta:depth=6"),
                    row("Enter", "start the game"),
                ],
            ),
            (
                "Saved games".into(),
                vec![row(
                    "",
                    "Every game is saved after each move, in the same place for this app, henge play and \
                     the server. A game from the server is resumed here as a copy.",
                )],
            ),
            (
                "Problems".into(),
                vec![row("p", "problems of the game that is chosen: positions with one best move")],
            ),
            ("Your own games".into(), own),
        ]
    }

    fn draw(&mut self, shared: &Shared, area: Rect, buffer: &mut Buffer) {
        self.hits.clear();
        let theme = shared.theme;
        let games = Rect { width: 28, height: area.height - 1, ..area };
        let right = Rect { x: 28, width: area.width - 28, height: area.height - 1, ..area };
        self.look(shared);
        self.draw_games(theme, games, buffer);
        // Where there is little room, rules make way for saved games.
        let is_tall = right.height >= 32;
        let has_list = is_tall || !self.saved.is_empty();
        let list_height = match (has_list, is_tall) {
            (true, true) => 10,
            (true, false) => 8,
            (false, _) => 0,
        };
        let rules_height = if is_tall || !has_list { 8 } else { 0 };
        let list = Rect { height: list_height, ..right };
        let rules = Rect { y: right.bottom() - rules_height, height: rules_height, ..right };
        let board = Rect { y: list.bottom(), height: rules.y - list.bottom(), ..right };
        if has_list {
            self.draw_saved(theme, list, buffer);
        }
        self.draw_preview(theme, board, buffer);
        if rules_height > 0 {
            self.draw_rules(theme, rules, buffer);
        }
        let y = area.bottom() - 1;
        self.cursor = None;
        let alarm = theme.ink(tones::ALARM);
        ui::put(buffer, (area.x + 1, y), &self.message, area.width - 2, alarm, theme);
        if let Some(path) = &self.path {
            let line = Rect { y: y - 1, height: 1, ..area };
            buffer.set_style(line, theme.chosen());
            let text = format!(" File: {}", path.text());
            ui::put(buffer, (area.x, y - 1), &text, area.width, theme.chosen(), theme);
            let column = (7 + path.cursor() as u16).min(area.width - 1);
            self.cursor = Some((area.x + column, y - 1));
        }
        if let Some(dialog) = &mut self.dialog {
            dialog.draw(theme, area, buffer);
        }
    }

    fn cursor(&self) -> Option<(u16, u16)> {
        self.dialog.as_ref().and_then(NewGame::cursor).or(self.cursor)
    }

    fn takes_text(&self) -> bool {
        self.dialog.is_some() || self.path.is_some()
    }

    fn paste(&mut self, text: &str, _shared: &Shared) -> Go {
        if let Some(path) = &mut self.path {
            path.insert(text);
        }
        Go::Stay
    }

    fn key(&mut self, key: KeyEvent, shared: &Shared) -> Go {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if let Some(dialog) = &mut self.dialog {
            let answer = dialog.key(key);
            return self.answer(answer, shared);
        }
        if self.path.is_some() {
            return self.path_key(key, shared);
        }
        self.message.clear();
        let doomed = self.doomed.take();
        match key.code {
            KeyCode::Char('d') | KeyCode::Delete if self.focus == List::Saved => {
                self.delete(doomed, shared);
            }
            KeyCode::Char('a') => return self.analyse(shared),
            KeyCode::Char('o') => self.path = Some(Field::default()),
            KeyCode::Char('t') => match conversations::open(&shared.games, now_ms() as u64) {
                Ok(room) => return Go::Room(room),
                Err(why) => self.message = why,
            },
            KeyCode::Char('p') => {
                let name = self.games.get(self.chosen[0]).map_or("", |(name, _)| name.as_str());
                match GameRoom::problem(name, shared) {
                    Ok(room) => return Go::Room(Box::new(room)),
                    Err(why) => self.message = why,
                }
            }
            KeyCode::Char('r') => return Go::Room(Box::new(RobotsRoom::new(now_ms() as u64))),
            KeyCode::Char('c') if control => return Go::Leave(End::Quit),
            KeyCode::Up | KeyCode::Char('k') => self.move_by(-1),
            KeyCode::Down | KeyCode::Char('j') => self.move_by(1),
            KeyCode::PageUp => self.move_by(-10),
            KeyCode::PageDown => self.move_by(10),
            KeyCode::Home => self.move_by(isize::MIN),
            KeyCode::End => self.move_by(isize::MAX),
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Left | KeyCode::Right => {
                self.focus = if self.focus == List::Games { List::Saved } else { List::Games };
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.open(shared),
            KeyCode::Char('b') => return Go::Leave(End::Browser),
            KeyCode::Char('q') => return Go::Leave(End::Quit),
            _ => {}
        }
        Go::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, shared: &Shared) -> Go {
        if let Some(dialog) = &mut self.dialog {
            let answer = dialog.mouse(mouse);
            return self.answer(answer, shared);
        }
        match mouse.kind {
            MouseEventKind::ScrollDown => self.move_by(1),
            MouseEventKind::ScrollUp => self.move_by(-1),
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(Hit::Line(list, i)) = ui::hit(&self.hits, mouse.column, mouse.row) {
                    let again = self.focus == list && self.chosen[list as usize] == i;
                    (self.focus, self.chosen[list as usize]) = (list, i);
                    if again {
                        return self.open(shared);
                    }
                }
            }
            _ => {}
        }
        Go::Stay
    }
}
