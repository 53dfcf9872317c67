//! Parts that all rooms share: bars, dialogs, keys that can be clicked.

use henge::harmless::{harmless_char, is_harmless};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Widget};

use crate::theme::{Theme, tones};

/// A key and what it does, for the footer and for those who click it.
#[derive(Clone, Debug)]
pub struct KeyHint<A> {
    /// What is printed on the key.
    pub key: &'static str,
    /// What it does, in a word or two.
    pub does: String,
    /// The same for the program.
    pub action: A,
}

/// A key for the footer.
pub fn hint<A>(key: &'static str, does: impl Into<String>, action: A) -> KeyHint<A> {
    KeyHint { key, does: does.into(), action }
}

/// Where something can be clicked, and what it means.
pub type Hits<A> = Vec<(Rect, A)>;

/// What is under a pointer; what was drawn last lies on top.
pub fn hit<A: Clone>(hits: &Hits<A>, column: u16, row: u16) -> Option<A> {
    let at = Position::new(column, row);
    hits.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, action)| action.clone())
}

/// Draws the keys of the footer, as many as fit, the first ones first.
pub fn footer<A: Clone>(
    keys: &[KeyHint<A>],
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Hits<A> {
    buffer.set_style(area, theme.bar());
    let mut hits = Vec::new();
    let mut x = area.x + 1;
    for key in keys {
        let (name, does) = (theme.safe(&spelled(key.key, theme)), theme.safe(&key.does));
        let width = (name.chars().count() + does.chars().count() + 1) as u16;
        if x + width > area.right() {
            continue;
        }
        let strong = theme.bar().patch(Style::new().add_modifier(ratatui::style::Modifier::BOLD));
        let strong = if theme.fills() { strong.fg(theme.colour(tones::HALO)) } else { strong };
        buffer.set_string(x, area.y, &name, strong);
        buffer.set_string(x + name.chars().count() as u16 + 1, area.y, &does, theme.bar());
        hits.push((Rect::new(x, area.y, width, 1), key.action.clone()));
        x += width + 2;
    }
    hits
}

/// Text with words for arrows, where there are none.
pub fn spelled(text: &str, theme: Theme) -> String {
    if !theme.ascii {
        return text.into();
    }
    let text = text.replace("← ↑ ↓ →", "arrows").replace("←↑↓→", "arrows");
    let text = text.replace("↑↓", "up/down").replace("←→", "left/right");
    [('←', "left"), ('→', "right"), ('↑', "up"), ('↓', "down"), ('›', ">")]
        .iter()
        .fold(text, |text, (arrow, word)| text.replace(*arrow, word))
}

/// A rectangle of that size in the middle of another one.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    Rect::new(x, y, width, height)
}

/// A frame with a title.
pub fn block(title: &str, theme: Theme) -> Block<'static> {
    let title = Line::from(Span::styled(format!(" {} ", theme.safe(title)), theme.bold()));
    let block = Block::bordered().border_style(theme.ink(tones::LINE)).title(title);
    match theme.ascii {
        true => block.border_set(ASCII_BORDER),
        false => block.border_type(BorderType::Rounded),
    }
}

const ASCII_BORDER: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// An empty dialog over everything else; returns what is inside its frame.
pub fn dialog(title: &str, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    Clear.render(area, buffer);
    if theme.fills() {
        buffer.set_style(area, theme.on(tones::INK, tones::GROUND));
    }
    let frame = block(title, theme).padding(Padding::horizontal(1));
    let inside = frame.inner(area);
    frame.render(area, buffer);
    inside
}

/// Text broken into lines of at most `width` characters, at blanks where there are some.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let mut word = word;
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            while word.chars().count() > width.max(1) {
                let (end, _) = word.char_indices().nth(width.max(1)).unwrap_or((word.len(), ' '));
                lines.push(word[..end].to_string());
                word = &word[end..];
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// The first line of a list to show, so that the chosen one is seen.
pub fn first_shown(chosen: usize, height: usize, n: usize) -> usize {
    if n <= height {
        return 0;
    }
    chosen.saturating_sub(height / 2).min(n - height)
}

/// Text cut to a width, with a sign that it was cut.
pub fn cut(text: &str, width: usize) -> String {
    match text.chars().count() <= width {
        true => text.into(),
        false => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// Writes text that is safe for the terminal, cut to a width.
pub fn put(
    buffer: &mut Buffer,
    (x, y): (u16, u16),
    text: &str,
    width: u16,
    style: Style,
    theme: Theme,
) {
    if width > 0 && buffer.area.contains(Position::new(x, y)) {
        let text = theme.safe(&cut(text, usize::from(width)));
        buffer.set_stringn(x, y, text, usize::from(width), style);
    }
}

/// The last look at a frame before it is sent: whatever text was drawn, the terminal obeys none of it.
pub fn make_harmless(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().chars().all(is_harmless) {
            let shown: String = cell.symbol().chars().take(1).map(harmless_char).collect();
            cell.set_symbol(&shown);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_holds_nothing_that_a_terminal_obeys() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        let theme = Theme { depth: crate::theme::Depth::Sixteen, ascii: false };
        put(&mut buffer, (0, 0), "\x1b]0;x\x07\u{202e}a", 20, Style::new(), theme);
        buffer[(19, 0)].set_symbol("\x1b[2J");
        make_harmless(&mut buffer);
        let text: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(text, "␛]0;x␇\u{fffd}a           ␛");
    }

    #[test]
    fn text_is_broken_at_blanks_and_nowhere_lost() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("", 3), Vec::<String>::new());
    }

    #[test]
    fn the_chosen_line_is_always_shown() {
        for chosen in 0..20 {
            let first = first_shown(chosen, 5, 20);
            assert!((first..first + 5).contains(&chosen) && first + 5 <= 20);
        }
    }
}
