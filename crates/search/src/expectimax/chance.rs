use henge_core::{Eval, Game, Player, Score, Turn};

use super::Star;
use super::transposition_table::{Entry, NO_MOVE, Sides, Value};
use super::tree::Tree;

/// Chances as whole numbers: sums of them are exact, and rolls that are worth the same have exactly
/// that as their mean.
const WEIGHT: f64 = (1u64 << 32) as f64;

/// A roll, and what is known of the position after it: its value to the player who asks is at least
/// `low` and at most `high`.
#[derive(Clone, Copy)]
pub(super) struct Kid<M> {
    roll: M,
    weight: i64,
    low: i64,
    high: i64,
    /// Which of the two hold whatever lies beyond the horizon.
    proof: Sides,
}

/// The bounds of all rolls, each times its weight; divided by the whole `weight` they bound the mean.
struct Sums {
    low: i64,
    high: i64,
    weight: i64,
}

impl Sums {
    fn of<M>(kids: &[Kid<M>]) -> Sums {
        let sum = |part: fn(&Kid<M>) -> i64| kids.iter().map(part).sum();
        Sums {
            low: sum(|kid| kid.weight * kid.low),
            high: sum(|kid| kid.weight * kid.high),
            weight: sum(|kid| kid.weight),
        }
    }

    /// The window in which the value of one roll makes a difference: at its lower end or below, the
    /// mean cannot reach `alpha`, and at its upper end or above, the mean is sure of `beta`.
    fn window<M>(&self, kid: &Kid<M>, (alpha, beta): (i64, i64)) -> (i64, i64) {
        let (rest_high, rest_low) =
            (self.high - kid.weight * kid.high, self.low - kid.weight * kid.low);
        let a = (alpha * self.weight - rest_high).div_euclid(kid.weight);
        let b = -(rest_low - beta * self.weight).div_euclid(kid.weight);
        (a.max(kid.low), b.min(kid.high))
    }

    /// Takes over what a search has found out about a roll.
    fn narrow<M>(&mut self, kid: &mut Kid<M>, value: Value, sides: Sides) {
        let v = (value.score.0 as i64).clamp(kid.low, kid.high);
        if sides.has(Sides::LOWER) && v > kid.low {
            self.low += kid.weight * (v - kid.low);
            kid.low = v;
            kid.proof = kid.proof & Sides::UPPER | value.proof & Sides::LOWER;
        }
        if sides.has(Sides::UPPER) && v < kid.high {
            self.high -= kid.weight * (kid.high - v);
            kid.high = v;
            kid.proof = kid.proof & Sides::LOWER | value.proof & Sides::UPPER;
        }
    }
}

/// What a fail-soft search with this window says: a value within is exact.
fn sides(value: Value, (a, b): (i64, i64)) -> Sides {
    let v = value.score.0 as i64;
    let lower = if v > a { Sides::LOWER } else { Sides::NONE };
    let upper = if v < b { Sides::UPPER } else { Sides::NONE };
    lower | upper
}

/// Whether probing pays depends on the game and on the order of its moves, so it is tried out: at a
/// depth where few of the last probes cut off, only now and then another node is probed.
pub(super) struct Probes([f32; 16]);

impl Default for Probes {
    fn default() -> Self {
        Probes([0.5; 16])
    }
}

impl Probes {
    const ENOUGH: f32 = 0.25;

    fn place(depth: i32) -> usize {
        (depth as usize).min(15)
    }

    fn pay(&mut self, depth: i32) -> bool {
        let rate = &mut self.0[Self::place(depth)];
        if *rate < Self::ENOUGH {
            // Forgotten by and by.
            *rate += 0.0005;
        }
        *rate >= Self::ENOUGH
    }

    fn note(&mut self, depth: i32, cut: bool) {
        let rate = &mut self.0[Self::place(depth)];
        *rate += (f32::from(u8::from(cut)) - *rate) / 16.0;
    }
}

/// Rounded to the nearest, the same on both sides of zero.
fn rounded(sum: i64, weight: i64) -> Score {
    Score((sum.signum() * ((2 * sum.abs() + weight) / (2 * weight))) as i32)
}

fn score(n: i64) -> Score {
    Score(n as i32)
}

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// The mean over the rolls, to `me`, with at least one ply left.
    pub fn chance(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (alpha, beta): (Score, Score),
    ) -> Value {
        // The table holds the value to the first player, whoever asks.
        let turned = |value: Value| if me == Player::First { value } else { -value };
        let key = self.key(pos);
        if let Some(entry) = self.table.probe(key) {
            let window = if me == Player::First { (alpha, beta) } else { (-beta, -alpha) };
            if entry.answers(depth, window) {
                return turned(entry.value);
            }
        }
        let most = self.most() as i64;
        let window = ((alpha.0 as i64).max(-most - 1), (beta.0 as i64).min(most + 1));
        // Taken out for the time being; an empty list costs nothing.
        let mut kids = std::mem::take(&mut self.buffers.plies[ply].kids);
        kids.clear();
        let proof = if G::CYCLES { Sides::NONE } else { Sides::BOTH };
        kids.extend(self.game.moves(pos).map(|roll| {
            let weight = (self.game.probability(pos, roll) as f64 * WEIGHT) as i64;
            Kid { roll, weight: weight.max(1), low: -most, high: most, proof }
        }));
        let found = self.mean(pos, me, depth, ply, window, &mut kids);
        self.buffers.plies[ply].kids = kids;
        let Some((value, sides)) = found else { return Value::guess(Score::DRAW) };
        let value = self.limited(value);
        let sides = if me == Player::First { sides } else { -sides };
        self.table.store(key, Entry { value: turned(value), sides, depth, index: NO_MOVE });
        value
    }

    /// The mean and what it is to a search of this depth: exact, or a bound. `None` when stopped.
    fn mean(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        window: (i64, i64),
        kids: &mut [Kid<G::Move>],
    ) -> Option<(Value, Sides)> {
        let star = self.options.star;
        let mut sums = Sums::of(kids);
        if star == Star::Two && depth >= 2 && self.probes.pay(depth) {
            for kid in kids.iter_mut() {
                self.probe(pos, me, depth - 1, ply + 1, window, (&mut sums, kid))?;
                if let Some(sides) = outside(&sums, window) {
                    self.probes.note(depth, true);
                    return Some(settled(&sums, kids, sides));
                }
            }
            self.probes.note(depth, false);
        }
        for i in 0..kids.len() {
            let kid = &mut kids[i];
            if kid.low == kid.high {
                continue;
            }
            let (a, b) = match star {
                Star::None => (kid.low, kid.high),
                _ => sums.window(kid, window),
            };
            let undo = self.game.play(pos, kid.roll);
            let value = self.child(pos, me, depth - 1, ply + 1, (score(a), score(b)));
            self.game.undo(pos, kid.roll, undo);
            if self.clock.is_stopped() {
                return None;
            }
            sums.narrow(kid, value, sides(value, (a, b)));
            if star != Star::None
                && let Some(sides) = outside(&sums, window)
            {
                return Some(settled(&sums, kids, sides));
            }
        }
        Some(settled(&sums, kids, Sides::BOTH))
    }

    /// Tries one move after a roll: it is a bound on what the roll is worth, from below if the move
    /// is ours. The table is asked first (Veness and Blair 2007). `None` when stopped.
    fn probe(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        window: (i64, i64),
        (sums, kid): (&mut Sums, &mut Kid<G::Move>),
    ) -> Option<()> {
        let most = self.most() as i64;
        let undo = self.game.play(pos, kid.roll);
        self.clock.tick();
        if let Turn::Player(mover) = self.game.turn(pos)
            && !self.clock.is_stopped()
        {
            let mine = mover == me;
            let side = if mine { Sides::LOWER } else { Sides::UPPER };
            // A bound helps only where it can push the mean out of the window.
            let helps = if mine { window.1 <= most } else { window.0 >= -most };
            let entry = self.recall(self.key(pos), ply);
            let seen = entry.map(|entry| {
                let (value, known) = (entry.value, entry.known(depth));
                if mine { (value, known) } else { (-value, -known) }
            });
            let (a, b) = sums.window(kid, window);
            let (a, b) = if mine { (kid.low, b) } else { (a, kid.high) };
            if let Some((value, known)) = seen.filter(|(_, known)| known.has(side)) {
                sums.narrow(kid, value, known);
            } else if helps && a < b {
                let hint = entry.map_or(NO_MOVE, |entry| entry.index);
                let (mv, only) = self.first_move(pos, ply, hint)?;
                let window = (score(a), score(b));
                let undo = self.game.play(pos, mv);
                let value = self.child(pos, me, depth - 1, ply + 1, window);
                self.game.undo(pos, mv, undo);
                // The only move is worth what the roll is worth.
                let told = if only { Sides::BOTH } else { side };
                sums.narrow(kid, value, told & sides(value, (a, b)));
            }
        }
        self.game.undo(pos, kid.roll, undo);
        (!self.clock.is_stopped()).then_some(())
    }
}

/// Has the mean left the window, and on which side?
fn outside(sums: &Sums, (alpha, beta): (i64, i64)) -> Option<Sides> {
    if sums.low >= beta * sums.weight {
        Some(Sides::LOWER)
    } else if sums.high <= alpha * sums.weight {
        Some(Sides::UPPER)
    } else {
        None
    }
}

/// The mean of the bounds on one side, which is the value where both sides are the same.
fn settled<M>(sums: &Sums, kids: &[Kid<M>], sides: Sides) -> (Value, Sides) {
    let sides = if sums.low == sums.high { Sides::BOTH } else { sides };
    debug_assert!(sides != Sides::BOTH || sums.low == sums.high, "every roll was settled");
    let sum = if sides.has(Sides::LOWER) { sums.low } else { sums.high };
    let proof = kids.iter().fold(sides, |proof, kid| proof & kid.proof);
    (Value { score: rounded(sum, sums.weight), proof }, sides)
}
