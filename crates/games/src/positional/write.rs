//! A positional game as a TOML file with its useful groups listed: what the 1990 generator programs
//! did for Hex and Go-Moku.

use std::fmt::Write;

use henge_core::depict::{Outline, Point};

use super::classify::classify;
use super::connect::TooManyChains;
use super::definition::{CHAIRS, Definition, Group};

/// Writes the game so that `read_game` reads the same game, its useful groups listed one by one.
pub fn write_game(definition: &Definition) -> Result<String, TooManyChains> {
    let classes = classify(definition)?;
    let mut out = String::new();
    let quoted =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(quote).collect::<Vec<_>>().join(", ");
    line(&mut out, format_args!("name = {}", quote(&definition.title)));
    let players = quoted(&mut definition.players.iter().map(String::as_str));
    line(&mut out, format_args!("players = [{players}]"));
    if let Some([first, second]) = definition.letters {
        let (first, second) = (quote(&first.to_string()), quote(&second.to_string()));
        line(&mut out, format_args!("pieces = [{first}, {second}]"));
    }
    for (key, text) in [("rules", &definition.rules), ("source", &definition.source)] {
        if !text.is_empty() {
            line(&mut out, format_args!("{key} = {}", quote(text)));
        }
    }
    let blocked: Vec<&str> =
        definition.sites.iter().filter(|s| s.blocked).map(|s| s.name.as_str()).collect();
    if !blocked.is_empty() {
        line(&mut out, format_args!("blocked = [{}]", quoted(&mut blocked.into_iter())));
    }
    write_board(&mut out, definition);
    let group = |group: &Group| format!("  [{}],\n", quoted(&mut definition.names(&group.sites)));
    let mut groups = [0, 1].map(|player| classes.to_play(player).map(group).collect::<String>());
    if groups.iter().all(String::is_empty) {
        // Nobody can win. A game without groups cannot be written, so that the useless ones are.
        groups = classes.groups.each_ref().map(|all| all.iter().map(|(g, _)| group(g)).collect());
    }
    if groups[0] == groups[1] {
        line(&mut out, format_args!("\n[[win]]\ngroups = [\n{}]", groups[0]));
    } else {
        for (groups, player) in groups.iter().zip(CHAIRS).filter(|(groups, _)| !groups.is_empty()) {
            line(&mut out, format_args!("\n[[win]]\nfor = \"{player}\"\ngroups = [\n{groups}]"));
        }
    }
    Ok(out)
}

fn write_board(out: &mut String, definition: &Definition) {
    line(out, format_args!("\n[board]"));
    let outline = match definition.sites[0].outline {
        Outline::Square => "square",
        Outline::Hexagon => "hexagon",
        Outline::Dot => "dot",
        Outline::Circle | Outline::Polygon(_) => "circle",
    };
    line(out, format_args!("outline = \"{outline}\""));
    line(out, format_args!("sites = ["));
    for site in &definition.sites {
        line(out, format_args!("  {{ name = {}, at = {} }},", quote(&site.name), place(site.at)));
    }
    line(out, format_args!("]"));
    if definition.draw_edges && !definition.edges.is_empty() {
        let edge = |&(a, b): &(u16, u16)| {
            let [a, b] = [a, b].map(|site| quote(&definition.sites[site as usize].name));
            format!("[{a}, {b}]")
        };
        let edges: Vec<String> = definition.edges.iter().map(edge).collect();
        line(out, format_args!("edges = [\n  {}\n]", edges.join(",\n  ")));
    }
    if !definition.labels.is_empty() {
        line(out, format_args!("labels = ["));
        for label in &definition.labels {
            line(
                out,
                format_args!("  {{ text = {}, at = {} }},", quote(&label.text), place(label.at)),
            );
        }
        line(out, format_args!("]"));
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes any text");
}

fn place(point: Point) -> String {
    format!("[{}, {}]", point.x, point.y)
}

/// A basic string of TOML.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                write!(out, "\\u{:04X}", c as u32).expect("a string takes any text");
            }
            c => out.push(c),
        }
    }
    out + "\""
}
