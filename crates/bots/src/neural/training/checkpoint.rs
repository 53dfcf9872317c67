//! Training that goes on another day.
//!
//! The file: `henge-tr`, the number of games played (8 bytes), the steps of Adam (8 bytes), the length
//! of the plan as text (4 bytes), the plan, the means and the mean squares of Adam (4 bytes each a
//! parameter), the net as [its own file](henge_learn::net::file), whose checksum ends the file. The
//! plan is there to be compared: a training that goes on with another plan would be neither.

use henge_learn::net::file::crc32;
use henge_learn::net::{FileError, Net};
use thiserror::Error;

use super::{Data, Plan, Trainer};

const MAGIC: &[u8; 8] = b"henge-tr";

/// Why training cannot go on.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Something else.
    #[error("not a checkpoint of training: it begins with other bytes than \"henge-tr\"")]
    Magic,
    /// Cut off, or damaged.
    #[error("the checkpoint is damaged or incomplete")]
    Damaged,
    /// The net in it is not right.
    #[error("the net of the checkpoint: {0}")]
    Net(#[from] FileError),
    /// The plan is another one.
    #[error("the checkpoint belongs to another plan: it has {found}, and this training {right}")]
    OtherPlan {
        /// That of the file.
        found: String,
        /// That of the trainer.
        right: String,
    },
}

impl Trainer {
    /// What is needed to go on.
    pub(super) fn written(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let (steps, means, squares) = self.adam.memory();
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(steps.to_le_bytes());
        let plan = self.described();
        bytes.extend((plan.len() as u32).to_le_bytes());
        bytes.extend(plan.as_bytes());
        for number in means.iter().chain(squares) {
            bytes.extend(number.to_le_bytes());
        }
        let sum = crc32(&bytes);
        bytes.extend(self.net.to_bytes(&format!("{sum:08x}")));
        bytes
    }

    /// Goes on from a checkpoint of the same plan.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Magic)?;
        let mut take = |n: usize| {
            let (taken, after) = rest.split_at_checked(n).ok_or(CheckpointError::Damaged)?;
            rest = after;
            Ok::<&[u8], CheckpointError>(taken)
        };
        let word = |eight: &[u8]| u64::from_le_bytes(eight.try_into().expect("eight were taken"));
        let (games, steps) = (word(take(8)?), word(take(8)?));
        let length = u32::from_le_bytes(take(4)?.try_into().expect("four were taken"));
        let found = String::from_utf8_lossy(take(length as usize)?).into_owned();
        let right = self.described();
        if found != right {
            return Err(CheckpointError::OtherPlan { found, right });
        }
        let n = self.net.parameters().len();
        let floats = |bytes: &[u8]| -> Vec<f32> {
            let float = |four: &[u8]| f32::from_le_bytes(four.try_into().expect("chunks of four"));
            bytes.chunks_exact(4).map(float).collect()
        };
        let (means, squares) = (floats(take(4 * n)?), floats(take(4 * n)?));
        let (net, sum) = Net::from_bytes(rest)?;
        let before = &bytes[..bytes.len() - rest.len()];
        if sum != format!("{:08x}", crc32(before)) || net.shape() != self.net.shape() {
            return Err(CheckpointError::Damaged);
        }
        self.games = games;
        self.adam.remember(steps, &means, &squares);
        self.net = net;
        Ok(())
    }

    /// Everything that has an influence on what is learned; the number of threads has none.
    fn described(&self) -> String {
        let Plan { hidden, activation, seed, threads: _, stages } = &self.plan;
        let from = match &self.data {
            Some(Data { samples, games }) => {
                format!(", {} positions of {games} games", samples.len())
            }
            None => String::new(),
        };
        format!("{hidden:?} hidden units ({activation:?}), seed {seed}, stages {stages:?}{from}")
    }
}
