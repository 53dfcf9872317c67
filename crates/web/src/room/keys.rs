//! Tokens, and names of games, that nobody can guess.

use henge_store::Owner;

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

/// A seed for dice and bots.
pub fn seed() -> u64 {
    random().map_or(1, u64::from_le_bytes)
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
