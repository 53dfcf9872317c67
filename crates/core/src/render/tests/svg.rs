use insta::assert_snapshot;

use super::boards::*;
use crate::Scene;
use crate::depict::{MarkKind, Outline, Piece, Point};
use crate::render::{SvgStyle, Theme, svg};

/// What is wrong with a document, as far as tags, quotes and references go.
pub fn fault(document: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = document;
    let mut roots = 0;
    while let Some(start) = rest.find(['<', '&']) {
        if rest[start..].starts_with('&') {
            let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
            if !known.iter().any(|entity| rest[start..].starts_with(entity)) {
                return Some(format!("a bare & before {:?}", &rest[start..]));
            }
            rest = &rest[start + 1..];
            continue;
        }
        let mut quoted = false;
        let is_end = |c: char| {
            quoted ^= c == '"';
            c == '>' && !quoted
        };
        let Some(end) = rest[start..].find(is_end).map(|length| start + length) else {
            return Some("a tag without an end".into());
        };
        let tag = &rest[start + 1..end];
        if tag.contains('<') {
            return Some(format!("a bare < in {tag:?}"));
        }
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Some(format!("</{name}> closes nothing"));
            }
            continue;
        }
        roots += usize::from(open.is_empty());
        if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default());
        }
    }
    let allowed = |c: char| c == '\n' || !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    if let Some(c) = document.chars().find(|&c| !allowed(c)) {
        return Some(format!("{c:?} is not allowed"));
    }
    (!open.is_empty() || roots != 1).then(|| format!("{roots} roots, {open:?} left open"))
}

#[test]
fn faults_are_found() {
    for good in ["<a/>\n", "<a b=\"c > d\"><e>&lt;</e></a>"] {
        assert_eq!(fault(good), None);
    }
    for bad in ["", "<a>", "<a></b>", "<a/><a/>", "<a>&</a>", "<a b=\"<\"/>", "<a>\u{1}</a>"] {
        assert!(fault(bad).is_some(), "{bad:?}");
    }
}

#[test]
fn a_whole_document() {
    let board = tic_tac_toe();
    let mut scene = scene(&board, "X O* . . X! . . . .");
    mark(&board, &mut scene, "c1", MarkKind::Target, None);
    mark(&board, &mut scene, "a2", MarkKind::Best(1), Some("+0.5"));
    mark(&board, &mut scene, "a3", MarkKind::Note, Some("?!"));
    scene.notes.push("X to move".into());
    let style = SvgStyle {
        title: "Tic-tac-toe".into(),
        description: "X holds the centre & a corner".into(),
        theme: Theme::Auto,
        unit: 40.0,
    };
    let document = svg(&board, &scene, &style);
    assert_eq!(fault(&document), None);
    assert_snapshot!(document);
}

#[test]
fn sites_say_what_stands_on_them() {
    let board = go_moku(3);
    let mut scene = scene(&board, "X* O! .");
    scene.pieces.push(Piece { site: crate::SiteId(5), kind: 0, count: 3 });
    mark(&board, &mut scene, "c1", MarkKind::Best(2), Some("<5"));
    let document = svg(&board, &scene, &SvgStyle::default());
    for tip in [
        "a1: red stone, last move",
        "b1: blue stone, winning",
        "c1: empty, number 2 of the best moves (&lt;5)",
        "a2: empty",
        "c2: 3 × red stone",
    ] {
        assert!(document.contains(&format!("<title>{tip}</title>")), "{tip}");
    }
}

#[test]
fn players_differ_by_more_than_colour() {
    let board = hex(2);
    let with = |drawing| svg(&board, &scene(&board, drawing), &SvgStyle::default());
    let rings = |document: String| document.matches("class=\"open ring\"").count();
    assert_eq!((rings(with("X")), rings(with("O"))), (0, 1));
    assert_eq!(with("").matches("class=\"ring\"").count(), 2, "one on each rim of the second");
}

#[test]
fn hexagons_have_unit_width_and_a_corner_up() {
    let mut board = grid(1, 1, Outline::Hexagon);
    board.sites[0].at = Point::new(0.0, 0.0);
    let style = SvgStyle { unit: 100.0, ..SvgStyle::default() };
    let document = svg(&board, &Scene::default(), &style);
    let corners = "points=\"0,-57.74 50,-28.87 50,28.87 0,57.74 -50,28.87 -50,-28.87\"";
    assert!(document.contains(corners), "{document}");
}

#[test]
fn every_face_of_a_die_has_its_pips() {
    for die in 1..=6u8 {
        let scene = Scene { dice: vec![die], ..Scene::default() };
        let document = svg(&grid(1, 1, Outline::Square), &scene, &SvgStyle::default());
        assert_eq!(document.matches("<circle").count(), usize::from(die));
    }
}

#[test]
fn long_notes_are_broken_between_words() {
    let note = "a word ".repeat(20) + &"x".repeat(70);
    let scene = Scene { notes: vec![note], ..Scene::default() };
    let document = svg(&tic_tac_toe(), &scene, &SvgStyle::default());
    let lines = document.lines().filter(|line| line.contains("ink begin"));
    let texts: Vec<&str> = lines.filter_map(|line| line.split(['>', '<']).nth(2)).collect();
    assert_eq!(texts.concat().replace(' ', ""), "aword".repeat(20) + &"x".repeat(70));
    assert!(texts.iter().all(|text| text.len() <= 32), "{texts:?}");
}

#[test]
fn the_panel_reaches_every_site() {
    // Crossings on one line, and a round place that hangs below them.
    let site = |x: f32, y: f32, outline| crate::depict::Site {
        name: "a".into(),
        at: Point::new(x, y),
        outline,
        tint: 0,
    };
    let sites = vec![
        site(0.0, 0.0, Outline::Dot),
        site(3.0, 0.0, Outline::Dot),
        site(1.0, 5.0, Outline::Circle),
    ];
    let board = crate::Board { sites, ..crate::Board::default() };
    let drawn = svg(&board, &Scene::default(), &SvgStyle { unit: 100.0, ..SvgStyle::default() });
    let panel = drawn.split("class=\"panel\"").nth(1).unwrap().split("/>").next().unwrap();
    assert!(panel.contains("y=\"-55\"") && panel.contains("height=\"610\""), "{panel}");
}
