use std::collections::HashSet;
use std::path::Path;

use henge::erased::{DynGame, DynMatch};
use henge::search::book::Book;
use henge::{Playable, Turn, mix64};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::ArenaError;

/// How a game begins: a position, if it is not the start, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position, if it is not the game's own start.
    pub position: Option<String>,
    /// The moves and rolls that follow.
    pub moves: Vec<String>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// This many random plies, others for every pair as long as there are others; with 0 every game
    /// begins at the start.
    Random {
        /// How many.
        plies: u32,
    },
    /// These, one after another and again from the first.
    List(Vec<Opening>),
}

impl Opening {
    /// The table at which the game goes on.
    pub fn table(&self, game: &dyn DynGame) -> Result<Box<dyn DynMatch>, ArenaError> {
        let mut table = match &self.position {
            Some(text) => game.read(text)?,
            None => game.start(),
        };
        for mv in &self.moves {
            table.play(mv)?;
        }
        Ok(table)
    }
}

impl Openings {
    /// Random plies such that there is a different opening for each of the given number of pairs: two, and two more
    /// while they are too few. A third of a game by chance at the most, for what is decided by chance
    /// says nothing about the players. Games with dice begin at the start, as the dice differ.
    pub fn enough(game: &dyn DynGame, pairs: u64) -> Openings {
        if has_dice(game, LEAST_PLIES) {
            return Openings::Random { plies: 0 };
        }
        let (mut plies, mut most) = (LEAST_PLIES, None);
        while let Some(lines) = n_lines(game, plies, pairs)
            && lines < pairs
            && plies + 2 <= *most.get_or_insert_with(|| usual_length(game) / 3)
        {
            plies += 2;
        }
        Openings::Random { plies }
    }

    /// The warning for a number of pairs that needs more different openings than there are.
    pub fn shortage(&self, game: &dyn DynGame, pairs: u64) -> Option<String> {
        let (there, deeper) = match self {
            Openings::Random { plies: 0 } => return None,
            &Openings::Random { plies } => {
                let lines = n_lines(game, plies, pairs).filter(|&lines| lines < pairs)?;
                let enough = |&plies: &u32| n_lines(game, plies, pairs) >= Some(pairs);
                let deeper = (1..=4).map(|more| plies + 2 * more).find(enough);
                let advice = match deeper {
                    Some(deeper) => format!("; {deeper} plies have enough"),
                    None => String::new(),
                };
                let depth = if plies == 1 { "1 ply".into() } else { format!("{plies} plies") };
                (format!("{lines} different openings of {depth}"), advice)
            }
            Openings::List(list) if (list.len() as u64) < pairs => {
                (format!("{} openings in the list", list.len()), String::new())
            }
            Openings::List(_) => return None,
        };
        Some(format!(
            "there are only {there} for {pairs} pairs of games, so openings are repeated{deeper}"
        ))
    }

    /// Reads openings from a file: an opening book, of which lines by chance are taken; game records;
    /// or else one position a line, where blank lines and lines that begin with `#` are passed over.
    /// Of books and records at most `plies` are played.
    ///
    /// Each of them must be legal and leave something to play.
    pub fn read(
        playable: &Playable,
        path: &Path,
        bytes: &[u8],
        plies: Option<usize>,
    ) -> Result<Openings, ArenaError> {
        let fault = |line: usize, message: String| ArenaError::Opening {
            file: path.display().to_string(),
            line,
            message,
        };
        let game = &**playable.rules();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let form = henge::RecordForm::of(path);
        let is_other_record = form.is_ok_and(|form| form != henge::RecordForm::Henge);
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        let mut list = Vec::new();
        if extension == Some("book") {
            let book = Book::from_bytes(bytes).and_then(|book| book.of(game.name()));
            let book = book.map_err(|error| fault(1, error.to_string()))?;
            list.extend(lines_of_book(playable, &book, plies)?.into_iter().map(|line| (1, line)));
        } else if is_other_record || first.is_some_and(|byte| b"[{".contains(byte)) {
            let records = henge::read_records(path, bytes)
                .map_err(|error| fault(error.line, error.message))?;
            for record in records {
                let most = plies.unwrap_or(usize::MAX);
                let moves = record.main_line().take(most).map(String::from).collect();
                let opening = Opening { position: record.position().map(String::from), moves };
                list.push((record.end.line, opening));
            }
        } else {
            for (n, line) in (1..).zip(String::from_utf8_lossy(bytes).lines()) {
                let text = line.trim();
                if !text.is_empty() && !text.starts_with('#') {
                    let position = Some(text.to_string());
                    list.push((n, Opening { position, moves: Vec::new() }));
                }
            }
        }
        for (line, opening) in &list {
            let table = opening.table(game).map_err(|error| fault(*line, error.to_string()))?;
            if let Turn::Over(_) = table.turn() {
                let message =
                    "the game is over after this opening; fewer plies leave something to play";
                return Err(fault(*line, message.into()));
            }
        }
        if list.is_empty() {
            return Err(fault(
                1,
                "no opening; a position a line, game records or a book are expected".into(),
            ));
        }
        Ok(Openings::List(list.into_iter().map(|(_, opening)| opening).collect()))
    }
}

/// This many different lines of a book are enough.
const MOST_LINES: usize = 1000;
/// How long lines of a book are, if nothing is said.
const BOOK_PLIES: usize = 8;

/// Different lines by chance along positions that a book knows. A line is shorter where the book ends.
fn lines_of_book(
    game: &Playable,
    book: &Book,
    plies: Option<usize>,
) -> Result<Vec<Opening>, ArenaError> {
    let missing = || ArenaError::Plan(format!("{} has no opening books", game.rules().name()));
    let books = game.books().ok_or_else(missing)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let (mut seen, mut lines) = (HashSet::new(), Vec::new());
    // A narrow book has few lines, which come again and again.
    for _ in 0..4 * MOST_LINES {
        let mut table = game.rules().start();
        for _ in 0..plies.unwrap_or(BOOK_PLIES) {
            let moves = books.moves(book, &*table)?;
            if moves.is_empty() {
                break;
            }
            table.play(&moves[rng.random_range(0..moves.len())].0)?;
            if let Turn::Over(_) = table.turn() {
                table.undo();
                break;
            }
        }
        let moves = table.history();
        if !moves.is_empty() && seen.insert(moves.clone()) {
            lines.push(Opening { position: None, moves });
        }
        if lines.len() == MOST_LINES {
            break;
        }
    }
    Ok(lines)
}

/// The smallest default number of random plies.
const LEAST_PLIES: u32 = 2;
/// How many random games show how long games are.
const SAMPLE: u64 = 16;
/// No game is longer, when it is asked how long games are.
const MOST_PLIES: u32 = 400;

/// The openings of a contest, drawn one after another: none comes twice before all have come.
pub(crate) struct Draw<'a> {
    openings: &'a Openings,
    game: &'a dyn DynGame,
    /// Those drawn so far.
    drawn: Vec<Opening>,
    seen: HashSet<Vec<String>>,
    /// The lines that chance did not find, once it finds no new one; the next one last.
    rest: Option<Vec<Vec<String>>>,
    /// How many different ones there are, once that is known.
    all: Option<usize>,
}

/// After this many tries without a new opening, the remaining ones are listed.
const TRIES: u64 = 64;
/// The most lines that are listed.
const MOST_LISTED: u64 = 100_000;

impl<'a> Draw<'a> {
    pub fn new(openings: &'a Openings, game: &'a dyn DynGame) -> Draw<'a> {
        let (drawn, seen) = (Vec::new(), HashSet::new());
        Draw { openings, game, drawn, seen, rest: None, all: None }
    }

    /// The opening with this number. Those before it are drawn first, each from its own seed, so that
    /// it does not matter who asks in which order.
    pub fn nth(&mut self, n: usize, seed: impl Fn(usize) -> u64) -> &Opening {
        for number in self.drawn.len()..=n {
            let opening = self.draw(number, seed(number));
            self.drawn.push(opening);
        }
        &self.drawn[n]
    }

    /// How many plies an opening has that was drawn.
    pub fn plies(&self, n: usize) -> usize {
        self.drawn[n].moves.len()
    }

    fn draw(&mut self, number: usize, seed: u64) -> Opening {
        let plies = match self.openings {
            Openings::Random { plies } => *plies,
            Openings::List(list) => return list[number % list.len()].clone(),
        };
        if plies == 0 {
            return Opening::default();
        }
        if let Some(all) = self.all {
            return self.drawn[number % all].clone();
        }
        if self.rest.is_none() {
            for attempt in 0..TRIES {
                let seed = if attempt == 0 { seed } else { mix64(seed ^ mix64(attempt)) };
                let (opening, luck) = by_chance(self.game, plies, seed);
                // Where dice fall the games differ anyway.
                if self.seen.insert(opening.moves.clone()) || luck == Luck::Dice {
                    return opening;
                }
            }
            self.rest = Some(self.unseen(plies, seed));
        }
        match self.rest.as_mut().and_then(Vec::pop) {
            Some(moves) => Opening { position: None, moves },
            None => {
                self.all = Some(number);
                self.drawn[0].clone()
            }
        }
    }

    /// The lines that have not come yet, in an order by chance.
    fn unseen(&self, plies: u32, seed: u64) -> Vec<Vec<String>> {
        let (mut lines, mut listed) = (Vec::new(), 0);
        let mut table = self.game.start();
        each_line(&mut *table, plies, &mut |table| {
            let moves = table.history();
            if !self.seen.contains(&moves) {
                lines.push(moves);
            }
            listed += 1;
            listed < MOST_LISTED
        });
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(!seed));
        for i in (1..lines.len()).rev() {
            lines.swap(i, rng.random_range(0..=i));
        }
        lines
    }
}

/// Hands over the table after each line of the given length, or before the ply that would end the game,
/// until `visit` has enough; says whether it wants more. A line that ends early is visited once.
fn each_line(
    table: &mut dyn DynMatch,
    plies: u32,
    visit: &mut dyn FnMut(&dyn DynMatch) -> bool,
) -> bool {
    if plies == 0 {
        return visit(table);
    }
    let mut ends = false;
    for mv in table.moves() {
        table.play(&mv.text).expect("it is one of the legal moves");
        let over = matches!(table.turn(), Turn::Over(_));
        ends |= over;
        let more = over || each_line(table, plies - 1, visit);
        table.undo();
        if !more {
            return false;
        }
    }
    !ends || visit(table)
}

/// Do dice fall in the first plies?
fn has_dice(game: &dyn DynGame, plies: u32) -> bool {
    by_chance(game, LEAST_PLIES.max(plies), 0).1 == Luck::Dice
}

/// How many different lines of the given length there are, counted no further than `most`; nothing in a
/// game with dice.
fn n_lines(game: &dyn DynGame, plies: u32, most: u64) -> Option<u64> {
    if has_dice(game, plies) {
        return None;
    }
    let (most, mut n) = (most.min(MOST_LISTED), 0);
    each_line(&mut *game.start(), plies, &mut |_| {
        n += 1;
        n < most
    });
    Some(if n == MOST_LISTED { u64::MAX } else { n })
}

/// How many plies a game by chance has, on average.
pub fn usual_length(game: &dyn DynGame) -> u32 {
    let plies = |seed| by_chance(game, MOST_PLIES, seed).0.moves.len() as u64 + 1;
    ((0..SAMPLE).map(plies).sum::<u64>() / SAMPLE) as u32
}

/// Do dice fall in a line?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Luck {
    Dice,
    None,
}

/// Plies by chance; the last one that does not end the game, if it is over before.
fn by_chance(game: &dyn DynGame, plies: u32, seed: u64) -> (Opening, Luck) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(!seed));
    let (mut table, mut luck) = (game.start(), Luck::None);
    for _ in 0..plies {
        let moves = table.moves();
        let mv = match table.turn() {
            Turn::Chance => {
                luck = Luck::Dice;
                henge::table::roll(&moves, &mut rng).expect("some roll falls")
            }
            _ => &moves[rng.random_range(0..moves.len())],
        };
        table.play(&mv.text).expect("it is one of the legal moves");
        if let Turn::Over(_) = table.turn() {
            table.undo();
            break;
        }
    }
    (Opening { position: None, moves: table.history() }, luck)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str) -> Playable {
        henge::game(name).unwrap()
    }

    fn draw(name: &str, plies: u32, n: usize) -> Vec<Opening> {
        let (openings, game) = (Openings::Random { plies }, rules(name));
        let mut draw = Draw::new(&openings, &**game.rules());
        (0..n).map(|i| draw.nth(i, |k| mix64(k as u64)).clone()).collect()
    }

    #[test]
    fn no_opening_comes_twice_before_all_have_come() {
        let n_different = |openings: &[Opening]| {
            openings.iter().map(|opening| &opening.moves).collect::<HashSet<_>>().len()
        };
        let openings = draw("connect-four", 2, 120);
        assert_eq!(n_different(&openings[..49]), 49);
        assert_eq!(n_different(&openings), 49);
        assert_eq!(openings[49..98], openings[..49], "and then they come again");
        // As many as there are lines, among them some that end early.
        let openings = draw("tic-tac-toe", 5, 500);
        assert_eq!(n_different(&openings), 500);
        assert_eq!(n_different(&draw("connect-four", 0, 9)), 1);
    }

    #[test]
    fn who_asks_in_another_order_gets_the_same_openings() {
        let (openings, game) = (Openings::Random { plies: 2 }, rules("connect-four"));
        let mut other = Draw::new(&openings, &**game.rules());
        let expected = draw("connect-four", 2, 60);
        for n in [59, 3, 0, 58] {
            assert_eq!(other.nth(n, |k| mix64(k as u64)), &expected[n]);
        }
        assert_eq!((other.drawn.len(), other.plies(7)), (60, 2));
    }

    #[test]
    fn openings_are_as_deep_as_the_number_of_games_asks_for() {
        let plies = |name: &str, pairs| Openings::enough(&**rules(name).rules(), pairs);
        assert_eq!(plies("connect-four", 49), Openings::Random { plies: 2 });
        assert_eq!(plies("connect-four", 50), Openings::Random { plies: 4 });
        assert_eq!(plies("connect-four", 3_000), Openings::Random { plies: 6 });
        // A third of a game by chance is two plies; more would leave nothing to play.
        assert_eq!(plies("tic-tac-toe", 5_000), Openings::Random { plies: 2 });
        assert_eq!(plies("backgammon", 5_000), Openings::Random { plies: 0 }, "dice differ");
    }

    #[test]
    fn too_few_openings_are_told_with_the_depth_that_would_do() {
        let told = |name: &str, plies, pairs| {
            Openings::Random { plies }.shortage(&**rules(name).rules(), pairs)
        };
        assert_eq!(told("connect-four", 2, 49), None);
        assert_eq!(
            told("connect-four", 2, 1_000).as_deref(),
            Some(
                "there are only 49 different openings of 2 plies for 1000 pairs of games, so \
                 openings are repeated; 4 plies have enough"
            )
        );
        assert_eq!(told("connect-four", 0, 1_000), None, "that was asked for");
        assert_eq!(told("backgammon", 2, 5_000), None, "dice differ");
        let list = Openings::List(vec![Opening::default(); 3]);
        let told = list.shortage(&**rules("hex:size=3").rules(), 4).unwrap();
        assert!(told.contains("only 3 openings in the list for 4 pairs"), "{told}");
    }
}
