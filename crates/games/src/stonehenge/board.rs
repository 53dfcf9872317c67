//! The ring of stones: the cells in their five rows, and around them a stone for each line, which
//! shows who has won it. The hands stand on either side; a move takes a piece there and touches the
//! cell.

use henge_core::depict::{Hue, Kind, Mark, MarkKind, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, NotationError, Player, Scene, SiteId};

use super::PLAYERS;
use super::hand::Hand;
use super::notation::line_name;
use super::rules::{Move, Position, Stonehenge};
use super::tables::{LINES, N_CELLS, N_LINES};

/// Where the cells are: half units across, rows down. The numbers are the book's.
const CELLS: [(i8, i8); N_CELLS] = [
    (4, 1),
    (6, 1),
    (3, 2),
    (5, 2),
    (7, 2),
    (2, 3),
    (4, 3),
    (6, 3),
    (8, 3),
    (1, 4),
    (3, 4),
    (5, 4),
    (7, 4),
    (9, 4),
    (2, 5),
    (4, 5),
    (6, 5),
    (8, 5),
];
/// Where the stones of the lines are.
const STONES: [(i8, i8); N_LINES] = [
    (2, 1),
    (1, 2),
    (0, 3),
    (-1, 4),
    (0, 5),
    (5, 0),
    (7, 0),
    (8, 1),
    (9, 2),
    (10, 3),
    (3, 6),
    (5, 6),
    (7, 6),
    (9, 6),
    (10, 5),
];
/// How far to the left and to the right the hands are.
const HANDS: [i8; 2] = [-4, 13];

/// After the cells come the stones of the lines, then the hands, the largest pieces first.
fn stone(line: usize) -> SiteId {
    SiteId((N_CELLS + line) as u16)
}

fn hand_site(player: Player, piece: u8) -> SiteId {
    SiteId((N_CELLS + N_LINES + 6 * player.index()) as u16 + u16::from(Hand::LARGEST - piece))
}

fn piece_kind(player: Player, piece: u8) -> u8 {
    6 * player.index() as u8 + piece - 1
}

/// The kind of the stone on a line, after the twelve kinds of pieces.
fn stone_kind(player: Player) -> u8 {
    12 + player.index() as u8
}

/// Rows of a triangular grid are √3/2 apart.
fn point((x, y): (i8, i8)) -> Point {
    Point::new(f32::from(x) / 2.0, f32::from(y) * 0.866)
}

fn site(name: String, at: (i8, i8), outline: Outline, tint: u8) -> Site {
    Site { name, at: point(at), outline, tint }
}

fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for player in Player::BOTH {
        let name = PLAYERS[player.index()].to_lowercase();
        let (glyph, ascii) = [('❶', b'1'), ('①', b'a')][player.index()];
        for piece in 0..Hand::LARGEST {
            kinds.push(Kind {
                name: format!("{name} {}", piece + 1),
                owner: Some(player),
                shape: Shape::Letter,
                hue: Hue::named(PLAYERS[player.index()]),
                glyph: char::from_u32(glyph as u32 + u32::from(piece)).unwrap_or(glyph),
                ascii: char::from(ascii + piece),
            });
        }
    }
    for player in Player::BOTH {
        let (glyph, ascii) = [('●', 'x'), ('○', 'o')][player.index()];
        kinds.push(Kind {
            name: format!("line of {}", PLAYERS[player.index()].to_lowercase()),
            owner: Some(player),
            shape: Shape::Stone,
            hue: Hue::named(PLAYERS[player.index()]),
            glyph,
            ascii,
        });
    }
    kinds
}

impl Depict for Stonehenge {
    fn board(&self) -> Board {
        let mut sites = Vec::new();
        for (cell, at) in CELLS.into_iter().enumerate() {
            sites.push(site(cell.to_string(), at, Outline::Circle, 0));
        }
        for (line, at) in STONES.into_iter().enumerate() {
            sites.push(site(line_name(line).to_string(), at, Outline::Circle, 1));
        }
        for player in Player::BOTH {
            let name = PLAYERS[player.index()].to_lowercase();
            for piece in (1..=Hand::LARGEST).rev() {
                let at = (HANDS[player.index()], 6 - piece as i8);
                sites.push(site(format!("{name}-{piece}"), at, Outline::Dot, 0));
            }
        }
        let mut edges = Vec::new();
        for (line, cells) in LINES.iter().enumerate() {
            let far = |cell: &u8| {
                let (a, b) = (CELLS[*cell as usize], STONES[line]);
                (a.0 - b.0).abs() + (a.1 - b.1).abs()
            };
            let mut cells = cells.to_vec();
            cells.sort_by_key(far);
            let mut from = stone(line);
            for cell in cells {
                edges.push((from, SiteId(cell.into())));
                from = SiteId(cell.into());
            }
        }
        Board { sites, edges, kinds: kinds(), ..Board::default() }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let mut scene = Scene::default();
        let mut show = |site, kind, count| scene.pieces.push(Piece { site, kind, count });
        for cell in 0..N_CELLS as u8 {
            if let Some((player, piece)) = pos.at(cell) {
                show(SiteId(cell.into()), piece_kind(player, piece), 1);
            }
        }
        for player in Player::BOTH {
            for line in (0..N_LINES).filter(|&line| pos.awarded(player) >> line & 1 != 0) {
                show(stone(line), stone_kind(player), 1);
            }
            let hand = pos.hand(player);
            for piece in (1..=Hand::LARGEST).rev().filter(|&piece| hand.count(piece) > 0) {
                let kind = piece_kind(player, piece);
                show(hand_site(player, piece), kind, hand.count(piece).into());
            }
        }
        for player in Player::BOTH {
            let pieces: Vec<String> =
                pos.hand(player).pieces().map(|piece| piece.to_string()).collect();
            let pieces = if pieces.is_empty() { "none".into() } else { pieces.join(" ") };
            let n_lines = pos.awarded(player).count_ones();
            let s = if n_lines == 1 { "" } else { "s" };
            let name = PLAYERS[player.index()];
            scene.notes.push(format!("{name}: {n_lines} line{s}, pieces left {pieces}"));
        }
        if let Some(winner) = pos.winner() {
            let won = (0..N_LINES).filter(|&line| pos.awarded(winner) >> line & 1 != 0);
            scene.marks = won
                .map(|line| Mark { site: stone(line), kind: MarkKind::Winning, text: None })
                .collect();
        }
        scene
    }

    fn path(&self, pos: &Position, mv: Move) -> Vec<SiteId> {
        vec![hand_site(pos.to_move(), mv.piece()), SiteId(mv.cell().into())]
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position, NotationError> {
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let mut cells = [None; N_CELLS];
        let mut stones = [None; N_LINES];
        for piece in pieces {
            let (i, kind) = (piece.site.index(), piece.kind);
            let owner = if kind < 12 { kind / 6 } else { kind - 12 };
            let owner = Player::BOTH.get(usize::from(owner)).copied();
            match (i, owner) {
                (0..N_CELLS, Some(owner)) if kind < 12 && piece.count == 1 => {
                    if cells[i].replace((owner, kind % 6 + 1)).is_some() {
                        return Err(wrong(format!("cell {i} takes one piece")));
                    }
                }
                (N_CELLS.., Some(owner)) if kind >= 12 && i < N_CELLS + N_LINES => {
                    stones[i - N_CELLS] = Some(owner);
                }
                // The hands follow from the cells.
                (_, Some(_))
                    if kind < 12 && (N_CELLS + N_LINES..N_CELLS + N_LINES + 12).contains(&i) => {}
                _ => return Err(wrong(format!("site {i} does not take such a piece"))),
            }
        }
        self.set_up(cells, stones, player).map_err(|why| NotationError::new("this", why))
    }
}
