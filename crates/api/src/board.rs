//! The board as data, and what stands on it.

use henge::depict;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Player;

/// A point: `[x, y]`, where neighbouring sites are about 1 apart and `y` grows downwards.
type Point = [f32; 2];

fn point(point: depict::Point) -> Point {
    [point.x, point.y]
}

/// Everything about a board that does not change in play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// All places; a site is named by its index here.
    pub sites: Vec<Site>,
    /// Lines drawn between places.
    #[schema(value_type = Vec<Vec<u16>>)]
    pub edges: Vec<[u16; 2]>,
    /// Text around the board.
    pub labels: Vec<Label>,
    /// Sides that belong to a player.
    pub rims: Vec<Rim>,
    /// Areas behind the places, by their corners.
    #[schema(value_type = Vec<Vec<Vec<f32>>>)]
    pub areas: Vec<Vec<Point>>,
    /// Places whose pieces lie in a row.
    pub stacks: Vec<Stack>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
}

/// A named place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Site {
    /// The name moves use.
    pub name: String,
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// What it looks like.
    pub outline: Outline,
    /// 0 plain, 1 the other colour of the board, 2 a place nobody may use.
    pub tint: u8,
}

/// What a site looks like when nothing stands on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Outline {
    /// Which shape.
    pub kind: OutlineKind,
    /// The corners of a polygon relative to the site; empty for all others.
    #[schema(value_type = Vec<Vec<f32>>)]
    pub points: Vec<Point>,
}

/// The shapes of sites.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutlineKind {
    /// A point where lines meet.
    Dot,
    /// A unit square.
    Square,
    /// A hexagon with a corner up, of unit width.
    Hexagon,
    /// A circle of diameter 0.8.
    Circle,
    /// What the points say.
    Polygon,
}

/// Text beside the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Its middle.
    pub x: f32,
    /// Its middle.
    pub y: f32,
}

/// A side of the board that belongs to a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Rim {
    /// Whose side.
    pub owner: Player,
    /// What it is called.
    pub name: String,
    /// A line along it.
    #[schema(value_type = Vec<Vec<f32>>)]
    pub points: Vec<Point>,
}

/// A place whose pieces lie in a row and can be counted.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Stack {
    /// Which place.
    pub site: u16,
    /// From one piece to the next, to the right; the first lies on the place itself.
    pub dx: f32,
    /// Downwards.
    pub dy: f32,
    /// How many have room; if there are more, the last one shows the number.
    pub most: u16,
}

/// How a piece is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A round stone.
    Stone,
    /// The character itself.
    Letter,
}

/// The colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Hue {
    /// That of its owner.
    Owner,
    /// Black.
    Black,
    /// White.
    White,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Kind {
    /// For readers.
    pub name: String,
    /// Whose it is.
    pub owner: Option<Player>,
    /// How it is drawn.
    pub shape: Shape,
    /// In which colour.
    pub hue: Hue,
    /// The character.
    pub glyph: String,
    /// The character in plain ASCII.
    pub ascii: String,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Where.
    #[schema(maximum = 65535)]
    pub site: u16,
    /// An index into the kinds of the board.
    #[schema(maximum = 255)]
    pub kind: u8,
    /// How many.
    #[serde(default = "one")]
    #[schema(maximum = 65535)]
    pub count: u16,
}

fn one() -> u16 {
    1
}

/// Why a site is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MarkKind {
    /// The last move.
    Last,
    /// A legal target.
    Target,
    /// One of the best moves.
    Best,
    /// Part of what won.
    Winning,
    /// What the text says.
    Note,
}

/// A mark on a site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    /// Which site.
    pub site: u16,
    /// Why.
    pub kind: MarkKind,
    /// The n-th best move, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u8>,
    /// A short text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What stands on the board now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Scene {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Marks.
    pub marks: Vec<Mark>,
    /// What the dice show.
    pub dice: Vec<u16>,
    /// Lines of text under the board.
    pub notes: Vec<String>,
}

impl From<&depict::Board> for Board {
    fn from(board: &depict::Board) -> Board {
        Board {
            sites: board.sites.iter().map(Site::from).collect(),
            edges: board.edges.iter().map(|(a, b)| [a.0, b.0]).collect(),
            labels: (board.labels.iter())
                .map(|label| Label { text: label.text.clone(), x: label.at.x, y: label.at.y })
                .collect(),
            rims: (board.rims.iter())
                .map(|rim| Rim {
                    owner: rim.owner.into(),
                    name: rim.name.clone(),
                    points: rim.points.iter().copied().map(point).collect(),
                })
                .collect(),
            areas: (board.areas.iter())
                .map(|corners| corners.iter().copied().map(point).collect())
                .collect(),
            stacks: (board.stacks.iter())
                .map(|&depict::Stack { site, step, most }| Stack {
                    site: site.0,
                    dx: step.x,
                    dy: step.y,
                    most,
                })
                .collect(),
            kinds: board.kinds.iter().map(Kind::from).collect(),
        }
    }
}

impl From<&depict::Site> for Site {
    fn from(site: &depict::Site) -> Site {
        let (kind, points) = match &site.outline {
            depict::Outline::Dot => (OutlineKind::Dot, Vec::new()),
            depict::Outline::Square => (OutlineKind::Square, Vec::new()),
            depict::Outline::Hexagon => (OutlineKind::Hexagon, Vec::new()),
            depict::Outline::Circle => (OutlineKind::Circle, Vec::new()),
            depict::Outline::Polygon(points) => {
                (OutlineKind::Polygon, points.iter().copied().map(point).collect())
            }
        };
        Site {
            name: site.name.clone(),
            x: site.at.x,
            y: site.at.y,
            outline: Outline { kind, points },
            tint: site.tint,
        }
    }
}

impl From<&depict::Kind> for Kind {
    fn from(kind: &depict::Kind) -> Kind {
        Kind {
            name: kind.name.clone(),
            owner: kind.owner.map(Player::from),
            shape: match kind.shape {
                depict::Shape::Stone => Shape::Stone,
                depict::Shape::Letter => Shape::Letter,
            },
            hue: match kind.hue {
                depict::Hue::Owner => Hue::Owner,
                depict::Hue::Black => Hue::Black,
                depict::Hue::White => Hue::White,
                depict::Hue::Red => Hue::Red,
                depict::Hue::Yellow => Hue::Yellow,
            },
            glyph: kind.glyph.into(),
            ascii: kind.ascii.into(),
        }
    }
}

impl From<&depict::Scene> for Scene {
    fn from(scene: &depict::Scene) -> Scene {
        let mark = |mark: &depict::Mark| {
            let (kind, rank) = match mark.kind {
                depict::MarkKind::Last => (MarkKind::Last, None),
                depict::MarkKind::Target => (MarkKind::Target, None),
                depict::MarkKind::Best(rank) => (MarkKind::Best, Some(rank)),
                depict::MarkKind::Winning => (MarkKind::Winning, None),
                depict::MarkKind::Note => (MarkKind::Note, None),
            };
            Mark { site: mark.site.0, kind, rank, text: mark.text.clone() }
        };
        Scene {
            pieces: (scene.pieces.iter())
                .map(|piece| Piece { site: piece.site.0, kind: piece.kind, count: piece.count })
                .collect(),
            marks: scene.marks.iter().map(mark).collect(),
            dice: scene.dice.iter().copied().map(u16::from).collect(),
            notes: scene.notes.clone(),
        }
    }
}

impl From<&Piece> for depict::Piece {
    fn from(piece: &Piece) -> depict::Piece {
        let site = henge::SiteId(piece.site);
        depict::Piece { site, kind: piece.kind, count: piece.count }
    }
}
