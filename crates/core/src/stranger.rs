//! What a stranger may say: one rule for records, imported and saved games, clients of the server and
//! games that the terminal app opens.
//!
//! A stranger names games and bots of the registry, with numbers, words and switches as options. A
//! stranger names no file and no program, and asks for no more memory, threads or time than the bounds
//! below. The kind of an option ([`Values`]) decides, so that a new option cannot be forgotten.
//! Checking opens nothing and makes nothing.

use crate::spec::{Options, Param, Spec, SpecError, Values};

/// The most memory that one option of a stranger may ask for, in MiB.
pub const MOST_MEBIBYTES: u64 = 256;
/// The most threads.
pub const MOST_THREADS: u64 = 2;
/// The longest time to think about a move, in milliseconds.
pub const MOST_MILLISECONDS: u64 = 60_000;
/// The longest file with the rules of a game, in bytes.
pub const MOST_RULES_BYTES: usize = 64 * 1024;
/// The most sites of the win groups in such a file, counted for each group and player.
pub const MOST_RULES_CELLS: usize = 100_000;
/// The most moves in the first position of such a game.
pub const MOST_RULES_MOVES: usize = 2000;
/// The longest name of a game or a bot, with its options, in bytes.
pub const LONGEST_NAME: usize = 400;

impl Values {
    /// Whether a stranger may set an option of this kind.
    pub fn is_for_strangers(&self) -> bool {
        match self {
            Values::Int { .. }
            | Values::Signed { .. }
            | Values::Size { .. }
            | Values::Flag
            | Values::Choice(_)
            | Values::Mebibytes { .. }
            | Values::Threads { .. }
            | Values::Milliseconds { .. } => true,
            Values::List(each) => each.is_for_strangers(),
            Values::Input | Values::InputOrNone | Values::Output | Values::Command => false,
        }
    }

    /// Why a stranger may not give this value, which is one that the option takes.
    fn refusal(&self, value: &str) -> Option<String> {
        let above = |least: u64, most: u64| {
            let within = value.parse().is_ok_and(|n: u64| (least..=most).contains(&n));
            let allowed = format!("a record or a guest may ask for {least} to {most}");
            (!within).then(|| format!("={value} is not allowed here; {allowed}"))
        };
        match self {
            Values::Int { .. }
            | Values::Signed { .. }
            | Values::Size { .. }
            | Values::Flag
            | Values::Choice(_) => None,
            Values::List(each) => value.split('/').find_map(|one| each.refusal(one.trim())),
            Values::Mebibytes { .. } => above(1, MOST_MEBIBYTES),
            Values::Threads { .. } => above(1, MOST_THREADS),
            Values::Milliseconds { .. } => above(1, MOST_MILLISECONDS),
            Values::InputOrNone if value == "none" => None,
            Values::Input | Values::InputOrNone => Some(" names a file to read".into()),
            Values::Output => Some(" names a file to write".into()),
            Values::Command => Some(" names a program".into()),
        }
    }
}

impl Spec {
    /// Reads a name that a stranger has written. What it names is not checked yet:
    /// [`Options::for_stranger`] does that.
    pub fn from_stranger(text: &str) -> Result<Spec, SpecError> {
        if text.len() > LONGEST_NAME {
            let start: String = text.chars().take(20).collect();
            return Err(SpecError::Refused {
                what: format!("\"{start}…\""),
                why: format!(" is too long; a name has at most {LONGEST_NAME} bytes"),
            });
        }
        text.parse()
    }
}

impl Options {
    /// Checks what a stranger says against `params`: as [`Options::resolve`] does, and by the rule of
    /// this module.
    pub fn for_stranger(spec: &Spec, params: &[Param]) -> Result<Options, SpecError> {
        let refused = |what: String, why: String| Err(SpecError::Refused { what, why });
        if params.iter().any(|param| param.values == Values::Command) {
            return refused(spec.name.clone(), " runs another program".into());
        }
        let options = Options::resolve(spec, params)?;
        for (key, value) in &spec.options {
            let param = params.iter().find(|param| param.key == key);
            if let Some(why) = param.and_then(|param| param.values.refusal(value)) {
                return refused(format!("{}: {key}", spec.name), why);
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: [Param; 8] = [
        Param::new("depth", "", Values::Int { min: 1, max: 1000 }, ""),
        Param::new("table", "16", Values::Mebibytes { max: 65_536 }, ""),
        Param::new("threads", "0", Values::Threads { max: 256 }, ""),
        Param::new("time", "", Values::Milliseconds { max: 86_400_000 }, ""),
        Param::new("book", "", Values::InputOrNone, ""),
        Param::new("weights", "", Values::Input, ""),
        Param::new("trace", "", Values::Output, ""),
        Param::new("squares", "", Values::List(&Values::Int { min: 0, max: 9 }), ""),
    ];

    fn say(text: &str) -> String {
        let spec = Spec::from_stranger(text);
        match spec.and_then(|spec| Options::for_stranger(&spec, &PARAMS)) {
            Ok(_) => "yes".into(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_stranger_gives_numbers_words_and_switches() {
        for name in [
            "bot",
            "bot:depth=1000,table=256,threads=2,time=60000",
            "bot:book=none",
            "bot:squares=1/2/7",
        ] {
            assert_eq!(say(name), "yes", "{name}");
        }
    }

    #[test]
    fn a_stranger_names_no_file_and_nothing_large() {
        let refused = [
            ("bot:trace=/tmp/x", "bot: trace names a file to write"),
            ("bot:weights=none", "bot: weights names a file to read"),
            ("bot:book=/dev/zero", "bot: book names a file to read"),
            (
                "bot:table=257",
                "bot: table=257 is not allowed here; a record or a guest may ask for 1 to 256",
            ),
            (
                "bot:threads=0",
                "bot: threads=0 is not allowed here; a record or a guest may ask for 1 to 2",
            ),
            (
                "bot:time=60001",
                "bot: time=60001 is not allowed here; a record or a guest may ask for 1 to 60000",
            ),
        ];
        for (name, why) in refused {
            assert_eq!(say(name), why);
        }
        assert!(say(&format!("bot:depth={}", "0".repeat(400))).contains("is too long"));
        assert!(say("bot:squares=../etc").contains("squares"));
    }

    #[test]
    fn a_bot_that_runs_a_program_is_for_nobody_else() {
        let params = [Param::new("command", "gnubg", Values::Command, "")];
        let error = Options::for_stranger(&"gnubg".parse().unwrap(), &params).unwrap_err();
        assert_eq!(error.to_string(), "gnubg runs another program");
    }
}
