//! Two renderers that know no game: characters for a terminal, and SVG for everything else. Both
//! read a [`Board`](crate::Board) and a [`Scene`](crate::Scene) and return a string.
//!
//! A board may come from a file that somebody else wrote. Whatever is in it, the renderers return:
//! places that cannot be drawn are left out, and text loses the characters that would do harm.

mod canvas;
mod content;
mod figure;
mod layout;
mod lines;
mod plot;
mod plot_text;
mod site;
mod svg;
mod text;
mod theme;
mod xml;

#[cfg(test)]
mod tests;

pub use lines::{Lines, Spot};
pub use plot::{Curve, Intervals, Plot};
pub use site::{SiteView, views};
pub use svg::{SvgStyle, svg};
pub use text::{Charset, Colour, TextStyle, text};
pub use theme::Theme;
pub use xml::escape;
