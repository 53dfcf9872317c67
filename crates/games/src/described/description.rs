//! A game as its file describes it: a board with more words than a positional game has.

use crate::positional::{Definition, Group};
use henge_core::{Bits, Outcome, Player};

use super::compass::Compass;

/// A game that a file describes beyond [`Definition`]: plain data, checked by the reader.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// Names, words and board. Its goals are empty: they are among the aims.
    pub definition: Definition,
    /// Which site follows which in every direction.
    pub compass: Compass,
    /// What wins and what loses.
    pub aims: Vec<Aim>,
    /// How many stones the first turn has, and every later one.
    pub stones: [u8; 2],
    /// Where stones may be put.
    pub place: Place,
    /// What holds for single moves at the beginning.
    pub openings: Vec<Opening>,
    /// What a stone captures.
    pub capture: Option<Capture>,
    /// Who may change sides at the beginning.
    pub swap: Swap,
    /// A player may always pass; two passes end the game.
    pub pass: bool,
    /// What happens to a player who cannot move.
    pub stuck: Stuck,
    /// The winner when nothing else has decided.
    pub end: End,
    /// The number of moves after which the game is over.
    pub limit: Option<u16>,
    /// The stones at the beginning.
    pub start: [Vec<u16>; 2],
    /// What moves, if anything does; each player's first kind is the plain one.
    pub pieces: Vec<PieceKind>,
    /// The kinds of those pieces of `start` that are not plain.
    pub ranks: Vec<(u16, u8)>,
    /// How many plain pieces each player puts on the board before any move.
    pub hand: [u8; 2],
    /// The game is over after this many moves in a row that could all be taken back.
    pub idle: Option<u16>,
    /// What the third time of a position means.
    pub repeat: Repeat,
}

/// A kind of piece, and how it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKind {
    /// The name for people.
    pub name: String,
    /// The letter in positions: upper case for the first player, lower case for the second. None where the
    /// kind is plain for everybody who has it.
    pub sign: Option<char>,
    /// Whose it may be.
    pub players: [bool; 2],
    /// Ways onto an empty site.
    pub step: Ways,
    /// One step onto a piece of the opponent, which is taken.
    pub take: Ways,
    /// Any number of empty sites straight on.
    pub slide: Ways,
    /// As many sites as there are pieces on the line, over own pieces only.
    pub count: Ways,
    /// Over a piece of the opponent beside it, which is taken, to the empty site behind.
    pub jump: Ways,
    /// Over any piece beside it to the empty site behind.
    pub hop: Ways,
    /// For each site where else it may go in one leap.
    pub leap: Vec<Vec<u16>>,
    /// Steps, slides, counted moves and leaps may also end on a piece of the opponent, which is taken.
    pub takes: bool,
    /// Do jumps and hops go on?
    pub again: Again,
    /// Only straight on.
    pub straight: bool,
    /// What it becomes where, for each player.
    pub promote: Option<(u8, [Vec<u16>; 2])>,
    /// With this many pieces left or fewer it may go to any empty site.
    pub fly: u16,
    /// Where it may be, for each player; `None` for everywhere.
    pub within: Option<[Vec<u16>; 2]>,
}

/// Directions of the compass, for each player.
pub type Ways = [Vec<usize>; 2];

/// Does a piece that has jumped jump on?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Again {
    /// No.
    #[default]
    Never,
    /// If the player likes.
    May,
    /// As long as it can.
    Must,
}

/// What it means that a position comes for the third time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repeat {
    /// A draw.
    #[default]
    Draw,
    /// The player who brought it about has lost.
    Loses,
    /// This player has won.
    Win(Player),
}

/// Something that ends the game when a player has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Whose stones count.
    pub player: Player,
    /// Does it win, or does it lose?
    pub verdict: Verdict,
    /// What it is.
    pub by: By,
}

/// What an aim means to the player who has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The player wins.
    Wins,
    /// The player loses.
    Loses,
}

/// What a player may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// One of these groups is filled.
    Groups(Vec<Group>),
    /// A chain of touching stones that reaches `need` of the regions.
    Connect {
        /// The regions.
        regions: Vec<Vec<u16>>,
        /// How many of them.
        need: usize,
    },
    /// A chain that closes a ring around at least one site.
    Ring,
    /// So many stones captured.
    Captures(u16),
    /// A piece, or one of this kind, stands on one of these sites.
    At(Vec<u16>, Option<u8>),
    /// No more than this many pieces, or pieces of this kind, are left.
    Left(u16, Option<u8>),
    /// All pieces are one chain, diagonals included.
    Joined,
}

impl By {
    /// What it is called in reports.
    pub fn in_words(&self, verdict: Verdict) -> String {
        let word = match self {
            By::Groups(_) => "lines or groups".into(),
            By::Connect { regions, need } if *need == regions.len() => {
                format!("connect all {need}")
            }
            By::Connect { regions, need } => format!("connect {need} of {}", regions.len()),
            By::Ring => "a ring".into(),
            By::Captures(_) => "captures".into(),
            By::At(..) => "a piece that has arrived".into(),
            By::Left(..) => "pieces lost".into(),
            By::Joined => "all pieces in one chain".into(),
        };
        match verdict {
            Verdict::Wins => word,
            Verdict::Loses => word + ", which lose",
        }
    }
}

/// Where stones may be put, apart from sites being empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Only next to stones of these players, once there are any.
    pub beside: Option<Whose>,
    /// Not next to stones of these players.
    pub apart: Option<Whose>,
    /// Stones fall in this direction as far as they can.
    pub gravity: Option<usize>,
}

/// Whose stones are meant, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The mover's.
    Own,
    /// The opponent's.
    Other,
    /// Anybody's.
    Any,
}

/// What holds for one move at the beginning, counted over both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Which move, from 0.
    pub number: u16,
    /// Where it may go, in rising order.
    pub sites: Vec<u16>,
}

/// What a stone captures when it is put down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Enclosed how?
    pub how: Enclosed,
    /// Captured stones change sides and stay.
    pub flips: bool,
    /// A move has to capture.
    pub compulsory: bool,
}

/// How stones are captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Enclosed {
    /// In a straight row between the new stone and another one of its colour; only rows of these
    /// lengths, or of any.
    Custody(Option<Vec<usize>>),
    /// A chain that touches no empty site. A move that leaves its own chain so is not allowed.
    Surrounded,
    /// Any piece, by filling one of these groups; one outside of such groups if there is any.
    Filled(Vec<Group>),
    /// By the moves of pieces alone.
    Moving,
}

/// Who may change sides at the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Swap {
    /// Nobody.
    Never,
    /// The second player may take the first turn over; stones go to these sites.
    Pie(Vec<u16>),
    /// The first player puts three stones; the second takes a side, or puts two more and lets the
    /// first take one.
    Two,
}

/// What happens to a player who cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stuck {
    /// The game is over, and `end` says who has won.
    #[default]
    Over,
    /// The player loses.
    Loses,
    /// The player wins.
    Wins,
    /// The turn goes to the other player; if that one cannot move either, the game is over.
    Passes,
}

/// The result of a game that ends without a winning line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// Nobody.
    #[default]
    Draw,
    /// This player.
    Win(Player),
    /// The player with more stones on the board.
    Most,
    /// The player with fewer.
    Fewest,
    /// The player who moved last.
    Last,
}

impl Verdict {
    /// What it means that `player` has this.
    pub(super) fn outcome(self, player: Player) -> Outcome {
        Outcome::win(if self == Verdict::Wins { player } else { !player })
    }
}

impl End {
    /// The result with these stones on the board.
    pub(super) fn outcome<const W: usize>(
        self,
        stones: &[Bits<W>; 2],
        last_mover: Player,
    ) -> Outcome {
        let [first, second] = stones.map(|stones| stones.len());
        let by = |more: usize, fewer: usize| match more.cmp(&fewer) {
            std::cmp::Ordering::Greater => Outcome::win(Player::First),
            std::cmp::Ordering::Less => Outcome::win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        };
        match self {
            End::Draw => Outcome::Draw,
            End::Win(player) => Outcome::win(player),
            End::Most => by(first, second),
            End::Fewest => by(second, first),
            End::Last => Outcome::win(last_mover),
        }
    }
}

impl Description {
    /// Have both players the same aims?
    pub fn is_even(&self) -> bool {
        let of = |player| {
            let aims = self.aims.iter().filter(move |aim| aim.player == player);
            aims.map(|aim| (aim.verdict, &aim.by)).collect::<Vec<_>>()
        };
        of(Player::First) == of(Player::Second) && !matches!(self.end, End::Win(_))
    }

    /// The kind of a player's plain pieces, which are those in hand.
    pub fn plain(&self, player: Player) -> Option<u8> {
        self.pieces.iter().position(|kind| kind.players[player.index()]).map(|kind| kind as u8)
    }

    /// The last move that an opening rule or the limit counts.
    pub(super) fn last_counted(&self) -> u16 {
        let openings = self.openings.iter().map(|opening| opening.number + 1);
        openings.chain(self.limit).max().unwrap_or(0)
    }
}
