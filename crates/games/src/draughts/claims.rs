//! What a move does: pieces taken, given and lost, shots, kings, and men that nobody stops.

use henge_core::explain::Explain;
use henge_core::{Game, Turn};

use super::rules::{Draughts, Position};
use super::{Move, Word};

/// A fact about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It takes this many pieces.
    Takes(u32),
    /// There was no other move.
    Forced,
    /// All others that are legal take as well: a capture is compulsory.
    MustTake,
    /// A man becomes a king.
    Crowns,
    /// The other player must take; whatever they take, which is at most the first number of pieces, the mover then
    /// takes at least the second, and more than was taken.
    Shot(u32, u32),
    /// The same where the mover takes back as many as were taken.
    Exchange(u32),
    /// The other player can take this many pieces without being taken from at once.
    Loses(u32),
    /// Whatever the other player does, a man becomes a king with this move of the mover, counted from now.
    Breaks(u32),
    /// The other player, were it their turn, could have taken something; after the move they cannot.
    Saves,
    /// Were it the mover's turn again, they could take this many pieces.
    Threatens(u32),
    /// The other player has this many moves.
    Cramps(usize),
}

/// What a capture takes.
fn n<W: Word>(mv: Move<W>) -> u32 {
    mv.captured().len()
}

impl<W: Word> Draughts<W> {
    fn after(&self, pos: &Position<W>, mv: Move<W>) -> Position<W> {
        let mut next = *pos;
        self.play(&mut next, mv);
        next
    }

    /// The most that the player to move can take with one move.
    fn most_taken(&self, pos: &Position<W>) -> u32 {
        self.moves(pos).map(n).max().unwrap_or(0)
    }

    /// For every capture of the player to move how many pieces it takes, and how many the other player can then take.
    fn exchanges(&self, pos: &Position<W>) -> Vec<(u32, u32)> {
        let captures = self.moves(pos).filter(|mv| mv.is_capture());
        captures.map(|mv| (n(mv), self.most_taken(&self.after(pos, mv)))).collect()
    }

    /// Does the man on a square become a king within this many of its owner's moves, if nobody but he moves, whatever
    /// the other player does?
    fn runs(&self, pos: &Position<W>, at: u32, n_moves: u32) -> bool {
        let Turn::Player(other) = self.turn(pos) else { return false };
        let own = !other;
        self.moves(pos).all(|reply| {
            let next = self.after(pos, reply);
            if (next.men(own) & W::bit(at)).is_empty() {
                return false;
            }
            self.moves(&next).filter(|mv| mv.from() == at).any(|mv| {
                let then = self.after(&next, mv);
                let crowned = !(then.kings(own) & W::bit(mv.to())).is_empty();
                // A king that is taken at once is none.
                let taken =
                    || self.moves(&then).any(|mv| !(mv.captured() & then.kings(own)).is_empty());
                crowned && !taken()
                    || !crowned && n_moves > 1 && self.runs(&then, mv.to(), n_moves - 1)
            })
        })
    }
}

impl<W: Word> Explain for Draughts<W> {
    type Claim = Claim;

    fn claims(&self, pos: &Position<W>, mv: Move<W>) -> Vec<Claim> {
        let (mover, next, mut found) = (pos.to_move(), self.after(pos, mv), Vec::new());
        let bit = W::bit(mv.to());
        if mv.is_capture() {
            found.push(Claim::Takes(n(mv)));
        }
        match self.n_moves(pos) {
            1 => found.push(Claim::Forced),
            _ if mv.is_capture() => found.push(Claim::MustTake),
            _ => {}
        }
        if !(next.kings(mover) & !pos.kings(mover) & bit).is_empty()
            && !(pos.men(mover) & W::bit(mv.from())).is_empty()
        {
            found.push(Claim::Crowns);
        }
        let Turn::Player(_) = self.turn(&next) else { return found };
        let exchanges = self.exchanges(&next);
        let given = exchanges.iter().map(|&(given, _)| given).max().unwrap_or(0);
        if !exchanges.is_empty() {
            let least = exchanges.iter().map(|&(_, taken)| taken).min().unwrap_or(0);
            let lost =
                exchanges.iter().filter(|&&(_, taken)| taken == 0).map(|&(given, _)| given).max();
            if exchanges.iter().all(|(given, taken)| taken > given) {
                found.push(Claim::Shot(given, least));
            } else if exchanges.iter().all(|(given, taken)| taken == given) && least == given {
                found.push(Claim::Exchange(given));
            } else {
                found.extend(lost.map(Claim::Loses));
            }
        } else {
            let turned =
                |pos: &Position<W>| self.turned(pos).map_or(0, |pos| self.most_taken(&pos));
            if !mv.is_capture() && turned(pos) > 0 {
                found.push(Claim::Saves);
            }
            let threat = turned(&next);
            if threat > 0 {
                found.push(Claim::Threatens(threat));
            }
            // Three moves ahead, for a man alone, is soon looked at.
            if !(next.men(mover) & bit).is_empty() {
                found.extend((1..=3).find(|&n| self.runs(&next, mv.to(), n)).map(Claim::Breaks));
            }
        }
        let replies = self.n_moves(&next);
        if replies <= 2 && exchanges.is_empty() {
            found.push(Claim::Cramps(replies));
        }
        found
    }

    fn say(&self, pos: &Position<W>, claim: &Claim, players: &[String; 2]) -> String {
        let other = &players[(!pos.to_move()).index()];
        let pieces = |n: u32| match n {
            1 => "a piece".to_string(),
            n => format!("{n} pieces"),
        };
        match *claim {
            Claim::Takes(n) => format!("takes {}", pieces(n)),
            Claim::Forced => "is the only legal move".into(),
            Claim::MustTake => "is compulsory, as a capture always is".into(),
            Claim::Crowns => "makes a king".into(),
            Claim::Shot(given, taken) => {
                format!(
                    "is a shot: {other} must take {}, and {} are taken in return",
                    pieces(given),
                    pieces(taken)
                )
            }
            Claim::Exchange(1) => "offers an exchange, one for one".into(),
            Claim::Exchange(n) => format!("offers an exchange, {n} for {n}"),
            Claim::Loses(n) => format!("lets {other} take {} for nothing", pieces(n)),
            Claim::Breaks(1) => "breaks through: with the next move the man becomes a king".into(),
            Claim::Breaks(n) => format!("breaks through: the man becomes a king in {n} more moves"),
            Claim::Saves => format!("leaves {other} nothing to take"),
            Claim::Threatens(n) => format!("threatens to take {}", pieces(n)),
            Claim::Cramps(1) => format!("leaves {other} a single move"),
            Claim::Cramps(n) => format!("leaves {other} only {n} moves"),
        }
    }

    fn turned(&self, pos: &Position<W>) -> Option<Position<W>> {
        Some(self.settled(Position { second_to_move: !pos.second_to_move, ..*pos }))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Variant;
    use super::*;
    use henge_core::Player;
    use henge_testkit::{claims_hold, explained};

    /// How many pieces a player has.
    fn n_pieces<W: Word>(pos: &Position<W>, player: Player) -> u32 {
        pos.men(player).len() + pos.kings(player).len()
    }

    fn holds<W: Word>(game: &Draughts<W>, pos: &Position<W>, mv: Move<W>, claim: &Claim) -> bool {
        let after = |pos: &Position<W>, mv: Move<W>| {
            let mut next = *pos;
            game.play(&mut next, mv);
            next
        };
        let (own, next) = (pos.to_move(), after(pos, mv));
        let other = !own;
        // What `loser` has lost from one position to the other.
        let lost = |a: &Position<W>, b: &Position<W>, loser: Player| {
            n_pieces(a, loser) - n_pieces(b, loser)
        };
        let best = |pos: &Position<W>, loser: Player| {
            game.moves(pos).map(|mv| lost(pos, &after(pos, mv), loser)).max().unwrap_or(0)
        };
        let turned = |pos: &Position<W>| game.turned(pos).unwrap();
        // Over all replies: what they take, and what can be taken back.
        let replies = || {
            game.moves(&next).map(|reply| {
                let then = after(&next, reply);
                (lost(&next, &then, own), best(&then, other))
            })
        };
        match *claim {
            Claim::Takes(n) => lost(pos, &next, other) == n && n > 0,
            Claim::Forced => game.moves(pos).count() == 1,
            Claim::MustTake => game.moves(pos).all(|mv| lost(pos, &after(pos, mv), other) > 0),
            Claim::Crowns => next.kings(own).len() == pos.kings(own).len() + 1,
            Claim::Shot(given, taken) => {
                replies().all(|(a, b)| a > 0 && b > a && a <= given && b >= taken)
                    && replies().any(|(a, _)| a == given)
            }
            Claim::Exchange(n) => replies().all(|pair| pair == (n, n)),
            Claim::Loses(n) => replies().any(|pair| pair == (n, 0)),
            Claim::Breaks(n) => king_within(game, &next, own, n),
            Claim::Saves => best(&turned(pos), own) > 0 && best(&next, own) == 0,
            Claim::Threatens(n) => best(&turned(&next), other) == n && n > 0,
            Claim::Cramps(n) => game.moves(&next).count() == n,
        }
    }

    /// Can a player force a further king within this many moves? Any of their moves will do.
    fn king_within<W: Word>(game: &Draughts<W>, pos: &Position<W>, own: Player, n: u32) -> bool {
        game.moves(pos).all(|reply| {
            let mut next = *pos;
            game.play(&mut next, reply);
            game.moves(&next).any(|mv| {
                let mut then = next;
                game.play(&mut then, mv);
                then.kings(own).len() > next.kings(own).len()
                    || n > 1 && king_within(game, &then, own, n - 1)
            })
        })
    }

    #[test]
    fn what_is_said_holds() {
        let kinds = [
            "Takes",
            "Forced",
            "MustTake",
            "Crowns",
            "Shot",
            "Exchange",
            "Loses",
            "Breaks",
            "Saves",
            "Threatens",
            "Cramps",
        ];
        let english = Draughts::<u64>::new(Variant::English).unwrap();
        claims_hold(&english, 20, &kinds, &|pos, mv, claim| holds(&english, pos, mv, claim));
        let international = Draughts::<u64>::new(Variant::International).unwrap();
        let holds = |pos: &_, mv, claim: &_| holds(&international, pos, mv, claim);
        claims_hold(&international, 6, &["Shot", "Loses"], &holds);
    }

    #[test]
    fn thirty_positions_are_explained() {
        let game = Draughts::<u64>::new(Variant::English).unwrap();
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons/draughts.txt");
        let players = game.about().players;
        explained(&game, &file, &players, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }
}
