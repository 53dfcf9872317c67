use henge_core::{Game, Outcome, Player, Turn, mix64};
use thiserror::Error;

use super::generate::{ROLLS, place};
use super::men::{BAR, Men, OFF, rearmost};
use super::moves::{Move, Moves};
use super::play::{Play, Step};
use super::position::{Phase, Position};

/// The longest match: scores fit a byte with room for the last game.
pub const MOST_LENGTH: u8 = 25;
/// The cube goes no further than 2⁶ = 64, so that a backgammon counts 192, which a byte holds.
pub const MOST_DOUBLINGS: u8 = 6;

/// Where the men stand at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// Two men on 24, five on 13, three on 8, five on 6.
    #[default]
    Standard,
    /// Two men on 24, two on 23, four on 13, three on 8, four on 6: more men lie back.
    Nackgammon,
    /// One man each on 24, 23 and 22, and no more.
    Hypergammon,
    /// American Acey-Deucey: all men begin off the board and enter as from the bar, but may wait. Who plays all of
    /// 2-1 names a doublet, and who plays all of that throws again. Each man whom the loser has left counts a point.
    AceyDeucey,
}

impl Start {
    /// The names, as options give them.
    pub const NAMES: [&'static str; 4] = ["standard", "nackgammon", "hypergammon", "acey-deucey"];

    /// The start of that name.
    pub fn named(name: &str) -> Option<Start> {
        let all = [Start::Standard, Start::Nackgammon, Start::Hypergammon, Start::AceyDeucey];
        Self::NAMES.iter().zip(all).find(|(known, _)| **known == name).map(|(_, start)| start)
    }

    /// The men of both sides.
    pub const fn men(self) -> Men {
        match self {
            Start::Standard => Men::start(),
            Start::Nackgammon => Men::alike(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
            Start::Hypergammon => Men::alike(&[(24, 1), (23, 1), (22, 1)]),
            Start::AceyDeucey => Men::alike(&[(BAR, 15)]),
        }
    }

    /// How many men each side has.
    pub const fn n_men(self) -> u8 {
        match self {
            Start::Standard | Start::Nackgammon | Start::AceyDeucey => 15,
            Start::Hypergammon => 3,
        }
    }

    /// Are the rules those of backgammon, which nets, tables and other programs know?
    pub const fn is_usual(self) -> bool {
        matches!(self, Start::Standard | Start::Nackgammon)
    }
}

/// What is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stakes {
    /// One game without the cube.
    #[default]
    Plain,
    /// One game with the cube.
    Money {
        /// Gammons and backgammons count only once the cube has been turned.
        jacoby: bool,
        /// Who is doubled may double again at once and keep the cube.
        beavers: bool,
    },
    /// A match to so many points, with the cube and the Crawford rule.
    Match {
        /// The points to win.
        length: u8,
    },
}

/// No such game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StakesError {
    /// The length of a match.
    #[error("a match goes to 1 to {MOST_LENGTH} points, not {0}")]
    Length(u8),
    /// Acey-Deucey is a single game without the cube.
    #[error("Acey-Deucey is played in single games without the cube")]
    AceyDeucey,
}

/// The rules: where the men start, and what is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Backgammon {
    pub(super) start: Start,
    pub(super) stakes: Stakes,
}

impl Backgammon {
    /// The game from this start, for these stakes.
    pub fn new(start: Start, stakes: Stakes) -> Result<Backgammon, StakesError> {
        match stakes {
            Stakes::Match { length } if !(1..=MOST_LENGTH).contains(&length) => {
                Err(StakesError::Length(length))
            }
            stakes if start == Start::AceyDeucey && stakes != Stakes::Plain => {
                Err(StakesError::AceyDeucey)
            }
            _ => Ok(Backgammon { start, stakes }),
        }
    }

    /// Where the men start.
    pub fn start_men(&self) -> Start {
        self.start
    }

    /// What is played for.
    pub fn stakes(&self) -> Stakes {
        self.stakes
    }

    /// The points a match goes to; 0 if this is no match.
    pub fn length(&self) -> u8 {
        match self.stakes {
            Stakes::Match { length } => length,
            Stakes::Plain | Stakes::Money { .. } => 0,
        }
    }

    /// Is the doubling cube in play?
    pub fn has_cube(&self) -> bool {
        self.stakes != Stakes::Plain
    }

    pub(super) fn has_beavers(&self) -> bool {
        matches!(self.stakes, Stakes::Money { beavers: true, .. })
    }

    /// A game that waits for the opening roll.
    pub(super) fn new_game(&self, score: [u8; 2], crawford: bool) -> Position {
        Position {
            score,
            crawford,
            phase: Phase::Opening,
            ..self.position_with(self.start.men(), Player::First)
        }
    }

    /// These men as `on_roll` sees them, who is to throw; those on the bar may wait where the rules know that.
    pub(super) fn position_with(&self, men: Men, on_roll: Player) -> Position {
        let waiting = match self.start {
            Start::AceyDeucey => [men.mine[BAR], men.theirs[BAR]],
            _ => [0; 2],
        };
        Position { waiting, ..Position::with_men(men, on_roll) }
    }

    /// What the game counts to the side on roll, if one side has borne off all its men.
    pub(super) fn points(&self, men: &Men) -> Option<i8> {
        let points = men.points()?;
        Some(match self.start {
            Start::AceyDeucey => {
                let left = |side: &[u8; 26]| (self.start.n_men() - side[OFF]) as i8;
                if points > 0 { left(&men.theirs) } else { -left(&men.mine) }
            }
            _ => points,
        })
    }

    /// May the player on roll double before he throws?
    pub fn may_double(&self, pos: &Position) -> bool {
        self.has_cube()
            && !pos.crawford
            && pos.doublings < MOST_DOUBLINGS
            && pos.owner != Some(!pos.on_roll)
    }

    /// Where a player stands whose turn begins.
    pub(super) fn turn_begins(&self, pos: &Position) -> Phase {
        if self.may_double(pos) { Phase::Decide } else { Phase::Dice }
    }

    /// What a game counts that somebody won by bearing off, 1, 2 or 3 times the cube; by the Jacoby
    /// rule only once if nobody has doubled.
    pub(super) fn worth(&self, pos: &Position, times: u8) -> u8 {
        let jacoby = matches!(self.stakes, Stakes::Money { jacoby: true, .. });
        let times = if jacoby && pos.doublings == 0 { 1 } else { times };
        times << pos.doublings
    }

    /// Ends a game that counts so many points; in a match the next one begins, unless this was the
    /// last.
    fn end(&self, pos: &mut Position, winner: Player, points: u8) {
        let Stakes::Match { length } = self.stakes else {
            pos.phase = Phase::Over { winner, points };
            return;
        };
        let at_match_point = pos.score.contains(&(length - 1));
        let score = &mut pos.score[winner.index()];
        *score += points;
        if *score >= length {
            pos.phase = Phase::Over { winner, points: 1 };
        } else {
            // The first game after somebody came within a point of the match is played without the
            // cube; it is used again in those that follow.
            let crawford = !at_match_point && *score == length - 1;
            *pos = self.new_game(pos.score, crawford);
        }
    }

    fn make(&self, pos: &mut Position, play: Play) {
        for step in play.steps() {
            pos.step(step);
        }
        if rearmost(&pos.men.mine) == OFF {
            let times = self.points(&pos.men).unwrap_or(1).unsigned_abs();
            let (winner, points) = (pos.on_roll, self.worth(pos, times));
            pos.dice = [0; 2];
            pos.named = false;
            self.end(pos, winner, points);
        } else if self.start == Start::AceyDeucey && pos.goes_on(play) {
            pos.phase = if pos.named { Phase::Dice } else { Phase::Name };
            pos.dice = [0; 2];
            pos.named = false;
        } else {
            pos.pass_turn();
            pos.phase = self.turn_begins(pos);
        }
    }
}

impl Game for Backgammon {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Undo = Position;
    const CHANCE: bool = true;
    /// A backgammon with the cube at 64.
    const MOST_POINTS: u8 = 3 << MOST_DOUBLINGS;
    /// Two sides that cannot enter wait for each other.
    const CYCLES: bool = true;

    /// Plays are numbered by their place in the list. GNU Backgammon counts on no more than these with any
    /// dice (`MAX_MOVES` in its eval.h).
    fn n_actions(&self) -> usize {
        3060
    }

    fn most_points(&self) -> u8 {
        match self.stakes {
            Stakes::Plain if self.start == Start::AceyDeucey => self.start.n_men(),
            Stakes::Plain => 3,
            Stakes::Money { .. } => Self::MOST_POINTS,
            Stakes::Match { .. } => 1,
        }
    }

    fn start(&self) -> Position {
        // In a match to one point the cube is out of play from the beginning.
        self.new_game([0; 2], self.length() == 1)
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        match pos.phase {
            Phase::Opening | Phase::Dice => Turn::Chance,
            Phase::Decide | Phase::Play | Phase::Name | Phase::Beavered => {
                Turn::Player(pos.on_roll)
            }
            Phase::Offered => Turn::Player(!pos.on_roll),
            Phase::Over { winner, points } => Turn::Over(Outcome::Win { winner, points }),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        match pos.phase {
            Phase::Opening => Moves::opening(),
            Phase::Dice => Moves::dice(),
            Phase::Decide => Moves::few(&[Move::Roll, Move::Double]),
            Phase::Offered if self.has_beavers() && pos.doublings + 1 < MOST_DOUBLINGS => {
                Moves::few(&[Move::Take, Move::Drop, Move::Beaver])
            }
            Phase::Offered | Phase::Beavered => Moves::few(&[Move::Take, Move::Drop]),
            Phase::Play => Moves::plays(&pos.men, pos.dice, pos.waiting[0]),
            Phase::Name => Moves::few(&[1, 2, 3, 4, 5, 6].map(Move::Name)),
            Phase::Over { .. } => Moves::few(&[]),
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        match mv {
            Move::Dice([first, second]) => {
                if pos.phase == Phase::Opening && second > first {
                    pos.pass_turn();
                }
                if pos.phase == Phase::Opening && self.start == Start::AceyDeucey {
                    // Whoever begins throws both dice again.
                    pos.phase = Phase::Dice;
                } else {
                    pos.dice = [first.max(second), first.min(second)];
                    pos.phase = Phase::Play;
                }
            }
            Move::Name(number) => {
                pos.dice = [number; 2];
                pos.named = true;
                pos.phase = Phase::Play;
            }
            Move::Play(play) => self.make(pos, play),
            Move::Roll => pos.phase = Phase::Dice,
            Move::Double => pos.phase = Phase::Offered,
            Move::Take => {
                pos.doublings += 1;
                // A beaver is taken by the one who doubled first; the cube stays where it is.
                if pos.phase == Phase::Offered {
                    pos.owner = Some(!pos.on_roll);
                }
                pos.phase = Phase::Dice;
            }
            Move::Beaver => {
                pos.doublings += 1;
                pos.owner = Some(!pos.on_roll);
                pos.phase = Phase::Beavered;
            }
            Move::Drop => {
                let beavered = pos.phase == Phase::Beavered;
                let winner = if beavered { !pos.on_roll } else { pos.on_roll };
                pos.dropped = true;
                self.end(pos, winner, 1 << pos.doublings);
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
        let men = pos.sums[0].wrapping_add(pos.sums[1].rotate_left(32));
        mix64(men ^ mix64(pos.state_bits()))
    }

    fn probability(&self, pos: &Position, roll: Move) -> f32 {
        match (pos.phase, roll) {
            // A double is thrown again.
            (Phase::Opening, Move::Dice([a, b])) if a != b => 1.0 / 30.0,
            (Phase::Dice, Move::Dice(dice)) => {
                ROLLS.iter().find(|roll| roll.dice == dice).map_or(0.0, |roll| roll.chance())
            }
            _ => 0.0,
        }
    }

    fn counts_repetitions(&self) -> bool {
        false
    }

    /// Nothing: games go on until somebody has borne off.
    fn repeated(&self, _pos: &Position, _times: u32) -> Option<Outcome> {
        None
    }
}

impl Position {
    fn step(&mut self, step: Step) {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let men = &mut self.men;
        // A play of another position may name men that are not there.
        if men.mine.get(from).is_none_or(|&n| n == 0) || to >= BAR {
            return;
        }
        men.mine[from] -= 1;
        if from == BAR {
            self.waiting[0] = self.waiting[0].min(men.mine[BAR]);
        }
        men.mine[to] += 1;
        self.sums[0] = self.sums[0].wrapping_add(place(to)).wrapping_sub(place(from));
        if to != OFF && men.theirs[BAR - to] == 1 {
            men.theirs[BAR - to] = 0;
            men.theirs[BAR] += 1;
            self.sums[1] = self.sums[1].wrapping_add(place(BAR)).wrapping_sub(place(BAR - to));
        }
    }

    /// Has the player earned more by this play: a doublet after 2-1, and another throw after that?
    fn goes_on(&self, play: Play) -> bool {
        let earns = self.named || self.dice == [2, 1];
        earns && play.n_steps() == if self.named { 4 } else { 2 }
    }

    fn pass_turn(&mut self) {
        self.men = self.men.swapped();
        self.sums.reverse();
        self.waiting.reverse();
        self.named = false;
        self.on_roll = !self.on_roll;
        self.dice = [0; 2];
    }
}
