use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::GameError;
use henge::bots::henge::Level;
use henge_api as api;
use henge_store::Change;

use crate::App;
use crate::catalogue::{Game, own_name};
use crate::extract::{Body, Path, Private};
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

/// Checks a game of one's own, and keeps it if asked to.
#[utoipa::path(
    post,
    path = "/games/own",
    tag = "games",
    request_body = api::OwnGameRequest,
    responses(
        (status = 200, body = api::OwnGame),
        (status = 403, body = api::ErrorBody, description = "this server takes no games of your own"),
        (status = 503, body = api::ErrorBody, description = "too many such games are being played")
    )
)]
pub async fn own(
    State(app): State<Arc<App>>,
    private: Result<Private, Fault>,
    Body(asked): Body<api::OwnGameRequest>,
) -> Result<Json<api::OwnGame>, Fault> {
    app.catalogue.store()?;
    if !app.config.own_games {
        // Whoever comes through a proxy that nobody has named is not at this machine.
        private?;
    }
    let api::OwnGameRequest { toml, keep } = asked;
    let name = own_name(&toml);
    // One at a time: the others wait without holding anything up.
    let turn = app.compiling.acquire().await;
    let (catalogue, text, own) = (Arc::clone(&app.catalogue), toml.clone(), name.clone());
    let look = move || -> Result<api::OwnGame, Fault> {
        let nothing = || api::OwnGame { about: None, fault: None, doubts: Vec::new() };
        match catalogue.build_own(own, text)? {
            Ok(game) => {
                let survey = game.playable.ability::<dyn henge::Survey>();
                let doubts = survey.map_or(Vec::new(), |survey| survey.doubts().to_vec());
                Ok(api::OwnGame { about: Some(describe(&game)), doubts, ..nothing() })
            }
            Err(GameError::File { fault, text, .. }) => {
                let fault = Some(api::FileFault::of(&fault, &text));
                Ok(api::OwnGame { fault, ..nothing() })
            }
            Err(error) => Err(error.into()),
        }
    };
    let looked = tokio::task::spawn_blocking(look).await;
    drop(turn);
    let found = looked.map_err(|_| Fault::unprocessable("this game cannot be built"))??;
    if keep && found.about.is_some() {
        app.write(Change::Rules { name, text: toml }).await?;
    }
    Ok(Json(found))
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
        params: game.params.iter().map(api::Param::from).collect(),
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
        toml: game.toml.clone(),
        conversation: api::ConversationAbout::of(playable),
    }
}
