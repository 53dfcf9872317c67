//! Alpha-beta with a table and iterative deepening: henge's [`AlphaBeta`] and minimax's
//! `IterativeSearch`.
//!
//! The rules are henge's on both sides, so that engines are compared and not rules. Both have a
//! table of the same size, empty before each search, and making it is not timed. Both count a node
//! for each move made, those to the last ply included. Henge is run as it is; minimax has switches
//! of which none is best everywhere, so that it takes part three times: with the switches it has by
//! default, with its two heuristics for the order of moves, and with these and MTD(f), which it
//! recommends for coarse evaluations. Henge keeps track of what is proved as well, which minimax
//! does not.
//!
//! Board-game's solver, a plain alpha-beta without a table, takes part where it has the game.

use std::cell::OnceCell;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use board_game::ai::solver::{SolverValue, solve_value};
use board_game::games::ttt::TTTBoard;
use henge_core::{Eval, Game, Limits, NoEval, Outcome, Player, Score, Turn, mix64};
use henge_games::connect_four::ConnectFour;
use henge_games::positional::{Definition, Positional, Row, Swap, go_moku, hex, tic_tac_toe};
use henge_search::{AlphaBeta, Mode, Options, Task};
use minimax::{IterativeOptions, IterativeSearch, Strategy};

use crate::harness::{Contest, Piece, timed};

const TABLE_BYTES: usize = 4 << 20;

/// All contests of this kind.
pub fn contests() -> Vec<Contest> {
    let ttt = || tic_tac_toe();
    let hex = |size| hex(size, size, Swap::Off).expect("this is a board of Hex");
    let go_moku = || go_moku(7, Row::FiveOrMore).expect("seven by seven is a board of Go-Moku");
    let placed = |definition: Definition| Positional::new(Arc::new(definition));
    let four = || ConnectFour::new(7, 6).expect("seven by six is the usual board");
    let solved = |points| Goal { depth: None, points };
    // Nobody wins so soon, if both look four plies ahead.
    let to_depth = |depth| Goal { depth: Some(depth), points: 0 };
    vec![
        contest("Tic-Tac-Toe, solved", placed(ttt()), solved(0), NoEval)
            .side("board-game", board_game_solves),
        contest("Hex 3, solved", placed(hex(3)), solved(1), NoEval),
        contest("Hex 4, solved", placed(hex(4)), solved(1), NoEval),
        contest("Go-Moku 7, depth 4, no evaluation", placed(go_moku()), to_depth(4), NoEval),
        contest("Go-Moku 7, depth 4, noise", placed(go_moku()), to_depth(4), Noise),
        contest("Connect Four, depth 10, no evaluation", four(), to_depth(10), NoEval),
        contest("Connect Four, depth 8, noise", four(), to_depth(8), Noise),
    ]
}

/// A game that both engines can play.
trait Common: Game<Position: Copy, Move: Copy + Eq> {
    /// No game has more plies.
    fn longest(&self) -> u8;
    /// A number below 64 for a move.
    fn place(mv: Self::Move) -> u16;
    /// The key, for an engine that takes its lower bits for a place in its table.
    #[inline]
    fn hash(&self, pos: &Self::Position) -> u64 {
        self.key(pos)
    }
}

impl Common for Positional<1> {
    fn longest(&self) -> u8 {
        self.definition().n_sites() as u8
    }

    #[inline]
    fn place(mv: Self::Move) -> u16 {
        mv.0
    }
}

impl Common for ConnectFour {
    fn longest(&self) -> u8 {
        (self.columns() * self.rows()) as u8
    }

    #[inline]
    fn place(mv: Self::Move) -> u16 {
        u16::from(mv.cell())
    }

    /// The key is the position itself, and its lower bits are one column of the board.
    #[inline]
    fn hash(&self, pos: &Self::Position) -> u64 {
        mix64(self.key(pos))
    }
}

/// What a search is asked for.
#[derive(Clone, Copy)]
struct Goal {
    /// Plies to search; to the end of the game if nothing is said.
    depth: Option<u8>,
    /// The points to the first player.
    points: i32,
}

/// A question, and the answer that everybody has to give.
struct Question<G: 'static, E> {
    game: &'static G,
    goal: Goal,
    judge: E,
    /// What the evaluation says in the end, where the depth is fixed; found when first asked for.
    estimate: OnceCell<Option<i16>>,
}

impl<G: Common, E: Judge<G>> Question<G, E> {
    /// A fast engine that answers wrongly has lost.
    fn check(&self, who: &str, points: i32, estimate: i32) {
        assert_eq!(points, self.goal.points, "{who} is wrong about the winner");
        let right = self.estimate.get_or_init(|| {
            self.goal.depth.map(|depth| {
                plain(self.game, &mut self.game.start(), Player::Second, depth, self.judge)
            })
        });
        if let &Some(right) = right {
            assert_eq!(estimate, i32::from(right), "{who} is wrong about the score");
        }
    }
}

/// Negamax without a table and without cuts: the referee. Only for searches that nobody wins.
/// `last` has moved last.
fn plain<G: Common, E: Judge<G>>(
    game: &G,
    pos: &mut G::Position,
    last: Player,
    depth: u8,
    judge: E,
) -> i16 {
    match game.turn(pos) {
        Turn::Over(Outcome::Draw) => return 0,
        Turn::Over(Outcome::Win { winner, .. }) => {
            return if winner == last { -i16::MAX } else { i16::MAX };
        }
        _ if depth == 0 => return judge.to_mover(game, pos),
        _ => {}
    }
    let mut best = -i16::MAX;
    for mv in game.moves(pos) {
        let undo = game.play(pos, mv);
        best = best.max(-plain(game, pos, !last, depth - 1, judge));
        game.undo(pos, mv, undo);
    }
    best
}

fn contest<G: Common, E: Judge<G>>(name: &'static str, game: G, goal: Goal, judge: E) -> Contest {
    // Minimax's rules have no object to belong to, so that positions carry a reference to it.
    let game: &'static G = Box::leak(Box::new(game));
    let question = Rc::new(Question { game, goal, judge, estimate: OnceCell::new() });
    let minimax = |switches: fn(IterativeOptions) -> IterativeOptions| {
        let question = Rc::clone(&question);
        move || peer(&question, switches)
    };
    let (plain, sorted) = (minimax(|options| options), minimax(ordered));
    let mtdf = minimax(|options| ordered(options).with_mtdf());
    Contest::new(name, "searches")
        .side("henge", move || henge(&question))
        .side("minimax", plain)
        .side("minimax, ordered", sorted)
        .side("minimax, mtd(f)", mtdf)
}

fn ordered(options: IterativeOptions) -> IterativeOptions {
    options.with_countermoves().with_countermove_history()
}

/// An evaluation that both engines understand: to the player to move, within minimax's 16 bits.
trait Judge<G: Game>: Eval<G> + Copy + 'static {
    fn to_mover(self, game: &G, pos: &G::Position) -> i16;
}

impl<G: Game> Judge<G> for NoEval {
    #[inline]
    fn to_mover(self, _game: &G, _pos: &G::Position) -> i16 {
        0
    }
}

/// Random numbers, the same for the same position: values that differ and cost nothing.
#[derive(Clone, Copy)]
struct Noise;

impl<G: Game> Judge<G> for Noise {
    #[inline]
    fn to_mover(self, game: &G, pos: &G::Position) -> i16 {
        (mix64(game.key(pos)) % 2001) as i16 - 1000
    }
}

impl<G: Game> Eval<G> for Noise {
    type State = ();

    #[inline]
    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        let to_mover = self.to_mover(game, pos) as i64;
        let mine = game.turn(pos) == Turn::Player(player);
        Score::estimate(if mine { to_mover } else { -to_mover })
    }
}

fn henge<G: Common, E: Judge<G>>(question: &Question<G, E>) -> Piece {
    let &Question { game, goal, judge, .. } = question;
    let options =
        Options { table_bytes: TABLE_BYTES, mode: Mode::Prove, extension: 0, ..Options::default() };
    let mut engine = AlphaBeta::with(options);
    let limits = Limits { depth: goal.depth.map(u32::from), ..Limits::NONE };
    let task = Task::new(limits);
    let (report, time) = timed(|| engine.search(game, &game.start(), &[], &judge, task));
    let score = report.lines[0].score;
    assert!(goal.depth.is_some() || report.complete, "henge has proved nothing");
    question.check("henge", score.decided().map_or(0, |(points, _)| points), score.0);
    Piece { amount: 1, nodes: Some(report.nodes), time }
}

fn peer<G: Common, E: Judge<G>>(
    question: &Question<G, E>,
    switches: fn(IterativeOptions) -> IterativeOptions,
) -> Piece {
    let &Question { game, goal, judge, .. } = question;
    let options = switches(IterativeOptions::new().with_table_byte_size(TABLE_BYTES));
    let mut engine = IterativeSearch::new(Judged::<G, E>(judge, PhantomData), options);
    let mut state = State { game, pos: game.start(), last: Player::Second };
    // A solver would not stop at a draw by itself.
    engine.set_max_depth(goal.depth.unwrap_or(game.longest()));
    let (_, time) = timed(|| engine.choose_move(&state));
    let value = engine.root_value();
    question.check("minimax", i32::from(value / minimax::BEST_EVAL), i32::from(value));
    Piece { amount: 1, nodes: Some(nodes(&engine.stats(&mut state))), time }
}

/// Minimax tells its number of nodes in a sentence only: `Explored 1234 nodes to depth 5.`
fn nodes(stats: &str) -> u64 {
    let rest = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    rest.and_then(|n| n.parse().ok()).expect("minimax says how many nodes it explored")
}

fn board_game_solves() -> Piece {
    let board = TTTBoard::default();
    Piece::timed(|| {
        assert_eq!(solve_value(&board, 9), SolverValue::Draw);
        1
    })
}

/// A position that knows its rules.
struct State<G: Game + 'static> {
    game: &'static G,
    pos: G::Position,
    /// Who moved last.
    last: Player,
}

// Not derived: that would ask for `G: Copy`.
impl<G: Common> Clone for State<G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Common> Copy for State<G> {}

/// Henge's rules for minimax.
struct Rules<G>(PhantomData<G>);

impl<G: Common> minimax::Game for Rules<G> {
    type S = State<G>;
    type M = G::Move;

    #[inline]
    fn generate_moves(state: &State<G>, moves: &mut Vec<G::Move>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend(state.game.moves(&state.pos));
        }
        winner
    }

    /// Copying a position is cheaper than a stack of what `undo` needs.
    #[inline]
    fn apply(state: &mut State<G>, mv: G::Move) -> Option<State<G>> {
        let mut next = *state;
        next.game.play(&mut next.pos, mv);
        next.last = !next.last;
        Some(next)
    }

    #[inline]
    fn get_winner(state: &State<G>) -> Option<minimax::Winner> {
        match state.game.turn(&state.pos) {
            Turn::Over(Outcome::Draw) => Some(minimax::Winner::Draw),
            Turn::Over(Outcome::Win { winner, .. }) if winner == state.last => {
                Some(minimax::Winner::PlayerJustMoved)
            }
            Turn::Over(_) => Some(minimax::Winner::PlayerToMove),
            _ => None,
        }
    }

    #[inline]
    fn zobrist_hash(state: &State<G>) -> u64 {
        state.game.hash(&state.pos)
    }

    #[inline]
    fn table_index(mv: G::Move) -> u16 {
        G::place(mv)
    }

    fn max_table_index() -> u16 {
        63
    }
}

/// Henge's evaluation for minimax.
struct Judged<G, E>(E, PhantomData<G>);

impl<G: Common, E: Judge<G>> minimax::Evaluator for Judged<G, E> {
    type G = Rules<G>;

    #[inline]
    fn evaluate(&self, state: &State<G>) -> minimax::Evaluation {
        self.0.to_mover(state.game, &state.pos)
    }
}
