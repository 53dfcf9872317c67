//! Everything a person can do at a table.

use std::sync::Arc;

use henge::Player;
use henge::table::Event;
use henge_api as api;
use henge_store::{Change, Clocks, SavedGame, SavedSeat, Source, now_ms};

use super::hall::Room;
use super::keys::{self, Key, fresh_id};
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
            api::Action::AskUndo => Event::AskTakeBack(player),
            api::Action::AllowUndo => Event::AnswerTakeBack(player, true),
            api::Action::DeclineUndo => Event::AnswerTakeBack(player, false),
        };
        self.happens(app, play, event).await?;
        Ok(play.state())
    }

    /// A game with the sides changed, which both players find in the state of this one. Whoever asks first
    /// makes it; the tokens of both hold in it.
    pub async fn rematch(
        self: &Arc<Self>,
        app: &Arc<App>,
        by: (Client, Option<&str>),
        clocks: Option<Clocks>,
    ) -> Result<api::State, Fault> {
        let mut play = self.play.lock().await;
        play.let_in(app, by)?;
        if !play.sitting.is_over() {
            return Err(Fault::conflict("a rematch follows a game that is over"));
        }
        if play.seats.iter().any(|seat| seat.is_bot || seat.owner.is_none()) {
            return Err(Fault::conflict("a rematch is between two people who sit here"));
        }
        if play.next.is_none() {
            let [first, second] = play.seats.clone();
            let seats = [second, first];
            let setup = play.sitting.table().setup();
            let mut table = question::set_up(&play.game, setup.as_deref(), &[])?;
            let (id, now) = (fresh_id()?, now_ms());
            keys::dice(&id, &seats).throw(&mut *table)?;
            let saved = SavedGame {
                id: id.clone(),
                source: Source::Web,
                game: play.game.playable.rules().name().into(),
                setup,
                version: 0,
                created: now,
                updated: now,
                clocks: clocks.or(play.clocks_at_start),
                seats,
                moves: table.history(),
                ending: None,
            };
            app.hall.create(app, saved).await?;
            play.next = Some(id);
            self.changed(app, &mut play);
        }
        Ok(play.state())
    }

    /// The game is deleted; whoever still looks at it hears of it.
    pub async fn delete(self: &Arc<Self>, app: &Arc<App>) -> Result<(), Fault> {
        let mut play = self.play.lock().await;
        app.write(Change::Delete { id: play.id.clone() }).await?;
        play.interrupt();
        play.fault = Some("this game has been deleted".into());
        // No flag falls in a game that is not there.
        play.sitting = play.sitting.clone().with_clocks(None);
        self.changed(app, &mut play);
        app.hall.forget(&play.id);
        Ok(())
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
