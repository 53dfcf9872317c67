//! Records that want more than to be opened: they name files, programs and sizes.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

use super::files::BOUNDS;
use super::subject::{Ctx, Subject};

const GAMES: [&str; 6] =
    ["hex:size=5", "connect-four", "backgammon", "draughts", "pentominoes", "stonehenge"];

/// Every option of every bot, set by a record.
#[derive(Default)]
pub struct Hostile {
    options: OnceLock<Result<Vec<Wish>, String>>,
}

/// An option of a bot.
#[derive(Clone)]
struct Wish {
    game: &'static str,
    bot: String,
    key: String,
    /// As `henge games GAME --json` describes them.
    values: String,
}

fn wishes(ctx: &Ctx) -> Result<Vec<Wish>, String> {
    let mut all = Vec::new();
    for game in GAMES {
        let ended = ctx.call(&format!("games {game} --json")).succeed()?;
        let about: Value = serde_json::from_str(&ended.out).map_err(|error| error.to_string())?;
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        for bot in list(&about["bots"]) {
            for option in list(&bot["options"]) {
                let (key, values) = (text(&option["key"]), text(&option["values"]));
                all.push(Wish { game, bot: text(&bot["bot"]), key, values });
            }
        }
    }
    match all.is_empty() {
        true => Err("no bot has an option".into()),
        false => Ok(all),
    }
}

const CANARY: &[u8] = b"my precious file\n";

impl Subject for Hostile {
    fn name(&self) -> &'static str {
        "hostile-records"
    }

    fn about(&self) -> &'static str {
        "records that name files, programs and sizes"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let options = self.options.get_or_init(|| wishes(ctx)).as_ref().map_err(Clone::clone)?;
        // Those that take more than a number or one of a few words.
        let dangerous =
            |wish: &&Wish| wish.values.contains("text") || wish.values.contains("program");
        let dangerous: Vec<Wish> = options.iter().filter(dangerous).cloned().collect();
        let pipe = ctx.path("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        made.map_err(|error| format!("mkfifo: {error}"))?;
        ctx.write("canary", CANARY)?;
        ctx.write("mine.toml", include_bytes!("../../../crates/henge/games/fano.toml"))?;
        let wish = &ctx.in_turn(&dangerous);
        for value in dangers(ctx, wish) {
            try_option(ctx, wish, &value)?;
        }
        let wish = ctx.pick(options);
        let value = match wish.values.contains(" to ") {
            true => wish.values.rsplit(' ').next().unwrap_or_default(),
            false => "18446744073709551615",
        };
        try_option(ctx, &wish, value)?;
        let file = ctx.pick(&["pipe", "./pipe", "mine.toml", "/dev/zero"]);
        let file = file.replace("./pipe", &pipe.display().to_string());
        attack(ctx, &file, ["human", "human"])
    }
}

/// What hurts, if it is taken.
fn dangers(ctx: &Ctx, wish: &Wish) -> Vec<String> {
    let path = |name: &str| ctx.path(name).display().to_string();
    match wish.values.contains("program") {
        true => vec![format!("touch {}", path("sprung"))],
        false => vec![path("canary"), path("sprung"), path("pipe"), "/dev/zero".into()],
    }
}

/// As the one who moves first, or the one who answers.
fn try_option(ctx: &mut Ctx, wish: &Wish, value: &str) -> Result<(), String> {
    let seat = format!("{}:{}={value}", wish.bot, wish.key);
    let seats = ctx.pick(&[[seat.as_str(), "human"], ["human", &seat]]);
    attack(ctx, wish.game, seats)
}

fn attack(ctx: &mut Ctx, game: &str, [first, second]: [&str; 2]) -> Result<(), String> {
    let record = format!("[Game \"{game}\"]\n[First \"{first}\"]\n[Second \"{second}\"]\n\n*\n");
    ctx.write("evil.henge", &record)?;
    for name in ["henge.db", "henge.db-wal", "henge.db-shm"] {
        let _ = fs::remove_file(ctx.path(name));
    }
    // A seat with a text is asked to move; one with a size is only seated, as it may think for long.
    let moves = [first, second].iter().any(|seat| seat.contains('/'));
    let typed = if moves { "play\nquit\n" } else { "" };
    let commands = [
        ("play --time 0.1 --load evil.henge", typed),
        ("games --import evil.henge", ""),
        ("resume --time 0.1", typed),
        ("replay evil.henge", ""),
    ];
    for (words, typed) in commands {
        ctx.fault();
        let call = ctx.call(words).input(typed).bounds(BOUNDS).patience(Duration::from_secs(40));
        let ended = call.run()?;
        let told = || format!("henge {words} with {record:?}");
        if let Some(crash) = ended.crash() {
            return Err(format!("{}: {crash}", told()));
        }
        let safe = ctx.read("canary").is_ok_and(|bytes| bytes == CANARY);
        ctx.check(safe, || format!("{}: the canary is gone", told()));
        let sprung = ctx.path("sprung").exists();
        ctx.check(!sprung, || format!("{}: a file was made", told()));
        ctx.write("canary", CANARY)?;
        let _ = fs::remove_file(ctx.path("sprung"));
    }
    Ok(())
}
