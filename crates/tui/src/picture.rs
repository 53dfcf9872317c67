//! A screen as an SVG picture, for the book.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// The size of a character.
const CELL: (u16, u16) = (9, 19);
const GROUND: &str = "#17191c";
const INK: &str = "#e8e6e1";

fn hex(colour: Color, other: &str) -> String {
    match colour {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => other.into(),
    }
}

/// The parts of a cell that a block character fills, in halves of its width and height from the left top.
fn block(symbol: &str) -> Option<&'static [(u16, u16, u16, u16)]> {
    Some(match symbol {
        "█" => &[(0, 0, 2, 2)],
        "▀" => &[(0, 0, 2, 1)],
        "▄" => &[(0, 1, 2, 1)],
        "▌" => &[(0, 0, 1, 2)],
        "▐" => &[(1, 0, 1, 2)],
        "▖" => &[(0, 1, 1, 1)],
        "▗" => &[(1, 1, 1, 1)],
        "▘" => &[(0, 0, 1, 1)],
        "▝" => &[(1, 0, 1, 1)],
        "▙" => &[(0, 0, 1, 2), (1, 1, 1, 1)],
        "▟" => &[(1, 0, 1, 2), (0, 1, 1, 1)],
        "▛" => &[(0, 0, 2, 1), (0, 1, 1, 1)],
        "▜" => &[(0, 0, 2, 1), (1, 1, 1, 1)],
        _ => return None,
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The screen as a picture with this title.
pub fn svg(buffer: &Buffer, title: &str) -> String {
    let (w, h) = (buffer.area.width * CELL.0, buffer.area.height * CELL.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         role=\"img\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <title>{}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"{GROUND}\"/>\n",
        escaped(title)
    );
    let rect = |text: &mut String, (x, y, w, h): (f32, f32, f32, f32), fill: &str| {
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>"
        );
    };
    let mut letters = String::new();
    for y in 0..buffer.area.height {
        // Cells of one ground side by side are one rectangle.
        let mut x = 0;
        while x < buffer.area.width {
            let ground = hex(buffer[(x, y)].bg, GROUND);
            let same =
                (x..buffer.area.width).take_while(|&x| hex(buffer[(x, y)].bg, GROUND) == ground);
            let n = same.count() as u16;
            if ground != GROUND {
                let (left, top) = (f32::from(x * CELL.0), f32::from(y * CELL.1));
                rect(&mut text, (left, top, f32::from(n * CELL.0), f32::from(CELL.1)), &ground);
            }
            x += n;
        }
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let (left, top) = (f32::from(x * CELL.0), f32::from(y * CELL.1));
            let ink = hex(cell.fg, INK);
            let (half_w, half_h) = (f32::from(CELL.0) / 2.0, f32::from(CELL.1) / 2.0);
            if let Some(parts) = block(cell.symbol()) {
                for &(px, py, pw, ph) in parts {
                    let at = (left + f32::from(px) * half_w, top + f32::from(py) * half_h);
                    let size = (f32::from(pw) * half_w, f32::from(ph) * half_h);
                    rect(&mut text, (at.0, at.1, size.0, size.1), &ink);
                }
            } else if cell.symbol() != " " {
                let bold = if cell.modifier.contains(Modifier::BOLD) {
                    " font-weight=\"bold\""
                } else {
                    ""
                };
                let _ = writeln!(
                    letters,
                    "<text x=\"{left}\" y=\"{}\" fill=\"{ink}\"{bold}>{}</text>",
                    top + 14.0,
                    escaped(cell.symbol())
                );
            }
        }
    }
    text + &letters + "</svg>\n"
}
