use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// 95 % of a normal distribution lie within this many standard deviations of its mean.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The chance that a standard normal number is below `x`.
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let z = x.abs() * FRAC_1_SQRT_2;
    let tail = if z < 3.0 { (1.0 - erf_series(z)) / 2.0 } else { erfc_fraction(z) / 2.0 };
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The error function by its power series (Abramowitz and Stegun 7.1.6), whose terms are all
/// positive: nothing cancels.
fn erf_series(z: f64) -> f64 {
    let (mut term, mut sum) = (z, z);
    for n in 1..200 {
        term *= 2.0 * z * z / f64::from(2 * n + 1);
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    2.0 / PI.sqrt() * (-z * z).exp() * sum
}

/// Its complement by a continued fraction (Abramowitz and Stegun 7.1.14), from the far end back.
fn erfc_fraction(z: f64) -> f64 {
    if z > 27.0 {
        return 0.0; // Below the smallest number there is.
    }
    let below = (1..=60).rev().fold(z, |below, n| z + f64::from(n) / 2.0 / below);
    (-z * z).exp() / PI.sqrt() / below
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abramowitz and Stegun, Handbook of Mathematical Functions, tables 26.1 and 26.2.
    #[test]
    fn values_of_the_handbook() {
        let table = [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
        ];
        for (x, expected) in table {
            assert!((normal_cdf(x) - expected).abs() < 1e-14, "{x}: {}", normal_cdf(x));
            assert!((normal_cdf(-x) - (1.0 - expected)).abs() < 1e-14, "{}", -x);
        }
        assert!((normal_cdf(Z_95) - 0.975).abs() < 1e-14);
        let minus_5 = 2.866_515_718_8e-7;
        assert!((normal_cdf(-5.0) / minus_5 - 1.0).abs() < 1e-9);
        assert_eq!([normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY)], [1.0, 0.0]);
    }

    #[test]
    fn both_ways_to_compute_it_meet() {
        for z in [2.5, 3.0, 3.5] {
            let (series, fraction) = (1.0 - erf_series(z), erfc_fraction(z));
            assert!((series - fraction).abs() < 1e-14, "{z}: {series} {fraction}");
        }
    }
}
