use henge_core::{Eval, Game, Outcome, Player, Score, Turn};

use crate::clock::Clock;
use crate::order::{History, Mode, Ply};
use crate::transposition_table::{Entry, NO_MOVE, TranspositionTable};
use crate::value::{Bounds, Trust, Value};

/// Moves before this one are never late; those further back are later still.
const LATE: usize = 3;
const VERY_LATE: usize = 10;

/// What a thread keeps from one search to the next, so that the tree allocates nothing.
pub(crate) struct Buffers<G: Game> {
    /// One for each ply from the root.
    pub plies: Vec<Ply<G::Move>>,
    pub history: History,
    /// The keys of the positions up to the one being searched; kept only in games with cycles.
    pub path: Vec<u64>,
}

impl<G: Game> Buffers<G> {
    pub fn new() -> Buffers<G> {
        Buffers { plies: Vec::new(), history: History::new(), path: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.history.clear();
        self.plies.iter_mut().for_each(|ply| ply.forget_killers());
    }

    /// Makes room for lines of `n` plies below the root.
    pub fn reserve(&mut self, n: usize) {
        // Rarely more moves than this; a ply that needs more grows once.
        const MOVES: usize = 64;
        while self.plies.len() < n + 2 {
            self.plies.push(Ply::new(MOVES, 0));
        }
        for (i, ply) in self.plies.iter_mut().enumerate() {
            let most = (n + 2).saturating_sub(i);
            ply.line.reserve(most.saturating_sub(ply.line.len()));
        }
        self.path.reserve(n + 2);
    }
}

/// The tree below a root: fail-soft alpha-beta with a table.
///
/// A node returns the value to the player who is to move there. Whoever asks for the value to the
/// other player negates it, and finds out by asking whose turn it is: turns need not alternate.
///
/// The best line is kept where the window is open, that is, wider than one.
pub(crate) struct Tree<'a, G: Game, E> {
    pub game: &'a G,
    pub eval: &'a E,
    pub table: &'a TranspositionTable,
    pub buffers: &'a mut Buffers<G>,
    pub clock: Clock<'a>,
    pub mode: Mode,
    /// How many plies a line may be followed beyond its depth while the evaluation calls the
    /// position unstable.
    pub extension: i32,
    /// Where the root stands in `Buffers::path`; before it are the positions of the match.
    pub root_in_path: usize,
    /// The node at this ply must name a move and may not answer from the table.
    pub open_ply: usize,
}

type Window = (Score, Score);

#[inline]
fn is_open((alpha, beta): Window) -> bool {
    beta.0 > alpha.0 + 1
}

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// The value to `me` of a position just reached at `ply` by the `i`-th move, with `depth` plies
    /// to go.
    #[inline]
    pub fn child(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        window: Window,
        i: usize,
    ) -> Value {
        if self.clock.tick() {
            return Value::WORST;
        }
        let player = match self.game.turn(pos) {
            Turn::Player(player) => player,
            Turn::Over(outcome) => return self.end(outcome, me, ply, window),
            Turn::Chance => unreachable!("alpha-beta is compiled for games without dice only"),
        };
        if G::CYCLES
            && let Some(outcome) = self.repetition(pos)
        {
            return self.end(outcome, me, ply, window);
        }
        if let Some(score) = self.eval.known(self.game, pos, player) {
            if is_open(window) {
                self.buffers.plies[ply].line.clear();
            }
            let score = score.earlier(ply as u32);
            let trust = if G::CYCLES { Trust::NONE } else { Trust::ALL };
            return Value { score: if player == me { score } else { -score }, trust };
        }
        if depth <= 0 && (depth <= -self.extension || self.eval.stable(self.game, pos)) {
            if is_open(window) {
                self.buffers.plies[ply].line.clear();
            }
            let score = estimate(self.game, self.eval, pos, player);
            let trust = if G::CYCLES { Trust::NONE } else { Trust::WHOLE };
            return Value { score: if player == me { score } else { -score }, trust };
        }
        if G::CYCLES {
            let key = self.game.key(pos);
            self.buffers.path.push(key);
        }
        let value = self.scout(pos, (me, player), depth, ply, window, i);
        if G::CYCLES {
            self.buffers.path.pop();
        }
        value
    }

    /// The first move is expected to be the best; of the others it is enough to know that they are
    /// no better, and only one that is better gets the whole window (Marsland and Campbell 1982).
    /// Late moves are at first not even followed to the full depth: if that shows them to be no
    /// better it is believed.
    #[inline]
    fn scout(
        &mut self,
        pos: &mut G::Position,
        who: (Player, Player),
        depth: i32,
        ply: usize,
        (alpha, beta): Window,
        i: usize,
    ) -> Value {
        if i > 0 {
            let narrow = (alpha, Score(alpha.0 + 1));
            if i >= LATE && depth >= 2 && self.eval.reduces() && self.mode == Mode::Play {
                let less = if i >= VERY_LATE && depth >= 5 { 2 } else { 1 };
                let mut value = self.down(pos, who, depth - less, ply, narrow);
                if value.score <= alpha || self.clock.is_stopped() {
                    value.trust = value.trust.only_proved();
                    return value;
                }
                if self.clock.tick() {
                    return Value::WORST;
                }
            }
            if is_open((alpha, beta)) {
                let value = self.down(pos, who, depth, ply, narrow);
                let clear = value.score <= alpha || value.score >= beta;
                if clear || self.clock.is_stopped() || self.clock.tick() {
                    return value;
                }
            }
        }
        self.down(pos, who, depth, ply, (alpha, beta))
    }

    /// The value to `me` of a position in which `player` is to move.
    #[inline]
    fn down(
        &mut self,
        pos: &mut G::Position,
        (me, player): (Player, Player),
        depth: i32,
        ply: usize,
        (alpha, beta): Window,
    ) -> Value {
        if player == me {
            self.node(pos, me, depth, ply, (alpha, beta))
        } else {
            -self.node(pos, player, depth, ply, (-beta, -alpha))
        }
    }

    /// The value of a game that has ended.
    #[inline]
    fn end(&mut self, outcome: Outcome, me: Player, ply: usize, window: Window) -> Value {
        if is_open(window) {
            self.buffers.plies[ply].line.clear();
        }
        // With cycles the value of a position depends on the way that led to it, and the table
        // does not know the way. So nothing is called proved in such games.
        let trust = if G::CYCLES { Trust::NONE } else { Trust::ALL };
        Value { score: Score::of(outcome, me, ply as u32), trust }
    }

    /// How the game ends because this position has been here before.
    ///
    /// A position that came back within the search can come back again, so its second time already
    /// counts as the fateful one. Positions of the match before the root count as often as they
    /// stood on the board.
    pub fn repetition(&self, pos: &G::Position) -> Option<Outcome> {
        let key = self.game.key(pos);
        let times = 1 + self.buffers.path.iter().filter(|&&seen| seen == key).count() as u32;
        if times == 1 {
            return None;
        }
        let searched = self.buffers.path[self.root_in_path..].contains(&key);
        let fate =
            (times..=times + 2 * searched as u32).find_map(|times| self.game.repeated(pos, times));
        // Where the rules let a game go round for ever, nobody gets anywhere by it.
        fate.or(searched.then_some(Outcome::Draw))
    }

    /// The value to `me`, who is to move, where the search goes on.
    pub fn node(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (mut alpha, beta): Window,
    ) -> Value {
        let (game, eval) = (self.game, self.eval);
        if depth == 1 && !eval.arranges() && ply != self.open_ply {
            return self.frontier(pos, me, ply, (alpha, beta));
        }
        let open = is_open((alpha, beta));
        if open {
            self.buffers.plies[ply].line.clear();
        }
        let key = game.key(pos);
        let mut hint = NO_MOVE;
        // Below the horizon a table pays only where it saves an evaluation that costs a lot.
        let remembered = depth > 0 || eval.arranges();
        if remembered && let Some(entry) = self.table.probe(key) {
            hint = entry.index;
            let deep = entry.depth >= depth;
            let trust = if deep { entry.trust } else { entry.trust.only_proved() };
            let value = Value { score: entry.score.earlier(ply as u32), trust };
            if ply != self.open_ply && answers(&entry, depth, value.score, (alpha, beta)) {
                return value;
            }
        }

        let here = &mut self.buffers.plies[ply];
        let omitted = here.gather((game, eval, pos), hint, self.mode);
        let n_moves = here.n_moves();
        debug_assert!(n_moves > 0, "a game that is not over has a move");

        let floor = alpha;
        let mut best = Value::WORST;
        let mut best_mv = None;
        let mut upper = if omitted { Trust::NONE } else { Trust::UPPER };
        for i in 0..n_moves {
            let mv = self.buffers.plies[ply].pick(i, me, &self.buffers.history);
            let undo = game.play(pos, mv);
            if depth > 2 || depth == 2 && eval.arranges() {
                self.table.fetch(game.key(pos));
            }
            let value = self.child(pos, me, depth - 1, ply + 1, (alpha, beta), i);
            game.undo(pos, mv, undo);
            if self.clock.is_stopped() {
                return Value::WORST;
            }
            upper = upper & value.trust;
            if !value.beats(best) {
                continue;
            }
            best = value;
            best_mv = Some(mv);
            if value.score > floor && open {
                // A move preferred for its proof was searched with a narrow window.
                self.extend_line(ply, mv, value.score > alpha && value.score < beta);
            }
            alpha = alpha.max(value.score);
            if alpha >= beta {
                self.buffers.plies[ply].kill(mv);
                self.buffers.history.praise(me, mv, depth);
                // The moves not tried may be better still.
                upper = Trust::NONE;
                break;
            }
        }
        let Some(best_mv) = best_mv else {
            // Against the law of `Game::moves`; an estimate does no harm.
            return Value { score: estimate(game, eval, pos, me), trust: Trust::NONE };
        };

        let trust = best.trust & Trust::LOWER | upper;
        let bounds = if best.score >= beta {
            Bounds::LOWER
        } else if best.score > floor {
            Bounds::BOTH
        } else {
            Bounds::UPPER
        };
        // Where every move fails low, the least bad of their bounds names no best move.
        let knows = bounds.has(Bounds::LOWER) || trust.proved().has(Bounds::LOWER);
        let index = if knows { self.buffers.plies[ply].index(best_mv) } else { NO_MOVE };
        if remembered {
            let score = best.score.later(ply as u32);
            self.table.store(key, Entry { score, index, depth, bounds, trust });
        }
        Value { score: best.score, trust }
    }

    /// A node next to the leaves: most nodes that have children are of this kind. To order the
    /// moves or to ask the table would cost more than to try all moves as they come.
    fn frontier(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        ply: usize,
        (mut alpha, beta): Window,
    ) -> Value {
        let (open, floor) = (is_open((alpha, beta)), alpha);
        if open {
            self.buffers.plies[ply].line.clear();
        }
        let mut best = Value::WORST;
        let mut upper = Trust::UPPER;
        for mv in self.game.moves(pos) {
            let undo = self.game.play(pos, mv);
            let value = self.child(pos, me, 0, ply + 1, (alpha, beta), 0);
            self.game.undo(pos, mv, undo);
            if self.clock.is_stopped() {
                return Value::WORST;
            }
            upper = upper & value.trust;
            if !value.beats(best) {
                continue;
            }
            best = value;
            if value.score > floor && open {
                self.extend_line(ply, mv, value.score > alpha && value.score < beta);
            }
            alpha = alpha.max(value.score);
            if alpha >= beta {
                upper = Trust::NONE;
                break;
            }
        }
        Value { score: best.score, trust: best.trust & Trust::LOWER | upper }
    }

    /// The line of `ply` is now `mv` and, if it is known, the line below it.
    #[inline]
    pub fn extend_line(&mut self, ply: usize, mv: G::Move, known: bool) {
        let (above, below) = self.buffers.plies.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(mv);
        if known {
            line.extend_from_slice(&below[0].line);
        }
    }
}

/// What the evaluation thinks, kept within the range of estimates: only the rules decide games.
#[inline]
pub(crate) fn estimate<G: Game>(
    game: &G,
    eval: &impl Eval<G>,
    pos: &G::Position,
    player: Player,
) -> Score {
    Score::estimate(eval.eval(game, pos, player).0 as i64)
}

/// Can the entry stand for a search of `depth` plies with this window?
#[inline]
fn answers(entry: &Entry, depth: i32, score: Score, (alpha, beta): Window) -> bool {
    let proved = entry.trust.proved();
    let known = if entry.depth >= depth { entry.bounds | proved } else { proved };
    known == Bounds::BOTH
        || known.has(Bounds::LOWER) && score >= beta
        || known.has(Bounds::UPPER) && score <= alpha
}
