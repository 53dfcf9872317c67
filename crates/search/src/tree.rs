use henge_core::{Eval, Game, Outcome, Player, Score, Turn};

use crate::clock::Clock;
use crate::order::{History, Ply, Prune};
use crate::table::{Entry, NO_MOVE, Table};
use crate::value::{Bounds, Value};

/// What a search keeps from one call to the next, so that the tree allocates nothing.
pub(crate) struct Buffers<G: Game> {
    /// One for each ply from the root.
    pub plies: Vec<Ply<G::Move>>,
    pub history: History,
    /// The keys of the positions up to the one being searched; kept only in games with cycles.
    pub path: Vec<u64>,
    /// Somewhere a move was left out: a search of so many plies has not seen all of them.
    pub omitted: bool,
    /// The most points a game can be won by, as far as is known.
    pub most_points: u8,
}

impl<G: Game> Buffers<G> {
    pub fn new(most_points: u8) -> Buffers<G> {
        let (plies, path) = (Vec::new(), Vec::new());
        Buffers { plies, history: History::new(), path, omitted: false, most_points }
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

/// The tree below a root: fail-soft alpha-beta of full width, with a table.
///
/// A node returns the value to the player who is to move there. Whoever asks for the value to the
/// other player negates it, and finds out by asking whose turn it is: turns need not alternate.
pub(crate) struct Tree<'a, G: Game, E> {
    pub game: &'a G,
    pub eval: &'a E,
    pub table: &'a Table,
    pub buffers: &'a mut Buffers<G>,
    pub clock: Clock<'a>,
    pub prune: Prune,
    /// How many plies a line may be followed beyond its depth while the evaluation calls the
    /// position unstable.
    pub extension: i32,
    /// Where the root stands in `Buffers::path`; before it are the positions of the match.
    pub root_in_path: usize,
    /// The node at this ply must name a move and may not answer from the table.
    pub open_ply: usize,
}

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// The value to `me` of a position just reached at `ply` by the `i`-th move, with `depth` plies
    /// to go. The first move is expected to be the best; of the others it is enough to know that
    /// they are no better, and only one that is better gets the whole window (Marsland and
    /// Campbell 1982).
    #[inline]
    pub fn scout(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (alpha, beta): (Score, Score),
        i: usize,
    ) -> Value {
        let narrow = Score(alpha.0 + 1);
        // The value at a leaf is exact whatever the window is.
        if i > 0 && depth > 0 && narrow < beta {
            let value = self.child(pos, me, depth, ply, (alpha, narrow));
            if value.score <= alpha || value.score >= beta || self.clock.is_stopped() {
                return value;
            }
        }
        self.child(pos, me, depth, ply, (alpha, beta))
    }

    /// The value to `me` of a position just reached at `ply`, with `depth` plies to go.
    #[inline]
    pub fn child(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (alpha, beta): (Score, Score),
    ) -> Value {
        self.clock.tick();
        if self.clock.is_stopped() {
            return Value::guess(Score::DRAW);
        }
        match self.game.turn(pos) {
            Turn::Over(outcome) => {
                self.buffers.plies[ply].line.clear();
                self.end(outcome, me, ply)
            }
            Turn::Player(player) => {
                if G::CYCLES {
                    if let Some(outcome) = self.repetition(pos) {
                        self.buffers.plies[ply].line.clear();
                        return self.end(outcome, me, ply);
                    }
                    let key = self.game.key(pos);
                    self.buffers.path.push(key);
                }
                let value = if player == me {
                    self.node(pos, player, depth, ply, (alpha, beta))
                } else {
                    -self.node(pos, player, depth, ply, (-beta, -alpha))
                };
                if G::CYCLES {
                    self.buffers.path.pop();
                }
                value
            }
            Turn::Chance => unreachable!("alpha-beta is compiled for games without dice only"),
        }
    }

    /// The value of a game that has ended.
    #[inline]
    fn end(&mut self, outcome: Outcome, me: Player, ply: usize) -> Value {
        if let Outcome::Win { points, .. } = outcome {
            self.buffers.most_points = self.buffers.most_points.max(points);
        }
        // With cycles the value of a position depends on the way that led to it, and the table
        // does not know the way. So nothing is called proved in such games.
        let proof = if G::CYCLES { Bounds::NONE } else { Bounds::BOTH };
        Value { score: Score::of(outcome, me, ply as u32), proof }
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
        (times..=times + 2 * searched as u32).find_map(|times| self.game.repeated(pos, times))
    }

    /// The value to `me`, who is to move.
    pub fn node(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (mut alpha, beta): (Score, Score),
    ) -> Value {
        let (game, eval) = (self.game, self.eval);
        self.buffers.plies[ply].line.clear();
        if depth <= 0 && (depth <= -self.extension || eval.stable(game, pos)) {
            return Value::guess(estimate(game, eval, pos, me));
        }

        let key = game.key(pos);
        let mut hint = NO_MOVE;
        if let Some(entry) = self.table.probe(key) {
            hint = entry.index;
            let value = Value { score: entry.score.earlier(ply as u32), proof: entry.proof };
            if ply != self.open_ply && answers(&entry, depth, value.score, (alpha, beta)) {
                return value;
            }
        }

        let omitted = self.buffers.plies[ply].gather(
            (game, eval, pos),
            me,
            hint as usize,
            &self.buffers.history,
            self.prune,
        );
        self.buffers.omitted |= omitted;
        let n_moves = self.buffers.plies[ply].moves.len();
        debug_assert!(n_moves > 0, "a game that is not over has a move");

        let floor = alpha;
        let mut best = Value::guess(Score::MIN);
        let mut best_mv = None;
        let mut upper = if omitted { Bounds::NONE } else { Bounds::UPPER };
        for i in 0..n_moves {
            let mv = self.buffers.plies[ply].pick(i);
            let undo = game.play(pos, mv);
            let value = self.scout(pos, me, depth - 1, ply + 1, (alpha, beta), i);
            game.undo(pos, mv, undo);
            if self.clock.is_stopped() {
                return Value::guess(Score::DRAW);
            }
            upper = upper & value.proof;
            if !better(value, best) {
                continue;
            }
            best = value;
            best_mv = Some(mv);
            if value.score > floor {
                self.extend_line(ply, mv);
            }
            alpha = alpha.max(value.score);
            if alpha >= beta {
                self.buffers.plies[ply].kill(mv);
                self.buffers.history.praise(me, mv, depth);
                // The moves not tried may be better still.
                upper = Bounds::NONE;
                break;
            }
        }
        let Some(best_mv) = best_mv else {
            // Against the law of `Game::moves`; an estimate does no harm.
            return Value::guess(estimate(game, eval, pos, me));
        };

        let proof = best.proof & Bounds::LOWER | upper;
        let bounds = if best.score >= beta {
            Bounds::LOWER
        } else if best.score > floor {
            Bounds::BOTH
        } else {
            Bounds::UPPER
        };
        // Where every move fails low, the least bad of their bounds names no best move.
        let knows = bounds.has(Bounds::LOWER) || proof.has(Bounds::LOWER);
        let index = if knows { self.buffers.plies[ply].index(best_mv) } else { NO_MOVE };
        let score = best.score.later(ply as u32);
        self.table.store(key, Entry { score, index, depth, bounds, proof });
        Value { score: best.score, proof }
    }

    /// The line of `ply` is now `mv` and the line below it.
    #[inline]
    pub fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.buffers.plies.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }
}

/// Is `value` to be preferred? A score that is proved beats the same score as an estimate: the move
/// that is played must be the one the proof is about.
#[inline]
pub(crate) fn better(value: Value, best: Value) -> bool {
    let firmer = |value: Value| value.proof.has(Bounds::LOWER);
    value.score > best.score || value.score == best.score && firmer(value) && !firmer(best)
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
fn answers(entry: &Entry, depth: i32, score: Score, (alpha, beta): (Score, Score)) -> bool {
    let known = if entry.depth >= depth { entry.bounds | entry.proof } else { entry.proof };
    known == Bounds::BOTH
        || known.has(Bounds::LOWER) && score >= beta
        || known.has(Bounds::UPPER) && score <= alpha
}
