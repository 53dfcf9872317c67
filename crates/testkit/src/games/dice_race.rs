//! A race with dice.
//!
//! Each player has two men before a track, on sites 1, 2, …, and brings them home beyond its end;
//! with the default length of 6 there are five sites between start and home. The player to move
//! throws a die that shows 1 half of the time, 2 a third and 3 a sixth, and moves one of his men by
//! as many sites. Sites with an opposing man are stepped over: the man goes on to the next one
//! without. Steps beyond the end are lost. Who has both men home wins: two points if the loser has
//! no man home, else one.
//!
//! Men never go back, so the exact expectation is a plain recursion.

use std::array;
use std::iter::Take;

use henge_core::depict::{Hue, Kind, Outline, Piece, Point, Shape, Site};
use henge_core::{
    About, Board, Depict, Game, Notation, NotationError, Outcome, Player, Scene, SiteId, Turn,
    mix64,
};

use super::{digit, player};

/// The rules: how long the track is.
#[derive(Clone, Copy, Debug)]
pub struct DiceRace {
    /// The steps from start to home.
    length: u8,
}

/// Where the men are, whose turn it is, and what he threw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The steps each player's men have gone, the slower man first: men have no names.
    men: [[u8; 2]; 2],
    mover: Player,
    /// 0 while the die is still to be thrown.
    die: u8,
}

/// What the die shows, or which man a player moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The die shows 1, 2 or 3.
    Throw(u8),
    /// A man that has gone `from` steps goes on until he has gone `to`.
    Go {
        /// His steps before.
        from: u8,
        /// His steps after.
        to: u8,
    },
}

impl DiceRace {
    /// A race over `length` steps, 2 to 9.
    pub fn new(length: u8) -> DiceRace {
        assert!((2..=9).contains(&length), "the track has 2 to 9 steps, not {length}");
        DiceRace { length }
    }

    /// The game in words.
    pub fn about() -> About {
        About::new("dice-race", "Dice race")
            .rules("Throw the die and move a man; the first to bring both men home wins.")
            .source("made up for tests")
    }

    /// Where a man of the player to move ends who goes on from `from`.
    fn target(self, pos: &Position, from: u8) -> u8 {
        let theirs = pos.men[pos.mover.other().index()];
        let mut to = from + pos.die;
        while to < self.length && theirs.contains(&to) {
            to += 1;
        }
        to.min(self.length)
    }

    fn has_won(self, pos: &Position, player: Player) -> bool {
        pos.men[player.index()] == [self.length; 2]
    }

    /// Sites are the two starts, the track, and the two homes, in this order.
    fn site(self, player: Player, steps: u8) -> SiteId {
        let side = player.index() as u16;
        match steps {
            0 => SiteId(side),
            _ if steps == self.length => SiteId(u16::from(self.length) + 1 + side),
            _ => SiteId(u16::from(steps) + 1),
        }
    }

    fn site_name(self, player: Player, steps: u8) -> String {
        match steps {
            0 => format!("start{}", digit(player)),
            _ if steps == self.length => format!("home{}", digit(player)),
            _ => steps.to_string(),
        }
    }

    /// The position that `text` describes, if it can come about.
    fn parse(self, text: &str) -> Option<Position> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[first, second, mover, die] = &words[..] else { return None };
        let men = |text: &str| {
            let steps = |b: u8| b.is_ascii_digit().then(|| b - b'0').filter(|&n| n <= self.length);
            let &[slow, fast] = text.as_bytes() else { return None };
            let men = [steps(slow)?, steps(fast)?];
            men.is_sorted().then_some(men)
        };
        let die = match die {
            "-" => 0,
            _ => (1..=3).find(|n: &u8| n.to_string() == die)?,
        };
        let pos = Position { men: [men(first)?, men(second)?], mover: player(mover)?, die };
        let on_track = |n: u8| 0 < n && n < self.length;
        let shared = pos.men[0].iter().any(|&n| on_track(n) && pos.men[1].contains(&n));
        // After the winning move the turn has passed, and nobody throws any more.
        let won = self.has_won(&pos, pos.mover);
        let late = self.has_won(&pos, pos.mover.other()) && die != 0;
        (!shared && !won && !late).then_some(pos)
    }
}

impl Default for DiceRace {
    fn default() -> DiceRace {
        DiceRace::new(6)
    }
}

impl Game for DiceRace {
    type Position = Position;
    type Move = Move;
    type Moves = Take<array::IntoIter<Move, 3>>;
    type Undo = Position;
    const CHANCE: bool = true;
    const MOST_POINTS: u8 = 2;

    fn start(&self) -> Position {
        Position { men: [[0; 2]; 2], mover: Player::First, die: 0 }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        let winner = pos.mover.other();
        if self.has_won(pos, winner) {
            let shut_out = !pos.men[pos.mover.index()].contains(&self.length);
            return Turn::Over(Outcome::Win { winner, points: if shut_out { 2 } else { 1 } });
        }
        if pos.die == 0 { Turn::Chance } else { Turn::Player(pos.mover) }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Self::Moves {
        let throws = [1, 2, 3].map(Move::Throw);
        if pos.die == 0 {
            let over = self.has_won(pos, pos.mover.other());
            return throws.into_iter().take(if over { 0 } else { 3 });
        }
        let [slow, fast] = pos.men[pos.mover.index()];
        let go = |from| Move::Go { from, to: self.target(pos, from) };
        // Two men on one site are one choice, and a man at home stays there.
        let n = if slow == fast || fast == self.length { 1 } else { 2 };
        [go(slow), go(fast), go(fast)].into_iter().take(n)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        match mv {
            Move::Throw(n) => pos.die = n,
            Move::Go { from, to } => {
                let men = &mut pos.men[pos.mover.index()];
                if let Some(man) = men.iter_mut().find(|man| **man == from) {
                    *man = to;
                }
                men.sort_unstable();
                pos.mover = pos.mover.other();
                pos.die = 0;
            }
        }
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _mv: Move, before: Position) {
        *pos = before;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let men = pos.men.as_flattened().iter().fold(0, |word, &n| word << 4 | u64::from(n));
        mix64(men << 8 | (pos.mover.index() as u64) << 4 | u64::from(pos.die))
    }

    fn probability(&self, _pos: &Position, roll: Move) -> f32 {
        match roll {
            Move::Throw(1) => 1.0 / 2.0,
            Move::Throw(2) => 1.0 / 3.0,
            Move::Throw(3) => 1.0 / 6.0,
            _ => 0.0,
        }
    }
}

impl Notation for DiceRace {
    /// A throw is `d2`; a move names the sites, `start1-2` or `5-home2`.
    fn write_move(&self, pos: &Position, mv: Move) -> String {
        match mv {
            Move::Throw(n) => format!("d{n}"),
            Move::Go { from, to } => {
                format!("{}-{}", self.site_name(pos.mover, from), self.site_name(pos.mover, to))
            }
        }
    }

    /// The steps of both players' men, who moves, and the die: `02 11 2 -`.
    fn write_position(&self, pos: &Position) -> String {
        let [[a, b], [c, d]] = pos.men;
        let die = if pos.die == 0 { "-".into() } else { pos.die.to_string() };
        format!("{a}{b} {c}{d} {} {die}", digit(pos.mover))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse(text).ok_or_else(|| {
            let far = self.length;
            let expected =
                format!("the steps 0 to {far} of two and two men, 1 or 2, and - or a die");
            NotationError::new(text, expected)
        })
    }
}

impl Depict for DiceRace {
    fn board(&self) -> Board {
        let end = f32::from(self.length);
        let site = |player: Player, steps: u8, y: f32| Site {
            name: self.site_name(player, steps),
            at: Point::new(f32::from(steps).min(end), y),
            outline: Outline::Circle,
            tint: 0,
        };
        let ends = |steps| {
            Player::BOTH.map(|player| site(player, steps, player.index() as f32 * 2.0)).into_iter()
        };
        let track = (1..self.length).map(|steps| site(Player::First, steps, 1.0));
        let man = |name: &str, owner, glyph, ascii| Kind {
            name: name.into(),
            owner: Some(owner),
            shape: Shape::Stone,
            hue: Hue::Owner,
            glyph,
            ascii,
        };
        let next = |steps: u8| (SiteId(u16::from(steps) + 1), SiteId(u16::from(steps) + 2));
        Board {
            sites: ends(0).chain(track).chain(ends(self.length)).collect(),
            edges: (1..self.length - 1).map(next).collect(),
            kinds: vec![
                man("white man", Player::First, '○', 'o'),
                man("black man", Player::Second, '●', 'x'),
            ],
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let mut pieces = Vec::new();
        for player in Player::BOTH {
            let [slow, fast] = pos.men[player.index()];
            let piece = |steps, count| Piece {
                site: self.site(player, steps),
                kind: player.index() as u8,
                count,
            };
            match slow == fast {
                true => pieces.push(piece(slow, 2)),
                false => pieces.extend([piece(slow, 1), piece(fast, 1)]),
            }
        }
        let dice = if pos.die == 0 { Vec::new() } else { vec![pos.die] };
        Scene { pieces, dice, ..Scene::default() }
    }

    fn path(&self, pos: &Position, mv: Move) -> Vec<SiteId> {
        match mv {
            Move::Throw(_) => Vec::new(),
            Move::Go { from, to } => {
                vec![self.site(pos.mover, from), self.site(pos.mover, to)]
            }
        }
    }
}
