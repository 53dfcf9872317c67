//! Pieces that move.

use henge_core::spec::nearest;
use henge_toml::{Read, Value, fault};

use super::super::compass::Layout;
use super::super::description::{Again, PieceKind, Ways};
use super::super::moving::{MOST_KINDS, MOST_SITES};
use super::board::names;
use super::fields::{Fields, list, number, text};
use super::words::one_of;
use crate::positional::Definition;

const KEYS: [&str; 16] = [
    "name", "sign", "for", "step", "take", "slide", "count", "jump", "hop", "leap", "again",
    "straight", "promote", "fly", "in", "outside",
];

/// The kinds of pieces of the file, none if it has no `[[piece]]`.
pub(super) fn read_pieces(
    top: &Fields<'_>,
    definition: &Definition,
    layout: &Layout,
) -> Read<Vec<PieceKind>> {
    let Some(value) = top.get("piece") else { return Ok(Vec::new()) };
    let all = list(value, "\"piece\"")?;
    if all.is_empty() || all.len() > MOST_KINDS {
        return fault(value.span(), format!("a game has 1 to {MOST_KINDS} kinds of pieces"));
    }
    if definition.n_sites() > MOST_SITES {
        let right = format!("a board of pieces that move has at most {MOST_SITES} sites");
        return fault(value.span(), right);
    }
    if let Some(site) = definition.sites.iter().find(|site| site.name.contains(['-', ':', 'x'])) {
        let numbered = site.name.ends_with(|c: char| c.is_ascii_digit());
        if !(numbered && layout.grid.is_some()) {
            let right = format!(
                "no site can be called \"{}\" where pieces move: moves are written with -, x and :",
                site.name
            );
            return fault(top.get("board").map_or(0..0, |board| board.span()), right);
        }
    }
    let tables: Vec<Fields<'_>> =
        all.iter().map(|value| Fields::of(value, "a piece", &KEYS)).collect::<Read<_>>()?;
    let mut called: Vec<&str> = Vec::new();
    for table in &tables {
        let Some(name) = table.text("name")?.filter(|name| !name.trim().is_empty()) else {
            return fault(table.span.clone(), "a piece needs a name: name = \"man\"");
        };
        if called.contains(&name) {
            let span = table.get("name").map_or(0..0, |value| value.span());
            return fault(span, format!("two pieces are called \"{name}\""));
        }
        called.push(name);
    }
    let mut pieces = Vec::new();
    for table in &tables {
        pieces.push(read_piece(table, &called, definition, layout)?);
    }
    sign(&mut pieces, &tables, definition)?;
    Ok(pieces)
}

fn read_piece(
    table: &Fields<'_>,
    called: &[&str],
    definition: &Definition,
    layout: &Layout,
) -> Read<PieceKind> {
    let ways = |key: &str| match table.get(key) {
        None => Ok(Ways::default()),
        Some(value) => read_ways(value, key, layout),
    };
    let flag = table.get("take").is_some_and(|value| value.get_ref().as_bool().is_some());
    let piece = PieceKind {
        name: table.text("name")?.unwrap_or_default().into(),
        sign: None,
        players: one_of(table, "for", &[("first", [true, false]), ("second", [false, true])])?
            .unwrap_or([true, true]),
        step: ways("step")?,
        take: if flag { Ways::default() } else { ways("take")? },
        slide: ways("slide")?,
        count: ways("count")?,
        jump: ways("jump")?,
        hop: ways("hop")?,
        leap: read_leaps(table, layout)?,
        takes: flag && table.flag("take")?,
        again: one_of(table, "again", &[("may", Again::May), ("must", Again::Must)])?
            .unwrap_or_default(),
        straight: table.flag("straight")?,
        promote: match table.get("promote") {
            None => None,
            Some(value) => Some(read_promotion(value, called, definition, layout)?),
        },
        fly: match table.get("fly") {
            None => 0,
            Some(value) => number(value, "\"fly\", a number of pieces,", 1..=MOST_SITES)? as u16,
        },
        within: match (table.get("in"), table.get("outside")) {
            (None, None) => None,
            (Some(value), None) => Some(region(value, definition, layout)?),
            (None, Some(value)) => {
                let out = region(value, definition, layout)?;
                Some(
                    out.map(|out| {
                        definition.available().filter(|site| !out.contains(site)).collect()
                    }),
                )
            }
            (Some(value), Some(_)) => {
                return fault(value.span(), "a piece has one of \"in\" and \"outside\"");
            }
        },
    };
    let moves = [&piece.step, &piece.take, &piece.slide, &piece.count, &piece.jump, &piece.hop];
    if moves.iter().all(|ways| ways.iter().all(Vec::is_empty))
        && piece.leap.is_empty()
        && piece.fly == 0
    {
        let right = format!(
            "{} cannot move; give it one of step, take, slide, count, jump, hop, leap or fly",
            piece.name
        );
        return fault(table.span.clone(), right);
    }
    let empty = |ways: &Ways| ways.iter().all(Vec::is_empty);
    if let Some(value) = table.get("again").or(table.get("straight"))
        && empty(&piece.jump)
        && empty(&piece.hop)
    {
        return fault(value.span(), "\"again\" and \"straight\" go with jump or hop");
    }
    if piece.takes && moves.iter().take(4).all(|ways| empty(ways)) && piece.leap.is_empty() {
        let span = table.get("take").map_or(0..0, |value| value.span());
        let right = "\"take = true\" goes with step, slide, count or leap; a piece that only takes \
                     says where, as in take = \"any\"";
        return fault(span, right);
    }
    Ok(piece)
}

/// Directions: words of the board, and words seen by the player.
fn read_ways(value: &Value<'_>, key: &str, layout: &Layout) -> Read<Ways> {
    let words = match value.get_ref().as_array() {
        None => vec![value],
        Some(list) => list.iter().collect(),
    };
    let mut ways = Ways::default();
    for value in words {
        let word = text(value, &format!("a direction of \"{key}\""))?;
        let found = directions(layout, word);
        if found[0].is_empty() {
            let compass = layout.compass.names.iter().filter(|name| !name.is_empty());
            let known: Vec<&str> = WORDS
                .into_iter()
                .filter(|word| !directions(layout, word)[0].is_empty())
                .chain(compass.map(String::as_str))
                .collect();
            let near = nearest(word, known.iter().copied());
            let near = near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            let right = match known.is_empty() {
                true => format!("\"{key}\" needs a board with directions"),
                false => {
                    format!("no direction \"{word}\"; this board has {}{near}", known.join(", "))
                }
            };
            return fault(value.span(), right);
        }
        for (ways, found) in ways.iter_mut().zip(found) {
            ways.extend(found);
            ways.sort_unstable();
            ways.dedup();
        }
    }
    Ok(ways)
}

/// Words for several directions, or for those seen by a player.
const WORDS: [&str; 8] = [
    "any",
    "orthogonal",
    "diagonal",
    "forward",
    "forward-diagonal",
    "backward",
    "backward-diagonal",
    "sideways",
];

/// The directions that a word means to each player: the first player looks north.
fn directions(layout: &Layout, word: &str) -> Ways {
    let compass = &layout.compass;
    let named = |names: &[&str]| -> Vec<usize> {
        names.iter().filter_map(|name| compass.direction(name)).collect()
    };
    let hexagons = compass.next.len() == 6 && compass.direction("north").is_none();
    let square = compass.direction("north").is_some() && compass.direction("east").is_some();
    let (north, south): (&[&str], &[&str]) = match hexagons {
        true => (&["north-west", "north-east"], &["south-west", "south-east"]),
        false => (&["north"], &["south"]),
    };
    let diagonal = |names: &[&str]| if square { named(names) } else { Vec::new() };
    let both = |ways: Vec<usize>| [ways.clone(), ways];
    match word {
        "any" => both((0..compass.next.len()).collect()),
        "orthogonal" if square => both(named(&["east", "west", "south", "north"])),
        "diagonal" => both(diagonal(&["south-east", "north-west", "south-west", "north-east"])),
        "forward" => [named(north), named(south)],
        "backward" => [named(south), named(north)],
        "forward-diagonal" => {
            [diagonal(&["north-west", "north-east"]), diagonal(&["south-west", "south-east"])]
        }
        "backward-diagonal" => {
            [diagonal(&["south-west", "south-east"]), diagonal(&["north-west", "north-east"])]
        }
        "sideways" => both(named(&["east", "west"])),
        name => both(named(&[name])),
    }
}

/// This many sites along and this many across, in all eight mirror images.
fn read_leaps(table: &Fields<'_>, layout: &Layout) -> Read<Vec<Vec<u16>>> {
    let Some(value) = table.get("leap") else { return Ok(Vec::new()) };
    let Some(grid) = &layout.grid else {
        return fault(value.span(), "\"leap\" needs a board with grid or hex");
    };
    let right = "\"leap\" should be two numbers, sites along and sites across, as in [1, 2]";
    let Ok(both) = list(value, "") else { return fault(value.span(), right) };
    let [along, across] = both else { return fault(value.span(), right) };
    let one = |value| Ok(number(value, "\"leap\"", 0..=MOST_SITES)? as isize);
    let (along, across) = (one(along)?, one(across)?);
    if (along, across) == (0, 0) {
        return fault(value.span(), right);
    }
    let leaps = grid.all().map(|at| {
        let mut to: Vec<u16> = (0..8)
            .filter_map(|image: isize| {
                let (x, y) = if image & 4 == 0 { (along, across) } else { (across, along) };
                let step = [x * (1 - (image & 2)), y * (1 - 2 * (image & 1)), 0];
                grid.step(at, step, 1)
            })
            .filter(|&to| to != at)
            .map(|to| grid.index(to))
            .collect();
        to.sort_unstable();
        to.dedup();
        to
    });
    Ok(leaps.collect())
}

fn read_promotion(
    value: &Value<'_>,
    called: &[&str],
    definition: &Definition,
    layout: &Layout,
) -> Read<(u8, [Vec<u16>; 2])> {
    let right = "\"promote\" should say what it becomes and where: { to = \"king\", in = \"far\" }";
    let fields = Fields::of(value, "\"promote\"", &["to", "in"])?;
    let (Some(to), Some(at)) = (fields.get("to"), fields.get("in")) else {
        return fault(value.span(), right);
    };
    Ok((kind(to, called)?, region(at, definition, layout)?))
}

/// The number of a kind by its name.
fn kind(value: &Value<'_>, called: &[&str]) -> Read<u8> {
    let name = text(value, "the name of a piece")?;
    match called.iter().position(|known| *known == name) {
        Some(kind) => Ok(kind as u8),
        None => {
            let there = match called {
                [] => "there is no [[piece]]".to_string(),
                _ => format!("there are {}", called.join(", ")),
            };
            fault(value.span(), format!("no piece \"{name}\"; {there}"))
        }
    }
}

/// The number of a kind that has been read.
pub(super) fn kind_of(value: &Value<'_>, pieces: &[PieceKind]) -> Read<u8> {
    let called: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    kind(value, &called)
}

/// A region for each player: by name, as a list, or `"far"` and `"near"`, which are north and south for the first
/// player and the other way round for the second.
pub(super) fn region(
    value: &Value<'_>,
    definition: &Definition,
    layout: &Layout,
) -> Read<[Vec<u16>; 2]> {
    let Some(name) = value.get_ref().as_str() else {
        let sites = names(definition, value, "a region")?;
        return Ok([sites.clone(), sites]);
    };
    let seen = match name {
        "far" => ["north", "south"],
        "near" => ["south", "north"],
        name => [name, name],
    };
    match seen.map(|name| layout.region(name).cloned()) {
        [Some(first), Some(second)] => Ok([first, second]),
        _ => {
            let mut all: Vec<&str> = layout.regions.iter().map(|(name, _)| name.as_str()).collect();
            if layout.region("north").is_some() && layout.region("south").is_some() {
                all.extend(["far", "near"]);
            }
            let all = if all.is_empty() { "none".into() } else { all.join(", ") };
            fault(value.span(), format!("no region \"{name}\"; this board has {all}"))
        }
    }
}

/// Gives letters to the kinds that are not plain for somebody.
fn sign(pieces: &mut [PieceKind], tables: &[Fields<'_>], definition: &Definition) -> Read<()> {
    let plain = [0, 1].map(|p| pieces.iter().position(|piece| piece.players[p]));
    for i in 0..pieces.len() {
        let needs = (0..2).any(|p| pieces[i].players[p] && plain[p] != Some(i));
        let given = tables[i].text("sign")?;
        if !needs && given.is_none() {
            continue;
        }
        let first = pieces[i].name.chars().next().map(|c| c.to_ascii_lowercase());
        let single = |text: &str| {
            let mut chars = text.chars();
            chars.next().filter(|_| chars.next().is_none()).map(|c| c.to_ascii_lowercase())
        };
        let letters = definition.letters.into_iter().flatten().map(|c| c.to_ascii_lowercase());
        let taken: Vec<char> = letters
            .chain(['x', 'o'])
            .chain(pieces[..i].iter().filter_map(|piece| piece.sign))
            .collect();
        let letter = given.map_or(first, single);
        match letter.filter(|c| c.is_ascii_lowercase() && !taken.contains(c)) {
            Some(letter) => pieces[i].sign = Some(letter),
            None => {
                let span = tables[i].get("sign").map_or(tables[i].span.clone(), |v| v.span());
                let right = format!(
                    "{} needs a letter of its own, other than x and o: sign = \"k\"",
                    pieces[i].name
                );
                return fault(span, right);
            }
        }
    }
    Ok(())
}
