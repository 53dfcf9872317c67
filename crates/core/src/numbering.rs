//! How the moves of a game are numbered.

use crate::Player;

/// How the players of a game number its moves. Dice are no moves and have no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// Every move has a number of its own, as stones and discs have.
    #[default]
    Each,
    /// A move of the first player and the answer to it share a number.
    Pairs,
}

impl Numbering {
    /// The number of every ply, given who made it (`None` for dice).
    ///
    /// ```
    /// use henge_core::{Numbering, Player::{First, Second}};
    ///
    /// let game = [None, Some(Second), None, Some(First), None, Some(Second)];
    /// assert_eq!(Numbering::Pairs.numbers(&game), [None, Some(1), None, Some(2), None, Some(2)]);
    /// assert_eq!(Numbering::Each.numbers(&game), [None, Some(1), None, Some(2), None, Some(3)]);
    /// ```
    pub fn numbers(self, movers: &[Option<Player>]) -> Vec<Option<usize>> {
        let (mut number, mut last) = (0, None);
        let each = |mover: &Option<Player>| {
            let mover = (*mover)?;
            let next = match self {
                Numbering::Each => true,
                // Somebody who moves twice, with a double and then with the dice, has one number for both.
                Numbering::Pairs => last.is_none_or(|last| last != mover && mover == Player::First),
            };
            number += usize::from(next);
            last = Some(mover);
            Some(number)
        };
        movers.iter().map(each).collect()
    }

    /// What stands before every ply in a text: `1. `, `1... ` where the second player's move has nothing of its
    /// number before it, or nothing where the number was said already.
    pub fn labels(self, movers: &[Option<Player>]) -> Vec<String> {
        let mut said = 0;
        let numbers = self.numbers(movers);
        let label = |(number, mover): (Option<usize>, &Option<Player>)| match number {
            Some(number) if number > said => {
                said = number;
                let late = self == Numbering::Pairs && *mover == Some(Player::Second);
                format!("{number}.{} ", if late { ".." } else { "" })
            }
            _ => String::new(),
        };
        numbers.into_iter().zip(movers).map(label).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{First, Second};

    #[test]
    fn pairs_share_a_number_and_stones_have_their_own() {
        let movers = [Some(First), Some(Second), Some(First)];
        assert_eq!(Numbering::Pairs.labels(&movers), ["1. ", "", "2. "]);
        assert_eq!(Numbering::Each.labels(&movers), ["1. ", "2. ", "3. "]);
    }

    #[test]
    fn dice_and_a_second_move_take_no_number() {
        // Black begins, and White doubles before the next roll.
        let movers = [None, Some(Second), Some(First), Some(Second), None, Some(First)];
        assert_eq!(Numbering::Pairs.labels(&movers), ["", "1... ", "2. ", "", "", "3. "]);
        let twice = [Some(First), None, Some(First), Some(Second)];
        assert_eq!(Numbering::Pairs.labels(&twice), ["1. ", "", "", ""]);
    }
}
