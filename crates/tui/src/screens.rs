//! Screens as text, to be looked at by people and compared by the tests.

use std::sync::mpsc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tempfile::TempDir;

use henge::Registry;
use henge::table::Event;
use henge_store::Shelf;

use crate::app::{App, Room, Shared};
use crate::conversation::TalkRoom;
use crate::conversations;
use crate::events;
use crate::game::GameRoom;
use crate::home::Home;
use crate::play::{Habits, Play};
use crate::theme::{Depth, Theme};

const COLOURS: Theme = Theme { depth: Depth::True, ascii: false };
const PLAIN: Theme = Theme { depth: Depth::None, ascii: true };
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// The same in 256 colours and in sixteen.
const MANY: Theme = Theme { depth: Depth::Many, ascii: false };
const SIXTEEN: Theme = Theme { depth: Depth::Sixteen, ascii: false };

/// Games for the screens that list them: a new game changes no screen but its own.
fn few() -> Registry {
    let all = henge_museum::games();
    let shown = ["tic-tac-toe", "connect-four", "pentominoes", "draughts", "backgammon", "hex"];
    let families = shown.into_iter().filter_map(|slug| all.family(slug)).cloned();
    henge_museum::exhibit(families.fold(Registry::empty(), Registry::with))
}

/// Games whose boards are looked at line by line.
const BOARDS: [&str; 16] = [
    "backgammon",
    "connect-four",
    "draughts",
    "fano",
    "five-in-a-row",
    "go-moku",
    "hex",
    "hex-3-listed",
    "pentominoes",
    "qubic",
    "rows-and-columns",
    "square-off",
    "stonehenge",
    "sum-to-fifteen",
    "tic-tac-toe",
    "torus-tic-tac-toe",
];

/// What is saved goes to that folder, and nobody listens.
fn shared(games: Registry, theme: Theme, home: &TempDir) -> Shared {
    let (sender, _) = mpsc::channel();
    let shelf = Shelf::new(Some(home.path().join("henge.db")));
    Shared { games, theme, sender, shelf, habits: Habits::default() }
}

/// The screen with this room on it, after some keys.
fn screen(
    theme: Theme,
    at: (u16, u16),
    keys: &[KeyCode],
    room: impl Fn(&Shared) -> Box<dyn Room>,
) -> String {
    screen_with(henge_museum::games(), theme, at, keys, room)
}

/// The same in an app with these games.
fn screen_with(
    games: Registry,
    theme: Theme,
    at: (u16, u16),
    keys: &[KeyCode],
    room: impl Fn(&Shared) -> Box<dyn Room>,
) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let shared = shared(games, theme, &home);
    let room = room(&shared);
    let mut app = App::new(shared, room);
    let mut terminal = Terminal::new(TestBackend::new(at.0, at.1)).expect("a screen of text");
    let mut draw = |app: &mut App| {
        terminal.draw(|frame| app.draw(frame)).expect("a screen of text");
        let buffer = terminal.backend().buffer();
        let rows = (0..at.1).map(|y| {
            let row: String = (0..at.0).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_string() + "\n"
        });
        rows.collect::<String>()
    };
    let mut text = draw(&mut app);
    for &code in keys {
        _ = app.hear(events::Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        text = draw(&mut app);
    }
    text
}

/// A game of two people after a few moves, the same ones every time.
fn game(slug: &str, plies: usize) -> impl Fn(&Shared) -> Box<dyn Room> {
    let name = slug.to_string();
    move |shared| {
        let game = henge_museum::game(&name).expect("a game");
        let seats = ["human".to_string(), "human".to_string()];
        let mut play = Play::named(game, &seats, None, Habits::default(), "a game of the tests");
        play.handle(Event::Begin, &shared.shelf).expect("a game");
        for i in 0..plies {
            let Some(mv) = play.legal.get(play.legal.len() * (i + 2) / (plies + 4)) else { break };
            let mv = mv.text.clone();
            let by = play.sitting().person().expect("somebody to move");
            play.handle(Event::Move { by, text: &mv }, &shared.shelf).expect("a legal move");
        }
        Box::new(GameRoom::new(play, shared))
    }
}

fn named(name: &str, (columns, rows): (u16, u16)) -> String {
    format!("{name}_{columns}x{rows}")
}

#[test]
fn home() {
    for at in SIZES {
        let home = |shared: &Shared| -> Box<dyn Room> { Box::new(Home::new(shared)) };
        insta::assert_snapshot!(named("home", at), screen_with(few(), COLOURS, at, &[], home));
    }
    let home = |shared: &Shared| -> Box<dyn Room> { Box::new(Home::new(shared)) };
    insta::assert_snapshot!(
        "new_game",
        screen_with(few(), COLOURS, SIZES[0], &[KeyCode::Down, KeyCode::Enter], home)
    );
    insta::assert_snapshot!(
        "home_help",
        screen_with(few(), COLOURS, SIZES[0], &[KeyCode::Char('?')], home)
    );
    insta::assert_snapshot!("home_ascii", screen_with(few(), PLAIN, SIZES[0], &[], home));
    insta::assert_snapshot!("too_small", screen_with(few(), COLOURS, (60, 20), &[], home));
}

#[test]
fn every_board() {
    for family in henge_museum::games().families() {
        let slug = family.slug();
        for at in SIZES {
            let screen = screen(COLOURS, at, &[], game(slug, 6));
            let title = henge_museum::game(slug).expect("a game").rules().about().title.clone();
            assert!(screen.contains(&title), "{slug}:\n{screen}");
            if BOARDS.contains(&slug) {
                insta::assert_snapshot!(named(slug, at), screen);
            }
        }
    }
}

/// The pictures in the book; `TRYCMD=overwrite` renews them as it renews transcripts.
#[test]
fn the_pictures_in_the_book_are_what_people_see() {
    let home = |shared: &Shared| -> Box<dyn Room> { Box::new(Home::new(shared)) };
    let pictures: [(&str, &str, Picture<'_>); 3] = [
        (
            "terminal-home",
            "Home: the list of games, with the board of Connect Four",
            Box::new(home),
        ),
        (
            "terminal-game",
            "A game of Connect Four in the terminal app",
            Box::new(game("connect-four", 7)),
        ),
        (
            "terminal-draughts",
            "A game of draughts in the terminal app",
            Box::new(game("draughts", 6)),
        ),
    ];
    for (name, title, room) in pictures {
        let folder = tempfile::tempdir().expect("a folder");
        let games = if name == "terminal-home" { few() } else { henge_museum::games() };
        let shared = shared(games, COLOURS, &folder);
        let room = room(&shared);
        let mut app = App::new(shared, room);
        if name == "terminal-home" {
            app.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
        }
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen of text");
        terminal.draw(|frame| app.draw(frame)).expect("a screen of text");
        let drawn = crate::picture::svg(terminal.backend().buffer(), title);
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../docs/src/images/{name}.svg"));
        if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
            std::fs::write(&path, &drawn).expect("a picture");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == drawn, "docs/src/images/{name}.svg is old; TRYCMD=overwrite renews it");
    }
}

type Picture<'a> = Box<dyn Fn(&Shared) -> Box<dyn Room> + 'a>;

#[test]
fn the_book_shows_what_people_see() {
    let book = include_str!("../../../docs/src/terminal.md");
    let text = screen(COLOURS, SIZES[0], &[], game("connect-four", 6));
    assert!(book.contains(&text), "the screen in the book is an old one; now it is\n{text}");
}

#[test]
fn boards_without_colours() {
    for slug in [
        "tic-tac-toe",
        "connect-four",
        "draughts",
        "backgammon",
        "pentominoes",
        "hex:size=7",
        "stonehenge",
    ] {
        let name = format!("ascii_{}", slug.split(':').next().unwrap_or_default());
        insta::assert_snapshot!(name, screen(PLAIN, SIZES[0], &[], game(slug, 6)));
    }
}

#[test]
fn what_can_be_selected_is_marked_without_colours_too() {
    for theme in [COLOURS, MANY, SIXTEEN, PLAIN, Theme { depth: Depth::None, ascii: false }] {
        let marks = if theme.ascii { ['>', '<'] } else { ['›', '‹'] };
        let screen = screen(theme, SIZES[0], &[], game("draughts", 0));
        // Without the keys below and the panel beside it.
        let rows = screen.lines().skip(1).take(20);
        let board: String = rows.flat_map(|row| row.chars().take(54)).collect();
        for mark in marks {
            // Four men of White can move.
            assert_eq!(board.matches(mark).count(), 4, "{theme:?}\n{screen}");
        }
    }
}

#[test]
fn own_games_and_saved_ones_on_home() {
    let home = |shared: &Shared| -> Box<dyn Room> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("kite.toml"), "name = \"Kite\"").expect("a file");
        let games = shared.games.clone().with_own_games(Some(folder.path()));
        let (sender, _) = mpsc::channel();
        let shelf = Shelf::new(None);
        let own = Shared { games, theme: shared.theme, sender, shelf, habits: shared.habits };
        Box::new(Home::new(&own))
    };
    let text = screen_with(few(), COLOURS, SIZES[0], &[KeyCode::End], home);
    assert!(text.contains("kite.toml"), "{text}");
    let saved = |shared: &Shared| -> Box<dyn Room> {
        game("connect-four", 3)(shared);
        Box::new(Home::new(shared))
    };
    let tab = [KeyCode::Tab];
    let text = screen_with(few(), COLOURS, SIZES[0], &tab, saved);
    assert!(text.contains("connect-four") && text.contains("3 moves "), "{text}");
    assert!(text.contains("d delete"), "{text}");
    let once = [KeyCode::Tab, KeyCode::Char('d'), KeyCode::Up, KeyCode::Char('d')];
    let text = screen_with(few(), COLOURS, SIZES[0], &once, saved);
    assert!(text.contains("3 moves ") && text.contains("press d again"), "{text}");
    let twice = [KeyCode::Tab, KeyCode::Char('d'), KeyCode::Char('d')];
    let text = screen_with(few(), COLOURS, SIZES[0], &twice, saved);
    assert!(!text.contains("3 moves ") && text.contains("deleted"), "{text}");
}

#[test]
fn at_the_board() {
    let at = SIZES[0];
    insta::assert_snapshot!(
        "game_help",
        screen(COLOURS, at, &[KeyCode::Char('?')], game("hex", 4))
    );
    insta::assert_snapshot!("menu", screen(COLOURS, at, &[KeyCode::F(10)], game("hex", 4)));
    let typed = [KeyCode::Char('c'), KeyCode::Char('3')];
    insta::assert_snapshot!("typed", screen(COLOURS, at, &typed, game("draughts", 0)));
    let held = [KeyCode::Char('.'), KeyCode::Char('.'), KeyCode::Char('r'), KeyCode::Up];
    insta::assert_snapshot!(
        "a_piece_in_the_hand",
        screen(COLOURS, at, &held, game("pentominoes", 2))
    );
    insta::assert_snapshot!(
        "flipped",
        screen(COLOURS, at, &[KeyCode::Char('~')], game("draughts", 4))
    );
    let question = screen(COLOURS, at, &[KeyCode::Tab], game("hex:size=7,swap=true", 1));
    insta::assert_snapshot!("a_question", question);
}

#[test]
fn the_tutor() {
    for at in SIZES {
        let tutor = |_: &Shared| -> Box<dyn Room> {
            let game = henge_museum::game("backgammon").expect("a game");
            Box::new(TalkRoom::new(game, 7).expect("a lesson"))
        };
        let keys = [KeyCode::Enter, KeyCode::F(2)];
        insta::assert_snapshot!(named("tutor", at), screen(COLOURS, at, &keys, tutor));
    }
}

#[test]
fn whom_to_talk_with() {
    let choice = |shared: &Shared| conversations::open(&shared.games, 7).expect("several");
    insta::assert_snapshot!("whom_to_talk_with", screen(COLOURS, SIZES[0], &[], choice));
    let dialogue = |_: &Shared| -> Box<dyn Room> {
        let game = henge_museum::game("draughts").expect("a game");
        Box::new(TalkRoom::new(game, 7).expect("a dialogue"))
    };
    let enter = [KeyCode::Enter, KeyCode::Enter];
    insta::assert_snapshot!("a_dialogue", screen(COLOURS, SIZES[0], &enter, dialogue));
}

#[test]
fn ascii_is_nothing_but_ascii() {
    for family in henge_museum::games().families() {
        let slug = family.slug().to_string();
        for keys in [&[][..], &[KeyCode::F(1)], &[KeyCode::F(10)]] {
            let text = screen(PLAIN, SIZES[1], keys, game(&slug, 4));
            let strange: Vec<char> = text.chars().filter(|c| !c.is_ascii()).collect();
            assert!(strange.is_empty(), "{slug}: {strange:?}\n{text}");
        }
    }
}

#[test]
fn robots_are_on_the_home_screen() {
    let home = |shared: &Shared| -> Box<dyn Room> { Box::new(Home::new(shared)) };
    let r = KeyCode::Char('r');
    let worlds = screen_with(few(), COLOURS, SIZES[0], &[r], home);
    assert!(worlds.contains("A world of robots") && worlds.contains("ten-by-ten"), "{worlds}");
    let keys = [r, KeyCode::Down, KeyCode::Enter];
    let running = screen_with(few(), COLOURS, SIZES[0], &keys, home);
    assert!(running.contains("rounds/s") || running.contains("resting"), "{running}");
    let back = [r, KeyCode::Enter, KeyCode::Esc, KeyCode::Esc];
    assert!(screen_with(few(), COLOURS, SIZES[0], &back, home).contains("Saved games"));
}

#[test]
fn the_map_of_choices_is_shown_and_put_away() {
    let map = KeyCode::Char('=');
    let shown = screen(COLOURS, SIZES[1], &[map], game("pentominoes:size=5x5", 0));
    // The corner, the square beside it, and the middle, as in figures 13 and 14.
    for n in ["1", "8", "13", "44", "53", "63"] {
        assert!(shown.contains(n), "{n}: {shown}");
    }
    let plain = screen(COLOURS, SIZES[1], &[map, map], game("pentominoes:size=5x5", 0));
    assert!(!plain.contains("63"), "{plain}");
    // Where moves have no centre, the key does nothing.
    let hex = screen(COLOURS, SIZES[0], &[], game("hex:size=5", 0));
    assert!(!hex.contains("= map"), "{hex}");
}
