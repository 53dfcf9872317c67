use henge_core::record::Record;
use henge_core::{Game, Notation, Outcome, Player};
use thiserror::Error;

use super::super::men::Men;
use super::super::moves::Move;
use super::super::play::Play;
use super::super::position::{Phase, Position};
use super::super::rules::Backgammon;
use super::read::named;

/// Why records cannot be written as such a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A record of another game.
    #[error("game {0}: a .mat file is for games of backgammon only")]
    OtherGame(usize),
    /// A record that begins in the middle of a game.
    #[error("game {0}: a .mat file has games from their opening roll on only")]
    Middle(usize),
    /// A move that cannot be played.
    #[error("game {0}: {1}")]
    Move(usize, String),
}

/// How wide the left column is, without the blank behind it.
const LEFT: usize = 27;
/// So many bytes of a name GNU Backgammon can read.
const LONGEST_NAME: usize = 31;

/// Writes games as the text of a file; what [`super::read`] gives back. Variations are left out, as
/// the format has none.
pub fn write(records: &[Record]) -> Result<String, WriteError> {
    let mut text = String::new();
    // Money games of the same players are one session, whoever sits on the left.
    let mut session: Option<(String, [&str; 2])> = None;
    let (mut number, mut won) = (0, [0u32; 2]);
    for (i, record) in records.iter().enumerate() {
        let name = record.game().unwrap_or_default().to_string();
        let game = named(&name).ok_or(WriteError::OtherGame(i + 1))?;
        let names = ["First", "Second"].map(|tag| record.tag(tag).unwrap_or("?"));
        let seats = match &session {
            Some((of, [left, right])) if *of == name && game.length() == 0 => {
                if names == [*left, *right] {
                    Some(Seats::Same)
                } else {
                    (names == [*right, *left]).then_some(Seats::Changed)
                }
            }
            Some((of, players)) if *of == name && record.position().is_some() => {
                (names == *players).then_some(Seats::Same)
            }
            _ => None,
        };
        if seats.is_none() {
            (number, won) = (0, [0; 2]);
            text += &header(record, &game, &name, names);
            session = Some((name, names));
        }
        let seats = seats.unwrap_or(Seats::Same);
        let players = session.as_ref().map_or(names, |(_, players)| *players).map(player);
        let mut scribe =
            Scribe { game, players, seats, number: i + 1, text: String::new(), cells: Vec::new() };
        scribe.games(record, &mut number, &mut won)?;
        text += &scribe.text;
    }
    Ok(text)
}

/// Who sits on the left?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seats {
    /// The first player, as in the first game of the session.
    Same,
    /// The second one.
    Changed,
}

/// A name as it can stand in a line before its score.
fn player(name: &str) -> String {
    let name = name.replace(|c: char| c.is_control() || c == ':', " ");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut name = name.trim_start_matches([';', ' ']);
    while name.len() > LONGEST_NAME {
        name = name.strip_suffix(|_: char| true).unwrap_or_default();
    }
    match name.trim_end() {
        "" => "?".into(),
        name => name.into(),
    }
}

fn header(record: &Record, game: &Backgammon, name: &str, names: [&str; 2]) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text += &format!("; [{name} \"{}\"]\n", value.replace(['\n', '\r'], " "));
    };
    for one in &record.tags {
        let said = ["Game", "Rules", "First", "Second", "Position", "Termination"];
        if !said.contains(&one.name.as_str()) {
            tag(&one.name, &one.value);
        }
    }
    for (seat, name) in ["First", "Second"].into_iter().zip(names) {
        if player(name) != name && name != "?" {
            tag(seat, name);
        }
    }
    let usual = match game.length() {
        0 => "backgammon:cube=on".to_string(),
        length => format!("backgammon:length={length}"),
    };
    // Registered names spell every option out; those that change nothing are not worth a line.
    if named(&usual) != Some(*game) {
        tag("Rules", name);
    }
    format!("{text}\n {} point match\n", game.length())
}

struct Scribe {
    game: Backgammon,
    players: [String; 2],
    seats: Seats,
    /// Which record.
    number: usize,
    text: String,
    /// Cells of the table that are not written yet, each with its player and what is said behind it.
    cells: Vec<(Player, String, Option<String>)>,
}

impl Scribe {
    fn games(
        &mut self,
        record: &Record,
        number: &mut u32,
        won: &mut [u32; 2],
    ) -> Result<(), WriteError> {
        let mut pos = match record.position() {
            None => self.game.start(),
            Some(text) => self
                .game
                .read_position(text)
                .map_err(|error| WriteError::Move(self.number, error.to_string()))?,
        };
        let men: Men = self.game.start_men().men();
        if pos.phase != Phase::Opening || pos.men != men {
            return Err(WriteError::Middle(self.number));
        }
        if self.game.length() > 0 {
            *won = pos.score.map(u32::from);
        }
        let mut begun = false;
        if let Some(comment) = &record.line.comment {
            self.text += &comment.lines().map(|line| format!("; {line}\n")).collect::<String>();
        }
        for node in &record.line.nodes {
            if !begun {
                *number += 1;
                self.begin(*number, *won);
                begun = true;
            }
            let mv = self.game.read_move(&pos, &node.mv);
            let mv = mv.map_err(|error| WriteError::Move(self.number, error.to_string()))?;
            let before = pos;
            self.game.play(&mut pos, mv);
            self.cell(&before, &pos, mv, node.comment.as_deref());
            if let Some((winner, points)) = self.ended(&before, &pos, mv) {
                let winner = self.seat(winner);
                won[winner.index()] += points;
                self.wins(winner, points);
                begun = false;
            }
        }
        if record.line.nodes.is_empty() {
            // A game that has not begun is one all the same.
            *number += 1;
            self.begin(*number, *won);
        }
        if begun {
            // The players ended it before the board did.
            match record.result {
                Some(Outcome::Win { winner, points }) if record.tag("Termination").is_some() => {
                    let winner = self.seat(winner);
                    let length = u32::from(self.game.length());
                    let missing = length.saturating_sub(won[winner.index()]).max(1);
                    let points = if length > 0 { missing } else { points.into() };
                    won[winner.index()] += points;
                    self.wins(winner, points);
                }
                _ => self.table(),
            }
        }
        Ok(())
    }

    /// On which side of the table somebody stands: the first player on the left.
    fn seat(&self, player: Player) -> Player {
        if self.seats == Seats::Same { player } else { !player }
    }

    fn begin(&mut self, number: u32, won: [u32; 2]) {
        let [first, second] = &self.players;
        let left = format!("{first} : {}", won[0]);
        // However long a name is, blanks part it from the other one.
        let gap = " ".repeat(31usize.saturating_sub(left.chars().count()).max(4));
        let changed = if self.seats == Seats::Changed { "; [Seats \"changed\"]\n" } else { "" };
        self.text += &format!("\n{changed} Game {number}\n {left}{gap}{second} : {}\n", won[1]);
    }

    /// What a move adds to the table.
    fn cell(&mut self, before: &Position, after: &Position, mv: Move, comment: Option<&str>) {
        let roller = before.on_roll;
        let text = match mv {
            Move::Roll | Move::Name(_) => return,
            // The dice stand before the play.
            Move::Dice(_) => {
                let [a, b] = after.dice;
                self.cells.push((self.seat(after.on_roll), format!("{a}{b}:"), None));
                return;
            }
            Move::Play(play) => {
                let written = steps(before, play);
                if let Some((_, cell, said)) = self.cells.last_mut() {
                    *cell = format!("{cell} {written}").trim_end().to_string();
                    *said = comment.map(String::from);
                }
                return;
            }
            Move::Double => (roller, format!(" Doubles => {}", 2 * u16::from(before.cube()))),
            Move::Beaver => (!roller, format!(" Beavers => {}", 4 * u16::from(before.cube()))),
            Move::Take | Move::Drop => {
                let player = if before.phase == Phase::Offered { !roller } else { roller };
                (player, if mv == Move::Take { " Takes" } else { " Drops" }.to_string())
            }
        };
        self.cells.push((self.seat(text.0), text.1, comment.map(String::from)));
    }

    /// Who has won a game by this move, and how much.
    fn ended(&self, before: &Position, after: &Position, mv: Move) -> Option<(Player, u32)> {
        if !matches!(after.phase, Phase::Opening | Phase::Over { .. }) {
            return None;
        }
        if let (Phase::Over { winner, points }, 0) = (after.phase, self.game.length()) {
            return Some((winner, points.into()));
        }
        debug_assert!(matches!(mv, Move::Play(_) | Move::Drop), "nothing else ends a game");
        let gain = |player: Player| {
            let i = player.index();
            u32::from(after.score[i] - before.score[i])
        };
        Player::BOTH.into_iter().map(|player| (player, gain(player))).find(|(_, gain)| *gain > 0)
    }

    /// Writes the table of a game, with its result.
    fn wins(&mut self, winner: Player, points: u32) {
        let s = if points == 1 { "" } else { "s" };
        let wins = format!("Wins {points} point{s}");
        // Beside the last cell, where that leaves the winner's side free.
        let free = self.cells.last().is_some_and(|(player, ..)| *player == Player::First);
        if winner == Player::Second && free {
            self.cells.push((winner, format!(" {wins}"), None));
            self.table();
            return;
        }
        self.table();
        let indent = if winner == Player::First { 6 } else { 34 };
        self.text += &format!("{:indent$}{wins}\n", "");
    }

    fn table(&mut self) {
        let mut cells = std::mem::take(&mut self.cells).into_iter().peekable();
        let mut number = 1;
        while let Some((player, text, said)) = cells.next() {
            let mut said: Vec<String> = said.into_iter().collect();
            let (left, right) = if player == Player::First {
                let right = cells.next_if(|(player, ..)| *player == Player::Second);
                let right = right.map(|(_, text, more)| {
                    said.extend(more);
                    text
                });
                (text, right.unwrap_or_default())
            } else {
                (String::new(), text)
            };
            self.text += format!("{number:>3}) {left:<LEFT$} {right}").trim_end();
            self.text.push('\n');
            for line in said.iter().flat_map(|said| said.lines()) {
                self.text += &format!("; {line}\n");
            }
            number += 1;
        }
    }
}

/// Every step by itself, as these files have it: 25 is the bar, 0 is off.
fn steps(pos: &Position, play: Play) -> String {
    let mut theirs = pos.men.theirs;
    let step = |step: super::super::Step| {
        let met = &mut theirs[25 - usize::from(step.to)];
        let hit = step.to != 0 && *met == 1;
        if hit {
            *met = 0;
        }
        format!("{}/{}{}", step.from, step.to, if hit { "*" } else { "" })
    };
    play.steps().map(step).collect::<Vec<_>>().join(" ")
}
