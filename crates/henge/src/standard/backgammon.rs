//! Backgammon with those who play it: the net that comes with henge, the tables, and gnubg.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, OnceLock};

use henge_bots::Waiting;
use henge_bots::file::{MOST_BYTES, read_file};
use henge_bots::gnubg::{self, GnubgBot};
use henge_bots::neural::evaluator::{Judge, Tables};
use henge_bots::neural::{self, NeuralBot};
use henge_core::erased::{DynMatch, table_of};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Game, Match, Notation, Turn};
use henge_games::backgammon::bear_off::{OneSided, TwoSided, TwoSidedError};
use henge_games::backgammon::{self, Backgammon, ByEquity, Equity, Men, Pips, Stakes, Start};
use henge_learn::net::file::crc32;
use henge_learn::training::Training;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::endings::{EndingTables, EndingsCount, EndingsFault};
use crate::problems::ExactPlays;
use crate::{Analyst, Family, GameSetup, OwnTraining, Playable, TrainError, home};

/// The net that comes with henge; its first bytes say by which command it was made.
const SHIPPED: &[u8] = include_bytes!("../../weights/backgammon.net");

const OFF_ON: Values = Values::Choice(&["off", "on"]);

/// Single games, games with the cube, and matches.
pub(crate) fn family() -> Family {
    Family::new("backgammon", "Backgammon", |options| {
        Ok(seated(options.name(), backgammon_rules(options)?))
    })
    .option(Param::new(
        "length",
        "",
        Values::Int { min: 1, max: backgammon::MOST_LENGTH as u64 },
        "the points to win a match, with the cube and the Crawford rule",
    ))
    .option(Param::new(
        "cube",
        "off",
        OFF_ON,
        "one game with the doubling cube; matches always have it",
    ))
    .option(Param::new("jacoby", "off", OFF_ON, "without a double gammons count one point"))
    .option(Param::new("beavers", "off", OFF_ON, "who is doubled may double again at once"))
    .option(Param::new(
        "start",
        "standard",
        Values::Choice(&Start::NAMES),
        "where the men stand",
    ))
}

fn backgammon_rules(options: &Options) -> Result<Backgammon, SpecError> {
    let start = Start::named(options.text("start")).expect("it is one of the names");
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
    Backgammon::new(start, stakes).map_err(|error| {
        let key = if start == Start::AceyDeucey { "start" } else { "length" };
        options.wrong(key, error.to_string())
    })
}

/// The game with everybody who plays it.
fn seated(name: String, game: Backgammon) -> Playable {
    let game = Arc::new(game);
    let (tables, waiting) = (BearOff::default(), Waiting::default());
    // Nets and tables know fifteen men and the usual rules.
    let full = game.start_men().is_usual();
    let playable =
        Playable::new(name, game.about(), Arc::clone(&game)).with_reasons::<Backgammon>();
    let playable = if full {
        let house = House { tables: tables.clone(), judge: OnceLock::new() };
        playable.with_dice_engines(GameSetup::new(Arc::new(ByEquity(house))).scale(neural::EQUITY))
    } else {
        playable.with_dice_engines(GameSetup::new(Arc::new(ByEquity(Pips))).scale(neural::EQUITY))
    };
    if !full {
        return playable;
    }
    let for_bot = tables.clone();
    let playable = match game.stakes() {
        Stakes::Plain => {
            let exact = Exact { game: Arc::clone(&game), tables: tables.clone() };
            playable.with_ability::<dyn ExactPlays>(Arc::new(exact))
        }
        _ => playable,
    };
    playable
        .with_ability::<dyn EndingTables>(Arc::new(tables))
        .with_ability::<dyn OwnTraining>(Arc::new(NetTraining))
        .with_ability(Arc::new(Analyst {
            bot: "neural:plies=1",
            quick: Some("neural:plies=0"),
            doubling: &["double", "roll", "take", "drop", "beaver"],
        }))
        .with_bot(
            "neural",
            "judges by a net that has learned by play",
            neural::PARAMS,
            move |options| {
                let wrong = |why: String| options.wrong("net", why);
                let bytes = match options.text("net") {
                    "" => None,
                    path => Some(read_file(Path::new(path), MOST_BYTES).map_err(wrong)?),
                };
                let tables = for_bot.tables().map_err(|error| SpecError::NotReady {
                    what: options.name(),
                    why: error.to_string(),
                })?;
                let judge = match bytes {
                    None => shipped(tables),
                    Some(bytes) => Judge::from_bytes(&bytes, tables)
                        .map_err(|error| wrong(error.to_string()))?,
                };
                Ok(Box::new(NeuralBot::new(&judge, options)))
            },
        )
        .with_bot("gnubg", "GNU Backgammon, if it is installed", gnubg::PARAMS, move |options| {
            Ok(Box::new(GnubgBot::new(&game, options, &waiting)?))
        })
}

/// What the tables of bearing off know of plays, in games without a cube.
struct Exact {
    game: Arc<Backgammon>,
    tables: BearOff,
}

/// A side of more men than this has not been borne off far enough for the tables.
const FEW_MEN: u8 = 6;

impl ExactPlays for Exact {
    fn values(&self, table: &dyn DynMatch) -> Result<Option<Vec<(String, f64)>>, String> {
        let table = table_of::<Backgammon>(table).map_err(|error| error.to_string())?;
        let tables = self.tables.tables().map_err(|error| error.to_string())?;
        let pos = table.position();
        let value = |mv| {
            let mut next = *pos;
            self.game.play(&mut next, mv);
            let known = match self.game.turn(&next) {
                Turn::Over(outcome) => Some(f64::from(outcome.points_for(pos.on_roll()))),
                // The other side is on roll.
                _ => tables.two_sided.worth(next.men()).map(|worth| -f64::from(worth.cubeless)),
            };
            Some((self.game.write_move(pos, mv), known?))
        };
        Ok(self.game.moves(pos).map(value).collect())
    }

    fn sample(&self, seed: u64) -> Option<Box<dyn DynMatch>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut side = || {
            let mut side = [0; 26];
            let n = rng.random_range(2..=FEW_MEN);
            (0..n).for_each(|_| side[rng.random_range(1..=6usize)] += 1);
            side[0] = 15 - n;
            side
        };
        let men = Men { mine: side(), theirs: side() };
        let pos = self.game.read_position(&backgammon::position_id(&men)).ok()?;
        let mut table = Match::from_position(Arc::clone(&self.game), pos);
        let rolls = table.moves();
        let roll = *rolls.get(rng.random_range(0..rolls.len().max(1)))?;
        table.play(roll).ok()?;
        Some(Box::new(table))
    }
}

/// The training of the net, with the tables that everybody can compute.
struct NetTraining;

impl OwnTraining for NetTraining {
    fn begin(&self, plan: &str) -> Result<Box<dyn Training>, TrainError> {
        static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(Default::default);
        let plan = neural::training::Plan::from_text(plan)?;
        Ok(Box::new(neural::training::Trainer::new(plan, Arc::clone(&TABLES), None)?))
    }
}

/// The judgement of the house, made ready when it is first asked.
struct House {
    tables: BearOff,
    judge: OnceLock<Judge>,
}

impl Equity for House {
    fn equity(&self, men: &Men) -> f32 {
        // Bots that look into tables have them read before they sit down, and say if that fails.
        let judge = self.judge.get_or_init(|| shipped(self.tables.tables().unwrap_or_default()));
        judge.equity(men)
    }
}

/// The net that comes with henge, with tables.
pub fn shipped(tables: Arc<Tables>) -> Judge {
    Judge::from_bytes(SHIPPED, tables).expect("a test reads the net that comes with henge")
}

/// Where the net that comes with henge is from.
pub fn provenance() -> String {
    let net = henge_learn::net::Net::from_bytes(SHIPPED);
    net.expect("a test reads the net that comes with henge").1
}

/// A net from a file, with tables.
pub fn read(path: &Path, tables: Arc<Tables>) -> Result<Judge, String> {
    let bytes = read_file(path, MOST_BYTES)?;
    Judge::from_bytes(&bytes, tables).map_err(|error| error.to_string())
}

/// The tables of bearing off: those of six men a side are computed when they are first needed, and kept in the
/// user's folder from then on; if there is a larger one, that is used instead.
#[derive(Clone, Default)]
pub struct BearOff {
    shared: Arc<OnceLock<Arc<Tables>>>,
}

impl BearOff {
    /// The tables, computed or read at the first time.
    pub fn tables(&self) -> Result<Arc<Tables>, EndingsFault> {
        if let Some(tables) = self.shared.get() {
            return Ok(Arc::clone(tables));
        }
        let mut tables = small_tables();
        if let Some(path) = self.path().filter(|path| path.exists()) {
            let table = read_table(&path)?;
            // A smaller one would know less than what is computed in a moment.
            if table.n_men() > tables.two_sided.n_men() {
                tables.two_sided = table;
            }
        }
        // If somebody else was faster, his are as good.
        Ok(Arc::clone(self.shared.get_or_init(|| Arc::new(tables))))
    }
}

/// The tables that are computed in a moment, as they were kept or made anew.
fn small_tables() -> Tables {
    let path = home().map(|home| home.join("endings").join("bear-off.cache"));
    if let Some(tables) = path.as_deref().and_then(kept) {
        return tables;
    }
    let tables = Tables::default();
    if let Some(path) = path {
        // Without a place to keep them they are computed again the next time.
        _ = keep(&tables, &path);
    }
    tables
}

/// The bytes behind the tables: a sum that tells whether they are whole.
const SUM: usize = 4;

/// Tables that were kept, if nothing has happened to them.
fn kept(path: &Path) -> Option<Tables> {
    let bytes = read_file(path, MOST_BYTES).ok()?;
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    if crc32(body).to_le_bytes() != sum {
        return None;
    }
    let (size, tables) = body.split_at_checked(8)?;
    let size = usize::try_from(u64::from_le_bytes(size.try_into().ok()?)).ok()?;
    let (two_sided, one_sided) = tables.split_at_checked(size)?;
    Some(Tables {
        one_sided: OneSided::read(one_sided).ok()?,
        two_sided: TwoSided::read(two_sided).ok()?,
    })
}

fn keep(tables: &Tables, path: &Path) -> io::Result<()> {
    let mut two_sided = Vec::new();
    tables.two_sided.write(&mut two_sided).map_err(io::Error::other)?;
    let mut bytes = (two_sided.len() as u64).to_le_bytes().to_vec();
    bytes.append(&mut two_sided);
    tables.one_sided.write(&mut bytes)?;
    bytes.extend(crc32(&bytes).to_le_bytes());
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    henge_files::write(path, &bytes)
}

fn read_table(path: &Path) -> Result<TwoSided, EndingsFault> {
    let wrong =
        |error: TwoSidedError| EndingsFault::BearOff(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|error| wrong(error.into()))?;
    TwoSided::read(BufReader::with_capacity(1 << 20, file)).map_err(wrong)
}

impl EndingTables for BearOff {
    fn path(&self) -> Option<PathBuf> {
        Some(home()?.join("endings").join("backgammon.endings"))
    }

    fn prepare(&self) -> Result<(), EndingsFault> {
        self.tables().map(|_| ())
    }

    fn build(
        &self,
        most_pieces: u32,
        _threads: usize,
        stop: &AtomicBool,
        progress: &(dyn Fn(usize, usize) + Sync),
        to: &mut dyn Write,
    ) -> Result<(), EndingsFault> {
        let mut go_on = |done: usize, all: usize| {
            progress(done, all);
            !stop.load(Relaxed)
        };
        let men = u8::try_from(most_pieces / 2).unwrap_or(u8::MAX);
        let table = match TwoSided::watched(men, &mut go_on) {
            Err(TwoSidedError::Stopped) => return Err(EndingsFault::Stopped),
            table => table.map_err(|error| EndingsFault::BearOff(error.to_string()))?,
        };
        table.write(to).map_err(|error| EndingsFault::BearOff(error.to_string()))
    }

    fn check(
        &self,
        path: &Path,
        _threads: usize,
        _stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<EndingsCount, EndingsFault> {
        let table = read_table(path)?;
        progress(table.n_positions() as u64);
        let positions = table.check().map_err(|error| EndingsFault::BearOff(error.to_string()))?;
        Ok(EndingsCount {
            pieces: 2 * u32::from(table.n_men()),
            positions: positions as u64,
            longest: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_were_kept_are_as_computed_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("endings").join("bear-off.cache");
        let tables = Tables::default();
        keep(&tables, &path).unwrap();
        let again = kept(&path).unwrap();
        assert!(again.one_sided == tables.one_sided && again.two_sided == tables.two_sided);
        let whole = std::fs::read(&path).unwrap();
        for (at, len) in [(9, whole.len()), (whole.len() / 2, whole.len()), (0, 100), (0, 3)] {
            let mut bytes = whole[..len].to_vec();
            bytes[at] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            assert!(kept(&path).is_none(), "{at} {len}");
        }
    }
}
