use henge_core::{Eval, Game, Margins, Omitted, Outcome, Player, Score, ScoreKind, Turn};

use crate::clock::Clock;
use crate::dfpn::Threats;
use crate::order::{Fame, History, Mode, Ply};
use crate::selective::Reductions;
use crate::team::Team;
use crate::transposition_table::{Entry, NO_MOVE, TranspositionTable};
use crate::value::{Bounds, Trust, Value};

/// Moves before this one are never late.
const LATE: usize = 2;
/// Nodes this far above the horizon are worth a look at whether their best move is the only good one.
const SINGULAR: i32 = 7;
/// Where no move is known, only searches this deep are made shallower.
pub(crate) const UNKNOWN: i32 = 4;
/// Wins by threats are looked for at nodes so near the root and so far above the horizon.
const NEAR: usize = 2;
const THREATENED: i32 = 3;
/// Threads keep out of each other's way this far above the horizon.
const SHARED: i32 = 3;

/// What a thread keeps from one search to the next, so that the tree allocates nothing.
pub(crate) struct Buffers<G: Game> {
    /// One for each ply from the root.
    pub plies: Vec<Ply<G::Move>>,
    pub history: History,
    pub reductions: Reductions,
    /// The keys of the positions up to the one being searched; kept only in games with cycles.
    pub path: Vec<u64>,
    /// Looks for wins by threats near the root, where an evaluation knows threats.
    pub threats: Option<Threats<G>>,
    /// This many positions were spent on that in this search.
    pub threatened: u64,
}

impl<G: Game> Buffers<G> {
    pub fn new() -> Buffers<G> {
        Buffers {
            plies: Vec::new(),
            history: History::new(),
            reductions: Reductions::default(),
            path: Vec::new(),
            threats: None,
            threatened: 0,
        }
    }

    pub fn clear(&mut self) {
        self.history.clear();
        self.threats.iter_mut().for_each(Threats::clear);
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
pub(crate) struct Tree<'a, G: Game, E: Eval<G>> {
    pub game: &'a G,
    pub eval: &'a E,
    /// What the evaluation keeps beside the position.
    pub state: E::State,
    pub table: &'a TranspositionTable,
    pub buffers: &'a mut Buffers<G>,
    pub clock: Clock<'a>,
    pub mode: Mode,
    /// How far corners may be cut; not at all where something is to be proved.
    pub margins: Margins,
    /// What was found by cutting corners does not count any more.
    pub strict: bool,
    /// How many plies a line may be followed beyond its depth while the evaluation calls the
    /// position unstable.
    pub extension: i32,
    /// No line is made longer than this by following forced moves more deeply.
    pub most_ply: usize,
    /// Where the root stands in `Buffers::path`; before it are the positions of the match.
    pub root_in_path: usize,
    /// Positions before this place in `Buffers::path` cannot come back.
    pub path_floor: usize,
    /// The node at this ply must name a move and may not answer from the table.
    pub open_ply: usize,
    /// What the other threads are searching, if there are any.
    pub team: Option<&'a Team>,
    /// Places of moves at the root that were put off because another thread is at them.
    pub deferred: Vec<usize>,
}

type Window = (Score, Score);

#[inline]
fn is_open((alpha, beta): Window) -> bool {
    beta.0 > alpha.0 + 1
}

/// Has nothing been found yet but ways to lose?
#[inline]
fn is_lost(best: Score) -> bool {
    best.0 < -Score::ESTIMATE
}

/// How a child is to be searched.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    /// Plies to go.
    pub depth: i32,
    /// It is not the first: that it is no better may be shown first.
    pub scouted: bool,
    /// A search shallower by this many plies may show it.
    pub less: i32,
}

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// Makes room for a search of this depth; returns the length of the longest line.
    pub fn make_room(&mut self, depth: u32) -> usize {
        // Forced moves cost no depth, up to as many plies again.
        let depth = depth as usize;
        self.most_ply =
            if self.margins.forced | self.margins.singular != 0 { 2 * depth } else { 0 };
        let longest = depth.max(self.most_ply) + self.extension as usize;
        self.buffers.reserve(longest);
        longest
    }

    /// Plays a move, for the position and for what the evaluation keeps beside it.
    #[inline]
    pub fn play(&mut self, pos: &mut G::Position, mv: G::Move) -> G::Undo {
        let undo = self.game.play(pos, mv);
        self.eval.push(self.game, pos, mv, &mut self.state);
        undo
    }

    /// Takes it back.
    #[inline]
    pub fn undo(&mut self, pos: &mut G::Position, mv: G::Move, undo: G::Undo) {
        self.game.undo(pos, mv, undo);
        self.eval.pop(self.game, pos, mv, &mut self.state);
    }

    /// The value to `me` of a position just reached at `ply`.
    #[inline(always)]
    pub fn child(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        ply: usize,
        window: Window,
        child: Child,
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
        let depth = child.depth;
        if E::FORCES
            && (depth <= 0 || self.eval.forces_anywhere())
            && self.mode == Mode::Play
            && let Some((score, kind)) = self.eval.forced(self.game, pos, &mut self.state, player)
        {
            if is_open(window) {
                self.buffers.plies[ply].line.clear();
            }
            let trust = match kind {
                ScoreKind::AtLeast => Trust::LOWER,
                ScoreKind::AtMost => Trust::UPPER,
                _ => Trust::ALL,
            };
            let value = Value { score: score.earlier(ply as u32), trust };
            return if player == me { value } else { -value };
        }
        if E::FORCES
            && depth >= THREATENED
            && ply <= NEAR
            && let Some(plies) = self.wins_by_threats(pos, ply)
        {
            if is_open(window) {
                self.buffers.plies[ply].line.clear();
            }
            let score = Score::win_in(plies).earlier(ply as u32);
            let value = Value { score, trust: Trust::LOWER };
            return if player == me { value } else { -value };
        }
        if depth <= 0
            && (depth <= -self.extension || self.eval.stable(self.game, pos, &mut self.state))
        {
            if is_open(window) {
                self.buffers.plies[ply].line.clear();
            }
            let score = self.estimate(pos, player);
            let trust = if G::CYCLES { Trust::NONE } else { Trust::WHOLE };
            return Value { score: if player == me { score } else { -score }, trust };
        }
        if G::CYCLES {
            let key = self.game.key(pos);
            self.buffers.path.push(key);
        }
        let value = self.scout(pos, (me, player), ply, window, child);
        if G::CYCLES {
            self.buffers.path.pop();
        }
        value
    }

    /// The first move is expected to be the best; of the others it is enough to know that they are
    /// no better, and only one that is better gets the whole window (Marsland and Campbell 1982).
    /// Late moves are at first not even followed to the full depth: if that shows them to be no
    /// better it is believed.
    #[inline(always)]
    fn scout(
        &mut self,
        pos: &mut G::Position,
        who: (Player, Player),
        ply: usize,
        (alpha, beta): Window,
        Child { depth, scouted, less }: Child,
    ) -> Value {
        if scouted {
            let narrow = (alpha, Score(alpha.0 + 1));
            if less > 0 && depth >= 2 {
                let mut value = self.down(pos, who, (depth - less).max(1), ply, narrow);
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
        let path = &self.buffers.path;
        if self.path_floor >= path.len() {
            return None;
        }
        let key = self.game.key(pos);
        let seen = path[self.path_floor..].iter().filter(|&&seen| seen == key).count();
        let times = 1 + seen as u32;
        if times == 1 {
            return None;
        }
        let searched = path[self.root_in_path.max(self.path_floor)..].contains(&key);
        let fate =
            (times..=times + 2 * searched as u32).find_map(|times| self.game.repeated(pos, times));
        // Where the rules let a game go round for ever, nobody gets anywhere by it.
        fate.or(searched.then_some(Outcome::Draw))
    }

    /// What the evaluation thinks of a position.
    #[inline]
    fn estimate(&mut self, pos: &G::Position, player: Player) -> Score {
        let score = self.eval.judge(self.game, pos, &mut self.state, player);
        Score::estimate(score.0 as i64)
    }

    /// How many plies less the `i`-th move of a node is worth at first.
    #[inline]
    pub fn less(&self, (ply, me, mv): (usize, Player, G::Move), depth: i32, i: usize) -> i32 {
        if !E::SELECTIVE || i < LATE || depth < 3 || self.margins.reduction == 0 {
            return 0;
        }
        let less = self.buffers.reductions.plies(depth, i);
        match self.buffers.fame(ply, me, mv) {
            Fame::Good => less - 1,
            Fame::Unknown => less,
            Fame::Bad => less + 1,
        }
    }

    /// The value to `me`, who is to move, where the search goes on.
    pub fn node(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        mut depth: i32,
        ply: usize,
        (mut alpha, beta): Window,
    ) -> Value {
        let (game, eval) = (self.game, self.eval);
        // Nobody wins sooner than with the next move.
        if alpha.0 > Score::ESTIMATE && alpha >= best_at::<G>(ply) {
            if is_open((alpha, beta)) {
                self.buffers.plies[ply].line.clear();
            }
            let trust = if G::CYCLES { Trust::NONE } else { Trust::UPPER };
            return Value { score: best_at::<G>(ply), trust };
        }
        if depth == 1 && !eval.arranges() && ply != self.open_ply {
            return self.frontier(pos, me, ply, (alpha, beta));
        }
        let open = is_open((alpha, beta));
        if open {
            self.buffers.plies[ply].line.clear();
        }
        let key = game.key(pos);
        let mut hint = NO_MOVE;
        let excluded = if E::SELECTIVE { self.buffers.plies[ply].excluded.take() } else { None };
        let mut deepest = None;
        // Below the horizon a table pays only where it saves an evaluation that costs a lot.
        let remembered = excluded.is_none() && (depth > 0 || eval.arranges());
        if remembered && let Some(entry) = self.table.probe(key) {
            hint = entry.index;
            let deep = entry.depth >= depth;
            let trust = if deep { entry.trust } else { entry.trust.only_proved() };
            let value = Value { score: entry.score.earlier(ply as u32), trust };
            let strict = E::SELECTIVE && self.strict;
            if ply != self.open_ply && answers(&entry, depth, value.score, (alpha, beta), strict) {
                return value;
            }
            deepest = Some((entry, value.score));
        }

        // What the position seems to be worth, where that may spare the search of its moves.
        let mut standing = None;
        if E::SELECTIVE
            && !open
            && depth > 0
            && excluded.is_none()
            && self.margins.judges()
            && ply != self.open_ply
            && eval.stable(game, pos, &mut self.state)
        {
            let estimate = self.estimate(pos, me);
            if let Some(value) = self.good_enough(pos, me, depth, ply, (alpha, beta), estimate) {
                return value;
            }
            if self.clock.is_stopped() {
                return Value::WORST;
            }
            standing = Some(estimate);
        }
        if E::SELECTIVE && hint == NO_MOVE && depth >= UNKNOWN && excluded.is_none() {
            depth -= self.margins.unknown;
        }
        let mut longer = 0;
        if E::SELECTIVE
            && let Some((entry, score)) = deepest
            && self.margins.singular > 0
            && depth >= SINGULAR
            && ply + (depth as usize) < self.most_ply
            && hint != NO_MOVE
            && entry.depth >= depth - 3
            && entry.bounds.has(Bounds::LOWER)
            && score.decided().is_none()
        {
            longer = i32::from(self.is_singular(pos, me, depth, ply, (hint, score)));
            if self.clock.is_stopped() {
                return Value::WORST;
            }
        }

        let here = &mut self.buffers.plies[ply];
        let how = (self.mode, self.strict);
        let omitted = here.gather((game, eval, pos), &mut self.state, hint, how);
        let n_moves = here.n_moves();
        debug_assert!(n_moves > 0, "a game that is not over has a move");
        if E::SELECTIVE && self.margins.history > 0 {
            self.buffers.bring_forward(ply, me, self.margins.history);
        }
        if E::SELECTIVE && n_moves == 1 && depth > 0 && ply + (depth as usize) < self.most_ply {
            longer = longer.max(self.margins.forced);
        }

        let floor = alpha;
        let mut best = Value::WORST;
        let mut best_mv = None;
        let mut upper = match omitted {
            Omitted::Irrelevant => Trust::UPPER,
            Omitted::Beaten | Omitted::Unpromising => Trust::NONE,
        };
        let path_floor = self.path_floor;
        let team = if depth >= SHARED { self.team } else { None };
        if team.is_some() {
            self.buffers.plies[ply].deferred.clear();
        }
        // First in the order of search, and then what was put off because another thread was at it.
        let mut n = n_moves;
        'all: for again in [false, true] {
            for k in 0..n {
                let (i, mv) = match again {
                    false => (k, self.buffers.pick(ply, k, me)),
                    true => self.buffers.plies[ply].deferred[k],
                };
                if E::SELECTIVE && excluded == Some(mv) {
                    upper = Trust::NONE;
                    continue;
                }
                if E::SELECTIVE && !open && i > 0 && !is_lost(best.score) {
                    let futile =
                        standing.filter(|&standing| self.is_futile(depth, standing, alpha));
                    // An estimate in place of moves proves nothing, whatever was proved of those before.
                    if let Some(score) = futile.map(|standing| standing.min(alpha))
                        && score > best.score
                    {
                        best = Value { score, trust: Trust::NONE };
                    }
                    if futile.is_some() || self.is_too_late(depth, i) {
                        // What is left out may be better than it seems.
                        upper = Trust::NONE;
                        break 'all;
                    }
                }
                if G::CYCLES && game.irreversible(pos, mv) {
                    self.path_floor = self.buffers.path.len();
                }
                let undo = self.play(pos, mv);
                if depth > 2 || depth == 2 && eval.arranges() {
                    self.table.fetch(game.key(pos));
                }
                if let Some(team) = team {
                    let below = game.key(pos);
                    if i > 0 && !again && team.has(below) {
                        // Somebody else is at it: in the meantime the others.
                        self.undo(pos, mv, undo);
                        self.path_floor = path_floor;
                        self.buffers.plies[ply].deferred.push((i, mv));
                        continue;
                    }
                    team.enter(below);
                }
                if E::SELECTIVE {
                    self.buffers.play(ply, mv);
                }
                let child = Child {
                    depth: depth - 1 + if i == 0 { longer } else { 0 },
                    scouted: i > 0,
                    less: self.less((ply, me, mv), depth, i),
                };
                let value = self.child(pos, me, ply + 1, (alpha, beta), child);
                if let Some(team) = team {
                    team.leave(game.key(pos));
                }
                self.undo(pos, mv, undo);
                if G::CYCLES {
                    self.path_floor = path_floor;
                }
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
                    self.buffers.cut(ply, me, mv, i + 1, depth);
                    // The moves not tried may be better still.
                    upper = Trust::NONE;
                    break 'all;
                }
            }
            if team.is_none() {
                break;
            }
            n = self.buffers.plies[ply].deferred.len();
        }
        let Some(best_mv) = best_mv else {
            if excluded.is_some() {
                // There is no other move at all.
                return Value { score: Score::MIN, trust: Trust::NONE };
            }
            // Against the law of `Game::moves`; an estimate does no harm.
            return Value { score: self.estimate(pos, me), trust: Trust::NONE };
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
        let index = if knows { self.buffers.plies[ply].index(game, pos, best_mv) } else { NO_MOVE };
        if remembered {
            let score = best.score.later(ply as u32);
            self.table.store(key, Entry { score, index, depth, bounds, trust });
        }
        Value { score: best.score, trust }
    }

    /// A node next to the leaves: most nodes that have children are of this kind. To order the
    /// moves or to ask the table would cost more than to try all moves as they come.
    #[inline(never)]
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
        let path_floor = self.path_floor;
        for mv in self.game.moves(pos) {
            if G::CYCLES && self.game.irreversible(pos, mv) {
                self.path_floor = self.buffers.path.len();
            }
            let undo = self.play(pos, mv);
            // The child looks at most one ply further, and only where things are unstable.
            let leaf = Child { depth: 0, scouted: false, less: 0 };
            let value = self.child(pos, me, ply + 1, (alpha, beta), leaf);
            self.undo(pos, mv, undo);
            if G::CYCLES {
                self.path_floor = path_floor;
            }
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

/// The score of a win with the next move of a node at `ply`.
#[inline]
fn best_at<G: Game>(ply: usize) -> Score {
    let win = Outcome::Win { winner: Player::First, points: G::MOST_POINTS };
    Score::of(win, Player::First, ply as u32 + 1)
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
fn answers(entry: &Entry, depth: i32, score: Score, (alpha, beta): Window, strict: bool) -> bool {
    let proved = entry.trust.proved();
    let bounds = if strict { entry.bounds & entry.trust.whole() } else { entry.bounds };
    let known = if entry.depth >= depth { bounds | proved } else { proved };
    known == Bounds::BOTH
        || known.has(Bounds::LOWER) && score >= beta
        || known.has(Bounds::UPPER) && score <= alpha
}
