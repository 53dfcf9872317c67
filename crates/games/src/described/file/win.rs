//! What wins and what loses.

use std::ops::Range;

use henge_core::Player;
use henge_core::spec::nearest;
use henge_toml::{Read, Value, fault};

use super::super::compass::Layout;
use super::super::description::{Aim, By, PieceKind, Verdict};
use super::Budget;
use super::board::names;
use super::fields::{Fields, list, number, text};
use super::pieces::{kind_of, region};
use super::sums::sums;
use crate::positional::{CHAIRS, Definition, DefinitionError, Group, MOST_GROUPS, MOST_SITES};

/// An aim and where the file says so.
pub(super) struct Wish {
    pub aim: Aim,
    /// The regions to be joined, by name.
    pub names: Vec<String>,
    pub span: Range<usize>,
}

const WIN: [&str; 13] = [
    "for", "lines", "exact", "blocks", "sums", "groups", "connect", "ring", "captures", "reach",
    "left", "joined", "of",
];

/// Words that end a game, so that it needs no win.
const ENDS: [&str; 3] = ["lose", "stuck", "end"];

/// More entries of `[[win]]` or `[[lose]]` are no rules that people play by.
const MOST_WINS: usize = 100;

pub(super) fn read_wins(
    top: &Fields<'_>,
    definition: &Definition,
    layout: &Layout,
    pieces: &[PieceKind],
    budget: &mut Budget,
) -> Read<Vec<Wish>> {
    let mut wishes = Vec::new();
    for (key, verdict) in [("win", Verdict::Wins), ("lose", Verdict::Loses)] {
        let Some(value) = top.get(key) else { continue };
        let wins = list(value, &format!("\"{key}\""))?;
        if wins.len() > MOST_WINS {
            let n = wins.len();
            return fault(value.span(), format!("{n} times [[{key}]]; {MOST_WINS} is the most"));
        }
        for (i, win) in wins.iter().enumerate() {
            let before = wishes.len();
            let board = (definition, layout, pieces);
            read_win(win, (key, i + 1, verdict), board, budget, &mut wishes)?;
            check_size(&wishes, before, budget)?;
        }
    }
    if wishes.is_empty() && !ENDS.iter().any(|key| top.get(key).is_some()) {
        return fault(
            0..0,
            "nobody can win; add [[win]] with lines = 3, groups = … or connect = …",
        );
    }
    Ok(wishes)
}

/// Counts what the wishes from `new` on ask for.
fn check_size(wishes: &[Wish], new: usize, budget: &mut Budget) -> Read<()> {
    let groups = |wish: &Wish| match &wish.aim.by {
        By::Groups(groups) => groups.len(),
        _ => 0,
    };
    for (chair, player) in CHAIRS.iter().zip(Player::BOTH) {
        let own = wishes.iter().filter(|wish| wish.aim.player == player);
        if own.map(groups).sum::<usize>() > MOST_GROUPS {
            let span = wishes.last().map_or(0..0, |wish| wish.span.clone());
            return fault(span, DefinitionError::TooManyGroups(chair).to_string());
        }
    }
    for wish in &wishes[new..] {
        let By::Groups(groups) = &wish.aim.by else { continue };
        budget.take(groups.iter().map(|group| group.sites.len()).sum(), &wish.span)?;
    }
    Ok(())
}

fn read_win(
    value: &Value<'_>,
    (key, i, verdict): (&str, usize, Verdict),
    (definition, layout, pieces): (&Definition, &Layout, &[PieceKind]),
    budget: &mut Budget,
    wishes: &mut Vec<Wish>,
) -> Read<()> {
    let win = Fields::of(value, if key == "win" { "a win" } else { "a loss" }, &WIN)?;
    let players = match win.text("for")? {
        None => &Player::BOTH[..],
        Some("first") => &Player::BOTH[..1],
        Some("second") => &Player::BOTH[1..],
        Some(_) => {
            let span = win.get("for").map_or(0..0, |value| value.span());
            return fault(
                span,
                "\"for\" should be \"first\" or \"second\"; without it a win is for both",
            );
        }
    };
    let mut found: Vec<(By, Vec<String>)> = Vec::new();
    let groups = read_groups(&win, (key, i), (definition, layout), budget)?;
    if !groups.is_empty() {
        found.push((By::Groups(groups), Vec::new()));
    }
    if let Some(value) = win.get("connect") {
        found.push(connect(value, definition, layout)?);
    }
    if win.flag("ring")? {
        let span = win.get("ring").map_or(0..0, |value| value.span());
        if layout.compass.next.len() != 6 || layout.compass.names.iter().any(String::is_empty) {
            return fault(span, "\"ring\" needs a board of hexagons: hex, hexhex or triangle");
        }
        found.push((By::Ring, Vec::new()));
    }
    if let Some(value) = win.get("captures") {
        found.push((By::Captures(number(value, "\"captures\"", 1..=400)? as u16), Vec::new()));
    }
    let of_pieces = read_pieces_aims(&win, definition, layout, pieces)?;
    if found.is_empty() && of_pieces.iter().all(Vec::is_empty) {
        let what = if key == "win" { "a win" } else { "a loss" };
        let more = if pieces.is_empty() { "" } else { ", reach, left, joined" };
        let right = format!(
            "{what} needs one of lines, blocks, sums, groups, connect{more}, ring or captures"
        );
        return fault(value.span(), right);
    }
    for &player in players {
        let of_pieces = of_pieces[player.index()].iter().map(|by| (by.clone(), Vec::new()));
        wishes.extend(found.iter().cloned().chain(of_pieces).map(|(by, names)| Wish {
            aim: Aim { player, verdict, by },
            names,
            span: value.span(),
        }));
    }
    Ok(())
}

/// The aims of pieces, for each player.
fn read_pieces_aims(
    win: &Fields<'_>,
    definition: &Definition,
    layout: &Layout,
    pieces: &[PieceKind],
) -> Read<[Vec<By>; 2]> {
    let mut found = [Vec::new(), Vec::new()];
    let all = ["reach", "left", "joined", "of"].map(|key| (key, win.get(key)));
    if let Some((key, Some(value))) = all.iter().find(|(_, value)| value.is_some())
        && pieces.is_empty()
    {
        return fault(value.span(), format!("\"{key}\" needs pieces; add a [[piece]]"));
    }
    let of = win.get("of").map(|value| kind_of(value, pieces)).transpose()?;
    if let Some(value) = win.get("reach") {
        let regions = region(value, definition, layout)?;
        for (found, sites) in found.iter_mut().zip(regions) {
            found.push(By::At(sites, of));
        }
    }
    if let Some(value) = win.get("left") {
        let most = number(value, "\"left\", the pieces left,", 0..=MOST_SITES)? as u16;
        found.iter_mut().for_each(|found| found.push(By::Left(most, of)));
    }
    if win.flag("joined")? {
        found.iter_mut().for_each(|found| found.push(By::Joined));
    }
    if let Some(value) = win.get("of")
        && found[0].is_empty()
    {
        return fault(value.span(), "\"of\" goes with reach or left");
    }
    Ok(found)
}

fn read_groups(
    win: &Fields<'_>,
    (key, i): (&str, usize),
    (definition, layout): (&Definition, &Layout),
    budget: &mut Budget,
) -> Read<Vec<Group>> {
    let mut groups = Vec::new();
    if let Some(value) = win.get("lines") {
        let k = number(value, "\"lines\"", 1..=MOST_SITES)?;
        let exact = win.flag("exact")?;
        groups.extend(layout.lines(k, exact));
        if groups.is_empty() {
            return fault(value.span(), format!("there is no line of {k} on this board"));
        }
    } else if let Some(value) = win.get("exact") {
        return fault(value.span(), "\"exact\" goes with \"lines\"");
    }
    if let Some(value) = win.get("blocks") {
        let k = number(value, "\"blocks\"", 1..=MOST_SITES)?;
        let Some(grid) = &layout.grid else {
            return fault(value.span(), "\"blocks\" needs a board with grid or hex");
        };
        let blocks = grid.blocks(k);
        if blocks.is_empty() {
            return fault(value.span(), format!("there is no block of {k} by {k} on this board"));
        }
        groups.extend(blocks);
    }
    if let Some(value) = win.get("sums") {
        groups.extend(sums(value, definition, budget)?);
    }
    if let Some(value) = win.get("groups") {
        for (j, group) in list(value, "\"groups\"")?.iter().enumerate() {
            let what = format!("group {} of {key} {i}", j + 1);
            let sites = names(definition, group, &what)?;
            if sites.is_empty() {
                return fault(group.span(), format!("{what} is empty; name the sites to fill"));
            }
            groups.push(Group::new(sites));
        }
    }
    if groups.len() > MOST_GROUPS {
        return fault(win.span.clone(), DefinitionError::TooManyGroups("first").to_string());
    }
    Ok(groups)
}

/// Two regions or more that a chain has to reach, or any so many of them.
fn connect(value: &Value<'_>, definition: &Definition, layout: &Layout) -> Read<(By, Vec<String>)> {
    let (all, need) = match value.get_ref().as_table() {
        None => (value, None),
        Some(_) => {
            let fields = Fields::of(value, "\"connect\"", &["any", "of"])?;
            let (Some(any), Some(of)) = (fields.get("any"), fields.get("of")) else {
                let right =
                    "\"connect\" should be two sides or more, or { any = 3, of = \"sides\" }";
                return fault(value.span(), right);
            };
            (of, Some(any))
        }
    };
    let (mut regions, mut known) = (Vec::new(), Vec::new());
    if let Some(name) = all.get_ref().as_str() {
        let family = layout.families.iter().find(|(family, _)| *family == name);
        let Some((_, family)) = family else {
            let families: Vec<&str> = layout.families.iter().map(|(name, _)| *name).collect();
            let families = if families.is_empty() { "none".into() } else { families.join(", ") };
            let right = format!("no set of regions \"{name}\"; this board has {families}");
            return fault(all.span(), right);
        };
        regions.clone_from(family);
    } else {
        for name in list(all, "\"connect\"")? {
            if name.get_ref().is_array() {
                regions.push(names(definition, name, "a region")?);
                continue;
            }
            let region = text(name, "a side")?;
            let Some(sites) = layout.region(region) else {
                let all: Vec<&str> = layout.regions.iter().map(|(name, _)| name.as_str()).collect();
                let all = if all.is_empty() { "none".into() } else { all.join(", ") };
                let near = nearest(region, layout.regions.iter().map(|(name, _)| name.as_str()));
                let near = near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                let right = format!("no side \"{region}\"; this board has {all}{near}");
                return fault(name.span(), right);
            };
            if known.iter().any(|other| other == region) {
                return fault(value.span(), "\"connect\" should name different sides");
            }
            known.push(region.to_string());
            regions.push(sites.clone());
        }
    }
    if regions.len() < 2 || regions.len() > 64 {
        return fault(
            value.span(),
            "\"connect\" should name two sides or more, as in [\"north\", \"south\"]",
        );
    }
    let need = match need {
        None => regions.len(),
        Some(any) => number(any, "\"any\"", 2..=regions.len())?,
    };
    if need < regions.len() {
        // Nobody's sides alone, so that they have nobody's colour.
        known.clear();
    }
    Ok((By::Connect { regions, need }, known))
}
