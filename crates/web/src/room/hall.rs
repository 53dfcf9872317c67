//! All rooms: loaded when somebody looks, forgotten when nobody does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use henge_store::{Change, SavedGame, now_ms};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::AbortHandle;

use super::keys::is_id;
use super::play::Play;
use crate::App;
use crate::fault::Fault;
use crate::sse::Event;

/// A game in memory.
pub struct Room {
    /// Held while a move is written, never while an engine thinks.
    pub play: AsyncMutex<Play>,
    /// The newest state, as it is sent to all who watch; whoever waits for changes waits here.
    /// Nothing is written while nobody watches.
    pub changes: watch::Sender<Option<Event>>,
    /// When somebody last looked, in milliseconds since 1970.
    looked: AtomicI64,
    /// What waits for a flag to fall.
    pub(super) timer: Mutex<Option<AbortHandle>>,
}

impl Room {
    fn new(play: Play) -> Arc<Room> {
        Arc::new(Room {
            changes: watch::Sender::new(None),
            play: AsyncMutex::new(play),
            looked: AtomicI64::new(now_ms()),
            timer: Mutex::new(None),
        })
    }

    pub fn look(&self) {
        self.looked.store(now_ms(), Ordering::Relaxed);
    }

    /// How long nobody has looked.
    pub fn unseen(&self) -> Duration {
        let ms = now_ms() - self.looked.load(Ordering::Relaxed);
        Duration::from_millis(ms.max(0) as u64)
    }

    /// Tells everybody who waits.
    pub fn announce(&self, play: &Play) {
        let watched = self.changes.receiver_count() > 0;
        self.changes.send_replace(watched.then(|| play.event()));
    }
}

/// All rooms.
#[derive(Default)]
pub struct Hall {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// A game that nobody has looked at for so long leaves memory; one that is over, sooner.
const IDLE: Duration = Duration::from_secs(120);
const IDLE_WHEN_OVER: Duration = Duration::from_secs(5);
const SWEEP: Duration = Duration::from_secs(2);
/// With more rooms than this nobody's is kept who is not looking at this moment.
const MANY: usize = 2000;

impl Hall {
    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn n_rooms(&self) -> usize {
        self.rooms().len()
    }

    /// The room of a game, from memory or from the store.
    pub async fn room(&self, app: &Arc<App>, id: &str) -> Result<Arc<Room>, Fault> {
        let missing = || Fault::not_found("there is no such game");
        if !is_id(id) {
            return Err(missing());
        }
        if let Some(room) = self.rooms().get(id) {
            room.look();
            return Ok(Arc::clone(room));
        }
        let (name, catalogue) = (id.to_string(), Arc::clone(&app.catalogue));
        let saved = app.ask(move |store| store.game(&name)).await?.ok_or_else(missing)?;
        let rate = app.config.rates.moves;
        let load = tokio::task::spawn_blocking(move || Play::load(&catalogue, saved, rate));
        let failed = |_| Fault::unprocessable("this game cannot be played again");
        let play = load.await.map_err(failed)??;
        let fresh = Room::new(play);
        // Somebody else may have been faster; there is one room for a game at any time.
        let room = Arc::clone(self.rooms().entry(id.into()).or_insert_with(|| Arc::clone(&fresh)));
        if Arc::ptr_eq(&room, &fresh) {
            room.watch_clock(app, &*room.play.lock().await);
        }
        room.look();
        Ok(room)
    }

    /// A new game, which is on disk when this returns.
    pub async fn create(&self, app: &Arc<App>, saved: SavedGame) -> Result<Arc<Room>, Fault> {
        let (catalogue, rate) = (Arc::clone(&app.catalogue), app.config.rates.moves);
        let copy = saved.clone();
        let load = tokio::task::spawn_blocking(move || Play::load(&catalogue, copy, rate));
        let mut play = load.await.map_err(|_| Fault::unprocessable("this is no game"))??;
        let id = saved.id.clone();
        app.write(Change::Create(Box::new(saved))).await?;
        play.start_clock();
        let room = Room::new(play);
        self.rooms().insert(id, Arc::clone(&room));
        room.watch_clock(app, &*room.play.lock().await);
        Ok(room)
    }

    /// Forgets rooms that nobody is in.
    fn sweep(&self) {
        let mut rooms = self.rooms();
        let many = rooms.len() > MANY;
        rooms.retain(|_, room| {
            // Who holds a room has got it from this map, which is locked now; nobody can come
            // to hold one that is held by the map alone.
            if Arc::strong_count(room) > 1 {
                return true;
            }
            let Ok(play) = room.play.try_lock() else { return true };
            let idle = if play.is_over() || many { IDLE_WHEN_OVER } else { IDLE };
            // A running clock must not stop because nobody looks.
            play.runs_since.is_some() || play.thinking.is_some() || room.unseen() < idle
        });
        if rooms.capacity() > 4 * (rooms.len() + 64) {
            rooms.shrink_to_fit();
        }
    }
}

/// Sweeps the hall from time to time, as long as there is one.
pub async fn sweep(app: Weak<App>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(app) = app.upgrade() else { return };
        app.hall.sweep();
    }
}
