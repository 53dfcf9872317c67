//! A full disk: what is there stays whole, nothing is acknowledged that is not kept, and when there
//! is room again everything goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, prlimit};

use super::batch::Batch;
use super::program::{Bounds, Call, Ended, Running, Talk};
use super::subject::{Ctx, Subject};
use super::table::{self, Match, Server};

/// Larger than anything that is written here.
const SIZE: u64 = 2 << 20;

/// A small disk: one in memory where we may mount it, otherwise a limit on the size of files.
struct Disk {
    folder: PathBuf,
    mounted: bool,
}

impl Disk {
    fn new(folder: PathBuf) -> Result<Disk, String> {
        fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE}"), "tmpfs"]).arg(&folder);
        let mount = mount.stdout(Stdio::null()).stderr(Stdio::null()).status();
        Ok(Disk { folder, mounted: mount.is_ok_and(|status| status.success()) })
    }

    /// A call on this disk. While it is full, only so many bytes can be written.
    fn call(&self, ctx: &Ctx, words: &str, left: Option<u64>) -> Call {
        let call = ctx.henge.call(&self.folder, words);
        let file_blocks = (!self.mounted).then(|| left.map_or(1 << 20, |bytes| bytes / 512) as u32);
        call.bounds(Bounds { file_blocks, ..Bounds::default() })
    }

    /// From now on only so many bytes can be written.
    fn fill(&self, running: Option<&Running>, left: u64) -> Result<(), String> {
        if !self.mounted {
            return self.limit(running, Some(left));
        }
        // The disk has pages of 4096 bytes; the last one that fits is found by trying.
        let filler = self.filler();
        let _ = fs::write(&filler, vec![0; SIZE as usize]);
        let full = fs::metadata(&filler).map_or(0, |file| file.len());
        let file = fs::OpenOptions::new().write(true).open(&filler);
        let cut = file.and_then(|file| file.set_len(full.saturating_sub(left)));
        cut.map_err(|error| format!("the disk cannot be filled: {error}"))?;
        match self.room()? {
            room if room <= left => Ok(()),
            room => Err(format!("the disk is not full: {room} bytes are left instead of {left}")),
        }
    }

    /// There is room again.
    fn free(&self, running: Option<&Running>) -> Result<(), String> {
        if !self.mounted {
            return self.limit(running, None);
        }
        let (filler, before) = (self.filler(), self.room()?);
        let failed = |error: std::io::Error| format!("the filler: {error}");
        let size = fs::metadata(&filler).map_err(failed)?.len();
        // A file that is only removed keeps its room as long as anybody has it open, and a process
        // that is being started for another round has everything open that we have.
        fs::File::create(&filler).map_err(failed)?;
        fs::remove_file(&filler).map_err(failed)?;
        match self.room()? {
            room if room > before || size == 0 => Ok(()),
            room => Err(format!("the disk is still full: it has {room} bytes of room")),
        }
    }

    /// The bytes that can still be written.
    fn room(&self) -> Result<u64, String> {
        let state = rustix::fs::statvfs(&self.folder);
        let state = state.map_err(|error| format!("{}: {error}", self.folder.display()))?;
        Ok(state.f_bavail * state.f_frsize)
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }

    fn limit(&self, running: Option<&Running>, left: Option<u64>) -> Result<(), String> {
        let Some(pid) = running.and_then(Running::pid) else { return Ok(()) };
        let limit = Rlimit { current: left, maximum: None };
        let set = prlimit(Some(pid), Resource::Fsize, limit);
        set.map(|_| ()).map_err(|error| format!("a limit on files: {error}"))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted {
            let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
        }
    }
}

/// Commands that write files.
pub struct Writers(pub Vec<Arc<Batch>>);

impl Subject for Writers {
    fn name(&self) -> &'static str {
        "full-writers"
    }

    fn about(&self) -> &'static str {
        "disk full, every command that writes files"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let batch = ctx.in_turn(&self.0);
        let expected = batch.undisturbed(ctx)?;
        let disk = Disk::new(ctx.path("disk"))?;
        batch.prepare(&disk.folder)?;
        for _ in 0..2 {
            let left = ctx.below(expected.bytes * 5 / 4);
            disk.fill(None, left)?;
            let ended = disk.call(ctx, batch.words, Some(left)).run()?;
            ctx.fault();
            disk.free(None)?;
            let words = batch.words;
            ctx.check(matches!(ended.code(), Some(0 | 1)), || {
                format!("henge {words}: {left} bytes left: {}", ended.describe())
            });
            let silent = ended.code() == Some(1) && !ended.err.contains("henge: ");
            ctx.check(!silent, || format!("henge {words}: fails without a word"));
            batch.check_whole(ctx, &disk.folder, expected);
        }
        let ended = disk.call(ctx, batch.words, None).succeed();
        let ended = ended.map_err(|why| format!("with room again: {why}"))?;
        batch.check_end(ctx, &disk.folder, &ended, expected);
        Ok(())
    }
}

/// `henge play` and `henge serve`.
pub struct Games;

impl Subject for Games {
    fn name(&self) -> &'static str {
        "full-games"
    }

    fn about(&self) -> &'static str {
        "disk full for some moves of `play` and `serve`"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let disk = Disk::new(ctx.path("disk"))?;
        match ctx.turn % 3 {
            0 => play_on(ctx, &disk),
            1 => leave(ctx, &disk),
            _ => serve(ctx, &disk),
        }
    }
}

fn sit_down(ctx: &Ctx, disk: &Disk) -> Result<Talk, String> {
    let table = disk.call(ctx, &table::new_game(), None).talk()?;
    match table.hear(table::SOON, |printed| table::asked(printed) > 0) {
        true => Ok(table),
        false => Err(format!("play does not begin: {}", table.running.errors())),
    }
}

fn kept(ctx: &Ctx, folder: &Path) -> Result<Vec<String>, String> {
    let games = table::kept_in(ctx.henge, folder, &ctx.io)?;
    Ok(games.into_iter().next().map(|game| game.moves).unwrap_or_default())
}

/// Full for some moves, then free again, then killed: every move is there.
fn play_on(ctx: &mut Ctx, disk: &Disk) -> Result<(), String> {
    let moves = table::moves(ctx);
    let mut talk = sit_down(ctx, disk)?;
    let (before, during) = (ctx.below(6) as usize, 1 + ctx.below(12) as usize);
    for (i, mv) in moves.iter().take(before + during + 2).enumerate() {
        if i == before {
            disk.fill(Some(&talk.running), 0)?;
            ctx.fault();
        }
        if i == before + during {
            disk.free(Some(&talk.running))?;
        }
        table::type_line(&mut talk, mv)?;
    }
    let Ended { out, err, .. } = talk.kill()?;
    let (all, kept) = (&moves[..before + during + 2], kept(ctx, &disk.folder)?);
    ctx.check(kept == all, || {
        format!("play: with room again {kept:?} is kept of {all:?}; it said {err:?} and {out:?}")
    });
    let told = err.contains("the game is not saved") && err.contains("the game is saved again");
    ctx.check(told, || format!("play: a full disk, and then room: it said {err:?} and {out:?}"));
    Ok(())
}

/// Full until the end: the end says what is not kept.
fn leave(ctx: &mut Ctx, disk: &Disk) -> Result<(), String> {
    let moves = table::moves(ctx);
    let mut talk = sit_down(ctx, disk)?;
    let (before, during) = (ctx.below(4) as usize, 2 + ctx.below(20) as usize);
    for (i, mv) in moves.iter().take(before + during).enumerate() {
        if i == before {
            disk.fill(Some(&talk.running), 0)?;
            ctx.fault();
        }
        table::type_line(&mut talk, mv)?;
    }
    let Ended { out, err, .. } = talk.leave()?;
    disk.free(None)?;
    let (all, kept) = (&moves[..before + during], kept(ctx, &disk.folder)?);
    ctx.check(all.starts_with(&kept), || format!("play: {kept:?} is kept of {all:?}"));
    // What is said about a move is another sentence than what is said at the end.
    let missing = match (kept.len(), all.len() - kept.len()) {
        (_, 0) => "The game is saved;".into(),
        (0, _) => "henge: this game is not saved: ".into(),
        (_, 1) => "henge: the last move is not saved: ".into(),
        (_, n) => format!("henge: the last {n} moves are not saved: "),
    };
    let told = err.contains("henge: the game is not saved: ") || kept.len() == all.len();
    ctx.check(told && format!("{out}{err}").contains(&missing), || {
        format!("play: {} of {} moves are kept; it said {err:?}", kept.len(), all.len())
    });
    Ok(())
}

/// A server refuses moves that it cannot keep, and goes on later.
fn serve(ctx: &mut Ctx, disk: &Disk) -> Result<(), String> {
    let server = Server::begin(disk.call(ctx, "serve --port 0", None))?;
    let mut game = Match::begin(ctx, server.address, "somebody", None)?;
    let (before, during) = (ctx.below(6) as usize, 1 + ctx.below(15) as usize);
    for i in 0..before + during + 2 {
        if i == before {
            disk.fill(Some(&server.talk.running), 0)?;
            ctx.fault();
        }
        if i == before + during {
            disk.free(Some(&server.talk.running))?;
        }
        let full = (before..before + during).contains(&i);
        match game.play(server.address) {
            Some(200) => ctx.note("acknowledged moves", 1),
            Some(400..=599) if full => ctx.note("moves refused", 1),
            other => return Err(format!("move {i}: {other:?}")),
        }
    }
    server.talk.kill()?;
    game.check(&kept(ctx, &disk.folder)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_has_room_again_while_others_still_have_its_files_open() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(folder.path().join("disk")).unwrap();
        // Only root mounts one.
        if !disk.mounted {
            return;
        }
        let write = |bytes: u64| fs::write(disk.folder.join("file"), vec![1; bytes as usize]);
        for left in [0, 8192] {
            disk.fill(None, left).unwrap();
            assert!(write(left).is_ok());
            assert!(write(left + 1).is_err());
            // As a process has it that is started at this moment.
            let held = fs::File::open(disk.filler()).unwrap();
            disk.free(None).unwrap();
            assert!(write(SIZE / 2).is_ok());
            write(0).unwrap();
            drop(held);
        }
    }
}
