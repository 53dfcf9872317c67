//! Moves are names of sites, or a word. A position is its rows, as in positional games, and whose turn
//! it is, followed by what the board does not show, as in `x.o/.x./... o left:1`.

use henge_core::spec::nearest;
use henge_core::{Bits, Game, Notation, NotationError, Player, Turn};

use super::position::{Move, Position, Stage};
use super::rules::Described;
use crate::positional::{STONES, named, read_rows, write_rows};

impl<const W: usize> Described<W> {
    /// Says what is wrong with a move that is not legal.
    fn refuse(&self, pos: &Position<W>, text: &str) -> NotationError {
        let sites = &self.description().definition.sites;
        let known = sites.iter().position(|site| site.name.eq_ignore_ascii_case(text));
        let legal: Vec<String> = self.moves(pos).map(|mv| self.write_move(pos, mv)).collect();
        let near = nearest(text, legal.iter().map(String::as_str));
        let hint = match (near, legal.as_slice()) {
            (_, []) => "the game is over".into(),
            (Some(near), _) => format!("{near} is one"),
            (None, [only]) => format!("{only} is the only one"),
            (None, [first, .., last]) => format!("there are {first} to {last}"),
        };
        let word = Move::WORDS.iter().any(|(_, word)| word.eq_ignore_ascii_case(text));
        let expected = if word {
            format!("a legal move now: {hint}")
        } else if let Some(site) = known {
            let held = pos.stones.iter().any(|stones| stones.has(site));
            let why = if sites[site].blocked {
                "the site is blocked"
            } else if held {
                "the site is taken"
            } else {
                "no stone may go there now"
            };
            format!("a legal move: {why}; {hint}")
        } else {
            format!("a site; {hint}")
        };
        NotationError::new(text, expected)
    }

    /// The rest of a position: what differs from the usual.
    fn rest(&self, pos: &Position<W>) -> String {
        let usual = self.description().stones[1];
        let mut rest = String::new();
        if pos.left != usual {
            rest += &format!(" left:{}", pos.left);
        }
        if pos.stage != Stage::Play {
            rest += &format!(" stage:{}", pos.stage.number());
        }
        if pos.taken != [0, 0] {
            rest += &format!(" taken:{}/{}", pos.taken[0], pos.taken[1]);
        }
        if pos.played > 0 {
            rest += &format!(" played:{}", pos.played);
        }
        if pos.passes > 0 {
            rest += &format!(" passed:{}", pos.passes);
        }
        rest
    }

    /// Reads one word of the rest.
    fn read_rest(&self, pos: &mut Position<W>, word: &str) -> Option<()> {
        let (key, value) = word.split_once(':')?;
        let [first, later] = self.description().stones;
        let number = || value.parse::<u16>().ok();
        match key {
            "left" => {
                let left = number()?;
                pos.left =
                    (1..=u16::from(first.max(later))).contains(&left).then_some(left as u8)?;
            }
            "stage" => {
                let stage = *Stage::ALL.get(usize::from(number()?))?;
                let start = self.start().stage;
                let fits = match stage {
                    Stage::Play => true,
                    Stage::First => start == Stage::First && pos.to_move == Player::First,
                    Stage::Reply => start == Stage::First && pos.to_move == Player::Second,
                    Stage::Two(_) | Stage::Last => {
                        start == Stage::Two(0) && pos.to_move == Player::First
                    }
                    Stage::Choice | Stage::More(_) => {
                        start == Stage::Two(0) && pos.to_move == Player::Second
                    }
                };
                pos.stage = fits.then_some(stage)?;
            }
            "taken" => {
                let (first, second) = value.split_once('/')?;
                let capture = self.description().capture.as_ref()?;
                pos.taken = [first.parse().ok()?, second.parse().ok()?];
                if capture.flips {
                    return None;
                }
            }
            "played" => {
                pos.played = number().filter(|&n| n <= self.description().last_counted())?;
            }
            "passed" => pos.passes = number().filter(|&n| n <= 2)? as u8,
            _ => return None,
        }
        Some(())
    }
}

impl<const W: usize> Notation for Described<W> {
    fn write_move(&self, _pos: &Position<W>, mv: Move) -> String {
        match mv.word() {
            Some(word) => Move::WORDS[word].1.into(),
            None => self.description().definition.sites[mv.0 as usize].name.clone(),
        }
    }

    fn read_move(&self, pos: &Position<W>, text: &str) -> Result<Move, NotationError> {
        let name = |mv: Move| match mv.word() {
            Some(word) => Move::WORDS[word].1,
            None => &self.description().definition.sites[mv.0 as usize].name,
        };
        named(self.moves(pos), text, name).ok_or_else(|| self.refuse(pos, text))
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        let held = |site| (0..2).find(|&player: &usize| pos.stones[player].has(site));
        let definition = &self.description().definition;
        write_rows(definition, pos.to_move, |site| Some(STONES[held(site)?])) + &self.rest(pos)
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let definition = &self.description().definition;
        let mut stones = [Bits::EMPTY; 2];
        let example = self.write_position(&self.start());
        let (to_move, words) = read_rows(definition, text, &example, "x, o or .", |site, cell| {
            let player = STONES.iter().position(|&stone| stone == cell);
            player.map(|player| stones[player].insert(site)).is_some()
        })?;
        let wrong = |expected: String| NotationError::new(text, expected);
        let mut frame = Position {
            to_move,
            left: self.description().stones[1],
            stage: Stage::Play,
            ..self.start()
        };
        frame.taken = [0; 2];
        frame.played = 0;
        for word in words {
            if self.read_rest(&mut frame, word).is_none() {
                return Err(wrong(format!("a position: {word} has no meaning here")));
            }
        }
        let pos = self.set_up(stones, frame);
        if self.hangs(&pos) {
            return Err(wrong("a position: a stone hangs in the air".into()));
        }
        Ok(pos)
    }
}

impl<const W: usize> Described<W> {
    /// Is there a stone with nothing below it, where stones fall?
    pub(super) fn hangs(&self, pos: &Position<W>) -> bool {
        let Some(down) = self.description().place.gravity else { return false };
        let held = pos.stones[0] | pos.stones[1];
        held.iter().any(|site| {
            let below = self.description().compass.step(down, site as u16);
            below.is_some_and(|below| {
                self.available.has(below as usize) && !held.has(below as usize)
            })
        })
    }

    /// What the board does not show, in a sentence for each thing.
    pub(super) fn notes(&self, pos: &Position<W>) -> Vec<String> {
        let players = &self.description().definition.players;
        let mut notes = Vec::new();
        if self.reach.iter().any(|reach| reach.captures.iter().any(Option::is_some)) {
            for (player, n) in players.iter().zip(pos.taken) {
                notes.push(format!("{player} has captured {n}."));
            }
        }
        if !matches!(self.turn(pos), Turn::Player(_)) {
            return notes;
        }
        let (name, other) = (&players[pos.to_move.index()], &players[(!pos.to_move).index()]);
        match pos.stage {
            Stage::Two(1) | Stage::More(1) => {
                notes.push(format!("{name} puts a stone of {other}."))
            }
            Stage::Reply => notes.push(format!("{name} may swap sides.")),
            Stage::Choice => {
                notes.push(format!("{name} plays on, swaps sides, or puts two more stones."));
            }
            Stage::Last => notes.push(format!("{name} stays or swaps sides.")),
            _ if pos.left > 1 => notes.push(format!("{} stones to put this turn.", pos.left)),
            _ => {}
        }
        notes
    }
}
