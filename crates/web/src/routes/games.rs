use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::bots::henge::Level;
use henge_api as api;

use crate::App;
use crate::catalogue::Game;
use crate::extract::Path;
use crate::fault::Fault;

/// All games.
#[utoipa::path(get, path = "/games", tag = "games", responses((status = 200, body = api::Games)))]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<api::Games>, Fault> {
    let catalogue = Arc::clone(&app.catalogue);
    let games = tokio::task::spawn_blocking(move || {
        let summaries = catalogue.summaries();
        let summary = |(family, summary): (&henge::Family, &String)| api::Summary {
            slug: family.slug().into(),
            title: family.title().into(),
            summary: summary.clone(),
            params: family.params().iter().map(api::Param::from).collect(),
        };
        catalogue.families().zip(summaries).map(summary).collect()
    });
    let games = games.await.map_err(|_| Fault::unavailable("the list cannot be made"))?;
    Ok(Json(api::Games { games }))
}

/// Everything about a game: board, rules, bots.
#[utoipa::path(
    get,
    path = "/games/{name}",
    tag = "games",
    params(("name" = String, Path, description = "as in hex:size=11", example = "tic-tac-toe")),
    responses(
        (status = 200, body = api::About),
        (status = 422, body = api::ErrorBody, description = "no such game")
    )
)]
pub async fn about(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<api::About>, Fault> {
    let game = app.catalogue.game(&name).await?;
    Ok(Json(describe(&game)))
}

fn describe(game: &Game) -> api::About {
    let playable = &game.playable;
    let rules = playable.rules();
    let about = rules.about();
    let bot = |kind: &henge::BotKind| api::BotAbout {
        name: kind.name.into(),
        about: kind.about.into(),
        params: kind
            .params
            .iter()
            .filter(|param| param.values.is_for_strangers())
            .map(api::Param::from)
            .collect(),
        learned: kind.learned.map(|learned| learned.about.into()),
    };
    let has_levels = playable.bots().iter().any(|kind| kind.name == "henge");
    let levels = Level::NAMES.iter().filter(|_| has_levels).map(|name| name.to_string());
    api::About {
        name: rules.name().into(),
        slug: about.slug.clone(),
        title: about.title.clone(),
        players: about.players.clone(),
        rules: about.rules.clone(),
        source: about.source.clone(),
        params: game.family.params().iter().map(api::Param::from).collect(),
        board: api::Board::from(rules.board()),
        turned: rules.turned().map(api::Board::from),
        start: api::View::of(&**rules, &*rules.start()),
        bots: playable.bots().iter().filter(|kind| !kind.runs_programs()).map(bot).collect(),
        default_bot: playable.default_bot().into(),
        pairs: rules.about().numbering == henge::Numbering::Pairs,
        levels: levels.collect(),
        has: api::Has {
            overlay: playable.ability::<dyn henge::Overlay>().is_some(),
            choices: playable
                .ability::<dyn henge::RandomPlay>()
                .is_some_and(|chance| !chance.choices(&*rules.start()).is_empty()),
            editor: game.has_editor,
            solver: playable.solving().is_some(),
        },
        forms: (henge::RecordForm::for_game(&about.slug).iter())
            .map(|form| form.ending().to_string())
            .collect(),
        conversation: api::ConversationAbout::of(playable),
    }
}
