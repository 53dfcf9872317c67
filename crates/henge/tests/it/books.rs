//! Opening books: a repertoire answers whatever the opponent does, and the shipped one is right.

use henge::erased::{DynMatch, table_of};
use henge::games::connect_four::ConnectFour;
use henge::search::Task;
use henge::search::book::Book;
use henge::{Limits, Notation, Player, RepertoireTask, Turn};

const EASY: u64 = 50;

/// Plays the book's moves for `player` and all moves of the opponent; counts the answers.
fn walk(game: &henge::Playable, book: &Book, table: &mut dyn DynMatch, player: Player) -> usize {
    let Turn::Player(mover) = table.turn() else { return 0 };
    let solver = game.solving().unwrap();
    let solve = |limits| solver.solve(table, Task::new(limits)).unwrap();
    let replies = if mover == player {
        let truth = solve(Limits::NONE);
        let own = table_of::<ConnectFour>(table).unwrap();
        match book.best(&**own.game(), own.position()) {
            Some((mv, entry)) => {
                assert_eq!((entry.score, true), (truth.score, entry.kind.is_sure()));
                vec![own.game().write_move(own.position(), mv)]
            }
            // Not in the book, because it is easy: then so is the rest.
            None => return 0,
        }
    } else {
        table.moves().into_iter().map(|mv| mv.text).collect()
    };
    let mut answers = usize::from(mover == player);
    for mv in replies {
        table.play(&mv).unwrap();
        answers += walk(game, book, table, player);
        table.undo().unwrap();
    }
    answers
}

#[test]
fn a_repertoire_is_right_wherever_it_answers() {
    let game = henge::game("connect-four:size=5x4").unwrap();
    let mut table = game.rules().start();
    let mut book = Book::new(game.rules().name(), []);
    let books = game.books().unwrap();
    let done = books.extend_repertoire(&mut book, &*table, RepertoireTask::new(EASY));
    assert!(done.unwrap() && book.len() > 20, "{}", book.len());
    for player in Player::BOTH {
        assert!(walk(&game, &book, &mut *table, player) > 10);
    }
    let again = book.to_bytes();
    books.extend_repertoire(&mut book, &*table, RepertoireTask::new(EASY)).unwrap();
    assert_eq!(book.to_bytes(), again, "nothing is missing");
}

#[test]
fn a_repertoire_that_was_stopped_goes_on() {
    let game = henge::game("connect-four:size=5x4").unwrap();
    let table = game.rules().start();
    let books = game.books().unwrap();
    let build = |book: &mut Book, most: usize| {
        let mut tell = |_, extent: henge::search::book::Extent, _: &_| extent.entries < most;
        let task = RepertoireTask { progress: &mut tell, ..RepertoireTask::new(EASY) };
        books.extend_repertoire(book, &*table, task).unwrap()
    };
    let (mut whole, mut pieces) =
        (Book::new(game.rules().name(), []), Book::new(game.rules().name(), []));
    assert!(build(&mut whole, usize::MAX));
    assert!(!build(&mut pieces, 10));
    assert!(!build(&mut pieces, 20));
    assert!(build(&mut pieces, usize::MAX));
    assert_eq!(pieces.to_bytes(), whole.to_bytes());
}

#[test]
fn the_shipped_book_of_connect_four_is_played_perfectly() {
    let game = henge::game("connect-four").unwrap();
    let mut bot = game.bot("perfect").unwrap();
    let thought = henge::think(&mut *bot, &*game.rules().start(), Limits::NONE).unwrap();
    let (score, kind) = thought.lines[0].score.unwrap();
    // Allen and Allis 1988: the middle wins, and with best play the last disc but one decides.
    assert_eq!((thought.best(), score.decided()), (Some("4"), Some((1, 41))));
    assert_eq!((kind.word(), thought.nodes), ("proved", 0));
    for seed in 0..10 {
        let mut opponent = game.seeded_bot("random", seed).unwrap();
        let mut table = game.rules().start();
        while let Turn::Player(player) = table.turn() {
            let mover = if player == Player::First { &mut bot } else { &mut opponent };
            let thought = henge::think(&mut **mover, &*table, Limits::NONE).unwrap();
            table.play(thought.best().unwrap()).unwrap();
        }
        let Turn::Over(outcome) = table.turn() else { panic!("the game is over") };
        assert_eq!(outcome.points_for(Player::First), 1, "seed {seed}");
    }
}

#[test]
fn the_shipped_book_of_pentominoes_knows_a_winning_move_and_answers() {
    let game = henge::game("pentominoes").unwrap();
    let mut bot = game.bot("perfect").unwrap();
    let mut table = game.rules().start();
    let first = henge::think(&mut *bot, &*table, Limits::NONE).unwrap();
    assert_eq!((first.best(), first.nodes), (Some("F1@27"), 0));
    // An opening that loses is refuted at once.
    table.play("L1@33").unwrap();
    let reply = henge::think(&mut *bot, &*table, Limits::NONE).unwrap();
    let (score, kind) = reply.lines[0].score.unwrap();
    assert!(score.decided().is_some_and(|(points, _)| points > 0) && kind.is_sure());
    assert_eq!(reply.nodes, 0);
}
