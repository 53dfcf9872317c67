//! Boards that no game would describe, but a file might.

use proptest::collection::vec;
use proptest::prelude::*;

use super::boards;
use super::svg::fault;
use crate::depict::{
    Hue, Kind, Label, Mark, MarkKind, Outline, Piece, Point, Rim, Shape, Site, Stack,
};
use crate::render::{Charset, Colour, SvgStyle, TextStyle, Theme, svg, text};
use crate::{Board, Player, Scene, SiteId};

/// Mostly near, sometimes at the end of the numbers or beyond.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => (-6i8..6).prop_map(f32::from),
        4 => -6.0f32..6.0,
        1 => -1e4f32..1e4,
        1 => prop::num::f32::ANY,
        1 => prop::sample::select(vec![f32::MAX, f32::MIN, f32::INFINITY, f32::NAN, -0.0]),
    ]
}

fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

fn string() -> impl Strategy<Value = String> {
    let sharp: Vec<char> =
        "<>&\"'\\\u{1b}\u{0}\n\t\r\u{202e}\u{feff}\u{ffff}[] é世".chars().collect();
    let letter = prop_oneof![any::<char>(), prop::sample::select(sharp)];
    vec(letter, 0..6).prop_map(|chars| chars.into_iter().collect())
}

fn player() -> impl Strategy<Value = Player> {
    prop::sample::select(Player::BOTH.to_vec())
}

fn outline() -> impl Strategy<Value = Outline> {
    prop_oneof![
        Just(Outline::Dot),
        Just(Outline::Square),
        Just(Outline::Hexagon),
        Just(Outline::Circle),
        vec(point(), 0..5).prop_map(Outline::Polygon),
    ]
}

fn site_id() -> impl Strategy<Value = SiteId> {
    prop_oneof![9 => 0..14u16, 1 => any::<u16>()].prop_map(SiteId)
}

fn board() -> impl Strategy<Value = Board> {
    let site = (string(), point(), outline(), 0..4u8).prop_map(|(name, at, outline, tint)| Site {
        name,
        at,
        outline,
        tint,
    });
    let label = (string(), point()).prop_map(|(text, at)| Label { text, at });
    let rim = (player(), string(), vec(point(), 0..5)).prop_map(|(owner, name, points)| Rim {
        owner,
        name,
        points,
    });
    let shape = prop::sample::select(vec![Shape::Stone, Shape::Letter]);
    let kind = (string(), prop::option::of(player()), shape, any::<char>(), any::<char>())
        .prop_map(|(name, owner, shape, glyph, ascii)| Kind {
            name,
            owner,
            shape,
            hue: Hue::named(if glyph < 'm' { "black" } else { "white" }),
            glyph,
            ascii,
        });
    let edges = vec((site_id(), site_id()), 0..12);
    let areas = vec(vec(point(), 0..5), 0..3);
    let stack = (site_id(), point(), any::<u16>()).prop_map(|(site, step, most)| Stack {
        site,
        step,
        most,
    });
    let stacks = vec(stack, 0..6);
    let parts = (vec(label, 0..5), vec(rim, 0..3), vec(kind, 0..4), areas, stacks);
    (vec(site, 0..12), edges, parts).prop_map(|(sites, edges, parts)| {
        let (labels, rims, kinds, areas, stacks) = parts;
        Board { sites, edges, labels, rims, areas, stacks, kinds }
    })
}

fn scene() -> impl Strategy<Value = Scene> {
    let kind = 0..5u8;
    let count = prop_oneof![0..3u16, any::<u16>()];
    let piece =
        (site_id(), kind, count).prop_map(|(site, kind, count)| Piece { site, kind, count });
    let mark_kind = prop_oneof![
        Just(MarkKind::Last),
        Just(MarkKind::Target),
        any::<u8>().prop_map(MarkKind::Best),
        Just(MarkKind::Winning),
        Just(MarkKind::Note),
    ];
    let mark = (site_id(), mark_kind, prop::option::of(string()))
        .prop_map(|(site, kind, text)| Mark { site, kind, text });
    (vec(piece, 0..12), vec(mark, 0..8), vec(any::<u8>(), 0..4), vec(string(), 0..3))
        .prop_map(|(pieces, marks, dice, notes)| Scene { pieces, marks, dice, notes })
}

/// The drawing without escape sequences.
fn bleach(drawing: &str) -> String {
    let mut parts = drawing.split('\x1b');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        text + part.split_once('m').expect("escape sequences here end with an m").1
    })
}

/// All laws of drawings in characters.
fn check_text(board: &Board, scene: &Scene) {
    for charset in [Charset::Unicode, Charset::Ascii] {
        let plain = text(board, scene, &TextStyle { colour: Colour::Plain, charset });
        let colour = text(board, scene, &TextStyle { colour: Colour::Ansi, charset });
        assert!(!plain.chars().any(|c| c != '\n' && c.is_control()), "{plain:?}");
        assert!(charset == Charset::Unicode || plain.is_ascii() && colour.is_ascii(), "{plain:?}");
        let bleached = bleach(&colour);
        for drawing in [&plain, &bleached] {
            assert!(drawing.is_empty() || drawing.ends_with('\n'));
            assert!(drawing.lines().count() <= 420);
            for line in drawing.lines() {
                assert!(!line.ends_with(' ') && line.chars().count() <= 400, "{line:?}");
            }
        }
        let lasts = scene.marks.iter().filter(|mark| mark.kind == MarkKind::Last).count();
        let mut brackets = 0;
        assert_eq!(plain.lines().count(), bleached.lines().count());
        for (plain, colour) in plain.lines().zip(bleached.lines()) {
            let colour = colour.chars().chain(std::iter::repeat(' '));
            for (p, c) in plain.chars().zip(colour) {
                assert!(p == c || "[]".contains(p), "{p:?} is {c:?} in colour: {plain:?}");
                brackets += usize::from(p != c);
            }
        }
        assert!(brackets <= 2 * lasts);
    }
}

fn check_svg(board: &Board, scene: &Scene, style: &SvgStyle) {
    let document = svg(board, scene, style);
    assert_eq!(fault(&document), None, "{document}");
    assert!(!document.contains("NaN") && !document.contains("inf\""), "{document}");
}

proptest! {
    #[test]
    fn any_board_can_be_drawn(board in board(), scene in scene()) {
        check_text(&board, &scene);
    }

    #[test]
    fn any_board_makes_a_document(
        board in board(),
        scene in scene(),
        title in string(),
        unit in prop_oneof![10.0f32..100.0, prop::num::f32::ANY],
        theme in prop::sample::select(vec![Theme::Light, Theme::Dark, Theme::Auto]),
    ) {
        let style = SvgStyle { description: title.clone(), title, theme, unit };
        check_svg(&board, &scene, &style);
    }

    #[test]
    fn any_scene_fits_a_usual_board(scene in scene()) {
        let usual = [
            boards::tic_tac_toe(),
            boards::go_moku(4),
            boards::hex(4),
            boards::hex(14),
            boards::layers(2, 3),
            boards::star(),
            boards::alquerque(),
            boards::draughts(),
        ];
        for board in usual {
            check_text(&board, &scene);
            check_svg(&board, &scene, &SvgStyle::default());
        }
    }
}

#[test]
fn labels_never_hide_sites() {
    // As many labels as can be, each on a site or near one.
    let mut board = boards::grid(3, 3, Outline::Square);
    let bare = Board { labels: Vec::new(), ..board.clone() };
    let scene = boards::scene(&board, "XOX OXO XOX");
    for i in 0..49 {
        let at = Point::new((i % 7) as f32 * 0.5 - 0.5, (i / 7) as f32 * 0.5 - 0.5);
        board.labels.push(Label { text: "??".into(), at });
    }
    let style = TextStyle::default();
    let count = |board| text(board, &scene, &style).matches(['●', '○', '│', '┼']).count();
    assert_eq!(count(&board), count(&bare));
}

#[test]
fn a_board_of_great_extent_is_drawn_small() {
    let mut board = boards::grid(2, 1, Outline::Square);
    board.sites[1].at = Point::new(f32::MAX, f32::MAX);
    let scene = boards::scene(&board, "XO");
    let drawing = text(&board, &scene, &TextStyle::default());
    assert!(drawing.contains('●') && drawing.contains('○'), "{drawing}");
    check_text(&board, &scene);
}
