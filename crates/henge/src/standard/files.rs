//! Games in files: those that come with henge, and what is made of any file.

use std::sync::Arc;

use henge_games::described::{Described, Description, GameFile, Moving, Sense, Worth, read_game};

use super::positional::positional;
use crate::abilities::{GameSurvey, Survey};
use crate::setup::GameSetup;
use crate::{Family, Playable};

macro_rules! files {
    ($($slug:literal)*) => {
        /// The games that come as files, in the binary so that they are always there.
        const FILES: &[(&str, &str)] =
            &[$(($slug, include_str!(concat!("../../games/", $slug, ".toml")))),*];
    };
}
files! {
    "fano" "five-in-a-row" "hex-3-listed" "qubic" "rows-and-columns" "square-off" "sum-to-fifteen"
    "torus-tic-tac-toe"
    "col" "connect-6" "first-capture" "four-that-fall" "go-moku-pro" "go-moku-swap2" "havannah"
    "maker-breaker" "misere-tic-tac-toe" "pente" "reversed-hex" "reversi" "score-four" "snort" "y"
    "yavalath"
    "alquerque" "bagh-chal" "brandubh" "breakthrough-file" "checkers" "clobber" "five-field-kono"
    "fox-and-geese" "fox-and-hounds" "grasshopper" "hasami-shogi" "hexapawn" "konane"
    "lines-of-action" "los-alamos" "losing-checkers" "merels" "pong-hau-ki" "tapatan" "teeko"
}

/// The games that come as files; each is read when it is asked for.
pub fn files() -> impl Iterator<Item = Family> {
    FILES.iter().map(|&(slug, text)| {
        Family::new(slug, title(text), move |options| {
            let file = read_game(slug, text).expect("the tests read every shipped file");
            Ok(game_of_file(options.name(), file))
        })
    })
}

/// What a shipped file calls its game.
fn title(text: &'static str) -> &'static str {
    let mut names =
        text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    names.next().expect("the tests read every shipped file")
}

/// The game of a file with those who play it.
pub fn game_of_file(name: String, file: GameFile) -> Playable {
    match file {
        GameFile::Positional(definition) => positional(name, *definition),
        GameFile::Described(description) => described(name, *description),
    }
}

/// A described game with the bitboards that fit it. Every size is all engines once more to compile, so that
/// there are fewer than for positional games.
fn described(name: String, description: Description) -> Playable {
    if !description.pieces.is_empty() {
        return match description.definition.n_sites() {
            0..=64 => moving::<1>(name, description),
            _ => moving::<4>(name, description),
        };
    }
    match description.definition.n_sites() {
        0..=64 => seated::<1>(name, description),
        65..=256 => seated::<4>(name, description),
        _ => seated::<8>(name, description),
    }
}

fn seated<const W: usize>(name: String, description: Description) -> Playable {
    let (about, doubts, ways) =
        (description.about(), description.doubts(), description.ways_to_end());
    let game = Arc::new(Described::<W>::new(Arc::new(description)));
    let sense = Sense::new(&game);
    let mut setup = GameSetup::new(Arc::new(sense));
    if Sense::follows_chains(&game) {
        setup = setup.rave(10_000.0);
    }
    let survey = GameSurvey::new(Arc::clone(&game))
        .doubts(doubts)
        .decided(ways, |game, pos| Some(game.decided_by(pos)?.word));
    Playable::new(name, about, Arc::clone(&game))
        .with_ability::<dyn Survey>(Arc::new(survey))
        .with_engines(game, setup)
        .with_predicates::<Described<W>>(|_, _, _| Vec::new())
}

/// A game of pieces with the bitboards that fit it.
fn moving<const W: usize>(name: String, description: Description) -> Playable {
    let (about, mut doubts, ways) =
        (description.about(), description.doubts(), description.ways_to_end());
    let game = Arc::new(Moving::<W>::new(Arc::new(description)));
    doubts.extend(game.doubts());
    let worth = Worth::new(&game);
    let survey = GameSurvey::new(Arc::clone(&game))
        .doubts(doubts)
        .decided(ways, |game, pos| Some(game.decided_by(pos)?.0));
    Playable::new(name, about, Arc::clone(&game))
        .with_ability::<dyn Survey>(Arc::new(survey))
        .with_engines(game, GameSetup::new(Arc::new(worth)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_a_shipped_file_is_that_of_its_game() {
        for (slug, text) in FILES {
            assert_eq!(title(text), read_game(slug, text).expect("a shipped file").title());
        }
    }
}
