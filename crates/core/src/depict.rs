//! The board as data: the terminal, the SVG renderer and the browser read the same places and know
//! no game.

use std::collections::HashSet;

use crate::{Game, NotationError, Player};

/// A place on the board: an index into [`Board::sites`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SiteId(pub u16);

impl SiteId {
    /// The index into `Board::sites`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A point on the plane. Neighbouring sites are about 1 apart; `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// The point (`x`, `y`).
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

/// What a site looks like when nothing stands on it.
#[derive(Clone, PartialEq, Debug)]
pub enum Outline {
    /// A point where lines meet, as on a Go board.
    Dot,
    /// A unit square around the site.
    Square,
    /// A hexagon with a corner up, of unit width.
    Hexagon,
    /// A circle of diameter 0.8.
    Circle,
    /// Corners relative to the site.
    Polygon(Vec<Point>),
}

/// A named place.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// The name moves use: `c3`.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// What it looks like.
    pub outline: Outline,
    /// 0 is the plain colour of the board, 1 the other one (dark squares), 2 a place nobody may use.
    pub tint: u8,
}

/// Text beside the board: coordinates, names of hands.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Where its middle is.
    pub at: Point,
}

/// A side of the board that belongs to a player, as in Hex.
#[derive(Clone, PartialEq, Debug)]
pub struct Rim {
    /// Whose side.
    pub owner: Player,
    /// What it is called: `north`.
    pub name: String,
    /// A line along the side.
    pub points: Vec<Point>,
}

/// A place whose pieces lie in a row and can be counted, as on the points of a backgammon board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stack {
    /// Which place.
    pub site: SiteId,
    /// From one piece to the next; the first lies on the site itself.
    pub step: Point,
    /// How many have room. If there are more, the last one shows the number.
    pub most: u16,
}

/// How a piece is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A round stone in the owner's colour.
    Stone,
    /// The character itself, large, in the owner's colour.
    Letter,
}

/// The colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hue {
    /// That of its owner.
    #[default]
    Owner,
    /// Black, as the stones of Go.
    Black,
    /// White.
    White,
    /// Red.
    Red,
    /// Yellow, as discs of Connect Four.
    Yellow,
}

impl Hue {
    /// The colour a player is called by, if it is one of these.
    pub fn named(name: &str) -> Hue {
        match name.to_lowercase().as_str() {
            "black" => Hue::Black,
            "white" => Hue::White,
            "red" => Hue::Red,
            "yellow" => Hue::Yellow,
            _ => Hue::Owner,
        }
    }
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// For readers and tables: `red stone`.
    pub name: String,
    /// Whose it is.
    pub owner: Option<Player>,
    /// How it is drawn.
    pub shape: Shape,
    /// In which colour.
    pub hue: Hue,
    /// The character in a terminal with Unicode.
    pub glyph: char,
    /// The character in plain ASCII. Kinds differ in it, so that colour never tells alone.
    pub ascii: char,
}

/// Everything about a board that does not change in play. Built once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Board {
    /// All places.
    pub sites: Vec<Site>,
    /// Lines drawn between places.
    pub edges: Vec<(SiteId, SiteId)>,
    /// Text around the board.
    pub labels: Vec<Label>,
    /// Sides that belong to a player.
    pub rims: Vec<Rim>,
    /// Areas behind the places, by their corners, such as the halves of a backgammon board.
    pub areas: Vec<Vec<Point>>,
    /// Places whose pieces lie in a row.
    pub stacks: Vec<Stack>,
    /// The kinds of pieces that [`Piece::kind`] points to.
    pub kinds: Vec<Kind>,
}

impl Board {
    /// The board as it is seen from the other side.
    pub fn flipped(&self) -> Board {
        let turn = |point: &mut Point| *point = Point::new(-point.x, -point.y);
        let mut board = self.clone();
        for site in &mut board.sites {
            turn(&mut site.at);
            if let Outline::Polygon(corners) = &mut site.outline {
                corners.iter_mut().for_each(turn);
            }
        }
        board.labels.iter_mut().for_each(|label| turn(&mut label.at));
        board.rims.iter_mut().flat_map(|rim| &mut rim.points).for_each(turn);
        board.areas.iter_mut().flatten().for_each(turn);
        board.stacks.iter_mut().for_each(|stack| turn(&mut stack.step));
        board
    }

    /// How pieces lie on a site, if they lie in a row.
    pub fn stack(&self, site: SiteId) -> Option<&Stack> {
        self.stacks.iter().find(|stack| stack.site == site)
    }

    /// The same board from the opposite side of the table: everything is turned by half a circle.
    pub fn turned_round(mut self) -> Board {
        let turn = |point: &mut Point| (point.x, point.y) = (0.0 - point.x, 0.0 - point.y);
        for site in &mut self.sites {
            turn(&mut site.at);
            if let Outline::Polygon(corners) = &mut site.outline {
                corners.iter_mut().for_each(turn);
            }
        }
        self.labels.iter_mut().for_each(|label| turn(&mut label.at));
        self.rims.iter_mut().flat_map(|rim| &mut rim.points).for_each(turn);
        self.areas.iter_mut().flatten().for_each(turn);
        self.stacks.iter_mut().for_each(|stack| turn(&mut stack.step));
        self
    }

    /// The site of that name.
    pub fn site(&self, name: &str) -> Option<SiteId> {
        self.sites.iter().position(|site| site.name == name).map(|i| SiteId(i as u16))
    }
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands.
    pub site: SiteId,
    /// An index into [`Board::kinds`].
    pub kind: u8,
    /// How many of them stand there.
    pub count: u16,
}

/// Why a site is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// The last move went here.
    Last,
    /// A legal target.
    Target,
    /// The n-th best move, counted from 1.
    Best(u8),
    /// Part of what won the game.
    Winning,
    /// Whatever the text of the mark says.
    Note,
}

/// A mark a front end puts on a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Which site.
    pub site: SiteId,
    /// Why.
    pub kind: MarkKind,
    /// A short text to show there.
    pub text: Option<String>,
}

/// What stands on the board now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scene {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Marks on sites.
    pub marks: Vec<Mark>,
    /// What the dice show.
    pub dice: Vec<u8>,
    /// Lines of text under the board: pieces in hand, the score.
    pub notes: Vec<String>,
}

/// A piece that goes to another place in the middle of a move, so that a hand can make the move step
/// by step and see what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hop {
    /// The step is made when this many sites of the path have been touched.
    pub touched: usize,
    /// From where.
    pub from: SiteId,
    /// To where.
    pub to: SiteId,
    /// A piece that has to go, and where to, if it stays on the board.
    pub taken: Option<(SiteId, Option<SiteId>)>,
}

impl Scene {
    /// Makes a step of a move: what is taken goes first.
    pub fn hop(&mut self, hop: &Hop) {
        if let Some((site, to)) = hop.taken {
            self.carry(site, to);
        }
        self.carry(hop.from, Some(hop.to));
    }

    /// Carries one piece from a site to another, or off the board.
    fn carry(&mut self, from: SiteId, to: Option<SiteId>) {
        let Some(i) = self.pieces.iter().position(|piece| piece.site == from) else { return };
        let kind = self.pieces[i].kind;
        self.pieces[i].count -= 1;
        if self.pieces[i].count == 0 {
            self.pieces.remove(i);
        }
        let Some(to) = to else { return };
        match self.pieces.iter_mut().find(|piece| piece.site == to && piece.kind == kind) {
            Some(piece) => piece.count += 1,
            None => self.pieces.push(Piece { site: to, kind, count: 1 }),
        }
    }

    /// Writes the name of every free place on it, for those who want to name moves. Points beside a
    /// board of cells are no places of the board, but where pieces lie that are still in hand.
    pub fn name_free_sites(&mut self, board: &Board) {
        let cells = board.sites.iter().any(|site| site.outline != Outline::Dot);
        let taken: HashSet<SiteId> = (self.pieces.iter().map(|piece| piece.site))
            .chain(self.marks.iter().filter(|mark| mark.text.is_some()).map(|mark| mark.site))
            .collect();
        let sites = (0..).map(SiteId).zip(&board.sites);
        let free = sites.filter(|(id, site)| {
            site.tint != 2 && !taken.contains(id) && !(cells && site.outline == Outline::Dot)
        });
        self.marks.extend(free.map(|(id, site)| Mark {
            site: id,
            kind: MarkKind::Note,
            text: Some(site.name.clone()),
        }));
    }
}

/// A game that can be drawn.
pub trait Depict: Game {
    /// Sites with a name, a point on the plane and an outline; lines between sites. Built once.
    fn board(&self) -> Board;
    /// The board as the second player sees it, with the same sites in the same order; none for games in
    /// which both look at it from one side.
    fn turned(&self) -> Option<Board> {
        None
    }
    /// Which pieces stand on which site now, how many, and what the dice show.
    fn scene(&self, pos: &Self::Position) -> Scene;
    /// The sites a hand touches to make `mv`; front ends narrow the legal moves click by click.
    fn path(&self, pos: &Self::Position, mv: Self::Move) -> Vec<SiteId>;
    /// What a hand has done when it has touched some of the sites of `path`, step by step. None for
    /// moves that are made at one stroke.
    fn hops(&self, _pos: &Self::Position, _mv: Self::Move) -> Vec<Hop> {
        Vec::new()
    }
    /// Sets of steps that make `mv` when they are made in any order, in games where a hand may begin
    /// with any of them; but those with a smaller `Hop::touched` come before the others. None where the
    /// path says it all.
    fn ways(&self, _pos: &Self::Position, _mv: Self::Move) -> Vec<Vec<Hop>> {
        Vec::new()
    }
    /// Why no move begins at this site, in words, for somebody who has touched it. None where there is
    /// nothing to add to what stands there.
    fn why_not(&self, _pos: &Self::Position, _site: SiteId) -> Option<String> {
        None
    }
    /// The position in which these pieces stand and `player` is to move, for an editor. What
    /// follows from the rest, such as pieces in hand, need not be there. A game that honours it
    /// gives back every position from its scene, but for counts of moves that no piece shows.
    fn compose(&self, _pieces: &[Piece], _player: Player) -> Result<Self::Position, NotationError> {
        let why = "something this game can do: positions cannot be set up piece by piece";
        Err(NotationError::new("compose", why))
    }
}
