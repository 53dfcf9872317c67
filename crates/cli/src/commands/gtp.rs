//! henge as an engine for programs that speak the Go Text Protocol, version 2 (Farnebäck 2002), in any game
//! without dice: moves are those of the game. In Hex that is HTP, the dialect of HexGui: Black, who moves first, joins
//! north and south, and the swap is called `swap-pieces`.

use std::io::{BufReader, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge::erased::{DynBot, DynMatch, Task};
use henge::{Clock, Limits, Outcome, Playable, Player, Registry, Turn, render};

use super::lines::{Said, converse};
use crate::args::GtpArgs;
use crate::fault::{Done, Fault};

pub fn run(args: &GtpArgs, games: &Registry) -> Result<Done, Fault> {
    let mut engine = Gtp::new(games, &args.game, &args.bot)?;
    let mut hear = |line: Option<&str>, _: &mut dyn FnMut(&str)| match line {
        Some(line) => engine.hear(line),
        None => Said::text("? the line is not text, or too long\n\n"),
    };
    converse(BufReader::new(stdin()), stdout(), &mut hear)?;
    Ok(Done::Finished)
}

/// All that it can be asked.
const COMMANDS: [&str; 20] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "all_legal_moves",
    "hexgui-analyze_commands",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "set_game",
];

/// The swap, as the protocol and as the games write it.
const SWAP: [&str; 2] = ["swap-pieces", "swap"];

/// What HexGui offers in its menu: how the answer is shown, what the entry is called, and the command.
const ANALYSES: &str = "plist/All Legal Moves/all_legal_moves\n\
                        string/Final Score/final_score\n\
                        string/ShowBoard/showboard";

struct Gtp {
    games: Registry,
    game: Playable,
    bot_name: String,
    bot: Box<dyn DynBot>,
    table: Box<dyn DynMatch>,
    /// A time for every move.
    each: Option<Duration>,
    /// What each player has left, and for how many moves; 0 for all that come.
    left: [Option<(Duration, u32)>; 2],
}

impl Gtp {
    fn new(games: &Registry, game: &str, bot: &str) -> Result<Gtp, Fault> {
        let game = games.game(game)?;
        let table = game.rules().start();
        if table.turn() == Turn::Chance {
            let title = &game.rules().about().title;
            return Err(Fault::Call(format!("{title} has dice, for which GTP has no words")));
        }
        let (games, bot_name, bot) = (games.clone(), bot.into(), game.bot(bot)?);
        Ok(Gtp { games, game, bot_name, bot, table, each: None, left: [None; 2] })
    }

    /// The whole answer to a line, an empty line at the end included.
    fn hear(&mut self, line: &str) -> Said {
        // Control characters are none, and comments go to the end of the line.
        let line: String = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let numbered = words.first().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let id = if numbered { words.remove(0).to_string() } else { String::new() };
        let Some((&command, arguments)) = words.split_first() else { return Said::text("") };
        let (sign, text) = match self.obey(command, arguments) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let space = if text.is_empty() { "" } else { " " };
        Said { text: format!("{sign}{id}{space}{text}\n\n"), goes_on: command != "quit" }
    }

    fn obey(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        let argument = |what: &str| arguments.first().copied().ok_or(format!("{what} is missing"));
        match command {
            "protocol_version" => return Ok("2".into()),
            "name" => return Ok("henge".into()),
            "version" => return Ok(env!("CARGO_PKG_VERSION").into()),
            "known_command" => {
                let known = COMMANDS.contains(&argument("the command")?);
                return Ok(known.to_string());
            }
            "list_commands" => return Ok(COMMANDS.join("\n")),
            "quit" | "komi" => {}
            "boardsize" => {
                let size = match arguments {
                    [columns, rows] if columns != rows => format!("{columns}x{rows}"),
                    _ => argument("the size")?.into(),
                };
                // What was said of the game otherwise stays.
                let name = self.game.rules().name().to_string();
                let options = name.split_once(':').map_or("", |(_, options)| options).split(',');
                let others =
                    options.filter(|option| !option.is_empty() && !option.starts_with("size="));
                let options: Vec<_> =
                    others.map(String::from).chain([format!("size={size}")]).collect();
                self.change(&format!("{}:{}", self.slug(), options.join(",")))?;
            }
            "set_game" => {
                let wanted = arguments.join("-").to_lowercase();
                if wanted != self.slug() {
                    self.change(&wanted)?;
                }
            }
            "clear_board" => self.begin()?,
            "play" => {
                let player = self.player(argument("the colour")?)?;
                let mv = arguments.get(1).copied().ok_or("the move is missing")?;
                self.play(player, mv)?;
            }
            "genmove" => {
                let player = self.player(argument("the colour")?)?;
                let mv = self.think(player)?;
                if mv != "pass" || !matches!(self.table.turn(), Turn::Over(_)) {
                    self.table.play(&mv).map_err(|error| error.to_string())?;
                }
                return Ok(if mv == SWAP[1] { SWAP[0].into() } else { mv });
            }
            "reg_genmove" => {
                let player = self.player(argument("the colour")?)?;
                return self.think(player);
            }
            "all_legal_moves" => {
                let moves: Vec<String> = self.table.moves().into_iter().map(|mv| mv.text).collect();
                return Ok(moves.join(" "));
            }
            "hexgui-analyze_commands" => return Ok(ANALYSES.into()),
            "undo" => {
                self.table.undo().ok_or("nothing was played")?;
            }
            "showboard" => {
                let picture = render::text(
                    self.game.rules().board(),
                    &self.table.scene(),
                    &Default::default(),
                );
                // An empty line would end the answer.
                let lines: Vec<&str> = picture.lines().filter(|line| !line.is_empty()).collect();
                return Ok(format!("\n{}", lines.join("\n")));
            }
            "final_score" => return self.result(),
            "time_settings" => self.set_time(arguments)?,
            "time_left" => {
                let player = self.player(argument("the colour")?)?;
                let numbers = numbers(&arguments[1..])?;
                let [seconds, moves] = numbers[..] else {
                    return Err("seconds and a number of moves are expected".into());
                };
                self.left[player.index()] = Some((Duration::from_secs(seconds), moves as u32));
            }
            _ => return Err("unknown command".into()),
        }
        Ok(String::new())
    }

    fn slug(&self) -> String {
        self.game.rules().about().slug.clone()
    }

    /// Another game, or another size of it.
    fn change(&mut self, name: &str) -> Result<(), String> {
        let game = self.games.game_of_stranger(name, None).map_err(|error| error.to_string())?;
        if game.rules().start().turn() == Turn::Chance {
            return Err("games with dice cannot be played here".into());
        }
        game.bot(&self.bot_name).map_err(|error| error.to_string())?;
        self.game = game;
        self.begin()
    }

    /// A new game, with a bot that remembers nothing.
    fn begin(&mut self) -> Result<(), String> {
        self.bot = self.game.bot(&self.bot_name).map_err(|error| error.to_string())?;
        self.table = self.game.rules().start();
        Ok(())
    }

    /// The player with that colour: by the names of the game; otherwise Black moves first, as in Go.
    fn player(&self, colour: &str) -> Result<Player, String> {
        let colour = colour.to_lowercase();
        let names = self.game.rules().about().players.each_ref().map(|name| name.to_lowercase());
        // A letter stands for Black or White, but where both players are called otherwise.
        let plain = names.iter().all(|name| !["black", "white"].contains(&name.as_str()));
        let letter = |name: &str| colour.len() == 1 && name.starts_with(&colour);
        match () {
            _ if colour == names[0] => Ok(Player::First),
            _ if colour == names[1] => Ok(Player::Second),
            _ if colour == "black" || plain && letter("black") => Ok(Player::First),
            _ if colour == "white" || plain && letter("white") => Ok(Player::Second),
            _ if letter(&names[0]) => Ok(Player::First),
            _ if letter(&names[1]) => Ok(Player::Second),
            _ => {
                Err(format!("{colour:?} is not a colour; there are {} and {}", names[0], names[1]))
            }
        }
    }

    /// Plays the pass that nobody has said, where the turn is another player's and there is nothing else.
    fn pass_for(&mut self, player: Player) {
        let only: Vec<String> = self.table.moves().into_iter().map(|mv| mv.text).collect();
        if self.table.turn() == Turn::Player(!player) && only == ["pass"] {
            let _ = self.table.play("pass");
        }
    }

    fn play(&mut self, player: Player, mv: &str) -> Result<(), String> {
        let mv = mv.to_lowercase();
        let mv = if mv == SWAP[0] { SWAP[1].into() } else { mv };
        self.pass_for(player);
        match self.table.turn() {
            // Programs end a game by two passes, which the board has ended already.
            Turn::Over(_) if mv == "pass" => Ok(()),
            Turn::Player(mover) if mover != player => {
                Err("illegal move: it is not the turn of that colour".into())
            }
            _ => self.table.play(&mv).map_err(|error| format!("illegal move: {error}")),
        }
    }

    fn think(&mut self, player: Player) -> Result<String, String> {
        self.pass_for(player);
        match self.table.turn() {
            Turn::Over(_) => return Ok("pass".into()),
            Turn::Player(mover) if mover == player => {}
            _ => return Err("it is not the turn of that colour".into()),
        }
        let (stop, limits) = (AtomicBool::new(false), self.limits(player));
        let (bot, table) = (&mut self.bot, &*self.table);
        let task = Task::new(limits).stop(&stop);
        let thought = catch_unwind(AssertUnwindSafe(|| bot.think(table, task)));
        let Ok(thought) = thought else {
            let name = self.bot_name.clone();
            self.bot = self.game.bot(&name).map_err(|error| error.to_string())?;
            return Err("the bot has crashed".into());
        };
        let thought = thought.map_err(|error| error.to_string())?;
        Ok(thought.best().ok_or("the bot has no move")?.to_string())
    }

    fn limits(&self, player: Player) -> Limits {
        match (self.left[player.index()], self.each) {
            (Some((left, 0)), _) => {
                Limits { clock: Some(Clock { left, increment: Duration::ZERO }), ..Limits::NONE }
            }
            (Some((left, moves)), _) => Limits::time(left / moves),
            (None, Some(each)) => Limits::time(each),
            (None, None) => Limits::NONE,
        }
    }

    fn set_time(&mut self, arguments: &[&str]) -> Result<(), String> {
        let [main, more, moves] = numbers(arguments)?[..] else {
            return Err(
                "three numbers are expected: main time, more time, and for how many moves".into()
            );
        };
        (self.each, self.left) = (None, [None; 2]);
        match (main, more, moves) {
            // More time for no moves is no limit at all.
            (0, 1.., 0) | (0, 0, _) => {}
            (0, more, moves) => self.each = Some(Duration::from_secs(more) / moves as u32),
            (main, ..) => self.left = [Some((Duration::from_secs(main), 0)); 2],
        }
        Ok(())
    }

    fn result(&self) -> Result<String, String> {
        match self.table.turn() {
            Turn::Over(Outcome::Draw) => Ok("0".into()),
            Turn::Over(Outcome::Win { winner, points }) => {
                let is_black = self.player("black") == Ok(winner);
                Ok(format!("{}+{points}", if is_black { 'B' } else { 'W' }))
            }
            _ => Err("the game is not over".into()),
        }
    }
}

/// Whole numbers that fit a clock.
fn numbers(words: &[&str]) -> Result<Vec<u64>, String> {
    let number = |word: &&str| {
        let seconds = word.parse::<f64>().ok().filter(|n| (0.0..=1e6).contains(n));
        seconds.map(|n| n as u64).ok_or(format!("{word:?} is not a number from 0 to 1000000"))
    };
    words.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Gtp {
        Gtp::new(&Registry::standard(), "othello", "alphabeta:depth=2").expect("it is there")
    }

    fn said(engine: &mut Gtp, line: &str) -> String {
        engine.hear(line).text
    }

    #[test]
    fn answers_carry_the_number_of_the_question() {
        let mut engine = engine();
        assert_eq!(said(&mut engine, "7 protocol_version"), "=7 2\n\n");
        assert_eq!(said(&mut engine, "name # who"), "= henge\n\n");
        assert_eq!(said(&mut engine, "8 nonsense"), "?8 unknown command\n\n");
        assert_eq!(said(&mut engine, ""), "");
        assert_eq!(said(&mut engine, "known_command genmove"), "= true\n\n");
        assert!(!engine.hear("quit").goes_on);
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        let mut engine = engine();
        assert_eq!(said(&mut engine, "play b F5"), "=\n\n");
        assert!(said(&mut engine, "play black d6").contains("not the turn"));
        assert!(said(&mut engine, "play white a1").starts_with("? illegal move"));
        assert!(said(&mut engine, "final_score").starts_with('?'));
        for i in 0..140 {
            let colour = ["white", "black"][i % 2];
            assert!(said(&mut engine, &format!("genmove {colour}")).starts_with("= "), "{i}");
        }
        let score = said(&mut engine, "final_score");
        assert!(["= B+1\n\n", "= W+1\n\n", "= 0\n\n"].contains(&&*score), "{score}");
        assert_eq!(said(&mut engine, "clear_board"), "=\n\n");
        assert!(said(&mut engine, "undo").contains("nothing was played"));
    }

    #[test]
    fn in_hex_black_joins_north_and_south_and_pieces_are_swapped() {
        let games = Registry::standard();
        let mut engine =
            Gtp::new(&games, "hex:swap=true", "alphabeta:depth=1").expect("it is there");
        assert_eq!(said(&mut engine, "boardsize 3 3"), "=\n\n");
        assert_eq!(said(&mut engine, "play b b1"), "=\n\n");
        assert_eq!(said(&mut engine, "play w swap-pieces"), "=\n\n", "the board keeps its rule");
        assert_eq!(said(&mut engine, "all_legal_moves"), "= a1 b1 c1 b2 c2 a3 b3 c3\n\n");
        for mv in ["black b1", "white c1", "black b2", "white c2", "b b3"] {
            assert_eq!(said(&mut engine, &format!("play {mv}")), "=\n\n");
        }
        assert_eq!(said(&mut engine, "final_score"), "= B+1\n\n");
        // A board with the swap must be square.
        assert!(said(&mut engine, "boardsize 4 3").starts_with("? "));
    }

    #[test]
    fn a_move_may_be_asked_for_without_being_played() {
        let mut engine = engine();
        let mv = said(&mut engine, "reg_genmove b");
        assert_eq!(mv, said(&mut engine, "reg_genmove b"));
        assert_eq!(mv, said(&mut engine, "genmove b"));
        assert!(said(&mut engine, "genmove b").contains("not the turn"));
    }

    #[test]
    fn boards_and_times_can_be_changed() {
        let mut engine = engine();
        assert_eq!(said(&mut engine, "boardsize 6"), "=\n\n");
        assert!(said(&mut engine, "boardsize 5").starts_with("? "));
        assert_eq!(said(&mut engine, "set_game connect-four"), "=\n\n");
        assert_eq!(said(&mut engine, "play red 4"), "=\n\n");
        assert_eq!(said(&mut engine, "time_settings 0 10 5"), "=\n\n");
        assert_eq!(engine.limits(Player::First), Limits::time(Duration::from_secs(2)));
        assert_eq!(said(&mut engine, "time_left w 60 0"), "=\n\n");
        assert!(engine.limits(Player::Second).clock.is_some());
        assert!(said(&mut engine, "time_left b x 0").contains("is not a number"));
        assert!(said(&mut engine, "set_game backgammon").starts_with('?'));
        let board = said(&mut engine, "showboard");
        assert_eq!(board.matches("\n\n").count(), 1, "{board}");
    }
}
