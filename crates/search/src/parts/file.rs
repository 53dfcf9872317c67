use henge_core::{Game, Notation, mix64};
use thiserror::Error;

use super::{Grain, Judgement, Parts};

/// Why bytes are not the proof in progress that was asked for. Nothing of them is used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PartsError {
    /// They begin with something else.
    #[error("this is no proof in progress: it does not begin with \"henge parts\"")]
    Foreign,
    /// Some are missing, or changed.
    #[error("the proof in progress is damaged: its checksum does not fit")]
    Damaged,
    /// It is of another game.
    #[error("this is a proof in progress about {found}, not about {expected}")]
    OtherGame {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// It is about another position.
    #[error("this is a proof in progress about the position {found}, not about {expected}")]
    OtherPosition {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// It was written by a version with another order of positions.
    #[error("the proof in progress was written by another version; begin a new file")]
    Version,
}

const MAGIC: &[u8; 12] = b"henge parts\n";
/// No part has this many points.
const OPEN: i8 = i8::MIN;

impl<G: Notation> Parts<G> {
    /// The proof so far, to be written to a file. `name` is that of the game.
    ///
    /// ```text
    /// "henge parts\n", depth, name and root as text, each after its length (2 bytes),
    /// fingerprint of the parts (8); for each part its points (1, -128 if open) and the nodes (8);
    /// the BLAKE3 sum of all that
    /// ```
    pub fn to_bytes(&self, game: &G, name: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.depth);
        for text in [name, &game.write_position(&self.nodes[0].pos)] {
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend(self.fingerprint(game).to_le_bytes());
        for node in self.parts() {
            bytes.push(node.points.unwrap_or(OPEN) as u8);
            bytes.extend(node.spent.to_le_bytes());
        }
        bytes.extend(blake3::hash(&bytes).as_bytes());
        bytes
    }

    /// Reads what `to_bytes` wrote about this root.
    pub fn from_bytes(
        game: &G,
        name: &str,
        root: &G::Position,
        judge: Judgement<'_, G>,
        bytes: &[u8],
    ) -> Result<Parts<G>, PartsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(PartsError::Foreign);
        }
        let (body, sum) = bytes.split_last_chunk::<32>().ok_or(PartsError::Damaged)?;
        if blake3::hash(body) != *sum {
            return Err(PartsError::Damaged);
        }
        let mut rest = body.strip_prefix(MAGIC).ok_or(PartsError::Damaged)?;
        let [depth] = *take::<1>(&mut rest)?;
        let found = text(&mut rest)?;
        if found != name {
            return Err(PartsError::OtherGame { found, expected: name.into() });
        }
        let (found, expected) = (text(&mut rest)?, game.write_position(root));
        if found != expected {
            return Err(PartsError::OtherPosition { found, expected });
        }
        // The position and the grain decide how deep the parts lie: a file that says otherwise is not
        // believed, as it could ask for more memory than there is.
        let mut parts = Parts::new(game, root, judge);
        // Finer parts are more parts, which a file of this length may not have.
        if depth > parts.depth && rest.len() > 8 + 9 * parts.parts().count() {
            parts = Parts::with(game, root, judge, Grain::Fine);
        }
        if depth != parts.depth {
            return Err(PartsError::Version);
        }
        let print = u64::from_le_bytes(*take::<8>(&mut rest)?);
        if print != parts.fingerprint(game) || rest.len() != 9 * parts.parts().count() {
            return Err(PartsError::Version);
        }
        let open = parts.nodes.iter_mut().filter(|node| node.is_part());
        for (node, entry) in open.zip(rest.as_chunks::<9>().0) {
            let &[points, spent @ ..] = entry;
            node.points = Some(points as i8).filter(|&points| points != OPEN);
            node.spent = u64::from_le_bytes(spent);
        }
        parts.settle_all();
        Ok(parts)
    }
}

impl<G: Game> Parts<G> {
    /// Tells whether the parts are the same, in the same order.
    fn fingerprint(&self, game: &G) -> u64 {
        self.parts().fold(0, |sum, node| mix64(sum ^ game.key(&node.pos)))
    }
}

fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Result<&'a [u8; N], PartsError> {
    let (found, after) = rest.split_first_chunk::<N>().ok_or(PartsError::Damaged)?;
    *rest = after;
    Ok(found)
}

fn text(rest: &mut &[u8]) -> Result<String, PartsError> {
    let length = u16::from_le_bytes(*take::<2>(rest)?).into();
    let (found, after) = rest.split_at_checked(length).ok_or(PartsError::Damaged)?;
    *rest = after;
    String::from_utf8(found.to_vec()).map_err(|_| PartsError::Damaged)
}
