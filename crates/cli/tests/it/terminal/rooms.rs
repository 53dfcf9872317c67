//! What can be done besides playing to the end.

use super::term::Term;

const AT: (u16, u16) = (80, 24);

/// A game of Tic-Tac-Toe of two people.
fn tic_tac_toe(
    home: &std::path::Path,
    at: (u16, u16),
    variables: &[(&str, &str)],
    words: &[&str],
) -> Term {
    let mut term = Term::open(home, at, variables, words);
    term.wait_for("Saved games");
    term.send("\r");
    term.wait_for("New game");
    term.send("\x1b[Bhuman\r");
    term.wait_for("X to move");
    term
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let home = tempfile::tempdir().unwrap();
    let mut term = tic_tac_toe(home.path(), AT, &[], &[]);
    term.send("b2\r");
    term.wait_for("O to move");
    term.send("<");
    term.wait_for("X to move");
    term.send(">");
    term.wait_for("O to move");
    term.send("zz\r");
    term.wait_for("zz");
    term.send("a1\r");
    term.wait_for("2.a1");
}

#[test]
fn a_site_is_clicked() {
    let home = tempfile::tempdir().unwrap();
    let mut term = tic_tac_toe(home.path(), AT, &[], &[]);
    // The names of columns and rows say where c3 is.
    let screen = term.screen();
    let row = screen.lines().position(|line| line.trim_start().starts_with("3 ")).unwrap() as u16;
    let (column, _) = term.find("c  ").unwrap();
    term.click(column, row);
    term.wait_for("1.c3");
}

#[test]
fn the_menu_of_1990_has_its_place() {
    let home = tempfile::tempdir().unwrap();
    let mut term = tic_tac_toe(home.path(), AT, &[], &[]);
    for key in ["\x1b[21~", ":", "\x1b"] {
        term.send(key);
        let menu =
            ["New game", "Suggest", "Level", "Play this move", "Change sides", "Move ordering"];
        for words in menu.into_iter().chain(["Quit", "back to the board"]) {
            term.wait_for(words);
        }
        term.send("\x1b");
        term.wait("the board", |screen| !screen.contains("Change sides"));
    }
    // The machine makes this move, and proposes one for the other side.
    term.send(":p");
    term.wait_for("was played for you");
    term.send("!");
    term.wait_for("Suggestion");
}

#[test]
fn the_level_is_changed_and_the_players_are() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("\r");
    term.wait_for("New game");
    term.send("\r");
    term.wait_for("O: henge, easy");
    term.send(":l");
    term.wait_for("Level of the machine");
    term.send("silly\r");
    term.wait_for("is not a level");
    term.send("\x15hard\r");
    term.wait_for("O: henge, hard");
    // The machine begins when the players change.
    term.send(":c");
    term.wait_for("X: henge, hard");
    term.wait_for("O: you");
    term.wait_for("1.");
    term.send(":r");
    term.wait_for("mangolas1990 orders moves");
}

#[test]
fn a_game_is_saved_and_looked_at() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("game.henge");
    let mut term = tic_tac_toe(home.path(), AT, &[], &[]);
    for mv in ["b2", "a1", "c3"] {
        term.send(&format!("{mv}\r"));
        term.wait_for(&format!(".{mv}"));
    }
    term.send("\x1b[20~");
    term.wait_for("Save as a record");
    term.send("\x15");
    term.send(&format!("{}\r", path.display()));
    term.wait_for("aved 3 moves");
    assert!(std::fs::read_to_string(&path).unwrap().contains("b2"));
    term.send(":h");
    term.wait_for("Saved games");
    term.send("o");
    term.wait_for("File:");
    term.send(&format!("{}\r", path.display()));
    term.wait_for("analysis: Tic-Tac-Toe");
    // It begins at the beginning; the engine at once shows lines, and the moves are there to go on.
    term.send(">>");
    term.wait_for("X to move");
    term.wait_for(" nodes");
    term.send("\t\t\t\t");
    term.wait_for("1.b2 2.a1 3.c3");
}

#[test]
fn a_wrong_path_is_told() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("o");
    term.wait_for("File:");
    term.send("nowhere.henge\r");
    term.wait_for("No such file");
}

#[test]
fn the_screen_follows_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let term = tic_tac_toe(home.path(), AT, &[], &[]);
    term.resize((60, 20));
    let screen = term.wait_for("henge needs 80 columns and 24 rows");
    assert!(screen.contains("60 and 20"), "{screen}");
    term.resize((120, 40));
    term.wait_for("X to move");
    // There is room for all panels.
    let screen = term.wait_for("Graph");
    assert!(screen.contains("Moves") && screen.contains("Lines"), "{screen}");
}

#[test]
fn plain_ascii_and_no_colours() {
    let home = tempfile::tempdir().unwrap();
    let mut term = tic_tac_toe(home.path(), AT, &[("NO_COLOR", "1")], &["--ascii"]);
    term.send("b2\r");
    let screen = term.wait_for("O to move");
    assert!(screen.is_ascii(), "{screen}");
    term.with(|screen| {
        for (row, column) in (0..24).flat_map(|row| (0..80).map(move |column| (row, column))) {
            let cell = screen.cell(row, column).unwrap();
            assert_eq!(cell.fgcolor(), vt100::Color::Default);
            assert_eq!(cell.bgcolor(), vt100::Color::Default);
        }
    });
}

#[test]
fn every_depth_of_colour_is_kept() {
    let used = |variables: &[(&str, &str)]| {
        let home = tempfile::tempdir().unwrap();
        let mut term = tic_tac_toe(home.path(), AT, variables, &[]);
        term.send("b2\r");
        term.wait_for("O to move");
        term.with(|screen| {
            let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
            let cells = cells.map(|(row, column)| screen.cell(row, column).unwrap());
            let colours = cells.flat_map(|cell| [cell.fgcolor(), cell.bgcolor()]);
            let (mut rgb, mut many) = (false, false);
            for colour in colours {
                rgb |= matches!(colour, vt100::Color::Rgb(..));
                many |= matches!(colour, vt100::Color::Idx(16..));
            }
            (rgb, many)
        })
    };
    assert_eq!(used(&[("COLORTERM", "truecolor")]), (true, false));
    assert_eq!(used(&[("TERM", "xterm-256color")]), (false, true));
    assert_eq!(used(&[("TERM", "xterm")]), (false, false));
}

#[test]
fn a_pentomino_is_taken_turned_and_laid() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("\x1b[B\x1b[B\x1b[B\r");
    term.wait_for("New game: Pentominoes");
    term.send("\x1b[Bhuman\r");
    term.wait_for("Red to move");
    term.send(".");
    term.wait_for("put down");
    term.send("rf\x1b[A\x1b[D");
    term.send("\r");
    term.wait_for("1.F");
    term.wait_for("Blue to move");
}

/// Clicks a point of the backgammon board, found by its number at the side.
fn click_point(term: &mut Term, name: &str) {
    let number: u16 = name.parse().unwrap();
    let (side, inwards) = if number > 12 { ("13 14 15", 2) } else { ("12 11 10", -2) };
    let place = |screen: &str| {
        let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(side))?;
        let mut words = line.char_indices().filter(|&(i, _)| i == 0 || line[..i].ends_with(' '));
        let (start, _) = words.find(|&(i, _)| line[i..].split(' ').next() == Some(name))?;
        Some((line[..start].chars().count() as u16, row))
    };
    // A frame may be on the screen in part.
    let screen = term.wait(name, |screen| place(screen).is_some());
    let (column, row) = place(&screen).unwrap();
    term.click(column, (row as i32 + inwards) as u16);
}

#[test]
fn backgammon_is_played_step_by_step() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    let games = henge::Registry::standard();
    let place = games.families().position(|family| family.slug() == "backgammon").unwrap();
    term.send(&"\x1b[B".repeat(place));
    term.send("\r");
    term.wait_for("New game: Backgammon");
    // With the cube: roll or double is a question with buttons.
    term.send(&"\x1b[A".repeat(4));
    term.wait_for("one game with the doubling cube");
    term.send("\x1b[C");
    term.send(&"\x1b[B".repeat(5));
    term.send("human\r");
    let roll = term.first_roll();
    let screen = term.wait("who is to move", |screen| screen.contains(" to move"));
    let other = if screen.contains("White to move") { "Black" } else { "White" };
    let mut table = henge::game("backgammon:cube=on").unwrap().rules().start();
    table.play(&roll).unwrap();
    let legal = table.moves();
    // Man by man, and then the button that plays all of it.
    let rules = henge::game("backgammon:cube=on").unwrap();
    for hop in &legal[0].ways[0] {
        for site in [hop.from, hop.to] {
            click_point(&mut term, &rules.rules().board().sites[site.index()].name);
        }
    }
    term.wait_for(&format!("[ {} ]", legal[0].text));
    term.send("\r");
    term.wait_for("[ roll ]");
    term.wait_for("[ double ]");
    term.wait_for(&format!("{other} to move"));
    term.send("\t");
    term.send("\x1b[C\r");
    term.wait_for("[ take ]");
    term.send("take\r");
    term.wait_for("cube: 2");
}

#[test]
fn the_tutor_plays_explains_and_is_graded() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("t");
    term.wait_for("Whom to talk with");
    term.send("\x1b[B\x1b[B\r");
    term.wait_for("you are Black");
    term.send("\r");
    term.wait_for("your play?");
    term.send("\x1bOQ");
    term.wait_for("points");
    term.send("grade 3\r");
    term.wait_for("is graded");
    term.send("\x1b");
    term.wait_for("Saved games");
}

#[test]
fn the_gier_plays_in_its_own_words() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("t");
    term.wait_for("GIER, the draughts player");
    // The programs stand in the order of their games.
    term.send("\x1b[B\r");
    term.wait_for("choice of colour:");
    term.send("\r");
    term.wait_for("strength:");
    term.send("2\r");
    term.wait_for("your turn:");
    term.send("c3,d4\r");
    term.wait_for("i move ");
    // Another way to begin.
    term.send("\x0e");
    term.wait_for("farvevalg:");
    term.send("\x1b");
    term.wait_for("Saved games");
}

#[test]
fn the_flag_falls() {
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("Saved games");
    term.send("\r");
    term.wait_for("New game");
    term.send("\x1b[Bhuman\x1b[B5+0\r");
    term.wait_for("4:5");
    term.send(":n");
    term.wait_for("New game");
    term.send("\x1b[Bhuman\x1b[B0.02\r");
    term.wait_for("O wins on time");
}

#[test]
fn help_names_the_keys() {
    let home = tempfile::tempdir().unwrap();
    let mut term = tic_tac_toe(home.path(), AT, &[], &[]);
    term.send("?");
    term.wait_for("move the cursor over the board");
    term.send("x");
    term.wait("the board", |screen| !screen.contains("move the cursor over the board"));
}

/// A game of somebody's own, with places that only their names tell from each other.
const KITE: &str = r#"name = "Kite"
players = ["Ann", "Bob"]
rules = "Two ends of a diagonal win."
board = { sites = [
  { name = "a1", at = [0, 0] }, { name = "a2", at = [1, 0] },
  { name = "b1", at = [0, 1] }, { name = "b2", at = [1, 1] },
] }
[[win]]
groups = [["a1", "b2"], ["a2", "b1"]]
"#;

#[test]
fn a_game_of_ones_own_is_played_in_the_app() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("kite.toml");
    std::fs::write(&file, KITE).unwrap();
    // By its path, in the place of a command.
    let path = file.display().to_string();
    let mut term = Term::open(home.path(), AT, &[], &[&path]);
    term.wait_for("New game: Kite");
    term.send("\x1b[Bhuman\r");
    term.wait_for("Ann to move");
    term.send("a1\r");
    term.wait_for("1.a1");
    term.send("b2\r");
    term.send("undo\r");
    term.wait_for("Bob to move");
    term.send(":h");
    term.wait_for("Saved games");
    term.wait_for("kite.toml");
    // By the path that is asked for.
    term.send("o");
    term.wait_for("File:");
    term.send(&format!("{path}\r"));
    term.wait_for("New game: Kite");
    term.send("\x1b");
    drop(term);
    // In the folder it is on the list, below all others, and has a name.
    std::fs::create_dir(home.path().join("games")).unwrap();
    std::fs::rename(&file, home.path().join("games/kite.toml")).unwrap();
    let mut term = Term::open(home.path(), AT, &[], &[]);
    term.wait_for("kite.toml");
    term.send("\x1b[F");
    term.send("\r");
    term.wait_for("New game: Kite");
    drop(term);
    let term = Term::open(home.path(), AT, &[], &["open", "kite"]);
    term.wait_for("New game: Kite");
}

#[test]
fn a_record_in_the_place_of_a_command_is_analysed() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("game.henge");
    std::fs::write(&path, "[Game \"tic-tac-toe\"]\n\n1. b2 2. a1 *\n").unwrap();
    let term = Term::open(home.path(), AT, &[], &[&path.display().to_string()]);
    term.wait_for("analysis: Tic-Tac-Toe");
}
