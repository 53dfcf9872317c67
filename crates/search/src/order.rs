use std::hash::{Hash, Hasher};

use henge_core::{Eval, Game, Omitted, Player};

use crate::transposition_table::NO_MOVE;

/// Moves of a game share so many places in the history; moves that fall together share their fame.
const PLACES: usize = 1 << 12;
/// No move is more famous than this.
const MOST: i32 = 1 << 20;

/// How often each player's moves have cut the tree off, wherever they were played (Schaeffer 1989).
///
/// Moves are hashed, because a generic move has no number of its own.
pub(crate) struct History {
    fame: Vec<i32>,
}

impl History {
    pub fn new() -> History {
        History { fame: vec![0; 2 * PLACES] }
    }

    pub fn clear(&mut self) {
        self.fame.fill(0);
    }

    #[inline]
    fn place<M: Hash>(player: Player, mv: M) -> usize {
        let mut hasher = MoveHasher(0);
        mv.hash(&mut hasher);
        player.index() * PLACES + (hasher.0 >> 52) as usize
    }

    #[inline]
    pub fn fame<M: Hash>(&self, player: Player, mv: M) -> i32 {
        self.fame[Self::place(player, mv)]
    }

    /// The move cut the tree off `depth` plies above the horizon. What nears the limit grows
    /// slower, so that recent cuts weigh more than old ones and nothing overflows.
    #[inline]
    pub fn praise<M: Hash>(&mut self, player: Player, mv: M, depth: i32) {
        let bonus = depth.clamp(1, 64).pow(2);
        let fame = &mut self.fame[Self::place(player, mv)];
        *fame += bonus - (*fame as i64 * bonus as i64 / MOST as i64) as i32;
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

/// So many moves are looked for one by one; whoever needs more gets all of them sorted.
const PICKED: usize = 4;

/// The buffers of one ply, kept for the whole life of an engine so that the tree allocates nothing.
pub(crate) struct Ply<M> {
    /// In the order of `Game::moves`; what the table's indices refer to.
    listed: Vec<M>,
    /// In the order of search, if `arranged`.
    moves: Vec<M>,
    /// If not: how promising each move is and, the smaller the better, its place in `listed`.
    /// Empty until more than the table's move is asked for.
    ranks: Vec<u64>,
    /// The evaluation has put the moves in order.
    arranged: bool,
    /// The place of the table's move in `listed`, if there is one.
    hint: usize,
    /// The best line from here.
    pub line: Vec<M>,
    /// Moves that cut off lately at this ply, the newest first.
    killers: [Option<M>; 2],
}

impl<M: Copy + Eq + Hash> Ply<M> {
    pub fn new(n_moves: usize, n_line: usize) -> Ply<M> {
        Ply {
            listed: Vec::with_capacity(n_moves),
            moves: Vec::with_capacity(n_moves),
            ranks: Vec::with_capacity(n_moves),
            arranged: false,
            hint: usize::MAX,
            line: Vec::with_capacity(n_line),
            killers: [None; 2],
        }
    }

    /// Lists the legal moves and prepares their order: the table's move, then as the evaluation
    /// arranges them. Killers and history have a say only where it leaves them as they came.
    /// Says whether moves that might matter were left out.
    #[inline]
    pub fn gather<G, E>(
        &mut self,
        (game, eval, pos): (&G, &E, &G::Position),
        hint: u16,
        mode: Mode,
    ) -> bool
    where
        G: Game<Move = M>,
        E: Eval<G>,
    {
        self.listed.clear();
        self.listed.extend(game.moves(pos));
        self.ranks.clear();
        self.arranged = false;
        self.hint = hint as usize;
        eval.arranges() && self.listed.len() > 1 && self.arrange((game, eval, pos), mode)
    }

    /// Has the evaluation put the moves in order.
    fn arrange<G, E>(&mut self, (game, eval, pos): (&G, &E, &G::Position), mode: Mode) -> bool
    where
        G: Game<Move = M>,
        E: Eval<G>,
    {
        self.moves.clear();
        self.moves.extend_from_slice(&self.listed);
        let omitted = eval.select(game, pos, &mut self.moves);
        if self.moves.is_empty() {
            // Nothing is worth pursuing, but something must be played.
            return false;
        }
        self.arranged = self.moves != self.listed;
        if !self.arranged {
            return false;
        }
        let missing = self.moves.len() < self.listed.len() && omitted == Omitted::Unpromising;
        if missing && mode == Mode::Prove {
            let kept = self.moves.len();
            for &mv in &self.listed {
                if !self.moves[..kept].contains(&mv) {
                    self.moves.push(mv);
                }
            }
        }
        let hint = self.listed.get(self.hint);
        if let Some(place) = hint.and_then(|hint| self.moves.iter().position(|mv| mv == hint)) {
            self.moves[..=place].rotate_right(1);
        }
        missing && mode == Mode::Play
    }

    /// How many moves there are to search.
    #[inline]
    pub fn n_moves(&self) -> usize {
        if self.arranged { self.moves.len() } else { self.listed.len() }
    }

    /// The `i`-th move in the order of search, to be asked for in turn. The order is made as far
    /// as it is needed: most nodes are cut off early.
    #[inline]
    pub fn pick(&mut self, i: usize, player: Player, history: &History) -> M {
        if self.arranged {
            return self.moves[i];
        }
        if i == 0 && self.hint < self.listed.len() {
            return self.listed[self.hint];
        }
        self.pick_by_rank(i, player, history)
    }

    fn pick_by_rank(&mut self, i: usize, player: Player, history: &History) -> M {
        if self.ranks.is_empty() {
            for (place, &mv) in self.listed.iter().enumerate() {
                let rank = if self.killers[0] == Some(mv) {
                    MOST + 2
                } else if self.killers[1] == Some(mv) {
                    MOST + 1
                } else {
                    history.fame(player, mv)
                };
                // Among equals the first: a game lists its moves with some sense.
                self.ranks.push((rank as u64) << 32 | (u32::MAX - place as u32) as u64);
            }
            if i == 1 {
                self.ranks.swap(0, self.hint);
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

    /// The place of a move in `Game::moves`.
    #[inline]
    pub fn index(&self, mv: M) -> u16 {
        let place = self.listed.iter().position(|&listed| listed == mv);
        place.map_or(NO_MOVE, |place| place.min(NO_MOVE as usize) as u16)
    }

    /// The move cut off here.
    #[inline]
    pub fn kill(&mut self, mv: M) {
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
        fn eval(&self, _: &Six, _: &bool, _: Player) -> Score {
            Score::DRAW
        }
        fn select(&self, _: &Six, _: &bool, moves: &mut Vec<u8>) -> Omitted {
            moves.clear();
            moves.extend_from_slice(self.0);
            self.1
        }
    }

    fn order(eval: &impl Eval<Six>, hint: u16, mode: Mode) -> (Vec<u8>, bool) {
        let mut ply = Ply::new(0, 0);
        let mut history = History::new();
        history.praise(Player::First, 5, 3);
        history.praise(Player::Second, 0, 9);
        ply.kill(2);
        ply.kill(3);
        let omitted = ply.gather((&Six, eval, &false), hint, mode);
        let picked = (0..ply.n_moves()).map(|i| ply.pick(i, Player::First, &history));
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
    fn fame_is_bounded() {
        let mut history = History::new();
        for _ in 0..1_000_000 {
            history.praise(Player::First, 1u8, 60);
        }
        assert!(history.fame(Player::First, 1u8) <= MOST);
        assert_eq!(history.fame(Player::Second, 1u8), 0);
        history.clear();
        assert_eq!(history.fame(Player::First, 1u8), 0);
    }
}
