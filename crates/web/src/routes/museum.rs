use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge_api as api;

use crate::App;
use crate::catalogue::Catalogue;
use crate::fault::Fault;

/// The historic programs: what they are, where one can sit at them, and the games that their sources print.
#[utoipa::path(get, path = "/museum", tag = "games", responses((status = 200, body = api::Museum)))]
pub async fn show(State(app): State<Arc<App>>) -> Result<Json<api::Museum>, Fault> {
    let catalogue = Arc::clone(&app.catalogue);
    let museum = tokio::task::spawn_blocking(move || {
        let exhibits = catalogue.exhibits().iter();
        api::Museum { exhibits: exhibits.map(|exhibit| describe(&catalogue, exhibit)).collect() }
    });
    museum.await.map(Json).map_err(|_| Fault::unavailable("the museum cannot be opened"))
}

fn describe(catalogue: &Catalogue, exhibit: &henge::Exhibit) -> api::Exhibit {
    let title = |game: &str| {
        let known = catalogue.game_now(game);
        known.map_or_else(|_| game.into(), |game| game.playable.rules().about().title.clone())
    };
    let seat = |(game, bot): &(&str, &str)| api::ExhibitSeat {
        game: (*game).into(),
        title: title(game),
        bot: (*bot).into(),
    };
    api::Exhibit {
        name: exhibit.name.into(),
        year: exhibit.year.into(),
        title: exhibit.title.into(),
        source: exhibit.source.into(),
        page: exhibit.page.into(),
        seats: exhibit.seats.iter().map(seat).collect(),
        talk: exhibit.talk.map(String::from),
        records: exhibit.records.into(),
    }
}
