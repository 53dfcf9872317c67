use insta::assert_snapshot;

use super::boards::*;
use crate::depict::{MarkKind, Outline, Piece};
use crate::render::{Charset, Colour, TextStyle, text};
use crate::{Board, Scene, SiteId};

const PLAIN: TextStyle = TextStyle { colour: Colour::Plain, charset: Charset::Unicode };
const ASCII: TextStyle = TextStyle { colour: Colour::Plain, charset: Charset::Ascii };
const COLOUR: TextStyle = TextStyle { colour: Colour::Ansi, charset: Charset::Unicode };

fn middle_of_tic_tac_toe() -> (Board, Scene) {
    let board = tic_tac_toe();
    let mut scene = scene(&board, "X O* . . X! . . . .");
    mark(&board, &mut scene, "c1", MarkKind::Target, None);
    mark(&board, &mut scene, "a2", MarkKind::Best(1), None);
    mark(&board, &mut scene, "a3", MarkKind::Note, Some("win in 3"));
    (board, scene)
}

#[test]
fn squares_are_ruled() {
    let (board, scene) = middle_of_tic_tac_toe();
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
        a   b   c
    1   X │[O]│ +
       ───┼───┼───
    2   1 │ X │
       ───┼───┼───
    3  win│   │
    ");
    assert_snapshot!(text(&board, &scene, &ASCII), @r"
        a   b   c
    1   X |[O]| +
       ---+---+---
    2   1 | X |
       ---+---+---
    3  win|   |
    ");
}

#[test]
fn colour_takes_the_place_of_brackets() {
    let (board, scene) = middle_of_tic_tac_toe();
    assert_snapshot!(text(&board, &scene, &COLOUR).replace('\x1b', "^"), @r"
        ^[2ma   b   c^[0m
    ^[2m1   ^[0m^[91mX ^[0m^[2m│ ^[0m^[1;4;94mO^[0m ^[2m│ ^[0m^[32m+^[0m
       ^[2m───┼───┼───^[0m
    ^[2m2   ^[0m^[1;32m1 ^[0m^[2m│ ^[0m^[1;7;91mX^[0m ^[2m│^[0m
       ^[2m───┼───┼───^[0m
    ^[2m3  ^[0m^[35mwin^[0m^[2m│   │^[0m
    ");
}

#[test]
fn crossings_are_joined_by_lines() {
    let board = go_moku(7);
    let mut scene = scene(&board, ".......  .......  ..XOX..  ..OX*...");
    mark(&board, &mut scene, "b2", MarkKind::Target, None);
    mark(&board, &mut scene, "e5", MarkKind::Best(1), None);
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
      a b c d e f g
    1 ┌─┬─┬─┬─┬─┬─┐
    2 ├─×─┼─┼─┼─┼─┤
    3 ├─┼─●─○─●─┼─┤
    4 ├─┼─○[●]┼─┼─┤
    5 ├─┼─┼─┼─1─┼─┤
    6 ├─┼─┼─┼─┼─┼─┤
    7 └─┴─┴─┴─┴─┴─┘
    ");
    assert_snapshot!(text(&board, &scene, &ASCII), @r"
      a b c d e f g
    1 . . . . . . .
    2 . + . . . . .
    3 . . X O X . .
    4 . . O[X]. . .
    5 . . . . 1 . .
    6 . . . . . . .
    7 . . . . . . .
    ");
}

#[test]
fn hexagons_lean_and_their_sides_belong_to_players() {
    let board = hex(4);
    let scene = scene(&board, "..X.  .OX*.  .O..");
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
      a   b   c   d
      ═════════════════
    1 ╲ ·   ·   ●   · ╲
      2 ╲ ·   ○  [●]  · ╲
        3 ╲ ·   ○   ·   · ╲
          4 ╲ ·   ·   ·   · ╲
            ═════════════════

    ● north, south   ○ west, east
    ");
    assert_snapshot!(text(&board, &scene, &ASCII), @r"
      a   b   c   d
      =================
    1 \ .   .   X   . \
      2 \ .   O  [X]  . \
        3 \ .   O   .   . \
          4 \ .   .   .   . \
            =================

    X north, south   O west, east
    ");
}

#[test]
fn wide_boards_shrink() {
    let board = hex(14);
    assert_snapshot!(text(&board, &Scene::default(), &PLAIN), @r"
      a b c d e f g h i j k l m n
      ═════════════════════════════
    1 ╲· · · · · · · · · · · · · ·╲
     2 ╲· · · · · · · · · · · · · ·╲
      3 ╲· · · · · · · · · · · · · ·╲
       4 ╲· · · · · · · · · · · · · ·╲
        5 ╲· · · · · · · · · · · · · ·╲
         6 ╲· · · · · · · · · · · · · ·╲
          7 ╲· · · · · · · · · · · · · ·╲
           8 ╲· · · · · · · · · · · · · ·╲
            9 ╲· · · · · · · · · · · · · ·╲
            10 ╲· · · · · · · · · · · · · ·╲
             11 ╲· · · · · · · · · · · · · ·╲
              12 ╲· · · · · · · · · · · · · ·╲
               13 ╲· · · · · · · · · · · · · ·╲
                14 ╲· · · · · · · · · · · · · ·╲
                   ═════════════════════════════

    ● north, south   ○ west, east
    ");
}

#[test]
fn nothing_usual_is_wider_than_a_screen() {
    let usual = [
        go_moku(19),
        grid(19, 19, Outline::Square),
        grid(13, 13, Outline::Square),
        hex(11),
        hex(19),
        layers(4, 4),
        draughts(),
    ];
    for board in usual {
        let drawing = text(&board, &Scene::default(), &PLAIN);
        assert!(drawing.lines().all(|line| line.chars().count() <= 80), "{drawing}");
    }
}

#[test]
fn layers_stand_side_by_side() {
    let board = layers(2, 2);
    let scene = scene(&board, "X.O.  .X*..");
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
        a   b       a   b
    1   X │           │[X]
       ───┼───     ───┼───
    2   O │           │
    ");
}

#[test]
fn a_graph_shows_its_lines_and_names() {
    let board = star();
    let scene = scene(&board, "X..O..X*...");
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
                      ●
                     ╱ ╲
                     ╱ ╲
                    ╱   ╲
                    ╱   ╲
                   ╱     ╲
                   ╱     ╲
    e─────────────j───────f─────────────b
      ──╲        ╱         ╲        ╱──
         ─╲     ╱           ╲     ╱─
           ──╲  ╱           ╲  ╱──
              ─i╲           [●]
              ╱  ─╲       ╱─  ╲
              ╱    ─╲   ╱─    ╲
             ╱       ─h─       ╲
             ╱    ╱──   ──╲    ╲
            ╱   ╱─         ─╲   ╲
            ╱╱──             ──╲╲
           ○─                   ─c
    ");
    assert_snapshot!(text(&board, &scene, &ASCII), @r"
                      X
                     / \
                     / \
                    /   \
                    /   \
                   /     \
                   /     \
    e-------------j-------f-------------b
      --\        /         \        /--
         -\     /           \     /-
           --\  /           \  /--
              -i\           [X]
              /  -\       /-  \
              /    -\   /-    \
             /       -h-       \
             /    /--   --\    \
            /   /-         -\   \
            //--             --\\
           O-                   -c
    ");
}

#[test]
fn diagonals_fit_between_crossings() {
    let board = alquerque();
    let scene = scene(&board, "XXXXX XXXXX XX*.OO");
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
        a   b   c   d   e
    1   ●───●───●───●───●
        │ ╲ │ ╱ │ ╲ │ ╱ │
    2   ●───●───●───●───●
        │ ╱ │ ╲ │ ╱ │ ╲ │
    3   ●──[●]──┼───○───○
        │ ╲ │ ╱ │ ╲ │ ╱ │
    4   ├───┼───┼───┼───┤
        │ ╱ │ ╲ │ ╱ │ ╲ │
    5   └───┴───┴───┴───┘
    ");
}

#[test]
fn dark_squares_and_blocked_ones() {
    let mut board = draughts();
    board.sites[27].tint = 2;
    let scene = scene(&board, ".b.b.b.b  b.b.b.b.  .B......");
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
        a   b   c   d   e   f   g   h
    1     │ ⛂ │   │ ⛂ │   │ ⛂ │   │ ⛂
       ───┼───┼───┼───┼───┼───┼───┼───
    2   ⛂ │   │ ⛂ │   │ ⛂ │   │ ⛂ │
       ───┼───┼───┼───┼───┼───┼───┼───
    3     │ ⛃ │   │ · │   │ · │   │ ·
       ───┼───┼───┼───┼───┼───┼───┼───
    4   · │   │ · │▒▒▒│ · │   │ · │
       ───┼───┼───┼───┼───┼───┼───┼───
    5     │ · │   │ · │   │ · │   │ ·
       ───┼───┼───┼───┼───┼───┼───┼───
    6   · │   │ · │   │ · │   │ · │
       ───┼───┼───┼───┼───┼───┼───┼───
    7     │ · │   │ · │   │ · │   │ ·
       ───┼───┼───┼───┼───┼───┼───┼───
    8   · │   │ · │   │ · │   │ · │
    ");
}

#[test]
fn numbers_of_pieces_stand_behind_them() {
    let board = grid(4, 1, Outline::Circle);
    let stack = |site, kind, count| Piece { site: SiteId(site), kind, count };
    let pieces =
        vec![stack(0, 0, 5), stack(1, 1, 15), stack(2, 0, 300), stack(3, 0, 1), stack(3, 1, 2)];
    let scene = Scene { pieces, ..Scene::default() };
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
        a   b   c   d
    1   ●5 ○15  ●+ ●○2
    ");
}

#[test]
fn dice_and_notes_stand_below() {
    let scene = Scene {
        dice: vec![3, 5, 8],
        notes: vec!["in hand: 3 ♞\nto move: X".into()],
        ..Scene::default()
    };
    let board = grid(1, 1, Outline::Square);
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
        a
    1   ·

    dice: 3 5 8  ⚂ ⚄
    in hand: 3 ♞
    to move: X
    ");
    assert_snapshot!(text(&board, &scene, &ASCII), @r"
        a
    1   .

    dice: 3 5 8
    in hand: 3 ?
    to move: X
    ");
}

#[test]
fn free_places_show_their_names_where_there_is_room() {
    let mut board = tic_tac_toe();
    board.sites[8].tint = 2;
    // A place beside the cells, where a piece was in hand, is not one of them.
    board.sites.push(site("T", 4.0, 0.0, Outline::Dot));
    let mut scene = scene(&board, "X O . . X . . .");
    mark(&board, &mut scene, "b3", MarkKind::Note, Some("7"));
    scene.name_free_sites(&board);
    assert_snapshot!(text(&board, &scene, &PLAIN), @r"
        a   b   c
    1   X │ O │ c1      ·
       ───┼───┼───
    2   a2│ X │ c2
       ───┼───┼───
    3   a3│ 7 │▒▒▒
    ");
    // On crossings there is no room, and half a name would be another one.
    let board = go_moku(3);
    let mut named = Scene::default();
    named.name_free_sites(&board);
    assert_eq!(named.marks.len(), 9);
    assert_eq!(text(&board, &named, &PLAIN), text(&board, &Scene::default(), &PLAIN));
}
