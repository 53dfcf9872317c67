//! A game without Rust, from a TOML file.
//!
//! Values are read by hand and not by a derived reader, because each fault shall say where it is and
//! what would be right. The format is described in the book under "A game in a file". A file whose words
//! are those of a [positional game](crate::positional) becomes one; any other a [`Description`].

mod board;
mod fields;
mod pieces;
mod sums;
mod win;
mod words;

use std::ops::Range;

use henge_core::Player;
use henge_toml::{DeTable, Fault, FileError, Read, Spanned, fault, read_table};

use self::board::{read_board, site};
use self::fields::{Fields, list, text};
use self::pieces::read_pieces;
use self::win::{Wish, read_wins};
use self::words::{plain_swap, read_words};
use super::description::{By, Description};
use crate::positional::{Connect, Definition, DefinitionError, Look, hex_rims};

/// What a file describes.
#[derive(Clone, PartialEq, Debug)]
pub enum GameFile {
    /// A positional game.
    Positional(Box<Definition>),
    /// A game that says more.
    Described(Box<Description>),
}

impl GameFile {
    /// The name for people.
    pub fn title(&self) -> &str {
        &self.definition().title
    }

    /// The board and the names.
    pub fn definition(&self) -> &Definition {
        match self {
            GameFile::Positional(definition) => definition,
            GameFile::Described(description) => &description.definition,
        }
    }

    /// The positional game, where it is one.
    pub fn positional(self) -> Option<Definition> {
        match self {
            GameFile::Positional(definition) => Some(*definition),
            GameFile::Described(_) => None,
        }
    }

    /// The description, where it is no positional game.
    pub fn described(self) -> Option<Description> {
        match self {
            GameFile::Positional(_) => None,
            GameFile::Described(description) => Some(*description),
        }
    }
}

/// Reads a game; `slug` is what it will be called in commands.
pub fn read_game(slug: &str, text: &str) -> Result<GameFile, FileError> {
    read_game_within(slug, text, usize::MAX)
}

/// The same where the win groups may have no more than `most_cells` sites, counted for each group and player:
/// memory and time to make tables of a game grow with them.
pub fn read_game_within(slug: &str, text: &str, most_cells: usize) -> Result<GameFile, FileError> {
    let mut budget = Budget { most_cells, cells: most_cells, steps: 5_000_000 };
    read_table(text, |table| game(slug, table, &mut budget))
}

/// What a file may still ask for.
struct Budget {
    most_cells: usize,
    /// Sites of win groups.
    cells: usize,
    /// Steps in the search for sums.
    steps: usize,
}

impl Budget {
    fn take(&mut self, cells: usize, span: &Range<usize>) -> Read<()> {
        match self.cells.checked_sub(cells) {
            Some(left) => {
                self.cells = left;
                Ok(())
            }
            None => {
                let most = self.most_cells;
                let what = "the win groups of both players have too many sites together";
                fault(span.clone(), format!("{what}; {most} is the most here"))
            }
        }
    }
}

const TOP: [&str; 23] = [
    "name", "players", "pieces", "rules", "source", "board", "blocked", "swap", "win", "lose",
    "stones", "place", "opening", "capture", "pass", "stuck", "end", "limit", "start", "piece",
    "hand", "idle", "repeat",
];

fn game(slug: &str, top: &Spanned<DeTable<'_>>, budget: &mut Budget) -> Read<GameFile> {
    let top = Fields::new(top.get_ref(), top.span(), "a game", &TOP)?;
    let Some(board) = top.get("board") else {
        return fault(
            0..0,
            "\"board\" is missing; write board = { grid = [3, 3] }, or hex, or sites",
        );
    };
    let Some(name) = top.get("name") else {
        return fault(0..0, "\"name\" is missing; write name = \"My game\"");
    };
    let name = short(name, "\"name\"", 80)?;
    let (mut definition, layout) = read_board(board)?;
    definition.slug = slug.into();
    definition.title = name.into();
    definition.rules = top.text("rules")?.unwrap_or_default().into();
    definition.source = top.text("source")?.unwrap_or_default().into();
    read_players(&top, &mut definition)?;
    for value in top.get("blocked").map_or(Ok(&[][..]), |value| list(value, "\"blocked\""))? {
        let site = site(&definition, value, "\"blocked\"")?;
        definition.sites[site as usize].blocked = true;
    }
    let pieces = read_pieces(&top, &definition, &layout)?;
    let wishes = read_wins(&top, &definition, &layout, &pieces, budget)?;
    if let Some(grid) = &layout.grid
        && grid.look == Look::Hexagons
    {
        definition.rims = owned_rims(grid.size, &wishes);
    }
    let whole =
        |error: DefinitionError| Fault { message: error.to_string(), span: board_span(&top) };
    if let Some(goals) = plain(&top, &wishes) {
        let swap = plain_swap(&top, &layout)?;
        definition.goals = goals;
        let definition = definition.checked().map_err(whole)?;
        let Some(reflect) = swap else { return Ok(GameFile::Positional(Box::new(definition))) };
        let span = top.get("swap").map_or(0..0, |value| value.span());
        let fits = reflect.ok_or(DefinitionError::NoMirror);
        let swapped = fits.and_then(|reflect| definition.with_swap(reflect));
        let swapped = swapped.map_err(|error| Fault { message: error.to_string(), span })?;
        return Ok(GameFile::Positional(Box::new(swapped)));
    }
    let definition = definition.without_goals().map_err(whole)?;
    let description = read_words(&top, definition, &layout, pieces, wishes)?;
    Ok(GameFile::Described(Box::new(description)))
}

/// Words that no positional game has.
const NEW: [&str; 14] = [
    "lose", "stones", "place", "opening", "capture", "pass", "stuck", "end", "limit", "start",
    "piece", "hand", "idle", "repeat",
];

/// The goals of a positional game, if the words of the file are those of one.
fn plain(top: &Fields<'_>, wishes: &[Wish]) -> Option<[crate::positional::Goal; 2]> {
    let mut goals = <[crate::positional::Goal; 2]>::default();
    let by_text = |key| top.get(key).is_some_and(|value| value.get_ref().is_str());
    let cut = top.get("board").and_then(|board| board.get_ref().as_table());
    let cut = cut.is_some_and(|board| {
        board.keys().any(|key| ["hexhex", "triangle"].contains(&key.get_ref().as_ref()))
    });
    if NEW.iter().any(|word| top.get(word).is_some())
        || by_text("swap")
        || (cut && top.get("swap").is_some())
    {
        return None;
    }
    for wish in wishes {
        let goal = &mut goals[wish.aim.player.index()];
        match &wish.aim.by {
            By::Groups(groups) => goal.groups.extend(groups.iter().cloned()),
            By::Connect { regions, need: 2 } => {
                let [a, b] = <[Vec<u16>; 2]>::try_from(regions.clone()).ok()?;
                let names = <[String; 2]>::try_from(wish.names.clone()).ok()?;
                if goal.connect.is_some() {
                    return None;
                }
                goal.connect = Some(Connect { names, sides: [a, b] });
            }
            _ => return None,
        }
    }
    Some(goals)
}

fn board_span(top: &Fields<'_>) -> Range<usize> {
    top.get("board").map_or(top.span.clone(), |value| value.span())
}

/// A text that fits on a line.
fn short<'a>(value: &'a henge_toml::Value<'a>, what: &str, most: usize) -> Read<&'a str> {
    let found = text(value, what)?;
    match found.chars().count() <= most && !found.chars().any(char::is_control) {
        true => Ok(found),
        false => {
            let right = format!("{what} should be on one line, with at most {most} characters");
            fault(value.span(), right)
        }
    }
}

fn read_players(top: &Fields<'_>, definition: &mut Definition) -> Read<()> {
    if let Some(value) = top.get("players") {
        let names: Vec<&str> = list(value, "\"players\"")?
            .iter()
            .map(|name| short(name, "a player's name", 40))
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

/// The sides of a rhombus in the colours of those who want to join them.
fn owned_rims(size: [usize; 3], wishes: &[Wish]) -> Vec<henge_core::depict::Rim> {
    let wants = |player: Player, name: &String| {
        wishes.iter().any(|wish| wish.aim.player == player && wish.names.contains(name))
    };
    let owned = hex_rims(size[0], size[1]).into_iter().filter_map(|mut rim| {
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
