//! Boards of every sort, as games would describe them.

use crate::depict::{Hue, Kind, Label, Mark, MarkKind, Outline, Piece, Point, Rim, Shape, Site};
use crate::{Board, Player, Scene, SiteId};

pub fn site(name: &str, x: f32, y: f32, outline: Outline) -> Site {
    Site { name: name.into(), at: Point::new(x, y), outline, tint: 0 }
}

fn label(text: &str, x: f32, y: f32) -> Label {
    Label { text: text.into(), at: Point::new(x, y) }
}

fn kind(name: &str, owner: Player, shape: Shape, glyph: char, ascii: char) -> Kind {
    Kind { name: name.into(), owner: Some(owner), shape, hue: Hue::Owner, glyph, ascii }
}

fn letter(column: usize) -> String {
    char::from(b'a' + column as u8).to_string()
}

pub fn stones() -> Vec<Kind> {
    let stone = |name, owner, glyph, ascii| kind(name, owner, Shape::Stone, glyph, ascii);
    vec![stone("red stone", Player::First, '●', 'X'), stone("blue stone", Player::Second, '○', 'O')]
}

pub fn letters() -> Vec<Kind> {
    let letter = |name, owner, c| kind(name, owner, Shape::Letter, c, c);
    vec![letter("X", Player::First, 'X'), letter("O", Player::Second, 'O')]
}

/// Columns a, b, c from the left; rows 1, 2, 3 from the top.
pub fn grid(columns: usize, rows: usize, outline: Outline) -> Board {
    let mut board = Board { kinds: stones(), ..Board::default() };
    for r in 0..rows {
        for c in 0..columns {
            let name = letter(c) + &(r + 1).to_string();
            board.sites.push(site(&name, c as f32, r as f32, outline.clone()));
        }
        board.labels.push(label(&(r + 1).to_string(), -1.0, r as f32));
    }
    board.labels.extend((0..columns).map(|c| label(&letter(c), c as f32, -1.0)));
    board
}

pub fn tic_tac_toe() -> Board {
    Board { kinds: letters(), ..grid(3, 3, Outline::Square) }
}

pub fn go_moku(size: usize) -> Board {
    let mut board = grid(size, size, Outline::Dot);
    for i in 0..size * size {
        let id = |i: usize| SiteId(i as u16);
        if i % size + 1 < size {
            board.edges.push((id(i), id(i + 1)));
        }
        if i / size + 1 < size {
            board.edges.push((id(i), id(i + size)));
        }
    }
    board
}

/// A rhombus with jagged rims along the sides of its hexagons.
pub fn hex(size: usize) -> Board {
    let mut board = grid(size, size, Outline::Hexagon);
    let at = |r: f32, c: f32| Point::new(c + r / 2.0, r * 0.866);
    for (i, site) in board.sites.iter_mut().enumerate() {
        site.at = at((i / size) as f32, (i % size) as f32);
    }
    board.labels.clear();
    for i in 0..size {
        board.labels.push(label(&letter(i), i as f32 - 0.5, -1.0));
        let west = at(i as f32, -1.0);
        board.labels.push(label(&(i + 1).to_string(), west.x, west.y));
    }
    let last = size as f32 - 1.0;
    let by = |p: Point, x: f32, y: f32| Point::new(p.x + x, p.y + y);
    // Half the width of a hexagon, the height of its shoulder, and of its top.
    let (w, s, t) = (0.5, 0.2887, 0.5774);
    let all = |f: &dyn Fn(f32) -> [Point; 2]| (0..size).flat_map(|i| f(i as f32)).collect();
    let north = |i| [by(at(0.0, i), -w, -s), by(at(0.0, i), 0.0, -t)];
    let south = |i| [by(at(last, i), 0.0, t), by(at(last, i), w, s)];
    let west = |i| [by(at(i, 0.0), -w, -s), by(at(i, 0.0), -w, s)];
    let east = |i| [by(at(i, last), w, -s), by(at(i, last), w, s)];
    let rim = |name: &str, owner, points| Rim { owner, name: name.into(), points };
    board.rims = vec![
        rim("north", Player::First, all(&north)),
        rim("south", Player::First, all(&south)),
        rim("west", Player::Second, all(&west)),
        rim("east", Player::Second, all(&east)),
    ];
    board
}

/// Layers side by side, as for three-dimensional tic-tac-toe.
pub fn layers(size: usize, layers: usize) -> Board {
    let mut board = Board { kinds: letters(), ..Board::default() };
    for l in 0..layers {
        let left = (l * (size + 1)) as f32;
        for i in 0..size * size {
            let (r, c) = (i / size, i % size);
            let name = format!("{}{}/{}", letter(c), r + 1, l + 1);
            board.sites.push(site(&name, left + c as f32, r as f32, Outline::Square));
        }
        board.labels.extend((0..size).map(|c| label(&letter(c), left + c as f32, -1.0)));
    }
    board.labels.extend((0..size).map(|r| label(&(r + 1).to_string(), -1.0, r as f32)));
    board
}

/// A pentagram: points a to e, and the crossings f to j.
pub fn star() -> Board {
    let mut board = Board { kinds: stones(), ..Board::default() };
    for i in 0..10 {
        let (radius, turn) = if i < 5 { (2.4, i as f32) } else { (0.95, i as f32 - 4.5) };
        let (sin, cos) = (turn * std::f32::consts::TAU / 5.0).sin_cos();
        board.sites.push(site(&letter(i), radius * sin, -radius * cos, Outline::Circle));
    }
    for i in 0..5 {
        let id = |i: usize| SiteId(i as u16);
        board.edges.push((id(i), id(5 + i)));
        board.edges.push((id(5 + i), id((i + 1) % 5)));
        board.edges.push((id(5 + i), id(5 + (i + 1) % 5)));
    }
    board
}

/// Lines that cross between the points, as for Alquerque.
pub fn alquerque() -> Board {
    let mut board = go_moku(5);
    for r in 0..4u16 {
        for c in 0..4u16 {
            let id = |r: u16, c: u16| SiteId(r * 5 + c);
            board.edges.push(if (r + c) % 2 == 0 {
                (id(r, c), id(r + 1, c + 1))
            } else {
                (id(r, c + 1), id(r + 1, c))
            });
        }
    }
    board
}

/// Eight by eight with two colours of squares, men and kings.
pub fn draughts() -> Board {
    let mut board = grid(8, 8, Outline::Square);
    for (i, site) in board.sites.iter_mut().enumerate() {
        site.tint = ((i / 8 + i % 8) % 2) as u8;
    }
    board.kinds = vec![
        kind("man", Player::First, Shape::Stone, '⛀', 'w'),
        kind("king", Player::First, Shape::Stone, '⛁', 'W'),
        kind("man", Player::Second, Shape::Stone, '⛂', 'b'),
        kind("king", Player::Second, Shape::Stone, '⛃', 'B'),
    ];
    board
}

/// The scene that a drawing describes: one character a site, white space apart. Kinds go by their
/// ASCII character; `*` after a piece marks the last move, `!` a winning site.
pub fn scene(board: &Board, drawing: &str) -> Scene {
    let mut scene = Scene::default();
    let mut next = 0;
    for c in drawing.chars().filter(|c| !c.is_whitespace()) {
        let mark = |kind| Mark { site: SiteId(next - 1), kind, text: None };
        match c {
            '*' => scene.marks.push(mark(MarkKind::Last)),
            '!' => scene.marks.push(mark(MarkKind::Winning)),
            _ => {
                if let Some(kind) = board.kinds.iter().position(|kind| kind.ascii == c) {
                    scene.pieces.push(Piece { site: SiteId(next), kind: kind as u8, count: 1 });
                }
                next += 1;
            }
        }
    }
    scene
}

/// Puts a mark on the site of that name.
pub fn mark(board: &Board, scene: &mut Scene, name: &str, kind: MarkKind, text: Option<&str>) {
    let site = board.site(name).expect("tests name sites that exist");
    scene.marks.push(Mark { site, kind, text: text.map(str::to_string) });
}
