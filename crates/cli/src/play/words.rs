//! What can be said at the board besides a move.

use henge::spec::nearest;

/// A command in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    Help,
    Board,
    Moves,
    Suggest,
    Why,
    Undo,
    Redo,
    Retry,
    Play,
    Level(Option<String>),
    Change,
    Reorder(Option<String>),
    New,
    Save(Option<String>),
    Load(Option<String>),
    Resign,
    Draw,
    Quit,
}

/// Word, short form (those of the 1990 menu), what follows, what it does.
const TABLE: [(&str, &str, &str, &str); 18] = [
    ("suggest", "s", "", "a move for you, with its reason"),
    ("why", "w", "", "why the machine played its last move"),
    ("undo", "u", "", "take back; against a bot also its reply"),
    ("redo", "", "", "play again what was taken back"),
    ("retry", "", "", "ask a bot again that has failed"),
    ("play", "p", "", "let the machine make this move for you"),
    ("moves", "m", "", "all legal moves"),
    ("board", "b", "", "draw the board again"),
    ("level", "l", "[LEVEL|N]", "how strong the machine is, or plies it looks ahead"),
    ("change", "c", "", "change sides with the machine"),
    ("reorder", "r", "[on|off]", "ordering of successors, for mangolas1990"),
    ("new", "n", "", "a new game"),
    ("save", "", "FILE", "write the game to a record"),
    ("load", "", "FILE", "go on with a recorded game"),
    ("resign", "", "", "give the game up"),
    ("draw", "", "", "offer a draw"),
    ("help", "?", "", "this list"),
    ("quit", "q", "", "leave; the game is kept"),
];

/// The words that Tab completes.
pub fn all() -> impl Iterator<Item = String> {
    TABLE.iter().map(|(word, ..)| word.to_string())
}

/// The list of commands.
pub fn help() -> String {
    let mut text =
        "Type a move, or one of these (a colon before it makes sure it is no move):\n".to_string();
    for (word, short, follows, does) in TABLE {
        let short = if short.is_empty() { String::new() } else { format!(" ({short})") };
        let call = format!("{word}{short} {follows}");
        text += &format!("  {call:<23} {does}\n");
    }
    text
}

/// Why a line is no command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWord {
    /// There is no such word; the one that was probably meant, if any.
    Unknown(Option<&'static str>),
    /// The command takes less than what follows it: which, and what it takes.
    TooLong(&'static str, &'static str),
}

/// Reads a command. The word must be right to the letter, and no more may follow it than it takes, so
/// that a faulty move is not taken for a command.
pub fn read(line: &str) -> Result<Word, NoWord> {
    let line = line.trim().trim_start_matches(':').trim_start();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let lower = word.to_lowercase();
    let is = |known: &str| !known.is_empty() && known == lower;
    let found = TABLE.iter().find(|(long, short, ..)| is(long) || is(short));
    let Some((long, _, follows, _)) = found else {
        let known = TABLE.iter().map(|(long, ..)| *long);
        return Err(NoWord::Unknown(nearest(&lower, known)));
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
        "suggest" => Word::Suggest,
        "why" => Word::Why,
        "undo" => Word::Undo,
        "redo" => Word::Redo,
        "retry" => Word::Retry,
        "play" => Word::Play,
        "level" => Word::Level(rest),
        "change" => Word::Change,
        "reorder" => Word::Reorder(rest),
        "new" => Word::New,
        "save" => Word::Save(rest),
        "load" => Word::Load(rest),
        "resign" => Word::Resign,
        "draw" => Word::Draw,
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
    fn a_command_takes_no_more_than_it_says() {
        for (line, long) in
            [("N 7 28", "new"), ("U 2 10", "undo"), ("Q 1 5", "quit"), ("L 7 28", "level")]
        {
            assert!(matches!(read(line), Err(NoWord::TooLong(word, _)) if word == long), "{line}");
        }
        assert_eq!(read("l 5"), Ok(Word::Level(Some("5".into()))));
    }

    /// Whole words are always free; short forms that begin a move need a colon, which the session sees
    /// to.
    #[test]
    fn no_word_begins_a_move_of_any_game() {
        let games = henge::Registry::standard();
        for family in games.families() {
            let slug = family.slug();
            let game = games.game(slug).unwrap();
            let table = game.rules().start();
            for (word, short, ..) in TABLE {
                assert!(!henge::begins_a_move(&**game.rules(), &*table, word), "{slug}: {word}");
                assert!(!henge::begins_a_move(&**game.rules(), &*table, &format!(":{short}")));
            }
        }
    }
}
