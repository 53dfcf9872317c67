//! Manners as plans and jobs write them: the words of the command line.

use henge::{Manners, Patience};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[derive(Serialize, Deserialize)]
struct Words {
    resign: Option<String>,
    draw: Option<String>,
}

pub(crate) fn serialize<S: Serializer>(manners: &Manners, out: S) -> Result<S::Ok, S::Error> {
    let word = |patience: Patience| match patience.score {
        Some(score) => format!("{}@{score}", patience.moves),
        None => patience.moves.to_string(),
    };
    Words { resign: manners.resign.map(word), draw: manners.draw.map(word) }.serialize(out)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Manners, D::Error> {
    let words = Words::deserialize(text)?;
    let read = |word: Option<String>| {
        word.map(|word| word.parse()).transpose().map_err(|error: String| D::Error::custom(error))
    };
    Ok(Manners { resign: read(words.resign)?, draw: read(words.draw)? })
}
