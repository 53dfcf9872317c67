//! A rule book in sentences, put together from its parameters.

use super::variant::{
    Endings, King, Landing, Lifted, Lines, ManCaptures, ManTakes, Priority, Promotion, Rules,
    Variant,
};

pub(super) fn rules(rules: &Rules) -> String {
    let Rules { width, height, .. } = rules;
    let squares = match (rules.lines, rules.mirrored) {
        (Lines::Orthogonal, _) => "all squares",
        (_, false) => "the dark squares",
        (_, true) => "the dark squares, with one at the right hand of each player",
    };
    let mut text = vec![format!(
        "The board is {width}×{height}; {squares} are played on. {} begins.",
        rules.first.name()
    )];
    text.push(match rules.lines {
        Lines::Orthogonal => "Men move one step forward or sideways.".into(),
        _ => "Men move one step diagonally forward.".to_string(),
    });
    let along = match (rules.man_captures, rules.lines) {
        (ManCaptures::Forward, _) => "forward only",
        (ManCaptures::ForwardAndSideways, _) => "forward and sideways",
        (ManCaptures::Everywhere, Lines::Both) => "in all directions, along rows and columns too",
        (ManCaptures::Everywhere, _) => "forward and backward",
    };
    let whom = if rules.man_takes == ManTakes::Men { ", but never a king" } else { "" };
    text.push(format!(
        "They capture {along}, by jumping over a piece beside them to the free square behind it{whom}."
    ));
    text.push(
        match (rules.king, rules.landing) {
            (King::Short, _) => "Kings move one step in all directions, and capture like men.",
            (_, Landing::Behind) => {
                "Kings move any distance, and capture from any distance, landing right behind the \
                 piece they take."
            }
            (_, Landing::Free) => {
                "Kings move any distance, and capture from any distance, landing anywhere behind \
                 the piece they take."
            }
            (_, Landing::BehindLastKing) => {
                "Kings move any distance, and capture from any distance, landing anywhere behind \
                 the piece they take, but right behind the last one if it is a king."
            }
        }
        .into(),
    );
    text.push("Capturing is compulsory, and goes on as long as it can.".into());
    let priority = match rules.priority {
        Priority::Any => "Of several captures any may be chosen.",
        Priority::KingFirst => "A king must capture before a man.",
        Priority::Most => "Most pieces must be taken.",
        Priority::MostThenKings => "Most pieces must be taken, and of these most kings.",
        Priority::Italian => {
            "Most pieces must be taken, then with a king, then most kings, then kings first."
        }
        Priority::Value => {
            "Most value must be taken, a king being a little less than two men, then with a king."
        }
    };
    text.push(priority.into());
    if rules.lifted == Lifted::AtOnce {
        text.push("Captured pieces leave the board one by one, and no capture turns back.".into());
    } else if rules.king == King::Flying {
        text.push("Captured pieces leave the board when the capture is over.".into());
    }
    let promotion = match rules.promotion {
        Promotion::Stop => "A man who reaches the last row becomes a king, and stops.",
        Promotion::Pass => {
            "A man who ends on the last row becomes a king; one who captures on from there does not."
        }
        Promotion::Continue => {
            "A man who reaches the last row becomes a king, and captures on as a king."
        }
    };
    text.push(promotion.into());
    if let Some(most) = rules.king_moves {
        text.push(format!(
            "One king may move {most} times in a row without a capture while its owner has men."
        ));
    }
    text.push("A player who cannot move loses.".into());
    if let Some(times) = rules.draws.repetition {
        let ordinal = if times == 3 { "third" } else { "fourth" };
        text.push(format!("The same position for the {ordinal} time is a draw."));
    }
    if let Some(plies) = rules.draws.idle {
        text.push(format!(
            "So are {} moves of each with kings alone and without a capture.",
            plies / 2
        ));
    }
    let endings = match rules.draws.endings {
        Endings::None => "",
        Endings::International => {
            "A king against three pieces, one of them a king, draws after 16 moves of each, against \
             fewer after 5."
        }
        Endings::Russian => {
            "Three kings against one draw after 15 moves, three pieces against a king on the long \
             diagonal after 5; where both have kings and nothing is taken or promoted, two or three \
             pieces draw after 5 moves, four or five after 30, six or seven after 60."
        }
        Endings::Frisian => "Two kings against one draw after 7 moves of each.",
    };
    text.push(endings.into());
    text.retain(|sentence| !sentence.is_empty());
    text.join(" ")
}

pub(super) fn source(rules: &Rules) -> String {
    match (rules.variant, rules.game_type) {
        (Variant::Danish, _) => {
            "Fred Mosekjær Madsen and Ole Schelde Jacobsen: Damspil, a program for the GIER computer"
                .into()
        }
        (Variant::Killer, _) => "the rules of the federation FMJD, and Fabien Letouzey's Scan".into(),
        (_, Some(number)) => {
            format!("the rule book of its federation; game type {number} of the PDN standard")
        }
        (_, None) => "the rule book of its federation".into(),
    }
}
