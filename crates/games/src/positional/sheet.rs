//! The boards of Go-Moku and Hex as other programs see them: columns and rows, and who comes first.

use henge_core::Player;

use super::grid::column_name;

/// The columns and rows where stones stand.
pub type Stones = Vec<(usize, usize)>;

/// Which game it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    GoMoku,
    Hex,
}

/// A game with its board, as its name says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sheet {
    pub kind: Kind,
    pub columns: usize,
    pub rows: usize,
    /// Exactly five win.
    pub exact: bool,
    /// The second player may take the first stone over.
    pub swap: bool,
}

impl Sheet {
    /// The usual board of a game.
    pub fn new(kind: Kind) -> Sheet {
        let size = match kind {
            Kind::GoMoku => 15,
            Kind::Hex => 11,
        };
        Sheet { kind, columns: size, rows: size, exact: false, swap: false }
    }

    /// The sheet of a game with its options; none if it is another game.
    pub fn of(name: &str) -> Option<Sheet> {
        let (slug, options) = name.split_once(':').unwrap_or((name, ""));
        let mut sheet = Sheet::new(match slug {
            "go-moku" => Kind::GoMoku,
            "hex" => Kind::Hex,
            _ => return None,
        });
        for option in options.split(',').filter(|option| !option.is_empty()) {
            match (sheet.kind, option.split_once('=')?) {
                (_, ("size", size)) => {
                    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
                    (sheet.columns, sheet.rows) = (columns.parse().ok()?, rows.parse().ok()?);
                }
                (Kind::GoMoku, ("exact", exact)) => sheet.exact = exact.parse().ok()?,
                (Kind::Hex, ("swap", swap)) => sheet.swap = swap.parse().ok()?,
                _ => return None,
            }
        }
        sheet.fits().then_some(sheet)
    }

    /// Is there such a board?
    pub fn fits(&self) -> bool {
        let (least, most) = self.sizes();
        let square = self.columns == self.rows;
        [self.columns, self.rows].iter().all(|size| (least..=most).contains(size))
            && (square || self.kind == Kind::Hex)
    }

    /// The smallest and the largest board.
    pub fn sizes(&self) -> (usize, usize) {
        match self.kind {
            Kind::GoMoku => (5, 20),
            Kind::Hex => (2, 19),
        }
    }

    /// The name of the game with its options.
    pub fn name(&self) -> String {
        let usual = Sheet::new(self.kind);
        let mut options = Vec::new();
        if (self.columns, self.rows) != (usual.columns, usual.rows) {
            options.push(match self.columns == self.rows {
                true => format!("size={}", self.columns),
                false => format!("size={}x{}", self.columns, self.rows),
            });
        }
        options.extend(self.exact.then(|| "exact=true".to_string()));
        options.extend(self.swap.then(|| "swap=true".to_string()));
        let slug = match self.kind {
            Kind::GoMoku => "go-moku",
            Kind::Hex => "hex",
        };
        if options.is_empty() { slug.into() } else { format!("{slug}:{}", options.join(",")) }
    }

    /// What a site is called; columns and rows are counted from 0.
    pub fn site(&self, (column, row): (usize, usize)) -> Option<String> {
        let here = column < self.columns && row < self.rows;
        here.then(|| format!("{}{}", column_name(column), row + 1))
    }

    /// Where the site of that name lies.
    pub fn place(&self, name: &str) -> Option<(usize, usize)> {
        let row = name.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        let column = &name[..name.len() - row.len()];
        let column = (0..self.columns).find(|&i| column_name(i).eq_ignore_ascii_case(column))?;
        let row: usize = row.parse().ok()?;
        (1..=self.rows).contains(&row).then(|| (column, row - 1))
    }

    /// The text of a position with these stones.
    pub fn position(&self, stones: [&[(usize, usize)]; 2], to_move: Player) -> String {
        let sign = |place| match stones.map(|stones| stones.contains(&place)) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        };
        let row = |row| (0..self.columns).map(|column| sign((column, row))).collect::<String>();
        let rows: Vec<String> = (0..self.rows).map(row).collect();
        format!("{} {}", rows.join("/"), ['x', 'o'][to_move.index()])
    }

    /// The stones of a position's text, and who is to move.
    pub fn stones(&self, text: &str) -> Option<([Stones; 2], Player)> {
        let (board, turn) = text.split_once(' ')?;
        let to_move = if turn.trim() == "x" { Player::First } else { Player::Second };
        let mut stones = [Vec::new(), Vec::new()];
        for (row, signs) in board.split('/').enumerate() {
            for (column, sign) in signs.chars().enumerate() {
                match sign {
                    'x' => stones[0].push((column, row)),
                    'o' => stones[1].push((column, row)),
                    _ => {}
                }
            }
        }
        Some((stones, to_move))
    }
}
