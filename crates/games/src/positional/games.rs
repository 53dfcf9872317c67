//! The games of the family that have a name of their own.

use henge_core::Player;
use henge_core::depict::{Point, Rim};

use super::definition::{Connect, Definition, DefinitionError, Goal};
use super::grid::{Grid, Look};

/// Three in a row on a board of three by three.
pub fn tic_tac_toe() -> Definition {
    let grid = Grid::flat(3, 3, Look::Cells);
    let goal = Goal { groups: grid.lines(3, false), connect: None };
    Definition {
        slug: "tic-tac-toe".into(),
        title: "Tic-Tac-Toe".into(),
        players: ["X".into(), "O".into()],
        letters: Some(['X', 'O']),
        rules: "Players take turns to mark an empty cell. Three in a row wins: across, down or \
                diagonally. A full board without a row is a draw."
            .into(),
        source: "Mangolas 1990, figure 2.2".into(),
        goals: [goal.clone(), goal],
        ..grid.definition()
    }
    .checked()
    .expect("a board of nine cells is a game")
}

/// How long a winning row of Go-Moku may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// Five or more (free-style).
    FiveOrMore,
    /// Exactly five: six in a row do not win.
    ExactlyFive,
}

/// Five in a row on a board of `size` by `size`.
pub fn go_moku(size: usize, row: Row) -> Result<Definition, DefinitionError> {
    let grid = Grid::flat(size, size, Look::Crossings);
    let exact = row == Row::ExactlyFive;
    let goal = Goal { groups: grid.lines(5, exact), connect: None };
    let length = if exact { "Exactly five" } else { "Five or more" };
    Definition {
        slug: "go-moku".into(),
        title: "Go-Moku".into(),
        players: ["Black".into(), "White".into()],
        rules: format!(
            "Players take turns to put a stone on an empty crossing. {length} stones in a row win: \
             across, down or diagonally. A full board without such a row is a draw."
        ),
        source: "Mangolas 1990, section 6.2".into(),
        goals: [goal.clone(), goal],
        ..grid.definition()
    }
    .checked()
}

/// May the second player take the first stone over?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swap {
    /// No.
    Off,
    /// Once, in place of his first move; the stone is mirrored, so that players keep their sides.
    On,
}

/// Hex on a rhombus: the first player joins north and south, the second west and east.
pub fn hex(columns: usize, rows: usize, swap: Swap) -> Result<Definition, DefinitionError> {
    let grid = Grid::flat(columns, rows, Look::Hexagons);
    let mut rules =
        "Players take turns to put a stone on an empty cell. Red wins by joining north \
                     and south with a chain of touching stones, Blue by joining west and east. \
                     There is no draw."
            .to_string();
    if swap == Swap::On {
        rules += " The second player may begin with \"swap\": the first stone becomes Blue and \
                  moves to its mirror image.";
    }
    let definition = Definition {
        slug: "hex".into(),
        title: "Hex".into(),
        players: ["Red".into(), "Blue".into()],
        rules,
        source: "Mangolas 1990, section 6.3".into(),
        goals: [join(&grid, ["north", "south"]), join(&grid, ["west", "east"])],
        rims: hex_rims(columns, rows),
        ..grid.definition()
    }
    .checked()?;
    match swap {
        Swap::Off => Ok(definition),
        Swap::On => definition.with_swap(grid.transposition().ok_or(DefinitionError::NoMirror)?),
    }
}

fn join(grid: &Grid, names: [&str; 2]) -> Goal {
    let sides = names.map(|name| grid.side(name).expect("a grid has these four sides"));
    Goal { groups: Vec::new(), connect: Some(Connect { names: names.map(String::from), sides }) }
}

/// Lines along the four sides of a rhombus of hexagons.
pub(super) fn hex_rims(columns: usize, rows: usize) -> Vec<Rim> {
    let (c, r) = (columns as f32 - 1.0, rows as f32 - 1.0);
    // The outermost centres, moved outwards by about half a cell.
    let at = |column: f32, row: f32| Point::new(column + row / 2.0, row * 0.866);
    let rim = |owner, name: &str, from: Point, to: Point| Rim {
        owner,
        name: name.into(),
        points: vec![from, to],
    };
    let (nw, ne) = (at(-0.3, -0.75), at(c + 1.1, -0.75));
    let (sw, se) = (at(-1.1, r + 0.75), at(c + 0.3, r + 0.75));
    vec![
        rim(Player::First, "north", nw, ne),
        rim(Player::First, "south", sw, se),
        rim(Player::Second, "west", at(-0.85, -0.15), at(-0.85, r + 0.55)),
        rim(Player::Second, "east", at(c + 0.85, -0.55), at(c + 0.85, r + 0.15)),
    ]
}
