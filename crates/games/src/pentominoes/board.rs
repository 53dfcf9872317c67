//! The board with the pieces on it, and the pieces that are left beside it. A move takes a piece
//! there, touches the square of its centre, and then the other four.
//!
//! Squares have numbers as names, too many to show. So rows and columns are labelled in a way that
//! a square is the sum of the two: the row 42 and the column 3 make the square 45.

use henge_core::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, Game, Player, Scene, SiteId};

use super::PLAYERS;
use super::notation::list;
use super::pieces::{N_PIECES, PieceName};
use super::rules::{Move, Pentominoes, Position};

fn square_site(square: usize) -> SiteId {
    SiteId(square as u16)
}

/// Large letters are the first player's, small ones the second's.
fn kind(player: Player, piece: PieceName) -> u8 {
    (N_PIECES * player.index() + piece.index()) as u8
}

fn kinds() -> Vec<Kind> {
    let kind = |player: Player, piece: PieceName| {
        let large = piece.letter();
        let letter = if player == Player::First { large } else { large.to_ascii_lowercase() };
        Kind {
            name: format!("{} {large}", PLAYERS[player.index()].to_lowercase()),
            owner: Some(player),
            shape: Shape::Letter,
            hue: Hue::Owner,
            glyph: letter,
            ascii: letter,
        }
    };
    let both = Player::BOTH.into_iter();
    both.flat_map(|player| PieceName::all().map(move |piece| kind(player, piece))).collect()
}

impl Pentominoes {
    /// After the squares come the pieces of this game.
    fn hand_site(&self, piece: PieceName) -> SiteId {
        let before = self.pieces().take_while(|&other| other != piece).count();
        SiteId((self.n_squares() + before) as u16)
    }

    /// The pieces that are left stand right of the board, in two columns.
    fn hand_point(&self, number: usize) -> Point {
        let x = self.columns() + 1 + number % 2;
        Point::new(x as f32, (number / 2) as f32)
    }
}

impl Depict for Pentominoes {
    fn board(&self) -> Board {
        let square = |square: usize| Site {
            name: (square + 1).to_string(),
            at: Point::new((square % self.columns()) as f32, (square / self.columns()) as f32),
            outline: Outline::Square,
            tint: if self.open() >> square & 1 != 0 { 0 } else { 2 },
        };
        let in_hand = |(number, piece): (usize, PieceName)| Site {
            name: piece.to_string(),
            at: self.hand_point(number),
            outline: Outline::Dot,
            tint: 0,
        };
        let column = |x: usize| Label { text: (x + 1).to_string(), at: Point::new(x as f32, -1.0) };
        let row = |y: usize| Label {
            text: (y * self.columns()).to_string(),
            at: Point::new(-1.0, y as f32),
        };
        Board {
            sites: (0..self.n_squares())
                .map(square)
                .chain(self.pieces().enumerate().map(in_hand))
                .collect(),
            labels: (0..self.columns()).map(column).chain((0..self.rows()).map(row)).collect(),
            kinds: kinds(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let mut scene = Scene::default();
        for piece in self.pieces() {
            match pos.placed(piece) {
                None => {
                    let (site, kind) = (self.hand_site(piece), kind(pos.to_move(), piece));
                    scene.pieces.push(Piece { site, kind, count: 1 });
                }
                Some((player, mv)) => {
                    let squares = (0..self.n_squares()).filter(|s| self.squares(mv) >> s & 1 != 0);
                    let kind = kind(player, piece);
                    scene.pieces.extend(squares.map(|square| Piece {
                        site: square_site(square),
                        kind,
                        count: 1,
                    }));
                }
            }
        }
        let (choices, centres) = (self.moves(pos).count(), self.centres(pos).count_ones());
        let s = |n: usize| if n == 1 { "" } else { "s" };
        scene.notes = vec![
            format!("Pieces left: {}", list(pos.pieces_left())),
            format!("{choices} choice{} in {centres} centre{}", s(choices), s(centres as usize)),
        ];
        scene
    }

    fn path(&self, _pos: &Position, mv: Move) -> Vec<SiteId> {
        let covered = self.squares(mv);
        let others = (0..self.n_squares())
            .filter(|&square| square != mv.centre() && covered >> square & 1 != 0);
        [self.hand_site(mv.piece()), square_site(mv.centre())]
            .into_iter()
            .chain(others.map(square_site))
            .collect()
    }
}
