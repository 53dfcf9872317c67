//! The files of a call: what is written is no other file of the call.

use std::path::Path;

use crate::fault::Fault;

/// The files that a call names, each with the words by which it does.
#[derive(Default)]
pub struct Paths<'a> {
    read: Vec<(&'a str, &'a Path)>,
    written: Vec<(&'a str, &'a Path)>,
}

impl<'a> Paths<'a> {
    /// A file that is read.
    pub fn reads(mut self, what: &'a str, path: Option<&'a Path>) -> Self {
        self.read.extend(path.map(|path| (what, path)));
        self
    }

    /// A game, which may be named by the path of its file.
    pub fn game(self, game: &'a str) -> Self {
        let path = Some(Path::new(game)).filter(|path| path.is_file());
        self.reads("the game", path)
    }

    /// A file that is written, or read and then written.
    pub fn writes(mut self, what: &'a str, path: Option<&'a Path>) -> Self {
        self.written.extend(path.map(|path| (what, path)));
        self
    }

    /// Whether all that is written is apart from everything else. Before anything is done: what is
    /// overwritten is lost.
    pub fn check(self) -> Result<(), Fault> {
        for (n, &(what, path)) in self.written.iter().enumerate() {
            let name = path.display();
            let same = |(_, other): &&(&str, &Path)| henge_files::is_same(path, other);
            if let Some((other, _)) = self.read.iter().find(same) {
                return Err(Fault::Call(format!(
                    "{what} {name} would overwrite {other}; choose another file"
                )));
            }
            if let Some((other, _)) = self.written[..n].iter().find(same) {
                return Err(Fault::Call(format!(
                    "{what} {name} is the file of {other}, too; each needs one of its own"
                )));
            }
        }
        Ok(())
    }
}
