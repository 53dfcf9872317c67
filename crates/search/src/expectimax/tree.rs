use henge_core::{Eval, Game, Omitted, Outcome, Player, Score, ScoreKind, Turn};

use super::chance::{Kid, Probes};
use super::transposition_table::{Entry, NO_MOVE, Sides, TranspositionTable, Value};
use super::{Options, POINT};
use crate::Mode;
use crate::clock::Clock;

/// Means are rounded at every chance node; with so many parts of a score the errors of a whole line
/// stay below one score.
const FINE: i32 = 64;

/// What is kept from one call to the next, so that the tree allocates nothing.
pub(super) struct Buffers<G: Game> {
    pub plies: Vec<Ply<G::Move>>,
    /// The most points a game can be won by, as far as is known.
    pub most_points: u8,
    /// Somewhere a move was left out.
    omitted: bool,
}

/// The buffers of one ply.
pub(super) struct Ply<M> {
    /// In the order of `Game::moves`; what the table's indices refer to.
    listed: Vec<M>,
    /// In the order of search.
    moves: Vec<M>,
    /// The best line from here.
    pub line: Vec<M>,
    /// The rolls at a chance node.
    pub kids: Vec<Kid<M>>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Buffers { plies: Vec::new(), most_points: 0, omitted: false }
    }
}

impl<G: Game> Buffers<G> {
    /// Makes room for lines of `n` plies below the root.
    pub fn reserve(&mut self, n: usize) {
        // Rarely more than these; a ply that needs more grows once.
        const MOVES: usize = 64;
        const ROLLS: usize = 36;
        while self.plies.len() < n + 2 {
            self.plies.push(Ply {
                listed: Vec::with_capacity(MOVES),
                moves: Vec::with_capacity(MOVES),
                line: Vec::new(),
                kids: Vec::with_capacity(if G::CHANCE { ROLLS } else { 0 }),
            });
        }
        for (i, ply) in self.plies.iter_mut().enumerate() {
            let most = (n + 2).saturating_sub(i);
            ply.line.reserve(most.saturating_sub(ply.line.len()));
        }
    }
}

/// The tree below a root: fail-soft alpha-beta with a table at nodes where somebody decides, and
/// bounded averaging where dice fall.
///
/// Values are to the player who asks, in `1/FINE` of a score where dice fall.
pub(super) struct Tree<'a, G: Game, E> {
    pub game: &'a G,
    pub eval: &'a E,
    pub table: &'a mut TranspositionTable,
    pub buffers: &'a mut Buffers<G>,
    pub clock: Clock<'a>,
    pub options: Options,
    pub root_player: Player,
    /// The most points of an outcome that was met.
    pub seen_points: u8,
    pub probes: Probes,
}

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// No value in games with dice is further from a draw than this.
    #[inline]
    pub fn most(&self) -> i32 {
        self.buffers.most_points as i32 * POINT * FINE
    }

    /// A window that nothing falls out of.
    pub fn open(&self) -> (Score, Score) {
        (Score::MIN, Score::MAX)
    }

    /// Takes notice of more points than were thought possible, and says whether there were.
    pub fn widen(&mut self) -> bool {
        let wider = G::CHANCE && self.seen_points > self.buffers.most_points;
        if wider {
            self.buffers.most_points = self.seen_points;
            self.table.clear();
        }
        wider
    }

    /// The value without its finer parts.
    pub fn rough(&self, value: Value) -> Value {
        if !G::CHANCE {
            return value;
        }
        let half = value.score.0.signum() * FINE / 2;
        Value { score: Score((value.score.0 + half) / FINE), ..value }
    }

    /// What the score of a complete iteration is worth.
    pub fn kind(&self, value: Value, depth: u32) -> ScoreKind {
        if !G::CHANCE && !G::CYCLES && !self.buffers.omitted {
            // Every end of the game within `depth` plies was seen, so what lies beyond comes later.
            let most = self.buffers.most_points.max(self.seen_points) as u32;
            let within =
                |(points, plies): (i32, u32)| plies <= depth && points.unsigned_abs() >= most;
            if value.score.decided().is_some_and(within) {
                return ScoreKind::Proved;
            }
        }
        match value.proof {
            Sides::BOTH => ScoreKind::Proved,
            Sides::LOWER => ScoreKind::AtLeast,
            Sides::UPPER => ScoreKind::AtMost,
            _ => ScoreKind::Estimate,
        }
    }

    /// Puts the moves at the root in a first order, and guesses what the position is worth.
    pub fn first_order(
        &mut self,
        pos: &G::Position,
        turn: Turn,
        moves: &mut Vec<G::Move>,
    ) -> Score {
        self.buffers.reserve(1);
        self.buffers.omitted = false;
        moves.clear();
        if let Turn::Player(_) = turn {
            let key = self.key(pos);
            let hint = self.table.probe(key).map_or(NO_MOVE, |entry| entry.index);
            self.gather(pos, 0, hint);
            moves.extend_from_slice(&self.buffers.plies[0].moves);
        }
        let guess = self.leaf(pos, turn, self.root_player);
        self.rough(guess).score
    }

    /// The best of `moves` at the root. It is brought to the front, the others keep their order.
    /// When the search is stopped this is the best of the moves that were finished.
    pub fn root(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: u32,
        moves: &mut [G::Move],
    ) -> Option<Value> {
        let mut best = Value::guess(Score::MIN);
        let mut place = None;
        let mut upper = if self.buffers.omitted { Sides::NONE } else { Sides::UPPER };
        for (i, &mv) in moves.iter().enumerate() {
            let undo = self.game.play(pos, mv);
            let value = self.child(pos, me, depth as i32 - 1, 1, (best.score, Score::MAX));
            self.game.undo(pos, mv, undo);
            if self.clock.is_stopped() {
                upper = Sides::NONE;
                break;
            }
            upper = upper & value.proof;
            if value.beats(best) {
                best = value;
                place = Some(i);
                self.extend_line(0, mv);
            }
        }
        moves[..=place?].rotate_right(1);
        Some(self.limited(Value { score: best.score, proof: best.proof & Sides::LOWER | upper }))
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
        self.buffers.plies[ply].line.clear();
        match self.game.turn(pos) {
            Turn::Over(outcome) => self.end(outcome, me, ply),
            turn if depth <= 0 => self.leaf(pos, turn, me),
            Turn::Chance => self.chance(pos, me, depth, ply, (alpha, beta)),
            Turn::Player(player) if player == me => {
                self.node(pos, player, depth, ply, (alpha, beta))
            }
            Turn::Player(player) => -self.node(pos, player, depth, ply, (-beta, -alpha)),
        }
    }

    /// The value of a game that has ended.
    #[inline]
    fn end(&mut self, outcome: Outcome, me: Player, ply: usize) -> Value {
        let points = outcome.points_for(me);
        self.seen_points = self.seen_points.max(points.unsigned_abs() as u8);
        let proof = if G::CYCLES { Sides::NONE } else { Sides::BOTH };
        let score = if G::CHANCE {
            Score(points * POINT * FINE)
        } else {
            Score::of(outcome, me, ply as u32)
        };
        Value { score, proof }
    }

    /// What the evaluation thinks: it is asked for the player to move, and where dice are to fall,
    /// for the player at the root.
    #[inline]
    fn leaf(&self, pos: &G::Position, turn: Turn, me: Player) -> Value {
        let player = match turn {
            Turn::Player(player) => player,
            _ => self.root_player,
        };
        let mut score = Score::estimate(self.eval.eval(self.game, pos, player).0 as i64);
        if G::CHANCE {
            let most = self.most() / FINE;
            score = Score(score.0.clamp(-most, most) * FINE);
        }
        Value::guess(if player == me { score } else { -score })
    }

    /// Where dice fall nothing is worth more than the most points.
    #[inline]
    pub fn limited(&self, mut value: Value) -> Value {
        if G::CHANCE && !G::CYCLES {
            if value.score.0 >= self.most() {
                value.proof = value.proof | Sides::UPPER;
            }
            if value.score.0 <= -self.most() {
                value.proof = value.proof | Sides::LOWER;
            }
        }
        value
    }

    /// Leaves before a roll are judged for the player at the root, so what was found for one player
    /// is not taken for the other.
    #[inline]
    pub fn key(&self, pos: &G::Position) -> u64 {
        let key = self.game.key(pos);
        if G::CHANCE && self.root_player == Player::Second { !key } else { key }
    }

    /// The value to `me`, who is to move and has at least one ply left.
    fn node(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (mut alpha, beta): (Score, Score),
    ) -> Value {
        let game = self.game;
        let key = self.key(pos);
        let mut hint = NO_MOVE;
        if let Some(entry) = self.recall(key, ply) {
            hint = entry.index;
            if entry.answers(depth, (alpha, beta)) {
                return entry.value;
            }
        }
        let omitted = self.gather(pos, ply, hint);
        let floor = alpha;
        let mut best = Value::guess(Score::MIN);
        let mut best_mv = None;
        let mut upper = if omitted { Sides::NONE } else { Sides::UPPER };
        for i in 0..self.buffers.plies[ply].moves.len() {
            let mv = self.buffers.plies[ply].moves[i];
            let undo = game.play(pos, mv);
            let value = self.child(pos, me, depth - 1, ply + 1, (alpha, beta));
            game.undo(pos, mv, undo);
            if self.clock.is_stopped() {
                return Value::guess(Score::DRAW);
            }
            upper = upper & value.proof;
            if !value.beats(best) {
                continue;
            }
            best = value;
            best_mv = Some(mv);
            if value.score > floor {
                self.extend_line(ply, mv);
            }
            alpha = alpha.max(value.score);
            if alpha >= beta {
                // The moves not tried may be better still.
                upper = Sides::NONE;
                break;
            }
        }
        let Some(best_mv) = best_mv else {
            // Against the law of `Game::moves`; an estimate does no harm.
            return self.leaf(pos, Turn::Player(me), me);
        };
        let proof = best.proof & Sides::LOWER | upper;
        let value = self.limited(Value { score: best.score, proof });
        let sides = if value.score >= beta {
            Sides::LOWER
        } else if value.score > floor {
            Sides::BOTH
        } else {
            Sides::UPPER
        };
        let knows = sides.has(Sides::LOWER) || value.proof.has(Sides::LOWER);
        let listed = &self.buffers.plies[ply].listed;
        let place = listed.iter().position(|&mv| knows && mv == best_mv);
        let index = place.and_then(|place| u16::try_from(place).ok()).unwrap_or(NO_MOVE);
        let score = if G::CHANCE { value.score } else { value.score.later(ply as u32) };
        let entry = Entry { value: Value { score, ..value }, sides, depth, index };
        self.table.store(key, entry);
        value
    }

    /// What the table knows, seen from the root.
    #[inline]
    pub fn recall(&self, key: u64, ply: usize) -> Option<Entry> {
        let mut entry = self.table.probe(key)?;
        if !G::CHANCE {
            entry.value.score = entry.value.score.earlier(ply as u32);
        }
        Some(entry)
    }

    /// Lists the legal moves at `ply`: the table's move, then as the evaluation arranges them. Says
    /// whether moves were left out that might matter.
    fn gather(&mut self, pos: &G::Position, ply: usize, hint: u16) -> bool {
        let Ply { listed, moves, .. } = &mut self.buffers.plies[ply];
        listed.clear();
        listed.extend(self.game.moves(pos));
        moves.clear();
        moves.extend_from_slice(listed);
        let mut why = Omitted::Unpromising;
        if self.eval.arranges() {
            let state = &mut self.eval.begin(self.game, pos);
            why = self.eval.select(self.game, pos, state, moves);
        }
        if moves.is_empty() {
            // Nothing is worth pursuing, but something must be played.
            moves.extend_from_slice(listed);
        }
        let omitted = moves.len() < listed.len() && why != Omitted::Irrelevant;
        if omitted && self.options.mode == Mode::Prove {
            let kept = moves.len();
            for &mv in listed.iter() {
                if !moves[..kept].contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        let hint = listed.get(hint as usize);
        if let Some(place) = hint.and_then(|hint| moves.iter().position(|mv| mv == hint)) {
            moves[..=place].rotate_right(1);
        }
        let omitted = omitted && self.options.mode == Mode::Play;
        self.buffers.omitted |= omitted;
        omitted
    }

    /// The move that looks best at `ply`, and whether it is the only one that is searched.
    pub fn first_move(
        &mut self,
        pos: &G::Position,
        ply: usize,
        hint: u16,
    ) -> Option<(G::Move, bool)> {
        let omitted = self.gather(pos, ply, hint);
        let moves = &self.buffers.plies[ply].moves;
        moves.first().map(|&mv| (mv, moves.len() == 1 && !omitted))
    }

    /// The line of `ply` is now `mv` and the line below it.
    #[inline]
    fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.buffers.plies.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }
}
