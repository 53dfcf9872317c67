use std::path::PathBuf;

/// Where games are kept: `$HENGE_HOME/henge.db`, or in the user's place for data.
pub fn default_path() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("HENGE_HOME")
        .or_else(|| set("XDG_DATA_HOME").map(|data| data.join("henge")))
        .or_else(|| set("HOME").map(|home| home.join(".local/share/henge")))
        .map(|home| home.join("henge.db"))
}
