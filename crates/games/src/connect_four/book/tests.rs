use std::sync::atomic::AtomicBool;

use henge_core::{Game, Turn};

use super::*;
use crate::connect_four::solver::Solver;

static GO: AtomicBool = AtomicBool::new(false);

fn small() -> ConnectFour {
    ConnectFour::new(5, 4).unwrap()
}

fn built(depth: u32) -> Book {
    let mut builder = Builder::new(&small(), depth).unwrap();
    builder.run(&mut Solver::new(1 << 22), &GO, &mut |_| {});
    builder.finish().unwrap()
}

/// All positions with at most so many discs.
fn openings(game: &ConnectFour, plies: u32) -> Vec<Position> {
    let mut all = vec![game.start()];
    let mut seen = std::collections::HashSet::new();
    let mut i = 0;
    while i < all.len() {
        let pos = all[i];
        i += 1;
        if pos.plies() < plies && seen.insert(game.key(&pos)) {
            all.extend(game.moves(&pos).map(|mv| {
                let mut next = pos;
                game.play(&mut next, mv);
                next
            }));
        }
    }
    all
}

#[test]
fn a_book_knows_all_openings() {
    let (game, book) = (small(), built(5));
    let mut solver = Solver::new(1 << 22);
    for pos in openings(&game, 6) {
        let over = matches!(game.turn(&pos), Turn::Over(_));
        let known = book.score(&pos);
        assert_eq!(known.is_some(), !over && pos.plies() <= 5, "{pos:?}");
        if let Some(score) = known {
            assert_eq!(solver.solve(&game, &pos, &GO, None).unwrap().score, score, "{pos:?}");
        }
    }
}

#[test]
fn books_are_read_as_written() {
    let book = built(5);
    let bytes = book.to_bytes();
    assert_eq!(Book::from_bytes(&bytes), Ok(book));
}

#[test]
fn damaged_books_are_refused() {
    let bytes = built(3).to_bytes();
    for n in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..n]).is_err(), "cut to {n}");
        for bit in 0..8 {
            let mut altered = bytes.clone();
            altered[n] ^= 1 << bit;
            assert!(Book::from_bytes(&altered).is_err(), "byte {n} bit {bit}");
        }
    }
    assert_eq!(Book::from_bytes(b"what is this"), Err(BookError::NoBook));
    assert_eq!(Book::from_bytes(&bytes[..bytes.len() - 1]), Err(BookError::Damaged));
}

#[test]
fn building_can_be_broken_off() {
    let game = small();
    let mut builder = Builder::new(&game, 4).unwrap();
    for _ in 0..10 {
        let task = builder.next_open().unwrap();
        builder.put(task, 0);
    }
    let bytes = builder.to_bytes();
    assert_eq!(Book::from_bytes(&bytes), Err(BookError::Unfinished));
    let mut resumed = Builder::from_bytes(&game, 4, &bytes).unwrap();
    assert_eq!((resumed.n_done(), resumed.n_tasks()), (10, builder.n_tasks()));
    assert_eq!(resumed.next_open(), builder.next_open());
    assert!(resumed.finish().is_err());
    let other = Builder::from_bytes(&game, 5, &bytes).unwrap_err();
    assert_eq!(other, BookError::OtherBook { columns: 5, rows: 4, depth: 5 });
    // A stop between two tasks keeps what is done.
    builder.run(&mut Solver::new(1 << 20), &AtomicBool::new(true), &mut |_| {});
    assert!(builder.n_done() < builder.n_tasks());
}

#[test]
fn tasks_are_all_positions_but_mirror_images_and_wins() {
    let game = ConnectFour::default();
    let n = |depth| Builder::new(&game, depth).unwrap().n_tasks();
    assert_eq!([n(0), n(1), n(2)], [1, 4, 25]);
    assert_eq!(Builder::new(&game, 29).unwrap_err(), BookError::TooDeep { columns: 7, depth: 29 });
}

#[test]
fn a_perfect_player_agrees_with_the_solver() {
    let game = small();
    let mut perfect = Perfect::new(Solver::new(1 << 22), Some(built(4)));
    let mut solver = Solver::new(1 << 22);
    for pos in openings(&game, 6).into_iter().step_by(7) {
        if matches!(game.turn(&pos), Turn::Over(_)) {
            assert_eq!(perfect.best_move(&game, &pos, &GO, None), None);
            continue;
        }
        let scores = solver.scores(&game, &pos, &GO, None).unwrap();
        assert_eq!(perfect.scores(&game, &pos, &GO, None), Some(scores.clone()));
        let (mv, score) = perfect.best_move(&game, &pos, &GO, None).unwrap();
        assert_eq!(scores.iter().flatten().max(), Some(&score));
        assert_eq!(scores[game.column(mv) as usize], Some(score));
    }
}
