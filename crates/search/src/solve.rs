//! What solvers find out, and how alpha-beta finds it out for any game.

use std::time::Duration;

use henge_core::{Eval, Game, NoEval, Omitted, Player, Score, ScoreKind, Turn};

use crate::{AlphaBeta, Mode, Options, Task};

/// What a solver has found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The points to the player to move (to the first, if the game is over): positive for a win, 0
    /// for a draw, negative for a loss. Worth as much as `kind` says.
    pub points: i32,
    /// The points are proved. By alpha-beta never so in games with cycles, and never more certain than the keys of
    /// positions, which have 64 bits.
    pub proved: bool,
    /// The points with the plies to the end: the sooner the better for the winner.
    pub score: Score,
    /// The score as players of the game count it, where they have a convention of their own.
    pub conventional_score: Option<i32>,
    /// What `score` is worth; one side of it may be proved when `proved` is false.
    pub kind: ScoreKind,
    /// Best play. To the end of the game if it is won or lost; a draw may be cut short.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl<M> Solution<M> {
    /// Nothing is known.
    pub fn unknown() -> Self {
        Solution {
            points: 0,
            proved: false,
            score: Score::DRAW,
            conventional_score: None,
            kind: ScoreKind::Estimate,
            line: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The same with the moves of the line in other words.
    pub fn with_line<N>(self, write: impl FnOnce(&[M]) -> Vec<N>) -> Solution<N> {
        let Solution { points, proved, score, conventional_score, kind, line, nodes, elapsed } =
            self;
        let line = write(&line);
        Solution { points, proved, score, conventional_score, kind, line, nodes, elapsed }
    }
}

/// Searches to the end of the game, deeper and deeper, so that it finds the shortest win first.
///
/// Works with a table of 64 MiB and one thread; [`solve_with`] takes an engine that
/// was made otherwise.
pub fn solve<G: Game>(game: &G, pos: &G::Position, task: Task<'_, G::Move>) -> Solution<G::Move> {
    let table_bytes = 64 << 20;
    let options = Options { table_bytes, mode: Mode::Prove, extension: 0, ..Options::default() };
    solve_with(&mut AlphaBeta::with(options), game, pos, task)
}

/// Solves with an engine that exists, which keeps what it finds out for the next position.
///
/// Its table must hold nothing that an evaluation has said: solve with an engine that only solves.
pub fn solve_with<G: Game>(
    engine: &mut AlphaBeta<G>,
    game: &G,
    pos: &G::Position,
    task: Task<'_, G::Move>,
) -> Solution<G::Move> {
    solve_by(engine, &NoEval, game, pos, task)
}

/// An evaluation that only arranges moves: what it thinks of positions proves nothing.
struct Guide<'a, E>(&'a E);

impl<G: Game, E: Eval<G>> Eval<G> for Guide<'_, E> {
    type State = E::State;
    const SELECTIVE: bool = false;
    const BLIND: bool = true;

    #[inline]
    fn eval(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score::DRAW
    }
    #[inline]
    fn begin(&self, game: &G, pos: &G::Position) -> E::State {
        self.0.begin(game, pos)
    }
    #[inline]
    fn push(&self, game: &G, pos: &G::Position, mv: G::Move, state: &mut E::State) {
        self.0.push(game, pos, mv, state);
    }
    #[inline]
    fn pop(&self, game: &G, pos: &G::Position, mv: G::Move, state: &mut E::State) {
        self.0.pop(game, pos, mv, state);
    }
    #[inline]
    fn select(
        &self,
        game: &G,
        pos: &G::Position,
        state: &mut E::State,
        moves: &mut Vec<G::Move>,
    ) -> Omitted {
        self.0.select(game, pos, state, moves)
    }
    #[inline]
    fn arranges(&self) -> bool {
        self.0.arranges()
    }
}

/// Solves with the help of an evaluation: it arranges the moves and leaves out those that cannot
/// matter. The engine should be made with [`Mode::Prove`].
pub fn solve_by<G: Game, E: Eval<G>>(
    engine: &mut AlphaBeta<G>,
    eval: &E,
    game: &G,
    pos: &G::Position,
    task: Task<'_, G::Move>,
) -> Solution<G::Move> {
    let report = engine.search(game, pos, &[], &Guide(eval), task.lines(1));
    let (nodes, elapsed) = (report.nodes, report.elapsed);
    let (score, kind, line) = match (report.lines.into_iter().next(), game.turn(pos)) {
        (Some(line), _) => (line.score, line.kind, line.moves),
        (None, Turn::Over(outcome)) => {
            (Score::of(outcome, Player::First, 0), ScoreKind::Proved, Vec::new())
        }
        (None, _) => unreachable!("a game that is not over has a move"),
    };
    let points = score.decided().map_or(0, |(points, _)| points);
    let proved = kind == ScoreKind::Proved;
    let conventional_score = None;
    Solution { points, proved, score, conventional_score, kind, line, nodes, elapsed }
}
