//! A move is the sites it begins and ends on, `a2-a3`, with `x` where it takes something, `c3xe5`; from the hand
//! it is a site. Where that does not tell moves apart, the pieces that come off follow: `d6-d5:a1`. A position is
//! its rows as in positional games, other kinds by their signs, and whose turn it is, followed by what the
//! board does not show.

use henge_core::spec::nearest;
use henge_core::{Bits, Game, Notation, NotationError};

use super::position::{Move, Position};
use super::rules::Moving;
use crate::positional::{STONES, read_rows, write_rows};

impl<const W: usize> Moving<W> {
    /// Is the move known only by what it takes?
    pub(super) fn is_told_apart(&self, pos: &Position<W>, mv: Move<W>) -> bool {
        if mv.taken().is_empty() {
            return false;
        }
        if self.mills.is_some() {
            return true;
        }
        let alike = |other: &Move<W>| other.from() == mv.from() && other.to() == mv.to();
        self.moves(pos).filter(alike).nth(1).is_some()
    }

    fn site_name(&self, site: usize) -> &str {
        &self.description().definition.sites[site].name
    }

    /// The letter of what stands on a site.
    fn sign(&self, pos: &Position<W>, site: usize) -> Option<char> {
        let p = (0..2).find(|&p: &usize| pos.stones[p].has(site))?;
        let kind = pos.kind(site);
        let sign = self.description().pieces[kind].sign.filter(|_| kind != self.plain[p]);
        Some(match sign {
            Some(sign) if p == 0 => sign.to_ascii_uppercase(),
            Some(sign) => sign,
            None => STONES[p],
        })
    }

    /// Whose piece of which kind a letter is.
    fn signed(&self, sign: char) -> Option<(usize, usize)> {
        if let Some(p) = STONES.iter().position(|&stone| stone == sign) {
            return Some((p, self.plain[p]));
        }
        let p = usize::from(sign.is_ascii_lowercase());
        let pieces = &self.description().pieces;
        let is = |&kind: &usize| {
            pieces[kind].sign == Some(sign.to_ascii_lowercase())
                && pieces[kind].players[p]
                && kind != self.plain[p]
        };
        (0..pieces.len()).find(is).map(|kind| (p, kind))
    }

    fn read_rest(&self, pos: &mut Position<W>, word: &str) -> Option<()> {
        let (key, value) = word.split_once(':')?;
        let description = self.description();
        let two = || {
            let (first, second) = value.split_once('/')?;
            Some([first.parse::<u16>().ok()?, second.parse::<u16>().ok()?])
        };
        match key {
            "hand" => {
                for (p, n) in two()?.into_iter().enumerate() {
                    pos.hand[p] = u8::try_from(n).ok().filter(|&n| n <= description.hand[p])?;
                }
            }
            "taken" => pos.taken = two()?,
            "played" => {
                let most = description.limit?;
                pos.played = value.parse().ok().filter(|&n| n <= most)?;
            }
            "idle" => {
                let most = description.idle?;
                pos.idle = value.parse().ok().filter(|&n| n <= most)?;
            }
            "passed" => pos.passes = value.parse().ok().filter(|&n| n <= 2)?,
            _ => return None,
        }
        Some(())
    }
}

impl<const W: usize> Notation for Moving<W> {
    fn write_move(&self, pos: &Position<W>, mv: Move<W>) -> String {
        if mv == Move::PASS {
            return "pass".into();
        }
        let mut text = String::new();
        let to = mv.to();
        if let Some(from) = mv.from() {
            text += self.site_name(from);
            let takes = pos.stones[1 - pos.to_move.index()].has(to)
                || (self.mills.is_none() && !mv.taken().is_empty());
            text.push(if takes { 'x' } else { '-' });
        }
        text += self.site_name(to);
        if self.is_told_apart(pos, mv) {
            for site in mv.taken().iter() {
                text.push(':');
                text += self.site_name(site);
            }
        }
        text
    }

    fn read_move(&self, pos: &Position<W>, text: &str) -> Result<Move<W>, NotationError> {
        let legal: Vec<(Move<W>, String)> =
            self.moves(pos).map(|mv| (mv, self.write_move(pos, mv))).collect();
        if let Some((mv, _)) = legal.iter().find(|(_, known)| known == text) {
            return Ok(*mv);
        }
        let mut loose = legal.iter().filter(|(_, known)| known.eq_ignore_ascii_case(text));
        if let (Some((mv, _)), None) = (loose.next(), loose.next()) {
            return Ok(*mv);
        }
        // A way by its first and its last site, if there is only one.
        let ends = |mv: &Move<W>| Some((self.site_name(mv.from()?), self.site_name(mv.to())));
        let mut parts = text.split(['-', 'x']);
        let way = parts.next().zip(parts.next_back());
        let mut between = legal.iter().filter(|(mv, _)| *mv != Move::PASS && ends(mv) == way);
        if let (true, Some((mv, _)), None) = (way.is_some(), between.next(), between.next()) {
            return Ok(*mv);
        }
        let near = nearest(text, legal.iter().map(|(_, text)| text.as_str()));
        let hint = match (near, legal.as_slice()) {
            (_, []) => "the game is over".into(),
            (Some(near), _) => format!("did you mean {near}?"),
            (None, [(_, only)]) => format!("{only} is the only one"),
            (None, [(_, first), .., (_, last)]) => format!("there are {first} to {last}"),
        };
        let must = self.compulsory
            && legal.iter().any(|(mv, _)| {
                !mv.taken().is_empty() || pos.stones[1 - pos.to_move.index()].has(mv.to())
            });
        let must = if must { "a piece has to be taken; " } else { "" };
        Err(NotationError::new(text, format!("a legal move: {must}{hint}")))
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        let definition = &self.description().definition;
        let mut text = write_rows(definition, pos.to_move, |site| self.sign(pos, site));
        if pos.hand != [0, 0] {
            text += &format!(" hand:{}/{}", pos.hand[0], pos.hand[1]);
        }
        if pos.taken != [0, 0] {
            text += &format!(" taken:{}/{}", pos.taken[0], pos.taken[1]);
        }
        for (key, n) in [("played", pos.played), ("idle", pos.idle), ("passed", pos.passes.into())]
        {
            if n > 0 {
                text += &format!(" {key}:{n}");
            }
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let mut pos = Position {
            stones: [Bits::EMPTY; 2],
            planes: [Bits::EMPTY; 3],
            taken: [0; 2],
            hand: [0; 2],
            ..self.start()
        };
        let definition = &self.description().definition;
        let example = self.write_position(&self.start());
        let (to_move, words) =
            read_rows(definition, text, &example, &self.signs(), |site, cell| {
                let Some((p, kind)) = self.signed(cell) else { return false };
                pos.stones[p].insert(site);
                self.set_kind(&mut pos, site, kind);
                true
            })?;
        pos.to_move = to_move;
        let wrong = |expected: String| NotationError::new(text, expected);
        for word in words {
            if self.read_rest(&mut pos, word).is_none() {
                return Err(wrong(format!("a position: {word} has no meaning here")));
            }
        }
        Ok(self.set_up(pos))
    }
}

impl<const W: usize> Moving<W> {
    /// The letters of a position: `x, o, K, k or .`.
    fn signs(&self) -> String {
        let mut signs = vec!["x".to_string(), "o".to_string()];
        for (kind, piece) in self.description().pieces.iter().enumerate() {
            let Some(sign) = piece.sign else { continue };
            for (p, sign) in [sign.to_ascii_uppercase(), sign].into_iter().enumerate() {
                if piece.players[p] && kind != self.plain[p] {
                    signs.push(sign.to_string());
                }
            }
        }
        format!("{} or .", signs.join(", "))
    }
}
