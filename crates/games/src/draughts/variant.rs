//! The rule books as data: one struct of parameters a variant, and nothing about a variant anywhere
//! else. Counts of moves, squares and endings are those of the federations; the PDN standard names
//! the variants by number.

use std::fmt;
use std::str::FromStr;

/// The draughts games there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub enum Variant {
    /// The game of the program for the GIER computer.
    #[default]
    Danish,
    /// Czech draughts (dáma).
    Czech,
    /// English draughts, American checkers.
    English,
    /// American pool checkers.
    Pool,
    /// Russian draughts (shashki).
    Russian,
    /// Brazilian draughts.
    Brazilian,
    /// International draughts on 10×10.
    International,
    /// Italian draughts (dama).
    Italian,
    /// Spanish draughts.
    Spanish,
    /// Portuguese draughts.
    Portuguese,
    /// Canadian draughts on 12×12.
    Canadian,
    /// Turkish draughts on all 64 squares.
    Turkish,
    /// Thai draughts (makhos).
    Thai,
    /// Frisian draughts, which captures along rows and columns too.
    Frisian,
    /// Killer draughts: international, but a king taken last is a good guard.
    Killer,
    /// Spantsireti: Russian draughts on 10×8.
    Spantsireti,
}

/// The colour of the pieces. Who begins differs between variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// The other one.
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// Its letter in positions.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Black => 'B',
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }
}

/// The squares that are played on, and the lines between them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lines {
    /// Dark squares; moves and captures are diagonal.
    Diagonal,
    /// All squares; moves and captures go along rows and columns.
    Orthogonal,
    /// Dark squares; moves are diagonal, captures also go along rows and columns.
    Both,
}

/// Where a man captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ManCaptures {
    /// Forward only.
    Forward,
    /// Forward and sideways, where lines are orthogonal.
    ForwardAndSideways,
    /// In all directions.
    Everywhere,
}

/// How far a king moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum King {
    /// One step, in all directions.
    Short,
    /// Any distance along a free line.
    Flying,
}

/// Where a flying king comes to rest after a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// Right behind the piece it takes.
    Behind,
    /// On any free square behind it.
    Free,
    /// On any free square, but right behind the last piece taken if that is a king.
    BehindLastKing,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lifted {
    /// One by one; what stood behind them can be reached in the same capture.
    AtOnce,
    /// All together when the capture is over; no piece is jumped twice, but all are in the way.
    After,
}

/// Whether a king may go straight back where it came from, in the middle of a capture. Where pieces
/// are lifted after the capture it never can: the last one taken is in its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AboutTurn {
    /// It may not.
    Forbidden,
    /// It may.
    Allowed,
}

/// What men may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ManTakes {
    /// Men and kings.
    All,
    /// Men only.
    Men,
}

/// What a man does when a capture reaches the last row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promotion {
    /// It stops there and becomes a king.
    Stop,
    /// It goes on as a man if it can, and becomes a king only if it ends there.
    Pass,
    /// It becomes a king and goes on as a king.
    Continue,
}

/// Which of the complete captures are legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Priority {
    /// All of them.
    Any,
    /// Those by a king, if there are such.
    KingFirst,
    /// Those that take most pieces.
    Most,
    /// Most pieces, then most kings among them.
    MostThenKings,
    /// Most pieces, then by a king, then most kings, then kings as early as possible.
    Italian,
    /// Of most value, where a king counts a little less than two men; then by a king.
    Value,
}

/// When a game is drawn. Counts are of plies, two for "moves each".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Draws {
    /// A position that stands on the board so many times.
    pub repetition: Option<u32>,
    /// So many plies of kings alone, without a capture.
    pub idle: Option<u8>,
    /// Endings that must be won in so many plies.
    pub endings: Endings,
}

/// Endings in which a lone king holds out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endings {
    /// The rule book names none.
    None,
    /// FMJD: a king against three pieces with a king among them, 16 moves each; against two or one,
    /// 5 moves each.
    International,
    /// FMJD-64 7.2: three kings or more against one, 15 moves; three pieces against a king on the
    /// long diagonal, 5 moves; where both have kings and nothing is taken or promoted, 5 moves with
    /// two or three pieces, 30 with four or five, 60 with six or seven.
    Russian,
    /// Two kings against one, 7 moves each.
    Frisian,
}

/// How squares are named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Names {
    /// `c3`.
    Algebraic,
    /// Numbers from a corner, as the player who begins sees it, along the rows.
    Numbers(Corner),
}

/// The corner of square 1, as the player who begins sees it; the numbers run along the rows, away from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Corner {
    /// Bottom right, the PDN standard's 1.
    BottomRight,
    /// Top left, its 2.
    TopLeft,
}

/// The rules of one variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Which it is.
    pub variant: Variant,
    /// What people call it.
    pub title: &'static str,
    /// The number of the PDN standard, if it has one.
    pub game_type: Option<u8>,
    /// Who begins.
    pub first: Colour,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The first row of a player's men, counted from 0 at his side.
    pub first_row: u8,
    /// How many rows of men each player has.
    pub men_rows: u8,
    /// True if the square at the left hand of the player who begins is not played on.
    pub mirrored: bool,
    /// How squares are named.
    pub names: Names,
    /// What stands between the squares of a capture.
    pub capture_sign: char,
    /// The lines of the board.
    pub lines: Lines,
    /// Where men capture.
    pub man_captures: ManCaptures,
    /// What men capture.
    pub man_takes: ManTakes,
    /// How far kings go.
    pub king: King,
    /// Where they land.
    pub landing: Landing,
    /// When captured pieces go.
    pub lifted: Lifted,
    /// Whether kings may turn back.
    pub about_turn: AboutTurn,
    /// What becomes of men on the last row.
    pub promotion: Promotion,
    /// Which captures come first. Capturing is compulsory in all variants.
    pub priority: Priority,
    /// How often in a row one king may move without a capture while its owner has men.
    pub king_moves: Option<u8>,
    /// When nobody wins. Who cannot move has lost in all variants.
    pub draws: Draws,
}

/// Draws by nothing at all.
const NO_DRAWS: Draws = Draws { repetition: None, idle: None, endings: Endings::None };

/// What the eight-by-eight games of dark squares have in common; each names what differs.
const BASE: Rules = Rules {
    variant: Variant::Danish,
    title: "",
    game_type: None,
    first: Colour::White,
    width: 8,
    height: 8,
    first_row: 0,
    men_rows: 3,
    mirrored: false,
    names: Names::Algebraic,
    capture_sign: 'x',
    lines: Lines::Diagonal,
    man_captures: ManCaptures::Forward,
    man_takes: ManTakes::All,
    king: King::Flying,
    landing: Landing::Free,
    lifted: Lifted::After,
    about_turn: AboutTurn::Forbidden,
    promotion: Promotion::Stop,
    priority: Priority::Any,
    king_moves: None,
    draws: NO_DRAWS,
};

/// The program for the GIER computer. Its text has kings capture before men, and forbids them to turn
/// straight back; where the text is silent its listing decides: pieces are lifted one by one, a king
/// lands right behind them, a man stops on the last row, and no game is drawn.
pub(super) const DANISH: Rules = Rules {
    variant: Variant::Danish,
    title: "Danish draughts",
    landing: Landing::Behind,
    lifted: Lifted::AtOnce,
    priority: Priority::KingFirst,
    ..BASE
};

/// Česká dáma: who can capture with a king or with a man captures with the king.
pub(super) const CZECH: Rules = Rules {
    variant: Variant::Czech,
    title: "Czech draughts",
    game_type: Some(29),
    priority: Priority::KingFirst,
    ..BASE
};

/// WCDF 1.16–1.20: short kings, any capture, a man that reaches the king row ends its turn; 1.32:
/// no progress in 40 moves of each, or the same position for the third time.
pub(super) const ENGLISH: Rules = Rules {
    variant: Variant::English,
    title: "English draughts",
    game_type: Some(21),
    first: Colour::Black,
    names: Names::Numbers(Corner::BottomRight),
    king: King::Short,
    draws: Draws { repetition: Some(3), idle: Some(80), endings: Endings::None },
    ..BASE
};

/// American pool checkers: men capture backwards too, any capture, men pass over the last row.
pub(super) const POOL: Rules = Rules {
    variant: Variant::Pool,
    title: "American pool checkers",
    game_type: Some(23),
    first: Colour::Black,
    names: Names::Numbers(Corner::BottomRight),
    man_captures: ManCaptures::Everywhere,
    promotion: Promotion::Pass,
    draws: Draws { repetition: Some(3), idle: Some(30), endings: Endings::None },
    ..BASE
};

/// FMJD-64 1.4–1.5: any capture; a man that reaches the last row in a capture goes on as a king. 7.2:
/// draws.
pub(super) const RUSSIAN: Rules = Rules {
    variant: Variant::Russian,
    title: "Russian draughts",
    game_type: Some(25),
    capture_sign: ':',
    man_captures: ManCaptures::Everywhere,
    promotion: Promotion::Continue,
    draws: Draws { repetition: Some(3), idle: Some(30), endings: Endings::Russian },
    ..BASE
};

/// The international rules on the small board: most pieces, and men pass over the last row.
pub(super) const BRAZILIAN: Rules = Rules {
    variant: Variant::Brazilian,
    title: "Brazilian draughts",
    game_type: Some(26),
    man_captures: ManCaptures::Everywhere,
    promotion: Promotion::Pass,
    priority: Priority::Most,
    draws: Draws { repetition: Some(3), idle: Some(30), endings: Endings::Russian },
    ..BASE
};

/// FMJD 4.8: pieces are lifted after the capture; 4.13: most pieces; 4.15: men pass over the last
/// row; 6: draws.
pub(super) const INTERNATIONAL: Rules = Rules {
    variant: Variant::International,
    title: "International draughts",
    game_type: Some(20),
    width: 10,
    height: 10,
    men_rows: 4,
    names: Names::Numbers(Corner::TopLeft),
    man_captures: ManCaptures::Everywhere,
    promotion: Promotion::Pass,
    priority: Priority::Most,
    draws: Draws { repetition: Some(3), idle: Some(50), endings: Endings::International },
    ..BASE
};

/// FID 5: short kings, men may not take kings, and four rules say which capture comes first; 9: the
/// same position for the fourth time, or 40 moves of each without progress.
pub(super) const ITALIAN: Rules = Rules {
    variant: Variant::Italian,
    title: "Italian draughts",
    game_type: Some(22),
    mirrored: true,
    names: Names::Numbers(Corner::TopLeft),
    man_takes: ManTakes::Men,
    king: King::Short,
    priority: Priority::Italian,
    draws: Draws { repetition: Some(4), idle: Some(80), endings: Endings::None },
    ..BASE
};

/// Ley de cantidad y calidad: most pieces, then most kings.
pub(super) const SPANISH: Rules = Rules {
    variant: Variant::Spanish,
    title: "Spanish draughts",
    game_type: Some(24),
    mirrored: true,
    names: Names::Numbers(Corner::BottomRight),
    priority: Priority::MostThenKings,
    ..BASE
};

/// As Spanish draughts.
pub(super) const PORTUGUESE: Rules = Rules {
    variant: Variant::Portuguese,
    title: "Portuguese draughts",
    game_type: Some(28),
    ..SPANISH
};

/// The international rules on 12×12.
pub(super) const CANADIAN: Rules = Rules {
    variant: Variant::Canadian,
    title: "Canadian draughts",
    game_type: Some(27),
    width: 12,
    height: 12,
    men_rows: 5,
    ..INTERNATIONAL
};

/// Men go forward and sideways, kings like rooks; pieces are lifted one by one, most of them must be
/// taken, and no capture turns straight back.
pub(super) const TURKISH: Rules = Rules {
    variant: Variant::Turkish,
    title: "Turkish draughts",
    game_type: Some(30),
    first_row: 1,
    men_rows: 2,
    lines: Lines::Orthogonal,
    man_captures: ManCaptures::ForwardAndSideways,
    lifted: Lifted::AtOnce,
    priority: Priority::Most,
    ..BASE
};

/// Makhos: eight men each; a king lands right behind the piece it takes, which leaves at once.
pub(super) const THAI: Rules = Rules {
    variant: Variant::Thai,
    title: "Thai draughts",
    game_type: Some(31),
    first: Colour::Black,
    men_rows: 2,
    names: Names::Numbers(Corner::TopLeft),
    capture_sign: '-',
    landing: Landing::Behind,
    lifted: Lifted::AtOnce,
    // No rule book at hand says it, but the published count of twelve plies holds only so.
    about_turn: AboutTurn::Allowed,
    ..BASE
};

/// WFD: captures also along rows and columns, by value; the same king moves three times in a row at
/// most while its owner has men; two kings against one draw after seven moves.
pub(super) const FRISIAN: Rules = Rules {
    variant: Variant::Frisian,
    title: "Frisian draughts",
    game_type: Some(40),
    lines: Lines::Both,
    priority: Priority::Value,
    king_moves: Some(3),
    draws: Draws { repetition: None, idle: None, endings: Endings::Frisian },
    ..INTERNATIONAL
};

/// International draughts, but a king lands right behind the last piece it takes if that is a king.
pub(super) const KILLER: Rules = Rules {
    variant: Variant::Killer,
    title: "Killer draughts",
    game_type: None,
    landing: Landing::BehindLastKing,
    ..INTERNATIONAL
};

/// Russian draughts with ten columns and fifteen men each.
pub(super) const SPANTSIRETI: Rules = Rules {
    variant: Variant::Spantsireti,
    title: "Spantsireti",
    game_type: Some(41),
    width: 10,
    ..RUSSIAN
};

impl Variant {
    /// All of them, with their names.
    pub const ALL: [(Variant, &'static str); 16] = [
        (Variant::Danish, "danish"),
        (Variant::Czech, "czech"),
        (Variant::English, "english"),
        (Variant::Pool, "pool"),
        (Variant::Russian, "russian"),
        (Variant::Brazilian, "brazilian"),
        (Variant::International, "international"),
        (Variant::Italian, "italian"),
        (Variant::Spanish, "spanish"),
        (Variant::Portuguese, "portuguese"),
        (Variant::Canadian, "canadian"),
        (Variant::Turkish, "turkish"),
        (Variant::Thai, "thai"),
        (Variant::Frisian, "frisian"),
        (Variant::Killer, "killer"),
        (Variant::Spantsireti, "spantsireti"),
    ];

    /// All names, in the order of `ALL`.
    pub const NAMES: [&'static str; 16] = {
        let mut names = [""; 16];
        let mut i = 0;
        while i < 16 {
            names[i] = Variant::ALL[i].1;
            i += 1;
        }
        names
    };

    /// Its rules.
    pub const fn rules(self) -> &'static Rules {
        match self {
            Variant::Danish => &DANISH,
            Variant::Czech => &CZECH,
            Variant::English => &ENGLISH,
            Variant::Pool => &POOL,
            Variant::Russian => &RUSSIAN,
            Variant::Brazilian => &BRAZILIAN,
            Variant::International => &INTERNATIONAL,
            Variant::Italian => &ITALIAN,
            Variant::Spanish => &SPANISH,
            Variant::Portuguese => &PORTUGUESE,
            Variant::Canadian => &CANADIAN,
            Variant::Turkish => &TURKISH,
            Variant::Thai => &THAI,
            Variant::Frisian => &FRISIAN,
            Variant::Killer => &KILLER,
            Variant::Spantsireti => &SPANTSIRETI,
        }
    }

    /// Its name in commands.
    pub fn name(self) -> &'static str {
        Variant::NAMES[self as usize]
    }

    /// The variant with that number of the PDN standard.
    pub fn of_game_type(number: u8) -> Option<Variant> {
        let all = Variant::ALL.into_iter().map(|(variant, _)| variant);
        all.into_iter().find(|variant| variant.rules().game_type == Some(number))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = ();

    fn from_str(text: &str) -> Result<Variant, ()> {
        Variant::ALL.iter().find(|(_, name)| *name == text).map(|(variant, _)| *variant).ok_or(())
    }
}

impl Rules {
    /// Do 128 bits have to hold the board?
    pub const fn is_wide(&self) -> bool {
        self.n_bits() > 64
    }

    /// From a square to the next one up and to the right. One gap after every second row keeps steps
    /// from running round the edge; the variant that captures along rows needs one after each.
    pub(super) const fn slant(&self) -> u32 {
        self.width as u32 / 2 + if matches!(self.lines, Lines::Both) { 2 } else { 1 }
    }

    /// The bit of a square by row and column, the player who begins at the bottom and, on a mirrored
    /// board, looking from behind: then the square at the bottom left is always played on.
    pub(super) const fn bit_at(&self, row: u32, column: u32) -> Option<u32> {
        if row >= self.height as u32 || column >= self.width as u32 {
            return None;
        }
        match self.lines {
            Lines::Orthogonal => Some(row * (self.width as u32 + 1) + column),
            _ if (row + column) % 2 == 1 => None,
            _ => {
                let slant = self.slant();
                Some(row / 2 * (2 * slant - 1) + row % 2 * slant + column / 2)
            }
        }
    }

    const fn n_bits(&self) -> u32 {
        let row = self.height as u32 - 1;
        let column = self.width as u32 - 1;
        match self.bit_at(row, column) {
            Some(bit) => bit + 1,
            None => match self.bit_at(row, column - 1) {
                Some(bit) => bit + 1,
                None => 0,
            },
        }
    }

    /// The steps along the lines of the board: 0 to 3 are diagonal, 4 to 7 orthogonal, and a
    /// direction and its opposite differ in the bit of 2. `y` grows away from the player who begins.
    ///
    /// ```text
    ///   1   4   0
    ///     \ | /
    ///   7 -   - 5
    ///     / | \
    ///   2   6   3
    /// ```
    pub(super) const fn steps(&self) -> [i32; 8] {
        let slant = self.slant() as i32;
        let (up, right) = match self.lines {
            Lines::Orthogonal => (self.width as i32 + 1, 1),
            _ => (2 * slant - 1, 1),
        };
        [slant, slant - 1, -slant, 1 - slant, up, right, -up, -right]
    }

    /// The directions of some pieces, as bits.
    pub(super) const fn man_moves(&self, up: bool) -> u8 {
        match (self.lines, up) {
            (Lines::Orthogonal, true) => 1 << 4 | 1 << 5 | 1 << 7,
            (Lines::Orthogonal, false) => 1 << 6 | 1 << 5 | 1 << 7,
            (_, true) => 0b0011,
            (_, false) => 0b1100,
        }
    }

    pub(super) const fn king_moves_along(&self) -> u8 {
        if matches!(self.lines, Lines::Orthogonal) { 0b1111_0000 } else { 0b1111 }
    }

    pub(super) const fn king_captures_along(&self) -> u8 {
        match self.lines {
            Lines::Diagonal => 0b1111,
            Lines::Orthogonal => 0b1111_0000,
            Lines::Both => 0b1111_1111,
        }
    }

    pub(super) const fn man_captures_along(&self, up: bool) -> u8 {
        match self.man_captures {
            ManCaptures::Everywhere => self.king_captures_along(),
            ManCaptures::ForwardAndSideways => self.man_moves(up),
            ManCaptures::Forward => {
                self.king_captures_along() & if up { 0b0001_0011 } else { 0b0100_1100 }
            }
        }
    }
}
