//! The thread that writes: many changes, one transaction.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use rusqlite::{Connection, TransactionBehavior};

use crate::{Change, StoreError, write};

/// What is called when a change is on disk.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// More changes than this do not wait for the disk.
const MOST_WAITING: usize = 8192;
/// More than this do not go into one transaction, so that the first need not wait for the last.
const MOST_AT_ONCE: usize = 512;

pub struct Writer {
    sender: Option<SyncSender<(Change, Done)>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub fn start(connection: Connection) -> Result<Writer, StoreError> {
        let (sender, receiver) = sync_channel(MOST_WAITING);
        let thread = std::thread::Builder::new()
            .name("henge-store".into())
            .spawn(move || run(connection, &receiver))
            .map_err(|error| StoreError::Sqlite(error.to_string()))?;
        Ok(Writer { sender: Some(sender), thread: Some(thread) })
    }

    pub fn send(&self, change: Change, done: Done) -> Result<(), StoreError> {
        let sender = self.sender.as_ref().ok_or(StoreError::Closed)?;
        sender.try_send((change, done)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => StoreError::Closed,
        })
    }
}

impl Drop for Writer {
    /// Waits until everything that was sent is written.
    fn drop(&mut self) {
        drop(self.sender.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(mut connection: Connection, receiver: &Receiver<(Change, Done)>) {
    while let Ok(first) = receiver.recv() {
        let rest = std::iter::from_fn(|| receiver.try_recv().ok()).take(MOST_AT_ONCE - 1);
        let (changes, calls): (Vec<Change>, Vec<Done>) = [first].into_iter().chain(rest).unzip();
        let results = match together(&mut connection, &changes) {
            Ok(results) => results,
            Err(error) => changes.iter().map(|_| Err(error.clone())).collect(),
        };
        for (done, result) in calls.into_iter().zip(results) {
            done(result);
        }
    }
}

/// One transaction for all. A change that does not fit is left out and spoils no other; where the disk
/// or the database fails, nothing is written.
fn together(
    connection: &mut Connection,
    changes: &[Change],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(changes.len());
    for change in changes {
        let savepoint = transaction.savepoint()?;
        let result = write::apply(&savepoint, change);
        match &result {
            Ok(()) => savepoint.commit()?,
            // SQLite may have taken everything back, as it does on a full disk: nothing of it counts.
            Err(error) if !error.is_of_one_change() || savepoint.is_autocommit() => {
                return Err(error.clone());
            }
            Err(_) => drop(savepoint),
        }
        results.push(result);
    }
    transaction.commit()?;
    Ok(results)
}
