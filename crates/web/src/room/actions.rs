//! Everything a person can do at a table.

use std::sync::Arc;

use henge::Player;
use henge::table::Event;
use henge_api as api;
use henge_store::{Change, SavedSeat};

use super::hall::Room;
use super::keys::{self, Key};
use super::play::{Play, chair};
use crate::App;
use crate::extract::Client;
use crate::fault::Fault;
use crate::question;

impl Room {
    /// Plays a move for the holder of a seat.
    pub async fn person_moves(
        self: &Arc<Self>,
        app: &Arc<App>,
        by: (Client, Option<&str>),
        mv: &str,
        ply: usize,
    ) -> Result<api::State, Fault> {
        let mut play = self.play.lock().await;
        let moved = self.try_move(app, &mut play, by, mv, ply).await;
        self.settle(app, &mut play, moved).await
    }

    async fn try_move(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        by: (Client, Option<&str>),
        mv: &str,
        ply: usize,
    ) -> Result<api::State, Fault> {
        let player = play.let_in(app, by)?;
        let n_moves = play.sitting.ply();
        if ply != n_moves && !play.sitting.is_over() {
            let said = format!("{n_moves} moves are played, and not {ply}; look again");
            return Err(Fault::conflict(said));
        }
        let text = question::check_move(mv)?;
        self.happens(app, play, Event::Move { by: player, text }).await?;
        Ok(play.state())
    }

    /// Does what the holder of a seat asks for.
    pub async fn act(
        self: &Arc<Self>,
        app: &Arc<App>,
        by: (Client, Option<&str>),
        action: api::Action,
    ) -> Result<api::State, Fault> {
        let mut play = self.play.lock().await;
        let done = self.try_act(app, &mut play, by, action).await;
        self.settle(app, &mut play, done).await
    }

    async fn try_act(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        by: (Client, Option<&str>),
        action: api::Action,
    ) -> Result<api::State, Fault> {
        let player = play.let_in(app, by)?;
        let event = match action {
            api::Action::Undo => Event::TakeBack(player),
            api::Action::Redo => Event::Redo(player),
            api::Action::Resign => Event::Resign(player),
            api::Action::OfferDraw => Event::OfferDraw(player),
            api::Action::AcceptDraw => Event::AnswerDraw(player, true),
            api::Action::DeclineDraw => Event::AnswerDraw(player, false),
        };
        self.happens(app, play, event).await?;
        Ok(play.state())
    }

    /// Somebody takes the open seat.
    pub async fn join(
        self: &Arc<Self>,
        app: &Arc<App>,
        client: Client,
        name: String,
    ) -> Result<api::Joined, Fault> {
        let mut play = self.play.lock().await;
        let joined = self.try_join(app, &mut play, client, name).await;
        self.settle(app, &mut play, joined).await
    }

    async fn try_join(
        self: &Arc<Self>,
        app: &Arc<App>,
        play: &mut Play,
        client: Client,
        name: String,
    ) -> Result<api::Joined, Fault> {
        let taken = || Fault::conflict("both seats are taken; you may look on");
        let player = play.sitting.open_seat().ok_or_else(taken)?;
        let holders = play.seats.iter().filter_map(|seat| Some(seat.owner.as_ref()?.holder));
        let key = Key::fresh(holders.max().unwrap_or(0) + 1)?;
        let seat = SavedSeat { is_bot: false, name, owner: Some(key.owner) };
        let mut seats = play.seats.clone();
        seats[player.index()] = seat.clone();
        let mut next = play.sitting.clone().with_dice(keys::dice(&play.id, &seats));
        let effects = next.handle(Event::Sit(player, chair(&seat)), play.now())?;
        let (step, number) = (play.step(), player.index() as u8);
        play.write(app, Change::Sit { step, player: number, seat }).await?;
        (play.sitting, play.seats, play.payer) = (next, seats, Some(client));
        self.carry_out(app, play, &effects);
        Ok(api::Joined { state: play.state(), player: player.into(), token: key.token })
    }
}

impl Play {
    /// Whose seat it is, if the token opens one; whoever acts pays for the bots.
    fn let_in(
        &mut self,
        app: &App,
        (client, token): (Client, Option<&str>),
    ) -> Result<Player, Fault> {
        let player = self.seat_of(token)?;
        self.hurry(app)?;
        self.payer = Some(client);
        Ok(player)
    }
}
