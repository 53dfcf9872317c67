//! The page that `?` opens.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use crate::theme::{Theme, tones};
use crate::ui::{self, spelled};

/// Sections of keys and what they do; `scrolled` is cut to what there is.
pub fn draw(
    sections: &[(String, Vec<(String, String)>)],
    scrolled: &mut usize,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let area = ui::centred(area, 76, area.height);
    let inside = ui::dialog("Help", theme, area, buffer);
    let mut lines = Vec::new();
    let wide = 18;
    for (heading, rows) in sections {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::from(Span::styled(theme.safe(heading), theme.bold())));
        for (key, does) in rows {
            let text = ui::wrapped(does, usize::from(inside.width) - wide - 1);
            for (i, part) in text.iter().enumerate() {
                let key = if i == 0 { theme.safe(&spelled(key, theme)) } else { String::new() };
                lines.push(Line::from(vec![
                    Span::styled(format!("{key:<wide$} "), theme.ink(tones::HINT)),
                    Span::styled(theme.safe(part), theme.text()),
                ]));
            }
        }
    }
    let most = lines.len().saturating_sub(usize::from(inside.height));
    *scrolled = (*scrolled).min(most);
    let more = match (*scrolled > 0, *scrolled < most) {
        (false, false) => " any key closes ",
        (_, true) => " ↓ more, any other key closes ",
        (true, false) => " ↑ back, any other key closes ",
    };
    let more = theme.safe(&spelled(more, theme));
    let width = more.chars().count() as u16;
    buffer.set_string(area.right() - width - 2, area.bottom() - 1, more, theme.faint());
    Paragraph::new(lines).scroll((*scrolled as u16, 0)).render(inside, buffer);
}
