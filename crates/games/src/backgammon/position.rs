use henge_core::Player;

use super::generate::place;
use super::men::Men;

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Both throw one die; the higher begins with these two dice.
    Opening,
    /// The player on roll doubles or not.
    Decide,
    /// He throws.
    Dice,
    /// He plays his dice.
    Play,
    /// In Acey-Deucey: he has played 2-1 and names the doublet that he plays next.
    Name,
    /// He has doubled; the other one takes, drops or beavers.
    Offered,
    /// The other one has doubled back at once; he takes or drops.
    Beavered,
    /// All is over.
    Over {
        /// Who won.
        winner: Player,
        /// What it counts.
        points: u8,
    },
}

/// What changes in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) men: Men,
    pub(super) on_roll: Player,
    pub(super) phase: Phase,
    /// The larger first; zeros while there are none.
    pub(super) dice: [u8; 2],
    /// How often the cube was turned.
    pub(super) doublings: u8,
    pub(super) owner: Option<Player>,
    pub(super) score: [u8; 2],
    pub(super) crawford: bool,
    /// The game ended by a double that was refused.
    pub(super) dropped: bool,
    /// The places of the men of each side, added up for the key; in the order of `Men`.
    pub(super) sums: [u64; 2],
    /// In Acey-Deucey: of the men on the bar those who have never been on the board; in the order of `Men`. They may
    /// wait, and enter after those who were hit.
    pub(super) waiting: [u8; 2],
    /// The dice are a doublet that was named.
    pub(super) named: bool,
}

impl Position {
    /// These men as `on_roll` sees them, who is to throw; no cube, no score.
    pub(super) fn with_men(men: Men, on_roll: Player) -> Position {
        Position {
            men,
            on_roll,
            phase: Phase::Dice,
            dice: [0; 2],
            doublings: 0,
            owner: None,
            score: [0; 2],
            crawford: false,
            dropped: false,
            sums: [&men.mine, &men.theirs].map(sum),
            waiting: [0; 2],
            named: false,
        }
    }

    /// The men, as the player on roll sees them.
    #[inline]
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Whose turn it is to throw and to play. A double is answered by the other one.
    #[inline]
    pub fn on_roll(&self) -> Player {
        self.on_roll
    }

    /// What it waits for.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The dice, the larger first, if they have been thrown and not been played.
    #[inline]
    pub fn dice(&self) -> Option<[u8; 2]> {
        (self.dice[0] != 0).then_some(self.dice)
    }

    /// What the cube shows.
    #[inline]
    pub fn cube(&self) -> u8 {
        1 << self.doublings
    }

    /// Who has the cube; nobody while it lies in the middle.
    #[inline]
    pub fn cube_owner(&self) -> Option<Player> {
        self.owner
    }

    /// The points of both players in the match.
    #[inline]
    pub fn score(&self) -> [u8; 2] {
        self.score
    }

    /// In Acey-Deucey: the men of the player on roll and of the other who have never been on the board.
    #[inline]
    pub fn waiting(&self) -> [u8; 2] {
        self.waiting
    }

    /// Is this the game without the cube, after somebody came within a point of the match?
    #[inline]
    pub fn is_crawford(&self) -> bool {
        self.crawford
    }

    /// Everything but the men, for the key.
    #[inline]
    pub(super) fn state_bits(&self) -> u64 {
        let phase = match self.phase {
            Phase::Opening => 0,
            Phase::Decide => 1,
            Phase::Dice => 2,
            Phase::Play => 3,
            Phase::Offered => 4,
            Phase::Beavered => 5,
            Phase::Over { .. } => 6,
            Phase::Name => 7,
        };
        let bytes = [
            phase | (self.on_roll.index() as u8) << 3 | u8::from(self.crawford) << 4,
            self.dice[0] << 4 | self.dice[1],
            self.doublings << 2 | self.owner.map_or(0, |owner| 1 + owner.index() as u8),
            self.score[0],
            self.score[1],
            u8::from(self.dropped) | u8::from(self.named) << 1,
            self.waiting[0],
            self.waiting[1],
        ];
        u64::from_le_bytes(bytes)
    }
}

fn sum(side: &[u8; 26]) -> u64 {
    side.iter()
        .enumerate()
        .fold(0, |sum, (point, &men)| sum.wrapping_add(place(point).wrapping_mul(men.into())))
}
