//! All games by name. A new game is its folder and one line in `FAMILIES`; a positional game is one
//! file in `games/` and one line in `FILES`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use henge_bots::file::read_text;
use henge_bots::gier::{self, Gier};
use henge_bots::henge::EngineKind;
use henge_bots::kuttner1972::{self, Kuttner1972, Lens};
use henge_bots::mangolas1990::{self, Mangolas1990, Switches};
use henge_bots::solvers::{ConnectFourSolver, PentominoesSolver, StonehengeSolver};
use henge_core::Match;
use henge_core::spec::{Options, Param, Spec, SpecError, Values};
use henge_games::backgammon::{self, Backgammon, Stakes, Start};
use henge_games::connect_four::{self, ConnectFour};
use henge_games::draughts::Variant;
use henge_games::pentominoes::{self, BoardError, Pentominoes, PieceName};
use henge_games::positional::{
    self, Definition, FileError, Positional, Promise, Row, Swap, go_moku, hex, read_game,
    tic_tac_toe,
};
use henge_games::stonehenge::{self, Stonehenge};
use henge_learn::table::Codes;
use henge_search::book::Book;
use thiserror::Error;

use crate::outfit::Outfit;
use crate::trainable::FeatureSets;
use crate::{Learned, Playable};

/// A game and its variants by options.
#[derive(Clone)]
pub struct Family {
    /// The name in commands.
    pub slug: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The options it takes.
    pub params: &'static [Param],
    make: fn(&Options) -> Result<Playable, GameError>,
}

/// Why there is no such game.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The name or an option is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file cannot be read.
    #[error("{}: {why}", .path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Somebody other than the user names the file.
    #[error("the rules are in a file, \"{name}\", which is opened only if you name it yourself")]
    Foreign {
        /// What it is called there.
        name: String,
    },
    /// The file does not define a game.
    #[error("{}:{}:{}: {}", .path.display(), .fault.line, .fault.column, .fault.message)]
    File {
        /// Which file.
        path: PathBuf,
        /// What is in it.
        text: String,
        /// What is wrong and where.
        fault: FileError,
    },
}

const FAMILIES: &[Family] = &[
    Family {
        slug: "tic-tac-toe",
        title: "Tic-Tac-Toe",
        params: &[],
        make: |options| Ok(positional(options.name(), tic_tac_toe())),
    },
    Family {
        slug: "connect-four",
        title: "Connect Four",
        params: CONNECT_FOUR,
        make: |options| {
            let (columns, rows) = options.size("size");
            let game = ConnectFour::new(columns as u32, rows as u32);
            let game = game.map_err(|error| options.wrong("size", error.to_string()))?;
            Ok(connect_four(options.name(), game))
        },
    },
    Family {
        slug: "stonehenge",
        title: "Stonehenge",
        params: &[],
        make: |options| Ok(stonehenge(options.name())),
    },
    Family {
        slug: "pentominoes",
        title: "Pentominoes",
        params: PENTOMINOES,
        make: |options| Ok(pentominoes(options.name(), pentominoes_rules(options)?)),
    },
    Family {
        slug: "draughts",
        title: "Draughts",
        params: DRAUGHTS,
        make: |options| Ok(draughts(options)),
    },
    Family {
        slug: "backgammon",
        title: "Backgammon",
        params: BACKGAMMON,
        make: |options| Ok(crate::backgammon::seated(options.name(), backgammon_rules(options)?)),
    },
    Family {
        slug: "go-moku",
        title: "Go-Moku",
        params: GO_MOKU,
        make: |options| {
            let size = options.int("size").unwrap_or(15) as usize;
            let row = if options.flag("exact") { Row::ExactlyFive } else { Row::FiveOrMore };
            let wrong =
                |error: positional::DefinitionError| options.wrong("size", error.to_string());
            Ok(positional(options.name(), go_moku(size, row).map_err(wrong)?))
        },
    },
    Family {
        slug: "hex",
        title: "Hex",
        params: HEX,
        make: |options| {
            let (columns, rows) = options.size("size");
            let swap = if options.flag("swap") { Swap::On } else { Swap::Off };
            let wrong =
                |error: positional::DefinitionError| options.wrong("swap", error.to_string());
            Ok(positional(options.name(), hex(columns, rows, swap).map_err(wrong)?))
        },
    },
];

const CONNECT_FOUR: &[Param] = &[Param::new(
    "size",
    "7x6",
    Values::Size { min: 1, max: 32 },
    "columns and rows; columns times one more than rows is 64 at most",
)];

const PENTOMINOES: &[Param] = &[
    Param::new(
        "size",
        "6x10",
        Values::Size { min: 1, max: 64 },
        "columns and rows; columns times rows is 64 at most",
    ),
    Param::new(
        "blocked",
        "",
        Values::List(&Values::Int { min: 1, max: 64 }),
        "squares that cannot be used, as in 1/2/7",
    ),
    Param::new(
        "without",
        "",
        Values::List(&Values::Choice(&PIECES)),
        "pieces that are left out, as in X/I",
    ),
];

/// The letters of the pieces, large and small.
const PIECES: [&str; 24] = [
    "F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z", "f", "i", "l", "n", "p", "t", "u",
    "v", "w", "x", "y", "z",
];

const DRAUGHTS: &[Param] =
    &[Param::new("variant", "danish", Values::Choice(&Variant::NAMES), "the rule book")];

const OFF_ON: Values = Values::Choice(&["off", "on"]);

const BACKGAMMON: &[Param] = &[
    Param::new(
        "length",
        "",
        Values::Int { min: 1, max: backgammon::MOST_LENGTH as u64 },
        "a match to so many points, with the cube and the Crawford rule",
    ),
    Param::new("cube", "off", OFF_ON, "one game with the doubling cube; matches always have it"),
    Param::new("jacoby", "off", OFF_ON, "without a double gammons count one point"),
    Param::new("beavers", "off", OFF_ON, "who is doubled may double again at once"),
    Param::new("start", "standard", Values::Choice(&Start::NAMES), "where the men stand"),
];

const GO_MOKU: &[Param] = &[
    Param::new("size", "15", Values::Int { min: 5, max: 19 }, "columns and rows"),
    Param::new("exact", "false", Values::Flag, "exactly five wins, six do not"),
];

const HEX: &[Param] = &[
    Param::new("size", "11", Values::Size { min: 2, max: 19 }, "columns and rows, as in 11 or 4x6"),
    Param::new("swap", "false", Values::Flag, "the second player may take the first stone over"),
];

macro_rules! files {
    ($($slug:literal)*) => {
        /// The games that come as files, in the binary so that they are always there.
        const FILES: &[(&str, &str)] =
            &[$(($slug, include_str!(concat!("../../../games/", $slug, ".toml")))),*];
    };
}
files! {
    "fano" "five-in-a-row" "hex-3-listed" "qubic" "rows-and-columns" "square-off" "sum-to-fifteen"
    "torus-tic-tac-toe"
}

/// All games that have a name: slug, title and options.
pub fn families() -> Vec<(String, String, &'static [Param])> {
    let built_in = FAMILIES.iter().map(|f| (f.slug.to_string(), f.title.to_string(), f.params));
    let from_files = FILES.iter().map(|(slug, text)| {
        let definition = read_game(slug, text).expect("the tests read every shipped file");
        (slug.to_string(), definition.title, &[] as &[Param])
    });
    built_in.chain(from_files).collect()
}

/// Finds a game by its name, as in `hex:size=11,swap=true`, or by the path of a TOML file. The name
/// comes from the user: for names from elsewhere there are [`game_of_stranger`] and [`game_of_saved`].
pub fn game(name: &str) -> Result<Playable, GameError> {
    if is_path(name) {
        return game_from_file(Path::new(name));
    }
    registered(&name.parse()?)
}

/// Finds a game that a record, a client, or any file names: one of the registry, with options that a
/// stranger may give. If its rules are in a TOML file, that file is opened only if the user has named
/// it: then it is `rules`, whatever the stranger calls it.
pub fn game_of_stranger(name: &str, rules: Option<&Path>) -> Result<Playable, GameError> {
    match rules {
        Some(path) if is_path(name) => game_from_file(path),
        None if is_path(name) => Err(GameError::Foreign { name: name.into() }),
        _ => registered(&Spec::from_stranger(name)?),
    }
}

/// What stands before the path of a TOML file in the name of a saved game, if the user has named that
/// file. No name that comes from elsewhere is kept with it.
const OWN_FILE: &str = "file:";

/// The name under which a game is kept that the user has begun.
pub fn name_to_save(name: &str) -> String {
    if !is_path(name) {
        return name.into();
    }
    // It is opened again from any folder.
    let path = std::path::absolute(name).unwrap_or_else(|_| name.into());
    format!("{OWN_FILE}{}", path.display())
}

/// The name of a saved game as people know it.
pub fn name_of_saved(name: &str) -> &str {
    name.strip_prefix(OWN_FILE).unwrap_or(name)
}

/// Finds the game of a saved game. `rules` is the TOML file that the user names for it, if they do; a
/// file that the user named when the game began is known already.
pub fn game_of_saved(name: &str, rules: Option<&Path>) -> Result<Playable, GameError> {
    match (name.strip_prefix(OWN_FILE), rules) {
        (Some(path), None) if is_path(path) => game_from_file(Path::new(path)),
        _ => game_of_stranger(name_of_saved(name), rules),
    }
}

/// Is it the path of a TOML file?
fn is_path(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

fn registered(spec: &Spec) -> Result<Playable, GameError> {
    // No option of a game names a file, so that what the user may say a stranger may say too.
    if let Some(family) = FAMILIES.iter().find(|family| family.slug == spec.name) {
        return (family.make)(&Options::for_stranger(spec, family.params)?);
    }
    if let Some((slug, text)) = FILES.iter().find(|(slug, _)| *slug == spec.name) {
        Options::resolve(spec, &[])?;
        let definition = read_game(slug, text).expect("the tests read every shipped file");
        return Ok(positional(slug.to_string(), definition));
    }
    let known = FAMILIES.iter().map(|family| family.slug).chain(FILES.iter().map(|file| file.0));
    Err(SpecError::unknown("game", &spec.name, known).into())
}

/// A file of this size is not somebody's rules.
const MOST_BYTES: u64 = 4 << 20;

fn game_from_file(path: &Path) -> Result<Playable, GameError> {
    let text = read_text(path, MOST_BYTES)
        .map_err(|why| GameError::Unreadable { path: path.into(), why })?;
    game_from_text(path, text)
}

/// A game from the text of a TOML file; `path` is what messages and records call it.
pub fn game_from_text(path: &Path, text: String) -> Result<Playable, GameError> {
    let stem = path.file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    match read_game(&stem, &text) {
        Ok(definition) => Ok(positional(path.display().to_string(), definition)),
        Err(fault) => Err(GameError::File { path: path.into(), text, fault }),
    }
}

fn connect_four(name: String, game: ConnectFour) -> Playable {
    let usual_board = game == ConnectFour::default();
    let game = Arc::new(game);
    let mut outfit = Outfit::new(Arc::new(connect_four::Threats))
        .source(connect_four::Source)
        .solver(ConnectFourSolver::new)
        .usual_score(connect_four::solver::usual_score);
    if usual_board {
        outfit = outfit.book(|| CONNECT_FOUR_BOOK.clone());
    }
    let lab = FeatureSets::new(&name, Arc::clone(&game))
        .with_set(connect_four::LinesAndThreats::new(&game))
        .with_set_for_nets(connect_four::Cells::new(&game))
        .with_codes(Codes::POSITIONS);
    Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(game, outfit)
        .with_trainable(lab)
}

/// What a perfect player of the usual board needs; `henge book build connect-four --repertoire` made it.
static CONNECT_FOUR_BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
    let book = Book::from_bytes(include_bytes!("../../../books/connect-four.book"));
    Some(Arc::new(book.expect("the tests read the shipped book")))
});

fn stonehenge(name: String) -> Playable {
    let game = Arc::new(Stonehenge);
    let outfit = Outfit::new(Arc::new(stonehenge::Lines))
        .source(stonehenge::Source)
        .solver(StonehengeSolver::new);
    let lab = FeatureSets::new(&name, Arc::clone(&game))
        .with_set(stonehenge::LinesAndHands)
        .with_codes(Codes::POSITIONS);
    Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(game, outfit)
        .with_trainable(lab)
}

fn pentominoes_rules(options: &Options) -> Result<Pentominoes, SpecError> {
    let (columns, rows) = options.size("size");
    let list = |key| options.text(key).split('/').map(str::trim).filter(|word| !word.is_empty());
    let blocked: Option<Vec<u32>> = list("blocked").map(|word| word.parse().ok()).collect();
    let blocked =
        blocked.ok_or_else(|| options.unexpected("blocked", "numbers of squares, as in 1/2/7"))?;
    let letter = |word: &str| match word.chars().collect::<Vec<char>>()[..] {
        [letter] => PieceName::from_letter(letter),
        _ => None,
    };
    let without: Option<Vec<PieceName>> = list("without").map(letter).collect();
    let without =
        without.ok_or_else(|| options.unexpected("without", "letters of pieces, as in X/I"))?;
    let game = Pentominoes::with(columns as u32, rows as u32, &blocked, &without);
    game.map_err(|error| {
        let key = if matches!(error, BoardError::Size { .. }) { "size" } else { "blocked" };
        options.wrong(key, error.to_string())
    })
}

/// What is known of the openings of 6×10 and 8×8; `henge book build --parts` made them of what
/// `henge solve --checkpoint` has found.
static PENTOMINOES_BOOKS: LazyLock<[Arc<Book>; 2]> = LazyLock::new(|| {
    let books: [&[u8]; 2] = [
        include_bytes!("../../../books/pentominoes-6x10.book"),
        include_bytes!("../../../books/pentominoes-8x8.book"),
    ];
    books.map(|bytes| Arc::new(Book::from_bytes(bytes).expect("the tests read the shipped books")))
});

fn pentominoes(name: String, game: Pentominoes) -> Playable {
    let mut outfit = Outfit::new(Arc::new(pentominoes::Choices))
        .favourite(EngineKind::Mcts)
        .solver(PentominoesSolver::new);
    if Pentominoes::new(6, 10).is_ok_and(|usual| usual == game) {
        outfit = outfit.book(|| Some(Arc::clone(&PENTOMINOES_BOOKS[0])));
    } else if Pentominoes::new(8, 8).is_ok_and(|square| square == game) {
        outfit = outfit.book(|| Some(Arc::clone(&PENTOMINOES_BOOKS[1])));
    }
    let game = Arc::new(game);
    let lab = FeatureSets::new(&name, Arc::clone(&game))
        .with_set(pentominoes::ChoicesAndCentres)
        .with_codes(Codes { name: "choices-and-centres", code: pentominoes::choices_and_centres })
        .with_codes(Codes::POSITIONS);
    Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(game, outfit)
        .with_trainable(lab)
        .with_bot(
            "kuttner1972",
            "the players of a thesis from 1972: chance, endgame search, a table that learns",
            kuttner1972::PARAMS,
            |options| Ok(Box::new(Kuttner1972::from_options(options)?)),
        )
        .with_learned(Learned {
            about: "Its table: how good it was to leave the other player so many choices (across) in \
                    so many centres (down), as the games of 1972 taught it. Blue above the line is \
                    good, orange below it is bad; where nothing is drawn, it has seen nothing.",
            draw: |theme| {
                let title = "kuttner1972: the table of the thesis";
                kuttner1972::svg(&kuttner1972::Table::of_1972(), title, theme)
            },
        })
        .with_chance("kuttner1972:version=random")
        .with_centres(|table| {
            let table = table.as_any().downcast_ref::<Match<Pentominoes>>()?;
            Some(Lens::new(table.game()).look(table.position()).counts().centres)
        })
}

/// A variant of draughts with the bitboards that fit it.
fn draughts(options: &Options) -> Playable {
    let variant: Variant = options.text("variant").parse().unwrap_or_default();
    if variant.rules().is_wide() {
        return crate::draughts::seated::<u128>(options.name(), variant).0;
    }
    let (playable, game) = crate::draughts::seated::<u64>(options.name(), variant);
    if !Gier::plays(&game) {
        return playable;
    }
    playable.with_bot(
        "gier",
        "the player of the GIER computer: points of whole lines of moves",
        gier::PARAMS,
        move |options| Ok(Box::new(Gier::new(&game, options)?)),
    )
}

fn backgammon_rules(options: &Options) -> Result<Backgammon, SpecError> {
    let start = Start::named(options.text("start")).unwrap_or_default();
    let on = |key| options.text(key) == "on";
    let stakes = match options.int("length") {
        Some(length) => Stakes::Match { length: length as u8 },
        None if on("cube") => Stakes::Money { jacoby: on("jacoby"), beavers: on("beavers") },
        None => Stakes::Plain,
    };
    for key in ["jacoby", "beavers"] {
        if on(key) && !matches!(stakes, Stakes::Money { .. }) {
            return Err(options
                .unexpected(key, "used in a single game with cube=on, where money rules count"));
        }
    }
    Backgammon::new(start, stakes).map_err(|error| options.wrong("length", error.to_string()))
}

/// A positional game with the bitboards that fit it.
fn positional(name: String, definition: Definition) -> Playable {
    let definition = Arc::new(definition);
    match definition.n_sites() {
        0..=64 => seated::<1>(name, definition, Some(with_lab)),
        65..=128 => seated::<2>(name, definition, Some(with_lab)),
        129..=256 => seated::<4>(name, definition, None),
        257..=384 => seated::<6>(name, definition, None),
        _ => seated::<8>(name, definition, None),
    }
}

/// Adds what can be learned about a positional game. On larger boards thousands of games take too
/// long, and every size more is one more search to compile.
fn with_lab<const W: usize>(
    playable: Playable,
    game: &Arc<Positional<W>>,
    promise: &Arc<Promise<W>>,
) -> Playable {
    let lab = FeatureSets::new(playable.rules().name(), Arc::clone(game))
        .with_set(positional::Groups::new(game, promise))
        .with_set_for_nets(positional::Stones::new(game))
        .with_codes(Codes::POSITIONS);
    playable.with_trainable(lab)
}

type AddLab<const W: usize> = fn(Playable, &Arc<Positional<W>>, &Arc<Promise<W>>) -> Playable;

fn seated<const W: usize>(
    name: String,
    definition: Arc<Definition>,
    add_lab: Option<AddLab<W>>,
) -> Playable {
    let game = Arc::new(Positional::<W>::new(Arc::clone(&definition)));
    let promise = Arc::new(Promise::new(&game));
    let (for_mangolas, for_overlay) = (Arc::clone(&promise), Arc::clone(&promise));
    let mut outfit = Outfit::new(Arc::clone(&promise));
    if definition.goals.iter().any(|goal| goal.connect.is_some()) {
        // 79.5 % ± 3.9 against MCTS without, on Hex 7 with 1000 simulations a move.
        outfit = outfit.rave(10_000.0);
    }
    let playable = Playable::new(name, definition.about(), Arc::clone(&game))
        .with_definition(definition)
        .with_overlay(for_overlay)
        .with_engines(Arc::clone(&game), outfit);
    let playable = match add_lab {
        Some(add) => add(playable, &game, &promise),
        None => playable,
    };
    playable.with_bot(
        "mangolas1990",
        "the player of the 1990 library: distances, promise, depth 3",
        mangolas1990::PARAMS,
        move |options| {
            let switches = Switches::from(options);
            let promise = Arc::clone(&for_mangolas);
            Ok(Box::new(Mangolas1990::new(options.name(), switches, promise)))
        },
    )
}
