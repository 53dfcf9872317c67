//! Keys and clicks at the board.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use henge::SiteId;
use henge::table::Event;
use henge::table::words::{self, Word};

use super::act::Act;
use super::menu::Dialog;
use super::think::BUSY;
use super::{GameRoom, Hit, Panel};
use crate::app::{Go, Shared};
use crate::board;
use crate::field::Field;
use crate::hand::{HandAction, narrow};

impl GameRoom {
    /// Enter: what is typed, another try of a bot that has failed, the button, or the site under the
    /// cursor.
    pub(super) fn enter(&mut self, shared: &Shared) -> Go {
        if !self.field.is_empty() {
            return self.obey_text(shared);
        }
        if self.play.sitting().stuck().is_some() {
            self.happen(Event::Retry, "", shared);
            return Go::Stay;
        }
        let buttons = self.with_view(|hand, view| hand.buttons(view));
        if let Some(&i) = self.hand.button.and_then(|n| buttons.get(n)) {
            self.deed(HandAction::Play(i), shared);
            return Go::Stay;
        }
        if self.with_view(|hand, view| hand.only_buttons(view)) {
            self.hand.button = Some(0);
            return Go::Stay;
        }
        self.touch(self.hand.cursor, shared);
        Go::Stay
    }

    /// A typed move, or a word.
    pub(super) fn obey_text(&mut self, shared: &Shared) -> Go {
        let text = self.field.text().trim().to_string();
        self.field = Field::default();
        if let Some(i) = narrow::typed(self.legal(), &text) {
            self.deed(HandAction::Play(i), shared);
            return Go::Stay;
        }
        // A faulty move is no word, even if a place on the board is called like one.
        let sitting = self.play.sitting();
        let (to_move, is_over) = (sitting.person().is_some(), sitting.is_over());
        let is_move =
            to_move && henge::begins_a_move(&**self.play.game.rules(), sitting.table(), &text);
        if !is_move && let Ok(word) = words::read(&text) {
            return self.obey_word(word, shared);
        }
        match narrow::completions(self.legal(), &text).len() {
            _ if is_over => self.fail("the game is over; F10 opens the menu"),
            _ if !to_move => self.fail("it is not your turn; Esc makes the machine move at once"),
            _ if self.job.is_some() => self.fail(BUSY),
            begun if begun > 1 => {
                self.fail(format!("{begun} moves start with \"{text}\"; type more, or press Tab"));
            }
            // It may be written in another way than ours.
            _ => self.move_by(&text, shared),
        }
        Go::Stay
    }

    /// A word that was typed.
    fn obey_word(&mut self, word: Word, shared: &Shared) -> Go {
        let done = match word {
            Word::Help => return Go::Help,
            Word::Suggest => return self.act(Act::Suggest, shared),
            Word::Lines => return self.act(Act::Lines, shared),
            Word::Why => return self.act(Act::Why, shared),
            Word::Undo => return self.act(Act::Undo, shared),
            Word::Redo => return self.act(Act::Redo, shared),
            Word::Play => return self.act(Act::Play, shared),
            Word::Change => return self.act(Act::Change, shared),
            Word::New => return self.act(Act::New, shared),
            Word::Flip => return self.act(Act::Flip, shared),
            Word::Analyse => return self.act(Act::Analyse, shared),
            Word::Resign => return self.act(Act::Resign, shared),
            Word::Draw => return self.act(Act::Draw, shared),
            Word::Home => return self.act(Act::Home, shared),
            Word::Quit => return self.act(Act::Quit, shared),
            Word::Level(None) => return self.act(Act::Level, shared),
            Word::Save(None) => return self.act(Act::Save, shared),
            Word::Load(None) => return self.act(Act::Open, shared),
            Word::Reorder(None) => return self.act(Act::Reorder, shared),
            Word::Level(Some(level)) => self.set_level(&level, shared),
            Word::Save(Some(path)) => self.save_as(&path),
            Word::Load(Some(path)) => match self.opened(&path, shared) {
                Ok(go) => return go,
                Err(why) => Err(why),
            },
            Word::Reorder(Some(how)) => {
                self.set_reorder(how.eq_ignore_ascii_case("on"), shared);
                Ok(())
            }
            // The board is always there.
            Word::Board => {
                self.say("");
                Ok(())
            }
            Word::Moves => {
                let moves: Vec<&str> = self.legal().iter().map(|mv| mv.text.as_str()).collect();
                let text = format!("{} legal moves: {}", moves.len(), moves.join(" "));
                self.say(text);
                Ok(())
            }
            Word::Retry if self.play.sitting().stuck().is_some() => {
                self.happen(Event::Retry, "", shared);
                Ok(())
            }
            Word::Retry => Err("no bot at this board has failed".into()),
        };
        if let Err(why) = done {
            self.fail(why);
        }
        Go::Stay
    }

    /// Somebody touches a place on the board.
    fn touch(&mut self, site: SiteId, shared: &Shared) {
        let before = self.hand.state();
        self.say("");
        let action = self.with_view(|hand, view| hand.press(view, site));
        if action == HandAction::Looked {
            match self.hand.state() == before {
                true => self.explain(site),
                false => self.tell_next(),
            }
        }
        self.deed(action, shared);
    }

    /// Why nothing came of a touch.
    fn explain(&mut self, site: SiteId) {
        let sitting = self.play.sitting();
        if sitting.is_over() {
            return self.fail("the game is over; F10 opens the menu");
        }
        let Some(mover) = sitting.person().filter(|_| self.job.is_none()) else {
            return self.fail("it is not your turn");
        };
        if let Some(why) = sitting.table().why_not(site) {
            return self.fail(why);
        }
        let board = self.play.game.rules().board();
        let Some(name) = board.sites.get(site.index()).map(|site| site.name.clone()) else {
            return;
        };
        let scene = sitting.table().scene();
        let piece = scene.pieces.iter().find(|piece| piece.site == site);
        let owner = piece.and_then(|piece| board.kinds.get(usize::from(piece.kind))?.owner);
        let places = self.play.legal.iter().all(|mv| mv.path.len() == 1);
        let why = match owner {
            Some(_) if places => format!("{name} is taken"),
            Some(owner) if owner == mover => format!("the piece on {name} cannot move now"),
            Some(owner) => format!("the piece on {name} is {}'s", self.play.name(owner)),
            None => format!("no move goes to {name} now"),
        };
        self.fail(why);
    }

    /// How the move that has been begun can go on.
    fn tell_next(&mut self) {
        let begun = self.with_view(|hand, view| hand.begun(view));
        let texts: Vec<&str> =
            begun.iter().filter_map(|&i| Some(self.play.legal.get(i)?.text.as_str())).collect();
        match texts.len() {
            0 => {}
            1..=12 => self.say(format!("choose one of {}", texts.join("  "))),
            n => self.say(format!("choose a marked place; {n} moves are possible")),
        }
    }

    /// Tab: goes on with what is typed, else to the buttons, else to the next panel.
    pub(super) fn tab(&mut self) {
        if !self.field.is_empty() {
            let text = self.field.text();
            let moves = narrow::completions(self.legal(), &text);
            let mut common = narrow::common(self.legal(), &moves);
            if moves.is_empty() {
                let found: Vec<&str> =
                    words::beginning(&text).into_iter().map(|(word, _)| word).collect();
                common = narrow::common_of(found);
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

    /// Openings are explored where a game is analysed.
    pub(super) fn panels(&self) -> &'static [Panel] {
        const ALL: [Panel; 5] =
            [Panel::Moves, Panel::Lines, Panel::Hint, Panel::Graph, Panel::Openings];
        if self.play.analysis { &ALL } else { &ALL[..4] }
    }

    pub(super) fn next_panel(&mut self) {
        let all = self.panels();
        let now = all.iter().position(|panel| *panel == self.panel).unwrap_or(0);
        self.panel = all[(now + 1) % all.len()];
        self.scrolled = 0;
    }

    /// Esc lets go of the smallest thing first.
    pub(super) fn escape(&mut self) {
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

    pub(super) fn arrow(&mut self, way: (f32, f32)) {
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
    pub(super) fn tray_key(&mut self, key: KeyEvent) -> bool {
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

    pub(super) fn click(&mut self, spot: Hit, mouse: MouseEvent, shared: &Shared) -> Go {
        match spot {
            Hit::Board => {
                let at =
                    (i32::from(mouse.column) - self.origin.0, i32::from(mouse.row) - self.origin.1);
                let site = self.plane.as_ref().and_then(|(_, plane)| plane.site_at(at.0, at.1));
                if let Some(site) = site {
                    self.touch(site, shared);
                }
            }
            Hit::Slot(site) => {
                let deed = self.with_view(|hand, view| {
                    let cursor = hand.cursor;
                    let deed = hand.press(view, site);
                    hand.cursor = cursor;
                    deed
                });
                self.deed(deed, shared);
            }
            Hit::Button(n) => {
                let buttons = self.with_view(|hand, view| hand.buttons(view));
                if let Some(&i) = buttons.get(n) {
                    self.deed(HandAction::Play(i), shared);
                }
            }
            Hit::Panel(panel) => self.panel = panel,
            Hit::Ply(ply) if self.play.analysis => self.happen(Event::GoTo(ply), "", shared),
            Hit::Ply(_) => {}
            Hit::Menu(n) => return self.menu_click(n, shared),
        }
        Go::Stay
    }
}
