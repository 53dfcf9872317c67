//! Positions in one line, as the PDN standard has them: `W:W31-50:BK1,12`. First whose turn it is,
//! then the squares of White and of Black, kings with a `K`; numbers in a row may be written as a
//! range.
//!
//! What the rules count follows if it is not 0: `H12` plies without progress, `M12` without a capture
//! or a promotion, `E12` in the ending on the board, and `SW28=2` for White's king on 28 that has
//! moved twice in a row. Other fields, such as `F20` for the number of the move, are passed over.

use henge_core::{Game, Player};

use super::draws::Streak;
use super::rules::{Draughts, Position};
use super::variant::{Colour, Endings};
use super::word::Word;

impl<W: Word> Draughts<W> {
    /// The colour of a player's pieces.
    pub fn colour(&self, player: Player) -> Colour {
        match player {
            Player::First => self.rules.first,
            Player::Second => self.rules.first.other(),
        }
    }

    /// Who has the pieces of a colour.
    pub fn player(&self, colour: Colour) -> Player {
        if colour == self.rules.first { Player::First } else { Player::Second }
    }

    pub(super) fn write_fen(&self, pos: &Position<W>) -> String {
        let mut text = self.colour(pos.to_move()).letter().to_string();
        for colour in [Colour::White, Colour::Black] {
            let player = self.player(colour);
            let squares = self.squares.all().iter().filter_map(|square| {
                let bit = W::bit(square.bit);
                let king = !(pos.kings(player) & bit).is_empty();
                let man = !(pos.men(player) & bit).is_empty();
                let mark = if king { "K" } else { "" };
                (king || man).then(|| format!("{mark}{}", square.name))
            });
            let squares = squares.collect::<Vec<_>>().join(",");
            text += &format!(":{}{squares}", colour.letter());
        }
        let counts = [('H', pos.counts.idle), ('M', pos.counts.balance), ('E', pos.counts.ending)];
        for (letter, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            text += &format!(":{letter}{count}");
        }
        for player in Player::BOTH {
            let Streak { square, moves } = pos.streaks[player.index()];
            if moves > 0 {
                let name = self.squares.name(square.into());
                text += &format!(":S{}{name}={moves}", self.colour(player).letter());
            }
        }
        text
    }

    pub(super) fn read_fen(&self, text: &str) -> Result<Position<W>, String> {
        let text = text.trim().trim_end_matches('.');
        let mut fields = text.split(':').map(str::trim);
        let turn = match fields.next().unwrap_or_default() {
            "W" | "w" => Colour::White,
            "B" | "b" => Colour::Black,
            _ => return Err("it begins with W or B for whose turn it is".into()),
        };
        let (mut men, mut kings) = ([W::NONE; 2], [W::NONE; 2]);
        let mut seen = Vec::new();
        let mut rest = Vec::new();
        for field in fields {
            let colour = match field.chars().next() {
                Some('W' | 'w') => Colour::White,
                Some('B' | 'b') => Colour::Black,
                _ => {
                    rest.push(field);
                    continue;
                }
            };
            if seen.contains(&colour) {
                return Err(format!("{} is there twice", colour.name()));
            }
            seen.push(colour);
            let player = self.player(colour).index();
            self.read_pieces(&field[1..], &mut men[player], &mut kings[player])?;
        }
        if seen.len() < 2 {
            return Err("it has the squares of White and of Black".into());
        }
        let to_move = self.player(turn);
        let pos = self.set_up(men, kings, to_move);
        let mut pos = pos.ok_or_else(|| self.why_not_set_up(men, kings))?;
        for field in rest {
            self.read_count(field, &mut pos)?;
        }
        pos.drawn = self.has_run_out(&pos);
        Ok(pos)
    }

    pub(super) fn why_not_set_up(&self, men: [W; 2], kings: [W; 2]) -> String {
        let sets = [men[0], men[1], kings[0], kings[1]];
        for square in self.squares.all() {
            let bit = W::bit(square.bit);
            let n = sets.iter().filter(|set| !(**set & bit).is_empty()).count();
            if n > 1 {
                return format!("{} has two pieces", square.name);
            }
            if (0..2).any(|i| !(men[i] & self.last_row[i] & bit).is_empty()) {
                return format!("the man on {} would be a king", square.name);
            }
        }
        "its pieces do not fit on the board".into()
    }

    fn read_pieces(&self, list: &str, men: &mut W, kings: &mut W) -> Result<(), String> {
        for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (name, set) = match word.strip_prefix('K') {
                Some(name) => (name, &mut *kings),
                None => (word, &mut *men),
            };
            let wrong = |name: &str| {
                format!("there is no square \"{name}\"; there are {}", self.squares.range())
            };
            let squares = match name.split_once('-') {
                None => vec![self.read_square(name).ok_or_else(|| wrong(name))?],
                Some((first, last)) => {
                    let index = |name: &str| {
                        let bit = self.read_square(name.trim()).ok_or_else(|| wrong(name))?;
                        self.squares.index(bit).ok_or_else(|| wrong(name))
                    };
                    let (first, last) = (index(first)?, index(last)?);
                    if first > last {
                        return Err(format!("the range {name} runs backwards"));
                    }
                    self.squares.all()[first..=last].iter().map(|square| square.bit).collect()
                }
            };
            for bit in squares {
                let bit = W::bit(bit);
                if !(*set & bit).is_empty() {
                    return Err(format!("the square {name} is there twice"));
                }
                *set |= bit;
            }
        }
        Ok(())
    }

    fn read_count(&self, field: &str, pos: &mut Position<W>) -> Result<(), String> {
        let mut chars = field.chars();
        let letter = chars.next().unwrap_or_default();
        let value = chars.as_str();
        let number = || {
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            let number = value.parse::<u8>().ok().filter(|_| digits);
            number.ok_or_else(|| format!("{field} should be {letter} and a number up to 255"))
        };
        let draws = &self.rules.draws;
        let endings = draws.endings;
        // A count belongs to a position only where the rules look at it.
        let has_king = pos.kings.iter().any(|kings| !kings.is_empty());
        match letter {
            'H' => {
                let count = number()?;
                if draws.idle.is_some() && has_king {
                    pos.counts.idle = count;
                }
            }
            'M' if endings == Endings::Russian && has_king => {
                pos.counts.balance = number()?;
            }
            'E' if self.ending(pos).is_some() => pos.counts.ending = number()?,
            'S' => {
                let wrong = || format!("{field} should be as in SW28=2");
                let (king, moves) = value.split_once('=').ok_or_else(wrong)?;
                let colour = match king.chars().next() {
                    Some('W') => Colour::White,
                    Some('B') => Colour::Black,
                    _ => return Err(wrong()),
                };
                let square = self.read_square(&king[1..]).ok_or_else(wrong)?;
                let most = self.rules.king_moves.unwrap_or(0);
                let moves = moves.parse::<u8>().ok().filter(|n| (1..=most).contains(n));
                let moves = moves.ok_or_else(wrong)?;
                let player = self.player(colour);
                let is_king = !(pos.kings(player) & W::bit(square)).is_empty();
                if !is_king || pos.men(player).is_empty() {
                    return Err(format!("{field} needs a king on that square, and men"));
                }
                pos.streaks[player.index()] = Streak { square: square as u8, moves };
            }
            _ => {}
        }
        Ok(())
    }

    /// The text of the position every game begins with.
    pub fn start_text(&self) -> String {
        self.write_fen(&self.start())
    }
}
