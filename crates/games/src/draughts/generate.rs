//! Captures on bitboards, compiled for each variant.
//!
//! The board lies in a word row by row, with gaps that no piece ever stands on, so that a step in one
//! direction is the same shift everywhere and none runs round the edge. All men that can capture in a
//! direction are found by two shifts; only from there on are captures followed one by one.

use super::moves::{KingSteps, Move, Moves, Sink};
use super::variant::{AboutTurn, King, Landing, Lifted, ManTakes, Priority, Promotion, Rules};
use super::word::Word;

/// The rules of a variant, known to the compiler.
pub(super) trait Book {
    const RULES: Rules;
    const STEPS: [i32; 8] = Self::RULES.steps();
}

/// A type for each variant.
pub(super) mod of {
    use super::super::variant::*;
    use super::{Book, Rules};

    macro_rules! books {
        ($($name:ident $rules:ident)*) => {
            $(
                pub struct $name;
                impl Book for $name {
                    const RULES: Rules = $rules;
                }
            )*
        };
    }
    books! {
        Danish DANISH Czech CZECH English ENGLISH Pool POOL Russian RUSSIAN Brazilian BRAZILIAN
        International INTERNATIONAL Italian ITALIAN Spanish SPANISH Portuguese PORTUGUESE
        Canadian CANADIAN Turkish TURKISH Thai THAI Frisian FRISIAN Killer KILLER
        Spantsireti SPANTSIRETI
    }
}

/// What move generation needs to know of a position: the pieces of the side to move and of its
/// opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<W> {
    /// Men of the side to move.
    pub(super) men: W,
    /// Its kings.
    pub(super) kings: W,
    /// Men of the opponent.
    pub(super) other_men: W,
    /// His kings.
    pub(super) other_kings: W,
    /// The free squares.
    pub(super) empty: W,
    /// The row on which men become kings.
    pub(super) last_row: W,
    /// Does the side to move begin at the bottom?
    pub(super) up: bool,
}

/// Does something for each direction of a set, with a step that the compiler knows.
macro_rules! along {
    ($book:ident, $set:expr, $direction:ident, $step:ident, $body:block) => {
        along!(@ $book, $set, $direction, $step, $body, 0 1 2 3 4 5 6 7)
    };
    (@ $book:ident, $set:expr, $direction:ident, $step:ident, $body:block, $($i:literal)*) => {
        $(
            if const { $set >> $i & 1 == 1 } {
                #[allow(unused_variables)]
                let $direction: u8 = $i;
                let $step = const { $book::STEPS[$i] };
                $body
            }
        )*
    };
}

/// Is there a capture?
#[inline(always)]
pub(super) fn must_capture<B: Book, W: Word, const UP: bool>(frame: &Frame<W>) -> bool {
    let targets = man_targets::<B, W>(frame);
    let mut men = W::NONE;
    along!(B, B::RULES.man_captures_along(UP), direction, step, {
        men |= frame.men.shift(step) & targets & frame.empty.shift(-step);
    });
    !men.is_empty() || (!frame.kings.is_empty() && king_must_capture::<B, W>(frame))
}

/// Can the side to move do anything but capture? `free` are the kings that may move so.
#[inline(always)]
pub(super) fn can_step<B: Book, W: Word, const UP: bool>(frame: &Frame<W>, free: W) -> bool {
    let mut reached = W::NONE;
    along!(B, B::RULES.man_moves(UP), direction, step, {
        reached |= frame.men.shift(step);
    });
    if !(reached & frame.empty).is_empty() {
        return true;
    }
    if !free.is_empty() {
        along!(B, B::RULES.king_moves_along(), direction, step, {
            reached |= free.shift(step);
        });
    }
    !(reached & frame.empty).is_empty()
}

/// The moves without a capture. `free` are the kings that may move so.
#[inline(always)]
pub(super) fn steps<B: Book, W: Word, const UP: bool>(frame: &Frame<W>, free: W) -> Moves<W> {
    let mut men = [W::NONE; 3];
    let mut steps = [0; 3];
    let mut i = 0;
    along!(B, B::RULES.man_moves(UP), direction, step, {
        men[i] = frame.men.shift(step) & frame.empty;
        steps[i] = step as i8;
        i += 1;
    });
    let flying = matches!(B::RULES.king, King::Flying);
    let kings = KingSteps { steps: &B::STEPS, along: B::RULES.king_moves_along(), flying };
    debug_assert!(i <= 3);
    Moves::quiet(men, steps, frame.empty, free, kings)
}

/// How many of these there are.
#[inline(always)]
pub(super) fn n_steps<B: Book, W: Word, const UP: bool>(frame: &Frame<W>, free: W) -> usize {
    let mut n = 0;
    along!(B, B::RULES.man_moves(UP), direction, step, {
        n += (frame.men.shift(step) & frame.empty).len();
    });
    if !free.is_empty() {
        n += n_king_moves::<B, W>(frame.empty, free);
    }
    n as usize
}

/// The moves of all kings along each line at once.
fn n_king_moves<B: Book, W: Word>(empty: W, kings: W) -> u32 {
    let mut n = 0;
    along!(B, B::RULES.king_moves_along(), direction, step, {
        let mut front = kings.shift(step) & empty;
        n += front.len();
        while matches!(B::RULES.king, King::Flying) && !front.is_empty() {
            front = front.shift(step) & empty;
            n += front.len();
        }
    });
    n
}

/// Sends all kings along each line at once.
fn king_must_capture<B: Book, W: Word>(frame: &Frame<W>) -> bool {
    let others = frame.other_men | frame.other_kings;
    along!(B, B::RULES.king_captures_along(), direction, step, {
        let (mut front, mut met) = (frame.kings, W::NONE);
        while !front.is_empty() {
            front = front.shift(step);
            met |= front & others;
            front &= frame.empty;
            if matches!(B::RULES.king, King::Short) {
                break;
            }
        }
        if !(met.shift(step) & frame.empty).is_empty() {
            return true;
        }
    });
    false
}

#[inline(always)]
fn man_targets<B: Book, W: Word>(frame: &Frame<W>) -> W {
    match B::RULES.man_takes {
        ManTakes::All => frame.other_men | frame.other_kings,
        ManTakes::Men => frame.other_men,
    }
}

/// Hands every capture to the sink, which keeps the legal ones, each once.
pub(super) fn captures<B: Book, W: Word, const UP: bool>(frame: &Frame<W>, sink: &mut Sink<W>) {
    sink.threshold = threshold(&B::RULES);
    let mut kings = frame.kings;
    while !kings.is_empty() {
        let from = W::bit(kings.lowest());
        kings = kings.without_lowest();
        let hunt = Hunt { frame, from, empty: frame.empty | from, by_king: true };
        king::<B, W>(&hunt, from, None, Taken::default(), sink);
    }
    if matches!(B::RULES.priority, Priority::KingFirst) && !sink.is_empty() {
        return;
    }
    let targets = man_targets::<B, W>(frame);
    let mut able = W::NONE;
    along!(B, B::RULES.man_captures_along(UP), direction, step, {
        // The man, the piece beside it, the free square behind.
        able |= frame.men & (targets & frame.empty.shift(-step)).shift(-step);
    });
    while !able.is_empty() {
        let from = W::bit(able.lowest());
        able = able.without_lowest();
        let hunt = Hunt { frame, from, empty: frame.empty | from, by_king: false };
        man::<B, W, UP>(&hunt, from, Taken::default(), sink);
    }
}

/// From how many captured pieces on two ways of capturing may come to the same move.
///
/// The jumps of a man along diagonals are edges of a square lattice, and each piece lies on one edge
/// that he can use. Two ways over the same edges between the same ends need a circle, which has four
/// edges at least. Where a man jumps along rows and columns too, a piece lies on several edges.
const fn threshold(rules: &Rules) -> [u8; 2] {
    let men = match (rules.lines, rules.promotion) {
        (super::variant::Lines::Diagonal, Promotion::Stop | Promotion::Pass) => 4,
        _ => 2,
    };
    [men, 2]
}

/// A capture by one piece: what stays the same.
struct Hunt<'a, W> {
    frame: &'a Frame<W>,
    from: W,
    /// Free squares, that of the capturing piece included.
    empty: W,
    by_king: bool,
}

/// What has been captured so far.
#[derive(Clone, Copy, Default)]
struct Taken<W> {
    pieces: W,
    n: u32,
    /// Whether the first, second, … piece was a king, from the top bit.
    kings_in_order: u32,
}

impl<W: Word> Taken<W> {
    #[inline(always)]
    fn with<B: Book>(self, piece: W, frame: &Frame<W>) -> Self {
        let mut kings_in_order = self.kings_in_order;
        if matches!(B::RULES.priority, Priority::Italian) && !(piece & frame.other_kings).is_empty()
        {
            kings_in_order |= 0x8000 >> (self.n & 15);
        }
        Taken { pieces: self.pieces | piece, n: self.n + 1, kings_in_order }
    }
}

impl<W: Word> Hunt<'_, W> {
    #[inline(always)]
    fn empty<B: Book>(&self, taken: Taken<W>) -> W {
        match B::RULES.lifted {
            Lifted::AtOnce => self.empty | taken.pieces,
            Lifted::After => self.empty,
        }
    }

    /// How high a capture ranks; of all captures those of the highest rank are legal.
    #[inline(always)]
    fn rank<B: Book>(&self, taken: Taken<W>) -> u32 {
        let by_king = u32::from(self.by_king);
        let kings = || (taken.pieces & self.frame.other_kings).len();
        match B::RULES.priority {
            Priority::Any => 0,
            Priority::KingFirst => by_king,
            Priority::Most => taken.n,
            Priority::MostThenKings => taken.n << 8 | kings(),
            Priority::Italian => {
                taken.n << 24 | by_king << 23 | kings() << 16 | taken.kings_in_order
            }
            Priority::Value => {
                let kings = kings();
                ((taken.n + kings) * 64 - kings) << 1 | by_king
            }
        }
    }

    #[inline(always)]
    fn offer<B: Book>(&self, to: W, taken: Taken<W>, sink: &mut Sink<W>) {
        let mv =
            Move { captured: taken.pieces, from: self.from.lowest() as u8, to: to.lowest() as u8 };
        sink.offer(self.rank::<B>(taken), mv, taken.n, self.by_king);
    }
}

/// Follows the captures of a man who stands at `at`; false if there are none.
fn man<B: Book, W: Word, const UP: bool>(
    hunt: &Hunt<W>,
    at: W,
    taken: Taken<W>,
    sink: &mut Sink<W>,
) -> bool {
    let empty = hunt.empty::<B>(taken);
    let targets = man_targets::<B, W>(hunt.frame) & !taken.pieces;
    let mut found = false;
    along!(B, B::RULES.man_captures_along(UP), direction, step, {
        let piece = at.shift(step) & targets;
        let landing = piece.shift(step) & empty;
        if !landing.is_empty() {
            found = true;
            let taken = taken.with::<B>(piece, hunt.frame);
            let at_end = !(landing & hunt.frame.last_row).is_empty();
            let goes_on = match B::RULES.promotion {
                Promotion::Stop if at_end => false,
                Promotion::Continue if at_end => {
                    king::<B, W>(hunt, landing, Some((direction, Way::Open)), taken, sink)
                }
                _ => man::<B, W, UP>(hunt, landing, taken, sink),
            };
            if !goes_on {
                hunt.offer::<B>(landing, taken, sink);
            }
        }
    });
    found
}

/// Whether a king that goes on in its direction has been looked at from another landing square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Open,
    Known,
}

/// Follows the captures of a king who stands at `at`, and came there in a direction; false if there
/// are none.
fn king<B: Book, W: Word>(
    hunt: &Hunt<W>,
    at: W,
    came: Option<(u8, Way)>,
    taken: Taken<W>,
    sink: &mut Sink<W>,
) -> bool {
    let empty = hunt.empty::<B>(taken);
    let frame = hunt.frame;
    let targets = (frame.other_men | frame.other_kings) & !taken.pieces;
    let mut found = false;
    for direction in 0..8u8 {
        if B::RULES.king_captures_along() >> direction & 1 == 0 {
            continue;
        }
        if let Some((before, way)) = came {
            let back =
                matches!(B::RULES.about_turn, AboutTurn::Forbidden) && direction == before ^ 2;
            if back || (direction == before && way == Way::Known) {
                continue;
            }
        }
        let step = B::STEPS[usize::from(direction)];
        let mut piece = at.shift(step);
        if matches!(B::RULES.king, King::Flying) {
            while !(piece & empty).is_empty() {
                piece = piece.shift(step);
            }
        }
        piece &= targets;
        let first = piece.shift(step) & empty;
        if first.is_empty() {
            continue;
        }
        found = true;
        let taken = taken.with::<B>(piece, frame);
        // If some landing square allows to go on, the others are not legal; where most pieces must
        // be taken they would not be so either.
        let (mut landing, mut way, mut goes_on) = (first, Way::Open, false);
        let lands_freely = const {
            matches!(B::RULES.king, King::Flying) && !matches!(B::RULES.landing, Landing::Behind)
        };
        let behind = hunt.empty::<B>(taken);
        while !landing.is_empty() {
            goes_on |= king::<B, W>(hunt, landing, Some((direction, way)), taken, sink);
            // The next piece in this direction is the same from all landing squares.
            way = Way::Known;
            landing = if lands_freely { landing.shift(step) & behind } else { W::NONE };
        }
        if !goes_on {
            let stops = matches!(B::RULES.landing, Landing::BehindLastKing)
                && !(piece & frame.other_kings).is_empty();
            landing = first;
            while !landing.is_empty() {
                hunt.offer::<B>(landing, taken, sink);
                let further = lands_freely && !stops;
                landing = if further { landing.shift(step) & behind } else { W::NONE };
            }
        }
    }
    found
}
