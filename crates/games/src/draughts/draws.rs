//! What is counted because the rule books end games by it.

use henge_core::Player;

use super::moves::Move;
use super::rules::{Draughts, Position};
use super::variant::Endings;
use super::word::Word;

/// Plies that were counted. A variant that has no use for a count leaves it at 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// Since a piece was taken or a man moved.
    pub(super) idle: u8,
    /// Since a piece was taken or promoted.
    pub(super) balance: u8,
    /// Since the ending on the board arose.
    pub(super) ending: u8,
}

/// How often one king has moved in a row without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Streak {
    /// Its square; 0 without moves.
    pub(super) square: u8,
    pub(super) moves: u8,
}

impl Streak {
    /// The king that may not move again, if it has moved so often.
    #[inline(always)]
    pub(super) fn tired(self, most: u8) -> Option<u32> {
        (self.moves >= most).then_some(self.square.into())
    }

    pub(super) fn bits(self) -> u32 {
        u32::from(self.moves) << 8 | u32::from(self.square)
    }
}

/// Is there exactly one king and nothing else?
fn is_lone<W: Word>(men: W, kings: W) -> bool {
    men.is_empty() && !kings.is_empty() && kings.without_lowest().is_empty()
}

impl<W: Word> Draughts<W> {
    /// After how many plies the ending on the board is drawn, if the rules name it.
    pub(super) fn ending(&self, pos: &Position<W>) -> Option<u8> {
        let endings = self.rules.draws.endings;
        let of = |lone: Player| {
            if !is_lone(pos.men(lone), pos.kings(lone)) {
                return None;
            }
            let (men, kings) = (pos.men(!lone).len(), pos.kings(!lone).len());
            match endings {
                Endings::International if kings > 0 => match men + kings {
                    1 | 2 => Some(10),
                    3 => Some(32),
                    _ => None,
                },
                Endings::Russian => {
                    // Only a square board has a diagonal from corner to corner.
                    let square = self.rules.width == self.rules.height;
                    let on_road = !(pos.kings(lone) & self.main_road).is_empty();
                    (men + kings == 3 && square && on_road).then_some(10)
                }
                Endings::Frisian => (men == 0 && kings == 2).then_some(14),
                _ => None,
            }
        };
        of(Player::First).or_else(|| of(Player::Second))
    }

    /// After how many plies without a capture or a promotion the position is drawn.
    fn balance(&self, pos: &Position<W>) -> Option<u8> {
        if self.rules.draws.endings != Endings::Russian || pos.kings.contains(&W::NONE) {
            return None;
        }
        let three_against_one = |lone: Player| {
            is_lone(pos.men(lone), pos.kings(lone))
                && pos.men(!lone).is_empty()
                && pos.kings(!lone).len() >= 3
        };
        if three_against_one(Player::First) || three_against_one(Player::Second) {
            return Some(30);
        }
        match pos.occupied().len() {
            2 | 3 => Some(10),
            4 | 5 => Some(60),
            6 | 7 => Some(120),
            _ => None,
        }
    }

    /// Has a count run out?
    pub(super) fn has_run_out(&self, pos: &Position<W>) -> bool {
        let over = |count: u8, limit: Option<u8>| limit.is_some_and(|limit| count >= limit);
        let Counts { idle, balance, ending } = pos.counts;
        over(idle, self.rules.draws.idle)
            || (balance >= 10 && over(balance, self.balance(pos)))
            || (ending > 0 && over(ending, self.ending(pos)))
    }

    /// Can there be an ending that the rules name?
    #[inline(always)]
    pub(super) fn counts_endings(&self, pos: &Position<W>) -> bool {
        let has_king = !(pos.kings[0] | pos.kings[1]).is_empty();
        has_king && self.rules.draws.endings != Endings::None
    }

    /// Counts a move that has been played; `ending` is what the rules said before.
    #[inline(always)]
    pub(super) fn count(
        &self,
        ending: Option<u8>,
        pos: &mut Position<W>,
        mv: Move<W>,
        by_man: bool,
        promoted: bool,
    ) {
        // Without a king there is nothing to count.
        if pos.kings[0].is_empty() && pos.kings[1].is_empty() {
            pos.counts = Counts::default();
            pos.streaks = [Streak::default(); 2];
            return;
        }
        self.count_kings(ending, pos, mv, by_man, promoted);
    }

    fn count_kings(
        &self,
        ending: Option<u8>,
        pos: &mut Position<W>,
        mv: Move<W>,
        by_man: bool,
        promoted: bool,
    ) {
        let draws = &self.rules.draws;
        let counts = &mut pos.counts;
        let tally = |count: &mut u8, goes_on: bool| {
            *count = if goes_on { count.saturating_add(1) } else { 0 };
        };
        if draws.idle.is_some() {
            tally(&mut counts.idle, !mv.is_capture() && !by_man);
        }
        if draws.endings == Endings::Russian {
            tally(&mut counts.balance, !mv.is_capture() && !promoted);
        }
        if draws.endings != Endings::None {
            let goes_on = ending.is_some() && ending == self.ending(pos);
            tally(&mut pos.counts.ending, goes_on);
        }
        if self.rules.king_moves.is_some() {
            self.count_streak(pos, mv, by_man);
        }
        pos.drawn = self.has_run_out(pos);
    }

    /// The moves of one king in a row, while its owner has men.
    fn count_streak(&self, pos: &mut Position<W>, mv: Move<W>, by_man: bool) {
        // The turn has passed on already.
        let me = usize::from(!pos.second_to_move);
        let streak = &mut pos.streaks[me];
        *streak = if mv.is_capture() || by_man || pos.men[me].is_empty() {
            Streak::default()
        } else {
            let goes_on = streak.moves > 0 && streak.square == mv.from;
            Streak { square: mv.to, moves: if goes_on { streak.moves + 1 } else { 1 } }
        };
        // The king may have been taken, or the last man.
        let other = 1 - me;
        let square = W::bit(pos.streaks[other].square.into());
        if pos.men[other].is_empty() || (pos.kings[other] & square).is_empty() {
            pos.streaks[other] = Streak::default();
        }
    }
}
