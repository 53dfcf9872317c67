//! Adjudication as plans and jobs write them: the words of the command line.

use henge::table::{Adjudication, Threshold};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[derive(Serialize, Deserialize)]
struct Words {
    resign: Option<String>,
    draw: Option<String>,
}

pub(crate) fn serialize<S: Serializer>(rules: &Adjudication, out: S) -> Result<S::Ok, S::Error> {
    let word = |threshold: Threshold| match threshold.score {
        Some(score) => format!("{}@{score}", threshold.moves),
        None => threshold.moves.to_string(),
    };
    Words { resign: rules.resign.map(word), draw: rules.draw.map(word) }.serialize(out)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Adjudication, D::Error> {
    let words = Words::deserialize(text)?;
    let read = |word: Option<String>| {
        word.map(|word| word.parse()).transpose().map_err(|error: String| D::Error::custom(error))
    };
    Ok(Adjudication { resign: read(words.resign)?, draw: read(words.draw)? })
}
