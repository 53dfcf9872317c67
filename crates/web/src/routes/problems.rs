//! Problems: asked, and answered.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::Turn;
use henge::problems::{self, Attempt, MOST_GRADE, Problem};
use henge_api as api;
use henge_store::Change;

use crate::App;
use crate::extract::Body;
use crate::fault::Fault;

/// Nobody has tried more.
const MOST_ATTEMPTS: usize = 2000;

/// The games of which there are problems.
#[utoipa::path(get, path = "/problems", tag = "problems", responses((status = 200, body = api::ProblemSets)))]
pub async fn sets(State(app): State<Arc<App>>) -> Result<Json<api::ProblemSets>, Fault> {
    let mut sets = Vec::new();
    for game in problems::games() {
        let title = app.catalogue.game(game).await?.playable.rules().about().title.clone();
        let problems = problems::shipped(game).len();
        sets.push(api::ProblemSet { game: game.into(), title, problems });
    }
    Ok(Json(api::ProblemSets { sets }))
}

/// The next problem for somebody who has tried these: one that was missed comes back.
#[utoipa::path(
    post,
    path = "/problems/next",
    tag = "problems",
    request_body = api::ProblemRequest,
    responses((status = 200, body = api::ProblemQuestion), (status = 404, body = api::ErrorBody))
)]
pub async fn next(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::ProblemRequest>,
) -> Result<Json<api::ProblemQuestion>, Fault> {
    let set = set_of(&asked.game)?;
    let attempts: Vec<Attempt> = match app.is_private() {
        true => {
            let game = asked.game.clone();
            let known = app.ask(move |store| store.attempts(&game)).await?;
            known.into_iter().map(Attempt::from).collect()
        }
        false => {
            let told = asked.attempts.into_iter().take(MOST_ATTEMPTS);
            told.map(|one| Attempt { problem: one.problem, is_right: one.right }).collect()
        }
    };
    let problem = problems::next(&set, &attempts).ok_or_else(|| none(&asked.game))?;
    let game = app.catalogue.game(&problem.game).await?;
    let rules = game.playable.rules();
    let table = problem.table(&**rules).map_err(Fault::unprocessable)?;
    let Turn::Player(mover) = table.turn() else { return Err(none(&asked.game)) };
    let (tried, found) = problems::tally(&set, &attempts);
    Ok(Json(api::ProblemQuestion {
        id: problem.id(),
        game: problem.game.clone(),
        position: problem.position.clone(),
        question: problem.question(&**rules, mover),
        grade: problem.grade(),
        hardest: MOST_GRADE,
        problems: set.len(),
        tried,
        found,
    }))
}

/// Judges an answer. A server for its own machine alone remembers it.
#[utoipa::path(
    post,
    path = "/problems/answer",
    tag = "problems",
    request_body = api::ProblemAnswerRequest,
    responses((status = 200, body = api::ProblemAnswer), (status = 404, body = api::ErrorBody))
)]
pub async fn answer(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::ProblemAnswerRequest>,
) -> Result<Json<api::ProblemAnswer>, Fault> {
    let set = set_of(&asked.game)?;
    let problem = set.iter().find(|problem| problem.id() == asked.problem);
    let problem = problem.ok_or_else(|| none(&asked.game))?;
    let right = asked.mv.as_deref() == Some(&problem.best);
    if app.is_private() {
        let change = Change::Attempt { game: asked.game, problem: asked.problem, is_right: right };
        app.write(change).await?;
    }
    let (best, answer) = (problem.best.clone(), problem.answer());
    Ok(Json(api::ProblemAnswer { right, best, answer }))
}

fn set_of(game: &str) -> Result<Vec<Problem>, Fault> {
    let set = problems::shipped(game);
    if set.is_empty() { Err(none(game)) } else { Ok(set) }
}

fn none(game: &str) -> Fault {
    let games: Vec<&str> = problems::games().collect();
    Fault::not_found(format!("there is no such problem of {game}; there are {}", games.join(", ")))
}
