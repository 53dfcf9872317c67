//! What happens to bytes on bad disks and bad lines.

use rand::{Rng, RngExt};

/// A damaged copy: flipped bits, other bytes, a cut, a hole, a piece that comes twice.
pub fn damage(rng: &mut impl Rng, bytes: &[u8]) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    if bytes.is_empty() {
        return damaged;
    }
    let at = rng.random_range(0..bytes.len());
    let end = (at + rng.random_range(1..=64)).min(bytes.len());
    match rng.random_range(0..8) {
        0..=2 => damaged[at] ^= 1 << rng.random_range(0..8),
        3 => damaged[at] = rng.random(),
        4 => (at..end).for_each(|i| damaged[i] = rng.random()),
        5 => damaged.truncate(at),
        6 => _ = damaged.drain(at..end),
        _ => {
            let piece = bytes[at..end].to_vec();
            damaged.splice(at..at, piece);
        }
    }
    damaged
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn all_bytes_can_be_damaged() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        assert_eq!(damage(&mut rng, b""), b"");
        let (mut first, mut last, mut cut) = (false, false, false);
        for _ in 0..2000 {
            let damaged = damage(&mut rng, b"0123456789");
            first |= damaged.first() != Some(&b'0');
            last |= damaged.last() != Some(&b'9') && damaged.len() == 10;
            cut |= damaged.len() < 10;
        }
        assert!(first && last && cut);
    }
}
