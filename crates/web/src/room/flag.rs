//! Clocks that run out: the flag falls here, whether the player's page is open or not.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use henge::core::{Ending, Turn};

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
        let (Some(_), Some(clocks), Turn::Player(player)) =
            (play.runs_since, play.clocks_now(), play.turn())
        else {
            return;
        };
        let left = Duration::from_millis(clocks.left_ms[player.index()] + 1);
        let (room, app, version) = (Arc::downgrade(self), Arc::downgrade(app), play.version);
        let waits = tokio::spawn(async move {
            tokio::time::sleep(left).await;
            let (Some(room), Some(app)) = (room.upgrade(), app.upgrade()) else { return };
            // In a task of its own, which nobody aborts in the middle of writing.
            tokio::spawn(async move { room.flag_falls(&app, version).await });
        });
        *timer = Some(waits.abort_handle());
    }

    async fn flag_falls(self: Arc<Self>, app: &Arc<App>, version: u64) {
        let mut play = self.play.lock().await;
        let Turn::Player(player) = play.turn() else { return };
        let left = play.clocks_now().map(|clocks| clocks.left_ms[player.index()]);
        if play.runs_since.is_none() || left != Some(0) {
            // Something has happened in the meantime, such as an offer of a draw.
            if play.version != version {
                self.watch_clock(app, &play);
            }
            return;
        }
        let done = self.end(app, &mut play, Some(Ending::out_of_time(player))).await;
        // In another server somebody may have moved in time.
        let refused = done.as_ref().is_err_and(Fault::is_change);
        if self.settle(app, &mut play, done).await.is_err() && !refused {
            // The disk may be well again in a moment.
            tokio::time::sleep(Duration::from_secs(1)).await;
            self.watch_clock(app, &play);
        }
    }
}
