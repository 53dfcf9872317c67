//! What can be said at a board besides a move: the same words in line mode and in the app.

use henge_core::spec::nearest;

/// A word at the board, with what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// How to say something, and what there is to say.
    Help,
    /// The board, drawn again.
    Board,
    /// All legal moves.
    Moves,
    /// A good move and its reasons.
    Suggest,
    /// The best lines of an engine.
    Lines,
    /// Why the machine played its last move.
    Why,
    /// Takes back.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Asks a bot again that has failed.
    Retry,
    /// The machine makes this move.
    Play,
    /// How strong the machine is.
    Level(Option<String>),
    /// The players change sides.
    Change,
    /// Whether mangolas1990 orders moves.
    Reorder(Option<String>),
    /// A new game.
    New,
    /// Turns the board round.
    Flip,
    /// Writes a record.
    Save(Option<String>),
    /// Opens a record.
    Load(Option<String>),
    /// Looks at this game.
    Analyse,
    /// Gives the game up.
    Resign,
    /// Offers a draw.
    Draw,
    /// The list of games.
    Home,
    /// Leaves.
    Quit,
}

/// Word, short form (those of the 1990 menu), what follows, what it does. A second name of the same word
/// follows it with nothing to say.
const TABLE: [(&str, &str, &str, &str); 25] = [
    ("suggest", "s", "", "suggest a move, with its reason"),
    ("hint", "", "", ""),
    ("why", "w", "", "explain the machine's last move"),
    ("lines", "", "", "show the best lines an engine finds"),
    ("undo", "u", "", "take back; against a bot also its reply"),
    ("back", "", "", ""),
    ("redo", "", "", "play again what was taken back"),
    ("retry", "", "", "ask a bot again after it failed"),
    ("play", "p", "", "let the machine make this move for you"),
    ("moves", "m", "", "list all legal moves"),
    ("board", "b", "", "draw the board again"),
    ("flip", "f", "", "turn the board round"),
    ("level", "l", "[LEVEL|N]", "set the machine's level, or the plies it looks ahead"),
    ("change", "c", "", "change sides with the machine"),
    ("reorder", "r", "[on|off]", "turn move ordering on or off, for mangolas1990"),
    ("new", "n", "", "start a new game"),
    ("save", "", "FILE", "write the game to a record"),
    ("load", "", "FILE", "open a record"),
    ("open", "", "FILE", ""),
    ("analyse", "a", "", "analyse this game in the app"),
    ("resign", "", "", "resign"),
    ("draw", "", "", "offer a draw"),
    ("home", "", "", "leave for the list of games"),
    ("help", "?", "", "show this list"),
    ("quit", "q", "", "leave; the game is saved"),
];

/// All words, for completion.
pub fn all() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(word, ..)| *word)
}

/// The words that begin like this, each with what it does.
pub fn beginning(text: &str) -> Vec<(&'static str, &'static str)> {
    let text = text.trim().trim_start_matches(':').trim_start().to_lowercase();
    let word = text.split_whitespace().next().unwrap_or_default();
    let mut found = Vec::new();
    let mut does = "";
    for (known, short, _, said) in TABLE {
        // A second name does what the word before it does.
        does = if said.is_empty() { does } else { said };
        if !word.is_empty() && (known.starts_with(word) || short == word) {
            found.push((known, does));
        }
    }
    found
}

/// The words with what follows them, and what they do.
pub fn listed() -> impl Iterator<Item = (String, &'static str)> {
    let listed = TABLE.iter().filter(|(.., does)| !does.is_empty());
    listed.map(|&(word, short, follows, does)| {
        let short = if short.is_empty() { String::new() } else { format!(" ({short})") };
        let follows = if follows.is_empty() { String::new() } else { format!(" {follows}") };
        (format!("{word}{short}{follows}"), does)
    })
}

/// The list of words as text.
pub fn help() -> String {
    let head =
        "Type a move, or one of these words (with a colon before it if it could be a move):\n";
    let lines = listed().map(|(call, does)| format!("  {call:<23} {does}\n"));
    std::iter::once(head.to_string()).chain(lines).collect()
}

/// Why a line is no word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWord {
    /// There is no such word; the one that was probably meant, if any.
    Unknown(Option<&'static str>),
    /// More follows the word than it takes: which word, and what it takes.
    TooLong(&'static str, &'static str),
}

/// Reads a word. It must be right to the letter, and no more may follow it than it takes, so that a
/// faulty move is not mistaken for a word.
pub fn read(line: &str) -> Result<Word, NoWord> {
    let line = line.trim().trim_start_matches(':').trim_start();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let lower = word.to_lowercase();
    let is = |known: &str| !known.is_empty() && known == lower;
    let found = TABLE.iter().find(|(long, short, ..)| is(long) || is(short));
    let Some((long, _, follows, _)) = found else {
        return Err(NoWord::Unknown(nearest(&lower, all())));
    };
    let (most, takes) = match *follows {
        "" => (0, "nothing"),
        // A name may have blanks in it.
        "FILE" => (usize::MAX, "a name"),
        _ => (1, "one word"),
    };
    if rest.split_whitespace().count() > most {
        return Err(NoWord::TooLong(long, takes));
    }
    let rest = Some(rest.trim().to_string()).filter(|rest| !rest.is_empty());
    Ok(match *long {
        "help" => Word::Help,
        "board" => Word::Board,
        "moves" => Word::Moves,
        "suggest" | "hint" => Word::Suggest,
        "lines" => Word::Lines,
        "why" => Word::Why,
        "undo" | "back" => Word::Undo,
        "redo" => Word::Redo,
        "retry" => Word::Retry,
        "play" => Word::Play,
        "level" => Word::Level(rest),
        "change" => Word::Change,
        "reorder" => Word::Reorder(rest),
        "new" => Word::New,
        "flip" => Word::Flip,
        "save" => Word::Save(rest),
        "load" | "open" => Word::Load(rest),
        "analyse" => Word::Analyse,
        "resign" => Word::Resign,
        "draw" => Word::Draw,
        "home" => Word::Home,
        _ => Word::Quit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_list_is_read() {
        for (word, short, ..) in TABLE {
            assert!(read(word).is_ok(), "{word}");
            assert!(short.is_empty() || read(short) == read(word), "{short}");
        }
        assert_eq!(read(" :Save  my game.henge "), Ok(Word::Save(Some("my game.henge".into()))));
        assert_eq!(read("sugest"), Err(NoWord::Unknown(Some("suggest"))));
        assert_eq!(read(""), Err(NoWord::Unknown(None)));
    }

    #[test]
    fn a_word_takes_no_more_than_it_says() {
        for (line, long) in
            [("N 7 28", "new"), ("U 2 10", "undo"), ("Q 1 5", "quit"), ("L 7 28", "level")]
        {
            assert!(matches!(read(line), Err(NoWord::TooLong(word, _)) if word == long), "{line}");
        }
        assert_eq!(read("l 5"), Ok(Word::Level(Some("5".into()))));
    }

    #[test]
    fn a_word_is_known_from_its_first_letters() {
        assert_eq!(beginning("und"), [("undo", "take back; against a bot also its reply")]);
        assert_eq!(beginning("hi"), [("hint", "suggest a move, with its reason")]);
        assert_eq!(beginning("level 5").len(), 1);
        assert!(beginning("").is_empty() && beginning("xyz").is_empty());
    }
}
