use std::sync::atomic::AtomicBool;

use henge_core::Game;

use super::Book;
use crate::connect_four::solver::Solver;
use crate::connect_four::{ConnectFour, Move, Position};

/// Knows the exact score of every position: from a book as long as it reaches, and then by search.
pub struct Perfect {
    solver: Solver,
    book: Option<Book>,
}

impl Perfect {
    /// Without a book, openings take seconds.
    pub fn new(solver: Solver, book: Option<Book>) -> Perfect {
        Perfect { solver, book }
    }

    /// The solver, for another use.
    pub fn into_solver(self) -> Solver {
        self.solver
    }

    /// The score of a position, unless stopped; see [`Solver::solve`].
    pub fn score(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &AtomicBool,
        node_limit: Option<u64>,
    ) -> Option<i8> {
        let book = self.book.as_ref().filter(|book| book.game() == game);
        match book.and_then(|book| book.score(pos)) {
            Some(score) => Some(score),
            None => self.solver.solve(game, pos, stop, node_limit).map(|solved| solved.score),
        }
    }

    /// The score of every move, by column; nothing for a full column.
    pub fn scores(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &AtomicBool,
        node_limit: Option<u64>,
    ) -> Option<Vec<Option<i8>>> {
        let mut scores = vec![None; game.columns() as usize];
        for mv in game.moves(pos) {
            let mut next = *pos;
            game.play(&mut next, mv);
            scores[game.column(mv) as usize] = Some(-self.score(game, &next, stop, node_limit)?);
        }
        Some(scores)
    }

    /// A best move and its score, faster than all scores; nothing if stopped or over.
    pub fn best_move(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &AtomicBool,
        node_limit: Option<u64>,
    ) -> Option<(Move, i8)> {
        let score = self.score(game, pos, stop, node_limit)?;
        let book = self.book.as_ref().filter(|book| book.game() == game);
        if let Some(book) = book.filter(|book| pos.plies() < book.depth()) {
            return game.moves(pos).find_map(|mv| {
                let mut next = *pos;
                game.play(&mut next, mv);
                (next.won || book.score(&next) == Some(-score)).then_some((mv, score))
            });
        }
        self.solver.reaching(game, pos, score, stop, node_limit).map(|mv| (mv, score))
    }
}
