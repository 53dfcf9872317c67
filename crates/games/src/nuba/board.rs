use henge_core::depict::{Hue, Kind, Label, Outline, Piece, Point, Shape, Site};
use henge_core::{Board, Depict, Player, Scene, SiteId};

use super::PLAYERS;
use super::moves::Move;
use super::notation::{square_name, token_sign};
use super::rules::{CHAMPION, COLUMNS, EMPTY, Nuba, Position, ROWS, SQUARES, State, owner, token};

/// The place of the best musician, beside the board.
const STAGE: SiteId = SiteId(SQUARES as u16);

/// Where a token lies that is in hand.
fn in_hand(player: Player, token: u8) -> SiteId {
    SiteId((SQUARES + 1 + player.index() * 10 + usize::from(token) - 1) as u16)
}

fn kind(code: u8) -> u8 {
    owner(code).index() as u8 * 10 + token(code) - 1
}

/// Every token of every player.
fn tokens() -> impl Iterator<Item = (Player, u8)> {
    Player::BOTH.into_iter().flat_map(|player| (1..=CHAMPION).map(move |token| (player, token)))
}

impl Depict for Nuba {
    /// Green is below.
    fn board(&self) -> Board {
        let y = |row: usize| (ROWS - 1 - row) as f32;
        let squares = (0..SQUARES).map(|square| Site {
            name: square_name(square),
            at: Point::new((square % COLUMNS) as f32, y(square / COLUMNS)),
            outline: Outline::Square,
            tint: 0,
        });
        let stage = Site {
            name: "stage".into(),
            at: Point::new(COLUMNS as f32 + 0.5, 2.5),
            outline: Outline::Circle,
            tint: 0,
        };
        let hands = tokens().map(|(player, token)| Site {
            name: format!("{}-{}", PLAYERS[player.index()].to_lowercase(), token_sign(token)),
            at: Point::new(f32::from(token) - 3.5, [7.6, -1.6][player.index()]),
            outline: Outline::Dot,
            tint: 0,
        });
        let columns = (0..COLUMNS).map(|column| Label {
            text: char::from(b'a' + column as u8).into(),
            at: Point::new(column as f32, 6.0),
        });
        let rows = (0..ROWS)
            .map(|row| Label { text: (row + 1).to_string(), at: Point::new(-1.0, y(row)) });
        let kind = |(player, token): (Player, u8)| {
            let sign = token_sign(token);
            let place = u32::from(token) - 1;
            let (glyph, ascii) = match (player, token) {
                (Player::First, _) => (sign, sign),
                (_, CHAMPION) => ('Ⓧ', 'x'),
                // ① to ⑨, and a to i.
                _ => (
                    char::from_u32('①' as u32 + place).expect("a circled number"),
                    char::from(b'a' + place as u8),
                ),
            };
            Kind {
                name: format!("{} {sign}", PLAYERS[player.index()].to_lowercase()),
                owner: Some(player),
                shape: Shape::Letter,
                hue: Hue::named(PLAYERS[player.index()]),
                glyph,
                ascii,
            }
        };
        Board {
            sites: squares.chain([stage]).chain(hands).collect(),
            labels: columns.chain(rows).collect(),
            kinds: tokens().map(kind).collect(),
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |site: SiteId, code: u8| {
            (code != EMPTY).then(|| Piece { site, kind: kind(code), count: 1 })
        };
        let board = pos.at.iter().enumerate();
        let board = board.filter_map(|(square, &code)| piece(SiteId(square as u16), code));
        let hands = tokens()
            .filter(|&(player, token)| pos.hand[player.index()] >> token & 1 != 0)
            .map(|(player, token)| Piece {
                site: in_hand(player, token),
                kind: kind(super::rules::code(player, token)),
                count: 1,
            });
        let pieces = board.chain(piece(STAGE, pos.musician)).chain(hands).collect();
        let mut notes = Vec::new();
        if let Some((player, token)) = pos.musician() {
            let (who, sign) = (PLAYERS[player.index()], token_sign(token));
            notes.push(format!("Best musician: {who} {sign}"));
        }
        if pos.state == State::Stuck {
            notes.push(format!("{} has to pass", PLAYERS[pos.to_move().index()]));
        }
        Scene { pieces, notes, ..Scene::default() }
    }

    fn path(&self, pos: &Position, mv: Move) -> Vec<SiteId> {
        let from = match (mv.token(), mv.from()) {
            (Some(token), _) => Some(in_hand(pos.to_move(), token)),
            (None, from) => from.map(|square| SiteId(square as u16)),
        };
        from.into_iter().chain(mv.to().map(|square| SiteId(square as u16))).collect()
    }
}
