use henge_core::record::{Node, Place, Record, RecordError};
use henge_core::{EndedBy, Ending, Game, Notation, Outcome, Player, Turn};

use super::super::moves::Move;
use super::super::position::{Phase, Position};
use super::super::rules::{Backgammon, MOST_LENGTH, Stakes, Start};

/// Where the right column begins, at the latest: no cell of the left one begins so far to the right.
const RIGHT: usize = 20;

/// Reads the games of a file: matches and money games as records.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::default();
    for (i, line) in text.lines().enumerate() {
        reader.line(line, i + 1)?;
    }
    reader.settle();
    reader.close();
    if reader.records.is_empty() {
        let place = Place { line: 1, column: 1 };
        return Err(RecordError::new(place, "no game; one begins with \"Game 1\""));
    }
    Ok(reader.records)
}

/// What a cell of the table says.
struct Action<'a> {
    player: Player,
    text: &'a str,
    place: Place,
}

/// A record being read.
struct Open {
    game: Backgammon,
    pos: Position,
    record: Record,
    /// The backgammon game has ended on the board, or somebody has resigned.
    ended: bool,
}

#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    /// Tags before the first game.
    tags: Vec<(String, String)>,
    /// The name of the game, where the file says it.
    name: Option<String>,
    /// Tags, if a match comes next.
    pending: Vec<(String, String)>,
    /// The names of the players, where they cannot stand before their scores.
    players: [Option<String>; 2],
    length: u32,
    /// The game without the cube has begun in this match: there is no other one.
    had_crawford: bool,
    open: Option<Open>,
    /// The player on the left is the second one in this game.
    changed: bool,
    /// The line that names the players comes next.
    expects_names: bool,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), RecordError> {
        let trimmed = line.trim();
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let place = Place { line: number, column };
        if trimmed.is_empty() {
            return Ok(());
        }
        if let Some(comment) = trimmed.strip_prefix(';') {
            match tag(comment.trim()) {
                Some((name, value)) => self.pending.push((name.into(), value.into())),
                None => self.comment(comment.trim()),
            }
            return Ok(());
        }
        let words: Vec<&str> = trimmed.split_whitespace().collect();
        if let ["Game", _] = words[..] {
            // Only money games are written so; in a match both keep their sides.
            self.changed =
                self.length == 0 && self.pending.pop_if(|(name, _)| name == "Seats").is_some();
        }
        let begins_match = matches!(words[..], [_, "point" | "points", "match", ..]);
        if !begins_match {
            self.settle();
        }
        match words[..] {
            ["Game", _] => {
                self.expects_names = true;
                Ok(())
            }
            _ if self.expects_names => {
                self.expects_names = false;
                self.begin(line, place)
            }
            [points, "point" | "points", "match", ..] => {
                self.close();
                if !self.records.is_empty() {
                    (self.tags, self.name, self.players) = Default::default();
                }
                self.settle();
                self.had_crawford = false;
                self.length =
                    points.parse().ok().filter(|&n| n <= u32::from(MOST_LENGTH)).ok_or_else(
                        || {
                            let most = format!("a match goes to {MOST_LENGTH} points at most");
                            RecordError::new(place, format!("{most}; 0 means a money session"))
                        },
                    )?;
                Ok(())
            }
            _ => self.moves(line, number),
        }
    }

    /// What looked like tags are tags before a match, and comments on moves elsewhere.
    fn settle(&mut self) {
        for (name, value) in std::mem::take(&mut self.pending) {
            if self.open.is_some() {
                self.comment(&format!("[{name} \"{value}\"]"));
                continue;
            }
            match name.as_str() {
                // An earlier version of henge wrote the former.
                "Game" | "Rules" => self.name = Some(value),
                "First" => self.players[0] = Some(value),
                "Second" => self.players[1] = Some(value),
                _ => self.tags.push((name, value)),
            }
        }
    }

    fn comment(&mut self, comment: &str) {
        let Some(open) = &mut self.open else {
            self.tags.push(("Comment".into(), comment.into()));
            return;
        };
        let line = &mut open.record.line;
        let at = line.nodes.last_mut().map_or(&mut line.comment, |node| &mut node.comment);
        match at {
            Some(before) => *before = format!("{before}\n{comment}"),
            None => *at = Some(comment.into()),
        }
    }

    /// A game begins: `Ada : 0     Grace : 2`.
    fn begin(&mut self, line: &str, place: Place) -> Result<(), RecordError> {
        let wrong = || {
            let message = "players and scores are expected, as in \"Ada : 0    Grace : 2\"";
            RecordError::new(place, message)
        };
        let (first, rest) = line.split_once(" : ").ok_or_else(wrong)?;
        // Behind a long name GNU Backgammon leaves no blank before the other one.
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (left, rest) = rest.split_at(end);
        let (second, right) = rest.rsplit_once(':').ok_or_else(wrong)?;
        let score = |text: &str| {
            let points = text.trim().parse::<u32>().map_err(|_| wrong())?;
            // A session may go on for ever, and its scores say nothing about a game.
            Ok(u8::try_from(points).unwrap_or(u8::MAX))
        };
        let score = [score(left)?, score(right)?];
        let told = self.players.each_ref().map(Option::as_deref);
        let names = [told[0].unwrap_or(first.trim()), told[1].unwrap_or(second.trim())];
        let (mut names, length) = (names.map(String::from), self.length);
        if self.changed {
            names.swap(0, 1);
        }
        let near_end = score.iter().filter(|&&points| u32::from(points) + 1 == length).count();
        let is_crawford = length > 0 && near_end == 1 && !self.had_crawford;
        self.had_crawford |= near_end > 0;
        if let Some(open) = &self.open {
            let goes_on = self.length > 0
                && open.ended
                && open.pos.phase == Phase::Opening
                && open.pos.score == score;
            if goes_on {
                self.open.as_mut().expect("it was there just now").ended = false;
                return Ok(());
            }
        }
        self.close();
        let (game, name) = self.rules(place)?;
        let mut record = Record::default();
        record.set_tag("Game", name);
        record.set_tag("First", names[0].as_str());
        record.set_tag("Second", names[1].as_str());
        for (name, value) in &self.tags {
            record.set_tag(name.as_str(), value.as_str());
        }
        let mut pos = game.start();
        if self.length > 0 && score != [0; 2] {
            let length = self.length as u8;
            if score.iter().any(|&points| points >= length) {
                return Err(RecordError::new(place, format!("a match to {length} is over then")));
            }
            // Whether the Crawford game was played before the file begins is not said. It was if both are
            // near the end.
            pos = game.new_game(score, is_crawford);
            record.set_tag("Position", game.write_position(&pos));
        }
        self.open = Some(Open { game, pos, record, ended: false });
        Ok(())
    }

    /// The rules of the file, and their name.
    fn rules(&self, place: Place) -> Result<(Backgammon, String), RecordError> {
        let name = self.name.clone().unwrap_or_else(|| match self.length {
            0 => "backgammon:cube=on".into(),
            length => format!("backgammon:length={length}"),
        });
        let game = named(&name).filter(|game| u32::from(game.length()) == self.length);
        let message = "the game is no backgammon, or of another length than the match";
        game.map(|game| (game, name)).ok_or_else(|| RecordError::new(place, message))
    }

    /// A line of the table: two cells at most, each a roll with its play, or a word.
    fn moves(&mut self, line: &str, number: usize) -> Result<(), RecordError> {
        let place = |byte: usize| Place { line: number, column: line[..byte].chars().count() + 1 };
        let Some(open) = &mut self.open else {
            let message = "a game is expected first, as in \"Game 1\"";
            return Err(RecordError::new(place(0), message));
        };
        let body = line.find(')').filter(|&at| is_number(&line[..at])).map_or(0, |at| at + 1);
        let starts = cells(line, body);
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(line.len());
            let right = i > 0 || line[..start].chars().count() >= RIGHT;
            let player = if right != self.changed { Player::Second } else { Player::First };
            let action = Action { player, text: line[start..end].trim(), place: place(start) };
            open.act(&action)?;
        }
        if starts.is_empty() && !line[body..].trim().is_empty() {
            let message = "a roll and a play are expected, as in \"31: 8/5 6/5\"";
            return Err(RecordError::new(place(body), message));
        }
        Ok(())
    }

    /// Puts the record away that is being read.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            let mut record = open.record;
            if let Turn::Over(outcome) = open.game.turn(&open.pos) {
                record.result = Some(outcome);
            }
            self.records.push(record);
        }
    }
}

/// `[Event "Club evening"]`
fn tag(comment: &str) -> Option<(&str, &str)> {
    let (name, value) = comment.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

fn is_number(text: &str) -> bool {
    !text.trim().is_empty() && text.trim().bytes().all(|byte| byte.is_ascii_digit())
}

/// Where the cells of a line begin: at a roll with a colon, or at a word.
fn cells(line: &str, from: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut before = ' ';
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at < from) {
        let rest = &line[at..];
        let roll = matches!(rest.as_bytes(), [b'1'..=b'6', b'1'..=b'6', b':', ..]);
        if (before.is_whitespace() || before == ')') && (roll || word(rest).is_some()) {
            starts.push(at);
        }
        before = c;
    }
    starts
}

/// What a cell without dice says.
enum Word {
    Move(Move),
    Wins(u8),
}

fn word(text: &str) -> Option<Word> {
    let lower = text.get(..text.len().min(40)).unwrap_or(text).to_lowercase();
    let known = [
        ("doubles", Move::Double),
        ("redoubles", Move::Double),
        ("takes", Move::Take),
        ("drops", Move::Drop),
        ("rejects", Move::Drop),
        ("passes", Move::Drop),
        ("beavers", Move::Beaver),
    ];
    if let Some(points) = lower.strip_prefix("wins ") {
        return points.split_whitespace().next()?.parse().ok().map(Word::Wins);
    }
    known.iter().find(|(name, _)| lower.starts_with(name)).map(|&(_, mv)| Word::Move(mv))
}

impl Open {
    fn act(&mut self, action: &Action<'_>) -> Result<(), RecordError> {
        let wrong = |message: String| RecordError::new(action.place, message);
        match word(action.text) {
            Some(Word::Wins(points)) => return self.wins(action, points),
            Some(Word::Move(mv)) => {
                if self.game.turn(&self.pos) != Turn::Player(action.player)
                    || !self.game.moves(&self.pos).any(|legal| legal == mv)
                {
                    return Err(wrong("this player cannot do that here".into()));
                }
                self.play(mv, action.place);
                return Ok(());
            }
            None => {}
        }
        let (dice, play) = action.text.split_once(':').unwrap_or((action.text, ""));
        if self.pos.phase == Phase::Decide && self.pos.on_roll == action.player {
            self.play(Move::Roll, action.place);
        }
        let begins = self.pos.phase == Phase::Opening;
        if !begins && (self.pos.phase != Phase::Dice || self.pos.on_roll != action.player) {
            return Err(wrong("it is not this player who throws".into()));
        }
        let mut sorted: Vec<char> = dice.chars().collect();
        // At the opening the first player's die comes first, and the higher one begins.
        sorted.sort_unstable();
        if !begins || action.player == Player::First {
            sorted.reverse();
        }
        let dice: String = sorted.into_iter().collect();
        let roll = self.game.read_move(&self.pos, &dice).map_err(|why| wrong(why.to_string()))?;
        self.play(roll, action.place);
        let play = play.trim();
        let must_pass = self.game.moves(&self.pos).eq([Move::Play(super::super::Play::PASS)]);
        let nothing = play.is_empty() || play.to_lowercase().starts_with("cannot move");
        if nothing && !must_pass {
            // Who resigns does not play his dice any more.
            return Ok(());
        }
        let text = if nothing { "pass" } else { play };
        let mv = self.game.read_move(&self.pos, text).map_err(|why| wrong(why.to_string()))?;
        self.play(mv, action.place);
        Ok(())
    }

    fn play(&mut self, mv: Move, place: Place) {
        let mv_text = self.game.write_move(&self.pos, mv);
        self.record.line.nodes.push(Node { mv: mv_text, place, ..Node::default() });
        self.game.play(&mut self.pos, mv);
        self.ended = matches!(self.pos.phase, Phase::Opening | Phase::Over { .. });
    }

    /// The end of a game, which the board may have told already.
    fn wins(&mut self, action: &Action<'_>, points: u8) -> Result<(), RecordError> {
        if self.ended {
            return Ok(());
        }
        self.ended = true;
        let length = self.game.length();
        let all = self.pos.score[action.player.index()].saturating_add(points);
        if points == 0 || (length == 0 && self.record.result.is_some()) {
            return Err(RecordError::new(action.place, "a game is won once, by 1 point or more"));
        }
        if length == 0 || all >= length {
            let points = if length == 0 { points } else { 1 };
            let outcome = Outcome::Win { winner: action.player, points };
            self.record.set_ending(Some(Ending::new(outcome, EndedBy::Resignation)));
        }
        Ok(())
    }
}

/// The rules of a game by its name, as far as this format knows it.
pub(super) fn named(name: &str) -> Option<Backgammon> {
    let options = match name.strip_prefix("backgammon")? {
        "" => "",
        rest => rest.strip_prefix(':')?,
    };
    let (mut start, mut length, mut cube) = (Start::Standard, 0, false);
    let (mut jacoby, mut beavers) = (false, false);
    for (key, value) in options
        .split(',')
        .filter(|o| !o.is_empty())
        .map(|o| o.split_once('='))
        .collect::<Option<Vec<_>>>()?
    {
        match key {
            "length" => length = value.parse().ok()?,
            // Nobody else could read which doublets were named.
            "start" => start = Start::named(value).filter(|&s| s != Start::AceyDeucey)?,
            "cube" => cube = value == "on",
            "jacoby" => jacoby = value == "on",
            "beavers" => beavers = value == "on",
            _ => return None,
        }
    }
    let stakes = match (length, cube) {
        (0, true) => Stakes::Money { jacoby, beavers },
        (0, false) => Stakes::Plain,
        (length, _) => Stakes::Match { length },
    };
    Backgammon::new(start, stakes).ok()
}
