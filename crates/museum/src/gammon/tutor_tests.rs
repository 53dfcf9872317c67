//! A session with the tutor, command by command.

use henge_games::backgammon::{Plays, generate};

use super::game::{Colour, DiceBox};
use super::set::StrategySet;
use super::strategy::Strategy;
use super::text::write_play;
use super::tutor::{Answer, Session, Tutor};

fn alone() -> Tutor {
    Tutor::new(Session { person: None, ..Session::default() })
}

fn say(tutor: &mut Tutor, line: &str) -> String {
    tutor.obey(line).unwrap().lines.join("\n")
}

fn coefficients(set: &StrategySet) -> Vec<f64> {
    set.clone().entries_mut().map(|(_, _, entry)| entry.coefficient).collect()
}

#[test]
fn go_plays_and_lists_are_about_the_last_play() {
    let mut tutor = alone();
    assert!(tutor.obey("li").unwrap_err().contains("say go"));
    let told = say(&mut tutor, "go 3");
    assert!(told.contains("move 1") && told.contains("move 3"), "{told}");
    let list = say(&mut tutor, "LI 2");
    assert_eq!(list.lines().count(), 3);
    let play = list.lines().next().unwrap()[5..35].trim().to_string();
    assert!(say(&mut tutor, &format!("lo {play}")).contains("is number 1 of"));
    assert!(say(&mut tutor, "explain").contains("For it: "));
    assert!(say(&mut tutor, "statistics").contains("bear-off distance"));
}

#[test]
fn grades_change_coefficients_and_are_taken_back() {
    let mut tutor = alone();
    say(&mut tutor, "go 3");
    let before = tutor.set(Colour::White).clone();
    let told = say(&mut tutor, "gr 3");
    assert!(told.contains("->"), "{told}");
    let after = tutor.set(Colour::White).clone();
    assert_ne!(coefficients(&before), coefficients(&after));
    assert!(coefficients(&after).into_iter().all(|coefficient| coefficient > 0.0));
    assert_eq!(tutor.set(Colour::Black), &before, "the other side learns nothing");
    assert!(say(&mut tutor, "di white both").contains("new       old"));
    say(&mut tutor, "undo");
    assert_eq!(tutor.set(Colour::White), &before);
    assert!(tutor.obey("undo").is_err());
    // A play of the tutor's own for the same roll.
    let list = say(&mut tutor, "li");
    let last = list.lines().rev().nth(1).unwrap()[5..35].trim().to_string();
    say(&mut tutor, &format!("ev {last} = -4"));
    assert_ne!(tutor.set(Colour::White), &before);
}

#[test]
fn a_grade_is_for_the_play_of_the_program_even_after_a_play_of_ones_own() {
    let mut tutor = Tutor::new(Session { seed: 21, ..Session::default() });
    assert!(tutor.obey("grade 3").unwrap_err().contains("the program has not played yet"));
    let (mut program, mut graded) = (None, String::new());
    while graded.is_empty() {
        if tutor.is_person() {
            let mut plays = Plays::new();
            generate(&tutor.game().men, tutor.game().dice, &mut plays);
            let text = write_play(&tutor.game().men, plays.entries()[0].play);
            say(&mut tutor, &text);
            if program.is_some() {
                graded = say(&mut tutor, "grade 3");
            }
        } else {
            program = Some(tutor.game().on_roll);
            say(&mut tutor, "go");
        }
    }
    let name = program.unwrap().name();
    assert!(graded.lines().next().unwrap().ends_with(&format!(" of {name}")), "{graded}");
}

#[test]
fn sets_are_swapped_sorted_stored_and_read_again() {
    let mut tutor = alone();
    say(&mut tutor, "go 3");
    say(&mut tutor, "gr 5");
    let [white, black] = Colour::BOTH.map(|colour| tutor.set(colour).clone());
    say(&mut tutor, "sw");
    assert_eq!((tutor.set(Colour::White), tutor.set(Colour::Black)), (&black, &white));
    say(&mut tutor, "so");
    let sorted = &tutor.set(Colour::Black).levels[Strategy::Position.index()];
    let all: Vec<f64> = sorted.iter().flatten().map(|entry| entry.coefficient).collect();
    assert!(all.is_sorted_by(|a, b| a >= b));
    let Answer { store: Some((file, text)), .. } = tutor.obey("st black my.toml").unwrap() else {
        panic!("a file to be written");
    };
    assert_eq!(file, "my.toml");
    let kept = tutor.set(Colour::Black).clone();
    let Answer { load: Some((colour, _)), .. } = tutor.obey("load white my.toml").unwrap() else {
        panic!("a file to be read");
    };
    tutor.load(colour, &text).unwrap();
    assert_eq!(tutor.set(Colour::White), &kept);
    let shown = tutor.compare(Colour::White, &text).unwrap().lines.join("\n");
    assert!(shown.contains("POSITION"));
    assert!(tutor.load(Colour::White, "delta = \"x\"").unwrap_err().starts_with("line 1: "));
}

#[test]
fn strategies_delta_trace_and_batches_can_be_asked_for() {
    let mut tutor = alone();
    assert_eq!(say(&mut tutor, "cs white 5"), "White plays the back game now");
    assert_eq!(tutor.game().strategies[0], Strategy::Back);
    say(&mut tutor, "cd 0.5");
    assert_eq!(tutor.set(Colour::Black).delta, 0.5);
    assert!(say(&mut tutor, "ge blocking").contains("White in the blocking game:"));
    assert_eq!(say(&mut tutor, "tr"), "the trace is on");
    assert!(say(&mut tutor, "go").contains("generation: "));
    say(&mut tutor, "tr");
    let told = say(&mut tutor, "batch exchanged 7");
    assert!(told.contains("the series is tied"), "{told}");
    assert_eq!(say(&mut tutor, "batch identical 3").lines().count(), 8);
    assert!(say(&mut tutor, "help").contains("grade"));
    say(&mut tutor, "re 9");
    assert_eq!(tutor.game().number, 1);
    assert!(tutor.obey("xx").unwrap().ends);
}

#[test]
fn a_person_plays_a_side() {
    let mut tutor = Tutor::new(Session { first: Colour::Black, ..Session::default() });
    assert!(tutor.prompt().ends_with("your play?"));
    assert!(tutor.obey("go").unwrap_err().contains("your turn"));
    assert!(tutor.obey("24/1").unwrap_err().contains("cannot be played"));
    say(&mut tutor, "mine");
    let (men, dice) = (tutor.game().men, tutor.game().dice);
    let mut plays = Plays::new();
    generate(&men, dice, &mut plays);
    let told = say(&mut tutor, &write_play(&men, plays.entries()[0].play));
    assert!(told.contains("It is number") || told.contains("came next"), "{told}");
    assert_eq!(tutor.game().on_roll, Colour::White);
    assert!(tutor.obey("8/5").unwrap_err().contains("played by the program"));
    say(&mut tutor, "go");
    assert_eq!(tutor.game().on_roll, Colour::Black);
}

#[test]
fn a_game_goes_to_its_end() {
    let mut tutor = alone();
    let told = say(&mut tutor, "go 1000");
    assert!(told.lines().last().unwrap().contains(" wins "), "{told}");
    assert!(tutor.obey("go").unwrap_err().contains("over"));
    // What was graded last is still there to be talked about.
    say(&mut tutor, "gr 1");
}

#[test]
fn wrong_commands_say_what_would_be_right() {
    let mut tutor = alone();
    let mut say = |line: &str| tutor.obey(line).unwrap_err();
    assert_eq!(say("gramde 3"), "no command \"gramde\"; did you mean \"grade\"?");
    assert_eq!(say("fly"), "no command \"fly\"; help lists all");
    assert_eq!(say(""), "say go, or help for all commands");
    assert_eq!(say("gr much"), "\"much\" should be a grade such as 3 or -2");
    assert_eq!(say("cs green 1"), "no side \"green\"; there are white and black");
    assert!(say("ge chess").starts_with("no strategy \"chess\"; there are position, "));
    assert_eq!(say("cd -1"), "delta is 0 or more");
    assert_eq!(say("st white"), "say whose and where: st white FILE, or st board FILE");
    assert_eq!(say("batch many"), "no series \"many\"; there are single, exchanged and identical");
}

#[test]
fn a_session_has_a_score_and_a_person_may_resign() {
    let mut tutor =
        Tutor::new(Session { dice: DiceBox::Listing, seed: 1919, ..Session::default() });
    assert_eq!(tutor.game().dice, [6, 4]);
    assert_eq!(say(&mut tutor, "score"), "no game of this session has ended yet");
    say(&mut tutor, "go");
    // The moves of the sample game, in its own numbers.
    say(&mut tutor, "12-18, 12-18, 12-18, 18-24");
    assert_eq!(say(&mut tutor, "resign"), "Black resigns; White wins, and Black had 143 to go");
    assert!(tutor.obey("resign").unwrap_err().contains("the game is over"));
    say(&mut tutor, "re");
    assert_eq!(tutor.game().dice, [6, 4], "the seed throws the same dice again");
    say(&mut tutor, "resign");
    let score = say(&mut tutor, "score");
    assert!(
        score.starts_with("game 1: White wins, a single game; the loser had 143 to go"),
        "{score}"
    );
    assert!(score.contains("White: wins 2, points 2, to go 310"), "{score}");
    assert!(alone().obey("resign").unwrap_err().contains("nobody plays who could resign"));
}
