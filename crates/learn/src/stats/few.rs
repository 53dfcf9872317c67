//! What few results can say: the normal distribution alone would be too sure of them.

use super::Z_95;

/// 97.5 % of Student's distribution lie below, with 1, 2, … degrees of freedom.
const STUDENT: [f64; 28] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048,
];

/// By how much an interval of `n` results is wider than that of as many from a normal distribution whose
/// variance is known, if so many parameters were fitted to them: by Student's distribution (1908), and
/// nothing from thirty on. Results that only just fix the parameters do not scatter, and say nothing here.
pub(super) fn few(n: f64, parameters: f64) -> f64 {
    let freedom = n - parameters;
    if freedom < 1.0 {
        return 0.0;
    }
    match STUDENT.get(freedom as usize - 1) {
        Some(quantile) => quantile / Z_95 * (n / freedom).sqrt(),
        None => 1.0,
    }
}

/// How large a share of all results may be of kinds that did not come up in `n`: with a larger one, so
/// many would be without any in less than 5 % of the cases (Clopper and Pearson 1934; about 3/n, the
/// "rule of three" of Hanley and Lippman-Hand 1983).
///
/// Results that are all alike do not scatter, and a variance of zero would call a handful of them certain.
pub(super) fn unseen(n: f64) -> f64 {
    1.0 - 0.05f64.powf(1.0 / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_results_make_wide_intervals() {
        assert_eq!([few(1.0, 1.0), few(30.0, 1.0), few(1e6, 1.0)], [0.0, 1.0, 1.0]);
        // Two results: 12.706 standard errors, from the variance around their own mean.
        assert!((few(2.0, 1.0) * Z_95 - 12.706 * 2f64.sqrt()).abs() < 1e-9);
        assert!((2..30).all(|n| few(f64::from(n), 1.0) > few(f64::from(n + 1), 1.0)));
    }

    #[test]
    fn three_in_a_hundred_may_be_missing_from_a_hundred() {
        assert!((unseen(100.0) - 0.0295).abs() < 0.0001);
        assert!((unseen(1.0) - 0.95).abs() < 1e-12);
    }
}
