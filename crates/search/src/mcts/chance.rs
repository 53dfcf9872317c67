use henge_core::{Game, Player, Turn, mix64};

/// Random numbers by SplitMix64 (Steele, Lea and Flood 2014): the same on every machine, and fast
/// enough for playouts.
pub(super) struct Stream(u64);

impl Stream {
    /// The stream of one thread in one search.
    pub fn new(seed: u64, search: u64, thread: u64) -> Stream {
        Stream(mix64(mix64(mix64(seed) ^ search) ^ thread))
    }

    #[inline]
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as u32
    }

    /// A number below `n`, by multiplication instead of division (Lemire 2019).
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next()) * n as u64) >> 32) as usize
    }

    /// A number from 0 to 1, the 1 excluded.
    #[inline]
    pub fn part(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32
    }
}

/// One of the moves, each as likely as the others.
#[inline]
pub(super) fn any_move<G: Game>(
    game: &G,
    pos: &G::Position,
    buffer: &mut Vec<G::Move>,
    stream: &mut Stream,
) -> Option<G::Move> {
    let mut moves = game.moves(pos);
    // Who knows how many there are need not list them.
    if let (n, Some(most)) = moves.size_hint()
        && n == most
    {
        return moves.nth(stream.below(n));
    }
    buffer.clear();
    buffer.extend(moves);
    buffer.get(stream.below(buffer.len())).copied()
}

/// A move that wins at once, if there is one; else any.
pub(super) fn winning_or_any<G: Game>(
    game: &G,
    pos: &mut G::Position,
    player: Player,
    buffer: &mut Vec<G::Move>,
    stream: &mut Stream,
) -> Option<G::Move> {
    buffer.clear();
    buffer.extend(game.moves(pos));
    for &mv in &*buffer {
        let undo = game.play(pos, mv);
        let turn = game.turn(pos);
        game.undo(pos, mv, undo);
        if let Turn::Over(outcome) = turn
            && outcome.points_for(player) > 0
        {
            return Some(mv);
        }
    }
    buffer.get(stream.below(buffer.len())).copied()
}

/// A roll of the dice with the chances that the game gives.
#[inline]
pub(super) fn any_roll<G: Game>(
    game: &G,
    pos: &G::Position,
    stream: &mut Stream,
) -> Option<G::Move> {
    let mut left = stream.part();
    let mut last = None;
    for roll in game.moves(pos) {
        left -= game.probability(pos, roll);
        // Rounding may leave a crumb after the last roll; then the last it is.
        last = Some(roll);
        if left < 0.0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_evenly_and_come_again() {
        let (mut one, mut two) = (Stream::new(1, 0, 0), Stream::new(1, 0, 0));
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            let n = one.below(7);
            assert_eq!(n, two.below(7));
            counts[n] += 1;
        }
        assert!(counts.iter().all(|n| (9_600..10_400).contains(n)), "{counts:?}");
        assert!((0..1000).all(|_| (0.0..1.0).contains(&one.part())));
        let mut other = Stream::new(1, 0, 1);
        assert!((0..10).any(|_| other.below(1000) != two.below(1000)));
    }
}
