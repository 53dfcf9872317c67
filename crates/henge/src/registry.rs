//! Games by name. A registry is a value: whoever starts a program says which games it has.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use henge_bots::file::read_text;
use henge_core::spec::{Options, Param, Spec, SpecError};
use henge_core::stranger::{MOST_RULES_BYTES, MOST_RULES_CELLS, MOST_RULES_MOVES};
use henge_games::described::{FileError, read_game, read_game_within};
use thiserror::Error;

use crate::{Exhibit, Playable, standard};

/// The games of a program, each with everybody who can play it. Copies share what they hold.
///
/// ```
/// use henge::Registry;
///
/// let games = Registry::standard();
/// assert_eq!(games.game("hex:size=7")?.rules().about().slug, "hex");
/// assert!(games.families().any(|family| family.slug() == "draughts"));
/// # Ok::<(), henge::GameError>(())
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    families: Arc<Vec<Family>>,
    guests: Arc<Vec<Guests>>,
    exhibits: Arc<Vec<Exhibit>>,
    /// The folder of the user's own games.
    own: Option<Arc<Path>>,
}

/// A game of the user's own, in a TOML file in their folder. Nothing is opened to list it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnGame {
    /// The name in commands: that of the file, without its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
}

/// Players who come to games of another crate.
type Guests = Arc<dyn Fn(Playable) -> Playable + Send + Sync>;

/// A game and its variants by options.
#[derive(Clone)]
pub struct Family {
    slug: String,
    title: String,
    params: Vec<Param>,
    make: Arc<Make>,
}

type Make = dyn Fn(&Options) -> Result<Playable, GameError> + Send + Sync;

impl Family {
    /// A game by its name in commands and its name for people; `make` gets the options, checked and
    /// with their defaults filled in.
    pub fn new(
        slug: impl Into<String>,
        title: impl Into<String>,
        make: impl Fn(&Options) -> Result<Playable, GameError> + Send + Sync + 'static,
    ) -> Family {
        let (slug, title) = (slug.into(), title.into());
        Family { slug, title, params: Vec::new(), make: Arc::new(make) }
    }

    /// Adds an option. Its default is said here and nowhere else.
    pub fn option(mut self, param: Param) -> Family {
        self.params.push(param);
        self
    }

    /// The name in commands.
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The options it takes.
    pub fn params(&self) -> &[Param] {
        &self.params
    }
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

impl Registry {
    /// No games at all.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// The games that come with henge.
    pub fn standard() -> Registry {
        static STANDARD: LazyLock<Registry> =
            LazyLock::new(|| standard::families().fold(Registry::empty(), Registry::with));
        STANDARD.clone()
    }

    /// Adds a game. One of the same name is replaced.
    pub fn with(mut self, family: Family) -> Registry {
        let families = Arc::make_mut(&mut self.families);
        match families.iter_mut().find(|known| known.slug == family.slug) {
            Some(known) => *known = family,
            None => families.push(family),
        }
        self
    }

    /// Adds a historic program to show.
    pub fn with_exhibit(mut self, exhibit: Exhibit) -> Registry {
        Arc::make_mut(&mut self.exhibits).push(exhibit);
        self
    }

    /// The historic programs, the oldest first.
    pub fn exhibits(&self) -> &[Exhibit] {
        &self.exhibits
    }

    /// Adds players or abilities to games that are there: `visit` gets every game as it is made, and
    /// returns it with what it has to add.
    pub fn with_guests(
        mut self,
        visit: impl Fn(Playable) -> Playable + Send + Sync + 'static,
    ) -> Registry {
        Arc::make_mut(&mut self.guests).push(Arc::new(visit));
        self
    }

    /// Adds the user's own games: the TOML files in a folder, as they are whenever somebody asks. Only
    /// [`Registry::game`] finds them, by the name of the file: no record and no client does.
    pub fn with_own_games(mut self, folder: Option<&Path>) -> Registry {
        self.own = folder.map(Arc::from);
        self
    }

    /// The user's own games, by name. Those called like a game that comes with henge are found by
    /// their path alone, and are not among them.
    pub fn own_games(&self) -> Vec<OwnGame> {
        let files = self.own.as_ref().and_then(|folder| std::fs::read_dir(folder).ok());
        let own = |entry: std::fs::DirEntry| {
            let path = entry.path();
            let name = path.file_stem()?.to_str()?.to_string();
            let is_ours = is_path(path.to_str()?) && self.family(&name).is_none();
            is_ours.then_some(OwnGame { name, path })
        };
        let mut games: Vec<OwnGame> =
            files.into_iter().flatten().flatten().take(MOST_OWN).filter_map(own).collect();
        games.sort_by(|a, b| a.name.cmp(&b.name));
        games
    }

    /// All games that have a name, in the order in which they were added.
    pub fn families(&self) -> impl ExactSizeIterator<Item = &Family> {
        self.families.iter()
    }

    /// The family of that name.
    pub fn family(&self, slug: &str) -> Option<&Family> {
        self.families.iter().find(|family| family.slug == slug)
    }

    /// Finds a game by its name, as in `hex:size=11,swap=true`, or by the path of a TOML file. The name
    /// comes from the user: for names from elsewhere there are [`Registry::game_of_stranger`] and
    /// [`Registry::game_of_saved`].
    pub fn game(&self, name: &str) -> Result<Playable, GameError> {
        if is_path(name) {
            return self.game_from_file(Path::new(name));
        }
        let found = name.parse().map_err(GameError::from).and_then(|spec| self.registered(&spec));
        let Err(GameError::Spec(error)) = found else { return found };
        let own = self.own_games();
        if let Some(game) = own.iter().find(|game| game.name == name) {
            return self.game_from_file(&game.path);
        }
        Err(GameError::Spec(match error {
            SpecError::Unknown { what, name, .. } if what == "game" => {
                let known = self.families.iter().map(Family::slug);
                SpecError::unknown(what, &name, known.chain(own.iter().map(|game| &*game.name)))
            }
            error => error,
        }))
    }

    /// Finds a game that a record, a client, or any file names: one of the registry, with options that
    /// a stranger may give. If its rules are in a TOML file, that file is opened only if the user has
    /// named it: then it is `rules`, whatever the stranger calls it.
    pub fn game_of_stranger(
        &self,
        name: &str,
        rules: Option<&Path>,
    ) -> Result<Playable, GameError> {
        match rules {
            Some(path) if is_path(name) => self.game_from_file(path),
            None if is_path(name) => Err(GameError::Foreign { name: name.into() }),
            _ => self.registered(&Spec::from_stranger(name)?),
        }
    }

    /// Finds the game of a saved game. `rules` is the TOML file that the user names for it, if they do;
    /// a file that the user named when the game began is known already. Rules that somebody has sent to the
    /// server are kept with the saved games, for [`Registry::game_from_stranger`].
    pub fn game_of_saved(&self, name: &str, rules: Option<&Path>) -> Result<Playable, GameError> {
        match (name.strip_prefix(OWN_FILE), rules) {
            (Some(path), None) if is_path(path) => self.game_from_file(Path::new(path)),
            _ => self.game_of_stranger(name_of_saved(name), rules),
        }
    }

    /// A game from the text of a TOML file; `path` is what messages and records call it.
    pub fn game_from_text(&self, path: &Path, text: String) -> Result<Playable, GameError> {
        let stem = path.file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
        match read_game(&stem, &text) {
            Ok(file) => {
                let name = path.display().to_string();
                Ok(self.welcome(standard::game_of_file(name, file)))
            }
            Err(fault) => Err(GameError::File { path: path.into(), text, fault }),
        }
    }

    /// A game from rules that a stranger has sent, under a name that the caller gives it. The file is bounded in
    /// bytes, in the tables that are made of it, and in the moves of its first position.
    pub fn game_from_stranger(&self, name: &str, text: &str) -> Result<Playable, GameError> {
        let fault = |fault| GameError::File { path: name.into(), text: text.into(), fault };
        let whole = |message| fault(FileError { message, line: 1, column: 1, span: 0..0 });
        if text.len() > MOST_RULES_BYTES {
            let n = text.len();
            return Err(whole(format!(
                "the file has {n} bytes; {MOST_RULES_BYTES} is the most here"
            )));
        }
        let file = read_game_within(name, text, MOST_RULES_CELLS).map_err(fault)?;
        let game = standard::game_of_file(name.into(), file);
        let n_moves = game.rules().start().moves().len();
        if n_moves > MOST_RULES_MOVES {
            let n = format!("there are {n_moves} moves at the start");
            return Err(whole(format!("{n}; {MOST_RULES_MOVES} is the most here")));
        }
        Ok(self.welcome(game))
    }

    fn game_from_file(&self, path: &Path) -> Result<Playable, GameError> {
        let text = read_text(path, MOST_BYTES)
            .map_err(|why| GameError::Unreadable { path: path.into(), why })?;
        self.game_from_text(path, text)
    }

    fn registered(&self, spec: &Spec) -> Result<Playable, GameError> {
        let family = self.family(&spec.name).ok_or_else(|| {
            SpecError::unknown("game", &spec.name, self.families.iter().map(Family::slug))
        })?;
        // No option of a game names a file, so that what the user may say a stranger may say too.
        let made = (family.make)(&Options::for_stranger(spec, &family.params)?)?;
        Ok(self.welcome(made))
    }

    fn welcome(&self, game: Playable) -> Playable {
        self.guests.iter().fold(game, |game, visit| visit(game))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.families.iter().map(Family::slug)).finish()
    }
}

/// A game of [`Registry::standard`] by its name.
pub fn game(name: &str) -> Result<Playable, GameError> {
    Registry::standard().game(name)
}

/// A file of this size is not somebody's rules.
const MOST_BYTES: u64 = 4 << 20;

/// More own games than this are not listed.
const MOST_OWN: usize = 1000;

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

/// Is it the path of a TOML file?
fn is_path(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}
