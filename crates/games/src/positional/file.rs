//! A game without Rust: a positional game from a TOML file.
//!
//! Values are read by hand and not by a derived reader, because each fault shall say where it is and
//! what would be right. The format is described in the book under "A game in a file".

use std::ops::Range;

use henge_core::Player;
use henge_core::depict::{Label, Outline, Point};
use henge_core::spec::nearest;
use henge_toml::{DeTable, DeValue, Fault, FileError, Read, Spanned, Value, fault, read_table};

use super::definition::{
    CHAIRS, Connect, Definition, DefinitionError, Goal, Group, MOST_GROUPS, MOST_SITES, Place,
};
use super::games::hex_rims;
use super::grid::{Grid, Look, SIDES};

/// Reads a game; `slug` is what it will be called in commands.
pub fn read_game(slug: &str, text: &str) -> Result<Definition, FileError> {
    read_table(text, |table| game(slug, table))
}

/// A table whose keys are all known.
struct Fields<'a> {
    table: &'a DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Fields<'a> {
    fn new(table: &'a DeTable<'a>, span: Range<usize>, what: &str, known: &[&str]) -> Read<Self> {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let hint = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("there are {}", known.join(", ")),
                };
                return fault(key.span(), format!("{what} has no \"{name}\"; {hint}"));
            }
        }
        Ok(Fields { table, span })
    }

    fn of(value: &'a Value<'a>, what: &str, known: &[&str]) -> Read<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Fields::new(table, value.span(), what, known),
            _ => fault(value.span(), format!("{what} should be a table such as {{ … }}")),
        }
    }

    fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    fn text(&self, key: &str) -> Read<Option<&'a str>> {
        self.get(key).map(|value| text(value, &format!("\"{key}\""))).transpose()
    }

    fn flag(&self, key: &str) -> Read<bool> {
        match self.get(key) {
            None => Ok(false),
            Some(value) => value.get_ref().as_bool().map_or_else(
                || fault(value.span(), format!("\"{key}\" should be true or false")),
                Ok,
            ),
        }
    }
}

fn text<'a>(value: &'a Value<'a>, what: &str) -> Read<&'a str> {
    match value.get_ref().as_str() {
        Some(text) => Ok(text),
        None => fault(value.span(), format!("{what} should be a text in quotes")),
    }
}

fn list<'a>(value: &'a Value<'a>, what: &str) -> Read<&'a [Value<'a>]> {
    match value.get_ref().as_array() {
        Some(list) => Ok(list),
        None => fault(value.span(), format!("{what} should be a list in brackets")),
    }
}

fn number(value: &Value<'_>, what: &str, range: std::ops::RangeInclusive<usize>) -> Read<usize> {
    let found = value.get_ref().as_integer();
    let n = found.and_then(|n| usize::from_str_radix(n.as_str(), n.radix()).ok());
    match n.filter(|n| range.contains(n)) {
        Some(n) => Ok(n),
        None => {
            let (min, max) = range.into_inner();
            fault(value.span(), format!("{what} should be a whole number from {min} to {max}"))
        }
    }
}

/// Two numbers on the plane.
fn point(value: &Value<'_>) -> Read<Point> {
    let coordinate = |value: &Value<'_>| {
        let number = match value.get_ref() {
            DeValue::Integer(n) => n.as_str().parse().ok(),
            DeValue::Float(n) => n.as_str().parse::<f32>().ok(),
            _ => None,
        };
        number.filter(|n| n.abs() <= 1000.0)
    };
    match value.get_ref().as_array().map(|list| list.iter().map(coordinate).collect::<Vec<_>>()) {
        Some(list) if let [Some(x), Some(y)] = list[..] => Ok(Point::new(x, y)),
        _ => {
            fault(value.span(), "a place should be two numbers from -1000 to 1000, as in [0, 1.5]")
        }
    }
}

const TOP: [&str; 9] =
    ["name", "players", "pieces", "rules", "source", "board", "blocked", "swap", "win"];

fn game(slug: &str, top: &Spanned<DeTable<'_>>) -> Read<Definition> {
    let top = Fields::new(top.get_ref(), top.span(), "a game", &TOP)?;
    let Some(board) = top.get("board") else {
        return fault(
            0..0,
            "\"board\" is missing; write board = { grid = [3, 3] }, or hex, or sites",
        );
    };
    let Some(name) = top.text("name")? else {
        return fault(0..0, "\"name\" is missing; write name = \"My game\"");
    };
    let (mut definition, board) = read_board(board)?;
    definition.slug = slug.into();
    definition.title = name.into();
    definition.rules = top.text("rules")?.unwrap_or_default().into();
    definition.source = top.text("source")?.unwrap_or_default().into();
    read_players(&top, &mut definition)?;
    for value in top.get("blocked").map_or(Ok(&[][..]), |value| list(value, "\"blocked\""))? {
        let site = site(&definition, value, "\"blocked\"")?;
        definition.sites[site as usize].blocked = true;
    }
    let Some(wins) = top.get("win") else {
        return fault(
            0..0,
            "nobody can win; add [[win]] with lines = 3, groups = … or connect = …",
        );
    };
    for (i, win) in list(wins, "\"win\"")?.iter().enumerate() {
        read_win(win, i + 1, &board, &mut definition)?;
    }
    if let Board::Grid(grid) = &board
        && grid.look == Look::Hexagons
    {
        definition.rims = owned_rims(grid, &definition);
    }
    let whole =
        |error: DefinitionError| Fault { message: error.to_string(), span: board_span(&top) };
    let definition = definition.checked().map_err(whole)?;
    if !top.flag("swap")? {
        return Ok(definition);
    }
    let reflect = match &board {
        Board::Grid(grid) => grid.transposition(),
        Board::Sites(_) => None,
    };
    let swap = |error: DefinitionError| Fault {
        message: error.to_string(),
        span: top.get("swap").map_or(0..0, |value| value.span()),
    };
    reflect.ok_or(DefinitionError::NoMirror).and_then(|r| definition.with_swap(r)).map_err(swap)
}

fn board_span(top: &Fields<'_>) -> Range<usize> {
    top.get("board").map_or(top.span.clone(), |value| value.span())
}

fn read_players(top: &Fields<'_>, definition: &mut Definition) -> Read<()> {
    if let Some(value) = top.get("players") {
        let names: Vec<&str> = list(value, "\"players\"")?
            .iter()
            .map(|name| text(name, "a player's name"))
            .collect::<Read<_>>()?;
        let [first, second] = names[..] else {
            return fault(value.span(), "\"players\" should be two names, as in [\"X\", \"O\"]");
        };
        if first == second || first.is_empty() || second.is_empty() {
            return fault(value.span(), "the players need two different names");
        }
        definition.players = [first.into(), second.into()];
    }
    let single = |name: &str| {
        let mut chars = name.chars();
        chars.next().filter(|c| chars.next().is_none() && !c.is_control() && !c.is_whitespace())
    };
    // Players called by one letter are drawn by it, unless the file says otherwise.
    let [first, second] = &definition.players;
    definition.letters = single(first).zip(single(second)).map(<[char; 2]>::from);
    if let Some(value) = top.get("pieces") {
        let pieces: Vec<Option<char>> = list(value, "\"pieces\"")?
            .iter()
            .map(|piece| Ok(single(text(piece, "a piece")?)))
            .collect::<Read<_>>()?;
        match pieces[..] {
            [Some(first), Some(second)] if first != second => {
                definition.letters = Some([first, second]);
            }
            _ => {
                let right = "\"pieces\" should be two different characters, as in [\"#\", \"@\"]";
                return fault(value.span(), right);
            }
        }
    }
    Ok(())
}

/// Where lines and sides come from.
enum Board {
    Grid(Grid),
    Sites(Vec<(String, Vec<u16>)>),
}

const BOARD: [&str; 9] =
    ["grid", "hex", "wrap", "look", "sites", "edges", "sides", "outline", "labels"];

fn read_board(value: &Value<'_>) -> Read<(Definition, Board)> {
    let board = Fields::of(value, "the board", &BOARD)?;
    let kinds = ["grid", "hex", "sites"].map(|key| board.get(key));
    match kinds {
        [Some(size), None, None] => {
            only(&board, &["grid", "wrap", "look"])?;
            let mut grid = Grid::flat(1, 1, read_look(&board)?);
            grid.size = read_size(size, 3)?;
            grid.wrap = read_wrap(&board)?;
            Ok((grid.definition(), Board::Grid(grid)))
        }
        [None, Some(size), None] => {
            only(&board, &["hex"])?;
            let [columns, rows, _] = read_size(size, 2)?;
            let grid = Grid::flat(columns, rows, Look::Hexagons);
            Ok((grid.definition(), Board::Grid(grid)))
        }
        [None, None, Some(sites)] => {
            only(&board, &["sites", "edges", "sides", "outline", "labels"])?;
            read_sites(&board, sites)
        }
        _ => fault(value.span(), "the board should have one of grid, hex or sites"),
    }
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

fn read_sites(board: &Fields<'_>, value: &Value<'_>) -> Read<(Definition, Board)> {
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
    let mut sides = Vec::new();
    if let Some(value) = board.get("sides") {
        let Some(table) = value.get_ref().as_table() else {
            return fault(value.span(), "\"sides\" should be a table: { north = [\"a\", \"b\"] }");
        };
        for (name, value) in table {
            sides.push((name.get_ref().to_string(), names(&definition, value, "a side")?));
        }
    }
    Ok((definition, Board::Sites(sides)))
}

/// A site by its name.
fn site(definition: &Definition, value: &Value<'_>, place: &str) -> Read<u16> {
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
fn names(definition: &Definition, value: &Value<'_>, what: &str) -> Read<Vec<u16>> {
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

const WIN: [&str; 7] = ["for", "lines", "exact", "blocks", "sums", "groups", "connect"];

fn read_win(value: &Value<'_>, i: usize, board: &Board, definition: &mut Definition) -> Read<()> {
    let win = Fields::of(value, "a win", &WIN)?;
    let players = match win.text("for")? {
        None => 0..2,
        Some("first") => 0..1,
        Some("second") => 1..2,
        Some(_) => {
            let span = win.get("for").map_or(0..0, |value| value.span());
            return fault(
                span,
                "\"for\" should be \"first\" or \"second\"; without it a win is for both",
            );
        }
    };
    let mut groups = Vec::new();
    let grid = |value: &Value<'_>, what: &str| match board {
        Board::Grid(grid) => Ok(*grid),
        Board::Sites(_) => {
            fault(value.span(), format!("\"{what}\" needs a board with grid or hex"))
        }
    };
    if let Some(value) = win.get("lines") {
        let k = number(value, "\"lines\"", 1..=MOST_SITES)?;
        groups.extend(grid(value, "lines")?.lines(k, win.flag("exact")?));
        if groups.is_empty() {
            return fault(value.span(), format!("there is no line of {k} on this board"));
        }
    } else if let Some(value) = win.get("exact") {
        return fault(value.span(), "\"exact\" goes with \"lines\"");
    }
    if let Some(value) = win.get("blocks") {
        let k = number(value, "\"blocks\"", 1..=MOST_SITES)?;
        let blocks = grid(value, "blocks")?.blocks(k);
        if blocks.is_empty() {
            return fault(value.span(), format!("there is no block of {k} by {k} on this board"));
        }
        groups.extend(blocks);
    }
    if let Some(value) = win.get("sums") {
        groups.extend(sums(value, definition)?);
    }
    if let Some(value) = win.get("groups") {
        for (j, group) in list(value, "\"groups\"")?.iter().enumerate() {
            let what = format!("group {} of win {i}", j + 1);
            let sites = names(definition, group, &what)?;
            if sites.is_empty() {
                return fault(group.span(), format!("{what} is empty; name the sites to fill"));
            }
            groups.push(Group::new(sites));
        }
    }
    let connect = win.get("connect").map(|value| connect(value, board)).transpose()?;
    if groups.is_empty() && connect.is_none() {
        let right = "a win needs one of lines, blocks, sums, groups or connect";
        return fault(value.span(), right);
    }
    for player in players {
        let goal: &mut Goal = &mut definition.goals[player];
        goal.groups.extend(groups.iter().cloned());
        if goal.groups.len() > MOST_GROUPS {
            let error = DefinitionError::TooManyGroups(CHAIRS[player]);
            return fault(value.span(), error.to_string());
        }
        if connect.is_some() && goal.connect.is_some() {
            let player = CHAIRS[player];
            return fault(value.span(), format!("the {player} player has a \"connect\" already"));
        }
        goal.connect = connect.clone().or(goal.connect.take());
    }
    Ok(())
}

fn connect(value: &Value<'_>, board: &Board) -> Read<Connect> {
    let names: Vec<&Value<'_>> = list(value, "\"connect\"")?.iter().collect();
    let [a, b] = names[..] else {
        return fault(
            value.span(),
            "\"connect\" should name two sides, as in [\"north\", \"south\"]",
        );
    };
    let side = |value: &Value<'_>| {
        let name = text(value, "a side")?;
        let (found, known) = match board {
            Board::Grid(grid) => (grid.side(name), SIDES.to_vec()),
            Board::Sites(sides) => (
                sides.iter().find(|(side, _)| side == name).map(|(_, sites)| sites.clone()),
                sides.iter().map(|(side, _)| side.as_str()).collect(),
            ),
        };
        match found {
            Some(sites) => Ok((name.to_string(), sites)),
            None => {
                let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                fault(value.span(), format!("no side \"{name}\"; this board has {known}"))
            }
        }
    };
    let ((a, a_sites), (b, b_sites)) = (side(a)?, side(b)?);
    if a == b {
        return fault(value.span(), "\"connect\" should name two different sides");
    }
    Ok(Connect { names: [a, b], sides: [a_sites, b_sites] })
}

/// All sets of `of` sites whose names, read as numbers, sum to `to`.
fn sums(value: &Value<'_>, definition: &Definition) -> Read<Vec<Group>> {
    let fields = Fields::of(value, "\"sums\"", &["of", "to"])?;
    let (Some(of), Some(to)) = (fields.get("of"), fields.get("to")) else {
        return fault(value.span(), "\"sums\" should be a table such as { of = 3, to = 15 }");
    };
    let of = number(of, "\"of\"", 1..=MOST_SITES)?;
    let to = number(to, "\"to\"", 0..=1_000_000_000)? as u64;
    let mut numbers = Vec::new();
    for site in &definition.sites {
        match site.name.parse::<u64>() {
            Ok(n) if n <= 1_000_000_000 => numbers.push(n),
            _ => {
                let name = &site.name;
                return fault(
                    value.span(),
                    format!("\"sums\" needs sites with numbers as names, not \"{name}\""),
                );
            }
        }
    }
    let mut search = Sums { numbers: &numbers, chosen: Vec::new(), groups: Vec::new(), steps: 0 };
    if !search.go(0, of, to) {
        return fault(value.span(), "there are too many such sums; list the groups instead");
    }
    match search.groups.is_empty() {
        true => fault(value.span(), format!("no {of} sites sum to {to}")),
        false => Ok(search.groups),
    }
}

struct Sums<'a> {
    numbers: &'a [u64],
    chosen: Vec<u16>,
    groups: Vec<Group>,
    steps: usize,
}

impl Sums<'_> {
    fn go(&mut self, from: usize, of: usize, to: u64) -> bool {
        if of == 0 {
            if to == 0 {
                self.groups.push(Group::new(self.chosen.iter().copied()));
            }
            return self.groups.len() <= MOST_GROUPS;
        }
        for site in from..self.numbers.len() {
            self.steps += 1;
            if self.steps > 5_000_000 {
                return false;
            }
            if let Some(rest) = to.checked_sub(self.numbers[site]) {
                self.chosen.push(site as u16);
                let ok = self.go(site + 1, of - 1, rest);
                self.chosen.pop();
                if !ok {
                    return false;
                }
            }
        }
        true
    }
}

/// The sides of a rhombus in the colours of those who want to join them.
fn owned_rims(grid: &Grid, definition: &Definition) -> Vec<henge_core::depict::Rim> {
    let wants = |player: Player, name: &String| {
        let connect = &definition.goals[player.index()].connect;
        connect.as_ref().is_some_and(|connect| connect.names.contains(name))
    };
    let owned = hex_rims(grid.size[0], grid.size[1]).into_iter().filter_map(|mut rim| {
        let mut owners = Player::BOTH.into_iter().filter(|&player| wants(player, &rim.name));
        let owner = owners.next()?;
        // A side that both want is nobody's colour.
        owners.next().is_none().then(|| {
            rim.owner = owner;
            rim
        })
    });
    owned.collect()
}
