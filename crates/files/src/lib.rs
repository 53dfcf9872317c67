//! Files that are written as a whole or not at all.
//!
//! [`write()`] replaces a file by another one, and a [`Draft`] is the same for what is written bit by
//! bit. No reader ever sees half a file, and whatever goes wrong on the way (a full disk, a crash, a
//! power failure) leaves the old file as it was:
//!
//! - Symbolic links are followed: the link stays, and what it leads to is replaced.
//! - Devices, pipes and `/dev/stdout` are written to as they are.
//! - A file that is replaced keeps its mode, and its owner and group where the system allows it. One
//!   that may not be written is not replaced. A new file gets the mode that is usual for new files.
//! - The folder is synced as well, so that a power failure does not bring the old file back.
//! - The new file grows beside the old one, under a name such as `.x.html.henge-0123456789abcdef.tmp`.
//!   If its writer is killed it stays there, until the next writer in this folder sees that nobody
//!   holds its lock and removes it.
//!
//! A file with several hard links is replaced under the name that was given; its other names keep
//! the old contents.

mod draft;
mod place;

pub use draft::{Draft, sync_folder, write};
pub use place::is_same;
