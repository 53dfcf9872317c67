//! The room with a board: a game being played, or one that is looked at.

mod act;
mod draw;
mod menu;
mod panels;
mod think;
mod tray;

use std::collections::{BTreeMap, HashSet};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::core::depict::{Mark, MarkKind};
use henge::core::erased::Thought;
use henge::core::{Player, Scene, SiteId, Turn};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{Go, Room, Shared, Stroke, stroke};
use crate::board::{self, Plane};
use crate::engine::{Job, Message};
use crate::field::Field;
use crate::hand::{Deed, Hand, View, narrow};
use crate::play::Play;
use crate::ui::{self, Hits, KeyHint, hint};
use act::Act;
use menu::Dialog;
pub use menu::path_of;
use think::Wish;

/// What the panel beside the board shows where there is no room for all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Panel {
    Moves,
    Lines,
    Hint,
    Graph,
}

impl Panel {
    const ALL: [Panel; 4] = [Panel::Moves, Panel::Lines, Panel::Hint, Panel::Graph];

    fn title(self) -> &'static str {
        match self {
            Panel::Moves => "Moves",
            Panel::Lines => "Lines",
            Panel::Hint => "Hint",
            Panel::Graph => "Graph",
        }
    }
}

/// What can be clicked.
#[derive(Clone, Copy, Debug)]
enum Spot {
    /// The board lies here.
    Board,
    /// A piece in the tray.
    Slot(SiteId),
    Button(usize),
    Panel(Panel),
    /// A move in the list, as the number of moves up to it.
    Ply(usize),
    Menu(usize),
}

/// What is known about a line of play: the live analysis, and the position it is of.
#[derive(Default)]
struct Live {
    on: bool,
    job: Option<Job>,
    /// The ply and the key of the position.
    of: Option<(usize, u64)>,
    thought: Option<Thought>,
}

/// The room.
pub struct GameRoom {
    play: Play,
    hand: Hand,
    field: Field,
    flip: bool,
    panel: Panel,
    message: String,
    is_fault: bool,
    /// A bot at work, and what for.
    job: Option<(Job, Wish)>,
    /// What it has said so far.
    progress: String,
    /// How far the text in a panel is scrolled.
    scrolled: usize,
    live: Live,
    review: Option<Job>,
    hint: Option<Thought>,
    /// Why the machine played its last move.
    why: Option<(String, Thought)>,
    /// Who is ahead after so many plies: from -1, the second player wins, to 1.
    bars: BTreeMap<usize, f64>,
    dialog: Option<Dialog>,
    plane: Option<(PlaneKey, Plane)>,
    /// Where the board begins on the screen.
    origin: (i32, i32),
    hits: Hits<Spot>,
    cursor: Option<(u16, u16)>,
    began: bool,
}

/// What a layout depends on.
type PlaneKey = (u16, u16, bool);

impl GameRoom {
    pub fn new(play: Play, shared: &Shared) -> GameRoom {
        let start = play.game.rules().start();
        let board = play.game.rules().board();
        let mut first = start.moves();
        // Rolls touch nothing.
        if start.turn() == Turn::Chance {
            first.clear();
        }
        let hand = Hand::new(board, &first, &start.scene());
        let mut room = GameRoom {
            hand,
            field: Field::default(),
            // Whoever plays the second side alone wants to see the board from there.
            flip: false,
            panel: Panel::Moves,
            message: String::new(),
            is_fault: false,
            job: None,
            progress: String::new(),
            scrolled: 0,
            live: Live { on: play.analysis, ..Live::default() },
            review: None,
            hint: None,
            why: None,
            bars: BTreeMap::new(),
            dialog: None,
            plane: None,
            origin: (0, 0),
            hits: Vec::new(),
            cursor: None,
            began: false,
            play,
        };
        room.after_change(shared);
        if room.play.analysis {
            room.panel = Panel::Lines;
            room.start_review(shared);
        }
        room
    }

    fn say(&mut self, text: impl Into<String>) {
        (self.message, self.is_fault) = (text.into(), false);
    }

    fn fail(&mut self, text: impl Into<String>) {
        (self.message, self.is_fault) = (text.into(), true);
    }

    /// After every change of the position.
    fn after_change(&mut self, shared: &Shared) {
        self.hand.let_go();
        self.field = Field::default();
        self.hint = None;
        self.scrolled = 0;
        self.wake(shared);
        self.follow(shared);
    }

    /// The legal moves of a person who may move now.
    fn legal(&self) -> &[henge::core::erased::MoveView] {
        if self.play.person().is_some() && self.job.is_none() { &self.play.legal } else { &[] }
    }

    /// Lets the hand look at the board.
    fn with_view<T>(&mut self, f: impl FnOnce(&mut Hand, View<'_>) -> T) -> T {
        let scene = self.play.table.scene();
        let mover = self.play.person();
        let free = mover.is_some() && self.job.is_none();
        let legal = if free { self.play.legal.as_slice() } else { &[] };
        let view = View { board: self.play.game.rules().board(), scene: &scene, legal, mover };
        f(&mut self.hand, view)
    }

    /// The scene to draw: steps made so far, the last move, where to touch, good moves.
    fn scene(&mut self) -> Scene {
        let (mut scene, marked) =
            self.with_view(|hand, view| (hand.scene(view), hand.marked(view)));
        let mark = |site, kind| Mark { site, kind, text: None };
        let mut last = self.play.table.last_path();
        // Where the piece stands now; all that was touched, if nothing stands there.
        let stands = |site: &SiteId| scene.pieces.iter().any(|piece| piece.site == *site);
        if last.iter().any(stands) {
            last.retain(stands);
        }
        let beside = self.hand.tray.as_ref().map(|tray| tray.beside.clone()).unwrap_or_default();
        last.retain(|site| !beside.contains(&site.index()));
        scene.marks.extend(last.into_iter().map(|site| mark(site, MarkKind::Last)));
        scene.marks.extend(marked.into_iter().map(|site| mark(site, MarkKind::Target)));
        if let Some(thought) = &self.hint {
            for (n, line) in (1..).zip(thought.lines.iter().take(3)) {
                let Some(first) = line.moves.first() else { continue };
                let Some(mv) = self.play.legal.iter().find(|mv| mv.text == *first) else {
                    continue;
                };
                let shown: HashSet<SiteId> = match mv.path.len() {
                    1 => mv.path.iter().copied().collect(),
                    _ if beside.is_empty() => mv.path.iter().copied().collect(),
                    _ => mv.path.iter().skip(1).copied().collect(),
                };
                scene.marks.extend(shown.into_iter().map(|site| mark(site, MarkKind::Best(n))));
            }
        }
        scene
    }

    fn deed(&mut self, deed: Deed, shared: &Shared) {
        if let Deed::Play(i) = deed
            && let Some(mv) = self.legal().get(i).map(|mv| mv.text.clone())
        {
            self.move_by(&mv, shared);
        }
    }

    /// A person moves.
    fn move_by(&mut self, mv: &str, shared: &Shared) {
        match self.play.play(mv, &shared.store) {
            Ok(()) => {
                self.say("");
                self.after_change(shared);
            }
            Err(why) => self.fail(why),
        }
    }

    /// Enter: what is typed, the button, or the site under the cursor.
    fn enter(&mut self, shared: &Shared) -> Go {
        if !self.field.is_empty() {
            return self.obey_text(shared);
        }
        let buttons = self.with_view(|hand, view| hand.buttons(view));
        if let Some(&i) = self.hand.button.and_then(|n| buttons.get(n)) {
            self.deed(Deed::Play(i), shared);
            return Go::Stay;
        }
        if self.with_view(|hand, view| hand.only_buttons(view)) {
            self.hand.button = Some(0);
            return Go::Stay;
        }
        let cursor = self.hand.cursor;
        let deed = self.with_view(|hand, view| hand.press(view, cursor));
        self.deed(deed, shared);
        Go::Stay
    }

    /// A typed move, or a word.
    fn obey_text(&mut self, shared: &Shared) -> Go {
        let text = self.field.text().trim().to_string();
        self.field = Field::default();
        if let Some(i) = narrow::typed(self.legal(), &text) {
            self.deed(Deed::Play(i), shared);
            return Go::Stay;
        }
        if let Some(act) = Act::named(&text) {
            return self.act(act, shared);
        }
        let begun = narrow::completions(self.legal(), &text).len();
        let why = match self.play.person() {
            Some(_) if begun > 1 => format!("\"{text}\" begins {begun} moves; type more, or Tab"),
            Some(_) => {
                let refused = self.play.table.fork().play(&text).err();
                refused.map_or_else(
                    || format!("\"{text}\" is no move here"),
                    |error| error.to_string(),
                )
            }
            None if self.play.is_over() => "the game is over; F10 opens the menu".into(),
            None => "it is not your turn; Esc makes the machine move at once".into(),
        };
        // A move that read well may be written in another way than ours.
        if begun == 0 && self.play.person().is_some() && self.job.is_none() {
            let mut copy = self.play.table.fork();
            if copy.play(&text).is_ok()
                && let Some(written) = copy.history().get(self.play.ply())
            {
                let written = written.clone();
                self.move_by(&written, shared);
                return Go::Stay;
            }
        }
        self.fail(why);
        Go::Stay
    }

    /// Tab: goes on with what is typed, else to the buttons, else to the next panel.
    fn tab(&mut self) {
        if !self.field.is_empty() {
            let text = self.field.text();
            let moves = narrow::completions(self.legal(), &text);
            let mut common = narrow::common(self.legal(), &moves);
            if moves.is_empty() {
                common = Act::completed(&text).unwrap_or_default();
            }
            if common.chars().count() >= text.trim().chars().count() && !common.is_empty() {
                self.field = Field::with(&common);
            }
            return;
        }
        let n = self.with_view(|hand, view| hand.buttons(view)).len();
        match self.hand.button {
            None if n > 0 => self.hand.button = Some(0),
            Some(i) if i + 1 < n => self.hand.button = Some(i + 1),
            Some(_) => self.hand.button = None,
            None => self.next_panel(),
        }
    }

    fn next_panel(&mut self) {
        let now = Panel::ALL.iter().position(|panel| *panel == self.panel).unwrap_or(0);
        self.panel = Panel::ALL[(now + 1) % Panel::ALL.len()];
        self.scrolled = 0;
    }

    /// Esc lets go of the smallest thing first.
    fn escape(&mut self) {
        if !self.field.is_empty() {
            self.field = Field::default();
        } else if self.hand.let_go() {
            // That was it.
        } else if let Some((job, _)) = &self.job {
            job.hurry();
        } else if self.hint.take().is_some() {
            self.say("");
        } else {
            self.dialog = Some(Dialog::menu());
        }
    }

    fn arrow(&mut self, way: (f32, f32)) {
        let n = self.with_view(|hand, view| hand.buttons(view)).len();
        let only = self.with_view(|hand, view| hand.only_buttons(view));
        if n > 0 && (only || self.hand.button.is_some()) && way.0 != 0.0 {
            let now = self.hand.button.unwrap_or(0);
            let by = if way.0 > 0.0 { 1 } else { n - 1 };
            self.hand.button = Some(if self.hand.button.is_none() { 0 } else { (now + by) % n });
            return;
        }
        self.hand.button = None;
        if let Some((_, plane)) = &self.plane {
            self.hand.cursor = board::toward(plane, self.hand.cursor, way);
        }
    }

    /// Keys for a piece in the hand, or to take one; false if the key means something else.
    fn tray_key(&mut self, key: KeyEvent) -> bool {
        let free = self.field.is_empty() && self.hand.tray.is_some() && !self.legal().is_empty();
        if !free {
            return false;
        }
        let holds = self.hand.tray.as_ref().is_some_and(|tray| tray.held().is_some());
        self.with_view(|hand, view| {
            let Some(tray) = &mut hand.tray else { return false };
            match key.code {
                KeyCode::Char('.') => tray.next(view, 1),
                KeyCode::Char(',') => tray.next(view, -1),
                KeyCode::Char('r') if holds => tray.turn(view),
                KeyCode::Char('f') if holds => tray.flip(),
                _ => return false,
            }
            true
        })
    }

    fn click(&mut self, spot: Spot, mouse: MouseEvent, shared: &Shared) -> Go {
        match spot {
            Spot::Board => {
                let at =
                    (i32::from(mouse.column) - self.origin.0, i32::from(mouse.row) - self.origin.1);
                let site = self.plane.as_ref().and_then(|(_, plane)| plane.site_at(at.0, at.1));
                if let Some(site) = site {
                    let deed = self.with_view(|hand, view| hand.press(view, site));
                    self.deed(deed, shared);
                }
            }
            Spot::Slot(site) => {
                let deed = self.with_view(|hand, view| {
                    let cursor = hand.cursor;
                    let deed = hand.press(view, site);
                    hand.cursor = cursor;
                    deed
                });
                self.deed(deed, shared);
            }
            Spot::Button(n) => {
                let buttons = self.with_view(|hand, view| hand.buttons(view));
                if let Some(&i) = buttons.get(n) {
                    self.deed(Deed::Play(i), shared);
                }
            }
            Spot::Panel(panel) => self.panel = panel,
            Spot::Ply(ply) if self.play.analysis => {
                self.play.go_to(ply);
                self.after_change(shared);
            }
            Spot::Ply(_) => {}
            Spot::Menu(n) => return self.menu_click(n, shared),
        }
        Go::Stay
    }

    /// Who is to move, in words.
    fn state(&self) -> String {
        match self.play.turn() {
            Turn::Player(player) => {
                let name = self.play.name(player);
                match (self.play.seat(player).is_human(), self.play.analysis) {
                    (_, true) | (true, _) => format!("{name} to move"),
                    _ if self.progress.is_empty() => format!("{name} thinks"),
                    _ => format!("{name} thinks: {}", self.progress),
                }
            }
            Turn::Chance => "the dice are to fall".into(),
            Turn::Over(outcome) => self.ending(outcome),
        }
    }

    fn ending(&self, outcome: henge::core::Outcome) -> String {
        use henge::core::Outcome;
        let why = match self.play.ended() {
            Some("resigned") => " by resignation",
            Some("time") => " on time",
            Some("agreed") => " by agreement",
            _ => "",
        };
        match outcome {
            Outcome::Draw => format!("the game is a draw{why}"),
            Outcome::Win { winner, points: 1 } => format!("{} wins{why}", self.play.name(winner)),
            Outcome::Win { winner, points } => {
                format!("{} wins {points} points{why}", self.play.name(winner))
            }
        }
    }

    fn seat_name(&self, player: Player) -> String {
        let seat = self.play.seat(player);
        match seat.name.as_str() {
            "human" if self.play.seats.iter().filter(|seat| seat.is_human()).count() == 1 => {
                "you".into()
            }
            name => name.replace("henge:level=", "henge, "),
        }
    }
}

/// The options of a game that are not as usual.
fn unusual(name: &str) -> String {
    let (slug, options) = name.split_once(':').unwrap_or((name, ""));
    let family = henge::families().into_iter().find(|(known, ..)| known == slug);
    let params = family.map_or(&[][..], |(_, _, params)| params);
    let usual = |option: &&str| {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        params.iter().any(|param| param.key == key && param.default == value)
    };
    let options: Vec<&str> = options.split(',').filter(|option| !usual(option)).collect();
    options.join(", ")
}

impl Room for GameRoom {
    fn title(&self) -> String {
        let rules = self.play.game.rules();
        let what = if self.play.analysis { "analysis" } else { "henge" };
        format!("{what}: {}  {}", rules.about().title, unusual(rules.name()))
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        if let Some(dialog) = &self.dialog {
            return dialog.keys();
        }
        let menu = hint("F10", "menu", stroke(KeyCode::F(10)));
        let help = hint("?", "help", stroke(KeyCode::Char('?')));
        if !self.field.is_empty() {
            return vec![
                hint("Enter", "play it", stroke(KeyCode::Enter)),
                hint("Tab", "complete", stroke(KeyCode::Tab)),
                hint("Esc", "forget it", stroke(KeyCode::Esc)),
                hint("F1", "help", stroke(KeyCode::F(1))),
            ];
        }
        if self.job.is_some() {
            let stop = hint("Esc", "stop thinking", stroke(KeyCode::Esc));
            return vec![stop, hint("Tab", "panel", stroke(KeyCode::F(7))), menu, help];
        }
        if let Some(tray) = self.hand.tray.as_ref().filter(|_| self.play.person().is_some()) {
            if tray.held().is_some() {
                return vec![
                    hint("←↑↓→", "move", stroke(KeyCode::Down)),
                    hint("r", "turn", stroke(KeyCode::Char('r'))),
                    hint("f", "flip", stroke(KeyCode::Char('f'))),
                    hint("Enter", "lay it", stroke(KeyCode::Enter)),
                    hint(". ,", "other piece", stroke(KeyCode::Char('.'))),
                    hint("Esc", "put back", stroke(KeyCode::Esc)),
                    help,
                ];
            }
            return vec![
                hint(". ,", "take a piece", stroke(KeyCode::Char('.'))),
                hint("!", "hint", stroke(KeyCode::Char('!'))),
                hint("<", "take back", stroke(KeyCode::Char('<'))),
                hint("~", "flip", stroke(KeyCode::Char('~'))),
                hint("Tab", "panel", stroke(KeyCode::Tab)),
                menu,
                help,
            ];
        }
        if self.play.analysis {
            return vec![
                hint("<", "back", stroke(KeyCode::Char('<'))),
                hint(">", "on", stroke(KeyCode::Char('>'))),
                hint("%", "lines on/off", stroke(KeyCode::Char('%'))),
                hint("!", "hint", stroke(KeyCode::Char('!'))),
                hint("Tab", "panel", stroke(KeyCode::Tab)),
                hint("~", "flip", stroke(KeyCode::Char('~'))),
                menu,
                help,
            ];
        }
        if self.play.is_over() {
            return vec![
                hint("F10", "menu", stroke(KeyCode::F(10))),
                hint("<", "take back", stroke(KeyCode::Char('<'))),
                hint("Tab", "panel", stroke(KeyCode::Tab)),
                help,
            ];
        }
        let enter = match (self.hand.button.is_some(), self.hand.chosen().is_empty()) {
            (true, _) => "press",
            (_, true) => "touch",
            (_, false) => "to here",
        };
        let mut keys = vec![
            hint("←↑↓→", "cursor", stroke(KeyCode::Down)),
            hint("Enter", enter, stroke(KeyCode::Enter)),
        ];
        if !self.hand.chosen().is_empty() || self.hand.button.is_some() {
            keys.push(hint("Bksp", "step back", stroke(KeyCode::Backspace)));
        }
        keys.extend([
            hint("a-z", "type a move", stroke(KeyCode::Null)),
            hint("!", "hint", stroke(KeyCode::Char('!'))),
            hint("<", "back", stroke(KeyCode::Char('<'))),
            menu,
            help,
            hint("~", "flip", stroke(KeyCode::Char('~'))),
        ]);
        keys
    }

    fn help(&self) -> Vec<(String, Vec<(String, String)>)> {
        act::help(&self.play, self.hand.tray.is_some())
    }

    fn draw(&mut self, shared: &Shared, area: Rect, buffer: &mut Buffer) {
        self.draw_all(shared.theme, area, buffer);
    }

    fn cursor(&self) -> Option<(u16, u16)> {
        match &self.dialog {
            Some(dialog) => dialog.cursor(),
            None => self.cursor,
        }
    }

    fn takes_text(&self) -> bool {
        self.dialog.as_ref().is_some_and(Dialog::takes_text)
    }

    fn key(&mut self, key: KeyEvent, shared: &Shared) -> Go {
        if self.dialog.is_some() {
            return self.dialog_key(key, shared);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        // Moves may have a colon in them, but none begins with it.
        let in_text = key.code == KeyCode::Char(':') && !self.field.is_empty();
        if let Some(act) = Act::of_key(key).filter(|_| !in_text) {
            return self.act(act, shared);
        }
        if self.tray_key(key) {
            return Go::Stay;
        }
        match key.code {
            KeyCode::Esc => self.escape(),
            KeyCode::Char('c') if control => {
                if self.job.is_some() {
                    self.escape();
                } else {
                    self.dialog = Some(Dialog::menu());
                }
            }
            KeyCode::Enter => return self.enter(shared),
            KeyCode::Char(' ') if self.field.is_empty() => return self.enter(shared),
            KeyCode::Tab => self.tab(),
            KeyCode::BackTab | KeyCode::F(7) => self.next_panel(),
            KeyCode::PageDown => self.scrolled += 5,
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(5),
            KeyCode::Up if self.field.is_empty() => self.arrow((0.0, -1.0)),
            KeyCode::Down if self.field.is_empty() => self.arrow((0.0, 1.0)),
            KeyCode::Left if self.field.is_empty() => self.arrow((-1.0, 0.0)),
            KeyCode::Right if self.field.is_empty() => self.arrow((1.0, 0.0)),
            KeyCode::Backspace if self.field.is_empty() => {
                self.with_view(|hand, view| hand.step_back(view));
            }
            KeyCode::Home if self.play.analysis && self.field.is_empty() => {
                self.play.go_to(0);
                self.after_change(shared);
            }
            KeyCode::End if self.play.analysis && self.field.is_empty() => {
                self.play.go_to(usize::MAX);
                self.after_change(shared);
            }
            _ => {
                if self.field.key(key) {
                    self.say("");
                }
            }
        }
        Go::Stay
    }

    fn paste(&mut self, text: &str, _shared: &Shared) -> Go {
        match &mut self.dialog {
            Some(dialog) => dialog.paste(text),
            None => self.field.insert(text),
        }
        Go::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, shared: &Shared) -> Go {
        if let Some(Dialog::New(new)) = &mut self.dialog {
            let answer = new.mouse(mouse);
            return self.new_game(answer, shared);
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                match ui::hit(&self.hits, mouse.column, mouse.row) {
                    Some(Spot::Menu(n)) => return self.click(Spot::Menu(n), mouse, shared),
                    _ if self.dialog.is_some() => self.dialog = None,
                    Some(spot) => return self.click(spot, mouse, shared),
                    None => _ = self.hand.let_go(),
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.with_view(|hand, view| {
                if let Some(tray) = &mut hand.tray {
                    tray.turn(view);
                }
            }),
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                // What is held follows the pointer.
                let at =
                    (i32::from(mouse.column) - self.origin.0, i32::from(mouse.row) - self.origin.1);
                let site = self.plane.as_ref().and_then(|(_, plane)| plane.site_at(at.0, at.1));
                let holds = self.hand.tray.as_ref().is_some_and(|tray| tray.held().is_some());
                if let Some(site) = site.filter(|_| holds) {
                    self.hand.cursor = site;
                }
            }
            MouseEventKind::ScrollDown if self.play.analysis => return self.act(Act::Redo, shared),
            MouseEventKind::ScrollUp if self.play.analysis => return self.act(Act::Undo, shared),
            _ => {}
        }
        Go::Stay
    }

    fn message(&mut self, message: Message, shared: &Shared) {
        self.hear(message, shared);
    }

    fn tick(&mut self, shared: &Shared) -> bool {
        if let Some(player) = self.play.flag() {
            self.job = None;
            let outcome = henge::core::Outcome::win(!player);
            if let Err(why) = self.play.end(outcome, "time", &shared.store) {
                self.fail(why);
            }
            self.hand.let_go();
        }
        self.play.clocks().is_some()
    }
}
