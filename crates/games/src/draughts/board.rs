//! The board with White at the bottom. The squares that are played on come first, in the order of
//! their numbers; the others are there to be looked at.

use henge_core::depict::{Hop, Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, Game, NotationError, Player, Scene, SiteId};

use super::moves::Move;
use super::rules::{Draughts, Position};
use super::squares::letters;
use super::variant::{Colour, Lines, Names};
use super::word::Word;

impl<W: Word> Draughts<W> {
    fn site(&self, bit: u32) -> SiteId {
        SiteId(self.squares.index(bit).unwrap_or_default() as u16)
    }

    fn labels(&self) -> Vec<Label> {
        let (width, height) = (f32::from(self.rules.width), f32::from(self.rules.height));
        match self.rules.names {
            Names::Algebraic => {
                let column = |x: u8| Label {
                    text: char::from(b'a' + x).to_string(),
                    at: Point::new(x.into(), height),
                };
                let row = |y: u8| Label {
                    text: (y + 1).to_string(),
                    at: Point::new(-1.0, height - 1.0 - f32::from(y)),
                };
                let columns = (0..self.rules.width).map(column);
                columns.chain((0..self.rules.height).map(row)).collect()
            }
            // The first and the last number of a row stand beside it.
            Names::Numbers(_) => {
                let row = |y: u8| {
                    let mut squares: Vec<_> =
                        self.squares.all().iter().filter(|s| s.row == u32::from(y)).collect();
                    squares.sort_by_key(|square| square.column);
                    let ends = [squares.first(), squares.last()];
                    ends.into_iter()
                        .flatten()
                        .zip([-1.0, width])
                        .map(move |(square, x)| Label {
                            text: square.name.clone(),
                            at: Point::new(x, height - 1.0 - f32::from(y)),
                        })
                        .collect::<Vec<_>>()
                };
                (0..self.rules.height).flat_map(row).collect()
            }
        }
    }
}

impl<W: Word> Depict for Draughts<W> {
    fn board(&self) -> Board {
        let (width, height) = (u32::from(self.rules.width), u32::from(self.rules.height));
        let place = |column: u32, row: u32| Point::new(column as f32, (height - 1 - row) as f32);
        let dark = u8::from(self.rules.lines != Lines::Orthogonal);
        let mut sites = Vec::new();
        for square in self.squares.all() {
            let at = place(square.column, square.row);
            sites.push(Site {
                name: square.name.clone(),
                at,
                outline: Outline::Square,
                tint: dark,
            });
        }
        for (column, row) in (0..height).flat_map(|row| (0..width).map(move |x| (x, row))) {
            let at = place(column, row);
            if sites.iter().all(|site| site.at != at) {
                let name = letters(column, row);
                sites.push(Site { name, at, outline: Outline::Square, tint: 0 });
            }
        }
        let kind = |colour: Colour, king: bool| {
            let rank = if king { "king" } else { "man" };
            let (hue, glyph, ascii) = match (colour, king) {
                (Colour::White, false) => (Hue::White, '⛀', 'w'),
                (Colour::White, true) => (Hue::White, '⛁', 'W'),
                (Colour::Black, false) => (Hue::Black, '⛂', 'b'),
                (Colour::Black, true) => (Hue::Black, '⛃', 'B'),
            };
            Kind {
                name: format!("{} {rank}", colour.name().to_lowercase()),
                owner: Some(self.player(colour)),
                shape: Shape::Stone,
                hue,
                glyph,
                ascii,
            }
        };
        let of = |player| [false, true].map(|king| kind(self.colour(player), king));
        Board {
            sites,
            labels: self.labels(),
            kinds: Player::BOTH.into_iter().flat_map(of).collect(),
            ..Board::default()
        }
    }

    /// With Black at the bottom. Letters stay below and numbers on the left.
    fn turned(&self) -> Option<Board> {
        let mut board = self.board().turned_round();
        if self.rules.names == Names::Algebraic {
            for Label { at, .. } in &mut board.labels {
                if at.x > 0.0 {
                    at.x = -f32::from(self.rules.width);
                } else if at.y < 1.0 - f32::from(self.rules.height) {
                    at.y = 1.0;
                }
            }
        }
        Some(board)
    }

    fn scene(&self, pos: &Position<W>) -> Scene {
        let mut scene = Scene::default();
        for square in self.squares.all() {
            let bit = W::bit(square.bit);
            for player in Player::BOTH {
                let kind = 2 * player.index() as u8;
                for (pieces, kind) in [(pos.men(player), kind), (pos.kings(player), kind + 1)] {
                    if !(pieces & bit).is_empty() {
                        scene.pieces.push(Piece { site: self.site(square.bit), kind, count: 1 });
                    }
                }
            }
        }
        scene
    }

    /// From, each square a capture lands on, to.
    fn path(&self, pos: &Position<W>, mv: Move<W>) -> Vec<SiteId> {
        self.way(pos, mv).into_iter().map(|bit| self.site(bit)).collect()
    }

    fn why_not(&self, pos: &Position<W>, site: SiteId) -> Option<String> {
        let square = self.squares.all().get(site.index())?;
        let legal: Vec<Move<W>> = self.moves(pos).collect();
        let from = self.read_square(&square.name)?;
        let own = !(pos.pieces(pos.to_move()) & W::bit(from)).is_empty();
        own.then(|| self.why_not_from(pos, &legal, from))
    }

    fn hops(&self, pos: &Position<W>, mv: Move<W>) -> Vec<Hop> {
        let way = self.way(pos, mv);
        if way.len() < 3 {
            return Vec::new();
        }
        let steps = way.windows(2).zip(2..);
        let hops = steps.map(|(step, touched)| Hop {
            touched,
            from: self.site(step[0]),
            to: self.site(step[1]),
            taken: self.between(step[0], step[1], mv).map(|bit| (self.site(bit), None)),
        });
        hops.collect()
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position<W>, NotationError> {
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let (mut men, mut kings) = ([W::NONE; 2], [W::NONE; 2]);
        for piece in pieces {
            let square = self.squares.all().get(piece.site.index());
            let square = square
                .ok_or_else(|| wrong(format!("site {} is not played on", piece.site.index())))?;
            let owner = usize::from(piece.kind / 2);
            if owner > 1 || piece.count != 1 {
                return Err(wrong(format!("{} takes one man or king", square.name)));
            }
            let set = if piece.kind % 2 == 0 { &mut men[owner] } else { &mut kings[owner] };
            if !(*set & W::bit(square.bit)).is_empty() {
                return Err(wrong(format!("{} has two pieces", square.name)));
            }
            *set |= W::bit(square.bit);
        }
        let pos = self.set_up(men, kings, player);
        pos.ok_or_else(|| wrong(self.why_not_set_up(men, kings)))
    }
}
