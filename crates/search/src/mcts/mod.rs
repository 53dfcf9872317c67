//! Monte-Carlo tree search.
//!
//! - `node`: what is known of a position, in atomics; `arena`: where nodes live
//! - `simulate`: one way down the tree and back; `select`: which child to try
//! - `proof`: bounds on the value, carried up; `answer`: what is read out of a tree
//! - `replica`: what a thread keeps for itself of the top of the tree
//! - `priors` and `judge`: what the user knows of moves and positions
//! - `chance`: random moves and rolls; `played`: all moves as first

mod answer;
mod arena;
mod chance;
mod judge;
mod node;
mod played;
mod priors;
mod proof;
mod replica;
mod select;
mod simulate;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use henge_core::{Game, Limits, Player, Score, ScoreKind, Turn};

use crate::{Line, MAX_PLAYOUT, Report, Task};
use answer::{Answer, Glance};
use arena::{Arena, ROOT};
use chance::Stream;
pub use judge::Judge;
use node::Kind;
pub use priors::{NoPriors, Priors};
use simulate::{Search, Worker};

/// The clock is looked at once every so many simulations.
const INTERVAL: u64 = 16;
/// With several threads, each takes the right to so many simulations at once, if so many are left.
const MOST_TICKETS: u64 = 32;
/// How often a search that need not repeat exactly says how far it is.
const TELL_EVERY: Duration = Duration::from_millis(200);
/// From here on every power of two of simulations is worth a report.
const TELL_FROM: u64 = 1 << 10;
/// Simulations that threads may have under way when the count of visits is full.
const MARGIN: u32 = 1 << 16;
/// The position of the next search is looked for this many plies below the last one: my move, a roll,
/// the answer, and another roll.
const ADVANCE_PLIES: usize = 4;
/// And among this many positions at most.
const ADVANCE_POSITIONS: usize = 50_000;

/// How [`Mcts`] chooses the move to try next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// By results alone: UCB1 in trees.
    #[default]
    Uct,
    /// By results and by what [`Priors`] say.
    Puct,
}

/// How [`Mcts`] plays on where its tree ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rollouts {
    /// Every move is as likely as the others.
    #[default]
    Random,
    /// A move that wins at once is made, else any. A rollout sees more and costs more, and whether
    /// the engine becomes stronger depends on the game.
    Decisive,
}

/// How a [`Mcts`] is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// What the tree may take. When it is full it grows no more, but simulations go on.
    pub memory_bytes: usize,
    /// How many threads search, in one tree; 0 is taken as 1. Only with one thread does a search
    /// repeat exactly.
    pub threads: usize,
    /// Where the random numbers start.
    pub seed: u64,
    /// How the move to try next is chosen.
    pub selection: Selection,
    /// How much moves are favoured that were tried less, where values go from -1 to 1. In Connect
    /// Four √2 opened in the middle 11 times of 12 after 300 000 simulations, 1 only 6 times. PUCT
    /// multiplies it by a prior and wants about 5 where priors are all alike.
    pub exploration: f32,
    /// A move that was never tried is taken for as good as its position so far and this much better.
    /// A large number has every move tried once before any is tried again.
    pub first_play: f32,
    /// A position that was visited so often gets children, and later when the tree fills up. 0
    /// expands at once; more saves memory.
    pub expand_visits: u32,
    /// How the game is played on where the tree ends.
    pub rollouts: Rollouts,
    /// A rollout that is not over after this many plies is worth what the evaluation says.
    pub rollout_plies: u32,
    /// 0 for rollouts, 1 for the evaluation instead of them, something between for both.
    pub eval_weight: f32,
    /// How many leaves a thread gathers before [`Judge::judge_batch`] is asked about all of them; 0 is
    /// taken as 1, and so is everything where the evaluation has no weight. More is faster with a
    /// judge that likes batches, but a tree that is searched in batches is a little wider.
    pub batch: usize,
    /// The score that makes a win `e` times as likely as a loss: scores and expectations are turned
    /// into each other by the logistic curve.
    pub scale: f32,
    /// After this many visits what is known of a move from other orders of moves (RAVE) counts a half.
    /// 0 switches it off. Good where moves mean much the same at any time: in Hex on 7 by 7 with 1000
    /// simulations a move, 10 000 scored 79.5 % ± 3.9 against 0; in Connect Four with 2000, 300 scored
    /// 45.3 % ± 3.5.
    pub rave: f32,
    /// As how much of a loss a simulation counts that another thread has under way.
    pub virtual_loss: f32,
    /// The most points that a game can be won by, if that is more than `Game::most_points` says.
    pub most_points: u8,
}

impl Default for MctsOptions {
    fn default() -> Self {
        MctsOptions {
            memory_bytes: 256 << 20,
            threads: 1,
            seed: 0,
            selection: Selection::Uct,
            exploration: std::f32::consts::SQRT_2,
            first_play: 0.0,
            expand_visits: 4,
            rollouts: Rollouts::Random,
            rollout_plies: MAX_PLAYOUT,
            eval_weight: 0.0,
            batch: 1,
            scale: 100.0,
            rave: 0.0,
            virtual_loss: 1.0,
            most_points: 1,
        }
    }
}

impl MctsOptions {
    /// A score as the expectation of a game, from -1 for a certain loss of the most points to 1 for a
    /// certain win of as many.
    pub fn expectation(&self, score: Score) -> f32 {
        match score.decided() {
            Some((points, _)) => {
                (points as f32 / f32::from(self.most_points.max(1))).clamp(-1.0, 1.0)
            }
            None => simulate::squash(score, self.scale),
        }
    }
}

/// Monte-Carlo tree search for any game, with dice and without.
///
/// The limit of nodes is one of simulations. The limit of depth ends a search when the line that
/// both players try most is this long; `Report::depth` is that length.
///
/// **The tree is kept** for the next search, which takes over what is below its position, if that is
/// at most four plies below the last one. An engine belongs to one rules object and one evaluation;
/// call [`Mcts::clear`] when either changes. A search with one thread that is limited by nodes
/// repeats exactly on a new or a cleared engine with the same seed.
///
/// **What is proved.** The tree carries bounds: what is sure to be reached, and what cannot be
/// surpassed. Nodes have one way from the root, so this holds in games with cycles as well, if the
/// history is given. A draw by both bounds is `Proved`. A win is found by the way that was tried
/// first, not by the shortest: its score says how long that way is at most, and its kind is
/// `AtLeast`, for the true score may be that of a sooner win; a loss is `AtMost` for the same reason.
/// They are `Proved` where it is plain that there is nothing shorter: in a few plies at the end.
/// An `AtLeast` win is a win nevertheless, of this many points or more. Where dice make the
/// difference, the exact expectation can be known; it is an `Estimate`, because a score cannot say
/// it otherwise. The search ends when the value of the root is settled or, if several lines are
/// asked for, that of all moves.
///
/// ```
/// use henge_core::{Game, Limits, NoEval, Score};
/// use henge_search::{Mcts, Task};
/// use henge_testkit::games::Boxes;
///
/// let game = Boxes::default();
/// let limits = Limits::nodes(1_000);
/// let task = Task::new(limits);
/// let report = Mcts::new(1 << 20).search(&game, &game.start(), &[], &NoEval, task);
/// assert_eq!(report.nodes, 1_000);
/// assert!(game.moves(&game.start()).any(|mv| report.best() == Some(mv)));
/// ```
pub struct Mcts<G: Game> {
    options: MctsOptions,
    arena: Arena<G::Move>,
    workers: Vec<Worker<G>>,
    /// The position at the root of the tree.
    root: Option<G::Position>,
    /// The keys of the positions before it; kept only in games with cycles.
    history: Vec<u64>,
    n_searches: u64,
    report: Report<G::Move>,
    /// A buffer for the order of moves at the root.
    order: Vec<Glance>,
}

impl<G: Game> Mcts<G> {
    /// An engine with a tree of this many bytes.
    pub fn new(memory_bytes: usize) -> Self {
        Self::with(MctsOptions { memory_bytes, ..MctsOptions::default() })
    }

    /// An engine with all options.
    pub fn with(options: MctsOptions) -> Self {
        let most_points = options.most_points.max(1);
        let batch = if options.eval_weight > 0.0 { options.batch.max(1) } else { 1 };
        Mcts {
            options: MctsOptions { threads: options.threads.max(1), batch, most_points, ..options },
            arena: Arena::new(options.memory_bytes, options.rave > 0.0),
            workers: Vec::new(),
            root: None,
            history: Vec::new(),
            n_searches: 0,
            report: Report::default(),
            order: Vec::new(),
        }
    }

    /// The options, as the engine understands them.
    pub fn options(&self) -> &MctsOptions {
        &self.options
    }

    /// Forgets all that earlier searches have found out.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.root = None;
        self.n_searches = 0;
    }

    /// How many simulations have gone through the position searched last, those of earlier searches
    /// included.
    pub fn root_visits(&self) -> u32 {
        if self.root.is_some() { self.arena.node(ROOT).visits() } else { 0 }
    }

    /// Bytes that have been allocated for the tree.
    pub fn tree_bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// Searches until the value is settled or a limit is reached.
    ///
    /// `history` holds the keys of the positions of the match before `pos`, oldest first; it
    /// matters only in games with cycles. `judge` is an evaluation; it matters if the options give it
    /// a weight, or where rollouts end early.
    ///
    /// Unless a player is to move, there is nothing to answer: the report has no line.
    pub fn search<J: Judge<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        judge: &J,
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        self.search_with(game, pos, history, judge, &NoPriors, task)
    }

    /// The same with a policy, which is asked if the options say [`Selection::Puct`].
    pub fn search_with<J: Judge<G>, P: Priors<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        judge: &J,
        priors: &P,
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        let start = Instant::now();
        let me = match game.turn(pos) {
            Turn::Player(player) => player,
            turn => {
                let complete = matches!(turn, Turn::Over(_));
                return Report { complete, ..Report::default() };
            }
        };
        let history = if G::CYCLES { history } else { &[] };
        self.options.most_points = self.options.most_points.max(game.most_points());
        self.advance(game, pos, history, me);
        self.n_searches += 1;
        while self.workers.len() < self.options.threads {
            let mut worker = Worker::new(pos);
            worker.claim = self.arena.claim(self.options.threads);
            self.workers.push(worker);
        }
        for (i, worker) in self.workers.iter_mut().enumerate() {
            worker.stream = Stream::new(self.options.seed, self.n_searches, i as u64);
        }
        let threads = self.options.threads;
        let Mcts { options, arena, workers, report, order, .. } = self;
        let (worker, helpers) = workers.split_first_mut().expect("there is one worker at least");
        let n_lines = task.n_lines.max(1);
        let search = Search {
            game,
            judge,
            priors,
            options,
            arena,
            pos,
            history,
            most_points: f32::from(options.most_points),
            wide: n_lines > 1,
        };
        search.open(worker);
        begin(game, pos, n_lines, report);
        let (most_points, scale) = (options.most_points, options.scale);
        let answer = Answer { arena, me, most_points, scale };
        answer.write(report, order);

        // Visits are counted in 32 bits.
        let room = u64::from((u32::MAX - MARGIN).saturating_sub(arena.node(ROOT).visits()));
        let most = task.limits.nodes.unwrap_or(u64::MAX).min(room);
        let (limits, done) = (task.limits, AtomicBool::new(false));
        let n = OwnLine(AtomicU64::new(0));
        let (threads, portion) = (threads as u64, MOST_TICKETS.max(options.batch as u64));
        let watch = Watch { start, limits, most, threads, portion, done, n };
        let mut teller = Teller { task, answer, report, order, told: 0, at: Duration::ZERO };
        if helpers.is_empty() && options.batch == 1 {
            teller.run::<_, _, _, false>(&search, worker, &watch);
        } else if helpers.is_empty() {
            search.join_in(worker);
            teller.run::<_, _, _, true>(&search, worker, &watch);
            search.leave_off(worker);
        } else {
            thread::scope(|scope| {
                for helper in helpers {
                    let (search, watch) = (&search, &watch);
                    // Without a helper the search is slower, and that is all.
                    _ = thread::Builder::new().spawn_scoped(scope, move || {
                        search.join_in(helper);
                        let mut tickets = 0;
                        while !search.is_finished() && watch.ticket(&mut tickets) {
                            watch.simulate(search, helper, &mut tickets);
                        }
                        watch.give_back(tickets);
                        search.leave_off(helper);
                    });
                }
                search.join_in(worker);
                let end = teller.run::<_, _, _, true>(&search, worker, &watch);
                // Tickets that were given out are used, so that the count is as was asked for.
                watch.done.store(end != End::Spent, Relaxed);
                search.leave_off(worker);
            });
        }
        teller.finish(&watch);
        self.report.clone()
    }

    /// Brings the tree to a new root: keeps what is below it, if it is in the tree.
    fn advance(&mut self, game: &G, pos: &G::Position, history: &[u64], me: Player) {
        let found = self.find(game, pos, history);
        match found {
            Some(index) => self.arena.keep(index),
            None => {
                self.arena.clear();
                let kind = if me == Player::First { Kind::First } else { Kind::Second };
                self.arena.node(ROOT).set(kind, 0.0, 0.0);
            }
        }
        if found != Some(ROOT) {
            // What threads had claimed is free again.
            let claim = self.arena.claim(self.options.threads);
            self.workers.iter_mut().for_each(|worker| worker.claim = claim);
        }
        self.root = Some(pos.clone());
        self.history.clear();
        self.history.extend_from_slice(history);
    }

    /// The node of a position, looked for level by level below the root.
    fn find(&self, game: &G, pos: &G::Position, history: &[u64]) -> Option<u32> {
        let root = self.root.as_ref()?;
        if root == pos {
            return (self.history == history).then_some(ROOT);
        }
        // With cycles the way matters: the match must have gone on from the last root.
        let plies = history.len().checked_sub(self.history.len());
        if G::CYCLES && !plies.is_some_and(|n| n > 0 && history.starts_with(&self.history)) {
            return None;
        }
        let mut level = vec![(ROOT, root.clone())];
        let mut n_positions = 0;
        for ply in 1..=ADVANCE_PLIES {
            let mut next = Vec::new();
            for (index, above) in &level {
                if G::CYCLES && history.get(self.history.len() + ply - 1) != Some(&game.key(above))
                {
                    continue;
                }
                let Some(children) = self.arena.children(self.arena.node(*index)) else { continue };
                for (i, child) in children.nodes.iter().enumerate() {
                    if child.kind() == Kind::Over {
                        continue;
                    }
                    let mut below = above.clone();
                    game.play(&mut below, children.mv(i));
                    let index = children.first + i as u32;
                    if below == *pos && (!G::CYCLES || plies == Some(ply)) {
                        return Some(index);
                    }
                    n_positions += 1;
                    if n_positions >= ADVANCE_POSITIONS {
                        return None;
                    }
                    if child.visits() > 0 {
                        next.push((index, below));
                    }
                }
            }
            level = next;
        }
        None
    }
}

/// Has an answer ready for the case that the tree has none.
fn begin<G: Game>(game: &G, pos: &G::Position, n_lines: usize, report: &mut Report<G::Move>) {
    let blank = || Line { score: Score::DRAW, kind: ScoreKind::Estimate, moves: Vec::new() };
    let mut n = 0;
    for mv in game.moves(pos).take(n_lines) {
        if n == report.lines.len() {
            report.lines.push(blank());
        }
        let line = &mut report.lines[n];
        (line.score, line.kind) = (Score::DRAW, ScoreKind::Estimate);
        line.moves.clear();
        line.moves.push(mv);
        n += 1;
    }
    report.lines.truncate(n);
    (report.depth, report.nodes, report.complete) = (0, 0, false);
}

/// What a search has spent; all threads look at it.
struct Watch {
    start: Instant,
    limits: Limits,
    /// No more simulations than this.
    most: u64,
    threads: u64,
    /// This many tickets are given out at once at most.
    portion: u64,
    done: AtomicBool,
    /// Simulations that were made or for which a thread holds a ticket.
    n: OwnLine<AtomicU64>,
}

/// Why the main thread simulates no more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// No ticket is left.
    Spent,
    /// All others are to stop as well.
    Stopped,
}

/// What some threads write lies apart from what all of them read.
#[repr(align(128))]
struct OwnLine<T>(T);

impl Watch {
    /// May another simulation begin? Takes one of the tickets that the thread holds.
    #[inline]
    fn ticket(&self, tickets: &mut u64) -> bool {
        if self.done.load(Relaxed) {
            return false;
        }
        if *tickets == 0 {
            let taken = self.n.0.fetch_update(Relaxed, Relaxed, |n| {
                let left = self.most.saturating_sub(n);
                *tickets = (left / (4 * self.threads)).clamp(1, self.portion).min(left);
                (left > 0).then(|| n + *tickets)
            });
            if taken.is_err() {
                return false;
            }
        }
        *tickets -= 1;
        true
    }

    /// Simulates with a ticket that was taken, and with some of those that are left where leaves are
    /// judged in batches.
    #[inline]
    fn simulate<G: Game, J: Judge<G>, P: Priors<G>>(
        &self,
        search: &Search<'_, G, J, P>,
        worker: &mut Worker<G>,
        tickets: &mut u64,
    ) {
        if search.options.batch == 1 {
            search.simulate::<true>(worker);
        } else {
            let more = (*tickets).min(search.options.batch as u64 - 1);
            *tickets -= more;
            search.simulate_batch(worker, 1 + more as usize);
        }
    }

    /// A thread does not use the tickets that it still holds.
    fn give_back(&self, tickets: u64) {
        self.n.0.fetch_sub(tickets, Relaxed);
    }

    /// Simulations so far.
    fn n_simulations(&self) -> u64 {
        self.n.0.load(Relaxed)
    }
}

/// The main thread's part: it simulates like the others, watches the clock and reports.
struct Teller<'a, 't, M> {
    task: Task<'t, M>,
    answer: Answer<'a, M>,
    report: &'a mut Report<M>,
    order: &'a mut Vec<Glance>,
    /// Simulations and time at the last report.
    told: u64,
    at: Duration,
}

impl<M: Copy> Teller<'_, '_, M> {
    fn run<G: Game<Move = M>, J: Judge<G>, P: Priors<G>, const SHARED: bool>(
        &mut self,
        search: &Search<'_, G, J, P>,
        worker: &mut Worker<G>,
        watch: &Watch,
    ) -> End {
        let limits = watch.limits;
        let time = limits.time_for_move();
        // Reports at certain times would not come again in the same places.
        let tell_by_time = time.is_some() || limits.nodes.is_none();
        let mut tell_at = TELL_FROM;
        let mut tickets = 0;
        if limits.depth == Some(0) {
            return End::Stopped;
        }
        let mut end = End::Stopped;
        for i in 0u64.. {
            if self.task.stop.load(Relaxed) || search.is_finished() {
                break;
            }
            let look = i.is_multiple_of(INTERVAL) || search.options.batch > 1;
            if look {
                let elapsed = watch.start.elapsed();
                if time.is_some_and(|time| elapsed >= time) {
                    break;
                }
                if tell_by_time && elapsed >= self.at + TELL_EVERY && self.tell(watch) {
                    break;
                }
            }
            if SHARED {
                if !watch.ticket(&mut tickets) {
                    end = End::Spent;
                    break;
                }
            } else {
                if i >= watch.most {
                    break;
                }
                watch.n.0.store(i + 1, Relaxed);
            }
            if SHARED {
                watch.simulate(search, worker, &mut tickets);
            } else {
                search.simulate::<false>(worker);
            }
            // The count changes all the time when there are other threads.
            if (!SHARED || look) && watch.n_simulations() >= tell_at {
                tell_at = 2 * tell_at.max(watch.n_simulations() / 2);
                if self.tell(watch) {
                    break;
                }
            }
        }
        watch.give_back(tickets);
        end
    }

    /// Says how far the search is, and whether it is deep enough.
    fn tell(&mut self, watch: &Watch) -> bool {
        self.write(watch);
        (self.task.progress)(self.report);
        let Limits { depth, nodes, .. } = watch.limits;
        let stuck = self.answer.arena.is_full() && nodes.is_none();
        depth.is_some_and(|depth| {
            self.report.depth >= depth || stuck && watch.limits.time_for_move().is_none()
        })
    }

    fn write(&mut self, watch: &Watch) {
        self.answer.write(self.report, self.order);
        self.report.nodes = watch.n_simulations();
        self.report.elapsed = watch.start.elapsed();
        (self.told, self.at) = (self.report.nodes, self.report.elapsed);
    }

    /// The last word.
    fn finish(&mut self, watch: &Watch) {
        let news = watch.n_simulations() != self.told;
        self.write(watch);
        if news {
            (self.task.progress)(self.report);
        }
    }
}
