//! The few characters that show one site.

use crate::depict::{Outline, Site};

use super::canvas::Ink;
use super::layout::Form;
use super::lines::Spot;
use super::site::{SiteView, clean_char};
use super::text::{Charset, HINT, NOTE, Pen, ink_of, shown};

/// The characters of one site.
pub(super) struct Content {
    pub chars: Vec<(char, Ink)>,
    /// How many of them stand to the left of the site's own column.
    pub before: i32,
}

impl Pen<'_> {
    /// The pieces or, on a vacant site, what else there is to see; and how the marks make it look.
    pub fn content(&self, site: &Site, spot: Spot, view: &SiteView) -> Content {
        let mut content = self.pieces(view);
        if content.chars.is_empty() {
            content = self.vacant(site, spot, view);
        }
        for (_, ink) in &mut content.chars {
            ink.bold |= view.last.is_some() || view.winning.is_some();
            ink.dim &= !ink.bold;
            ink.underline |= view.last.is_some();
            ink.inverse |= view.winning.is_some();
        }
        content
    }

    /// All pieces of the site, each with its number, as far as there is room.
    fn pieces(&self, view: &SiteView) -> Content {
        // Without room to spare a number may touch the neighbour, but not hide it.
        let most = self.layout.room.max(usize::min(2, self.layout.step as usize));
        let mut chars = Vec::new();
        for (_, kind, count) in &view.pieces {
            let mut ink = ink_of(kind.owner);
            ink.underline = view.target.is_some();
            let left = most.saturating_sub(chars.len() + 1);
            let ascii = clean_char(kind.ascii);
            let ascii = if ascii.is_ascii() { ascii } else { '?' };
            chars.push((self.pick(clean_char(kind.glyph), ascii), ink));
            if *count > 1 {
                let number = count.to_string();
                let number = if number.len() > left { "+" } else { number.as_str() };
                chars.extend(number.chars().map(|digit| (digit, ink)));
            }
        }
        chars.truncate(most);
        let mut before = i32::from(chars.len() >= 3);
        if let Some((n @ 1..=9, _)) = view.best
            && (1..=2).contains(&chars.len())
            && most >= 3
        {
            chars.insert(0, (char::from(b'0' + n), Ink { bold: true, ..Ink::coloured(HINT) }));
            before = 1;
        }
        Content { chars, before }
    }

    /// What a site without a piece shows: the most telling mark, or what the place looks like.
    fn vacant(&self, site: &Site, spot: Spot, view: &SiteView) -> Content {
        let room = self.layout.room;
        let all = |text: &[char], ink: Ink| {
            let before = match text.len() {
                0..=2 => 0,
                n => (n / 2) as i32,
            };
            Content { chars: text.iter().map(|&c| (c, ink)).collect(), before }
        };
        if let Some((n, _)) = view.best {
            let number: Vec<char> = n.to_string().chars().collect();
            let ink = Ink { bold: true, ..Ink::coloured(HINT) };
            return if number.len() > room { all(&['*'], ink) } else { all(&number, ink) };
        }
        let note = shown(view.note.unwrap_or_default(), self.style.charset);
        // Half a name would be the name of another place.
        let half = view.note == Some(site.name.as_str()) && note.len() > room.min(3);
        if !note.is_empty() && !half {
            let end = note.len().min(room).min(3);
            return all(&note[..end], Ink::coloured(NOTE));
        }
        if view.target.is_some() {
            // A plus would be lost among crossings.
            let crossing = site.outline == Outline::Dot && self.canvas.has_line(spot);
            let glyph = if crossing { self.pick('×', '+') } else { '+' };
            return all(&[glyph], Ink::coloured(HINT));
        }
        let ruled = self.layout.form == Form::Ruled && site.outline == Outline::Square;
        if site.tint == 2 {
            let block = [self.pick('▒', '#'); 3];
            return all(&block[..if ruled { 3 } else { 1 }], Ink::FAINT);
        }
        let marked = view.last.is_some() || view.winning.is_some();
        let nothing = match site.outline {
            Outline::Square if ruled => site.tint == 0,
            Outline::Dot => self.style.charset == Charset::Unicode && self.canvas.has_line(spot),
            _ => false,
        };
        if nothing && !marked {
            return all(&[], Ink::default());
        }
        let name = shown(&site.name, self.style.charset);
        let named = site.outline == Outline::Circle && self.board.labels.is_empty();
        if named && (1..=room).contains(&name.len()) {
            return all(&name, Ink::FAINT);
        }
        all(&[self.pick('·', '.')], Ink::FAINT)
    }
}
