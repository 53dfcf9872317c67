//! Exact scores of any position, in the convention of the players.
//!
//! A score is that of the player to move: 0 for a draw, positive for a win and negative for a loss,
//! and the more, the sooner. A win with the last disc of the winner counts 1, with the one before 2,
//! and so on: the discs the winner has left, plus one (Pons' convention, on his board 22 minus the
//! winner's discs). [`Ending`](super::Ending) says the same in plies.

use henge_core::{Game, Halt, Outcome, Turn};
use henge_games::connect_four::{ConnectFour, Lines, Move, Position};

use super::search::{Control, Node, Search, Tables};
use super::transposition_table::TranspositionTable;

/// Finds exact scores, and remembers what it found from one position to the next.
///
/// This is the machine inside [`ConnectFourSolver`](super::ConnectFourSolver), for those who want
/// scores as players count them, of all moves, or with a single table.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use henge_core::Game;
/// use henge_games::connect_four::ConnectFour;
/// use henge_solvers::connect_four::{Ending, Scores};
///
/// let game = ConnectFour::new(5, 4).expect("small enough");
/// let mut scores = Scores::new(1 << 20);
/// let found = scores.of(&game, &game.start(), &AtomicBool::new(false), None);
/// let score = found.expect("nobody stopped it").score;
/// assert_eq!(score, 0);
/// assert_eq!(Ending::of(&game, &game.start(), score).plies, 20);
/// ```
pub struct Scores {
    tables: Tables,
    /// The board the tables are about.
    lines: Option<Lines>,
}

/// An exact score, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactScore {
    /// The score of the player to move.
    pub score: i8,
    /// Positions visited.
    pub nodes: u64,
}

/// What is known while a position is being solved: its score lies within these bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The score is at least this.
    pub low: i8,
    /// The score is at most this.
    pub high: i8,
    /// Positions visited so far.
    pub nodes: u64,
}

/// What is to be found out.
#[derive(Clone, Copy)]
enum Question {
    /// The score.
    What,
    /// A bound that says whether it is more than this.
    Is(i32),
}

/// Small enough for the second-level cache of a processor core.
const NEAR_BYTES: usize = 1 << 18;

impl Scores {
    /// A solver with a table of at most `table_bytes`, rounded down to a power of two. 256 MiB are
    /// plenty for the usual board; boards of more than 59 bits take 8 MiB at least.
    pub fn new(table_bytes: usize) -> Scores {
        let tables = Tables {
            far: TranspositionTable::new(table_bytes),
            near: TranspositionTable::new(NEAR_BYTES),
        };
        Scores { tables, lines: None }
    }

    /// How many bytes the tables take.
    pub fn table_bytes(&self) -> usize {
        self.tables.far.bytes() + self.tables.near.bytes()
    }

    /// Forgets what it found, so that the next position is solved from nothing.
    pub fn clear(&mut self) {
        self.lines = None;
    }

    /// The exact score of a position, or nothing if `stop` was set or more than `node_limit`
    /// positions would have to be visited. With the same table the same question visits the same
    /// positions.
    pub fn of(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: Option<u64>,
    ) -> Option<ExactScore> {
        self.watched(game, pos, stop, node_limit, &mut |_| {})
    }

    /// [`of`](Self::of) that tells of every bound it has found on the way.
    pub fn watched(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: Option<u64>,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<ExactScore> {
        self.ask(game, pos, stop, node_limit, Question::What, progress)
    }

    fn ask(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: Option<u64>,
        question: Question,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<ExactScore> {
        let lines = *game.lines();
        let (own, mask) = pos.own_and_mask();
        let left = (lines.cells() - pos.plies()) as i32;
        let known = match game.turn(pos) {
            Turn::Over(Outcome::Win { .. }) => Some(-((left + 2) / 2)),
            Turn::Over(Outcome::Draw) => Some(0),
            _ => (lines.winning(own, mask) & lines.playable(mask) != 0).then_some((left + 1) / 2),
        };
        if let Some(score) = known {
            return Some(ExactScore { score: score as i8, nodes: 0 });
        }
        self.set_board(lines);
        let node = Node::new(&lines, own, mask);
        let control = Control {
            stop,
            nodes: 0,
            node_limit: node_limit.unwrap_or(u64::MAX),
            next_look: 0,
            stopped: false,
        };
        let tables = &mut self.tables;
        match (lines.stride, lines.columns) {
            (5, ..=8) => {
                Search::<5, 8> { lines, tables, control }.answer(&node, question, progress)
            }
            (6, ..=8) => {
                Search::<6, 8> { lines, tables, control }.answer(&node, question, progress)
            }
            (7, ..=8) => {
                Search::<7, 8> { lines, tables, control }.answer(&node, question, progress)
            }
            (8, ..=8) => {
                Search::<8, 8> { lines, tables, control }.answer(&node, question, progress)
            }
            _ => Search::<0, 32> { lines, tables, control }.answer(&node, question, progress),
        }
    }

    /// The exact score of every move, by column; nothing for a full column. `node_limit` is for all
    /// of them together.
    pub fn of_moves(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: Option<u64>,
    ) -> Option<Vec<Option<i8>>> {
        let mut scores = vec![None; game.columns() as usize];
        let mut nodes_left = node_limit;
        for mv in game.moves(pos) {
            let mut next = *pos;
            game.play(&mut next, mv);
            let solved = self.of(game, &next, stop, nodes_left)?;
            nodes_left = nodes_left.map(|left| left.saturating_sub(solved.nodes));
            scores[game.column(mv) as usize] = Some(-solved.score);
        }
        Some(scores)
    }

    /// The moves of the highest score, and that score; no moves when the game is over.
    pub fn best_moves(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: Option<u64>,
    ) -> Option<(Vec<Move>, i8)> {
        let scores = self.of_moves(game, pos, stop, node_limit)?;
        let score_of = |mv: &Move| scores[game.column(*mv) as usize];
        let best = game.moves(pos).filter_map(|mv| score_of(&mv)).max();
        let Some(best) = best else {
            return self.of(game, pos, stop, node_limit).map(|solved| (Vec::new(), solved.score));
        };
        Some((game.moves(pos).filter(|mv| score_of(mv) == Some(best)).collect(), best))
    }

    /// A move that keeps `score`, the exact score of the position, and what it took to find: the first
    /// from the middle outwards, which is quickly found with what solving has left in the tables.
    pub fn reaching(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        score: i8,
        stop: &dyn Halt,
        node_limit: Option<u64>,
    ) -> Option<(Move, u64)> {
        let mut nodes = 0;
        let middle = game.columns() as i32 - 1;
        let mut moves: Vec<Move> = game.moves(pos).collect();
        moves.sort_by_key(|&mv| (2 * game.column(mv) as i32 - middle).abs());
        for mv in moves {
            let mut next = *pos;
            game.play(&mut next, mv);
            // At most `-score` to the opponent?
            let asked = Question::Is(i32::from(-score));
            let left = node_limit.map(|limit| limit.saturating_sub(nodes));
            let solved = self.ask(game, &next, stop, left, asked, &mut |_| {})?;
            nodes += solved.nodes;
            if solved.score <= -score {
                return Some((mv, nodes));
            }
        }
        None
    }

    /// Makes the tables those of this board.
    pub fn prepare(&mut self, game: &ConnectFour) {
        self.set_board(*game.lines());
    }

    fn set_board(&mut self, lines: Lines) {
        if self.lines != Some(lines) {
            let key_bits = lines.columns * lines.stride;
            self.tables.far.clear(key_bits);
            self.tables.near.clear(key_bits);
            self.lines = Some(lines);
        }
    }
}

impl<const STRIDE: u32, const WIDTH: usize> Search<'_, STRIDE, WIDTH> {
    /// Asks whether the score is more than this or that until a single score is left, or until the
    /// one question is answered.
    fn answer(
        mut self,
        node: &Node,
        question: Question,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<ExactScore> {
        if let Question::Is(alpha) = question {
            let score = self.search(node, alpha) as i8;
            return (!self.control.stopped)
                .then_some(ExactScore { score, nodes: self.control.nodes });
        }
        let (mut low, mut high) = (-(node.left / 2), (node.left - 1) / 2);
        while low < high {
            let alpha = next_question(low, high);
            let found = self.search(node, alpha);
            if self.control.stopped {
                return None;
            }
            if found > alpha {
                low = found;
            } else {
                high = found;
            }
            let nodes = self.control.nodes;
            progress(Progress { low: low as i8, high: high as i8, nodes });
        }
        Some(ExactScore { score: low as i8, nodes: self.control.nodes })
    }
}

/// The score to ask about next. Soon wins and losses are ruled out first, since that takes least;
/// then who wins; then how soon.
fn next_question(low: i32, high: i32) -> i32 {
    const NEAR_DRAW: i32 = 3;
    const FEW: i32 = 5;
    let (soon_win, soon_loss) = (high / 2, low / 2);
    let alpha = if low < 0 && high > 0 {
        if soon_win >= NEAR_DRAW && soon_win >= -soon_loss {
            soon_win
        } else if soon_loss <= -NEAR_DRAW {
            soon_loss
        } else {
            0
        }
    } else if low >= 0 {
        if high <= FEW { low } else { soon_win }
    } else if low >= -FEW {
        high - 1
    } else {
        soon_loss
    };
    alpha.clamp(low, high - 1)
}
