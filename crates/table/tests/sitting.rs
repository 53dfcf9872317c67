//! The rules of the table, without a screen, a disk or a thread.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Duration;

use henge_core::erased::{Line, Thought};
use henge_core::{EndedBy, Ending, Limits, Match, Outcome, Player, Score, ScoreKind, Turn};
use henge_table::{
    Adjudication, Ask, Clocks, Dice, Effects, Event, Notice, Purpose, Refusal, Seat, Sitting, Who,
};
use henge_testkit::games::{DiceRace, Ring};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;
const START: Duration = Duration::ZERO;

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A game on a ring: the first king goes from `a` to `b`, `c` or `l`, the second from `g` to `f` or `e`.
fn ring(seats: [Seat; 2]) -> Sitting {
    Sitting::new(Box::new(Match::new(Arc::new(Ring::default()))), seats, Dice::new(1))
}

fn two_people() -> Sitting {
    ring([Seat::human(), Seat::human()])
}

fn against_bot() -> Sitting {
    ring([Seat::human(), Seat::bot("bot")])
}

fn at_home(holder: i64) -> Seat {
    Seat { name: "somebody".into(), who: Who::Person(holder) }
}

fn play(sitting: &mut Sitting, text: &str) -> Effects {
    let Turn::Player(by) = sitting.turn() else { panic!("{sitting:?} is over") };
    sitting.handle(Event::Move { by, text }, START).unwrap()
}

fn thought(mv: &str, score: Score, kind: ScoreKind) -> Thought {
    let line = Line { score: Some((score, kind)), moves: vec![mv.into()] };
    Thought { lines: vec![line], ..Thought::default() }
}

/// The bot answers with a move.
fn answer(sitting: &mut Sitting, ask: Ask, mv: &str) -> Effects {
    let found = thought(mv, Score(5), ScoreKind::Estimate);
    sitting.handle(Event::Thought { ask: ask.id, found: Ok(&found) }, START).unwrap()
}

fn refusal(sitting: &mut Sitting, event: Event<'_>) -> Refusal {
    let before = format!("{sitting:?} {:?} {:?}", sitting.asked(), sitting.draw_offer());
    let refusal = sitting.handle(event, START).unwrap_err();
    let after = format!("{sitting:?} {:?} {:?}", sitting.asked(), sitting.draw_offer());
    assert_eq!(before, after, "a refusal changes nothing");
    refusal
}

#[test]
fn a_bot_is_asked_when_it_is_to_move_and_only_the_last_question_counts() {
    let mut sitting = against_bot();
    assert_eq!(sitting.handle(Event::Begin, START).unwrap(), Effects::default());
    let effects = play(&mut sitting, "b");
    assert_eq!(effects.keep, Some(0));
    let ask = effects.ask.unwrap();
    assert_eq!((ask.player, ask.purpose, ask.limits), (SECOND, Purpose::Move, Limits::NONE));
    assert_eq!(refusal(&mut sitting, Event::Move { by: FIRST, text: "c" }), Refusal::NotYourTurn);
    // Taken back while it thinks: its answer comes too late.
    let back = sitting.handle(Event::TakeBack(FIRST), START).unwrap();
    assert!(back.hush && back.ask.is_none());
    assert_eq!(answer(&mut sitting, ask, "f"), Effects::default());
    let ask = play(&mut sitting, "c").ask.unwrap();
    let effects = answer(&mut sitting, ask, "f");
    assert_eq!((effects.keep, effects.ask, sitting.person()), (Some(1), None, Some(FIRST)));
    assert_eq!(sitting.table().history(), ["c", "f"]);
}

#[test]
fn taking_back_goes_to_the_last_move_of_a_person() {
    let mut sitting = against_bot();
    assert_eq!(refusal(&mut sitting, Event::TakeBack(FIRST)), Refusal::NothingToTakeBack);
    assert!(!sitting.can_take_back() && !sitting.can_redo());
    let ask = play(&mut sitting, "b").ask.unwrap();
    answer(&mut sitting, ask, "f");
    let back = sitting.handle(Event::TakeBack(FIRST), START).unwrap();
    assert_eq!(back.tell, Some(Notice::TakenBack(vec!["b".into(), "f".into()])));
    assert_eq!((back.keep, sitting.ply()), (Some(0), 0));
    assert!(sitting.can_redo());
    let again = sitting.handle(Event::Redo(FIRST), START).unwrap();
    assert_eq!(again.tell, Some(Notice::PlayedAgain(vec!["b".into(), "f".into()])));
    assert_eq!((again.keep, sitting.ply()), (Some(0), 2));
    assert_eq!(refusal(&mut sitting, Event::Redo(FIRST)), Refusal::NothingToRedo);
}

#[test]
fn a_bots_own_first_move_stays() {
    let mut sitting = ring([Seat::bot("bot"), Seat::human()]);
    let ask = sitting.handle(Event::Begin, START).unwrap().ask.unwrap();
    answer(&mut sitting, ask, "b");
    assert_eq!(refusal(&mut sitting, Event::TakeBack(SECOND)), Refusal::NothingToTakeBack);
    assert_eq!(sitting.table().history(), ["b"]);
}

#[test]
fn two_people_ask_each_other_to_take_back() {
    let mut sitting = ring([at_home(1), at_home(2)]);
    assert_eq!(refusal(&mut sitting, Event::AskTakeBack(FIRST)), Refusal::NothingToTakeBack);
    play(&mut sitting, "b");
    assert_eq!(refusal(&mut sitting, Event::AskTakeBack(SECOND)), Refusal::NothingToTakeBack);
    play(&mut sitting, "f");
    let asked = sitting.handle(Event::AskTakeBack(FIRST), START).unwrap();
    assert_eq!((asked.tell, asked.keep), (Some(Notice::TakeBackAsked(FIRST)), None));
    assert_eq!(sitting.take_back_asked(), Some(FIRST));
    assert_eq!(refusal(&mut sitting, Event::AskTakeBack(FIRST)), Refusal::AlreadyAsked);
    assert_eq!(refusal(&mut sitting, Event::AnswerTakeBack(FIRST, true)), Refusal::NotAsked);
    let no = sitting.handle(Event::AnswerTakeBack(SECOND, false), START).unwrap();
    assert_eq!(no.tell, Some(Notice::TakeBackDeclined(SECOND)));
    assert_eq!((sitting.ply(), sitting.take_back_asked()), (2, None));
    // The one who asks gets their own move back, and the reply to it.
    sitting.handle(Event::AskTakeBack(FIRST), START).unwrap();
    let yes = sitting.handle(Event::AnswerTakeBack(SECOND, true), START).unwrap();
    assert_eq!(yes.tell, Some(Notice::TakenBack(vec!["b".into(), "f".into()])));
    assert_eq!((sitting.ply(), yes.keep), (0, Some(0)));
    play(&mut sitting, "c");
    sitting.handle(Event::AskTakeBack(FIRST), START).unwrap();
    // Whoever moves instead has not agreed.
    play(&mut sitting, "f");
    assert_eq!(refusal(&mut sitting, Event::AnswerTakeBack(SECOND, true)), Refusal::NotAsked);
    sitting.handle(Event::Resign(FIRST), START).unwrap();
    assert_eq!(refusal(&mut sitting, Event::AskTakeBack(FIRST)), Refusal::Over);
}

#[test]
fn moves_of_two_people_are_not_taken_back() {
    let mut sitting = ring([at_home(1), at_home(2)]);
    play(&mut sitting, "b");
    assert_eq!(refusal(&mut sitting, Event::TakeBack(FIRST)), Refusal::TwoPeople);
    let mut sitting = two_people();
    play(&mut sitting, "b");
    assert!(sitting.can_take_back());
    sitting.handle(Event::TakeBack(FIRST), START).unwrap();
    assert_eq!(sitting.ply(), 0);
}

#[test]
fn endings_stand_or_can_be_taken_back() {
    let mut sitting = two_people();
    play(&mut sitting, "b");
    let effects = sitting.handle(Event::Resign(SECOND), START).unwrap();
    let resigned = Ending::resigned(SECOND);
    assert_eq!((effects.ended, effects.keep), (Some(resigned), Some(1)));
    assert_eq!(refusal(&mut sitting, Event::Move { by: SECOND, text: "f" }), Refusal::Over);
    assert_eq!(refusal(&mut sitting, Event::Resign(FIRST)), Refusal::Over);
    assert_eq!(refusal(&mut sitting, Event::Redo(FIRST)), Refusal::RedoAfterEnd);
    assert_eq!(refusal(&mut sitting, Event::SwapSeats), Refusal::SeatsStay);
    let effects = sitting.handle(Event::TakeBack(SECOND), START).unwrap();
    assert_eq!((effects.tell, sitting.ending()), (Some(Notice::EndTakenBack), None));

    let decided = Event::Adjudicate(Outcome::Draw);
    let effects = sitting.handle(decided, START).unwrap();
    assert_eq!(effects.ended, Some(Ending::new(Outcome::Draw, EndedBy::Adjudication)));
    assert!(matches!(refusal(&mut sitting, Event::TakeBack(FIRST)), Refusal::Stands(_)));

    // What has ended is still ended when somebody comes back.
    let again = two_people().with_ending(Some(resigned));
    assert_eq!((again.ending(), again.is_over()), (Some(resigned), true));
}

#[test]
fn the_board_ends_the_game() {
    let mut sitting = two_people();
    for mv in ["c", "e"] {
        assert_eq!(play(&mut sitting, mv).ended, None);
    }
    let effects = play(&mut sitting, "e");
    assert_eq!(effects.ended, Some(Ending::new(Outcome::win(FIRST), EndedBy::Rules)));
    assert!(sitting.can_take_back());
}

#[test]
fn a_draw_is_offered_and_answered() {
    let mut sitting = ring([at_home(1), at_home(2)]);
    assert_eq!(refusal(&mut sitting, Event::AnswerDraw(SECOND, true)), Refusal::NoOffer);
    let offered = sitting.handle(Event::OfferDraw(SECOND), START).unwrap();
    assert_eq!(offered.tell, Some(Notice::DrawOffered(SECOND)));
    assert_eq!(refusal(&mut sitting, Event::OfferDraw(FIRST)), Refusal::AlreadyOffered);
    assert_eq!(refusal(&mut sitting, Event::AnswerDraw(SECOND, true)), Refusal::NoOffer);
    // Who moves has not taken it.
    play(&mut sitting, "b");
    assert_eq!(sitting.draw_offer(), None);
    // One's own offer stands while one moves.
    sitting.handle(Event::OfferDraw(SECOND), START).unwrap();
    play(&mut sitting, "f");
    assert_eq!(sitting.draw_offer(), Some(SECOND));
    let declined = sitting.handle(Event::AnswerDraw(FIRST, false), START).unwrap();
    assert_eq!(declined.tell, Some(Notice::DrawDeclined(FIRST)));
    sitting.handle(Event::OfferDraw(FIRST), START).unwrap();
    let taken = sitting.handle(Event::AnswerDraw(SECOND, true), START).unwrap();
    assert_eq!(taken.ended, Some(Ending::agreed()));

    // Two at one keyboard have agreed before they say so.
    let agreed = two_people().handle(Event::OfferDraw(FIRST), START).unwrap();
    assert_eq!(agreed.ended, Some(Ending::agreed()));
}

#[test]
fn a_bot_thinks_about_a_draw_and_takes_it_when_it_is_not_ahead() {
    for (score, takes) in [(Score(30), true), (Score::DRAW, true), (Score(-30), false)] {
        let mut sitting = against_bot();
        let ask = sitting.handle(Event::OfferDraw(FIRST), START).unwrap().ask.unwrap();
        assert_eq!((ask.player, ask.purpose), (SECOND, Purpose::Draw));
        assert_eq!(refusal(&mut sitting, Event::OfferDraw(FIRST)), Refusal::AlreadyOffered);
        // The score is that of the person, who is to move.
        let found = thought("b", score, ScoreKind::Estimate);
        let heard = Event::Thought { ask: ask.id, found: Ok(&found) };
        let effects = sitting.handle(heard, START).unwrap();
        assert_eq!(effects.ended, takes.then_some(Ending::agreed()), "{score}");
        assert_eq!(effects.tell, (!takes).then_some(Notice::DrawDeclined(SECOND)));
        assert_eq!((sitting.ply(), sitting.draw_offer()), (0, None));
    }
    // Whoever moves meanwhile does not wait for the answer.
    let mut sitting = against_bot();
    let ask = sitting.handle(Event::OfferDraw(FIRST), START).unwrap().ask.unwrap();
    let moved = play(&mut sitting, "b");
    assert!(moved.hush && moved.ask.is_some_and(|next| next.id != ask.id));
    assert_eq!(sitting.draw_offer(), None);
    assert_eq!(refusal(&mut sitting, Event::OfferDraw(FIRST)), Refusal::BotThinks);
}

#[test]
fn clocks_run_for_whoever_is_to_move() {
    let mut sitting = two_people().with_clocks(Some(Clocks::new(secs(60), secs(2))));
    assert_eq!(sitting.running(), None);
    sitting.handle(Event::Begin, secs(10)).unwrap();
    assert_eq!(sitting.running(), Some(FIRST));
    let left = |sitting: &Sitting, now| sitting.clocks(secs(now)).unwrap().left;
    assert_eq!(left(&sitting, 15), [secs(55), secs(60)]);
    sitting.handle(Event::Move { by: FIRST, text: "b" }, secs(15)).unwrap();
    assert_eq!(left(&sitting, 20), [secs(57), secs(55)]);
    // Taking back gives no time back.
    sitting.handle(Event::TakeBack(FIRST), secs(25)).unwrap();
    assert_eq!(left(&sitting, 26), [secs(56), secs(50)]);
    // Nothing is late at 81 seconds; at 82 the flag falls, whatever was asked for.
    assert_eq!(sitting.handle(Event::Time, secs(81)).unwrap(), Effects::default());
    let late = sitting.handle(Event::Move { by: FIRST, text: "b" }, secs(82)).unwrap();
    assert!(late.late);
    assert_eq!(late.ended, Some(Ending::out_of_time(FIRST)));
    assert_eq!((sitting.ply(), left(&sitting, 99)), (0, [START, secs(50)]));
    assert!(matches!(refusal(&mut sitting, Event::TakeBack(FIRST)), Refusal::Stands(_)));
}

#[test]
fn a_bot_sees_its_clock() {
    let clocks = Clocks::new(secs(60), secs(1));
    let mut sitting = against_bot().with_clocks(Some(clocks));
    sitting.handle(Event::Begin, START).unwrap();
    let moved = sitting.handle(Event::Move { by: FIRST, text: "b" }, secs(3)).unwrap();
    assert_eq!(moved.ask.unwrap().limits.clock, Some(clocks.of(SECOND)));
    let fell = sitting.handle(Event::Time, secs(63)).unwrap();
    assert!(fell.hush && !fell.late);
    assert_eq!(fell.ended, Some(Ending::out_of_time(SECOND)));
}

#[test]
fn nothing_begins_before_everybody_is_here() {
    let nobody = Seat { name: "".into(), who: Who::Nobody };
    let clocks = Some(Clocks::new(secs(9), START));
    let mut sitting = ring([Seat::bot("bot"), nobody]).with_clocks(clocks);
    let begun = sitting.handle(Event::Begin, START).unwrap();
    assert_eq!((begun.ask, sitting.running(), sitting.open_seat()), (None, None, Some(SECOND)));
    assert_eq!(refusal(&mut sitting, Event::OfferDraw(FIRST)), Refusal::Alone);
    let sat = sitting.handle(Event::Sit(SECOND, at_home(1)), secs(5)).unwrap();
    assert_eq!(sat.ask.unwrap().player, FIRST);
    assert_eq!((sitting.running(), sat.keep), (Some(FIRST), Some(0)));
}

#[test]
fn sides_can_be_changed() {
    let mut sitting = against_bot();
    let swapped = sitting.handle(Event::SwapSeats, START).unwrap();
    assert_eq!(swapped.ask.unwrap().player, FIRST);
    let back = sitting.handle(Event::SwapSeats, START).unwrap();
    assert!(back.hush && back.ask.is_none());
}

#[test]
fn a_bot_that_fails_can_be_asked_again() {
    let mut sitting = against_bot();
    let ask = play(&mut sitting, "b").ask.unwrap();
    let failed = sitting.handle(Event::Thought { ask: ask.id, found: Err("broken") }, START);
    let failed = failed.unwrap();
    assert_eq!((failed.ask, failed.tell), (None, Some(Notice::Stuck(SECOND, "broken".into()))));
    assert_eq!(sitting.stuck(), Some("broken"));
    let ask = sitting.handle(Event::Retry, START).unwrap().ask.unwrap();
    // So is one whose move is none.
    answer(&mut sitting, ask, "z");
    assert!(sitting.stuck().is_some() && sitting.ply() == 1);
    let ask = sitting.handle(Event::Retry, START).unwrap().ask.unwrap();
    answer(&mut sitting, ask, "e");
    assert_eq!((sitting.stuck(), sitting.ply()), (None, 2));
}

#[test]
fn bots_resign_by_the_rule_of_the_table() {
    let rules = Adjudication { resign: "2".parse().ok(), draw: None };
    let mut sitting = against_bot().with_adjudication(rules);
    let lost = |mv: &str| thought(mv, -Score::win_in(4), ScoreKind::Proved);
    let ask = play(&mut sitting, "b").ask.unwrap();
    let found = lost("f");
    sitting.handle(Event::Thought { ask: ask.id, found: Ok(&found) }, START).unwrap();
    // What was taken back was not judged.
    sitting.handle(Event::TakeBack(FIRST), START).unwrap();
    let ask = play(&mut sitting, "b").ask.unwrap();
    sitting.handle(Event::Thought { ask: ask.id, found: Ok(&found) }, START).unwrap();
    assert!(!sitting.is_over());
    let ask = play(&mut sitting, "a").ask.unwrap();
    let found = lost("e");
    let ended = sitting.handle(Event::Thought { ask: ask.id, found: Ok(&found) }, START).unwrap();
    assert_eq!((ended.ended, sitting.ply()), (Some(Ending::resigned(SECOND)), 3));
}

#[test]
fn bots_ponder_on_the_time_of_people() {
    let mut sitting = against_bot().with_pondering(true);
    assert_eq!(sitting.handle(Event::Begin, START).unwrap().ponder, Some(SECOND));
    let moved = play(&mut sitting, "b");
    assert!(moved.hush && moved.ponder.is_none());
    let answered = answer(&mut sitting, moved.ask.unwrap(), "f");
    assert_eq!(answered.ponder, Some(SECOND));
    assert!(sitting.handle(Event::Resign(FIRST), START).unwrap().hush);
    assert_eq!(sitting.pondering(), None);
}

#[test]
fn dice_fall_by_themselves_and_are_not_thrown_again() {
    let table = Box::new(Match::new(Arc::new(DiceRace::default())));
    let mut sitting = Sitting::new(table, [Seat::human(), Seat::human()], Dice::new(3));
    assert_eq!(sitting.handle(Event::Begin, START).unwrap().keep, Some(0));
    assert_eq!((sitting.ply(), sitting.person()), (1, Some(FIRST)));
    let mv = sitting.table().moves()[0].text.clone();
    assert_eq!(play(&mut sitting, &mv).keep, Some(1));
    let moves = sitting.table().history();
    assert_eq!(moves.len(), 3);
    sitting.handle(Event::TakeBack(FIRST), START).unwrap();
    assert_eq!(sitting.table().history(), moves[..1]);
    play(&mut sitting, &mv);
    assert_eq!(sitting.table().history(), moves);
}

#[test]
fn a_copy_goes_its_own_way() {
    let mut sitting = two_people();
    let before = sitting.clone();
    play(&mut sitting, "b");
    assert_eq!((before.ply(), sitting.ply()), (0, 1));
}
