//! Games by name, as far as they may be asked for over the network: those of the registry, never
//! files.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use henge::Playable;
use henge::core::Turn;
use henge::core::spec::{Options, Param, Spec, SpecError};

use crate::fault::Fault;

/// So many games are kept ready; tables of win groups take a while to build.
const MOST_READY: usize = 48;

/// A game that can be played here.
pub struct Game {
    pub playable: Playable,
    pub params: &'static [Param],
    /// Positions can be put together piece by piece.
    pub has_editor: bool,
}

/// A line of the list of games.
pub struct Entry {
    pub slug: String,
    pub title: String,
    pub params: &'static [Param],
}

/// All games.
pub struct Catalogue {
    entries: Vec<Entry>,
    ready: Mutex<Ready>,
    summaries: OnceLock<Vec<String>>,
}

#[derive(Default)]
struct Ready {
    games: HashMap<String, (Arc<Game>, u64)>,
    n_asked: u64,
}

impl Catalogue {
    pub fn new() -> Catalogue {
        let entry = |(slug, title, params)| Entry { slug, title, params };
        Catalogue {
            entries: henge::families().into_iter().map(entry).collect(),
            ready: Mutex::default(),
            summaries: OnceLock::new(),
        }
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The first sentence of each game's rules.
    pub fn summaries(&self) -> &[String] {
        self.summaries.get_or_init(|| {
            let summary = |entry: &Entry| {
                let rules = henge::game(&entry.slug).map(|game| game.rules().about().rules.clone());
                let rules = rules.unwrap_or_default();
                let end = rules.find(". ").map_or(rules.len(), |end| end + 1);
                rules[..end].to_string()
            };
            self.entries.iter().map(summary).collect()
        })
    }

    /// The entry and the full name of a game. Nothing is built yet, and no file is looked at.
    fn look_up(&self, name: &str) -> Result<(&Entry, String), Fault> {
        let spec = Spec::from_stranger(name)?;
        let entry = self.entries.iter().find(|entry| entry.slug == spec.name).ok_or_else(|| {
            let known = self.entries.iter().map(|entry| entry.slug.as_str());
            SpecError::unknown("game", &spec.name, known)
        })?;
        Ok((entry, Options::for_stranger(&spec, entry.params)?.name()))
    }

    /// Finds a game, in memory or by building it.
    pub async fn game(self: &Arc<Self>, name: &str) -> Result<Arc<Game>, Fault> {
        let (_, full) = self.look_up(name)?;
        if let Some(game) = self.find_ready(&full) {
            return Ok(game);
        }
        let catalogue = Arc::clone(self);
        let built = tokio::task::spawn_blocking(move || catalogue.build(full)).await;
        built.map_err(|_| Fault::unprocessable("this game cannot be built"))?
    }

    /// The same for those who may wait.
    pub fn game_now(&self, name: &str) -> Result<Arc<Game>, Fault> {
        let (_, full) = self.look_up(name)?;
        self.find_ready(&full).map_or_else(|| self.build(full), Ok)
    }

    fn find_ready(&self, full: &str) -> Option<Arc<Game>> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        ready.n_asked += 1;
        let n_asked = ready.n_asked;
        let (game, used) = ready.games.get_mut(full)?;
        *used = n_asked;
        Some(Arc::clone(game))
    }

    fn build(&self, full: String) -> Result<Arc<Game>, Fault> {
        let (entry, _) = self.look_up(&full)?;
        let playable = henge::game_of_stranger(&full, None)?;
        let rules = playable.rules();
        let start = rules.start();
        let has_editor = match start.turn() {
            Turn::Player(player) => rules.compose(&start.scene().pieces, player).is_ok(),
            _ => false,
        };
        let game = Arc::new(Game { params: entry.params, has_editor, playable });
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if ready.games.len() >= MOST_READY {
            let oldest = ready.games.iter().min_by_key(|(_, (_, used))| *used);
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                ready.games.remove(&name);
            }
        }
        let n_asked = ready.n_asked;
        ready.games.insert(full, (Arc::clone(&game), n_asked));
        Ok(game)
    }
}
