//! The evaluation that suits a positional game.

use std::sync::Arc;

use henge_core::{Eval, Margins, Omitted, Player, Score, ScoreKind};

use super::connections::{ConnectionState, Connections};
use super::patterns::{PatternState, Patterns};
use super::promise::{Promise, PromiseState};
use super::rules::{Move, Position, Positional};

/// One of the evaluations of positional games: one type, so that searches are compiled once for all of them.
#[derive(Clone, Debug)]
pub enum Judge<const W: usize> {
    /// Every position is worth a draw.
    Nothing,
    /// The evaluation of 1990, for every game.
    Promise(Arc<Promise<W>>),
    /// Patterns on lines, for k in a row.
    Patterns(Arc<Patterns>),
    /// Virtual connections, for Hex.
    Connections(Connections<W>),
}

impl<const W: usize> Judge<W> {
    /// The best one for a game.
    pub fn best(game: &Positional<W>, promise: &Arc<Promise<W>>) -> Judge<W> {
        let connections = || Connections::of(game).map(Judge::Connections);
        match Patterns::of(game) {
            Some(patterns) => Judge::Patterns(Arc::new(patterns)),
            None => connections().unwrap_or_else(|| Judge::Promise(Arc::clone(promise))),
        }
    }
}

/// What the evaluation keeps beside the position.
#[derive(Default)]
pub enum JudgeState<const W: usize> {
    /// Nothing.
    #[default]
    None,
    /// That of [`Judge::Promise`].
    Promise(PromiseState),
    /// That of [`Judge::Patterns`].
    Patterns(PatternState<W>),
    /// That of [`Judge::Connections`].
    Connections(ConnectionState<W>),
}

/// Hands a question with a state to the evaluation it is for.
macro_rules! ask {
    ($self:ident, $game:ident, $pos:ident, $state:ident, $nothing:expr, $eval:ident, $its:ident => $answer:expr) => {{
        if let JudgeState::None = $state {
            *$state = $self.begin($game, $pos);
        }
        match ($self, $state) {
            (Judge::Promise($eval), JudgeState::Promise($its)) => $answer,
            (Judge::Patterns($eval), JudgeState::Patterns($its)) => $answer,
            (Judge::Connections($eval), JudgeState::Connections($its)) => $answer,
            _ => $nothing,
        }
    }};
}

impl<const W: usize> Eval<Positional<W>> for Judge<W> {
    type State = JudgeState<W>;
    const FORCES: bool = true;

    fn eval(&self, game: &Positional<W>, pos: &Position<W>, player: Player) -> Score {
        match self {
            Judge::Nothing => Score::DRAW,
            Judge::Promise(promise) => promise.eval(game, pos, player),
            Judge::Patterns(patterns) => patterns.eval(game, pos, player),
            Judge::Connections(connections) => connections.eval(game, pos, player),
        }
    }

    fn begin(&self, game: &Positional<W>, pos: &Position<W>) -> JudgeState<W> {
        match self {
            Judge::Nothing => JudgeState::None,
            Judge::Promise(promise) => JudgeState::Promise(promise.begin(game, pos)),
            Judge::Patterns(patterns) => JudgeState::Patterns(patterns.begin(game, pos)),
            Judge::Connections(_) => JudgeState::Connections(ConnectionState::default()),
        }
    }

    #[inline]
    fn push(&self, game: &Positional<W>, pos: &Position<W>, mv: Move, state: &mut JudgeState<W>) {
        match (self, state) {
            (Judge::Promise(eval), JudgeState::Promise(state)) => eval.push(game, pos, mv, state),
            (Judge::Patterns(eval), JudgeState::Patterns(state)) => eval.push(game, pos, mv, state),
            _ => {}
        }
    }

    #[inline]
    fn pop(&self, game: &Positional<W>, pos: &Position<W>, mv: Move, state: &mut JudgeState<W>) {
        match (self, state) {
            (Judge::Promise(eval), JudgeState::Promise(state)) => eval.pop(game, pos, mv, state),
            (Judge::Patterns(eval), JudgeState::Patterns(state)) => eval.pop(game, pos, mv, state),
            _ => {}
        }
    }

    #[inline]
    fn judge(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut JudgeState<W>,
        player: Player,
    ) -> Score {
        ask!(self, game, pos, state, Score::DRAW, eval, its => eval.judge(game, pos, its, player))
    }

    #[inline]
    fn forced(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut JudgeState<W>,
        player: Player,
    ) -> Option<(Score, ScoreKind)> {
        match (self, state) {
            (Judge::Patterns(eval), JudgeState::Patterns(its)) => {
                eval.forced(game, pos, its, player)
            }
            (Judge::Connections(eval), JudgeState::Connections(its)) => {
                eval.forced(game, pos, its, player)
            }
            _ => None,
        }
    }

    #[inline]
    fn forces_anywhere(&self) -> bool {
        matches!(self, Judge::Connections(_))
    }

    #[inline]
    fn stable(&self, game: &Positional<W>, pos: &Position<W>, state: &mut JudgeState<W>) -> bool {
        ask!(self, game, pos, state, true, eval, its => eval.stable(game, pos, its))
    }

    fn margins(&self) -> Margins {
        match self {
            Judge::Nothing => Margins::NONE,
            Judge::Promise(promise) => Eval::<Positional<W>>::margins(&**promise),
            Judge::Patterns(patterns) => Eval::<Positional<W>>::margins(&**patterns),
            Judge::Connections(connections) => Eval::<Positional<W>>::margins(connections),
        }
    }

    fn arranges(&self) -> bool {
        !matches!(self, Judge::Nothing)
    }

    fn threatens(&self) -> bool {
        matches!(self, Judge::Patterns(_))
    }

    fn threats(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut JudgeState<W>,
        moves: &mut Vec<Move>,
    ) {
        if let (Judge::Patterns(eval), JudgeState::Patterns(its)) = (self, state) {
            eval.threats(game, pos, its, moves);
        }
    }

    fn propose(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut JudgeState<W>,
        moves: &mut Vec<Move>,
    ) -> Option<Omitted> {
        match (self, state) {
            (Judge::Patterns(eval), JudgeState::Patterns(its)) => {
                eval.propose(game, pos, its, moves)
            }
            _ => None,
        }
    }

    fn select(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut JudgeState<W>,
        moves: &mut Vec<Move>,
    ) -> Omitted {
        ask!(self, game, pos, state, Omitted::Irrelevant, eval, its => eval.select(game, pos, its, moves))
    }
}
