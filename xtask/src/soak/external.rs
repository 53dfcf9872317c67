//! Players that are other programs: they stall, flood, lie, die, fork and do not listen. When henge
//! has ended, however it ended, nothing of them is left.

use std::time::Duration;

use rustix::process::Signal;

use super::processes::sweep;
use super::program::Bounds;
use super::subject::{Ctx, Subject};

/// What a player does after its first word, as a script.
const PLAYERS: [(&str, &str); 8] = [
    ("stalls", "while :; do sleep 1000; done"),
    ("floods", "while :; do echo '{\"noise\":\"noise noise noise noise noise noise\"}'; done"),
    (
        "floods without an end of line",
        "while :; do printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done",
    ),
    ("lies", "while read line; do echo '{\"move\":\"z99\"}'; done"),
    ("dies", "read line; exit 3"),
    ("forks", "sleep 1000 & sleep 1001 & while :; do sleep 1000; done"),
    ("does not listen", "trap '' TERM INT HUP PIPE; while :; do sleep 1; done"),
    ("leaves somebody behind", "(trap '' TERM INT HUP; sleep 1000) & read line; exit 0"),
];

/// Players of this kind, in matches that end by themselves, or by a signal.
pub struct Players;

impl Subject for Players {
    fn name(&self) -> &'static str {
        "players"
    }

    fn about(&self) -> &'static str {
        "external players that stall, flood, lie, die, fork"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let (what, script) = ctx.in_turn(&PLAYERS);
        ctx.write("player.sh", format!("echo '{{}}'\nread line\n{script}\n"))?;
        let player = format!(
            "external:command=sh {},start=3,grace=1,patience=2",
            ctx.path("player.sh").display()
        );
        let end = ctx.pick(&[None, Some(Signal::TERM), Some(Signal::INT), Some(Signal::KILL)]);
        let one_process = ctx.below(2) == 0;
        let words = match one_process {
            true => "match hex:size=5 --second random --games 2 --time 0.5 --threads 1 --first",
            false => "match hex:size=5 --second random --games 2 --time 0.5 --processes 1 --first",
        };
        let bounds = Bounds { memory: Some(4096), ..Bounds::default() };
        let running = ctx.call(words).arg(player).bounds(bounds).start()?;
        let mut told = format!("a player that {what}");
        if let Some(signal) = end {
            std::thread::sleep(Duration::from_millis(100 + ctx.below(1500)));
            running.signal(signal);
            told = format!("{told}, henge ended by {signal:?}");
        }
        ctx.fault();
        let ended = running.wait()?;
        let crash = ended.crash().filter(|_| end.is_none());
        ctx.check(crash.is_none(), || format!("{told}: {}", ended.describe()));
        let panicked = ended.err.contains("panicked at");
        ctx.check(!panicked, || format!("{told}: {}", ended.describe()));
        let left = sweep(&ctx.folder, Duration::from_secs(10));
        ctx.check(left.is_empty(), || format!("{told}: still at work: {left:?}"));
        Ok(())
    }
}
