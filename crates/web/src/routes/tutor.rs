//! The tutor of `gammon`. A lesson is what was said in it, so nothing is kept here: every question
//! brings the whole lesson along, and the dice of a seed are always the same.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::bots::gammon::{Answer, Colour, Command, Session, Tutor};
use henge_api as api;

use crate::App;
use crate::extract::Body;
use crate::fault::Fault;

/// Nobody says more in one lesson.
const MOST_COMMANDS: usize = 1000;
/// The program plays no more moves at one command.
const MOST_MOVES: u32 = 200;

/// Follows a lesson of the tutor and answers its last command.
#[utoipa::path(
    post,
    path = "/tutor",
    tag = "tutor",
    request_body = api::LessonRequest,
    responses(
        (status = 200, body = api::Lesson),
        (status = 422, body = api::ErrorBody, description = "a command that cannot be followed, and why")
    )
)]
pub async fn tutor(
    State(_): State<Arc<App>>,
    Body(asked): Body<api::LessonRequest>,
) -> Result<Json<api::Lesson>, Fault> {
    if asked.commands.len() > MOST_COMMANDS {
        let most = format!("a lesson has at most {MOST_COMMANDS} commands; begin another");
        return Err(Fault::unprocessable(most));
    }
    let followed = tokio::task::spawn_blocking(move || follow(&asked)).await;
    let lesson = followed.map_err(|_| Fault::unprocessable("the lesson cannot be followed"))?;
    Ok(Json(lesson.map_err(Fault::unprocessable)?))
}

fn follow(asked: &api::LessonRequest) -> Result<api::Lesson, String> {
    let person = match asked.person.as_deref() {
        None | Some("") => None,
        Some(name) => {
            Some(Colour::named(name).ok_or(format!("a person plays white or black, not {name}"))?)
        }
    };
    let mut tutor = Tutor::new(Session { person, seed: asked.seed, ..Session::default() });
    let (mut answer, mut changed) = (Answer::default(), false);
    let last = asked.commands.len();
    for (line, n) in asked.commands.iter().zip(1..) {
        let fault = |why: String| if n < last { format!("command {n}: {why}") } else { why };
        (answer, changed) = obey(&mut tutor, line).map_err(fault)?;
    }
    let is_over = tutor.is_over();
    Ok(api::Lesson {
        lines: answer.lines,
        prompt: tutor.prompt(),
        position: (!is_over).then(|| api::lesson_position(tutor.game())),
        asks_person: !is_over && tutor.is_person(),
        changes: changed,
        file: answer.store.map(|(name, text)| api::LessonFile { name, text }),
    })
}

/// Does what a command says, and tells whether it has changed anything.
fn obey(tutor: &mut Tutor, text: &str) -> Result<(Answer, bool), String> {
    let (line, file) = text.split_once('\n').unwrap_or((text, ""));
    match Command::read(line)? {
        Command::Batch(..) => Err("games in a row are played by henge gammon --batch".into()),
        Command::Stop => Err("leave by going to another page".into()),
        Command::Go(n) if n > MOST_MOVES => Err(format!("go on by at most {MOST_MOVES} moves")),
        Command::Load(colour, _) if !file.is_empty() => Ok((tutor.load(colour, file)?, true)),
        Command::Compare(colour, _) if !file.is_empty() => {
            Ok((tutor.compare(colour, file)?, false))
        }
        Command::Load(..) | Command::Compare(..) => {
            Err("the set belongs on the lines below, as \"store\" writes it".into())
        }
        command => Ok((tutor.obey(line)?, command.changes())),
    }
}
