//! The words that a positional game does not have.

use std::sync::Arc;

use henge_core::{Game, Player, Turn};
use henge_toml::{Read, Value, fault};

use super::super::compass::Layout;
use super::super::description::{
    Aim, By, Capture, Description, Enclosed, End, Opening, PieceKind, Place, Repeat, Stuck, Swap,
    Whose,
};
use super::super::moving::Moving;
use super::super::position::Move;
use super::super::rules::Described;
use super::Wish;
use super::fields::{Fields, list, number, text};
use super::pieces::region;
use crate::positional::{Definition, DefinitionError, Group, MOST_SITES};

/// `swap = true` of a positional game: none, or the reflection of the board if it has one.
pub(super) fn plain_swap(top: &Fields<'_>, layout: &Layout) -> Read<Option<Option<Vec<u16>>>> {
    Ok(top.flag("swap")?.then(|| layout.grid.and_then(|grid| grid.transposition())))
}

pub(super) fn read_words(
    top: &Fields<'_>,
    definition: Definition,
    layout: &Layout,
    pieces: Vec<PieceKind>,
    wishes: Vec<Wish>,
) -> Read<Description> {
    for site in &definition.sites {
        if Move::WORDS.iter().any(|(_, word)| site.name.eq_ignore_ascii_case(word)) {
            let span = top.get("board").map_or(0..0, |value| value.span());
            let right = format!("no site can be called \"{}\": that is a move", site.name);
            return fault(span, right);
        }
    }
    let (aims, spans): (Vec<Aim>, Vec<_>) =
        wishes.into_iter().map(|wish| (wish.aim, wish.span)).unzip();
    let mut description = Description {
        compass: layout.compass.clone(),
        aims,
        stones: read_stones(top)?,
        place: read_place(top, layout)?,
        openings: read_openings(top, &definition, layout)?,
        capture: read_capture(top, layout)?,
        swap: Swap::Never,
        pass: top.flag("pass")?,
        stuck: one_of(top, "stuck", &STUCK)?.unwrap_or_default(),
        end: one_of(top, "end", &END)?.unwrap_or_default(),
        limit: match top.get("limit") {
            Some(value) => Some(number(value, "\"limit\"", 1..=1000)? as u16),
            None => None,
        },
        start: Default::default(),
        ranks: Vec::new(),
        hand: read_hand(top, &pieces)?,
        idle: match top.get("idle") {
            Some(value) => Some(number(value, "\"idle\"", 1..=1000)? as u16),
            None => Some(100).filter(|_| !pieces.is_empty()),
        },
        repeat: one_of(top, "repeat", &REPEAT)?.unwrap_or_default(),
        pieces,
        definition,
    };
    read_start(top, &mut description)?;
    read_swap(top, layout, &mut description)?;
    together(top, &description)?;
    let captures = |aim: &Aim| matches!(aim.by, By::Captures(_));
    if let Some(i) = description.aims.iter().position(captures)
        && match &description.capture {
            None => description.pieces.is_empty(),
            Some(capture) => capture.flips,
        }
    {
        let right = "\"captures\" needs stones that are taken off the board; add \
                     capture = { custody = 1 } or capture = { surround = true }";
        return fault(spans[i].clone(), right);
    }
    finite(top, &description)?;
    let description = std::sync::Arc::new(description);
    let over = if description.pieces.is_empty() {
        let game = Described::<8>::new(Arc::clone(&description));
        game.turn(&game.start())
    } else {
        let game = Moving::<4>::new(Arc::clone(&description));
        game.turn(&game.start())
    };
    if let Turn::Over(_) = over {
        let key = ["start", "opening", "place", "piece", "capture", "stuck", "board"];
        let value = key.iter().find_map(|key| top.get(key));
        let right = "the game is over before the first move: nobody can move, or somebody has won";
        return fault(value.map_or(0..0, |value| value.span()), right);
    }
    Ok(Arc::unwrap_or_clone(description))
}

/// Stones that come off the board can go on for ever, unless something counts them.
fn finite(top: &Fields<'_>, description: &Description) -> Read<()> {
    let Some(capture) = &description.capture else { return Ok(()) };
    // Moves of pieces are counted by "idle" and by repetitions.
    if !description.pieces.is_empty() {
        return Ok(());
    }
    let span = top.get("capture").map_or(0..0, |value| value.span());
    let counts = |player| {
        let of = |aim: &Aim| aim.player == player && matches!(aim.by, By::Captures(_));
        description.aims.iter().any(of)
    };
    if !capture.flips && description.limit.is_none() && !Player::BOTH.into_iter().all(counts) {
        let right = "stones that come off make room, so that this game need not end; add \
                     captures = … to a [[win]] for both players, or limit = … for its moves";
        return fault(span, right);
    }
    if description.place.gravity.is_some() {
        return fault(span, "\"capture\" does not go with gravity: stones would hang in the air");
    }
    Ok(())
}

const STUCK: [(&str, Stuck); 4] = [
    ("over", Stuck::Over),
    ("loses", Stuck::Loses),
    ("wins", Stuck::Wins),
    ("passes", Stuck::Passes),
];
const END: [(&str, End); 6] = [
    ("draw", End::Draw),
    ("first", End::Win(Player::First)),
    ("second", End::Win(Player::Second)),
    ("most", End::Most),
    ("fewest", End::Fewest),
    ("last", End::Last),
];
const REPEAT: [(&str, Repeat); 4] = [
    ("draw", Repeat::Draw),
    ("loses", Repeat::Loses),
    ("first", Repeat::Win(Player::First)),
    ("second", Repeat::Win(Player::Second)),
];
const WHOSE: [(&str, Whose); 3] =
    [("own", Whose::Own), ("other", Whose::Other), ("any", Whose::Any)];

pub(super) fn one_of<T: Copy>(
    fields: &Fields<'_>,
    key: &str,
    words: &[(&str, T)],
) -> Read<Option<T>> {
    let Some(value) = fields.get(key) else { return Ok(None) };
    let word = text(value, &format!("\"{key}\""))?;
    match words.iter().find(|(known, _)| *known == word) {
        Some((_, found)) => Ok(Some(*found)),
        None => {
            let all: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            let (last, first) = all.split_last().expect("there are words");
            let right = format!("\"{key}\" should be {} or {last}", first.join(", "));
            fault(value.span(), right)
        }
    }
}

fn read_stones(top: &Fields<'_>) -> Read<[u8; 2]> {
    let Some(value) = top.get("stones") else { return Ok([1, 1]) };
    let one = |value: &Value<'_>| Ok(number(value, "\"stones\"", 1..=9)? as u8);
    match value.get_ref().as_array().map(|list| list.iter().collect::<Vec<_>>()) {
        None => one(value).map(|n| [n, n]),
        Some(list) => match list[..] {
            [first, later] => Ok([one(first)?, one(later)?]),
            _ => fault(
                value.span(),
                "\"stones\" should be a number for every turn, or two: for the first turn and \
                 for the later ones, as in [1, 2]",
            ),
        },
    }
}

fn read_place(top: &Fields<'_>, layout: &Layout) -> Read<Place> {
    let Some(value) = top.get("place") else { return Ok(Place::default()) };
    let place = Fields::of(value, "\"place\"", &["beside", "apart", "gravity"])?;
    let mut gravity = None;
    if let Some(value) = place.get("gravity") {
        let name = text(value, "\"gravity\"")?;
        gravity = layout.compass.direction(name);
        if gravity.is_none() {
            let known = layout.compass.names.iter().filter(|name| !name.is_empty());
            let known = known.map(String::as_str).collect::<Vec<_>>().join(", ");
            let right = match known.is_empty() {
                true => "\"gravity\" needs a board with directions".into(),
                false => format!("no direction \"{name}\"; this board has {known}"),
            };
            return fault(value.span(), right);
        }
    }
    let (beside, apart) = (one_of(&place, "beside", &WHOSE)?, one_of(&place, "apart", &WHOSE)?);
    if beside.is_some() && beside == apart {
        return fault(value.span(), "\"beside\" and \"apart\" leave no site");
    }
    if beside.is_none() && apart.is_none() && gravity.is_none() {
        let right = "\"place\" should be a table such as { gravity = \"south\" }";
        return fault(value.span(), right);
    }
    Ok(Place { beside, apart, gravity })
}

fn read_openings(top: &Fields<'_>, definition: &Definition, layout: &Layout) -> Read<Vec<Opening>> {
    let Some(value) = top.get("opening") else { return Ok(Vec::new()) };
    let mut openings = Vec::new();
    for value in list(value, "\"opening\"")? {
        let opening = Fields::of(value, "an opening", &["move", "in", "outside"])?;
        let Some(turn) = opening.get("move") else {
            return fault(value.span(), "an opening needs the number of its move: move = 1");
        };
        let number = number(turn, "\"move\"", 1..=200)? as u16 - 1;
        let (inside, outside) = (opening.get("in"), opening.get("outside"));
        let sites: Vec<u16> = match (inside, outside) {
            (Some(sites), None) => region(sites, definition, layout)?[0].clone(),
            (None, Some(sites)) => {
                let sites = &region(sites, definition, layout)?[0];
                definition.available().filter(|site| !sites.contains(site)).collect()
            }
            _ => return fault(value.span(), "an opening needs one of \"in\" and \"outside\""),
        };
        if sites.iter().all(|&site| definition.sites[site as usize].blocked) {
            return fault(value.span(), "this opening leaves no site");
        }
        openings.push(Opening { number, sites });
    }
    Ok(openings)
}

fn read_capture(top: &Fields<'_>, layout: &Layout) -> Read<Option<Capture>> {
    let Some(value) = top.get("capture") else { return Ok(None) };
    let keys = ["custody", "surround", "lines", "flip", "must"];
    let capture = Fields::of(value, "\"capture\"", &keys)?;
    let moving = top.get("piece").is_some();
    let how = match (capture.get("custody"), capture.flag("surround")?, capture.get("lines")) {
        (None, false, Some(value)) if moving => {
            let k = number(value, "\"lines\"", 2..=MOST_SITES)?;
            let lines = layout.lines(k, false);
            if lines.is_empty() {
                return fault(value.span(), format!("there is no line of {k} on this board"));
            }
            Enclosed::Filled(lines)
        }
        (None, false, None) if moving && capture.get("flip").is_none() => Enclosed::Moving,
        (Some(value), false, None) => {
            if layout.compass.next.is_empty() {
                return fault(value.span(), "\"custody\" needs a board with straight lines");
            }
            Enclosed::Custody(match value.get_ref().as_str() {
                Some("any") => None,
                _ => {
                    let right = "\"custody\" should be \"any\", or how many stones are captured, as \
                                 in 2 or [1, 2]";
                    let one = |value: &Value<'_>| match number(value, "", 1..=64) {
                        Ok(n) => Ok(n),
                        Err(_) => fault(value.span(), right),
                    };
                    Some(match value.get_ref().as_array() {
                        None => vec![one(value)?],
                        Some(list) if list.is_empty() => return fault(value.span(), right),
                        Some(list) => list.iter().map(one).collect::<Read<_>>()?,
                    })
                }
            })
        }
        (None, true, None) if !moving => Enclosed::Surrounded,
        _ => {
            let right = match moving {
                true => {
                    "\"capture\" of pieces that move needs one of \"custody\", \"lines\" and \"must\""
                }
                false => "\"capture\" needs one of \"custody\" and \"surround\"",
            };
            return fault(value.span(), right);
        }
    };
    Ok(Some(Capture { how, flips: capture.flag("flip")?, compulsory: capture.flag("must")? }))
}

/// How many pieces each player puts on the board first.
fn read_hand(top: &Fields<'_>, pieces: &[PieceKind]) -> Read<[u8; 2]> {
    let Some(value) = top.get("hand") else { return Ok([0, 0]) };
    if pieces.is_empty() {
        return fault(value.span(), "\"hand\" needs pieces; add a [[piece]]");
    }
    let one = |value: &Value<'_>| Ok(number(value, "\"hand\"", 0..=100)? as u8);
    match value.get_ref().as_array().map(|list| list.iter().collect::<Vec<_>>()) {
        None => one(value).map(|n| [n, n]),
        Some(list) => match list[..] {
            [first, second] => Ok([one(first)?, one(second)?]),
            _ => fault(
                value.span(),
                "\"hand\" should be a number, or one for each player, as in [20, 0]",
            ),
        },
    }
}

/// Words that do not go together.
fn together(top: &Fields<'_>, description: &Description) -> Read<()> {
    let moving = !description.pieces.is_empty();
    let (keys, right) = match moving {
        true => (
            ["stones", "place", "opening", "swap"],
            "does not go with [[piece]]: pieces move one by one",
        ),
        false => (["idle", "repeat", "hand", ""], "needs pieces; add a [[piece]]"),
    };
    match keys.into_iter().find_map(|key| Some((key, top.get(key)?))) {
        Some((key, value)) => fault(value.span(), format!("\"{key}\" {right}")),
        None => Ok(()),
    }?;
    if !moving {
        return Ok(());
    }
    for player in Player::BOTH {
        if description.plain(player).is_none() {
            let name = &description.definition.players[player.index()];
            let span = top.get("piece").map_or(0..0, |value| value.span());
            return fault(
                span,
                format!("{name} has no piece; leave a \"for\" out, or add a [[piece]]"),
            );
        }
    }
    Ok(())
}

/// Rows of x, o, . and #, as in the text of a position, and letters of other pieces.
fn read_start(top: &Fields<'_>, description: &mut Description) -> Read<()> {
    let Some(value) = top.get("start") else { return Ok(()) };
    let plain = Player::BOTH.map(|player| description.plain(player));
    let signs: Vec<(char, usize, u8)> = (0..)
        .zip(&description.pieces)
        .flat_map(|(kind, piece)| {
            let both =
                piece.sign.into_iter().flat_map(|sign| [(sign.to_ascii_uppercase(), 0), (sign, 1)]);
            both.filter(move |&(_, p)| piece.players[p] && plain[p] != Some(kind))
                .map(move |(sign, p)| (sign, p, kind))
        })
        .collect();
    let definition = &description.definition;
    let rows = list(value, "\"start\"")?;
    if rows.len() != definition.rows.len() {
        let n = definition.rows.len();
        return fault(
            value.span(),
            format!("\"start\" should have a text for each row, {n} in all"),
        );
    }
    let mut site = 0;
    for (row, &length) in rows.iter().zip(&definition.rows) {
        let cells: Vec<char> =
            text(row, "a row of \"start\"")?.chars().filter(|c| !c.is_whitespace()).collect();
        if cells.len() != length {
            let found = cells.len();
            return fault(row.span(), format!("this row has {length} sites and not {found}"));
        }
        for cell in cells {
            let blocked = definition.sites[usize::from(site)].blocked;
            let rank = signs.iter().find(|(sign, ..)| *sign == cell);
            match (cell, rank) {
                (_, Some(&(_, player, kind))) if !blocked => {
                    description.start[player].push(site);
                    description.ranks.push((site, kind));
                }
                ('x' | 'X', _) if !blocked => description.start[0].push(site),
                ('o' | 'O', _) if !blocked => description.start[1].push(site),
                ('.', _) => {}
                ('#', _) if blocked => {}
                _ => {
                    let name = &definition.sites[usize::from(site)].name;
                    let more: Vec<String> =
                        signs.iter().map(|(sign, ..)| format!(", {sign}")).collect();
                    let right = match blocked {
                        true => "# as it is blocked".to_string(),
                        false => format!("x, o{} or .", more.concat()),
                    };
                    return fault(row.span(), format!("{name} should be {right}"));
                }
            }
            site += 1;
        }
    }
    Ok(())
}

fn read_swap(top: &Fields<'_>, layout: &Layout, description: &mut Description) -> Read<()> {
    let Some(value) = top.get("swap") else { return Ok(()) };
    let two = value.get_ref().as_str();
    if two.is_some_and(|word| word != "swap2") {
        return fault(value.span(), "\"swap\" should be true, false or \"swap2\"");
    }
    if two.is_none() && !top.flag("swap")? {
        return Ok(());
    }
    if description.start.iter().any(|stones| !stones.is_empty()) {
        return fault(value.span(), "\"swap\" does not go with \"start\"");
    }
    let n = description.definition.n_sites() as u16;
    if two.is_some() {
        if description.stones != [1, 1] || !description.is_even() {
            let right = "\"swap2\" needs one stone a turn and the same aims for both players";
            return fault(value.span(), right);
        }
        if description.definition.available().count() < 7 {
            return fault(value.span(), "\"swap2\" needs a board of seven sites or more");
        }
        description.swap = Swap::Two;
        return Ok(());
    }
    let here: Vec<u16> = (0..n).collect();
    let reflection = layout.grid.and_then(|grid| grid.transposition());
    let maps = [Some(here).filter(|_| description.is_even()), reflection];
    let fits = |map: &Vec<u16>| turns_into(description, map);
    match maps.into_iter().flatten().find(fits) {
        Some(map) => {
            description.swap = Swap::Pie(map);
            Ok(())
        }
        None => fault(value.span(), DefinitionError::NoMirror.to_string()),
    }
}

/// Does the map turn the first player's aims into the second player's?
fn turns_into(description: &Description, map: &[u16]) -> bool {
    let image = |sites: &[u16]| {
        let mut image: Vec<u16> = sites.iter().map(|&site| map[site as usize]).collect();
        image.sort_unstable();
        image
    };
    let of = |player, map: &dyn Fn(&[u16]) -> Vec<u16>| {
        let moved = |by: &By| match by {
            By::Groups(groups) => {
                let group = |g: &Group| Group { sites: map(&g.sites), without: map(&g.without) };
                let mut groups: Vec<Group> = groups.iter().map(group).collect();
                groups.sort_unstable();
                groups.dedup();
                By::Groups(groups)
            }
            By::Connect { regions, need } => {
                let mut regions: Vec<Vec<u16>> = regions.iter().map(|region| map(region)).collect();
                regions.sort_unstable();
                By::Connect { regions, need: *need }
            }
            other => other.clone(),
        };
        let aims = description.aims.iter().filter(move |aim| aim.player == player);
        aims.map(|aim| (aim.verdict, moved(&aim.by))).collect::<Vec<_>>()
    };
    let sites = &description.definition.sites;
    of(Player::First, &image) == of(Player::Second, &|sites| image_of_itself(sites))
        && sites.iter().zip(map).all(|(site, &to)| site.blocked == sites[to as usize].blocked)
        && !matches!(description.end, End::Win(_))
}

fn image_of_itself(sites: &[u16]) -> Vec<u16> {
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    sites
}
