use henge_core::{Game, Outcome, Turn};
use rand::Rng;

/// A playout that is not over after this many plies counts as a draw. Random play in a game with
/// cycles may go on for ever, and repetitions are not counted here.
pub const MAX_PLAYOUT: u32 = 10_000;

/// Plays on at random until the game is over, and says how it ended; `pos` is left there.
///
/// Players choose among their moves evenly, dice fall as the rules say. Nothing is allocated, and
/// the same generator gives the same game on every machine.
///
/// Where `Game::Moves` does not know its length it is walked over twice, to count the moves and to
/// take one; lazy generators make that cheap, and an exact `size_hint` makes it unnecessary.
pub fn playout<G: Game>(game: &G, pos: &mut G::Position, rng: &mut impl Rng) -> Outcome {
    for _ in 0..MAX_PLAYOUT {
        let mv = match game.turn(pos) {
            Turn::Over(outcome) => return outcome,
            Turn::Player(_) => {
                let mut moves = game.moves(pos);
                let n = match moves.size_hint() {
                    (n, Some(most)) if n == most => n,
                    _ => game.moves(pos).count(),
                };
                moves.nth(below(rng, n))
            }
            Turn::Chance => roll(game, pos, rng),
        };
        game.play(pos, mv.expect("a game that is not over has a move"));
    }
    Outcome::Draw
}

/// A number below `n`, by multiplication instead of division (Lemire 2019). It leans towards some
/// numbers by less than n/2³², which no playout can feel.
#[inline]
fn below(rng: &mut impl Rng, n: usize) -> usize {
    ((rng.next_u32() as u64 * n as u64) >> 32) as usize
}

/// A roll of the dice with the chances that the game gives.
#[inline]
fn roll<G: Game>(game: &G, pos: &G::Position, rng: &mut impl Rng) -> Option<G::Move> {
    let mut left = rng.next_u32() as f32 / (1u64 << 32) as f32;
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
