//! The players of the museum take their seats.

use std::sync::{Arc, LazyLock};

use henge::{Converse, GameError, Learned, Playable, RandomPlay, Registry, StatusLine};
use henge_core::erased::DynMatch;
use henge_core::{Game, Match, Notation, SiteId};
use henge_games::backgammon::{Backgammon, Start};
use henge_games::connect_four::ConnectFour;
use henge_games::draughts::Draughts;
use henge_games::pentominoes::Pentominoes;
use henge_games::positional::{Positional, Promise};
use henge_games::stonehenge::Stonehenge;

use crate::caml2000::{self, Caml2000, Listed};
use crate::exhibits::exhibits;
use crate::gammon::{self, Gammon};
use crate::gier::{self, Gier};
use crate::kuttner1972::{self, Kuttner1972, Lens};
use crate::mangolas1990::{self, Mangolas1990, Switches};

/// Adds the historic players and their conversations to the games that they know.
pub fn exhibit(games: Registry) -> Registry {
    let games = games
        .with_guests(with_gammon)
        .with_guests(with_gier)
        .with_guests(with_kuttner1972)
        .with_guests(with_mangolas1990)
        .with_guests(with_caml2000::<ConnectFour>)
        .with_guests(with_caml2000::<Stonehenge>);
    exhibits().into_iter().fold(games, Registry::with_exhibit)
}

/// The games that come with henge, and the museum.
pub fn games() -> Registry {
    static GAMES: LazyLock<Registry> = LazyLock::new(|| exhibit(Registry::standard()));
    GAMES.clone()
}

/// One of these [games] by its name.
pub fn game(name: &str) -> Result<Playable, GameError> {
    games().game(name)
}

fn with_gammon(playable: Playable) -> Playable {
    let Some(game) = playable.typed::<Backgammon>() else { return playable };
    if game.start_men() == Start::AceyDeucey {
        return playable;
    }
    let playable = playable
        .with_bot(
            "gammon",
            "the player of a thesis from 1970: strategies, tactics, and reasons for every play",
            gammon::PARAMS,
            |options| Ok(Box::new(Gammon::new(options)?)),
        )
        .with_more_words(|table, mv| {
            let explained = gammon::explain_move(table, mv);
            explained.map(|explanation| explanation.text()).unwrap_or_default()
        });
    // The lesson is a single game without the cube.
    match *game == Backgammon::default() {
        true => playable.with_ability::<dyn Converse>(Arc::new(gammon::Tutoring)),
        false => playable,
    }
}

fn with_gier(playable: Playable) -> Playable {
    let Some(game) = playable.typed::<Draughts<u64>>() else { return playable };
    if !Gier::plays(&game) {
        return playable;
    }
    let dialogue = gier::Dialogues::about(&playable);
    let playable = playable.with_bot(
        "gier",
        "the player of the GIER computer: points of whole lines of moves",
        gier::PARAMS,
        move |options| Ok(Box::new(Gier::new(&game, options)?)),
    );
    match dialogue {
        Some(dialogue) => playable.with_ability::<dyn Converse>(Arc::new(dialogue)),
        None => playable,
    }
}

fn with_kuttner1972(playable: Playable) -> Playable {
    let Some(game) = playable.typed::<Pentominoes>() else { return playable };
    let describing = Arc::clone(&game);
    playable
        .with_ability::<dyn Converse>(Arc::new(kuttner1972::Terminal::new(game)))
        .with_more_words(move |table, mv| described(&describing, table, mv).unwrap_or_default())
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
                kuttner1972::svg(&kuttner1972::ChoiceTable::of_1972(), title, theme)
            },
        })
        .with_ability::<dyn RandomPlay>(Arc::new(ByCentres))
}

/// What a move leaves, in words.
fn described(game: &Pentominoes, table: &dyn DynMatch, mv: &str) -> Option<Vec<String>> {
    let table = table.as_any().downcast_ref::<Match<Pentominoes>>()?;
    let mut pos = *table.position();
    let mv = game.read_move(&pos, mv).ok()?;
    game.play(&mut pos, mv);
    Some(game.describe(&pos))
}

/// Chance as in 1972: a centre first, then one of the orientations that fit there.
struct ByCentres;

impl RandomPlay for ByCentres {
    fn bot(&self) -> &str {
        "kuttner1972:version=random"
    }

    fn centres(&self, table: &dyn DynMatch) -> Option<u32> {
        let table = table.as_any().downcast_ref::<Match<Pentominoes>>()?;
        Some(Lens::new(table.game()).look(table.position()).counts().centres)
    }

    fn choices(&self, table: &dyn DynMatch) -> Vec<(SiteId, u32)> {
        let Some(table) = table.as_any().downcast_ref::<Match<Pentominoes>>() else {
            return Vec::new();
        };
        let counts = kuttner1972::choices_by_square(table.game(), table.position());
        (0..).map(SiteId).zip(counts).filter(|(_, n)| *n > 0).collect()
    }
}

fn with_caml2000<G: Listed>(playable: Playable) -> Playable {
    if playable.typed::<G>().is_none() {
        return playable;
    }
    playable.with_bot(
        "caml2000",
        "the player of a chapter from 2000: alpha-beta over lists, with the evaluation as listed",
        caml2000::PARAMS,
        |options| Ok(Box::new(Caml2000::<G>::new(options))),
    )
}

/// All bitboards on which positional games are played.
fn with_mangolas1990(playable: Playable) -> Playable {
    let seats = [of_width::<1>, of_width::<2>, of_width::<4>, of_width::<6>, of_width::<8>];
    seats.into_iter().fold(playable, |playable, seat| seat(playable))
}

fn of_width<const W: usize>(playable: Playable) -> Playable {
    let Some(game) = playable.typed::<Positional<W>>() else { return playable };
    // What the game has worked out already serves this player too.
    let known = playable.shared_ability::<Promise<W>>();
    let promise = known.unwrap_or_else(|| Arc::new(Promise::new(&game)));
    playable
        .with_bot(
            "mangolas1990",
            "the player of the 1990 library: distances, promise, depth 3",
            mangolas1990::PARAMS,
            move |options| {
                let switches = Switches::from(options);
                let promise = Arc::clone(&promise);
                Ok(Box::new(Mangolas1990::new(options.name(), switches, promise)))
            },
        )
        .with_ability::<dyn StatusLine>(Arc::new(mangolas1990::TipNodes))
}
