//! All rooms: loaded when somebody looks, forgotten when nobody does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use henge::table::Event;
use henge_store::{Change, SavedGame, now_ms};
use tokio::sync::{Mutex as AsyncMutex, mpsc, watch};
use tokio::task::AbortHandle;

use super::chairs::Chairs;
use super::keys::is_id;
use super::play::Play;
use crate::App;
use crate::fault::Fault;
use crate::sse;

/// A game in memory.
pub struct Room {
    /// Held while a move is written, never while an engine thinks.
    pub play: AsyncMutex<Play>,
    /// The newest state, as it is sent to all who watch; whoever waits for changes waits here.
    /// Nothing is written while nobody watches.
    pub changes: watch::Sender<Option<sse::Event>>,
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

    /// What was refused because another program has changed the game is not done. The game is loaded
    /// again, and everybody sees it as it is now.
    pub(super) async fn settle<T>(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        done: Result<T, Fault>,
    ) -> Result<T, Fault> {
        if done.as_ref().is_err_and(Fault::is_change) {
            self.reload(app, play).await?;
        }
        done
    }

    /// Loads the game again, as another program has left it.
    async fn reload(self: &Arc<Self>, app: &Arc<App>, play: &mut Play) -> Result<(), Fault> {
        let id = play.id.clone();
        let saved = app.ask(move |store| store.game(&id)).await?;
        play.interrupt();
        let Some(saved) = saved else {
            let gone = "another program has deleted this game";
            play.fault = Some(gone.into());
            // No flag falls in a game that is not there.
            play.sitting = play.sitting.clone().with_clocks(None);
            self.changed(app, play);
            app.hall.rooms().remove(&play.id);
            return Err(Fault::not_found(gone));
        };
        let fresh = load(app, saved).await?;
        let (version, bucket) = (play.version.max(fresh.version), play.bucket);
        *play = Play { version, bucket, ..fresh };
        self.changed(app, play);
        self.wake(app, play);
        Ok(())
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

/// How long a game stays in memory that nobody looks at; one that is over leaves sooner.
const IDLE: Duration = Duration::from_secs(120);
const IDLE_WHEN_OVER: Duration = Duration::from_secs(5);
const SWEEP: Duration = Duration::from_secs(2);
/// A running clock is saved every so many sweeps: a server that is killed gives nobody more
/// than that time back.
const CLOCKS: u32 = 2;
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
        let name = id.to_string();
        let saved = app.ask(move |store| store.game(&name)).await?.ok_or_else(missing)?;
        let fresh = Room::new(load(app, saved).await?);
        // Somebody else may have been faster; there is one room for a game at any time.
        let room = Arc::clone(self.rooms().entry(id.into()).or_insert_with(|| Arc::clone(&fresh)));
        if Arc::ptr_eq(&room, &fresh) {
            room.watch_clock(app, &*room.play.lock().await);
        }
        room.look();
        Ok(room)
    }

    /// Forgets a game that is there no more.
    pub(super) fn forget(&self, id: &str) {
        self.rooms().remove(id);
    }

    /// A new game, which is on disk when this returns.
    pub async fn create(&self, app: &Arc<App>, saved: SavedGame) -> Result<Arc<Room>, Fault> {
        let mut play = read(app, saved.clone()).await?;
        play.clocks_at_start = saved.clocks;
        let id = saved.id.clone();
        if let Some(text) = play.game.toml.clone() {
            // Whoever has the game only checked has not kept its rules yet.
            app.write(Change::Rules { name: saved.game.clone(), text }).await?;
        }
        app.write(Change::Create(Box::new(saved))).await?;
        play.happens(app, Event::Begin).await?;
        let room = Room::new(play);
        self.rooms().insert(id, Arc::clone(&room));
        room.watch_clock(app, &*room.play.lock().await);
        Ok(room)
    }

    /// Loads every game again that another program has changed.
    async fn catch_up(&self, app: &Arc<App>) {
        let rooms: HashMap<String, Arc<Room>> = self.rooms().clone();
        let ids: Vec<String> = rooms.keys().cloned().collect();
        // What cannot be read now is found by the next change.
        let Ok(versions) = app.ask(move |store| store.versions(&ids)).await else { return };
        for (id, version) in versions {
            let Some(room) = rooms.get(&id) else { continue };
            // Whoever holds it writes at this moment, and hears of it then.
            let Ok(mut play) = room.play.try_lock() else { continue };
            if version > play.stored {
                let _ = room.reload(app, &mut play).await;
            }
        }
    }

    /// Writes down how far every clock has run.
    async fn write_clocks(&self, app: &Arc<App>) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        // All are sent before the first is waited for, so that they go to disk together.
        let (sender, mut receiver) = mpsc::unbounded_channel();
        for room in &rooms {
            let Ok(play) = room.play.try_lock() else { continue };
            let (Some(_), Some(clocks)) = (play.sitting.running(), play.clocks()) else { continue };
            let (id, continues, sender) = (play.id.clone(), play.stored, sender.clone());
            let change = Change::Clocks { id, continues, clocks };
            // One that is not written is written the next time.
            let _ = app.store.write(change, move |_| _ = sender.send(()));
        }
        drop(sender);
        while receiver.recv().await.is_some() {}
    }

    /// Forgets rooms that nobody is in.
    fn sweep(&self, chairs: &Chairs) {
        let mut rooms = self.rooms();
        let many = rooms.len() > MANY;
        rooms.retain(|_, room| {
            // Who holds a room has got it from this map, which is locked now; nobody can come
            // to hold one that is held by the map alone.
            if Arc::strong_count(room) > 1 {
                return true;
            }
            let Ok(play) = room.play.try_lock() else { return true };
            let idle = if play.sitting.is_over() || many { IDLE_WHEN_OVER } else { IDLE };
            // A running clock must not stop because nobody looks.
            play.sitting.running().is_some() || play.thinking.is_some() || room.unseen() < idle
        });
        if rooms.capacity() > 4 * (rooms.len() + 64) {
            rooms.shrink_to_fit();
        }
        chairs.retain(|id| rooms.contains_key(id));
    }
}

/// The game as it was saved, going on.
async fn load(app: &Arc<App>, saved: SavedGame) -> Result<Play, Fault> {
    let mut play = read(app, saved).await?;
    play.happens(app, Event::Begin).await?;
    Ok(play)
}

/// The game as it was saved.
async fn read(app: &Arc<App>, saved: SavedGame) -> Result<Play, Fault> {
    let app = Arc::clone(app);
    let read = tokio::task::spawn_blocking(move || Play::load(&app, saved));
    read.await.map_err(|_| Fault::unprocessable("this game cannot be played again"))?
}

impl App {
    /// Looks whether other programs have changed games that are being played here.
    pub async fn catch_up(self: &Arc<Self>) {
        self.hall.catch_up(self).await;
    }

    /// Writes down how far every clock has run.
    pub async fn write_clocks(self: &Arc<Self>) {
        self.hall.write_clocks(self).await;
    }
}

/// Sweeps the hall from time to time, as long as there is one.
pub async fn sweep(app: Weak<App>) {
    for turn in 1_u32.. {
        tokio::time::sleep(SWEEP).await;
        let Some(app) = app.upgrade() else { return };
        app.catch_up().await;
        if turn.is_multiple_of(CLOCKS) {
            app.write_clocks().await;
        }
        app.hall.sweep(&app.chairs);
    }
}
