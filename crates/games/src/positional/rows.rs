//! What games on the board of a [`Definition`] share in their texts: positions row by row, moves by name, and
//! positions set up piece by piece.

use henge_core::depict::Piece;
use henge_core::{NotationError, Player};

use super::definition::Definition;

/// The letters of the stones of both players, and of whose turn it is.
pub(crate) const STONES: [char; 2] = ['x', 'o'];

/// The rows of a board, `x.o/.x./...`, and whose turn it is; `sign` is the letter of what stands on a site.
pub(crate) fn write_rows(
    definition: &Definition,
    to_move: Player,
    sign: impl Fn(usize) -> Option<char>,
) -> String {
    let (mut text, mut site) = (String::new(), 0);
    for (i, &row) in definition.rows.iter().enumerate() {
        if i > 0 {
            text.push('/');
        }
        for site in site..site + row {
            let free = if definition.sites[site].blocked { '#' } else { '.' };
            text.push(sign(site).unwrap_or(free));
        }
        site += row;
    }
    text.push(' ');
    text.push(STONES[to_move.index()]);
    text
}

/// Reads such rows and whose turn it is, and returns the words that follow. `put` is shown every site that is not
/// free, with its letter, and says whether it knows that letter; `signs` are those it knows.
pub(crate) fn read_rows<'a>(
    definition: &Definition,
    text: &'a str,
    example: &str,
    signs: &str,
    mut put: impl FnMut(usize, char) -> bool,
) -> Result<(Player, std::str::SplitWhitespace<'a>), NotationError> {
    let wrong = |expected: String| Err(NotationError::new(text, expected));
    let example = format!("a position such as {example}");
    let mut words = text.split_whitespace();
    let (Some(board), Some(turn)) = (words.next(), words.next()) else { return wrong(example) };
    let to_move = match turn {
        "x" => Player::First,
        "o" => Player::Second,
        _ => return wrong(example + ", with x or o for whose turn it is"),
    };
    let cells: Vec<char> = board.chars().filter(|&c| c != '/').collect();
    if cells.len() != definition.n_sites() {
        let (n, found) = (definition.n_sites(), cells.len());
        return wrong(format!("{example}: it has {found} sites and not {n}"));
    }
    for (i, (&cell, site)) in cells.iter().zip(&definition.sites).enumerate() {
        let known = match (cell, site.blocked) {
            ('#', true) | ('.', false) => true,
            (_, true) => false,
            (_, false) => put(i, cell),
        };
        if !known {
            let what = if site.blocked { "# for a blocked site" } else { signs };
            return wrong(format!("a position: {} should be {what}", site.name));
        }
    }
    Ok((to_move, words))
}

/// The move with that name: exactly as written, or else without regard to case, unless names differ in case alone.
pub(crate) fn named<'a, M: Copy>(
    moves: impl Iterator<Item = M> + Clone,
    text: &str,
    name: impl Fn(M) -> &'a str,
) -> Option<M> {
    let exact = moves.clone().find(|&mv| name(mv) == text);
    let mut loose = moves.filter(|&mv| name(mv).eq_ignore_ascii_case(text));
    exact.or_else(|| loose.next().filter(|_| loose.next().is_none()))
}

/// Shows every piece of a position in an editor to `put`, which says whether it knows its kind; each stands on a
/// site of its own.
pub(crate) fn set_up(
    definition: &Definition,
    pieces: &[Piece],
    mut put: impl FnMut(usize, u8) -> bool,
) -> Result<(), NotationError> {
    let wrong = |why: String| Err(NotationError::new("this", format!("a position: {why}")));
    let mut held = vec![false; definition.n_sites()];
    for piece in pieces {
        let i = piece.site.index();
        let Some(site) = definition.sites.get(i) else {
            return wrong(format!("there is no site {i}"));
        };
        if site.blocked {
            return wrong(format!("{} is blocked", site.name));
        }
        if std::mem::replace(&mut held[i], true) || piece.count != 1 || !put(i, piece.kind) {
            return wrong(format!("{} takes one piece of one player", site.name));
        }
    }
    Ok(())
}
