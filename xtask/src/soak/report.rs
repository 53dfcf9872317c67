//! The table at the end.

use super::subject::Tally;

/// A subject and its counts.
pub struct Row {
    /// What was done.
    pub about: &'static str,
    /// What came of it.
    pub tally: Tally,
}

const HEAD: [&str; 4] = ["test", "faults injected", "survived", "lost"];

/// The table for a terminal, or for a document.
pub fn table(rows: &[Row], markdown: bool) -> String {
    let cells: Vec<[String; 4]> =
        [HEAD.map(String::from)].into_iter().chain(rows.iter().map(cells)).collect();
    if markdown {
        let mut lines: Vec<String> =
            cells.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        lines.insert(1, "|---|---|---|---|".into());
        return lines.join("\n");
    }
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..4).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &[String; 4]| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    cells.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn cells(row: &Row) -> [String; 4] {
    let Row { about, tally } = row;
    let notes = tally.notes.iter().map(|(name, n)| format!("{} {name}", thousands(*n)));
    let notes = notes.collect::<Vec<_>>().join(", ");
    let faults = match notes.is_empty() {
        true => thousands(tally.faults),
        false => format!("{} ({notes})", thousands(tally.faults)),
    };
    let lost = thousands(tally.lost.len() as u64);
    [about.to_string(), faults, thousands(tally.survived()), lost]
}

/// With commas.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let mut tally = Tally { faults: 1_234_567, ..Tally::default() };
        tally.notes.insert("acknowledged moves", 20);
        tally.lost.push("a move".into());
        vec![Row { about: "play", tally }, Row { about: "a longer one", tally: Tally::default() }]
    }

    #[test]
    fn columns_stand_below_each_other() {
        let expected = "\
test          faults injected                    survived   lost
play          1,234,567 (20 acknowledged moves)  1,234,566  1
a longer one  0                                  0          0";
        assert_eq!(table(&rows(), false), expected);
    }

    #[test]
    fn documents_get_bars() {
        let text = table(&rows(), true);
        assert!(text.starts_with("| test | faults injected | survived | lost |\n|---|"), "{text}");
        assert!(text.ends_with("\n| a longer one | 0 | 0 | 0 |"), "{text}");
    }
}
