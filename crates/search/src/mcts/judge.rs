use henge_core::{Eval, Game, Player, Score};

/// What judges the positions where the tree of [`Mcts`](crate::Mcts) ends: any [`Eval`], or
/// something that is faster with many positions at once, such as a net on a graphics card.
///
/// ```
/// use henge_core::{Game, Player, Score};
/// use henge_search::Judge;
/// use henge_testkit::games::Boxes;
///
/// type Position = <Boxes as Game>::Position;
///
/// /// Counts moves, for a whole batch in one go.
/// struct Mobility;
///
/// impl Judge<Boxes> for Mobility {
///     fn judge(&self, game: &Boxes, pos: &Position, _: Player) -> Score {
///         Score(game.moves(pos).count() as i32)
///     }
///     fn judge_batch(&self, game: &Boxes, leaves: &[(Position, Player)], scores: &mut Vec<Score>) {
///         scores.extend(leaves.iter().map(|(pos, _)| Score(game.moves(pos).count() as i32)));
///     }
/// }
/// ```
pub trait Judge<G: Game>: Send + Sync {
    /// The score of a position to `player`, who moves next unless dice fall.
    fn judge(&self, game: &G, pos: &G::Position, player: Player) -> Score;

    /// Writes the scores of all `leaves` into `scores`, which is empty. Asked when
    /// [`MctsOptions::batch`](crate::MctsOptions::batch) is more than 1, with that many leaves at
    /// most. By default the leaves are judged one by one.
    fn judge_batch(&self, game: &G, leaves: &[(G::Position, Player)], scores: &mut Vec<Score>) {
        scores.extend(leaves.iter().map(|(pos, player)| self.judge(game, pos, *player)));
    }
}

impl<G: Game, E: Eval<G>> Judge<G> for E {
    #[inline]
    fn judge(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        self.eval(game, pos, player)
    }
    #[inline]
    fn judge_batch(&self, game: &G, leaves: &[(G::Position, Player)], scores: &mut Vec<Score>) {
        self.batch(game, leaves, scores);
    }
}
