//! The program for the GIER computer at the keyboard, in Danish and in English.

// Clippy allows this in tests, but not in the functions they share.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use henge::Turn;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn say(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_henge"))
        .arg("gier")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap()
}

/// What it says from its first question on, prompts included.
fn talk(args: &[&str], lines: &str) -> Vec<String> {
    let said = say(args, lines);
    let asks = |line: &&str| ["farvevalg:", "choice of colour:"].contains(&line.trim_end());
    let lines = said.lines().skip_while(|line| !asks(line));
    lines.map(|line| line.trim_end().to_string()).collect()
}

#[test]
fn in_danish() {
    // A letter that is no colour, words for a number, a square that is not on the board, one that is
    // not played on, an å in the middle, a move that is not legal, half a move, and one that is.
    let lines = "x\nhvid\nto\n2,\nc3,d9\nc3,c4\nc3,åd4\nc3,e5\nc3\nc3,d4\nslut\n";
    assert_eq!(
        talk(&["--seed", "1"], lines),
        [
            "farvevalg:",
            "farvevalg:",
            "styrke:",
            "styrke:",
            "din tur:",
            "annul",
            "din tur:",
            "annul",
            "din tur:",
            "annul",
            "din tur:",
            "ej lovligt træk - prøv igen",
            "din tur:",
            "ej lovligt træk - prøv igen",
            "din tur:",
            "jeg trækker b6,c5",
            "din tur:",
        ]
    );
}

#[test]
fn in_english() {
    let args = ["--dialogue", "english", "--seed", "1"];
    let said = talk(&args, "red\nblack\n-3\nb6,b5\nb6,d4\nB6,C5\nquit\n");
    assert_eq!(said[..3], ["choice of colour:", "choice of colour:", "strength:"]);
    assert!(said[3].starts_with("i move "), "{said:?}");
    assert_eq!(
        said[4..8],
        ["your turn:", "annulled", "your turn:", "not a legal move - try again"]
    );
    assert_eq!(said[8], "your turn:");
    assert!(said[9].starts_with("i move "), "{said:?}");
}

/// With squares of captured pieces or without them, as the listing and its description have it.
#[test]
fn captures_are_read_in_both_manners() {
    for capture in ["d4,b6", "d4,c5,b6"] {
        let lines = format!("h\n2\nc3,d4\n{capture}\nslut\n");
        let said = talk(&["--seed", "1"], &lines);
        assert_eq!(said[3], "jeg trækker b6,c5");
        assert!(said[5].starts_with("jeg trækker "), "{said:?}");
        assert!(!said.contains(&"ej lovligt træk - prøv igen".to_string()), "{said:?}");
    }
}

#[test]
fn the_board_is_printed_on_request() {
    let board = "
      HVID

   h   h   h   h   1
 h   h   h   h     2
   h   h   h   h   3
 .   .   .   .     4
   .   .   .   .   5
 s   s   s   s     6
   s   s   s   s   7
 s   s   s   s     8

 h g f e d c b a

      SORT
";
    let said = say(&["--seed", "1"], "h\n1\nka\nc3,d4\nka\ng3,f4\nslut\n");
    assert!(said.contains(board), "{said}");
    // At the start, at once, after the next move of the machine, and not after it is switched off.
    assert_eq!(said.matches("HVID").count(), 3, "{said}");
    assert_eq!(said.matches("jeg trækker").count(), 2, "{said}");
    let english = say(&["--seed", "1", "--dialogue", "english", "--board"], "b\n1\nquit\n");
    assert!(english.contains("WHITE") && english.contains("   w   w   w   w   1\n"), "{english}");
}

/// Another game is offered at the end, and may be taken or not.
#[test]
fn a_whole_game_and_another_one() {
    let another =
        ["skal vi prøve igen?", "skal vi prøve igen?", "", "farvevalg:", "styrke:", "din tur:"];
    assert_eq!(whole_game(true), another);
    assert_eq!(whole_game(false), ["skal vi prøve igen?", "tak for spillet"]);
}

/// Plays by chance until the game is over; what is said then.
fn whole_game(again: bool) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(["gier", "--seed", "7", "--trace"])
        .arg(folder.path().join("stack.txt"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut type_in = |line: &str| {
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    };
    let game = henge::game("draughts:variant=danish").unwrap();
    let mut table = game.rules().start();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    type_in("sort");
    type_in("2");
    let ending = loop {
        let line = lines.next().unwrap();
        if let Some(mv) = line.strip_prefix("jeg trækker ") {
            table.play(mv).unwrap();
            let moves = table.moves();
            if moves.is_empty() {
                continue;
            }
            let chosen = &moves[rng.random_range(0..moves.len())];
            let sites = &game.rules().board().sites;
            let way: Vec<&str> =
                chosen.path.iter().map(|site| sites[site.index()].name.as_str()).collect();
            type_in(&way.join(","));
            table.play(&chosen.text).unwrap();
        } else if line.contains("vinder") {
            break line;
        }
    };
    let Turn::Over(outcome) = table.turn() else { panic!("{}", table.position()) };
    let expected = if outcome.points_for(henge::Player::Second) > 0 { "du" } else { "jeg" };
    assert_eq!(ending, format!("{expected} vinder dette spil"));
    let answers: &[&str] = if again { &["måske", "ja", "hvid", "3", "slut"] } else { &["nej"] };
    for line in answers {
        type_in(line);
    }
    drop(stdin);
    let rest: Vec<String> = lines.collect();
    assert!(child.wait().unwrap().success());
    let stack = std::fs::read_to_string(folder.path().join("stack.txt")).unwrap();
    assert!(stack.starts_with("stackudskrift:\n"), "{stack:.100}");
    rest.iter().map(|line| line.trim_end().to_string()).collect()
}

/// The game in the book is what the program says. What stands behind a prompt is typed.
#[test]
fn the_game_in_the_book() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/gier.md");
    let page = std::fs::read_to_string(path).unwrap();
    let block = page.split("```text\n$ henge gier").nth(1).unwrap().split("```").next().unwrap();
    let (args, shown) = block.split_once('\n').unwrap();
    let args: Vec<&str> = args.split_whitespace().collect();
    let prompts = ["farvevalg: ", "styrke: ", "din tur: "];
    let typed: Vec<(&str, &str)> = shown
        .lines()
        .filter_map(|line| prompts.iter().find_map(|p| Some((*p, line.strip_prefix(p)?))))
        .collect();
    let input: String = typed.iter().map(|(_, text)| format!("{text}\n")).collect();
    let mut said = say(&args, &input);
    for (prompt, text) in typed {
        said = said.replacen(&format!("{prompt}\n"), &format!("{prompt}{text}\n"), 1);
    }
    assert_eq!(said, shown);
}
