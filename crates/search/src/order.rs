use std::hash::{Hash, Hasher};

use henge_core::{Eval, Game, Player};

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

/// May an evaluation leave out moves?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prune {
    /// Moves that `Eval::arrange` leaves out are not searched. A forced win found this way is
    /// still one; that there is nothing better is no longer proved.
    #[default]
    Yes,
    /// They are searched after all others.
    No,
}

/// The buffers of one ply, kept for the whole life of an engine so that the tree allocates nothing.
pub(crate) struct Ply<M> {
    /// In the order of `Game::moves`; what the table's indices refer to.
    pub listed: Vec<M>,
    /// In the order of search.
    pub moves: Vec<M>,
    /// How promising each of `moves` is; meaningless when `arranged`.
    ranks: Vec<i32>,
    /// The evaluation has put the moves in order.
    arranged: bool,
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
            line: Vec::with_capacity(n_line),
            killers: [None; 2],
        }
    }

    /// Lists the legal moves and prepares their order: the table's move, then as the evaluation
    /// arranges them. Killers and history have a say only where it leaves them as they came.
    /// Says whether moves were left out.
    #[inline]
    pub fn gather<G, E>(
        &mut self,
        (game, eval, pos): (&G, &E, &G::Position),
        player: Player,
        hint: usize,
        history: &History,
        prune: Prune,
    ) -> bool
    where
        G: Game<Move = M>,
        E: Eval<G>,
    {
        self.listed.clear();
        self.listed.extend(game.moves(pos));
        self.moves.clear();
        self.moves.extend_from_slice(&self.listed);
        eval.arrange(game, pos, &mut self.moves);
        let hint = self.listed.get(hint).copied();
        self.arranged = self.moves != self.listed;
        if !self.arranged {
            self.ranks.clear();
            for &mv in &self.moves {
                self.ranks.push(if hint == Some(mv) {
                    i32::MAX
                } else if self.killers[0] == Some(mv) {
                    MOST + 2
                } else if self.killers[1] == Some(mv) {
                    MOST + 1
                } else {
                    history.fame(player, mv)
                });
            }
            return false;
        }
        if self.moves.is_empty() {
            // Nothing is worth pursuing, but something must be played.
            self.moves.extend_from_slice(&self.listed);
        }
        let omitted = self.moves.len() < self.listed.len();
        if omitted && prune == Prune::No {
            let kept = self.moves.len();
            for &mv in &self.listed {
                if !self.moves[..kept].contains(&mv) {
                    self.moves.push(mv);
                }
            }
        }
        if let Some(place) = hint.and_then(|hint| self.moves.iter().position(|&mv| mv == hint)) {
            self.moves[..=place].rotate_right(1);
        }
        omitted && prune == Prune::Yes
    }

    /// The `i`-th move in the order of search, to be asked for in turn. The order is made as far
    /// as it is needed: most nodes are cut off early.
    #[inline]
    pub fn pick(&mut self, i: usize) -> M {
        if !self.arranged {
            let mut best = i;
            for (j, &rank) in self.ranks.iter().enumerate().skip(i + 1) {
                if rank > self.ranks[best] {
                    best = j;
                }
            }
            // The others keep their order: a game lists its moves with some sense.
            self.moves[i..=best].rotate_right(1);
            self.ranks[i..=best].rotate_right(1);
        }
        self.moves[i]
    }

    /// The place of a move in `Game::moves`.
    #[inline]
    pub fn index(&self, mv: M) -> u16 {
        let place = self.listed.iter().position(|&listed| listed == mv);
        place.and_then(|place| u16::try_from(place).ok()).unwrap_or(crate::table::NO_MOVE)
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

    struct Keep(&'static [u8]);

    impl Eval<Six> for Keep {
        fn eval(&self, _: &Six, _: &bool, _: Player) -> Score {
            Score::DRAW
        }
        fn arrange(&self, _: &Six, _: &bool, moves: &mut Vec<u8>) {
            moves.clear();
            moves.extend_from_slice(self.0);
        }
    }

    fn order(eval: &impl Eval<Six>, hint: usize, prune: Prune) -> (Vec<u8>, bool) {
        let mut ply = Ply::new(0, 0);
        let mut history = History::new();
        history.praise(Player::First, 5, 3);
        history.praise(Player::Second, 0, 9);
        ply.kill(2);
        ply.kill(3);
        let omitted = ply.gather((&Six, eval, &false), Player::First, hint, &history, prune);
        ((0..ply.moves.len()).map(|i| ply.pick(i)).collect(), omitted)
    }

    #[test]
    fn table_killers_and_history_come_first() {
        let order = order(&henge_core::NoEval, 4, Prune::Yes);
        assert_eq!(order, (vec![4, 3, 2, 5, 0, 1], false));
    }

    #[test]
    fn an_evaluation_that_arranges_is_trusted() {
        let eval = Keep(&[5, 4, 3, 2, 1, 0]);
        assert_eq!(order(&eval, 1, Prune::Yes), (vec![1, 5, 4, 3, 2, 0], false));
        assert_eq!(order(&eval, 99, Prune::Yes), (vec![5, 4, 3, 2, 1, 0], false));
    }

    #[test]
    fn what_is_left_out_comes_last_or_not_at_all() {
        let eval = Keep(&[4, 0]);
        assert_eq!(order(&eval, 99, Prune::Yes), (vec![4, 0], true));
        assert_eq!(order(&eval, 99, Prune::No), (vec![4, 0, 1, 2, 3, 5], false));
        assert_eq!(order(&Keep(&[]), 99, Prune::Yes), (vec![0, 1, 2, 3, 4, 5], false));
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
