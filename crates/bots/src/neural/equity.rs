//! The net as an evaluation for engines that know nothing of nets.

use std::cell::RefCell;
use std::sync::Arc;

use henge_games::backgammon::{Equity, Men};

use super::evaluator::{Evaluator, Judge};

thread_local! {
    /// Engines ask from several threads, each of which needs room to work in.
    static ROOM: RefCell<Option<Evaluator>> = const { RefCell::new(None) };
}

impl Equity for Judge {
    fn equity(&self, men: &Men) -> f32 {
        ROOM.with_borrow_mut(|room| {
            let own = room.take().filter(|evaluator| evaluator.is_of(self));
            let evaluator = room.insert(own.unwrap_or_else(|| Evaluator::new(self)));
            evaluator.chances(men).equity()
        })
    }
}

impl Evaluator {
    /// Is this the judge it works with?
    fn is_of(&self, judge: &Judge) -> bool {
        Arc::ptr_eq(&self.judge.net, &judge.net)
    }
}
