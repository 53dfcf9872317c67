//! Plays as players write them: `13/7*`, `8/5,6/5`, `bar/22`, `6/off`.
//!
//! Steps of one man are joined, `24/13`, and a man hit on the way is shown, `24/18*/13`. Between men
//! a comma is written, because moves in records have no blanks; blanks are read as well. In reading
//! the order does not matter, nor whether steps are joined, nor the stars, as long as only one play
//! is meant.

use henge_core::{Game, Notation, NotationError, Player};

use super::ids::{Told, position_id, read_position_id};
use super::men::{BAR, Men, OFF};
use super::moves::Move;
use super::play::{Play, Step};
use super::position::{Phase, Position};
use super::rules::{Backgammon, Start};

/// A man's way: the points he touches, and where he hits.
struct Way {
    points: Vec<u8>,
    hits: Vec<u8>,
}

/// The ways of a play, each man once, those from the highest points first.
fn ways(men: &Men, play: Play) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    let mut theirs = men.theirs;
    for Step { from, to } in play.steps() {
        let ends_here = |way: &Way| way.points.last() == Some(&from);
        // Who comes from the bar was there before; all others go on with the man who came last.
        let way = match ways.iter().rposition(ends_here) {
            Some(i) => &mut ways[i],
            None => {
                ways.push(Way { points: vec![from], hits: Vec::new() });
                ways.last_mut().expect("it was pushed just now")
            }
        };
        way.points.push(to);
        let met = &mut theirs[BAR - usize::from(to)];
        if usize::from(to) != OFF && *met == 1 {
            *met = 0;
            way.hits.push(to);
        }
    }
    ways
}

fn place(point: u8) -> String {
    match usize::from(point) {
        OFF => "off".into(),
        BAR => "bar".into(),
        _ => point.to_string(),
    }
}

/// A play as text, with this between its parts.
pub(super) fn write_play(men: &Men, play: Play, between: &str) -> String {
    let part = |way: &Way| {
        let last = way.points.len() - 1;
        let mut text = place(way.points[0]);
        for (i, point) in way.points.iter().enumerate().skip(1) {
            let hit = way.hits.contains(point);
            if hit || i == last {
                text = format!("{text}/{}{}", place(*point), if hit { "*" } else { "" });
            }
        }
        text
    };
    let parts: Vec<String> = ways(men, play).iter().map(part).collect();
    if parts.is_empty() { "pass".into() } else { parts.join(between) }
}

/// What a text says of a play: where men are fewer and more, where it hits, and which points it names.
struct Said {
    change: [i16; 26],
    hits: Vec<u8>,
    named: Vec<u8>,
}

fn read_steps(text: &str) -> Result<Said, String> {
    let mut said = Said { change: [0; 26], hits: Vec::new(), named: Vec::new() };
    let parts = text.split([' ', ',', ';', '+', '\t']).filter(|part| !part.is_empty());
    for part in parts {
        let (steps, times) = match part.split_once('(') {
            Some((steps, times)) => {
                let times = times.strip_suffix(')').and_then(|times| times.parse().ok());
                let times = times.filter(|times| (1..=4).contains(times));
                (steps, times.ok_or_else(|| format!("a play: how often is \"{part}\"?"))?)
            }
            None => (part, 1),
        };
        let mut before = None;
        for name in steps.split(['/', '-']) {
            let plain = name.trim_end_matches('*');
            let point = match plain.to_ascii_lowercase().as_str() {
                "bar" | "b" => BAR as u8,
                "off" | "o" => OFF as u8,
                digits => {
                    digits.parse().ok().filter(|&n| usize::from(n) <= BAR).ok_or_else(|| {
                        format!("a play: \"{plain}\" is no point; there are 1 to 24, bar and off")
                    })?
                }
            };
            if plain != name {
                said.hits.push(point);
            }
            said.named.push(point);
            if let Some(from) = before.replace(point) {
                said.change[usize::from(from)] -= times;
                said.change[usize::from(point)] += times;
            }
        }
        if !steps.contains(['/', '-']) {
            return Err(format!("a play: \"{part}\" says from where, but not where to"));
        }
    }
    Ok(said)
}

impl Backgammon {
    /// The play that a text means.
    fn read_play(&self, pos: &Position, text: &str) -> Result<Move, String> {
        let legal: Vec<Play> = self.plays(pos).collect();
        let example = write_play(&pos.men, legal[0], ",");
        if let [only @ Play::PASS] = legal[..] {
            let pass = ["pass", "no move", "cannot move", "dance", "fan", "-"];
            if pass.contains(&text.to_lowercase().as_str()) {
                return Ok(Move::Play(only));
            }
            return Err("a legal move: no die can be used; say pass".into());
        }
        if !text.contains(|c: char| c.is_ascii_digit()) {
            return Err(format!("a legal move; a play looks like {example}"));
        }
        let said = read_steps(text)?;
        let change = |play: Play| {
            let mut change = [0i16; 26];
            for step in play.steps() {
                change[usize::from(step.from)] -= 1;
                change[usize::from(step.to)] += 1;
            }
            change
        };
        let found: Vec<Play> =
            legal.into_iter().filter(|&play| change(play) == said.change).collect();
        match found[..] {
            [] => return Err(self.why_not(pos, &said, &example)),
            [play] => return Ok(Move::Play(play)),
            _ => {}
        }
        // They differ in whom they hit on the way.
        let mut hits = said.hits.clone();
        hits.sort_unstable();
        hits.dedup();
        let hits_of = |play: Play| {
            let mut hits: Vec<u8> =
                ways(&pos.men, play).into_iter().flat_map(|way| way.hits).collect();
            hits.sort_unstable();
            hits
        };
        let touches =
            |play: Play, point: u8| play.steps().any(|step| step.from == point || step.to == point);
        let by_way: Vec<Play> = found
            .iter()
            .copied()
            .filter(|&play| said.named.iter().all(|&point| touches(play, point)))
            .collect();
        let meant = match by_way[..] {
            [play] => Some(play),
            _ => by_way.iter().copied().find(|&play| hits_of(play) == hits),
        };
        meant.map(Move::Play).ok_or_else(|| {
            let all: Vec<String> =
                found.iter().map(|&play| write_play(&pos.men, play, ",")).collect();
            format!("a single play: it can be {}", all.join(" or "))
        })
    }

    /// What stands behind the IDs of a position of Acey-Deucey.
    fn read_waiting<'a>(
        &self,
        mut pos: Position,
        mut parts: impl Iterator<Item = &'a str>,
    ) -> Result<Position, String> {
        if let Some(waiting) = parts.next() {
            let numbers = waiting.split_once(',').and_then(|(mine, theirs)| {
                Some([mine.parse::<u8>().ok()?, theirs.parse::<u8>().ok()?])
            });
            let most = pos.waiting;
            pos.waiting =
                numbers.filter(|n| n[0] <= most[0] && n[1] <= most[1]).ok_or_else(|| {
                    let [mine, theirs] = most;
                    format!(
                        "how many men of each side have never been on the board, as in {mine},{theirs}, \
                         which are the most; not \"{waiting}\""
                    )
                })?;
        }
        match (parts.next(), parts.next()) {
            (None, _) => {}
            (Some("name"), None) if pos.phase == Phase::Dice => pos.phase = Phase::Name,
            (Some("named"), None) if pos.phase == Phase::Play && pos.dice[0] == pos.dice[1] => {
                pos.named = true;
            }
            _ => {
                return Err(
                    "nothing more, or :name before and :named after a doublet is named".into()
                );
            }
        }
        Ok(pos)
    }

    fn plays(&self, pos: &Position) -> impl Iterator<Item = Play> {
        self.moves(pos).filter_map(|mv| match mv {
            Move::Play(play) => Some(play),
            _ => None,
        })
    }

    fn why_not(&self, pos: &Position, said: &Said, example: &str) -> String {
        let dice = format!("{}{}", pos.dice[0], pos.dice[1]);
        let n = self.plays(pos).next().map_or(0, Play::n_steps);
        let n_said: i16 = said.change.iter().zip(0..).map(|(change, point)| -change * point).sum();
        let n_dice: i16 = match pos.dice {
            [a, b] if a == b => i16::from(a) * n as i16,
            [a, b] => i16::from(a) + i16::from(b),
        };
        if pos.men.mine[BAR] > pos.waiting[0] && !said.named.contains(&(BAR as u8)) {
            return format!("a legal move: a man on the bar must enter, as in {example}");
        }
        if n > 1 && n_said < n_dice && said.change[OFF] == 0 {
            return format!("a legal move: {n} steps can be made with {dice}, as in {example}");
        }
        format!("a legal move with {dice}; one is {example}")
    }
}

impl Notation for Backgammon {
    fn write_move(&self, pos: &Position, mv: Move) -> String {
        match mv {
            Move::Dice([a, b]) => format!("{a}{b}"),
            Move::Play(play) => write_play(&pos.men, play, ","),
            Move::Roll => "roll".into(),
            Move::Double => "double".into(),
            Move::Take => "take".into(),
            Move::Drop => "drop".into(),
            Move::Beaver => "beaver".into(),
            Move::Name(number) => format!("{number}{number}"),
        }
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let wrong = |why: String| NotationError::new(text, why);
        let word = text.trim().to_lowercase();
        if let Some(mv) = self.moves(pos).find(|&mv| self.write_move(pos, mv) == word) {
            return Ok(mv);
        }
        match pos.phase {
            Phase::Over { .. } => Err(wrong("a legal move: the game is over".into())),
            Phase::Play => self.read_play(pos, word.trim()).map_err(wrong),
            Phase::Opening | Phase::Dice => {
                let digits: Vec<u8> = word.bytes().filter(|byte| *byte != b'-').collect();
                let dice = match digits[..] {
                    [a @ b'1'..=b'6', b @ b'1'..=b'6'] => [a - b'0', b - b'0'],
                    _ => return Err(wrong("a roll: two dice, as in 31".into())),
                };
                let [a, b] = dice;
                match pos.phase {
                    Phase::Opening if a == b => {
                        Err(wrong("an opening roll: equal dice are thrown again".into()))
                    }
                    Phase::Opening => Ok(Move::Dice(dice)),
                    _ => Ok(Move::Dice([a.max(b), a.min(b)])),
                }
            }
            Phase::Name => match word.replace('-', "").as_bytes() {
                &[a @ b'1'..=b'6', b] if a == b => Ok(Move::Name(a - b'0')),
                _ => Err(wrong("a doublet to play after 2-1, as in 66".into())),
            },
            Phase::Decide => match word.as_str() {
                "no double" | "no-double" | "nodouble" | "r" => Ok(Move::Roll),
                "redouble" | "doubles" | "d" => Ok(Move::Double),
                _ => Err(wrong("a legal move: roll or double".into())),
            },
            Phase::Offered | Phase::Beavered => match word.as_str() {
                "takes" | "accept" | "t" => Ok(Move::Take),
                "drops" | "pass" | "passes" | "reject" => Ok(Move::Drop),
                _ if self.moves(pos).count() > 2 => {
                    Err(wrong("a legal move: take, drop or beaver".into()))
                }
                _ => Err(wrong("a legal move: take or drop".into())),
            },
        }
    }

    /// Position ID and Match ID, and `:roll` where the player on roll has decided not to double. In Acey-Deucey
    /// the men follow who have never been on the board, and `:name` or `:named` where a doublet is to be named or was.
    fn write_position(&self, pos: &Position) -> String {
        let decided = pos.phase == Phase::Dice && self.may_double(pos);
        let more = if decided { ":roll" } else { "" };
        let mut text = format!("{}:{}{more}", position_id(&pos.men), self.match_id(pos));
        if self.start == Start::AceyDeucey {
            let [mine, theirs] = pos.waiting;
            text += &format!(":{mine},{theirs}");
            if pos.phase == Phase::Name {
                text += ":name";
            } else if pos.named {
                text += ":named";
            }
        }
        text
    }

    /// The XGID, which has no place for the opening roll and the end.
    fn foreign_positions(&self, pos: &Position) -> Vec<String> {
        match pos.phase {
            Phase::Opening | Phase::Over { .. } => Vec::new(),
            _ if self.start == Start::AceyDeucey => Vec::new(),
            _ => vec![self.xgid(pos)],
        }
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |why: String| NotationError::new(text, why);
        let trimmed = text.trim();
        if let Some(xgid) = trimmed.strip_prefix("XGID=") {
            let (men, facts) = self.read_xgid(xgid).map_err(wrong)?;
            return self.position_of(men, &facts).map_err(wrong);
        }
        let n_men = self.start.n_men();
        let mut parts = trimmed.split(':');
        let men = read_position_id(parts.next().unwrap_or_default(), n_men).map_err(wrong)?;
        let Some(id) = parts.next() else {
            // The men alone: the first player is on roll.
            if men.points().is_some() {
                return Err(wrong("a position with men of both sides".into()));
            }
            let mut pos = self.position_with(men, Player::First);
            pos.crawford = self.length() == 1;
            pos.phase = self.turn_begins(&pos);
            return Ok(pos);
        };
        let mut facts = self.read_match_id(id).map_err(wrong)?;
        if self.start == Start::AceyDeucey {
            let pos = self.position_of(men, &facts).map_err(wrong)?;
            return self.read_waiting(pos, parts).map_err(wrong);
        }
        match (parts.next(), parts.next()) {
            (None, _) => {}
            (Some("roll"), None) if facts.phase == Told::Playing => facts.phase = Told::Rolling,
            _ => return Err(wrong("a Position ID and a Match ID, and perhaps :roll".into())),
        }
        self.position_of(men, &facts).map_err(wrong)
    }
}
