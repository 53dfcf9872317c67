//! The board as the first player sees it: White's home is at the lower right, Black's above it.

use henge_core::depict::{
    Hop, Hue, Kind, Label, Mark, MarkKind, Outline, Piece, Point, Shape, Site, Stack,
};
use henge_core::{Board, Depict, NotationError, Player, Scene, SiteId};

use super::ids::checked;
use super::men::{BAR, Men, OFF};
use super::moves::Move;
use super::play::Step;
use super::position::{Phase, Position};
use super::rules::{Backgammon, Stakes};

/// Where the halves of the board and the trays beside them are, from left to right.
const BAR_X: f32 = 6.0;
const TRAY_X: f32 = 13.7;
const CUBE_X: f32 = -1.5;
/// The rows next to the upper and the lower side.
const TOP: f32 = 0.0;
const BOTTOM: f32 = 10.0;
const MIDDLE: f32 = 5.0;
/// From one man to the next.
const GAP: f32 = 0.9;

/// The sites after the 24 points: two bars, two trays, and where the cube can lie.
const BARS: usize = 24;
const TRAYS: usize = 26;
const CUBE_IN_THE_MIDDLE: usize = 28;
const CUBE_AT: usize = 29;

/// The site of a place as `player` counts it.
fn site_of(player: Player, place: u8) -> SiteId {
    let index = match (usize::from(place), player) {
        (OFF, _) => TRAYS + player.index(),
        (BAR.., _) => BARS + player.index(),
        (point, Player::First) => point - 1,
        (point, Player::Second) => BAR - point - 1,
    };
    SiteId(index as u16)
}

/// The column of a point as the first player counts it.
fn column(point: usize) -> f32 {
    let from_left = if point <= 12 { 12 - point } else { point - 13 };
    (from_left + usize::from(from_left > 5)) as f32
}

fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Vec<Point> {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
        .map(|(x, y)| Point::new(x, y))
        .to_vec()
}

/// A place with its men in a row.
fn place(name: String, at: Point, corners: Vec<Point>, tint: u8) -> Site {
    Site { name, at, outline: Outline::Polygon(corners), tint }
}

fn point_site(point: usize) -> (Site, Point) {
    let up = if point > 12 { 1.0 } else { -1.0 };
    let y = if point > 12 { TOP } else { BOTTOM };
    let corners =
        vec![Point::new(-0.48, -0.5 * up), Point::new(0.48, -0.5 * up), Point::new(0.0, 4.3 * up)];
    let site = place(point.to_string(), Point::new(column(point), y), corners, (point % 2) as u8);
    (site, Point::new(0.0, GAP * up))
}

/// How many men of the other side stand on a point of the side on roll.
fn theirs_at(pos: &Position, point: u8) -> u8 {
    pos.men.theirs[BAR - usize::from(point)]
}

/// Steps as they are seen on the board; a man who is hit goes to the bar.
fn hops(pos: &Position, steps: &[Step]) -> Vec<Hop> {
    let mut hit = Vec::new();
    let hop = |&Step { from, to }: &Step| {
        let site = |place| site_of(pos.on_roll, place);
        let hits = usize::from(to) != OFF && theirs_at(pos, to) == 1 && !hit.contains(&to);
        hit.push(to);
        let bar = site_of(!pos.on_roll, BAR as u8);
        let taken = hits.then_some((site(to), Some(bar)));
        // Men enter before others move, unless they may wait.
        let touched = usize::from(usize::from(from) != BAR || pos.waiting[0] > 0);
        Hop { touched, from: site(from), to: site(to), taken }
    };
    steps.iter().map(hop).collect()
}

const NAMES: [&str; 2] = ["white", "black"];

impl Backgammon {
    /// Where the cube lies, or is offered.
    fn cube_site(pos: &Position) -> SiteId {
        let holder = match pos.phase {
            Phase::Offered => Some(!pos.on_roll),
            Phase::Beavered => Some(pos.on_roll),
            _ => pos.owner,
        };
        SiteId(holder.map_or(CUBE_IN_THE_MIDDLE, |player| CUBE_AT + player.index()) as u16)
    }

    fn notes(&self, pos: &Position) -> Vec<String> {
        let [mine, theirs] = pos.men.pips();
        let (white, black) = match pos.on_roll {
            Player::First => (mine, theirs),
            Player::Second => (theirs, mine),
        };
        let mut notes = vec![format!("pips: white {white}, black {black}")];
        if let Stakes::Match { length } = self.stakes {
            let [white, black] = pos.score;
            let crawford = if pos.crawford && length > 1 { ", Crawford game" } else { "" };
            notes.push(format!("match to {length}: white {white}, black {black}{crawford}"));
        }
        let name = |player: Player| NAMES[player.index()];
        let (roll, other) = (name(pos.on_roll), name(!pos.on_roll));
        if self.has_cube() {
            let cube = pos.cube();
            notes.push(match (pos.phase, pos.owner) {
                (Phase::Offered, _) => format!("cube: {roll} doubles to {}", 2 * cube),
                (Phase::Beavered, _) => format!("cube: {other} beavers to {}", 2 * cube),
                (_, Some(owner)) => format!("cube: {cube}, {}'s", name(owner)),
                (_, None) => format!("cube: {cube}, in the middle"),
            });
        }
        if pos.waiting != [0; 2] {
            let [mine, theirs] = pos.waiting;
            let both = if pos.on_roll == Player::First { [mine, theirs] } else { [theirs, mine] };
            notes.push(format!("still to enter: white {}, black {}", both[0], both[1]));
        }
        if pos.phase == Phase::Name {
            notes.push(format!("{roll} names a doublet: choose the point of its number"));
        }
        if pos.phase == Phase::Dice {
            notes.push(format!("{roll} throws"));
        }
        if pos.on_roll == Player::Second && pos.phase == Phase::Play {
            notes.push("black counts from black's home: 25 less white's numbers".into());
        }
        notes
    }
}

impl Depict for Backgammon {
    fn board(&self) -> Board {
        let mut board = Board::default();
        let mut stack = |site: Site, step: Point, most: u16| {
            board.stacks.push(Stack { site: SiteId(board.sites.len() as u16), step, most });
            board.sites.push(site);
        };
        for point in 1..=24 {
            let (site, step) = point_site(point);
            stack(site, step, 5);
        }
        for player in Player::BOTH {
            let down = if player == Player::First { 1.0 } else { -1.0 };
            let name = format!("bar-{}", NAMES[player.index()]);
            let corners = rectangle(-0.45, -1.9 * down, 0.45, 3.5 * down);
            let at = Point::new(BAR_X, MIDDLE + 2.0 * down);
            stack(place(name, at, corners, 0), Point::new(0.0, GAP * down), 4);
        }
        for player in Player::BOTH {
            let up = if player == Player::First { -1.0 } else { 1.0 };
            let y = if player == Player::First { BOTTOM } else { TOP };
            let name = format!("off-{}", NAMES[player.index()]);
            let corners = rectangle(-0.5, -0.5 * up, 0.5, 4.9 * up);
            stack(place(name, Point::new(TRAY_X, y), corners, 0), Point::new(0.0, 0.28 * up), 15);
        }
        if self.has_cube() {
            let cubes = [("cube", MIDDLE), ("cube-white", BOTTOM), ("cube-black", TOP)];
            for (name, y) in cubes {
                let corners = rectangle(-0.42, -0.42, 0.42, 0.42);
                board.sites.push(place(name.into(), Point::new(CUBE_X, y), corners, 0));
            }
        }
        for (left, right) in [(-0.5, 5.5), (6.5, 12.5)] {
            board.areas.push(rectangle(left, TOP - 0.5, right, BOTTOM + 0.5));
        }
        board.labels = (1..=24)
            .map(|point| {
                let y = if point > 12 { TOP - 0.8 } else { BOTTOM + 0.8 };
                Label { text: point.to_string(), at: Point::new(column(point), y) }
            })
            .collect();
        let man = |name: &str, owner, hue, glyph, ascii| Kind {
            name: name.into(),
            owner: Some(owner),
            shape: Shape::Stone,
            hue,
            glyph,
            ascii,
        };
        board.kinds = vec![
            man("white man", Player::First, Hue::White, '○', 'X'),
            man("black man", Player::Second, Hue::Black, '●', 'O'),
        ];
        board
    }

    /// With Black's home at the lower right, and all points by Black's numbers.
    fn turned(&self) -> Option<Board> {
        let mut board = self.board();
        for (i, site) in board.sites.iter_mut().enumerate() {
            if i < BARS {
                site.name = (BARS - i).to_string();
            }
            site.at.y = TOP + BOTTOM - site.at.y;
            if let Outline::Polygon(corners) = &mut site.outline {
                corners.iter_mut().for_each(|corner| corner.y = 0.0 - corner.y);
            }
        }
        for stack in &mut board.stacks {
            stack.step.y = 0.0 - stack.step.y;
        }
        for (i, label) in board.labels.iter_mut().enumerate() {
            label.text = (BARS - i).to_string();
            label.at.y = TOP + BOTTOM - label.at.y;
        }
        Some(board)
    }

    fn scene(&self, pos: &Position) -> Scene {
        let mut scene = Scene { notes: self.notes(pos), ..Scene::default() };
        for (player, side) in [(pos.on_roll, &pos.men.mine), (!pos.on_roll, &pos.men.theirs)] {
            for (point, &men) in (0..).zip(side) {
                if men > 0 {
                    let (site, kind) = (site_of(player, point), player.index() as u8);
                    scene.pieces.push(Piece { site, kind, count: men.into() });
                }
            }
        }
        if self.has_cube() {
            let offered = matches!(pos.phase, Phase::Offered | Phase::Beavered);
            let shown = u16::from(pos.cube()) << u8::from(offered);
            let text = Some(shown.to_string());
            scene.marks.push(Mark { site: Self::cube_site(pos), kind: MarkKind::Note, text });
        }
        if let Some(dice) = pos.dice() {
            scene.dice = dice.to_vec();
        }
        scene
    }

    /// From and to of every step. A doublet is named by its point. The cube is touched to double, to take and to beaver.
    fn path(&self, pos: &Position, mv: Move) -> Vec<SiteId> {
        match mv {
            Move::Dice(_) | Move::Roll | Move::Drop => Vec::new(),
            // The point of that number.
            Move::Name(number) => vec![site_of(pos.on_roll, number)],
            Move::Double | Move::Take => vec![Self::cube_site(pos)],
            Move::Beaver => vec![SiteId(CUBE_IN_THE_MIDDLE as u16)],
            Move::Play(play) => play
                .steps()
                .flat_map(|step| [step.from, step.to])
                .map(|place| site_of(pos.on_roll, place))
                .collect(),
        }
    }

    fn ways(&self, pos: &Position, mv: Move) -> Vec<Vec<Hop>> {
        let Move::Play(play) = mv else { return Vec::new() };
        let steps: Vec<Step> = play.steps().collect();
        let mut ways = vec![hops(pos, &steps)];
        // One man by two dice may stop at either of two points.
        if let ([first, second], Some([a, b])) = (&steps[..], pos.dice())
            && first.to == second.from
            && a != b
        {
            let die = if first.from - first.to == a { b } else { a };
            let stop = first.from.saturating_sub(die);
            let is_free = |point: u8| usize::from(point) != OFF && theirs_at(pos, point) == 0;
            if is_free(stop) && theirs_at(pos, first.to) == 0 {
                let steps = [Step { to: stop, ..*first }, Step { from: stop, ..*second }];
                ways.push(hops(pos, &steps));
            }
        }
        ways.retain(|way| !way.is_empty());
        ways
    }

    fn compose(&self, pieces: &[Piece], player: Player) -> Result<Position, NotationError> {
        let wrong = |why: String| NotationError::new("this", format!("a position: {why}"));
        let mut men = Men::NONE;
        for piece in pieces {
            let owner = *Player::BOTH
                .get(usize::from(piece.kind))
                .ok_or_else(|| wrong("men are white or black".into()))?;
            let place = (0..=BAR as u8)
                .find(|&place| site_of(owner, place) == piece.site)
                .ok_or_else(|| wrong("men stand on points, bars and trays".into()))?;
            let side = if owner == player { &mut men.mine } else { &mut men.theirs };
            // Who is off follows from the others.
            if usize::from(place) != OFF {
                let there = &mut side[usize::from(place)];
                *there = there.saturating_add(piece.count.min(200) as u8);
            }
        }
        let men =
            checked(men, self.start.n_men()).map_err(|why| NotationError::new("this", why))?;
        if men.points().is_some() {
            return Err(wrong("both sides need men on the board".into()));
        }
        let mut pos = self.position_with(men, player);
        pos.crawford = self.length() == 1;
        pos.phase = self.turn_begins(&pos);
        Ok(pos)
    }
}
