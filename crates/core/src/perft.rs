use crate::{Game, Turn};

/// The number of move sequences of exactly `depth` plies from `pos`; games that end sooner do not
/// count. Rolls of the dice count as moves.
pub fn perft<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        // There are none when the game is over.
        return game.n_moves(pos) as u64;
    }
    if let Turn::Over(_) = game.turn(pos) {
        return 0;
    }
    let mut n = 0;
    for mv in game.moves(pos) {
        let undo = game.play(pos, mv);
        n += perft(game, pos, depth - 1);
        game.undo(pos, mv, undo);
    }
    n
}

/// Scatters a number over all 64 bits (the finaliser of splitmix64, Steele, Lea and Flood 2014):
/// keys for positions without a table of random numbers.
#[inline]
pub const fn mix64(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
