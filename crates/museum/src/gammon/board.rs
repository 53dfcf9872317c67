//! The board as the original printed it: one row of points, White's bearing off at its right end.

use henge_games::backgammon::{BAR, Men};

use super::game::Colour;

/// Draws the men; `men` is as White sees them. White's are O, Black's X, and what goes beyond two men
/// on a point is a number above it. The numbers below are those of the side on roll.
pub fn draw(white: &Men, on_roll: Colour) -> String {
    let [mut rows, mut names] = [vec![String::new(); 3], vec![String::new()]];
    for point in (1..BAR).rev() {
        let edge = if point % 6 == 0 { "|" } else { " " };
        let theirs = white.theirs[BAR - point];
        let (men, letter) = match white.mine[point] {
            0 => (theirs, 'X'),
            mine => (mine, 'O'),
        };
        let more = match men {
            0..=2 => " ".into(),
            men => (men - 2).to_string(),
        };
        let cells = [
            more,
            if men > 1 { letter.into() } else { ' '.into() },
            if men > 0 { letter.into() } else { '.'.into() },
        ];
        for (i, (row, cell)) in rows.iter_mut().zip(cells).enumerate() {
            let before = if i == 2 { edge } else { " " };
            *row += &format!("{before}{cell:<2}");
        }
        let own = if on_roll == Colour::White { point } else { BAR - point };
        let name = if point % 6 <= 1 { own.to_string() } else { String::new() };
        names[0] += &format!(" {name:<2}");
    }
    rows[2] += "|";
    let [mine, theirs] = [white.mine[BAR], white.theirs[BAR]];
    if mine + theirs > 0 {
        rows[1] += &format!("   bar: W {mine} B {theirs}");
    }
    let lines = rows.into_iter().chain(names).map(|row| format!("  {}", row.trim_end()));
    lines.filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_looks_as_in_the_document() {
        let drawn = draw(&Men::start(), Colour::White);
        let expected = "  \
                     3     1           3  3           1     3
   O              X     X           O  X           O     O              X
  |O  .  .  .  .  X |.  X  .  .  .  O |X  .  .  .  O  . |O  .  .  .  .  X |";
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 4, "{drawn}");
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (line, expected) in lines.iter().zip(expected.lines()) {
            assert_eq!(squeeze(line), squeeze(expected), "{drawn}");
        }
        assert_eq!(squeeze(lines[3]), "24 19 18 13 12 7 6 1");
        let black = draw(&Men::start(), Colour::Black);
        assert_eq!(squeeze(black.lines().last().unwrap()), "1 6 7 12 13 18 19 24");
    }
}
