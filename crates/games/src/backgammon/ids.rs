//! Positions as one word each: the Position ID and Match ID of GNU Backgammon, and the XGID of
//! eXtreme Gammon. The first player is player 1 of the former and X, the player below, of the latter.
//!
//! A Position ID is 80 bits in base 64: for every point of the player who is not on roll and then of
//! the one who is, from the ace point to the bar, as many ones as there are men, and a zero. A Match
//! ID is 72 bits:
//!
//! ```text
//! 0  doublings (4)   4 owner (2; 3 nobody)  6 on roll   7 Crawford       8 state (3)  11 decides
//! 12 doubled         13 resigned (2)        15 die (3)  18 die (3)      21 length (15)
//! 36 score of player 0 (15)                 51 score of player 1 (15)   66 no Jacoby rule
//! ```
//!
//! The state is 0 before the opening roll, 1 in play, 2 when all men are off, 4 after a drop. What
//! these leave open is that the player on roll has chosen not to double: `:roll` follows then.

use henge_core::Player;

use super::men::{BAR, Men, OFF, rearmost};
use super::position::{Phase, Position};
use super::rules::{Backgammon, MOST_DOUBLINGS, Stakes};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const POSITION_BITS: u32 = 80;
const MATCH_BITS: u32 = 72;

/// Bits in the order of bytes and digits: the lowest bit of a byte is the first one.
#[derive(Default)]
struct Bits(u128);

impl Bits {
    fn get(&self, at: u32, n: u32) -> u32 {
        (self.0 >> at) as u32 & ((1 << n) - 1)
    }

    fn set(&mut self, at: u32, value: impl Into<u128>) {
        self.0 |= value.into() << at;
    }

    /// Six bits a digit, taken from the bytes with the highest bit first.
    fn write(&self, n_bits: u32) -> String {
        let bytes = self.0.to_le_bytes();
        let bit = |i: u32| bytes.get(i as usize / 8).map_or(0, |byte| byte >> (7 - i % 8) & 1);
        let digit = |start: u32| (start..start + 6).fold(0, |value, i| value << 1 | bit(i));
        (0..n_bits.div_ceil(6)).map(|n| char::from(DIGITS[usize::from(digit(6 * n))])).collect()
    }

    fn read(text: &str, n_bits: u32) -> Option<Bits> {
        let mut bytes = [0u8; 16];
        for (n, digit) in text.bytes().enumerate() {
            let value = DIGITS.iter().position(|&known| known == digit)? as u8;
            for i in 0..6 {
                let at = 6 * n + i;
                *bytes.get_mut(at / 8)? |= (value >> (5 - i) & 1) << (7 - at % 8);
            }
        }
        let bits = u128::from_le_bytes(bytes);
        let fits = text.len() as u32 == n_bits.div_ceil(6) && bits >> n_bits == 0;
        fits.then_some(Bits(bits))
    }
}

/// The Position ID of men as the player on roll sees them.
pub fn position_id(men: &Men) -> String {
    let mut bits = Bits::default();
    let mut at = 0;
    for side in [&men.theirs, &men.mine] {
        for &n in &side[1..] {
            bits.set(at, (1u32 << n) - 1);
            at += u32::from(n) + 1;
        }
    }
    bits.write(POSITION_BITS)
}

/// The men of a Position ID, of which each side has `n_men`; those not on the board are off.
pub fn read_position_id(text: &str, n_men: u8) -> Result<Men, String> {
    let mut bits = Bits::read(text, POSITION_BITS)
        .ok_or("a Position ID, which has 14 letters, digits, + and /, as in 4HPwATDgc/ABMA")?
        .0;
    let mut sides = [[0; 26]; 2];
    for side in &mut sides {
        for place in &mut side[1..] {
            let n = bits.trailing_ones();
            *place = n as u8;
            bits >>= n + 1;
        }
    }
    if bits != 0 {
        return Err("a Position ID: it goes on after the last point".into());
    }
    let [theirs, mine] = sides;
    checked(Men { mine, theirs }, n_men)
}

/// Puts the men off who are not on the board, and looks whether the others can stand like that.
pub(super) fn checked(mut men: Men, n_men: u8) -> Result<Men, String> {
    for side in [&mut men.mine, &mut men.theirs] {
        let there: u32 = side[1..].iter().map(|&n| u32::from(n)).sum();
        let off = u32::from(n_men).checked_sub(there).ok_or_else(|| {
            format!("a position of this game: a side has {there} men, {n_men} are the most")
        })?;
        side[OFF] = off as u8;
    }
    if (1..=24).any(|point| men.mine[point] > 0 && men.theirs[BAR - point] > 0) {
        return Err("a position: men of both sides stand on one point".into());
    }
    if rearmost(&men.mine) == OFF && rearmost(&men.theirs) == OFF {
        return Err("a position: there are no men".into());
    }
    Ok(men)
}

/// What a text says beside the men.
pub(super) struct Facts {
    pub on_roll: Player,
    pub phase: Told,
    pub dice: [u8; 2],
    pub doublings: u32,
    pub owner: Option<Player>,
    pub length: u32,
    pub score: [u32; 2],
    pub crawford: bool,
}

/// What a text says of the phase; the rest follows from the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    Opening,
    Playing,
    Rolling,
    Offered,
    Beavered,
    /// Somebody has borne off all men.
    Finished,
    /// A double was refused by this player.
    Dropped(Player),
}

/// Players are numbered the other way round.
fn number(player: Player) -> u32 {
    1 - player.index() as u32
}

fn numbered(n: u32) -> Player {
    Player::BOTH[1 - (n as usize & 1)]
}

impl Backgammon {
    /// The Match ID of a position.
    pub fn match_id(&self, pos: &Position) -> String {
        let mut bits = Bits::default();
        let on_roll = number(pos.on_roll);
        let (state, decides, doubled) = match pos.phase {
            Phase::Opening => (0, on_roll, 0),
            Phase::Decide | Phase::Dice | Phase::Play | Phase::Name => (1, on_roll, 0),
            Phase::Offered => (1, 1 - on_roll, 1),
            Phase::Beavered => (1, on_roll, 1),
            Phase::Over { winner, .. } => (if pos.dropped { 4 } else { 2 }, 1 - number(winner), 0),
        };
        let jacoby = matches!(self.stakes, Stakes::Money { jacoby: true, .. });
        bits.set(0, pos.doublings);
        bits.set(4, pos.owner.map_or(3, number));
        bits.set(6, on_roll);
        bits.set(7, pos.crawford);
        bits.set(8, state as u32);
        bits.set(11, decides);
        bits.set(12, doubled as u32);
        bits.set(15, pos.dice[0]);
        bits.set(18, pos.dice[1]);
        bits.set(21, self.length());
        bits.set(36, pos.score[Player::Second.index()]);
        bits.set(51, pos.score[Player::First.index()]);
        bits.set(66, !jacoby);
        bits.write(MATCH_BITS)
    }

    pub(super) fn read_match_id(&self, text: &str) -> Result<Facts, String> {
        let bits = Bits::read(text, MATCH_BITS)
            .ok_or("a Match ID, which has 12 letters, digits, + and /, as in cAkAAAAAAAAE")?;
        let (on_roll, decides) = (numbered(bits.get(6, 1)), numbered(bits.get(11, 1)));
        let owner = match bits.get(4, 2) {
            3 => None,
            2 => return Err("a Match ID: the cube belongs to nobody who plays".into()),
            n => Some(numbered(n)),
        };
        let phase = match (bits.get(8, 3), bits.get(12, 1)) {
            (0, _) => Told::Opening,
            (1, 0) => Told::Playing,
            (1, _) if decides == on_roll => Told::Beavered,
            (1, _) => Told::Offered,
            (2, _) => Told::Finished,
            (4, _) => Told::Dropped(decides),
            _ => return Err("a Match ID of a game that was played on the board".into()),
        };
        if bits.get(13, 2) != 0 {
            return Err("a Match ID without an offer to resign".into());
        }
        Ok(Facts {
            on_roll,
            phase,
            dice: [bits.get(15, 3) as u8, bits.get(18, 3) as u8],
            doublings: bits.get(0, 4),
            owner,
            length: bits.get(21, 15),
            score: [bits.get(51, 15), bits.get(36, 15)],
            crawford: bits.get(7, 1) == 1,
        })
    }

    /// The XGID of a position. It has no room for one that waits for the opening roll, or is over:
    /// then it is that of the first player on roll.
    pub fn xgid(&self, pos: &Position) -> String {
        let below = match pos.on_roll {
            Player::First => pos.men,
            Player::Second => pos.men.swapped(),
        };
        let letter = |point: usize| {
            let (x, o) = (below.mine[point], below.theirs[BAR - point]);
            match (point, x, o) {
                (1..=25, 1.., _) => char::from(b'A' + x - 1),
                (0..=24, _, 1..) => char::from(b'a' + o - 1),
                _ => '-',
            }
        };
        let men: String = (0..=25).map(letter).collect();
        let sign = |player| if player == Player::First { 1 } else { -1 };
        let dice = match pos.phase {
            Phase::Offered => "D".into(),
            Phase::Beavered => "B".into(),
            _ => format!("{}{}", pos.dice[0], pos.dice[1]),
        };
        let rules = match self.stakes {
            Stakes::Match { .. } => u8::from(pos.crawford),
            Stakes::Money { jacoby, beavers } => u8::from(jacoby) + 2 * u8::from(beavers),
            Stakes::Plain => 0,
        };
        format!(
            "XGID={men}:{}:{}:{}:{dice}:{}:{}:{rules}:{}:{MOST_DOUBLINGS}",
            pos.doublings,
            pos.owner.map_or(0, sign),
            sign(pos.on_roll),
            pos.score[0],
            pos.score[1],
            self.length(),
        )
    }

    pub(super) fn read_xgid(&self, text: &str) -> Result<(Men, Facts), String> {
        let fields: Vec<&str> = text.split(':').collect();
        let &[men, doublings, owner, turn, dice, x, o, rules, length, ..] = &fields[..] else {
            let form = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
            return Err(format!("an XGID, which has ten fields, as in {form}"));
        };
        let number = |what: &str, text: &str| -> Result<u32, String> {
            text.parse().map_err(|_| format!("an XGID: \"{text}\" is no number of {what}"))
        };
        let player = |text: &str| match text {
            "1" => Ok(Some(Player::First)),
            "-1" => Ok(Some(Player::Second)),
            "0" => Ok(None),
            _ => Err(format!("an XGID: a player is 1 or -1, not {text}")),
        };
        let men = self.read_letters(men)?;
        let on_roll = player(turn)?.ok_or("an XGID: somebody is on roll, 1 or -1")?;
        let (phase, dice) = match dice.as_bytes() {
            [b'D', ..] => (Told::Offered, [0; 2]),
            [b'B', ..] => (Told::Beavered, [0; 2]),
            [a @ b'0'..=b'6', b @ b'0'..=b'6'] => (Told::Playing, [a - b'0', b - b'0']),
            _ => return Err(format!("an XGID: \"{dice}\" is neither dice nor D nor B")),
        };
        let length = number("points", length)?;
        let facts = Facts {
            on_roll,
            phase,
            dice,
            doublings: number("doublings", doublings)?,
            owner: player(owner)?,
            length,
            score: [number("points", x)?, number("points", o)?],
            // Without a match these are the rules of Jacoby and beavers, which the game has or not.
            crawford: length > 0 && rules == "1",
        };
        let men = if on_roll == Player::First { men } else { men.swapped() };
        Ok((men, facts))
    }

    /// The men of an XGID, as the first player sees them.
    fn read_letters(&self, text: &str) -> Result<Men, String> {
        if text.len() != 26 {
            return Err("an XGID, which has 26 letters for the points and bars".into());
        }
        let mut men = Men::NONE;
        for (point, letter) in text.bytes().enumerate() {
            match (letter, point) {
                (b'-', _) => {}
                (b'A'..=b'O', 1..=25) => men.mine[point] = letter - b'A' + 1,
                (b'a'..=b'o', 0..=24) => men.theirs[BAR - point] = letter - b'a' + 1,
                _ => {
                    return Err("an XGID, whose men are letters from A to O and from a to o".into());
                }
            }
        }
        checked(men, self.start.n_men())
    }

    /// The position of these men and facts, if it can be one of this game.
    pub(super) fn position_of(&self, men: Men, facts: &Facts) -> Result<Position, String> {
        let length = u32::from(self.length());
        if facts.length != length {
            let says = |n| match n {
                0 => "a single game".to_string(),
                n => format!("a match to {n} points, backgammon:length={n}"),
            };
            let (there, here) = (says(facts.length), says(length));
            return Err(format!("a position of this game, {here}; it is of {there}"));
        }
        if !self.has_cube() && (facts.doublings > 0 || facts.owner.is_some()) {
            return Err("a position of this game: it has no cube; backgammon:cube=on has".into());
        }
        if facts.doublings > MOST_DOUBLINGS.into()
            || (facts.doublings == 0 && facts.owner.is_some())
        {
            return Err("a position: the cube shows 1 in the middle, or 2 to 64".into());
        }
        let mut pos = self.position_with(men, facts.on_roll);
        pos.doublings = facts.doublings as u8;
        pos.owner = facts.owner;
        self.read_score(&mut pos, facts)?;
        self.read_phase(&mut pos, facts)?;
        Ok(pos)
    }

    fn read_score(&self, pos: &mut Position, facts: &Facts) -> Result<(), String> {
        let length = u32::from(self.length());
        let over = matches!(facts.phase, Told::Finished | Told::Dropped(_)) && length > 0;
        let won = facts.score.map(|score| score >= length);
        if length == 0 && facts.score != [0; 2] {
            return Err("a position of this game: nobody has points in a single game".into());
        }
        if length > 0 && (won == [true; 2] || won.contains(&true) != over) {
            return Err(
                "a position: who has all points of a match has won it, and nobody else".into()
            );
        }
        if facts.crawford && !over && !facts.score.contains(&length.wrapping_sub(1)) {
            return Err("a position: in a Crawford game somebody needs one point more".into());
        }
        for (score, told) in pos.score.iter_mut().zip(facts.score) {
            *score = u8::try_from(told).map_err(|_| "a position: a score is 255 at most")?;
        }
        pos.crawford = facts.crawford || length == 1;
        Ok(())
    }

    fn read_phase(&self, pos: &mut Position, facts: &Facts) -> Result<(), String> {
        let [a, b] = facts.dice;
        let thrown = match (a, b) {
            (0, 0) => false,
            (1..=6, 1..=6) => true,
            _ => return Err("a position: dice show 1 to 6".into()),
        };
        let off = self.points(&pos.men);
        if off.is_some() != (facts.phase == Told::Finished)
            || (thrown && facts.phase != Told::Playing)
        {
            return Err("a position: dice are thrown until a side has borne off all its men".into());
        }
        pos.phase = match facts.phase {
            Told::Opening if pos.on_roll == Player::First => Phase::Opening,
            Told::Opening => {
                return Err("a position: the first player sees the opening roll".into());
            }
            Told::Playing if thrown => {
                pos.dice = [a.max(b), a.min(b)];
                Phase::Play
            }
            Told::Playing => self.turn_begins(pos),
            Told::Rolling if self.may_double(pos) => Phase::Dice,
            Told::Rolling => return Err("a position: nobody could have doubled".into()),
            Told::Offered if self.may_double(pos) => Phase::Offered,
            Told::Beavered if self.has_beavers() && pos.owner == Some(!pos.on_roll) => {
                Phase::Beavered
            }
            Told::Offered | Told::Beavered => {
                return Err("a position: who has doubled was not allowed to".into());
            }
            Told::Finished => {
                let times = off.unwrap_or(1);
                let winner = if times > 0 { pos.on_roll } else { !pos.on_roll };
                self.over(pos, winner, self.worth(pos, times.unsigned_abs()))
            }
            Told::Dropped(loser) => {
                pos.dropped = true;
                self.over(pos, !loser, pos.cube())
            }
        };
        Ok(())
    }

    fn over(&self, pos: &Position, winner: Player, points: u8) -> Phase {
        match self.stakes {
            Stakes::Match { length } => {
                let winner = Player::BOTH[usize::from(pos.score[1] >= length)];
                Phase::Over { winner, points: 1 }
            }
            _ => Phase::Over { winner, points },
        }
    }
}
