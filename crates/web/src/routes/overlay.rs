use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::{Player, Sighted};
use henge_api as api;

use crate::App;
use crate::extract::Body;
use crate::fault::Fault;
use crate::question;

/// Distances, promise, dead sites and the nearest groups of a positional game; in games whose moves have centres, how
/// many moves have theirs on each place.
#[utoipa::path(
    post,
    path = "/overlay",
    tag = "positions",
    request_body = api::TableRequest,
    responses(
        (status = 200, body = api::Overlay),
        (status = 422, body = api::ErrorBody, description = "no overlay for this game, or it is over")
    )
)]
pub async fn overlay(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::TableRequest>,
) -> Result<Json<api::Overlay>, Fault> {
    let setup = asked.setup.as_deref();
    let (game, table) = question::table(&app, &asked.game, setup, &asked.moves).await?;
    let Some(overlay) = game.playable.ability::<dyn henge::Overlay>() else {
        let found = game.playable.ability::<dyn henge::RandomPlay>();
        let choices = found.map(|chance| chance.choices(&*table)).unwrap_or_default();
        return count(&choices).map(Json).ok_or_else(|| {
            let title = &game.playable.rules().about().title;
            Fault::unprocessable(format!(
                "{title} has no overlay here: it has no win groups, and no moves with a centre"
            ))
        });
    };
    let seen = overlay.look(&*table).map_err(|error| Fault::unprocessable(error.to_string()))?;
    let players = &game.playable.rules().about().players;
    Ok(Json(describe(&seen, players)))
}

/// Moves by their centres; nothing where there are none.
fn count(choices: &[(henge::SiteId, u32)]) -> Option<api::Overlay> {
    let (n, moves) = (choices.len(), choices.iter().map(|(_, n)| n).sum::<u32>());
    let site = |&(site, moves): &(henge::SiteId, u32)| api::SiteChoices { site: site.0, moves };
    (n > 0).then(|| api::Overlay {
        sites: Vec::new(),
        groups: Vec::new(),
        choices: choices.iter().map(site).collect(),
        notes: vec![format!("{moves} choices in {n} centres.")],
    })
}

fn describe(seen: &Sighted, players: &[String; 2]) -> api::Overlay {
    let nearest = seen.distance.iter().flatten().min().copied().unwrap_or(0);
    let promise = |distance: Option<u16>| {
        distance.map_or(0.0, |distance| 0.5_f64.powi(i32::from(distance - nearest.min(distance))))
    };
    let site = |site: &henge::SiteSight| api::SiteOverlay {
        site: site.site.0,
        distance: site.distance,
        promise: site.distance.map(promise),
        dead: site.distance == [None, None],
        groups: site.n_groups,
    };
    let group = |group: &henge::GroupSight| api::Group {
        player: group.player.into(),
        sites: group.sites.iter().map(|site| site.0).collect(),
        missing: group.missing as u16,
    };
    let sites: Vec<api::SiteOverlay> = seen.sites.iter().map(site).collect();
    let mut notes: Vec<String> = Player::BOTH
        .map(|player| {
            let name = &players[player.index()];
            match seen.distance[player.index()] {
                Some(1) => format!("{name} is 1 stone from a win."),
                Some(n) => format!("{name} is {n} stones from a win."),
                None => format!("{name} cannot win any more."),
            }
        })
        .into();
    let n_dead = sites.iter().filter(|site| site.dead).count();
    if n_dead > 0 {
        let (s, are) = if n_dead == 1 { ("", "is") } else { ("s", "are") };
        notes.push(format!("{n_dead} empty site{s} {are} dead: in no open group."));
    }
    if !seen.by_groups {
        notes
            .push("There are too many groups to list; distances are measured on the board.".into());
    }
    api::Overlay {
        sites,
        groups: seen.groups.iter().map(group).collect(),
        choices: Vec::new(),
        notes,
    }
}
