//! The room of any conversation: the board of its game, and beside it what was said. The program
//! thinks in a thread of its own.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::bots::file::{MOST_BYTES, read_text};
use henge::depict::{Mark, MarkKind};
use henge::erased::{DynMatch, MoveView};
use henge::{
    Conversation, Converse, Heard, Limits, Opening, Playable, Reply, Saying, Scene, Talk, Turn,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{End, Go, Room, Shared, Stroke, stroke};
use crate::board::{self, Marks, Plane};
use crate::field::Field;
use crate::hand::{Hand, HandAction, View, narrow};
use crate::theme::{Theme, tones};
use crate::ui::{self, Hits, KeyHint, hint};

/// The function keys that say something, from the second on: the first one is for help.
const KEYS: [&str; 8] = ["F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"];
/// How long a program may think about a move.
const THOUGHT: Duration = Duration::from_secs(10);
/// What is answered within this time is shown at once.
const AT_ONCE: Duration = Duration::from_millis(if cfg!(test) { 60_000 } else { 50 });

/// A conversation that comes back, with what it has to say.
type Answered = (Box<dyn Conversation>, Result<Reply, String>);

/// The room.
pub struct TalkRoom {
    /// Not here while the program thinks.
    conversation: Option<Box<dyn Conversation>>,
    /// Where conversation and reply come back.
    thinking: Option<Receiver<Answered>>,
    /// Ends a thought.
    stop: Arc<AtomicBool>,
    /// Somebody has said that it is enough: the next thing is to go home.
    has_ended: bool,
    /// Which of the ways to begin it was.
    way: usize,
    seed: u64,
    game: Playable,
    /// What it waits for, and what there is to say to that.
    waits_for: String,
    suggestions: Vec<Saying>,
    /// The position as a match, for the board and the legal moves.
    table: Box<dyn DynMatch>,
    legal: Vec<MoveView>,
    hand: Hand,
    field: Field,
    /// What was said and answered.
    log: Vec<(String, Speaker)>,
    scrolled: usize,
    plane: Option<((u16, u16), Plane)>,
    origin: (i32, i32),
    hits: Hits<Hit>,
    cursor: Option<(u16, u16)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Speaker {
    Person,
    Program,
    Fault,
}

#[derive(Clone, Copy, Debug)]
enum Hit {
    Board,
    Button(usize),
}

/// Who can be talked to about a game that has such an ability.
fn converse(game: &Playable) -> &dyn Converse {
    game.ability::<dyn Converse>().expect("a room is opened only for such games")
}

impl TalkRoom {
    /// A conversation about a game that somebody can talk about.
    pub fn new(game: Playable, seed: u64) -> Result<TalkRoom, String> {
        TalkRoom::begin(game, 0, seed)
    }

    fn begin(game: Playable, way: usize, seed: u64) -> Result<TalkRoom, String> {
        let converse = converse(&game);
        let name = converse.about().ways.get(way).map_or("", |way| way.name);
        let limits = Limits { time: Some(THOUGHT), ..Limits::NONE };
        let opening = Opening { way: name.into(), seed, limits, most_moves: None };
        let conversation = converse.begin(&opening)?;
        let start = game.rules().start();
        let hand = Hand::new(game.rules().board(), &[], &start.scene());
        let mut log = vec![(converse.about().about.to_string(), Speaker::Program)];
        let greeting = conversation.greeting().into_iter().skip(1);
        log.extend(greeting.filter(|line| is_text(line)).map(|line| (line, Speaker::Program)));
        let mut room = TalkRoom {
            conversation: Some(conversation),
            thinking: None,
            stop: Arc::default(),
            has_ended: false,
            way,
            seed,
            waits_for: String::new(),
            suggestions: Vec::new(),
            table: start,
            legal: Vec::new(),
            hand,
            field: Field::default(),
            log,
            scrolled: 0,
            plane: None,
            origin: (0, 0),
            hits: Vec::new(),
            cursor: None,
            game,
        };
        room.look();
        Ok(room)
    }

    fn talk(&self) -> &Talk {
        converse(&self.game).about()
    }

    fn look(&mut self) {
        self.hand.let_go();
        let Some(conversation) = &self.conversation else {
            self.waits_for = "it thinks; Esc hurries it".into();
            self.suggestions.clear();
            self.legal.clear();
            return;
        };
        if let Some(position) = conversation.position()
            && let Ok(table) = self.game.rules().read(&position)
        {
            self.table = table;
        }
        self.waits_for = conversation.waits_for();
        self.suggestions = conversation.suggestions();
        let asks = conversation.asks_for_move();
        self.legal = if asks { self.table.moves() } else { Vec::new() };
    }

    /// Says something. The answer comes at once, or when the program has thought.
    fn say(&mut self, line: &str) {
        let Some(mut conversation) = self.conversation.take() else { return };
        self.log.push((line.to_string(), Speaker::Person));
        self.scrolled = 0;
        self.stop.store(false, Relaxed);
        let (line, stop) = (line.to_string(), Arc::clone(&self.stop));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let reply = hear_with_files(&mut *conversation, &line, &stop);
            // Whoever asked may have left the room.
            let _ = sender.send((conversation, reply));
        });
        self.thinking = Some(receiver);
        self.wait(AT_ONCE);
        self.look();
    }

    /// Takes the answer, if it comes within that time; says whether something has changed.
    fn wait(&mut self, time: Duration) -> bool {
        let Some(receiver) = &self.thinking else { return false };
        match receiver.recv_timeout(time) {
            Ok((conversation, reply)) => {
                self.conversation = Some(conversation);
                self.take(reply);
            }
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => {
                let why = "the program has failed; this is a fault of henge. Ctrl-N begins again";
                self.log.push((why.into(), Speaker::Fault));
            }
        }
        self.thinking = None;
        true
    }

    fn take(&mut self, reply: Result<Reply, String>) {
        match reply {
            Ok(reply) => {
                self.has_ended = reply.ends;
                let said = if reply.refused { Speaker::Fault } else { Speaker::Program };
                // The board is on the screen already.
                let lines = reply.lines.into_iter().filter(|line| is_text(line));
                self.log.extend(lines.map(|line| (line, said)));
            }
            Err(why) => self.log.push((why, Speaker::Fault)),
        }
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

    fn deed(&mut self, deed: HandAction) {
        if let HandAction::Play(i) = deed
            && let Some(mv) = self.legal.get(i).map(|mv| mv.text.clone())
        {
            self.say(&mv);
        }
    }

    fn enter(&mut self) {
        if !self.field.is_empty() {
            let text = self.field.text().trim().to_string();
            self.field = Field::default();
            let play = narrow::typed(&self.legal, &text).map(|i| self.legal[i].text.clone());
            self.say(&play.unwrap_or(text));
            return;
        }
        if self.legal.is_empty() {
            if let Some(saying) = self.suggestions.first() {
                self.say(saying.says);
            }
            return;
        }
        let buttons = self.with_view(|hand, view| hand.buttons(view));
        if let Some(&i) = self.hand.button.and_then(|n| buttons.get(n)) {
            return self.deed(HandAction::Play(i));
        }
        let cursor = self.hand.cursor;
        let deed = self.with_view(|hand, view| hand.press(view, cursor));
        self.deed(deed);
    }

    fn complete(&mut self) {
        let text = self.field.text();
        let moves = narrow::completions(&self.legal, &text);
        let commands = self.talk().commands.iter();
        let words: Vec<&str> = commands
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
        let mut rows: Vec<(String, Speaker)> = Vec::new();
        for (text, said) in &self.log {
            let lead = if *said == Speaker::Person { theme.pick("› ", "> ") } else { "" };
            let lines = ui::wrapped(&format!("{lead}{text}"), width);
            rows.extend(lines.into_iter().map(|line| (line, *said)));
        }
        let height = usize::from(area.height);
        let end = rows.len().saturating_sub(self.scrolled).max(height.min(rows.len()));
        let first = end.saturating_sub(height);
        for (y, (text, said)) in (area.y..).zip(&rows[first..end]) {
            let style = match said {
                Speaker::Person => theme.bold(),
                Speaker::Program => theme.text(),
                Speaker::Fault => theme.ink(tones::ALARM),
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

    /// The keys with what they say.
    fn sayings(&self) -> impl Iterator<Item = (&'static str, u8, Saying)> {
        let sayings = self.talk().sayings.iter().filter(|saying| !saying.wants_file);
        KEYS.iter().zip(2..).zip(sayings).map(|((name, n), saying)| (*name, n, *saying))
    }
}

impl Drop for TalkRoom {
    fn drop(&mut self) {
        // Nobody hears what it finds.
        self.stop.store(true, Relaxed);
    }
}

/// Drawings have several lines.
fn is_text(line: &str) -> bool {
    !line.is_empty() && !line.contains('\n')
}

/// Says a line to a program, and does what it asks for with files.
pub fn hear_with_files(
    conversation: &mut dyn Conversation,
    line: &str,
    stop: &AtomicBool,
) -> Result<Reply, String> {
    let mut reply = conversation.hear(Heard { line, file: None, stop })?;
    if let Some(file) = &reply.read {
        let text = read_text(Path::new(file), MOST_BYTES)
            .map_err(|why| format!("{file} cannot be read: {why}"))?;
        reply = conversation.hear(Heard { line, file: Some(&text), stop })?;
    }
    if let Some((file, text)) = &reply.write {
        let written = henge_files::write(Path::new(file), text.as_bytes());
        written.map_err(|error| format!("{file} cannot be written: {error}"))?;
        reply.lines.push(format!("{file} is written"));
    }
    Ok(reply)
}

impl Room for TalkRoom {
    fn title(&self) -> String {
        let Talk { title, ways, .. } = self.talk();
        match ways.get(self.way) {
            Some(way) => format!("{title}: {}", way.title),
            None => (*title).into(),
        }
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        if !self.field.is_empty() {
            return vec![
                hint("Enter", "say it", stroke(KeyCode::Enter)),
                hint("Tab", "complete", stroke(KeyCode::Tab)),
                hint("Esc", "forget it", stroke(KeyCode::Esc)),
            ];
        }
        if self.thinking.is_some() {
            return vec![hint("Esc", "hurry it", stroke(KeyCode::Esc))];
        }
        let enter = match (self.legal.is_empty(), self.suggestions.first()) {
            (false, _) if self.hand.button.is_some() => Some("play it"),
            (false, _) => Some("touch"),
            (true, suggestion) => suggestion.map(|saying| saying.does),
        };
        let enter = enter.map(|does| hint("Enter", does, stroke(KeyCode::Enter)));
        let sayings = self.sayings().take(5);
        let sayings =
            sayings.map(|(key, n, Saying { does, .. })| hint(key, does, stroke(KeyCode::F(n))));
        let mut keys: Vec<_> = enter.into_iter().chain(sayings).collect();
        keys.push(hint("?", "help", stroke(KeyCode::Char('?'))));
        keys.push(hint("Esc", "home", stroke(KeyCode::Esc)));
        keys
    }

    fn help(&self) -> Vec<(String, Vec<(String, String)>)> {
        let row = |key: &str, does: &str| (key.to_string(), does.to_string());
        let mut keys = vec![
            row("Enter", "what most people would say now; or touch, where it is your turn"),
            row("← ↑ ↓ →", "move the cursor over the board"),
            row("letters, digits", "type a move or a command; Tab completes it"),
            row("Backspace", "take a step of your move back"),
            row("PgUp PgDn", "look back in what was said"),
        ];
        let ways: Vec<&str> = self.talk().ways.iter().map(|way| way.title).collect();
        keys.push(row("Ctrl-N", &format!("begin again, in turn: {}", ways.join("; "))));
        keys.push(row("Esc", "let go, or hurry the program; then home"));
        keys.extend(self.sayings().map(|(key, _, Saying { says, does, .. })| {
            let does = if says == does { does.into() } else { format!("{says}: {does}") };
            (key.to_string(), does)
        }));
        let commands = self.talk().commands.iter().map(|(names, does)| row(names, does)).collect();
        vec![(self.talk().title.into(), keys), ("What can be said".into(), commands)]
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
                self.hand.cursor = plane.centre();
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
        self.hits.push((stage, Hit::Board));
        let buttons = self.with_view(|hand, view| hand.buttons(view));
        let mut x = stage.x + 1;
        for (n, &i) in buttons.iter().enumerate() {
            let text = format!("[ {} ]", self.legal[i].text);
            let width = text.chars().count() as u16;
            let style =
                if self.hand.button == Some(n) { theme.chosen() } else { theme.ink(tones::HINT) };
            ui::put(buffer, (x, stage.bottom()), &text, width, style, theme);
            self.hits.push((Rect::new(x, stage.bottom(), width, 1), Hit::Button(n)));
            x += width + 1;
        }
        self.draw_log(theme, side, buffer);
        let y = area.bottom() - 1;
        if self.field.is_empty() {
            ui::put(buffer, (area.x + 1, y), &self.waits_for, area.width - 2, theme.bold(), theme);
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

    fn key(&mut self, key: KeyEvent, _shared: &Shared) -> Go {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let empty = self.field.is_empty();
        match key.code {
            KeyCode::Char('c') if control => return Go::Home,
            KeyCode::Char('q') if control => return Go::Leave(End::Quit),
            KeyCode::Char('n') if control => {
                let next = (self.way + 1) % self.talk().ways.len().max(1);
                match TalkRoom::begin(self.game.clone(), next, self.seed.wrapping_add(1)) {
                    Ok(room) => *self = room,
                    Err(why) => self.log.push((why, Speaker::Fault)),
                }
            }
            KeyCode::Esc => {
                if !empty {
                    self.field = Field::default();
                } else if self.thinking.is_some() && !self.stop.swap(true, Relaxed) {
                    // The second time it is the room that is left.
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
                let saying = self.sayings().find(|(_, key, _)| *key == n);
                if let Some((.., saying)) = saying {
                    self.say(saying.says);
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
        if self.has_ended { Go::Home } else { Go::Stay }
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
                    Some(Hit::Board) => {
                        let x = i32::from(mouse.column) - self.origin.0;
                        let y = i32::from(mouse.row) - self.origin.1;
                        let site = self.plane.as_ref().and_then(|(_, plane)| plane.site_at(x, y));
                        if let Some(site) = site {
                            let deed = self.with_view(|hand, view| hand.press(view, site));
                            self.deed(deed);
                        }
                    }
                    Some(Hit::Button(n)) => {
                        let buttons = self.with_view(|hand, view| hand.buttons(view));
                        if let Some(&i) = buttons.get(n) {
                            self.deed(HandAction::Play(i));
                        }
                    }
                    None => {}
                }
            }
            _ => {}
        }
        Go::Stay
    }

    fn tick(&mut self, _shared: &Shared) -> bool {
        let answered = self.wait(Duration::ZERO);
        if answered {
            self.look();
        }
        answered
    }
}

#[cfg(test)]
mod tests {
    use henge::Player;

    use super::*;

    fn room(name: &str) -> TalkRoom {
        let game = henge_museum::game(name).expect("a game");
        TalkRoom::new(game, 7).expect("a conversation")
    }

    fn last(room: &TalkRoom) -> (&str, Speaker) {
        room.log.last().map(|(text, said)| (text.as_str(), *said)).expect("something was said")
    }

    #[test]
    fn a_lesson_is_played_explained_and_graded() {
        let mut room = room("backgammon");
        assert!(room.legal.is_empty(), "white begins, and the program is white");
        room.enter();
        assert!(!room.legal.is_empty(), "black is to play");
        assert!(matches!(room.table.turn(), Turn::Player(Player::Second)));
        room.say("explain");
        room.say("grade 2");
        assert!(room.log.iter().all(|(_, said)| *said != Speaker::Fault), "{:?}", room.log);
        let play = room.legal[0].text.clone();
        room.field = Field::with(&play);
        room.enter();
        assert!(room.legal.is_empty(), "the program is to play again: {:?}", room.log.last());
        room.say("nonsense");
        assert_eq!(last(&room).1, Speaker::Fault);
    }

    #[test]
    fn a_dialogue_asks_for_colour_strength_and_moves() {
        let mut room = room("draughts");
        assert_eq!(room.title(), "GIER, the draughts player: in English");
        assert_eq!(room.waits_for, "choice of colour:");
        room.enter();
        assert_eq!(room.waits_for, "strength:");
        room.say("2");
        assert_eq!((room.waits_for.as_str(), room.legal.len()), ("your turn:", 7));
        room.deed(HandAction::Play(0));
        let (text, said) = last(&room);
        assert!(text.starts_with("i move ") && said == Speaker::Program, "{text}");
        room.say("a1,z9");
        assert_eq!(last(&room), ("annulled", Speaker::Fault));
        assert!(!room.legal.is_empty() && !room.has_ended);
        room.say("quit");
        assert!(room.has_ended);
    }
}
