//! Clocks that run out: the flag falls here, whether the player's page is open or not.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use henge::table::Event;

use super::hall::Room;
use super::play::Play;
use crate::App;
use crate::fault::Fault;

impl Room {
    /// Waits for the flag of the player to move; whatever was waited for before is forgotten.
    pub(super) fn watch_clock(self: &Arc<Self>, app: &Arc<App>, play: &Play) {
        let mut timer = self.timer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = timer.take() {
            old.abort();
        }
        let (Some(player), Some(clocks)) = (play.sitting.running(), play.clocks()) else { return };
        let left = clocks.of(player).left + Duration::from_millis(1);
        let (room, app) = (Arc::downgrade(self), Arc::downgrade(app));
        let waits = tokio::spawn(async move {
            tokio::time::sleep(left).await;
            let (Some(room), Some(app)) = (room.upgrade(), app.upgrade()) else { return };
            // In a task of its own, which nobody aborts in the middle of writing.
            tokio::spawn(async move { room.flag_falls(&app).await });
        });
        *timer = Some(waits.abort_handle());
    }

    async fn flag_falls(self: Arc<Self>, app: &Arc<App>) {
        let mut play = self.play.lock().await;
        if play.sitting.flag(play.now()).is_none() {
            // Something has happened in the meantime, such as a move.
            self.watch_clock(app, &play);
            return;
        }
        let done = self.happens(app, &mut play, Event::Time).await;
        // In another server somebody may have moved in time.
        let refused = done.as_ref().is_err_and(Fault::is_change);
        if self.settle(app, &mut play, done).await.is_err() && !refused {
            // The disk may be well again in a moment.
            tokio::time::sleep(Duration::from_secs(1)).await;
            self.watch_clock(app, &play);
        }
    }
}
