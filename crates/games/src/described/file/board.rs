//! The board of a file.

use henge_core::depict::{Label, Outline};
use henge_core::spec::nearest;
use henge_toml::{Read, Value, fault};

use super::super::compass::{Compass, Layout};
use super::fields::{Fields, list, number, point, text};
use crate::positional::{Definition, DefinitionError, Grid, Look, MOST_SITES, Place};

const BOARD: [&str; 13] = [
    "grid",
    "hex",
    "hexhex",
    "triangle",
    "wrap",
    "look",
    "diagonals",
    "sites",
    "edges",
    "sides",
    "outline",
    "labels",
    "regions",
];

/// The board of the file; nobody is blocked from any site yet.
pub(super) fn read_board(value: &Value<'_>) -> Read<(Definition, Layout)> {
    let board = Fields::of(value, "the board", &BOARD)?;
    let kinds = ["grid", "hex", "hexhex", "triangle", "sites"].map(|key| board.get(key));
    let (definition, mut layout) = match kinds {
        [Some(size), None, None, None, None] => {
            only(&board, &["grid", "wrap", "look", "diagonals", "regions"])?;
            let mut grid = Grid::flat(1, 1, read_look(&board)?);
            grid.size = read_size(size, 3)?;
            grid.wrap = read_wrap(&board)?;
            let (mut definition, mut layout) = (grid.definition(), Layout::of_grid(grid));
            if let Some(value) = board.get("diagonals") {
                let flat = grid.size[2] == 1 && grid.wrap == [false; 3];
                if board.text("diagonals")? != Some("even") || grid.look != Look::Crossings || !flat
                {
                    let right = "\"diagonals\" should be \"even\", on a flat grid with look = \"crossings\"";
                    return fault(value.span(), right);
                }
                layout.thin_diagonals(&mut definition);
            }
            (definition, layout)
        }
        [None, Some(size), None, None, None] => {
            only(&board, &["hex", "regions"])?;
            let [columns, rows, _] = read_size(size, 2)?;
            let grid = Grid::flat(columns, rows, Look::Hexagons);
            (grid.definition(), Layout::of_grid(grid))
        }
        [None, None, Some(size), None, None] => {
            only(&board, &["hexhex", "regions"])?;
            // A hexagon with 13 cells a side has 469 of them.
            Layout::of_hexagons(number(size, "\"hexhex\", the cells of a side,", 2..=13)?, false)
        }
        [None, None, None, Some(size), None] => {
            only(&board, &["triangle", "regions"])?;
            Layout::of_hexagons(number(size, "\"triangle\", the cells of a side,", 2..=31)?, true)
        }
        [None, None, None, None, Some(sites)] => {
            only(&board, &["sites", "edges", "sides", "outline", "labels", "regions"])?;
            read_sites(&board, sites)?
        }
        _ => {
            let right = "the board should have one of grid, hex, hexhex, triangle or sites";
            return fault(value.span(), right);
        }
    };
    for (name, sites) in regions(&board, "regions", &definition)? {
        if layout.region(&name).is_some() || layout.families.iter().any(|(known, _)| *known == name)
        {
            let span = board.get("regions").map_or(0..0, |value| value.span());
            return fault(span, format!("this board has a region \"{name}\" already"));
        }
        layout.regions.push((name, sites));
    }
    Ok((definition, layout))
}

/// Sets of sites by name.
fn regions(
    board: &Fields<'_>,
    key: &str,
    definition: &Definition,
) -> Read<Vec<(String, Vec<u16>)>> {
    let Some(value) = board.get(key) else { return Ok(Vec::new()) };
    let Some(table) = value.get_ref().as_table() else {
        let right = format!("\"{key}\" should be a table: {{ north = [\"a\", \"b\"] }}");
        return fault(value.span(), right);
    };
    let what = if key == "sides" { "a side" } else { "a region" };
    table
        .iter()
        .map(|(name, value)| Ok((name.get_ref().to_string(), names(definition, value, what)?)))
        .collect()
}

fn only(board: &Fields<'_>, keys: &[&str]) -> Read<()> {
    match board.table.keys().find(|key| !keys.contains(&key.get_ref().as_ref())) {
        None => Ok(()),
        Some(key) => {
            let (name, kind) = (key.get_ref(), keys[0]);
            fault(key.span(), format!("\"{name}\" does not go with \"{kind}\" on a board"))
        }
    }
}

fn read_size(value: &Value<'_>, dimensions: usize) -> Read<[usize; 3]> {
    let sizes = list(value, "the size of a board")?;
    if !(2..=dimensions).contains(&sizes.len()) {
        let right = if dimensions == 3 {
            "columns and rows, as in [3, 3], or columns, rows and layers, as in [4, 4, 4]"
        } else {
            "columns and rows, as in [3, 3]"
        };
        return fault(value.span(), format!("the size of a board should be {right}"));
    }
    let mut size = [1; 3];
    for (axis, value) in sizes.iter().enumerate() {
        size[axis] = number(value, "the size of a board", 1..=MOST_SITES)?;
    }
    match size.iter().product::<usize>() {
        n if n <= MOST_SITES => Ok(size),
        n => fault(value.span(), DefinitionError::TooManySites(n).to_string()),
    }
}

fn read_look(board: &Fields<'_>) -> Read<Look> {
    match board.text("look")? {
        None | Some("cells") => Ok(Look::Cells),
        Some("crossings") => Ok(Look::Crossings),
        Some(_) => {
            let span = board.get("look").map_or(0..0, |value| value.span());
            fault(span, "\"look\" should be \"cells\" or \"crossings\"")
        }
    }
}

fn read_wrap(board: &Fields<'_>) -> Read<[bool; 3]> {
    const AXES: [&str; 3] = ["columns", "rows", "layers"];
    let Some(value) = board.get("wrap") else { return Ok([false; 3]) };
    if let Some(all) = value.get_ref().as_bool() {
        return Ok([all; 3]);
    }
    let mut wrap = [false; 3];
    let right = "\"wrap\" should be true, or some of \"columns\", \"rows\", \"layers\" in brackets";
    let Ok(names) = list(value, "") else { return fault(value.span(), right) };
    for name in names {
        match AXES.iter().position(|axis| name.get_ref().as_str() == Some(axis)) {
            Some(axis) => wrap[axis] = true,
            None => return fault(name.span(), right),
        }
    }
    Ok(wrap)
}

fn read_sites(board: &Fields<'_>, value: &Value<'_>) -> Read<(Definition, Layout)> {
    let mut definition = Grid::flat(1, 1, Look::Cells).definition();
    let outline = match board.text("outline")? {
        None | Some("circle") => Outline::Circle,
        Some("square") => Outline::Square,
        Some("hexagon") => Outline::Hexagon,
        Some("dot") => Outline::Dot,
        Some(_) => {
            let span = board.get("outline").map_or(0..0, |value| value.span());
            return fault(span, "\"outline\" should be circle, square, hexagon or dot");
        }
    };
    let sites = list(value, "\"sites\"")?;
    if sites.len() > MOST_SITES {
        return fault(value.span(), DefinitionError::TooManySites(sites.len()).to_string());
    }
    definition.sites.clear();
    for value in sites {
        let site = Fields::of(value, "a site", &["name", "at"])?;
        let (Some(name), Some(at)) = (site.text("name")?, site.get("at")) else {
            return fault(
                value.span(),
                "a site needs a name and a place: { name = \"a\", at = [0, 0] }",
            );
        };
        if definition.site(name).is_some() {
            return fault(value.span(), DefinitionError::SameName(name.into()).to_string());
        }
        definition.sites.push(Place {
            name: name.into(),
            at: point(at)?,
            outline: outline.clone(),
            blocked: false,
        });
    }
    definition.rows = vec![definition.sites.len()];
    definition.draw_edges = true;
    definition.edges.clear();
    for edge in board.get("edges").map_or(Ok(&[][..]), |value| list(value, "\"edges\""))? {
        let ends = names(&definition, edge, "an edge")?;
        match ends[..] {
            [a, b] if a != b => definition.edges.push((a, b)),
            _ => return fault(edge.span(), "an edge should join two sites, as in [\"a\", \"b\"]"),
        }
    }
    definition.labels.clear();
    for value in board.get("labels").map_or(Ok(&[][..]), |value| list(value, "\"labels\""))? {
        let label = Fields::of(value, "a label", &["text", "at"])?;
        let (Some(text), Some(at)) = (label.text("text")?, label.get("at")) else {
            return fault(
                value.span(),
                "a label needs a text and a place: { text = \"a\", at = [0, -1] }",
            );
        };
        definition.labels.push(Label { text: text.into(), at: point(at)? });
    }
    let regions = regions(board, "sides", &definition)?;
    let compass = Compass::of_edges(&definition);
    let families = match regions.is_empty() {
        true => Vec::new(),
        false => vec![("sides", regions.iter().map(|(_, sites)| sites.clone()).collect())],
    };
    Ok((definition, Layout { grid: None, compass, regions, families }))
}

/// A site by its name.
pub(super) fn site(definition: &Definition, value: &Value<'_>, place: &str) -> Read<u16> {
    let name = text(value, "the name of a site")?;
    definition.site(name).map_or_else(
        || {
            let all = definition.sites.iter().map(|site| site.name.as_str());
            let hint = match (nearest(name, all), definition.sites.as_slice()) {
                (Some(near), _) => format!("did you mean \"{near}\"?"),
                (None, [first, .., last]) => {
                    format!("sites go from {} to {}", first.name, last.name)
                }
                (None, _) => "the board has hardly any".into(),
            };
            fault(value.span(), format!("no site \"{name}\" in {place}; {hint}"))
        },
        Ok,
    )
}

/// A list of sites, each once, in rising order.
pub(super) fn names(definition: &Definition, value: &Value<'_>, what: &str) -> Read<Vec<u16>> {
    let mut sites = Vec::new();
    for name in list(value, what)? {
        let site = site(definition, name, what)?;
        if sites.contains(&site) {
            let name = &definition.sites[site as usize].name;
            return fault(value.span(), format!("{what} names {name} twice"));
        }
        sites.push(site);
    }
    sites.sort_unstable();
    Ok(sites)
}
