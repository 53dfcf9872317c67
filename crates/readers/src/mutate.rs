//! Mutations of inputs, the same in every run.

use henge::mix64;

/// The `n`-th mutation of an input: bytes changed, left out, repeated, or taken from `other`.
pub fn mutated(input: &[u8], other: &[u8], n: u64) -> Vec<u8> {
    let mut random = Random(mix64(n ^ 0x6865_6e67_6521));
    let mut bytes = input.to_vec();
    for _ in 0..1 + random.below(4) {
        change(&mut bytes, other, &mut random);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let length = random.below(bytes.len() - at + 1).min(1 + random.below(64));
    match random.below(7) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 if at < bytes.len() => {
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff, b'0', b'9', b'\n'][random.below(8)]
        }
        2 => _ = bytes.drain(at..at + length),
        3 => {
            let again = bytes[at..at + length].to_vec();
            bytes.splice(at..at, again);
        }
        4 => bytes.truncate(at),
        5 if !other.is_empty() => {
            let from = random.below(other.len());
            let end = (from + 1 + random.below(64)).min(other.len());
            bytes.splice(at..at + length, other[from..end].iter().copied());
        }
        _ => {
            let numbers = ["0", "-1", "255", "65536", "4294967295", "18446744073709551615", "nan"];
            bytes.splice(at..at, numbers[random.below(numbers.len())].bytes());
        }
    }
}

struct Random(u64);

impl Random {
    /// A number below `n`, which is above zero.
    fn below(&mut self, n: usize) -> usize {
        self.0 = mix64(self.0);
        (self.0 % n as u64) as usize
    }
}
