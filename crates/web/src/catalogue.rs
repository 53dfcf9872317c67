//! Games by name, as far as they may be asked for over the network: those of the registry, never
//! files.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use henge::spec::{Options, Spec, SpecError};
use henge::{Family, Playable, Registry, Turn};

use crate::fault::Fault;

/// So many games are kept ready; tables of win groups take a while to build.
const MOST_READY: usize = 48;

/// A game that can be played here.
pub struct Game {
    pub playable: Playable,
    pub family: Family,
    /// Positions can be put together piece by piece.
    pub has_editor: bool,
}

/// All games.
pub struct Catalogue {
    games: Registry,
    ready: Mutex<Ready>,
    summaries: OnceLock<Vec<String>>,
    conversations: OnceLock<Vec<Playable>>,
}

#[derive(Default)]
struct Ready {
    games: HashMap<String, (Arc<Game>, u64)>,
    n_asked: u64,
}

impl Catalogue {
    pub fn new(games: Registry) -> Catalogue {
        Catalogue {
            games,
            ready: Mutex::default(),
            summaries: OnceLock::new(),
            conversations: OnceLock::new(),
        }
    }

    pub fn families(&self) -> impl Iterator<Item = &Family> {
        self.games.families()
    }

    /// The first sentence of each game's rules.
    pub fn summaries(&self) -> &[String] {
        self.summaries.get_or_init(|| {
            let summary = |family: &Family| {
                let rules = self.games.game(family.slug());
                let rules = rules.map(|game| game.rules().about().rules.clone());
                let rules = rules.unwrap_or_default();
                let end = rules.find(". ").map_or(rules.len(), |end| end + 1);
                rules[..end].to_string()
            };
            self.games.families().map(summary).collect()
        })
    }

    /// The historic programs.
    pub fn exhibits(&self) -> &[henge::Exhibit] {
        self.games.exhibits()
    }

    /// The games that somebody can talk about.
    pub fn conversations(&self) -> &[Playable] {
        self.conversations.get_or_init(|| self.games.conversations())
    }

    /// The family and the full name of a game. Nothing is built yet, and no file is looked at.
    fn look_up(&self, name: &str) -> Result<(&Family, String), Fault> {
        let spec = Spec::from_stranger(name)?;
        let family = self.games.family(&spec.name).ok_or_else(|| {
            SpecError::unknown("game", &spec.name, self.games.families().map(Family::slug))
        })?;
        Ok((family, Options::for_stranger(&spec, family.params())?.name()))
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
        let (family, _) = self.look_up(&full)?;
        let playable = self.games.game_of_stranger(&full, None)?;
        let rules = playable.rules();
        let start = rules.start();
        let has_editor = match start.turn() {
            Turn::Player(player) => rules.compose(&start.scene().pieces, player).is_ok(),
            _ => false,
        };
        let game = Arc::new(Game { family: family.clone(), has_editor, playable });
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
