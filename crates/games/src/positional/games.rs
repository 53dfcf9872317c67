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

/// The outer edges of a rhombus of hexagons.
pub(crate) fn hex_rims(columns: usize, rows: usize) -> Vec<Rim> {
    // The corners of a hexagon of unit width: straight up or down, and beside.
    const TIP: f32 = 0.577;
    const SHOULDER: f32 = 0.289;
    let centre = |c: usize, r: usize| (c as f32 + r as f32 / 2.0, r as f32 * 0.866);
    let along_row = |row: usize, up: f32| {
        let corners = move |c| {
            let (x, y) = centre(c, row);
            [(x - 0.5, y + up * SHOULDER), (x, y + up * TIP), (x + 0.5, y + up * SHOULDER)]
        };
        (0..columns).flat_map(corners).collect::<Vec<_>>()
    };
    let along_column = |column: usize, right: f32| {
        let corners = move |r| {
            let (x, y) = centre(column, r);
            [(x + right / 2.0, y - SHOULDER), (x + right / 2.0, y + SHOULDER)]
        };
        (0..rows).flat_map(corners).collect::<Vec<_>>()
    };
    let rim = |owner, name: &str, points: Vec<(f32, f32)>| Rim {
        owner,
        name: name.into(),
        points: points.into_iter().map(|(x, y)| Point::new(x, y)).collect(),
    };
    vec![
        rim(Player::First, "north", along_row(0, -1.0)),
        rim(Player::First, "south", along_row(rows - 1, 1.0)),
        rim(Player::Second, "west", along_column(0, -1.0)),
        rim(Player::Second, "east", along_column(columns - 1, 1.0)),
    ]
}
