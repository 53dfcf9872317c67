//! The loops that take the time, in forms that the compiler turns into vector instructions.

use super::{Activation, Active};

/// So many sums stay in registers while all rows are added.
const BLOCK: usize = 32;
/// So many products are added up side by side.
const LANES: usize = 8;

/// `sums` = `begin` plus each input times its row of `weights`.
pub fn add_rows(begin: &[f32], inputs: &[Active], weights: &[f32], sums: &mut [f32]) {
    let width = begin.len();
    assert_eq!(width, sums.len(), "the sums are as wide as the layer");
    let whole = width - width % BLOCK;
    for at in (0..whole).step_by(BLOCK) {
        let mut block = [0.0; BLOCK];
        block.copy_from_slice(&begin[at..at + BLOCK]);
        for &(input, value) in inputs {
            let row = input as usize * width + at;
            let row: &[f32; BLOCK] =
                weights[row..row + BLOCK].try_into().expect("the slice has this length");
            for (sum, weight) in block.iter_mut().zip(row) {
                *sum = weight.mul_add(value, *sum);
            }
        }
        sums[at..at + BLOCK].copy_from_slice(&block);
    }
    let rest = &mut sums[whole..];
    if rest.is_empty() {
        return;
    }
    rest.copy_from_slice(&begin[whole..]);
    for &(input, value) in inputs {
        let row = input as usize * width;
        add_scaled(rest, value, &weights[row + whole..row + width]);
    }
}

/// `to` plus `factor` times `row`.
pub fn add_scaled(to: &mut [f32], factor: f32, row: &[f32]) {
    for (sum, weight) in to.iter_mut().zip(row) {
        *sum = weight.mul_add(factor, *sum);
    }
}

/// `out` = `biases` plus each row of `weights` times `input`.
pub fn multiply(biases: &[f32], weights: &[f32], input: &[f32], out: &mut [f32]) {
    for ((out, bias), row) in out.iter_mut().zip(biases).zip(weights.chunks_exact(input.len())) {
        *out = bias + dot(row, input);
    }
}

/// The sum of products, in a fixed order: by lanes, then the lanes.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 2 * LANES];
    let (parts_a, parts_b) = (a.chunks_exact(2 * LANES), b.chunks_exact(2 * LANES));
    let rest = parts_a.remainder().iter().zip(parts_b.remainder());
    let rest: f32 = rest.map(|(a, b)| a * b).sum();
    for (a, b) in parts_a.zip(parts_b) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane = a.mul_add(*b, *lane);
        }
    }
    let mut width = LANES;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0] + rest
}

/// Turns sums into what the layer gives out.
pub fn activate(activation: Activation, sums: &mut [f32]) {
    match activation {
        Activation::Identity => {}
        Activation::Relu => sums.iter_mut().for_each(|sum| *sum = sum.max(0.0)),
        Activation::Sigmoid => sums.iter_mut().for_each(|sum| *sum = sigmoid(*sum)),
    }
}

/// Multiplies each delta by the slope of the activation where it gave `out`.
pub fn slope(activation: Activation, out: &[f32], deltas: &mut [f32]) {
    match activation {
        Activation::Identity => {}
        Activation::Relu => deltas.iter_mut().zip(out).for_each(|(delta, &out)| {
            *delta = if out > 0.0 { *delta } else { 0.0 };
        }),
        Activation::Sigmoid => {
            deltas.iter_mut().zip(out).for_each(|(delta, &out)| *delta *= out * (1.0 - out));
        }
    }
}

/// 1 / (1 + e^-x), right to about one unit in the last place of `e^-x`, the same on every machine.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x.clamp(-60.0, 60.0)))
}

/// e^x for x from -60 to 60: a power of two and a polynomial for the rest of the exponent.
#[inline]
fn exp(x: f32) -> f32 {
    // Added to a small number, this leaves its nearest integer in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let shifted = x.mul_add(std::f32::consts::LOG2_E, ROUND);
    let whole = shifted - ROUND;
    // ln 2 in two parts, so that the rest keeps its digits (Cody and Waite 1980).
    let rest = whole.mul_add(-0.693_359_4, x);
    let rest = whole.mul_add(2.121_944_4e-4, rest);
    // The series of e^x; the rest is at most ln 2 / 2, where seven terms are enough.
    let mut sum = 1.0 / 5040.0;
    for coefficient in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = rest.mul_add(sum, coefficient);
    }
    let exponent = shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127);
    sum * f32::from_bits(exponent << 23)
}
