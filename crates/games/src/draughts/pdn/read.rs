use henge_core::record::{Line, MAX_DEPTH, Node, Place, Record, RecordError, Tag};
use henge_core::{Outcome, Player};

use super::super::variant::{Colour, Variant};
use super::{STRENGTHS, player_tags};

/// Reads the games of a file.
///
/// ```
/// use henge_games::draughts::pdn;
///
/// let text = "[White \"Ada\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1";
/// let games = pdn::read(text)?;
/// assert_eq!(games[0].game(), Some("draughts:variant=international"));
/// assert_eq!(games[0].tag("First"), Some("Ada"));
/// assert_eq!(games[0].main_line().count(), 4);
/// # Ok::<(), henge_core::record::RecordError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tokens = tokens(text)?;
    let mut reader = Reader { tokens: &tokens, next: 0 };
    let mut records = Vec::new();
    while reader.next < tokens.len() {
        records.push(reader.game()?);
    }
    Ok(records)
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    /// `$12`, or a sign that means the same.
    Strength(String),
    Move(String),
    /// What White got: 1, 0, −1, or nothing known.
    Result(Option<i8>),
}

fn result(word: &str) -> Option<Option<i8>> {
    match word {
        "1-0" | "2-0" => Some(Some(1)),
        "0-1" | "0-2" => Some(Some(-1)),
        "1/2-1/2" | "1-1" | "½-½" => Some(Some(0)),
        "*" | "0-0" => Some(None),
        _ => None,
    }
}

/// The text as tokens, each with its place.
fn tokens(text: &str) -> Result<Vec<(Token, Place)>, RecordError> {
    let mut tokens = Vec::new();
    let mut rest = Text { rest: text, line: 1, column: 1 };
    loop {
        let blank = rest.rest.len() - rest.rest.trim_start().len();
        rest.take(blank);
        let place = Place { line: rest.line, column: rest.column };
        let Some(first) = rest.rest.chars().next() else { return Ok(tokens) };
        let fault = |message: &str| RecordError::new(place, message);
        let token = match first {
            // A line that begins so is none of the reader's business.
            '%' if rest.column == 1 => {
                rest.take_line();
                continue;
            }
            ';' => Token::Comment(rest.take_line()[1..].trim().into()),
            '{' => {
                let end =
                    rest.rest.find('}').ok_or_else(|| fault("the comment has no end, a \"}\""))?;
                let comment = rest.take(end + 1);
                Token::Comment(comment[1..end].trim().into())
            }
            '[' => tag(&mut rest, place)?,
            '(' => {
                rest.take(1);
                Token::Open
            }
            ')' => {
                rest.take(1);
                Token::Close
            }
            '!' | '?' => {
                let signs = rest.rest.find(|c| c != '!' && c != '?').unwrap_or(rest.rest.len());
                let signs = rest.take(signs);
                let known = STRENGTHS.iter().find(|(sign, _)| *sign == signs);
                Token::Strength(known.map_or("$0", |(_, number)| number).into())
            }
            '}' | ']' => return Err(fault("there is nothing that it closes")),
            _ => {
                let stop = |c: char| c.is_whitespace() || "{}()[];!?".contains(c);
                let end = rest.rest.find(stop).unwrap_or(rest.rest.len());
                // A number may touch its move: `1.32-28`.
                let number = rest.rest[..end].find(|c: char| !c.is_ascii_digit()).unwrap_or(end);
                let dots = rest.rest[number..end].bytes().take_while(|byte| *byte == b'.').count();
                if dots > 0 {
                    rest.take(number + dots);
                    continue;
                }
                let word = rest.take(end);
                match result(word) {
                    Some(result) => Token::Result(result),
                    None if word.starts_with('$') => Token::Strength(word.into()),
                    None => Token::Move(word.into()),
                }
            }
        };
        tokens.push((token, place));
    }
}

/// `[Name "value"]`; in the value a backslash keeps the next character.
fn tag(rest: &mut Text<'_>, place: Place) -> Result<Token, RecordError> {
    let wrong = || RecordError::new(place, "a tag should be as in [White \"Ada\"]");
    rest.take(1);
    let name = rest.rest.trim_start();
    rest.take(rest.rest.len() - name.len());
    let end = rest.rest.find(|c: char| !c.is_alphanumeric() && c != '_').ok_or_else(wrong)?;
    let name = rest.take(end).to_string();
    let blank = rest.rest.len() - rest.rest.trim_start().len();
    rest.take(blank);
    if name.is_empty() || !rest.rest.starts_with('"') {
        return Err(wrong());
    }
    rest.take(1);
    let mut value = String::new();
    loop {
        let c = rest.rest.chars().next().filter(|c| *c != '\n').ok_or_else(wrong)?;
        rest.take(c.len_utf8());
        match c {
            '"' => break,
            '\\' => {
                let next = rest.rest.chars().next().ok_or_else(wrong)?;
                rest.take(next.len_utf8());
                value.push(next);
            }
            _ => value.push(c),
        }
    }
    let blank = rest.rest.len() - rest.rest.trim_start().len();
    rest.take(blank);
    if !rest.rest.starts_with(']') {
        return Err(wrong());
    }
    rest.take(1);
    Ok(Token::Tag(name, value))
}

/// What has not been read yet, and where it stands.
struct Text<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Text<'a> {
    fn take(&mut self, n: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(n);
        for c in taken.chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }
}

struct Reader<'a> {
    tokens: &'a [(Token, Place)],
    next: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a (Token, Place)> {
        self.tokens.get(self.next)
    }

    /// One game: tags, moves, and a result, which may be missing at the end of a game.
    fn game(&mut self) -> Result<Record, RecordError> {
        let mut tags = Vec::new();
        while let Some((Token::Tag(name, value), place)) = self.peek() {
            tags.push(Tag { name: name.clone(), value: value.clone(), place: *place });
            self.next += 1;
        }
        let line = self.line(0)?;
        let mut end = self.tokens.last().map(|(_, place)| *place).unwrap_or_default();
        let mut white = None;
        if let Some((Token::Result(found), place)) = self.peek() {
            (white, end) = (*found, *place);
            self.next += 1;
        }
        // Moves may end with a star, which only says that there are no more.
        if white.is_none()
            && let Some(tag) = tags.iter().find(|tag| tag.name == "Result")
        {
            white = result(&tag.value).flatten();
        }
        let variant = variant(&tags, &line)?;
        let rules = variant.rules();
        let [first, second] = player_tags(rules);
        tags.retain(|tag| {
            !matches!(tag.name.as_str(), "Result" | "SetUp" | "GameType" | "Variant")
        });
        for tag in &mut tags {
            let name = match tag.name.as_str() {
                name if name == first => "First",
                name if name == second => "Second",
                "FEN" => "Position",
                _ => continue,
            };
            tag.name = name.into();
        }
        let mut record = Record { line, end, ..Record::default() };
        record.set_tag("Game", format!("draughts:variant={variant}"));
        record.tags.extend(tags);
        let of =
            |colour: Colour| if colour == rules.first { Player::First } else { Player::Second };
        record.result = white.map(|points| match points {
            1 => Outcome::win(of(Colour::White)),
            0 => Outcome::Draw,
            _ => Outcome::win(of(Colour::Black)),
        });
        Ok(record)
    }

    /// Moves up to a bracket, a result or a tag.
    fn line(&mut self, depth: usize) -> Result<Line, RecordError> {
        let mut line = Line::default();
        while let Some((token, place)) = self.peek() {
            let fault = |message: &str| RecordError::new(*place, message);
            match token {
                Token::Tag(..) | Token::Result(_) if depth == 0 => break,
                Token::Tag(..) => return Err(fault("a tag within a variation")),
                // Some end their variations like games.
                Token::Result(_) => {}
                Token::Close if depth > 0 => break,
                Token::Close => return Err(fault("there is nothing that it closes")),
                Token::Move(mv) => {
                    line.nodes.push(Node { mv: mv.clone(), place: *place, ..Node::default() });
                }
                Token::Comment(text) | Token::Strength(text) => {
                    let comment = match line.nodes.last_mut() {
                        Some(node) => &mut node.comment,
                        None => &mut line.comment,
                    };
                    let sign = if text.starts_with('$') { " " } else { "\n" };
                    match comment {
                        // A number in front of a comment is part of it.
                        Some(before) if before.starts_with('$') && !before.contains(' ') => {
                            *before = format!("{before} {text}");
                        }
                        Some(before) => *before = format!("{before}{sign}{text}"),
                        None => *comment = Some(text.clone()),
                    }
                }
                Token::Open => {
                    if depth >= MAX_DEPTH {
                        return Err(fault("variations lie too deep within each other"));
                    }
                    if line.nodes.is_empty() {
                        return Err(fault("a variation needs a move to replace"));
                    }
                    self.next += 1;
                    let variation = self.line(depth + 1)?;
                    if !matches!(self.peek(), Some((Token::Close, _))) {
                        return Err(RecordError::new(*place, "the variation has no end, a \")\""));
                    }
                    if let Some(node) = line.nodes.last_mut() {
                        node.variations.push(variation);
                    }
                }
            }
            self.next += 1;
        }
        Ok(line)
    }
}

/// Which game it is: by its number, by its name, or by its squares.
fn variant(tags: &[Tag], line: &Line) -> Result<Variant, RecordError> {
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    if let Some(tag) = find("GameType") {
        let number = tag.value.split(',').next().unwrap_or_default().trim().parse().ok();
        return number.and_then(Variant::of_game_type).ok_or_else(|| {
            let known = Variant::ALL.iter().filter_map(|(variant, name)| {
                Some(format!("{} {name}", variant.rules().game_type?))
            });
            let known = known.collect::<Vec<_>>().join(", ");
            RecordError::new(
                tag.place,
                format!("no game type \"{}\"; there are {known}", tag.value),
            )
        });
    }
    if let Some(variant) = find("Variant").and_then(|tag| tag.value.to_lowercase().parse().ok()) {
        return Ok(variant);
    }
    let position = find("FEN").map(|tag| tag.value.as_str()).unwrap_or_default();
    let texts = line.nodes.iter().map(|node| node.mv.as_str()).chain([position]);
    let mut variant = Variant::English;
    for (i, text) in texts.enumerate() {
        if text.contains(|c: char| ('a'..='h').contains(&c)) {
            return Ok(Variant::Russian);
        }
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok());
        // A small board has 32 squares, and its first man comes from the side of 1.
        let least = if i == 0 && position.is_empty() { 31 } else { 33 };
        if numbers.any(|n: u32| n >= least) {
            variant = Variant::International;
        }
    }
    Ok(variant)
}
