use std::path::PathBuf;

/// Where what belongs to a user is kept, saved games and tables of endings: `$HENGE_HOME`, or a
/// folder in the user's place for data.
pub fn home() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("HENGE_HOME")
        .or_else(|| set("XDG_DATA_HOME").map(|data| data.join("henge")))
        .or_else(|| set("HOME").map(|home| home.join(".local/share/henge")))
}

/// The folder of the user's own games: every TOML file in it is a game that `henge` lists and knows by
/// the name of the file.
pub fn own_games() -> Option<PathBuf> {
    home().map(|home| home.join("games"))
}
