//! The dialogue of the game player PENTO, as appendix 1 of the thesis describes it and its sample games print it.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge::{Conversation, Converse, Heard, Opening, Reply, Saying, Talk, Way};
use henge_core::{Game, Limits, Notation, Player};
use henge_games::pentominoes::{Move, Orientation, Pentominoes, PieceName, Position};

use super::neighbourhoods::Lens;
use super::table::ChoiceTable;
use super::values::helpful_values;
use super::{BestMove, How, Kuttner1972, Verdict, Version, play_out};

static TALK: Talk = Talk {
    name: "pento",
    title: "PENTO, the game player",
    about: "The Pentominoes program of 1972 at its terminal. It asks for eight numbers: area, columns, rows, \
            squares and pieces that are missing, debugging, search limit and mode of play.",
    ways: &[Way { name: "terminal", title: "at its terminal" }],
    commands: &[
        (
            "60 6 10 0 0 0 60 1",
            "a new game: area, columns, rows, missing squares, missing pieces, debugging, limit, mode",
        ),
        ("'T' 3 45", "a move: the piece, its orientation, the square of its centre"),
        ("'T' 999 0", "give the game up and begin another"),
        ("$END", "leave"),
    ],
    sayings: &[Saying::new("$END", "leave")],
};

const SPECS: &str = "INPUT NEW GAME SPECS";
const BYE: &str = "THANK YOU AND BYE-BYE";
/// The limit that is taken where none is given.
const USUAL_LIMIT: u32 = 60;
/// A search that takes more nodes than these ends with OVERFLOW; the original had room for 3000 at once.
const MOST_NODES: u64 = 3_000_000;

/// Opens the dialogue.
pub struct Terminal {
    /// The board that the front end shows.
    shown: Arc<Pentominoes>,
}

impl Terminal {
    /// For a front end that shows this board.
    pub fn new(shown: Arc<Pentominoes>) -> Terminal {
        Terminal { shown }
    }

    /// The dialogue itself.
    pub fn open(&self, seed: u64, limits: Limits, most_moves: Option<u32>) -> Pento {
        let shown = Arc::clone(&self.shown);
        Pento { shown, seed, limits, most_moves, words: Vec::new(), round: None }
    }
}

impl Converse for Terminal {
    fn about(&self) -> &Talk {
        &TALK
    }

    fn begin(&self, opening: &Opening) -> Result<Box<dyn Conversation>, String> {
        opening.way_of(&TALK)?;
        Ok(Box::new(self.open(opening.seed, opening.limits, opening.most_moves)))
    }
}

/// What the eight numbers and the lists behind them say.
#[derive(Clone, PartialEq, Debug)]
struct Specs {
    columns: u32,
    rows: u32,
    blocked: Vec<u32>,
    without: Vec<PieceName>,
    debugging: bool,
    limit: u32,
    mode: u32,
}

/// A game in progress.
struct Round {
    game: Pentominoes,
    pos: Position,
    moves: Vec<Move>,
    specs: Specs,
    bot: Kuttner1972,
}

/// The dialogue.
pub struct Pento {
    shown: Arc<Pentominoes>,
    seed: u64,
    limits: Limits,
    most_moves: Option<u32>,
    /// What has been typed of the specs so far.
    words: Vec<String>,
    round: Option<Round>,
}

impl Pento {
    /// What can be said in it.
    pub fn talk() -> &'static Talk {
        &TALK
    }

    /// Words of the specs, as many lines as they take.
    fn hear_specs(&mut self, line: &str, stop: &AtomicBool) -> Result<Reply, String> {
        let mut words = self.words.clone();
        words
            .extend(line.split([' ', ',', '\t']).filter(|word| !word.is_empty()).map(String::from));
        let Some(specs) = Specs::read(&words)? else {
            self.words = words;
            return Ok(Reply { changes: true, ..Reply::default() });
        };
        let specs = match specs {
            Ok(specs) => specs,
            Err(why) => {
                self.words.clear();
                return Ok(Reply { refused: true, ..Reply::words(vec![why]) });
            }
        };
        let game = Pentominoes::with(specs.columns, specs.rows, &specs.blocked, &specs.without);
        let game = game.map_err(|error| error.to_string())?;
        self.begin(game, specs, stop)
    }

    fn begin(
        &mut self,
        game: Pentominoes,
        specs: Specs,
        stop: &AtomicBool,
    ) -> Result<Reply, String> {
        let (mode, limit) = (specs.mode, specs.limit);
        if matches!(mode, 5 | 7) {
            if self.most_moves.is_some() {
                return Err("games in a row are played by henge pento".into());
            }
            self.words.clear();
            let lines = match mode {
                5 => first_moves(&game, limit, self.seed, stop),
                _ => by_chance(&game, limit, self.seed, stop),
            };
            return Ok(Reply { lines, changes: true, ..Reply::default() });
        }
        if matches!(mode, 6 | 8) {
            return Err("a game is analysed backwards by henge backward FILE".into());
        }
        let version = if matches!(mode, 11 | 12) { Version::Guided } else { Version::Search };
        let bot = Kuttner1972::new(version, limit, ChoiceTable::of_1972(), self.seed);
        self.seed = self.seed.wrapping_add(1);
        self.words.clear();
        let pos = game.start();
        self.round = Some(Round { game, pos, moves: Vec::new(), specs, bot });
        let lines = match mode {
            1 | 3 | 11 => self.ended().unwrap_or_default(),
            2 | 12 => self.machine(stop),
            _ => {
                let mut lines = Vec::new();
                while self.round.is_some() {
                    lines.extend(self.machine(stop));
                }
                lines
            }
        };
        Ok(Reply { lines, changes: true, ..Reply::default() })
    }

    /// The machine's move, as it was printed: piece, orientation, centre, then choices and centres before it.
    fn machine(&mut self, stop: &AtomicBool) -> Vec<String> {
        let Some(round) = &mut self.round else { return Vec::new() };
        let limits = Limits { nodes: Some(MOST_NODES), ..self.limits };
        let Some(found) = round.bot.find(&round.game, &round.pos, limits, stop) else {
            return self.ended().unwrap_or_default();
        };
        let mut lines = Vec::new();
        if round.specs.debugging {
            let table = ChoiceTable::of_1972();
            let told = helpful_values(&round.game, &round.pos, &table, &found);
            lines.push(told.trim_end().into());
        }
        let BestMove { mv, before, how } = found;
        if let How::Search(searched) = how {
            let overflow = searched.verdict == Verdict::Unclear;
            lines.push(format!("{} {}", if overflow { "OVERFLOW" } else { "0" }, searched.nodes));
        }
        let (piece, number) = (mv.piece(), mv.orientation().number());
        let (choices, centres) = (before.choices, before.centres);
        lines.push(format!("{piece} {number} {} {choices} {centres}", mv.centre() + 1));
        round.play(mv);
        lines.extend(self.ended().unwrap_or_default());
        lines
    }

    /// If nothing fits any more: who has won, the board, and the next game.
    fn ended(&mut self) -> Option<Vec<String>> {
        let round = self.round.as_ref()?;
        if round.game.moves(&round.pos).next().is_some() {
            return None;
        }
        let last = if round.moves.len() % 2 == 1 { Player::First } else { Player::Second };
        let word = match round.specs.mode {
            3 | 4 => ["PLAYER 1 WINS", "PLAYER 2 WINS"][last.index()],
            1 | 11 if last == Player::First => "YOU WIN",
            2 | 12 if last == Player::Second => "YOU WIN",
            _ => "I WIN",
        };
        let board = round.board();
        self.round = None;
        Some(vec![word.into(), board])
    }

    fn hear_move(&mut self, line: &str, stop: &AtomicBool) -> Result<Reply, String> {
        let Some(round) = &mut self.round else { return Ok(Reply::default()) };
        let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let number = numbers.map(|word| word.parse().unwrap_or(u64::MAX)).next();
        match number {
            Some(10_000..) => return Ok(Reply { ends: true, ..Reply::words(vec![BYE.into()]) }),
            Some(999..) => {
                self.round = None;
                return Ok(Reply { changes: true, ..Reply::default() });
            }
            _ => {}
        }
        let mv = match round.read(line) {
            Ok(mv) => mv,
            Err(why) => {
                let lines = vec![why.into(), "IT IS STILL YOUR MOVE".into()];
                return Ok(Reply { refused: true, ..Reply::words(lines) });
            }
        };
        round.play(mv);
        let alone = round.specs.mode == 3;
        let lines = match self.ended() {
            Some(lines) => lines,
            None if alone => Vec::new(),
            None => self.machine(stop),
        };
        Ok(Reply { lines, changes: true, ..Reply::default() })
    }
}

impl Round {
    fn play(&mut self, mv: Move) {
        self.game.play(&mut self.pos, mv);
        self.moves.push(mv);
    }

    /// A move, or the words that the original had for what is wrong with it.
    fn read(&self, line: &str) -> Result<Move, &'static str> {
        if let Ok(mv) = self.game.read_move(&self.pos, line) {
            return Ok(mv);
        }
        let text = line.replace(['\'', '@', ','], " ");
        let text = text.trim();
        let letter = text.chars().next().unwrap_or(' ');
        let mut numbers =
            text[letter.len_utf8().min(text.len())..].split_whitespace().map(str::parse::<usize>);
        let (Some(Ok(number)), Some(Ok(centre))) = (numbers.next(), numbers.next()) else {
            return Err("A MOVE IS A PIECE, ITS ORIENTATION AND A SQUARE: 'T' 3 45");
        };
        let piece = PieceName::from_letter(letter).ok_or("NO SUCH ORIENTATION")?;
        let orientation = Orientation::new(piece, number).ok_or("NO SUCH ORIENTATION")?;
        if self.pos.left() >> piece.index() & 1 == 0 {
            return Err("PIECE USED UP");
        }
        if !(1..=self.game.n_squares()).contains(&centre) {
            return Err("NO SQUARE");
        }
        if self.pos.free() >> (centre - 1) & 1 == 0 {
            return Err("DEAD SQUARE");
        }
        let fits = Lens::new(&self.game).look(&self.pos).moves_at(centre - 1);
        match fits >> orientation.index() & 1 {
            0 => Err("NO FIT"),
            _ => Move::new(orientation, centre - 1).ok_or("NO FIT"),
        }
    }

    /// Letters and zeros, and below the centre of a piece the number of its move.
    fn board(&self) -> String {
        let columns = self.game.columns();
        let letter = |square: usize| {
            let on = |mv: &&Move| self.game.squares(**mv) >> square & 1 != 0;
            let free = if self.game.open() >> square & 1 == 0 { '#' } else { '0' };
            self.moves.iter().find(on).map_or(free, |mv| mv.piece().letter())
        };
        let mut text = String::new();
        for row in 0..self.game.rows() {
            let squares = row * columns..(row + 1) * columns;
            let letters: String =
                squares.clone().map(|square| format!("{:>3}", letter(square))).collect();
            let number = |square: usize| self.moves.iter().position(|mv| mv.centre() == square);
            let numbers: String = squares
                .map(|square| number(square).map_or("   ".into(), |n| format!("{:>3}", n + 1)))
                .collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{letters}");
            if !numbers.trim().is_empty() {
                let _ = writeln!(text, "{}", numbers.trim_end());
            }
        }
        text.trim_end().into()
    }
}

impl Specs {
    /// Reads the words of the specs: nothing while some are missing, and what the original said if there is no game.
    #[allow(clippy::type_complexity)]
    fn read(words: &[String]) -> Result<Option<Result<Specs, String>>, String> {
        let number = |word: &String| {
            let wrong = || format!("{word} should be a number: {SPECS}");
            word.parse::<u32>().map_err(|_| wrong())
        };
        let first = words.iter().take(8).map(number).collect::<Result<Vec<u32>, String>>()?;
        let &[area, columns, rows, n_blocked, n_without, debugging, limit, mode] = &first[..]
        else {
            return Ok(None);
        };
        if u64::from(area) != u64::from(columns) * u64::from(rows) {
            return Ok(Some(Err(format!("NO GAME 1: {columns} times {rows} is not {area}"))));
        }
        if n_blocked >= area || n_without >= 12 {
            return Ok(Some(Err("NO GAME 2: no square or no piece is left".into())));
        }
        if !matches!(mode, 1..=8 | 11 | 12) {
            return Ok(Some(Err(format!(
                "NO GAME: mode {mode} is not used; there are 1 to 8, 11 and 12"
            ))));
        }
        let (squares, rest) = (n_blocked as usize, &words[8..]);
        let blocked =
            rest.iter().take(squares).map(number).collect::<Result<Vec<u32>, String>>()?;
        let letters = rest.iter().skip(squares).take(n_without as usize);
        let piece = |word: &String| {
            let letter = word.trim_matches('\'').chars().next();
            letter.and_then(PieceName::from_letter).ok_or_else(|| format!("{word} is no piece"))
        };
        let without = letters.map(piece).collect::<Result<Vec<PieceName>, String>>()?;
        if blocked.len() < squares || without.len() < n_without as usize {
            return Ok(None);
        }
        let limit = if limit == 0 { USUAL_LIMIT } else { limit };
        let debugging = debugging != 0;
        Ok(Some(Ok(Specs { columns, rows, blocked, without, debugging, limit, mode })))
    }
}

/// Games of the program against itself, with the search from the usual limit on.
fn games(
    game: &Pentominoes,
    version: Version,
    n: u32,
    seed: u64,
    stop: &AtomicBool,
) -> Vec<Vec<Move>> {
    let table = ChoiceTable::of_1972();
    let of = |n: u32| {
        let seed = henge_core::mix64(seed ^ u64::from(n));
        let [mut first, mut second] = [seed, !seed]
            .map(|seed| Kuttner1972::new(version, USUAL_LIMIT, Arc::clone(&table), seed));
        play_out(game, [&mut first, &mut second], stop)
    };
    (0..n).map_while(of).collect()
}

/// Mode 5: how many games begin with each piece, and how many of these the first player wins.
fn first_moves(game: &Pentominoes, n: u32, seed: u64, stop: &AtomicBool) -> Vec<String> {
    let played = games(game, Version::Search, n, seed, stop);
    let mut text = String::from("PIECE  GAMES  WON  REPLIES");
    for piece in game.pieces() {
        let begun =
            played.iter().filter(|moves| moves.first().is_some_and(|mv| mv.piece() == piece));
        let (mut n, mut won, mut replies) = (0, 0, 0);
        for moves in begun {
            let mut pos = game.start();
            game.play(&mut pos, moves[0]);
            n += 1;
            won += usize::from(moves.len() % 2 == 1);
            replies += game.moves(&pos).count();
        }
        if n > 0 {
            let mean = replies as f64 / n as f64;
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{:>5}  {n:>5}  {won:>3}  {mean:>7.1}", piece.letter());
        }
    }
    let won = played.iter().filter(|moves| moves.len() % 2 == 1).count();
    vec![text, format!("{} GAMES, THE FIRST PLAYER WINS {won}", played.len())]
}

/// Mode 7: a series of games by chance, each in a line.
fn by_chance(game: &Pentominoes, n: u32, seed: u64, stop: &AtomicBool) -> Vec<String> {
    let played = games(game, Version::Random, n, seed, stop);
    let line = |moves: &Vec<Move>| {
        let mut pos = game.start();
        let words = moves.iter().map(|mv| {
            let word = game.write_move(&pos, *mv);
            game.play(&mut pos, *mv);
            word
        });
        words.collect::<Vec<_>>().join(" ") + " *"
    };
    played.iter().map(line).collect()
}

impl Conversation for Pento {
    fn greeting(&self) -> Vec<String> {
        vec![
            "PENTO".into(),
            "A B C D E F G H: area, columns, rows, missing squares and pieces, debugging, limit, mode.".into(),
            "Modes: 1 you begin, 2 the program begins, 3 you play both, 4 the program does; 11 and 12 as 1 and 2 \
             with its table; 5 first moves and 7 games by chance, G of them."
                .into(),
        ]
    }

    fn status(&self) -> String {
        match (&self.round, self.words.is_empty()) {
            (Some(_), _) => "YOUR MOVE".into(),
            (None, true) => SPECS.into(),
            (None, false) => String::new(),
        }
    }

    fn position(&self) -> Option<String> {
        match &self.round {
            Some(round) if *self.shown == round.game => Some(round.game.write_position(&round.pos)),
            Some(_) => None,
            None => Some(self.shown.write_position(&self.shown.start())),
        }
    }

    fn asks_for_move(&self) -> bool {
        self.round.as_ref().is_some_and(|round| *self.shown == round.game)
    }

    fn suggestions(&self) -> Vec<Saying> {
        match &self.round {
            None => vec![
                Saying::new("60 6 10 0 0 0 100 11", "you begin"),
                Saying::new("60 6 10 0 0 0 100 12", "the program begins"),
                Saying::new("60 6 10 0 0 0 60 4", "the program plays both"),
            ],
            Some(_) => vec![Saying::new("'T' 999 0", "another game")],
        }
    }

    fn hear(&mut self, heard: Heard<'_>) -> Result<Reply, String> {
        let line = heard.line.trim();
        if line.eq_ignore_ascii_case("$end") {
            return Ok(Reply { ends: true, ..Reply::words(vec![BYE.into()]) });
        }
        if line.is_empty() {
            return Ok(Reply::default());
        }
        match self.round {
            Some(_) => self.hear_move(line, heard.stop),
            None => self.hear_specs(line, heard.stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pento() -> Pento {
        let shown = Arc::new(Pentominoes::new(6, 10).unwrap());
        Terminal::new(shown).open(1, Limits::NONE, None)
    }

    fn say(pento: &mut Pento, line: &str) -> Vec<String> {
        pento.hear(Heard::line(line)).unwrap().lines
    }

    #[test]
    fn counts_are_printed_behind_the_moves_of_the_machine() {
        let mut pento = pento();
        assert_eq!(pento.status(), "INPUT NEW GAME SPECS");
        assert_eq!(say(&mut pento, "60 6 10 0 0 0 100 1"), [""; 0]);
        assert_eq!(pento.status(), "YOUR MOVE");
        // As after the first move of sample game 1.
        let reply = say(&mut pento, "'w' 1 8");
        assert!(reply.last().unwrap().ends_with(" 1507 53"), "{reply:?}");
    }

    #[test]
    fn faults_have_the_words_of_the_thesis() {
        let mut pento = pento();
        say(&mut pento, "60 6 10 0 0 0 100 3");
        say(&mut pento, "'w' 1 8");
        for (line, word) in [
            ("'w' 1 40", "PIECE USED UP"),
            ("'i' 1 61", "NO SQUARE"),
            ("'i' 1 8", "DEAD SQUARE"),
            ("'i' 3 25", "NO SUCH ORIENTATION"),
            ("'q' 1 25", "NO SUCH ORIENTATION"),
            ("'i' 2 6", "NO FIT"),
        ] {
            assert_eq!(say(&mut pento, line), [word, "IT IS STILL YOUR MOVE"], "{line}");
        }
        say(&mut pento, "'T' 999 3");
        assert_eq!(pento.status(), "INPUT NEW GAME SPECS");
    }

    #[test]
    fn specs_take_several_lines_and_say_why_there_is_no_game() {
        let mut pento = pento();
        assert_eq!(say(&mut pento, "60 5 10 0 0 0 60 1"), ["NO GAME 1: 5 times 10 is not 60"]);
        assert_eq!(say(&mut pento, "25 5 5 1 2"), [""; 0]);
        assert!(pento.hear(Heard::line("x")).is_err());
        assert_eq!(say(&mut pento, "0 60 4"), [""; 0]);
        let told = say(&mut pento, "13 'I' 'X'");
        assert!(told.iter().any(|line| line.starts_with("PLAYER ")), "{told:?}");
        assert!(told.last().unwrap().contains('#'), "{told:?}");
        assert_eq!(pento.status(), "INPUT NEW GAME SPECS");
        let bye = pento.hear(Heard::line("$End")).unwrap();
        assert!(bye.ends && bye.lines == ["THANK YOU AND BYE-BYE"]);
    }

    #[test]
    fn debugging_prints_the_map_and_the_values() {
        let mut pento = pento();
        let told = say(&mut pento, "60 6 10 0 0 1 100 12").join("\n");
        assert!(told.starts_with("CHOICES 2056 CENTRES 60\n"), "{told}");
        let map: u32 = told
            .lines()
            .skip(1)
            .take(10)
            .flat_map(str::split_whitespace)
            .map(|word| word.parse::<u32>().unwrap())
            .sum();
        assert_eq!(map, 2056);
    }

    #[test]
    fn first_moves_and_games_by_chance_are_counted() {
        let mut pento = pento();
        let told = say(&mut pento, "30 5 6 0 0 0 20 5").join("\n");
        assert!(
            told.ends_with(|c: char| c.is_ascii_digit()) && told.contains("20 GAMES"),
            "{told}"
        );
        assert_eq!(say(&mut pento, "30 5 6 0 0 0 7 7").len(), 7);
    }
}
