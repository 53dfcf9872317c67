use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use henge::table::Adjudication;
use henge_store::Shelf;
use tempfile::TempDir;

use super::*;
use crate::app::Room;
use crate::engine::Message;
use crate::events;
use crate::play::Habits;
use crate::theme::{Depth, Theme};

/// A room, and what engines say in it.
struct Table {
    room: GameRoom,
    shared: Shared,
    /// What is saved lies here.
    _home: TempDir,
    messages: Receiver<events::Event<Message>>,
}

impl Table {
    fn new(game: &str, seats: [&str; 2], habits: Habits) -> Table {
        let (sender, messages) = mpsc::channel();
        let theme = Theme { depth: Depth::None, ascii: true };
        let home = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(Some(home.path().join("henge.db")));
        let shared = Shared { games: henge_museum::games(), theme, sender, shelf, habits };
        let game = henge_museum::game(game).expect("a game");
        let play = Play::named(game, &seats.map(String::from), None, habits, "a game of the tests");
        let room = GameRoom::new(play, &shared);
        Table { room, shared, _home: home, messages }
    }

    fn press(&mut self, code: KeyCode) {
        self.room.key(KeyEvent::new(code, KeyModifiers::NONE), &self.shared);
    }

    fn say(&mut self, text: &str) {
        self.room.field = Field::with(text);
        self.press(KeyCode::Enter);
    }

    /// Waits until no engine is asked for anything.
    fn settle(&mut self) {
        while self.room.job.is_some() {
            let event = self.messages.recv_timeout(Duration::from_secs(120)).expect("an answer");
            if let events::Event::Message(message) = event {
                self.room.message(message, &self.shared);
            }
        }
    }

    fn history(&self) -> Vec<String> {
        self.room.play.sitting().table().history()
    }
}

#[test]
fn a_draw_is_answered_by_the_bot_that_sits_there() {
    for (bot, says, state) in [
        // It has no opinion, whatever the best bot of the game thinks.
        ("random", "the machine declines and plays on", "X to move"),
        ("alphabeta", "", "the game is a draw by agreement"),
    ] {
        let mut table = Table::new("tic-tac-toe", ["human", bot], Habits::default());
        table.say("draw");
        assert_eq!(table.room.message, "thinking…");
        table.say("b2");
        assert_eq!((&*table.room.message, table.history().len()), (think::BUSY, 0));
        table.settle();
        assert_eq!((&*table.room.message, &*table.room.state()), (says, state), "{bot}");
    }
    let mut table = Table::new("tic-tac-toe", ["human", "human"], Habits::default());
    table.say("draw");
    assert_eq!(table.room.state(), "the game is a draw by agreement");
    table.press(KeyCode::Char('<'));
    assert_eq!(table.room.state(), "X to move");
}

#[test]
fn the_table_reads_what_is_typed() {
    let mut table = Table::new("backgammon", ["human", "human"], Habits::default());
    let mv =
        table.room.legal().iter().find(|mv| mv.text.contains(',')).expect("two steps").text.clone();
    table.say("99/1");
    let refusal = table.room.play.sitting().table().fork().play("99/1").expect_err("no move");
    assert_eq!(table.room.message, refusal.to_string());
    assert!(table.room.is_fault);
    table.say(&mv.replace(',', " "));
    assert_eq!((&*table.room.message, table.history()[1].clone()), ("", mv));
    let first = table.room.legal()[0].text.chars().next().expect("a letter").to_string();
    table.say(&first);
    assert!(table.room.message.contains("moves; type more, or Tab"), "{}", table.room.message);
}

#[test]
fn a_bot_that_failed_is_asked_again() {
    let mut table = Table::new("tic-tac-toe", ["human", "nobody"], Habits::default());
    table.say("b2");
    for _ in 0..2 {
        assert!(table.room.job.is_some());
        table.settle();
        assert!(table.room.is_fault && table.room.message.contains("nobody"));
        assert_eq!(table.room.state(), "O does not go on");
        table.press(KeyCode::Enter);
    }
    table.settle();
    // Another one may help out.
    table.press(KeyCode::F(8));
    table.settle();
    assert_eq!((table.history().len(), &*table.room.state()), (2, "X to move"));
    table.press(KeyCode::Char('<'));
    assert!(table.history().is_empty());
    assert_eq!(table.room.play.ahead.len(), 2);
}

#[test]
fn a_bot_ponders_until_the_person_moves() {
    let habits = Habits { ponder: true, ..Habits::default() };
    let mut table = Table::new("hex:size=5", ["human", "alphabeta:nodes=1000"], habits);
    for mv in ["a1", "e5"] {
        assert!(table.room.ponders.is_some());
        table.say(mv);
        assert!(table.room.ponders.is_none() && table.room.job.is_some());
        table.settle();
    }
    assert!(table.room.ponders.is_some());
    table.press(KeyCode::Char('<'));
    assert!(table.room.ponders.is_some() && table.history().len() == 2);
    // What it thinks about is another position now, and nobody waits for the first one.
    table.say("resign");
    assert!(table.room.ponders.is_none());
}

#[test]
fn a_bot_that_has_lost_resigns_if_it_may() {
    let resign = "1".parse().ok();
    let habits = Habits { adjudication: Adjudication { resign, draw: None }, ponder: false };
    let mut table = Table::new("tic-tac-toe", ["human", "human"], habits);
    for mv in ["b2", "a2", "a1"] {
        table.say(mv);
    }
    let effects =
        table.room.play.seat_bot(Player::Second, "perfect", &table.shared.shelf).expect("a seat");
    table.room.carry_out(effects, &table.shared);
    table.settle();
    assert_eq!((table.history().len(), &*table.room.state()), (3, "X wins by resignation"));
}

#[test]
fn a_level_is_changed_while_the_bot_thinks() {
    let mut table = Table::new("hex:size=11", ["alphabeta:depth=60", "human"], Habits::default());
    assert!(table.room.job.is_some());
    table.press(KeyCode::F(10));
    table.press(KeyCode::Char('l'));
    "1".chars().for_each(|letter| table.press(KeyCode::Char(letter)));
    table.press(KeyCode::Enter);
    assert_eq!(table.room.message, "depth 1");
    table.settle();
    assert_eq!(table.history().len(), 1);
    table.press(KeyCode::F(10));
    table.press(KeyCode::Char('c'));
    assert_eq!(table.room.play.sitting().seat(Player::Second).name, "alphabeta:depth=1");
    table.settle();
    assert_eq!(table.room.play.sitting().person(), Some(Player::First));
}
