use std::hash::{Hash, Hasher};

use henge_core::{Eval, Game, Omitted, Player};

use crate::transposition_table::NO_MOVE;
use crate::tree::Buffers;

/// Moves of a game share this many places in the history; moves that fall together share their fame.
const PLACES: usize = 1 << 12;
/// And pairs of moves share this many.
const PAIRS: usize = 1 << 14;
/// No move is more famous than this.
const MOST: i32 = 1 << 20;

/// What is known of a move from elsewhere in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fame {
    /// It was often good.
    Good,
    Unknown,
    /// It was often tried in vain.
    Bad,
}

/// How often each player's moves have cut the tree off, wherever they were played (Schaeffer 1989), and
/// how often as a reply to the move before. Moves that were tried in vain lose what they have gained.
///
/// Moves are hashed, because a generic move has no number of its own.
pub(crate) struct History {
    /// By player and move.
    moves: Vec<i32>,
    /// By player, the opponent's last move and the reply.
    replies: Vec<i32>,
    /// Only moves that cut off are noted, and not what they replied to: that is what a search pays for that
    /// cuts no corners.
    pub plain: bool,
}

/// The hash of a move; 0 for none.
#[inline]
pub(crate) fn hash_of<M: Hash>(mv: M) -> u64 {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    hasher.0
}

impl History {
    pub fn new() -> History {
        History { moves: vec![0; 2 * PLACES], replies: vec![0; 2 * PAIRS], plain: false }
    }

    pub fn clear(&mut self) {
        self.moves.fill(0);
        self.replies.fill(0);
    }

    #[inline]
    fn place(player: Player, hash: u64) -> usize {
        player.index() * PLACES + (hash >> (64 - PLACES.ilog2())) as usize
    }

    #[inline]
    fn pair(player: Player, before: u64, hash: u64) -> usize {
        let both = (before.rotate_left(17) ^ hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        player.index() * PAIRS + (both >> (64 - PAIRS.ilog2())) as usize
    }

    /// How good the move was elsewhere, as a reply to the move with the hash `before`; from `-2 MOST` to
    /// `2 MOST`.
    #[inline]
    pub fn fame<M: Hash>(&self, player: Player, before: u64, mv: M) -> i32 {
        let hash = hash_of(mv);
        let fame = self.moves[Self::place(player, hash)];
        if self.plain { fame } else { fame + self.replies[Self::pair(player, before, hash)] }
    }

    /// The move cut the tree off `depth` plies above the horizon, or (if `bonus` is negative) it was tried
    /// in vain. What nears the limit grows slower, so that recent cuts weigh more than old ones and nothing
    /// overflows.
    #[inline]
    fn note(&mut self, player: Player, before: u64, hash: u64, bonus: i32) {
        let grow = |fame: &mut i32| {
            *fame += bonus - (*fame as i64 * bonus.abs() as i64 / MOST as i64) as i32;
        };
        grow(&mut self.moves[Self::place(player, hash)]);
        if !self.plain {
            grow(&mut self.replies[Self::pair(player, before, hash)]);
        }
    }
}

/// What a cut so far above the horizon is worth, where only cuts are noted.
#[inline]
fn bonus(depth: i32) -> i32 {
    depth.clamp(1, 64).pow(2)
}

/// Where moves can lose what they have gained, it is lost and gained faster.
const FAST: i32 = 1024;

impl<G: Game> Buffers<G> {
    /// The hash of the move that led to the node at `ply`; 0 at the root and after a pass.
    #[inline]
    fn before(&self, ply: usize) -> u64 {
        if ply == 0 { 0 } else { self.plies[ply - 1].played }
    }

    /// Was the last move, or the one before it, a pass in thought?
    pub fn passed(&self, ply: usize) -> bool {
        (ply.saturating_sub(2)..ply).any(|ply| self.plies[ply].passed)
    }

    /// The `i`-th move of the node at `ply` in the order of search, to be asked for in turn.
    #[inline(always)]
    pub fn pick(&mut self, ply: usize, i: usize, player: Player) -> G::Move {
        let before = if self.history.plain { 0 } else { self.before(ply) };
        self.plies[ply].pick(i, player, before, &self.history)
    }

    /// Where the evaluation has put the moves in order: those that were good elsewhere come forward by up
    /// to this many places, and those that were tried in vain fall back.
    pub fn bring_forward(&mut self, ply: usize, player: Player, places: i32) {
        let before = self.before(ply);
        let here = &mut self.plies[ply];
        if !here.arranged || here.moves.len() < 3 {
            return;
        }
        let first =
            usize::from(here.hinted.is_some() && here.hinted.as_ref() == here.moves.first());
        let moves = &mut here.moves[first..];
        // Ranks are free where the evaluation arranges.
        here.ranks.clear();
        here.ranks.extend(moves.iter().enumerate().map(|(i, &mv)| {
            let fame = match here.killers.contains(&Some(mv)) {
                true => MOST,
                false => self.history.fame(player, before, mv),
            };
            let place = 16 * i as i32 - 16 * places * fame / MOST;
            ((place + (1 << 20)) as u64) << 32 | i as u64
        }));
        here.ranks.sort_unstable();
        here.scratch.clear();
        here.scratch.extend_from_slice(moves);
        for (mv, &rank) in moves.iter_mut().zip(&here.ranks) {
            *mv = here.scratch[rank as u32 as usize];
        }
        here.ranks.clear();
    }

    /// What is known of a move of the node at `ply`.
    #[inline]
    pub fn fame(&self, ply: usize, player: Player, mv: G::Move) -> Fame {
        match self.history.fame(player, self.before(ply), mv) {
            fame if fame > MOST / 4 => Fame::Good,
            fame if fame < -MOST / 4 => Fame::Bad,
            _ => Fame::Unknown,
        }
    }

    /// The move is being searched at `ply`.
    #[inline]
    pub fn play(&mut self, ply: usize, mv: G::Move) {
        if !self.history.plain {
            self.plies[ply].play(mv);
        }
    }

    /// The last of the `n` moves tried at `ply` cut off.
    #[inline(always)]
    pub fn cut(&mut self, ply: usize, player: Player, mv: G::Move, n: usize, depth: i32) {
        self.plies[ply].kill(mv);
        if self.history.plain {
            self.history.note(player, 0, hash_of(mv), bonus(depth));
        } else {
            self.praise_and_blame(ply, player, mv, n, depth);
        }
    }

    fn praise_and_blame(&mut self, ply: usize, player: Player, mv: G::Move, n: usize, depth: i32) {
        let before = self.before(ply);
        let here = &mut self.plies[ply];
        let bonus = FAST * bonus(depth.min(24));
        self.history.note(player, before, hash_of(mv), bonus);
        for i in 0..(n - 1).min(here.n_moves()) {
            let tried = here.nth(i);
            if tried != mv {
                self.history.note(player, before, hash_of(tried), -bonus);
            }
        }
    }
}

/// Multiply and rotate: moves are a few bytes and nobody attacks this table.
struct MoveHasher(u64);

impl MoveHasher {
    #[inline]
    fn add(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(23) ^ n).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(byte as u64));
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(n as u64);
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.add(n as u64);
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(n as u64);
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.add(n as u64);
    }
}

/// What an engine is for: may it believe an evaluation that moves are not worth pursuing?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Unpromising moves are not searched, or not as deeply, and no iteration is begun that could
    /// hardly be finished. A forced win found this way is still one; that there is nothing better
    /// is no longer proved.
    #[default]
    Play,
    /// All moves that can matter are searched to the full depth, unpromising ones last, and all the
    /// time is used.
    Prove,
}

/// How many moves are looked for one by one; beyond that all of them are sorted.
const PICKED: usize = 4;

/// The buffers of one ply, kept for the whole life of an engine so that the tree allocates nothing.
pub(crate) struct Ply<M> {
    /// In the order of `Game::moves`; what the table's indices refer to. Empty where the evaluation has
    /// proposed the moves.
    listed: Vec<M>,
    /// In the order of search, if `arranged`.
    moves: Vec<M>,
    /// If not: how promising each move is and, the smaller the better, its place in `listed`.
    /// Empty until more than the table's move is asked for.
    ranks: Vec<u64>,
    /// The evaluation has put the moves in order.
    arranged: bool,
    /// The table's move, if the evaluation has put the moves in order.
    hinted: Option<M>,
    /// For moving moves about.
    scratch: Vec<M>,
    /// The place of the table's move in `listed`, if there is one.
    hint: usize,
    /// The best line from here.
    pub line: Vec<M>,
    /// Moves that cut off lately at this ply, the newest first.
    killers: [Option<M>; 2],
    /// The places in `listed` of the table's move and the killers, as far as they were asked for: most
    /// nodes that are cut off need no more, and their other moves are never ranked.
    staged: [usize; 3],
    n_staged: usize,
    /// The killers before this one were tried, or cannot be played here.
    next_killer: usize,
    /// Moves put off because another thread is at them, with their places in the order of search.
    pub deferred: Vec<(usize, M)>,
    /// This move is left out: how good are the others?
    pub excluded: Option<M>,
    /// The hash of the move being searched.
    played: u64,
    /// It is no move at all.
    passed: bool,
}

impl<M: Copy + Eq + Hash> Ply<M> {
    pub fn new(n_moves: usize, n_line: usize) -> Ply<M> {
        Ply {
            listed: Vec::with_capacity(n_moves),
            moves: Vec::with_capacity(n_moves),
            ranks: Vec::with_capacity(n_moves),
            arranged: false,
            hinted: None,
            scratch: Vec::with_capacity(n_moves),
            hint: usize::MAX,
            line: Vec::with_capacity(n_line),
            killers: [None; 2],
            staged: [0; 3],
            n_staged: 0,
            next_killer: 0,
            deferred: Vec::with_capacity(n_moves),
            excluded: None,
            played: 0,
            passed: false,
        }
    }

    /// Lists the legal moves and prepares their order: the table's move, then as the evaluation
    /// arranges them. Killers and history have a say only where it leaves them as they came.
    /// Says what moves were left out that might matter; those that are only beaten come last where the search is
    /// strict.
    #[inline]
    pub fn gather<G, E>(
        &mut self,
        (game, eval, pos): (&G, &E, &G::Position),
        state: &mut E::State,
        hint: u16,
        (mode, strict): (Mode, bool),
    ) -> Omitted
    where
        G: Game<Move = M>,
        E: Eval<G>,
    {
        self.listed.clear();
        self.ranks.clear();
        self.arranged = false;
        self.hinted = None;
        self.hint = hint as usize;
        (self.n_staged, self.next_killer) = (0, 0);
        if mode == Mode::Play {
            self.moves.clear();
            if let Some(omitted) = eval.propose(game, pos, state, &mut self.moves)
                && !self.moves.is_empty()
            {
                self.arranged = true;
                let known = hint != NO_MOVE;
                self.try_first(known.then(|| game.moves(pos).nth(hint as usize)).flatten());
                return omitted;
            }
        }
        self.listed.extend(game.moves(pos));
        if !eval.arranges() || self.listed.len() == 1 {
            return Omitted::Irrelevant;
        }
        self.arrange((game, eval, pos), state, (mode, strict))
    }

    /// Has the evaluation put the moves in order.
    fn arrange<G, E>(
        &mut self,
        (game, eval, pos): (&G, &E, &G::Position),
        state: &mut E::State,
        (mode, strict): (Mode, bool),
    ) -> Omitted
    where
        G: Game<Move = M>,
        E: Eval<G>,
    {
        self.moves.clear();
        self.moves.extend_from_slice(&self.listed);
        let omitted = eval.select(game, pos, state, &mut self.moves);
        if self.moves.is_empty() {
            // Nothing is worth pursuing, but something must be played.
            return Omitted::Irrelevant;
        }
        self.arranged = self.moves != self.listed;
        if !self.arranged {
            return Omitted::Irrelevant;
        }
        let missing = self.moves.len() < self.listed.len() && omitted != Omitted::Irrelevant;
        let all = mode == Mode::Prove || strict && omitted == Omitted::Beaten;
        if missing && all {
            let kept = self.moves.len();
            for &mv in &self.listed {
                if !self.moves[..kept].contains(&mv) {
                    self.moves.push(mv);
                }
            }
        }
        self.try_first(self.listed.get(self.hint).copied());
        if missing && !all { omitted } else { Omitted::Irrelevant }
    }

    /// Brings the table's move to the front.
    fn try_first(&mut self, hinted: Option<M>) {
        self.hinted = hinted;
        if let Some(place) = hinted.and_then(|hint| self.moves.iter().position(|&mv| mv == hint)) {
            self.moves[..=place].rotate_right(1);
        }
    }

    /// How many moves there are to search.
    #[inline]
    pub fn n_moves(&self) -> usize {
        if self.arranged { self.moves.len() } else { self.listed.len() }
    }

    /// The `i`-th move in the order of search, to be asked for in turn. The order is made as far
    /// as it is needed: most nodes are cut off early.
    #[inline(always)]
    fn pick(&mut self, i: usize, player: Player, before: u64, history: &History) -> M {
        if self.arranged {
            return self.moves[i];
        }
        if self.ranks.is_empty()
            && let Some(place) = self.stage()
        {
            return self.listed[place];
        }
        self.pick_by_rank(i, player, before, history)
    }

    /// The next of the table's move and the killers.
    #[inline]
    fn stage(&mut self) -> Option<usize> {
        let mut place = (self.n_staged == 0 && self.hint < self.listed.len()).then_some(self.hint);
        while place.is_none() && self.next_killer < self.killers.len() {
            let killer = self.killers[self.next_killer];
            self.next_killer += 1;
            let legal = killer.and_then(|killer| self.listed.iter().position(|&mv| mv == killer));
            place = legal.filter(|place| !self.staged[..self.n_staged].contains(place));
        }
        if let Some(place) = place {
            self.staged[self.n_staged] = place;
            self.n_staged += 1;
        }
        place
    }

    #[inline(never)]
    fn pick_by_rank(&mut self, i: usize, player: Player, before: u64, history: &History) -> M {
        if self.ranks.is_empty() {
            self.ranks.extend(self.listed.iter().enumerate().map(|(place, &mv)| {
                // Among equals the first: a game lists its moves with some sense.
                let rank = (history.fame(player, before, mv) + 2 * MOST) as u64;
                rank << 32 | (u32::MAX - place as u32) as u64
            }));
            for (k, &place) in self.staged[..self.n_staged].iter().enumerate() {
                let is_it = |&rank: &u64| u32::MAX - rank as u32 == place as u32;
                if let Some(j) = self.ranks[k..].iter().position(is_it) {
                    self.ranks.swap(k, k + j);
                }
            }
        }
        if i < PICKED {
            let mut best = i;
            for j in i + 1..self.ranks.len() {
                if self.ranks[j] > self.ranks[best] {
                    best = j;
                }
            }
            self.ranks.swap(i, best);
        } else if i == PICKED {
            self.ranks[i..].sort_unstable_by(|a, b| b.cmp(a));
        }
        self.listed[(u32::MAX - self.ranks[i] as u32) as usize]
    }

    /// The `i`-th move in the order of search, which was asked for before.
    #[inline]
    fn nth(&self, i: usize) -> M {
        if self.arranged {
            self.moves[i]
        } else if self.ranks.is_empty() {
            self.listed[self.staged[i]]
        } else {
            self.listed[(u32::MAX - self.ranks[i] as u32) as usize]
        }
    }

    /// The move is being searched.
    #[inline]
    fn play(&mut self, mv: M) {
        (self.played, self.passed) = (hash_of(mv), false);
    }

    /// Nothing is done, in thought.
    #[inline]
    pub fn pass(&mut self) {
        (self.played, self.passed) = (0, true);
    }

    /// The place of a move in `Game::moves`.
    #[inline]
    pub fn index<G: Game<Move = M>>(&self, game: &G, pos: &G::Position, mv: M) -> u16 {
        let place = match self.listed.is_empty() {
            true => game.moves(pos).position(|listed| listed == mv),
            false => self.listed.iter().position(|&listed| listed == mv),
        };
        place.map_or(NO_MOVE, |place| place.min(NO_MOVE as usize) as u16)
    }

    /// The move cut off here.
    #[inline]
    fn kill(&mut self, mv: M) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }

    pub fn forget_killers(&mut self) {
        self.killers = [None; 2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_core::{Outcome, Score, Turn};

    /// Six moves and then the end.
    struct Six;

    impl Game for Six {
        type Position = bool;
        type Move = u8;
        type Moves = std::ops::Range<u8>;
        type Undo = ();
        fn start(&self) -> bool {
            false
        }
        fn turn(&self, &over: &bool) -> Turn {
            if over { Turn::Over(Outcome::Draw) } else { Turn::Player(Player::First) }
        }
        fn moves(&self, &over: &bool) -> Self::Moves {
            0..if over { 0 } else { 6 }
        }
        fn play(&self, pos: &mut bool, _: u8) {
            *pos = true;
        }
        fn undo(&self, pos: &mut bool, _: u8, _: ()) {
            *pos = false;
        }
        fn key(&self, pos: &bool) -> u64 {
            *pos as u64
        }
    }

    /// Leaves out all other moves, and says why.
    struct Keep(&'static [u8], Omitted);

    impl Eval<Six> for Keep {
        type State = ();

        fn eval(&self, _: &Six, _: &bool, _: Player) -> Score {
            Score::DRAW
        }
        fn arranges(&self) -> bool {
            true
        }
        fn select(&self, _: &Six, _: &bool, _: &mut (), moves: &mut Vec<u8>) -> Omitted {
            moves.clear();
            moves.extend_from_slice(self.0);
            self.1
        }
    }

    fn order(eval: &impl Eval<Six, State = ()>, hint: u16, mode: Mode) -> (Vec<u8>, bool) {
        let mut ply = Ply::new(0, 0);
        let mut history = History::new();
        history.note(Player::First, 0, hash_of(5u8), bonus(3));
        history.note(Player::Second, 0, hash_of(0u8), bonus(9));
        ply.kill(2);
        ply.kill(3);
        let omitted = ply.gather((&Six, eval, &false), &mut (), hint, (mode, false));
        let omitted = omitted != Omitted::Irrelevant;
        let picked = (0..ply.n_moves()).map(|i| ply.pick(i, Player::First, 0, &history));
        (picked.collect(), omitted)
    }

    #[test]
    fn table_killers_and_history_come_first() {
        let eval = henge_core::NoEval;
        assert_eq!(order(&eval, 4, Mode::Play), (vec![4, 3, 2, 5, 0, 1], false));
        assert_eq!(order(&eval, 3, Mode::Play), (vec![3, 2, 5, 0, 1, 4], false));
        assert_eq!(order(&eval, NO_MOVE, Mode::Play), (vec![3, 2, 5, 0, 1, 4], false));
    }

    #[test]
    fn an_evaluation_that_arranges_is_trusted() {
        let eval = Keep(&[5, 4, 3, 2, 1, 0], Omitted::Unpromising);
        assert_eq!(order(&eval, 1, Mode::Play), (vec![1, 5, 4, 3, 2, 0], false));
        assert_eq!(order(&eval, 99, Mode::Play), (vec![5, 4, 3, 2, 1, 0], false));
    }

    #[test]
    fn what_is_left_out_comes_last_or_not_at_all() {
        let eval = Keep(&[4, 0], Omitted::Unpromising);
        assert_eq!(order(&eval, 99, Mode::Play), (vec![4, 0], true));
        assert_eq!(order(&eval, 99, Mode::Prove), (vec![4, 0, 1, 2, 3, 5], false));
        let none = Keep(&[], Omitted::Unpromising);
        assert_eq!(order(&none, 99, Mode::Play), (vec![3, 2, 5, 0, 1, 4], false));
    }

    #[test]
    fn what_cannot_matter_is_left_out_without_regret() {
        let eval = Keep(&[4, 0], Omitted::Irrelevant);
        assert_eq!(order(&eval, 0, Mode::Play), (vec![0, 4], false));
        assert_eq!(order(&eval, 99, Mode::Prove), (vec![4, 0], false));
    }

    #[test]
    fn fame_is_bounded_and_can_be_lost() {
        let mut history = History::new();
        for _ in 0..1_000_000 {
            history.note(Player::First, 3, hash_of(1u8), bonus(60));
        }
        let best = history.fame(Player::First, 3, 1u8);
        assert!(best <= 2 * MOST && best > MOST);
        assert!(history.fame(Player::First, 4, 1u8) <= MOST, "it was a reply to something else");
        assert_eq!(history.fame(Player::Second, 3, 1u8), 0);
        for _ in 0..1_000_000 {
            history.note(Player::First, 3, hash_of(1u8), -bonus(60));
        }
        assert!((-2 * MOST..-MOST).contains(&history.fame(Player::First, 3, 1u8)));
        history.clear();
        assert_eq!(history.fame(Player::First, 3, 1u8), 0);
    }
}
