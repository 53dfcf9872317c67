use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::RecordForm;
use henge::record::{self, Record};
use henge_api as api;

use crate::App;
use crate::extract::Body;
use crate::fault::Fault;

/// How many games are read at once.
const MOST_RECORDS: usize = 200;

/// Reads game records, and plays them through.
#[utoipa::path(
    post,
    path = "/records/read",
    tag = "records",
    request_body = api::ReadRequest,
    responses(
        (status = 200, body = api::ReadResponse),
        (status = 422, body = api::ErrorBody, description = "what is wrong, and where")
    )
)]
pub async fn read(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::ReadRequest>,
) -> Result<Json<api::ReadResponse>, Fault> {
    let read = henge::read_text(&asked.text)?;
    if read.len() > MOST_RECORDS {
        let most = format!("{} games; {MOST_RECORDS} are read at once", read.len());
        return Err(Fault::unprocessable(format!("the text holds {most}")));
    }
    let mut records = Vec::new();
    for record in &read {
        records.push(understand(&app, record).await?);
    }
    Ok(Json(api::ReadResponse { records }))
}

async fn understand(app: &App, record: &Record) -> Result<api::Record, Fault> {
    let name = record.game().ok_or_else(|| {
        Fault::unprocessable("a record does not say which game it is, as in [Game \"hex:size=11\"]")
    })?;
    let game = app.catalogue.game(name).await?;
    let rules = game.playable.rules();
    record.play(&**rules)?;
    record.check_variations(&**rules)?;
    let tags = record.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone()));
    let tags: BTreeMap<String, String> =
        tags.filter(|(name, _)| name != "Game" && name != "Position").collect();
    Ok(api::Record {
        game: rules.name().into(),
        setup: record.position().map(String::from),
        tags,
        result: record::write_result(record.result),
        moves: record.line.nodes.iter().map(api::Node::from).collect(),
    })
}

/// Writes a game record.
#[utoipa::path(
    post,
    path = "/records/write",
    tag = "records",
    request_body = api::WriteRequest,
    responses(
        (status = 200, body = api::WriteResponse),
        (status = 422, body = api::ErrorBody, description = "a move that is not legal")
    )
)]
pub async fn write(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::WriteRequest>,
) -> Result<Json<api::WriteResponse>, Fault> {
    let game = app.catalogue.game(&asked.game).await?;
    let rules = game.playable.rules();
    let form = match asked.form.as_deref() {
        None => RecordForm::Henge,
        Some(ending) => RecordForm::ending_like(ending).ok_or_else(|| {
            let forms = RecordForm::for_game(rules.name());
            let forms: Vec<&str> = forms.iter().map(|form| form.ending()).collect();
            let expected = forms.join(" or ");
            Fault::unprocessable(format!("no form \"{ending}\"; expected {expected}"))
        })?,
    };
    let mut record = Record::default();
    record.set_tag("Game", rules.name());
    if let Some(setup) = asked.setup {
        record.set_tag("Position", setup);
    }
    for (name, value) in asked.tags {
        if !matches!(name.as_str(), "Game" | "Position" | "Result") {
            record.set_tag(name, value);
        }
    }
    record.line.nodes = asked.moves.into_iter().map(record::Node::from).collect();
    let table = record.play(&**rules)?;
    record.check_variations(&**rules)?;
    if let henge::Turn::Over(outcome) = table.turn() {
        record.result = Some(outcome);
    }
    // Writing looks whether the text can be read again, which plays the game through.
    let written = tokio::task::spawn_blocking(move || form.write(&[record])).await;
    let written = written.map_err(|_| Fault::unavailable("the record cannot be written"))?;
    let text = written.map_err(|error| Fault::unprocessable(error.to_string()))?;
    Ok(Json(api::WriteResponse { text }))
}
