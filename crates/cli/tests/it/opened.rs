//! Opening a file never does more than open it: hostile records, saved games and texts.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use henge::spec::Values;

/// However busy the machine is, nothing takes so long.
const PATIENCE: Duration = Duration::from_secs(100);

/// Runs henge with lines typed into it; it must come to an end.
fn henge(home: &Path, args: &[&str], lines: &str) -> (Output, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(args)
        .env("HENGE_HOME", home.join("home"))
        .env_remove("NO_COLOR")
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    // Each in a thread of its own: nobody writes on who waits for room in the other pipe.
    fn reader(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
        std::thread::spawn(move || {
            let mut read = Vec::new();
            pipe.read_to_end(&mut read).unwrap();
            read
        })
    }
    let pipes = (reader(child.stdout.take().unwrap()), reader(child.stderr.take().unwrap()));
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("henge {args:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let (stdout, stderr) = (pipes.0.join().unwrap(), pipes.1.join().unwrap());
    let said = String::from_utf8_lossy(&stderr).into_owned();
    (Output { status, stdout, stderr }, said)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn record(game: &str, first: &str, second: &str) -> String {
    format!("[Game \"{game}\"]\n[First \"{first}\"]\n[Second \"{second}\"]\n\n*\n\n")
}

/// A folder with a file that must not change, a pipe that nobody writes to, and their names.
struct Trap {
    folder: tempfile::TempDir,
}

impl Trap {
    fn new() -> Trap {
        let trap = Trap { folder: tempfile::tempdir().unwrap() };
        fs::write(trap.at("canary"), "do not touch\n").unwrap();
        for pipe in ["pipe", "pipe.toml"] {
            Command::new("mkfifo").arg(trap.at(pipe)).status().unwrap();
        }
        trap
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn at(&self, name: &str) -> String {
        self.path().join(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    fn is_untouched(&self, after: &str) {
        assert_eq!(fs::read_to_string(self.at("canary")).unwrap(), "do not touch\n", "{after}");
        assert!(!Path::new(&self.at("ran")).exists(), "a program was run: {after}");
    }

    /// The values that a stranger would like to give an option of this kind.
    fn values(&self, values: &Values) -> Vec<String> {
        match values {
            Values::Input | Values::InputOrNone => {
                vec!["/dev/zero".into(), self.at("pipe"), self.at("canary")]
            }
            Values::Output => vec![self.at("canary")],
            Values::Command => vec![format!("touch {}", self.at("ran"))],
            Values::Mebibytes { .. } => vec!["65536".into()],
            Values::Threads { .. } => vec!["256".into()],
            Values::Milliseconds { .. } => vec!["86400000".into()],
            _ => Vec::new(),
        }
    }
}

/// Every hostile seat of every game: the game, and the name of the bot.
fn seats(trap: &Trap) -> Vec<(String, String)> {
    let mut seats = Vec::new();
    for family in henge_museum::games().families() {
        let slug = family.slug();
        let game = henge_museum::game(slug).unwrap();
        for kind in game.bots() {
            for param in kind.params {
                for value in trap.values(&param.values) {
                    seats.push((slug.to_string(), format!("{}:{}={value}", kind.name, param.key)));
                }
            }
        }
    }
    assert!(seats.len() > 100, "{}", seats.len());
    seats
}

#[test]
fn an_import_opens_nothing_and_seats_nobody_hostile() {
    let trap = Trap::new();
    let seats = seats(&trap);
    let all: String = seats.iter().map(|(game, bot)| record(game, bot, "human")).collect();
    trap.write("evil.henge", &all);
    let (out, said) = henge(trap.path(), &["games", "--import", "evil.henge"], "");
    assert!(out.status.success(), "{said}");
    assert_eq!(said.lines().count(), seats.len(), "one line for each: {said}");
    trap.is_untouched("import");
    let (out, _) = henge(trap.path(), &["games", "--export", "-"], "");
    let kept = text(&out.stdout);
    for (_, bot) in &seats {
        assert!(!kept.contains(bot.as_str()), "{bot}");
    }
}

#[test]
fn loading_a_record_opens_nothing() {
    let trap = Trap::new();
    let mut tried = Vec::new();
    for (game, bot) in seats(&trap) {
        // The same bot is the same in all games; one of them is enough here.
        if tried.contains(&bot) {
            continue;
        }
        trap.write("evil.henge", &record(&game, &bot, "human"));
        let (out, said) = henge(trap.path(), &["play", "--load", "evil.henge"], "quit\n");
        assert!(out.status.success(), "{game} {bot}: {said}");
        assert!(said.contains("cannot take a seat here"), "{game} {bot}: {said}");
        assert!(said.contains("plays instead"), "{said}");
        trap.is_untouched(&bot);
        tried.push(bot);
    }
}

#[test]
fn resuming_a_saved_game_opens_nothing() {
    let trap = Trap::new();
    // As an older version has imported them: the names are in the store as they are.
    let folder = trap.path().join("home");
    fs::create_dir(&folder).unwrap();
    let store = henge_store::Store::open(&folder.join("henge.db")).unwrap();
    let cases = [
        ("backgammon", format!("gammon:trace={}", trap.at("canary"))),
        ("draughts:variant=danish", format!("gier:trace={}", trap.at("canary"))),
        ("tic-tac-toe", format!("mangolas1990:trace={}", trap.at("canary"))),
        ("connect-four", "trained:weights=/dev/zero".into()),
        ("connect-four", format!("trained:weights={}", trap.at("pipe"))),
        ("hex:size=5", "alphabeta:table=65536".into()),
        ("hex:size=5", format!("external:command=touch {}", trap.at("ran"))),
    ];
    for (i, (game, bot)) in cases.iter().enumerate() {
        let text = record(game, bot, "human");
        let record = henge::record::read(&text).unwrap().pop().unwrap();
        let id = format!("{i}00000000000");
        let saved = henge_store::SavedGame::of_record(&record, id, henge_store::now_ms());
        store.write_now(henge_store::Change::Create(Box::new(saved))).unwrap();
    }
    drop(store);
    for (i, (_, bot)) in cases.iter().enumerate() {
        let (out, said) = henge(trap.path(), &["resume", &format!("{i}0000")], "quit\n");
        assert!(out.status.success(), "{bot}: {said}");
        assert!(said.contains("cannot take a seat here"), "{bot}: {said}");
        trap.is_untouched(bot);
    }
    // The user may name the bot, and then it is seated.
    let args = ["resume", "20000", "--first", &format!("mangolas1990:trace={}", trap.at("mine"))];
    let (out, said) = henge(trap.path(), &args, "quit\n");
    assert!(out.status.success(), "{said}");
    assert!(text(&out.stdout).contains("is mangolas1990:trace="), "{}", text(&out.stdout));
}

#[test]
fn files_that_the_user_names_must_be_regular_ones() {
    let trap = Trap::new();
    let big = fs::File::create(trap.at("big")).unwrap();
    big.set_len(1 << 40).unwrap();
    for (game, bot) in [
        ("connect-four", "trained:weights"),
        ("draughts", "trained:weights"),
        ("connect-four", "henge:book"),
        ("backgammon", "neural:net"),
        ("backgammon", "gammon:strategies"),
        ("pentominoes", "kuttner1972:table"),
    ] {
        for (file, why) in [
            ("/dev/zero", "a pipe or a device"),
            ("pipe", "a pipe or a device"),
            ("big", "too large"),
        ] {
            let seat = format!("{bot}={file}");
            let (out, said) = henge(trap.path(), &["play", game, "--first", &seat], "quit\n");
            assert_eq!(out.status.code(), Some(2), "{seat}: {said}");
            assert!(said.contains(why), "{seat}: {said}");
        }
    }
    let (out, said) = henge(trap.path(), &["check", "pipe.toml"], "");
    assert_eq!(out.status.code(), Some(1), "{said}");
}

const MINE: &str = "name = \"Mine\"\nplayers = [\"Ada\", \"Bert\"]\nboard = { grid = [3, 3] }\n\
                    [[win]]\nlines = 3\n";

#[test]
fn a_record_opens_no_file_of_rules() {
    let trap = Trap::new();
    trap.write("mine.toml", MINE);
    for name in ["mine.toml", "pipe.toml", "/dev/zero.toml", "file:mine.toml"] {
        trap.write("evil.henge", &record(name, "human", "human"));
        let calls: [&[&str]; 5] = [
            &["play", "--load", "evil.henge"],
            &["games", "--import", "evil.henge"],
            &["replay", "evil.henge"],
            &["convert", "evil.henge"],
            &["backward", "evil.henge"],
        ];
        for call in calls {
            let (out, said) = henge(trap.path(), call, "quit\n");
            assert_eq!(out.status.code(), Some(1), "{call:?}: {said}");
            if !name.starts_with("file:") {
                assert!(said.contains("opened only if you name it yourself"), "{said}");
                assert!(said.contains("--rules FILE"), "{said}");
            }
        }
    }
    let saved = text(&henge(trap.path(), &["games", "--saved"], "").0.stdout);
    assert!(saved.contains("No game is saved yet"), "{saved}");
}

#[test]
fn a_game_of_ones_own_goes_on_and_its_record_is_read() {
    let trap = Trap::new();
    trap.write("mine.toml", MINE);
    let lines = "b2\nsave mine.henge\nload mine.henge\na1\nquit\n";
    let (out, said) = henge(trap.path(), &["play", "mine.toml", "--second", "human"], lines);
    assert!(out.status.success() && said.is_empty(), "{said}");
    assert!(text(&out.stdout).contains("Loaded mine.henge"));
    // The user named the file, so that the game goes on without a word, from any folder.
    let other = trap.path().join("other");
    fs::create_dir(&other).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(["resume"])
        .env("HENGE_HOME", trap.path().join("home"))
        .current_dir(&other)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(text(&out.stdout).contains("Mine: Ada is human, Bert is human."));
    for call in [
        &["play", "--load", "mine.henge", "--rules", "mine.toml"][..],
        &["replay", "mine.henge", "--rules", "mine.toml"],
        &["convert", "mine.henge", "--rules", "mine.toml"],
        &["games", "--import", "mine.henge", "--rules", "mine.toml"],
        &["resume"],
    ] {
        let (out, said) = henge(trap.path(), call, "quit\n");
        assert!(out.status.success(), "{call:?}: {said}");
    }
}

/// What a terminal would obey: the clipboard, the title, the screen, and text that runs backwards.
const ESCAPES: &str =
    "\u{1b}]52;c;cm0gLXJm\u{7}\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}2J\u{202e}x\u{200b}";

fn is_clean(bytes: &[u8], of: &str) {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let bad = text.chars().find(|c| !matches!(c, '\n' | '\t') && !henge::harmless::is_harmless(*c));
    assert_eq!(bad, None, "{of}: {text:?}");
}

#[test]
fn nothing_in_a_file_reaches_the_terminal_as_a_command() {
    let trap = Trap::new();
    let name = ESCAPES;
    let hostile = format!(
        "[Game \"tic-tac-toe\"]\n[First \"{name}\"]\n[Second \"{name}\"]\n[Event \"{name}\"]\n\n\
         {{{name}}} 1. b2 {{{name}}} *\n"
    );
    trap.write("names.henge", &hostile);
    trap.write("move.henge", &format!("[Game \"tic-tac-toe\"]\n\n1. zz {{{name}}} *\n"));
    trap.write("word.henge", &format!("[Game \"tic-tac-toe\"]\n\n1. \"{name}\" *\n"));
    trap.write("game.henge", &format!("[Game \"{name}\"]\n\n1. b2 *\n"));
    trap.write("seat.henge", &record("tic-tac-toe", &format!("random:seed={name}"), "human"));
    let escaped = "\\u001b]52;c;cm0\\u0007\\u202e";
    trap.write("game.toml", &MINE.replace("Mine", escaped).replace("Ada", escaped));
    trap.write("fault.toml", &format!("{MINE}bad = 1 # {name}\n"));
    let file = format!("{}.henge", ESCAPES.replace('/', ""));
    trap.write(&file, "nonsense {");
    for call in [
        &["replay", "names.henge"][..],
        &["replay", "names.henge", "--color", "always"],
        &["play", "--load", "names.henge"],
        &["convert", "names.henge", "--to", "json"],
        &["convert", "names.henge", "--to", "text"],
        &["convert", "move.henge"],
        &["convert", "word.henge"],
        &["convert", "game.henge"],
        &["play", "--load", "seat.henge"],
        &["check", "game.toml"],
        &["check", "game.toml", "--json"],
        &["show", "game.toml"],
        &["games", "game.toml"],
        &["play", "game.toml"],
        &["check", "fault.toml"],
        &["convert", &file],
        &["convert", "names.henge", &file],
    ] {
        let (out, said) = henge(trap.path(), call, &format!("{name}\nquit\n"));
        // Colours of our own may pass.
        let shown = text(&out.stdout);
        let shown = if call.contains(&"always") { shown.replace("\u{1b}[", "") } else { shown };
        is_clean(shown.as_bytes(), &format!("{call:?}"));
        is_clean(said.as_bytes(), &format!("{call:?}"));
    }
    let (out, _) = henge(trap.path(), &["replay", "names.henge"], "");
    assert!(text(&out.stdout).contains("␛]52;c;cm0gLXJm␇␛]0;title␇␛[2J"), "it is shown instead");
    // The excerpt of a fault is underlined where the fault is.
    let (_, said) = henge(trap.path(), &["convert", "move.henge"], "");
    assert!(said.contains("3 │ 1. zz {␛]52;c;"), "{said}");
    assert!(said.contains("\n   ·    ──\n"), "{said}");
    // A stranger's colours are no colours of ours.
    trap.write("red.henge", &record("tic-tac-toe", "\u{1b}[31mred", "human"));
    let (out, _) = henge(trap.path(), &["replay", "red.henge", "--color", "always"], "");
    assert!(text(&out.stdout).contains("\u{1b}[1mTic-Tac-Toe: ␛[31mred"), "{}", text(&out.stdout));
}

#[test]
fn data_for_other_programs_stays_as_it_is() {
    let trap = Trap::new();
    let hostile =
        format!("[Game \"tic-tac-toe\"]\n[Event \"{ESCAPES}\"]\n\n1. b2 {{\u{202e}}} *\n");
    trap.write("names.henge", &hostile);
    let (out, said) = henge(trap.path(), &["convert", "names.henge"], "");
    assert!(out.status.success(), "{said}");
    assert!(text(&out.stdout).contains(ESCAPES));
    henge(trap.path(), &["convert", "names.henge", "-o", "copy.henge"], "");
    assert!(fs::read_to_string(trap.at("copy.henge")).unwrap().contains(ESCAPES));
    let (out, _) = henge(trap.path(), &["convert", "names.henge", "--to", "json"], "");
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json[0]["tags"]["Event"], ESCAPES, "escaped, and nothing lost");
    assert_eq!(json[0]["moves"][0]["comment"], "\u{202e}");
}

#[test]
fn a_faulty_move_is_no_command() {
    let trap = Trap::new();
    let args = ["play", "pentominoes", "--second", "human"];
    // The first legal move, whatever it is called.
    let first = henge::game("pentominoes").unwrap().rules().start().moves()[0].text.clone();
    let lines =
        format!("{first}\nN 7 99\nU 2 99\nQ 1 5\nn\nu\nL 9 9 9\nundo 3\nsave one.henge\nquit\n");
    let (out, said) = henge(trap.path(), &args, &lines);
    let shown = text(&out.stdout);
    assert!(out.status.success(), "{said}");
    assert!(shown.contains("Saved 1 move, result *, to one.henge."), "{shown}");
    assert!(shown.contains("as a word, \"new\" takes nothing after it"), "{shown}");
    assert!(shown.contains("to use it as a word, type \":n\""), "{shown}");
    assert!(!shown.contains("Taken back"), "{shown}");
    // A colon makes a command of it.
    let lines = format!("{first}\n:u\nquit\n");
    let shown = text(&henge(trap.path(), &args, &lines).0.stdout);
    assert!(shown.contains(&format!("Taken back: {first}")), "{shown}");
}

#[test]
fn a_place_called_like_a_command_is_a_place() {
    let trap = Trap::new();
    trap.write(
        "words.toml",
        "name = \"Words\"\n[board]\nsites = [{ name = \"new\", at = [0, 0] }, { name = \"quit\", at = \
         [1, 0] }, { name = \"x\", at = [2, 0] }]\n[[win]]\ngroups = [[\"new\", \"quit\", \"x\"]]\n",
    );
    let lines = "new\nnew\nquit\nquit\nsave w.henge\n:quit\n";
    let (out, said) = henge(trap.path(), &["play", "words.toml", "--second", "human"], lines);
    assert!(out.status.success(), "{said}");
    assert!(text(&out.stdout).contains("Saved 2 moves"), "{}", text(&out.stdout));
}

#[test]
fn a_game_is_saved_in_the_form_that_its_name_says() {
    let trap = Trap::new();
    // Danish draughts has no number in PDN, and yet it comes back as what it is.
    let danish = henge::game("draughts:variant=danish").unwrap();
    let first = danish.rules().start().moves()[0].text.clone();
    let lines =
        format!("{first}\nsave d.pdn\nsave d.mat\nsave d.svg\nsave d.toml\nsave d.PDN\nquit\n");
    let args = ["play", "draughts:variant=danish", "--second", "human"];
    let (out, said) = henge(trap.path(), &args, &lines);
    let shown = text(&out.stdout);
    assert!(out.status.success(), "{said}");
    assert!(fs::read_to_string(trap.at("d.pdn")).unwrap().contains("[Variant \"danish\"]"));
    assert!(fs::read_to_string(trap.at("d.PDN")).unwrap().contains("[Variant \"danish\"]"));
    for other in ["d.mat", "d.svg", "d.toml"] {
        assert!(!Path::new(&trap.at(other)).exists(), "{other}");
    }
    assert_eq!(shown.matches("Not saved: ").count(), 3, "{shown}");
    assert!(shown.contains("a .mat file is for games of backgammon only"), "{shown}");
    let (out, _) = henge(trap.path(), &["convert", "d.pdn"], "");
    let back = text(&out.stdout);
    assert!(back.contains("[Game \"draughts:variant=danish\"]"), "{back}");
    assert!(back.contains(&first), "{back}");
    // An older version wrote its own form into such files; they are read as what they are.
    henge(trap.path(), &["convert", "d.pdn", "-o", "own.henge"], "");
    fs::rename(trap.at("own.henge"), trap.at("own.pdn")).unwrap();
    let (out, said) = henge(trap.path(), &["convert", "own.pdn"], "");
    assert_eq!(text(&out.stdout), back, "{said}");

    let (out, said) = henge(
        trap.path(),
        &[
            "match",
            "backgammon:cube=on",
            "--first",
            "random",
            "--second",
            "random",
            "--games",
            "2",
            "--save",
            "m.mat",
        ],
        "",
    );
    assert!(out.status.success(), "{said}");
    assert!(fs::read_to_string(trap.at("m.mat")).unwrap().contains("point match"));
    let (out, said) = henge(trap.path(), &["convert", "m.mat", "-o", "m.henge"], "");
    assert!(out.status.success(), "{said}");
    let (out, said) = henge(trap.path(), &["convert", "m.henge", "-o", "again.mat"], "");
    assert!(out.status.success(), "{said}");
    let [one, two] = ["m.mat", "again.mat"].map(|file| fs::read_to_string(trap.at(file)).unwrap());
    assert_eq!(one, two);
    assert!(out.stdout.is_empty());
    // A name and --to that contradict each other.
    let (out, said) =
        henge(trap.path(), &["convert", "d.pdn", "--to", "record", "-o", "x.pdn"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(said.contains("contradicts the name of the file"), "{said}");
    // All other places that write games.
    let (out, said) = henge(trap.path(), &["games", "--export", "all.mat"], "");
    assert_eq!(out.status.code(), Some(2), "games of draughts are among them: {said}");
    let args =
        ["match", "tic-tac-toe", "--first", "random", "--second", "random", "--save", "t.pdn"];
    let (out, said) = henge(trap.path(), &args, "");
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(!Path::new(&trap.at("t.pdn")).exists());
}
