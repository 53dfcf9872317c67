//! A review as a page that needs nothing else: pictures of the boards are in it.

use henge_core::erased::DynMatch;
use henge_core::render::{SvgStyle, svg};
use henge_core::{Ending, Player};

use super::text::{about_side, end, first_moves, move_text};
use super::{Mark, Review, Reviewed};
use crate::Playable;

/// The whole page. `table` is the game that was looked through, `title` what the page is called.
pub fn html(
    game: &Playable,
    table: &dyn DynMatch,
    review: &Review,
    ending: Option<Ending>,
    title: &str,
) -> String {
    let about = game.rules().about();
    let mut page = String::new();
    page += &format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n<h1>{0}</h1>\n",
        escaped(title)
    );
    for player in Player::BOTH {
        let name = &about.players[player.index()];
        for line in about_side(name, &review.sides[player.index()], review) {
            page += &format!("<p>{}</p>\n", escaped(&line));
        }
    }
    page += &curve(review);
    page += &format!("<p><b>{}</b></p>\n", escaped(&review.verdict()));
    page += &moves(review);
    let mut table = table.fork();
    while table.undo().is_some() {}
    for seen in &review.plies {
        if seen.mark.is_some_and(|mark| mark != Mark::Only) {
            page += &board(game, &*table, seen);
        }
        if table.redo().is_none() {
            break;
        }
    }
    let last = match review.is_whole {
        true => end(game, review, ending),
        false => "The review was stopped before the end of the game.".into(),
    };
    page += &format!(
        "<h2>The end</h2>\n<p>{}</p>\n{}\n",
        escaped(&last),
        picture(game, &*table, &last)
    );
    page + "</html>\n"
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fff}svg{max-width:26rem;height:auto}.curve{max-width:100%}li{display:inline;margin-right:.6em}\
ol{padding:0}.slip{font-weight:bold}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}}";

/// The expected result of the first player over the game; up is good for them.
fn curve(review: &Review) -> String {
    let n = review.plies.len().max(1) as f64;
    let worths = std::iter::once(review.start).chain(review.plies.iter().map(|seen| seen.worth));
    let point = |(ply, worth): (usize, Option<henge_core::Worth>)| {
        let worth = worth?;
        Some(format!("{:.1},{:.1}", 600.0 * ply as f64 / n, 100.0 * (1.0 - worth.expected)))
    };
    let points: Vec<String> = worths.enumerate().filter_map(point).collect();
    format!(
        "<svg class=\"curve\" viewBox=\"-2 -2 604 104\" role=\"img\" aria-label=\"expected result over the game\">\
         <rect width=\"600\" height=\"100\" fill=\"none\" stroke=\"#888\"/><path d=\"M0 50H600\" stroke=\"#888\" \
         stroke-dasharray=\"4\"/><polyline fill=\"none\" stroke=\"#c60\" stroke-width=\"2\" points=\"{}\"/></svg>\n",
        points.join(" ")
    )
}

/// All moves with their numbers and marks.
fn moves(review: &Review) -> String {
    let mut text = String::from("<ol>\n");
    for seen in &review.plies {
        let class = if seen.mark.is_some() { " class=\"slip\"" } else { "" };
        text += &format!("<li{class}>{}</li>\n", escaped(&move_text(seen)));
    }
    text + "</ol>\n"
}

/// The position in which somebody slipped.
fn board(game: &Playable, table: &dyn DynMatch, seen: &Reviewed) -> String {
    let players = &game.rules().about().players;
    let name = |player: Player| players[player.index()].as_str();
    let mover = seen.mover.map(name).unwrap_or_default();
    let head = format!("{} ({mover})", move_text(seen));
    let loss = seen.loss.map(|loss| format!("It costs {}. ", loss.in_words()));
    let better = match (&seen.better[..], seen.better_worth) {
        ([], _) | (_, None) => String::new(),
        (line, Some(worth)) => {
            format!("Better is {}: {}. ", first_moves(line), worth.in_words(players))
        }
    };
    let now = seen.worth.map(|worth| format!("Now {}.", worth.in_words(players)));
    let (loss, now) = (loss.unwrap_or_default(), now.unwrap_or_default());
    let words = format!("{loss}{better}{now} {}", seen.why.join(" "));
    format!(
        "<h2>{}</h2>\n<p>{}</p>\n{}\n",
        escaped(&head),
        escaped(&words),
        picture(game, table, &head)
    )
}

fn picture(game: &Playable, table: &dyn DynMatch, title: &str) -> String {
    let rules = game.rules();
    let style = SvgStyle { title: title.into(), ..SvgStyle::default() };
    svg(rules.board(), &table.scene(), &style)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
