//! Draughts with what belongs to it: endings, learned weights, and those who use them.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use henge_bots::engines::{self, EngineBot, TRAINED};
use henge_bots::file::{MOST_BYTES, read_file};
use henge_bots::hub::{self, HubBot};
use henge_bots::self_play::{self, Habits, Lived};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Eval, Player, Score, mix64};
use henge_games::draughts::patterns::{self, Patterns};
use henge_games::draughts::{Draughts, Material, Move, Position, Variant, Word};
use henge_learn::{Fit, Samples, fit};
use henge_search::AlphaBeta;

use crate::endings::{DraughtsEndings, EndingTables};
use crate::learning::{Lesson, Lessons, Pupil};
use crate::{Family, Outfit, Playable};

/// All rule books.
pub fn family() -> Family {
    Family::new("draughts", "Draughts", |options| Ok(draughts(options))).option(Param::new(
        "variant",
        "danish",
        Values::Choice(&Variant::NAMES),
        "the rule book",
    ))
}

/// A variant of draughts with the bitboards that fit it.
fn draughts(options: &Options) -> Playable {
    let variant: Variant = options.text("variant").parse().expect("it is one of the names");
    match variant.rules().is_wide() {
        true => seated::<u128>(options.name(), variant),
        false => seated::<u64>(options.name(), variant),
    }
}

/// The game with everybody who plays it.
fn seated<W: Word>(name: String, variant: Variant) -> Playable {
    let game = Draughts::<W>::new(variant).expect("the word was chosen for the variant");
    let game = Arc::new(game);
    let endings = Arc::new(DraughtsEndings::new(&game));
    let outfit = Outfit::new(Arc::new(endings.with(shipped(&game))));
    let playable = Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(Arc::clone(&game), outfit)
        .with_ability(Arc::clone(&endings) as Arc<dyn EndingTables>)
        .with_bot(
            "hub",
            "another program that speaks the Hub protocol",
            hub::PARAMS,
            move |options| Ok(Box::new(HubBot::new(variant, options)?)),
        );
    if !patterns::fits(variant) {
        return playable;
    }
    let (for_bot, tables) = (Arc::clone(&game), Arc::clone(&endings));
    let pupil = DraughtsPupil { game, endings };
    playable
        .with_bot(
            "trained",
            "searches with weights that you name, to compare what was learned",
            TRAINED,
            move |options| {
                let eval = Arc::new(tables.with(named(&for_bot, options)?));
                let engine = engines::alphabeta(engines::alphabeta_options(options), eval)
                    .map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<Draughts<W>>::new(options, engine)))
            },
        )
        .with_pupil(Arc::new(pupil))
}

/// What judges a position.
#[derive(Clone, Debug)]
enum Judge {
    Material(Material),
    Patterns(Arc<Patterns>),
}

/// The weights that come with henge, made by
/// `henge learn weights draughts:variant=… --games 10000 --rounds 3 --depth 5`.
const SHIPPED: &[(Variant, &[u8])] = &[
    (Variant::Danish, include_bytes!("../../../../weights/draughts-danish.weights")),
    (Variant::Russian, include_bytes!("../../../../weights/draughts-russian.weights")),
    (Variant::English, include_bytes!("../../../../weights/draughts-english.weights")),
];

/// Variants that are played alike share what was learned, where matches have shown that it helps.
fn teacher(variant: Variant) -> Variant {
    match variant {
        Variant::Czech | Variant::Spanish | Variant::Portuguese => Variant::Danish,
        Variant::Brazilian | Variant::Pool => Variant::Russian,
        other => other,
    }
}

fn shipped<W: Word>(game: &Draughts<W>) -> Judge {
    let teacher = teacher(game.rules().variant);
    let weights = SHIPPED.iter().find(|(variant, _)| *variant == teacher);
    match weights.map(|(_, bytes)| Patterns::from_bytes(game, bytes)) {
        Some(Ok(patterns)) => Judge::Patterns(Arc::new(patterns)),
        _ => Judge::Material(Material),
    }
}

/// The weights that an option names.
fn named<W: Word>(game: &Draughts<W>, options: &Options) -> Result<Judge, SpecError> {
    match options.text("weights") {
        "" => Ok(shipped(game)),
        "none" => Ok(Judge::Material(Material)),
        path => {
            let wrong = |why: String| options.wrong("weights", why);
            let bytes = read_file(Path::new(path), MOST_BYTES).map_err(wrong)?;
            let patterns = Patterns::from_bytes(game, &bytes);
            let patterns = patterns.map_err(|error| wrong(error.to_string()))?;
            Ok(Judge::Patterns(Arc::new(patterns)))
        }
    }
}

/// Passes a question on.
macro_rules! ask {
    ($judge:expr, $eval:ident => $answer:expr) => {
        match $judge {
            Judge::Material($eval) => $answer,
            Judge::Patterns($eval) => $answer,
        }
    };
}

impl<W: Word> Eval<Draughts<W>> for Judge {
    #[inline]
    fn eval(&self, game: &Draughts<W>, pos: &Position<W>, player: Player) -> Score {
        ask!(self, eval => eval.eval(game, pos, player))
    }

    #[inline]
    fn stable(&self, game: &Draughts<W>, pos: &Position<W>) -> bool {
        !game.must_capture(pos)
    }

    fn arrange(&self, game: &Draughts<W>, pos: &Position<W>, moves: &mut Vec<Move<W>>) {
        ask!(self, eval => eval.arrange(game, pos, moves));
    }

    fn reduces(&self) -> bool {
        match self {
            Judge::Material(eval) => Eval::<Draughts<W>>::reduces(eval),
            Judge::Patterns(eval) => Eval::<Draughts<W>>::reduces(&**eval),
        }
    }
}

/// Learns the weights of patterns.
struct DraughtsPupil<W> {
    game: Arc<Draughts<W>>,
    endings: Arc<DraughtsEndings<W>>,
}

/// Half of the moves of an opening are by chance, up to so many.
const OPENING: u32 = 10;
/// A game that goes on so long will not be won by players who see so little.
const MOST_PLIES: usize = 200;
/// The table of a player who looks a few plies ahead.
const TABLE_BYTES: usize = 1 << 20;

impl<W: Word> Pupil for DraughtsPupil<W> {
    fn learn(
        &self,
        lessons: Lessons,
        stop: &AtomicBool,
        progress: &(dyn Fn(Lesson) + Sync),
    ) -> Option<Vec<u8>> {
        // Games end where the result is known.
        self.endings.prepare().ok()?;
        let n_weights = Patterns::n_weights(&self.game);
        let mut weights: Option<Vec<f32>> = None;
        let mut samples = Samples::default();
        for round in 1..=lessons.rounds {
            let judge = match &weights {
                None => Judge::Material(Material),
                Some(weights) => Judge::Patterns(Arc::new(Patterns::new(&self.game, weights))),
            };
            // What worse players have played would teach their mistakes.
            if round == 2 {
                samples = Samples::default();
            }
            let eval = self.endings.with(judge);
            for lived in self.play(&eval, lessons, round, stop, progress)? {
                for pos in &lived.positions {
                    let result = match lived.outcome.points_for(pos.to_move()).signum() {
                        1 => 1.0,
                        0 => 0.5,
                        _ => 0.0,
                    };
                    samples.push(Patterns::features(&self.game, pos), result);
                }
            }
            let positions = samples.len();
            let fitted = fit(&samples, n_weights, None, Fit::default(), &mut |epoch, losses| {
                progress(Lesson::Learned { round, epoch, positions, losses });
                !stop.load(Relaxed)
            });
            weights = Some(fitted.weights);
        }
        weights
            .filter(|_| !stop.load(Relaxed))
            .map(|weights| patterns::write_weights(&self.game, &weights))
    }
}

impl<W: Word> DraughtsPupil<W> {
    /// The games of a round, in the order of their seeds whoever plays them.
    fn play(
        &self,
        eval: &impl Eval<Draughts<W>>,
        lessons: Lessons,
        round: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Lesson) + Sync),
    ) -> Option<Vec<Lived<Position<W>>>> {
        let habits = Habits { depth: lessons.depth, opening: OPENING, most_plies: MOST_PLIES };
        let next = AtomicU32::new(0);
        let played = Mutex::new(Vec::new());
        henge_search::crew(lessons.threads, || {
            let mut engine = AlphaBeta::new(TABLE_BYTES);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= lessons.games || stop.load(Relaxed) {
                    break;
                }
                let seed = mix64(lessons.seed ^ mix64(u64::from(round) << 32 | u64::from(number)));
                let lived = self_play::play(&self.game, &mut engine, eval, habits, seed);
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                played.push((number, lived));
                progress(Lesson::Played { round, games: played.len() as u32 });
            }
        });
        if stop.load(Relaxed) {
            return None;
        }
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|(number, _)| *number);
        Some(played.into_iter().map(|(_, lived)| lived).collect())
    }
}
