//! What can be said at the board besides a move.

use henge::core::spec::nearest;

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
const TABLE: [(&str, &str, &str, &str); 17] = [
    ("suggest", "s", "", "a move for you, with its reason"),
    ("why", "w", "", "why the machine played its last move"),
    ("undo", "u", "", "take back; against a bot also its reply"),
    ("redo", "", "", "play again what was taken back"),
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

/// Reads a command; the error is the command that was probably meant, if any.
pub fn read(line: &str) -> Result<Word, Option<&'static str>> {
    let line = line.trim().trim_start_matches(':');
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = Some(rest.trim().to_string()).filter(|rest| !rest.is_empty());
    let lower = word.to_lowercase();
    let found = TABLE.iter().find(|(long, short, ..)| *long == lower || *short == lower);
    let Some((long, ..)) = found else {
        let known = TABLE.iter().map(|(long, ..)| *long);
        return Err(nearest(&lower, known));
    };
    Ok(match *long {
        "help" => Word::Help,
        "board" => Word::Board,
        "moves" => Word::Moves,
        "suggest" => Word::Suggest,
        "why" => Word::Why,
        "undo" => Word::Undo,
        "redo" => Word::Redo,
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
        assert_eq!(read("sugest"), Err(Some("suggest")));
    }
}
