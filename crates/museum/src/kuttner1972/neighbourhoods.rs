//! The twelve cells around a square as a number, and for each of the 4096 such neighbourhoods the
//! orientations that fit: what the thesis looks up instead of trying 63 orientations on a square.

use std::sync::LazyLock;

use henge_games::pentominoes::{
    Move, N_NEAR, N_PIECES, NEAR, Orientation, Pentominoes, PieceName, Position, fitting,
};

/// For each neighbourhood the orientations that fit, orientation i as bit i.
static FITS: LazyLock<Vec<u64>> = LazyLock::new(|| (0..1 << N_NEAR).map(fitting).collect());

/// All orientations by their numbers, and the orientations of each piece as bits.
static ORIENTATIONS: LazyLock<Vec<Orientation>> = LazyLock::new(|| Orientation::all().collect());
static OF_PIECE: LazyLock<[u64; N_PIECES]> = LazyLock::new(|| {
    let mut of = [0; N_PIECES];
    for piece in PieceName::all() {
        of[piece.index()] = piece.orientations().fold(0, |all, o| all | 1 << o.index());
    }
    of
});

/// The orientations that fit on a free square among these free cells around it, cell k as bit k - 1.
pub fn fits(neighbourhood: u16) -> u64 {
    FITS[usize::from(neighbourhood) & (FITS.len() - 1)]
}

/// How many moves there are, and on how many squares they have their centres.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Counts {
    /// Moves.
    pub choices: u32,
    /// Squares on which at least one orientation fits.
    pub centres: u32,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.choices, self.centres)
    }
}

/// Where the twelve cells of every square of one board lie.
pub struct Lens<'a> {
    game: &'a Pentominoes,
    /// How far to shift the board, and the squares that have such a cell.
    near: [(i32, u64); N_NEAR],
    fits: &'static [u64],
}

impl<'a> Lens<'a> {
    /// For the board of this game.
    pub fn new(game: &'a Pentominoes) -> Lens<'a> {
        let (columns, rows) = (game.columns() as i32, game.rows() as i32);
        let near = NEAR.map(|(right, down)| {
            let (right, down) = (i32::from(right), i32::from(down));
            let stays = |square: &i32| {
                (0..columns).contains(&(square % columns + right))
                    && (0..rows).contains(&(square / columns + down))
            };
            let from = (0..columns * rows).filter(stays).fold(0u64, |all, s| all | 1 << s);
            // A step that starts nowhere may be longer than a word.
            (if from == 0 { 0 } else { down * columns + right }, from)
        });
        Lens { game, near, fits: &FITS }
    }

    /// The game whose board it is.
    pub fn game(&self) -> &'a Pentominoes {
        self.game
    }

    /// A look at a position.
    pub fn look(&self, pos: &Position) -> Sight<'_> {
        self.look_at(pos.free(), pos.left())
    }

    /// A look at free squares with some pieces left.
    #[inline]
    pub(super) fn look_at(&self, free: u64, left: u16) -> Sight<'_> {
        let near = self.near.map(|(distance, from)| {
            let by = distance.unsigned_abs() & 63;
            from & if distance > 0 { free >> by } else { free << by }
        });
        let mut available = 0;
        for (piece, orientations) in OF_PIECE.iter().enumerate() {
            if left >> piece & 1 != 0 {
                available |= orientations;
            }
        }
        Sight { free, near, available, fits: self.fits }
    }

    /// The squares that an orientation covers with its centre here.
    #[inline]
    pub(super) fn squares(&self, orientation: usize, centre: usize) -> u64 {
        self.game.squares(self.mv(orientation, centre))
    }

    /// The move by the numbers of its orientation and its centre.
    pub(super) fn mv(&self, orientation: usize, centre: usize) -> Move {
        Move::new(ORIENTATIONS[orientation], centre).expect("a centre on the board")
    }
}

/// The neighbourhoods of all squares in one position.
pub struct Sight<'a> {
    free: u64,
    near: [u64; N_NEAR],
    available: u64,
    fits: &'a [u64],
}

impl Sight<'_> {
    /// The neighbourhood of a square, cell k as bit k - 1.
    #[inline]
    pub fn neighbourhood(&self, square: usize) -> u16 {
        let bit = |(cell, near): (usize, &u64)| ((near >> square & 1) as u16) << cell;
        self.near.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }

    /// What fits on a square, whether the piece is still there or not.
    #[inline]
    pub(super) fn fits_at(&self, square: usize) -> u64 {
        if self.free >> square & 1 == 0 {
            return 0;
        }
        self.fits[usize::from(self.neighbourhood(square))]
    }

    /// The orientations of pieces that are left and fit with their centre on this square.
    #[inline]
    pub fn moves_at(&self, square: usize) -> u64 {
        self.fits_at(square) & self.available
    }

    /// The orientations of all pieces that are left.
    #[inline]
    pub(super) fn available(&self) -> u64 {
        self.available
    }

    /// The squares on which something fits that is left, with what fits.
    pub fn centres(&self) -> impl Iterator<Item = (usize, u64)> {
        bits(self.free)
            .map(|square| (square, self.moves_at(square)))
            .filter(|(_, moves)| *moves != 0)
    }

    /// Choices and centres, the two numbers by which the thesis knows a position.
    pub fn counts(&self) -> Counts {
        self.centres().fold(Counts::default(), |counts, (_, moves)| Counts {
            choices: counts.choices + moves.count_ones(),
            centres: counts.centres + 1,
        })
    }
}

/// The numbers of the bits that are set, from the lowest.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}
