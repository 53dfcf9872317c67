use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use henge::table::Adjudication;
use henge_store::Shelf;
use tempfile::TempDir;

use super::*;
use crate::app::{Go, Room};
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
fn a_tutor_warns_and_the_same_move_again_is_made() {
    let habits = Habits { warn: Some(10), ..Habits::default() };
    let mut table = Table::new("tic-tac-toe", ["human", "human"], habits);
    for mv in ["a1", "b2", "c1"] {
        table.say(mv);
        table.settle();
    }
    assert_eq!(table.history().len(), 3);
    table.say("a3");
    table.settle();
    assert_eq!(table.room.message, "a3 costs 50 %: play it again if you mean it");
    let why = &table.room.hint.as_ref().expect("reasons").why;
    assert!(why.contains(&"a3 lets X win at once with b1.".to_string()), "{why:?}");
    assert_eq!(table.history().len(), 3);
    table.say("a3");
    table.settle();
    assert_eq!(table.history().len(), 4);
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
    assert!(table.room.message.contains("type more, or press Tab"), "{}", table.room.message);
}

#[test]
fn a_bot_that_failed_is_asked_again() {
    let mut table = Table::new("tic-tac-toe", ["human", "nobody"], Habits::default());
    table.say("b2");
    for _ in 0..2 {
        assert!(table.room.job.is_some());
        table.settle();
        assert!(table.room.is_fault && table.room.message.contains("nobody"));
        assert_eq!(table.room.state(), "O has stopped");
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
    let habits = Habits { adjudication: Adjudication { resign, draw: None }, ..Habits::default() };
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

/// Touches a place by its name.
fn touch(table: &mut Table, name: &str) {
    table.room.hand.cursor = table.room.play.game.rules().board().site(name).expect("a place");
    table.press(KeyCode::Enter);
}

#[test]
fn a_touch_that_does_nothing_says_why() {
    let mut table = Table::new("draughts", ["human", "human"], Habits::default());
    for mv in ["c3-d4", "f6-e5"] {
        table.say(mv);
    }
    touch(&mut table, "g3");
    assert_eq!(table.room.message, "a capture is compulsory: d4xf6");
    touch(&mut table, "h8");
    assert_eq!(table.room.message, "the piece on h8 is Black's");
    // What was said about a mistake does not stay.
    touch(&mut table, "d4");
    assert!(!table.room.is_fault, "{}", table.room.message);
    let mut table = Table::new("tic-tac-toe", ["human", "human"], Habits::default());
    touch(&mut table, "b2");
    touch(&mut table, "b2");
    assert_eq!((&*table.room.message, table.history().len()), ("b2 is taken", 1));
}

#[test]
fn a_move_that_is_begun_says_how_it_can_go_on() {
    let mut table = Table::new("stonehenge", ["human", "human"], Habits::default());
    touch(&mut table, "5");
    assert!(table.room.message.starts_with("choose one of 5:"), "{}", table.room.message);
}

#[test]
fn words_are_those_of_line_mode() {
    let mut table = Table::new("tic-tac-toe", ["human", "henge:level=easy"], Habits::default());
    table.say("level hard");
    assert_eq!(table.room.play.sitting().seat(Player::Second).name, "henge:level=hard");
    table.say("m");
    assert!(table.room.message.starts_with("9 legal moves: a1 b1"), "{}", table.room.message);
    table.say("retry");
    assert!(table.room.is_fault);
    table.room.field = Field::with("help");
    let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    assert!(matches!(table.room.key(enter, &table.shared), Go::Help));
    // Tab completes words as it completes moves.
    table.room.field = Field::with("und");
    table.press(KeyCode::Tab);
    assert_eq!(table.room.field.text(), "undo");
}

#[test]
fn a_finished_game_keeps_its_players() {
    let mut table = Table::new("tic-tac-toe", ["human", "henge:level=easy"], Habits::default());
    table.say("resign");
    table.press(KeyCode::F(10));
    table.press(KeyCode::Char('c'));
    assert!(table.room.is_fault, "{}", table.room.message);
    let saved = table.shared.shelf.for_reading().expect("a store").list(false, 9).expect("a list");
    assert_eq!(saved.games[0].seats[1].name, "henge:level=easy");
}

#[test]
fn a_game_without_a_move_is_not_kept() {
    let saved = |table: &Table| {
        let store = table.shared.shelf.for_writing().expect("a store");
        store.list(false, 9).expect("a list").games.len()
    };
    // Dice have fallen, and nobody has moved.
    let mut table = Table::new("backgammon", ["human", "human"], Habits::default());
    table.room.leave(&table.shared);
    assert_eq!((table.room.play.sitting().ply(), saved(&table)), (1, 0));
    // All moves were taken back.
    let mut table = Table::new("tic-tac-toe", ["human", "human"], Habits::default());
    table.say("b2");
    assert_eq!(saved(&table), 1);
    table.say("undo");
    table.room.leave(&table.shared);
    assert_eq!(saved(&table), 0);
}

/// A folder with a game of somebody's own in it.
fn own_games() -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corners.toml");
    let text = "name = \"Corners\"\nplayers = [\"Ann\", \"Bob\"]\nboard = { grid = [3, 3] }\n[[win]]\n\
                groups = [[\"a1\", \"c1\"], [\"a3\", \"c3\"]]\n";
    std::fs::write(&path, text).expect("a file");
    (folder, path)
}

#[test]
fn own_games_are_found_by_name_and_opened_by_path() {
    let (folder, path) = own_games();
    let mut table = Table::new("tic-tac-toe", ["human", "human"], Habits::default());
    assert!(table.shared.games.game("corners").is_err());
    table.shared.games = table.shared.games.clone().with_own_games(Some(folder.path()));
    let game = table.shared.games.game("corners").expect("a game");
    assert_eq!(game.rules().about().title, "Corners");
    // Nobody but the user names it.
    assert!(table.shared.games.game_of_stranger("corners", None).is_err());
    assert!(table.shared.games.game_of_stranger(&path.display().to_string(), None).is_err());
    table.say(&format!("open {}", path.display()));
    assert!(matches!(table.room.dialog, Some(Dialog::New(_))), "{}", table.room.message);
    // A file that is no game says where it is wrong.
    std::fs::write(folder.path().join("bad.toml"), "name = 3\n").expect("a file");
    table.room.dialog = None;
    table.say(&format!("open {}", folder.path().join("bad.toml").display()));
    assert!(table.room.message.contains("bad.toml:1:1: "), "{}", table.room.message);
    // A record of an own game opens by itself where it is one of the user's own, and nowhere else.
    let record = folder.path().join("game.henge");
    let text = format!("[Game \"{}\"]\n\n1. a1 *\n", path.display());
    std::fs::write(&record, text).expect("a file");
    assert!(Play::analyse(&table.shared.games, &record, None).is_ok());
    let why =
        Play::analyse(&henge_museum::games(), &record, None).err().expect("a stranger's file");
    assert!(why.contains("opened only if you name it"), "{why}");
    assert!(Play::analyse(&henge_museum::games(), &record, Some(&path)).is_ok());
}

#[test]
fn a_problem_is_asked_judged_and_kept() {
    let mut table = Table::new("tic-tac-toe", ["human", "human"], Habits::default());
    let [first, second] = [0, 1].map(|n: usize| {
        // The order in which somebody who has tried nothing gets them.
        henge::problems::shipped("connect-four")[n].clone()
    });
    table.room = GameRoom::problem("connect-four", &table.shared).expect("there are problems");
    assert!(table.room.message.starts_with("grade "), "{}", table.room.message);
    assert!(table.room.title().starts_with("problem: "));
    let wrong = table.room.play.legal.iter().find(|mv| mv.text != first.best).expect("another");
    let wrong = wrong.text.clone();
    table.say(&wrong);
    assert!(table.room.message.starts_with("No: "), "{}", table.room.message);
    let kept = |table: &Table| {
        let store = table.shared.shelf.for_reading().expect("a store");
        store.attempts("connect-four").expect("attempts")
    };
    assert_eq!(kept(&table), [(first.id(), false)]);
    let Go::Room(_) =
        table.room.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), &table.shared)
    else {
        panic!("the next problem comes")
    };
    table.room = GameRoom::problem("connect-four", &table.shared).expect("there are problems");
    // Whoever asks for a hint gets the solution, and has not found it.
    table.press(KeyCode::F(2));
    assert!(table.room.message.contains(&second.best), "{}", table.room.message);
    assert_eq!(kept(&table).len(), 2);
    assert!(GameRoom::problem("tic-tac-toe", &table.shared).is_err());
}
