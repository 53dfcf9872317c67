//! The place of the saved games, whether it can be used at this moment or not.

use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Options, Store, StoreError};

/// Where saved games are. The file is opened when it is needed, and what has failed is tried again the
/// next time.
pub struct Shelf {
    path: Option<PathBuf>,
    options: Options,
    store: Mutex<Option<Arc<Store>>>,
}

impl Shelf {
    /// The file of that path; without one nothing can be saved.
    pub fn new(path: Option<PathBuf>) -> Shelf {
        Shelf::with(path, Options::default())
    }

    /// The same, opened as the options say.
    pub fn with(path: Option<PathBuf>, options: Options) -> Shelf {
        Shelf { path, options, store: Mutex::new(None) }
    }

    /// The saved games to look at; they may be read-only.
    pub fn for_reading(&self) -> Result<Arc<Store>, StoreError> {
        self.store(|_| true, |path| Store::open_or_read(path, self.options))
    }

    /// The saved games to write to.
    pub fn for_writing(&self) -> Result<Arc<Store>, StoreError> {
        let writes = |store: &Store| store.read_only().is_none();
        let opened = self.store(writes, |path| Store::open_with(path, self.options));
        opened.map_err(|error| match error {
            // Whoever wants to write hears that reading would work.
            StoreError::Unusable { path, why } if path.is_file() && File::open(&path).is_ok() => {
                StoreError::ReadOnly { path, why }
            }
            error => error,
        })
    }

    fn store(
        &self,
        fits: impl Fn(&Store) -> bool,
        open: impl Fn(&std::path::Path) -> Result<Store, StoreError>,
    ) -> Result<Arc<Store>, StoreError> {
        let mut place = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = place.as_ref().filter(|store| fits(store)) {
            return Ok(Arc::clone(store));
        }
        let store = Arc::new(open(self.path.as_ref().ok_or(StoreError::NoPlace)?)?);
        *place = Some(Arc::clone(&store));
        Ok(store)
    }
}
