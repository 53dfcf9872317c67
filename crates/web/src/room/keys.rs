//! Tokens, and names of games, that nobody can guess.

use henge::table::Dice;
use henge_store::{Owner, SavedSeat};

use crate::fault::Fault;

fn random<const N: usize>() -> Result<[u8; N], Fault> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Fault::unavailable(format!("the system gives no randomness: {error}")))?;
    Ok(bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name for a game: 128 bits.
pub fn fresh_id() -> Result<String, Fault> {
    Ok(hex(&random::<16>()?))
}

/// Could that be the name of a game?
pub fn is_id(text: &str) -> bool {
    text.len() == 32
        && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// A seed for bots.
pub fn seed() -> u64 {
    random().map_or(1, u64::from_le_bytes)
}

/// The dice of a game: the same whenever it is loaded again or a move is taken back. Nobody who does
/// not hold all its seats can tell what will fall.
pub fn dice(id: &str, seats: &[SavedSeat; 2]) -> Dice {
    let mut hasher = blake3::Hasher::new();
    hasher.update(id.as_bytes());
    for owner in seats.iter().filter_map(|seat| seat.owner.as_ref()) {
        hasher.update(&owner.token_hash);
    }
    let hash = hasher.finalize();
    let (seed, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
    Dice::new(u64::from_le_bytes(*seed))
}

/// The key to a seat. Only its hash is kept.
pub struct Key {
    /// What the holder gets to see, once.
    pub token: String,
    pub owner: Owner,
}

impl Key {
    /// A new key: 192 bits.
    pub fn fresh(holder: i64) -> Result<Key, Fault> {
        let token = hex(&random::<24>()?);
        let token_hash = blake3::hash(token.as_bytes()).as_bytes().to_vec();
        Ok(Key { token, owner: Owner { token_hash, holder } })
    }
}

/// Does the token open a seat of this owner? Takes the same time whatever the token is.
pub fn opens(token: &str, owner: &Owner) -> bool {
    let Ok(kept) = <[u8; 32]>::try_from(owner.token_hash.as_slice()) else { return false };
    // Hashes of blake3 are compared in constant time.
    blake3::hash(token.as_bytes()) == blake3::Hash::from_bytes(kept)
}
