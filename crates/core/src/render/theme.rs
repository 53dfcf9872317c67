//! The colours of drawings in SVG.

/// Whether a drawing is made for a light or a dark page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark lines on a light ground.
    Light,
    /// Light lines on a dark ground.
    Dark,
    /// What the reader prefers, as the browser knows it; light where nobody knows.
    #[default]
    Auto,
}

/// One colour for each role.
struct Palette {
    ground: &'static str,
    ink: &'static str,
    faint: &'static str,
    cell: &'static str,
    shade: &'static str,
    block: &'static str,
    line: &'static str,
    first: [&'static str; 2],
    second: [&'static str; 2],
    nobody: [&'static str; 2],
    black: [&'static str; 2],
    white: [&'static str; 2],
    red: [&'static str; 2],
    yellow: [&'static str; 2],
    on_piece: &'static str,
    hint: &'static str,
    halo: &'static str,
}

/// Vermilion and blue after Okabe and Ito, "Color Universal Design" (2008): told apart by
/// practically every eye. Fill and stroke.
const LIGHT: Palette = Palette {
    ground: "#fdfcfa",
    ink: "#2b2a28",
    faint: "#6b6862",
    cell: "#f1ede4",
    shade: "#d9d2c3",
    block: "#8b857a",
    line: "#9d968a",
    first: ["#d55e00", "#6e3000"],
    second: ["#0072b2", "#00344f"],
    nobody: ["#77736c", "#3a3835"],
    black: ["#2b2a28", "#000000"],
    white: ["#ffffff", "#4a4843"],
    red: ["#c1272d", "#5c0f12"],
    yellow: ["#f2c12e", "#6b5200"],
    on_piece: "#ffffff",
    hint: "#00805d",
    halo: "#e0a100",
};

const DARK: Palette = Palette {
    ground: "#17191c",
    ink: "#e8e6e1",
    faint: "#a19e97",
    cell: "#2c3035",
    shade: "#212429",
    block: "#5e636b",
    line: "#636972",
    first: ["#ef7d2d", "#ffc9a1"],
    second: ["#3a9bdc", "#bfe3fb"],
    nobody: ["#8d8a84", "#d0cdc6"],
    black: ["#08090a", "#8d8a84"],
    white: ["#f4f2ed", "#8d8a84"],
    red: ["#e5484d", "#ffc2c4"],
    yellow: ["#f5cc4a", "#fff0c2"],
    on_piece: "#0d0f11",
    hint: "#2fbf95",
    halo: "#f0e442",
};

impl Theme {
    /// The class of the whole drawing. Two drawings on one page may have two themes.
    pub(super) fn class(self) -> &'static str {
        match self {
            Theme::Light => "henge henge-light",
            Theme::Dark => "henge henge-dark",
            Theme::Auto => "henge henge-auto",
        }
    }

    /// The style sheet. It names colours instead of using variables, since many programs that show
    /// SVG outside of browsers know no variables.
    pub(super) fn sheet(self) -> String {
        match self {
            Theme::Light => SHAPES.to_string() + &LIGHT.rules("henge-light"),
            Theme::Dark => SHAPES.to_string() + &DARK.rules("henge-dark"),
            Theme::Auto => format!(
                "{SHAPES}{} @media (prefers-color-scheme: dark) {{{} }}",
                LIGHT.rules("henge-auto"),
                DARK.rules("henge-auto")
            ),
        }
    }
}

/// What does not depend on colours.
const SHAPES: &str = ".henge text { font-family: system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; \
     text-anchor: middle } .henge .strong { font-weight: bold } .henge .begin { text-anchor: start } \
     .henge .open { fill: none } .henge .hit { fill: none; stroke: none; pointer-events: all } \
     .henge line, .henge polyline { fill: none; stroke-linecap: round; stroke-linejoin: round }";

impl Palette {
    fn rules(&self, class: &str) -> String {
        let rules = [
            (".ground", format!("fill: {}", self.ground)),
            (".ink", format!("fill: {}", self.ink)),
            (".faint", format!("fill: {}", self.faint)),
            (".cell", format!("fill: {}; stroke: {}", self.cell, self.line)),
            (".shade", format!("fill: {}; stroke: {}", self.shade, self.line)),
            (".block", format!("fill: {}; stroke: {}", self.block, self.line)),
            (".panel", format!("fill: {}", self.cell)),
            (".edge", format!("stroke: {}", self.line)),
            (".dot", format!("fill: {}", self.line)),
            (".first", format!("fill: {}; stroke: {}", self.first[0], self.first[1])),
            (".second", format!("fill: {}; stroke: {}", self.second[0], self.second[1])),
            (".nobody", format!("fill: {}; stroke: {}", self.nobody[0], self.nobody[1])),
            (".black", format!("fill: {}; stroke: {}", self.black[0], self.black[1])),
            (".white", format!("fill: {}; stroke: {}", self.white[0], self.white[1])),
            (".red", format!("fill: {}; stroke: {}", self.red[0], self.red[1])),
            (".yellow", format!("fill: {}; stroke: {}", self.yellow[0], self.yellow[1])),
            (".red-ink", format!("fill: {}", self.red[0])),
            (".yellow-ink", format!("fill: {}", self.faint)),
            (".black-ink", format!("fill: {}", self.ink)),
            (".white-ink", format!("fill: {}", self.faint)),
            (".first-ink", format!("fill: {}", self.first[0])),
            (".second-ink", format!("fill: {}", self.second[0])),
            (".nobody-ink", format!("fill: {}", self.nobody[0])),
            (".first-rim", format!("stroke: {}", self.first[0])),
            (".second-rim", format!("stroke: {}", self.second[0])),
            (
                ".on-piece, .on-first, .on-second, .on-nobody, .on-red",
                format!("fill: {}", self.on_piece),
            ),
            (".on-black", format!("fill: {}", self.white[0])),
            (".on-white, .on-yellow", format!("fill: {}", self.black[0])),
            (".ring", format!("stroke: {}", self.on_piece)),
            (".last", format!("stroke: {}", self.ink)),
            (".hint", format!("fill: {}", self.hint)),
            (".hint-ring", format!("stroke: {}", self.hint)),
            (".halo", format!("stroke: {}", self.halo)),
            (".die", format!("fill: {}; stroke: {}", self.ground, self.ink)),
        ];
        let rule = |(parts, rule): &(&str, String)| {
            let parts: Vec<String> =
                parts.split(", ").map(|part| format!(".{class} {part}")).collect();
            format!(" {} {{ {rule} }}", parts.join(", "))
        };
        rules.iter().map(rule).collect()
    }
}
