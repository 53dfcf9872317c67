//! Opening books: by search, from games, and as files that cannot lie.

use crate::common::TicTacToe;
use henge_core::{Game, NoEval, Outcome, Player, Score, ScoreKind, Symmetric};
use henge_search::book::{Book, BookError, Builder};
use henge_search::minimax;
use henge_testkit::games::Boxes;

fn searched<G: Game>(game: &G, plies: u32) -> Book {
    let mut builder = Builder::default();
    let mut judge =
        |pos: &G::Position| Some((minimax::score(game, pos, None, &NoEval), ScoreKind::Proved));
    assert!(builder.search(game, &game.start(), plies, &mut judge, &mut |_, _| true));
    builder.book("some game")
}

#[test]
fn a_book_by_search_says_what_minimax_says() {
    let book = searched(&TicTacToe, 4);
    assert_eq!(book.get(TicTacToe.canonical_key(&TicTacToe.start())).unwrap().score, Score::DRAW);
    let mut pos = TicTacToe.start();
    for _ in 0..4 {
        let (mv, entry) = book.best(&TicTacToe, &pos).unwrap();
        assert_eq!(entry.score, minimax::score(&TicTacToe, &pos, None, &NoEval));
        TicTacToe.play(&mut pos, mv);
    }
    // Beyond its last ply a book says nothing.
    assert_eq!(book.best(&TicTacToe, &pos), None);
}

#[test]
fn one_entry_serves_all_mirror_images_and_turns_that_stay() {
    let game = Boxes::new(2, 1);
    let book = searched(&game, 3);
    let mut pos = game.start();
    for _ in 0..2 {
        let (mv, entry) = book.best(&game, &pos).unwrap();
        assert_eq!(entry.score, minimax::score(&game, &pos, None, &NoEval));
        for symmetry in 0..game.n_symmetries() {
            let image = game.image(symmetry, &pos);
            assert_eq!(book.best(&game, &image).unwrap().1, entry);
        }
        game.play(&mut pos, mv);
    }
}

#[test]
fn work_that_was_stopped_goes_on() {
    let whole = searched(&TicTacToe, 2);
    let mut judged = 0;
    let mut builder = Builder::default();
    loop {
        let mut judge = |pos: &_| {
            judged += 1;
            Some((minimax::score(&TicTacToe, pos, None, &NoEval), ScoreKind::Proved))
        };
        // Three positions at a time.
        let done = builder
            .search(&TicTacToe, &TicTacToe.start(), 2, &mut judge, &mut |n, all| n < 3 || n == all);
        if done {
            break;
        }
        builder = Builder::from_book(&builder.book("some game"));
    }
    assert_eq!(builder.book("some game"), whole);
    let leaves = whole.entries().len();
    assert!(judged < leaves, "nothing is judged twice: {judged} of {leaves}");
}

#[test]
fn games_are_counted() {
    let mut positions = vec![TicTacToe.start()];
    let mut pos = TicTacToe.start();
    let mv = TicTacToe.moves(&pos).nth(4).unwrap();
    TicTacToe.play(&mut pos, mv);
    positions.push(pos);
    let mut builder = Builder::default();
    for winner in [Player::First, Player::First, Player::Second] {
        builder.add_game(&TicTacToe, &positions, Outcome::win(winner), 8);
    }
    let book = builder.book("some game");
    let (best, entry) = book.best(&TicTacToe, &TicTacToe.start()).unwrap();
    assert_eq!(
        (best, entry.games, entry.score, entry.kind),
        (mv, 3, Score(3333), ScoreKind::Estimate)
    );
}

#[test]
fn a_file_is_read_back_and_every_change_is_noticed() {
    let book = searched(&TicTacToe, 1);
    let bytes = book.to_bytes();
    assert_eq!(Book::from_bytes(&bytes).unwrap(), book);
    for i in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[i] ^= 1;
        assert!(Book::from_bytes(&altered).is_err(), "byte {i}");
        assert!(Book::from_bytes(&bytes[..i]).is_err(), "cut at {i}");
    }
    assert!(Book::from_bytes(&[&bytes[..], b"!"].concat()).is_err());
    assert_eq!(Book::from_bytes(b"something else"), Err(BookError::NotABook));
    let error = book.of("chess").unwrap_err();
    assert_eq!(error.to_string(), "this is a book of some game, not of chess");
}
