//! Elements of XML as a tree: what is built is well-formed, whatever text went into it.

use std::fmt::{self, Display, Formatter, Write};

use super::site::clean;

/// An element with its attributes and what is inside.
pub(super) struct Element {
    tag: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: String,
    children: Vec<Element>,
}

impl Element {
    pub fn new(tag: &'static str) -> Element {
        Element { tag, attributes: Vec::new(), text: String::new(), children: Vec::new() }
    }

    /// Tags and the names of attributes come from this program, only values may come from outside.
    pub fn with(mut self, name: &'static str, value: impl Display) -> Element {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// With a number, as short as a drawing needs it.
    pub fn at(self, name: &'static str, value: f64) -> Element {
        self.with(name, number(value))
    }

    /// With text inside.
    pub fn text(mut self, text: &str) -> Element {
        self.text.push_str(text);
        self
    }

    /// With another element inside.
    pub fn child(mut self, child: Element) -> Element {
        self.children.push(child);
        self
    }

    /// With other elements inside.
    pub fn children(mut self, children: impl IntoIterator<Item = Element>) -> Element {
        self.children.extend(children);
        self
    }

    fn write(&self, out: &mut Formatter, depth: usize) -> fmt::Result {
        write!(out, "{:indent$}<{}", "", self.tag, indent = 2 * depth)?;
        for (name, value) in &self.attributes {
            write!(out, " {name}=\"{}\"", escape(value))?;
        }
        if self.text.is_empty() && self.children.is_empty() {
            return out.write_str("/>\n");
        }
        write!(out, ">{}", escape(&self.text))?;
        if !self.children.is_empty() {
            out.write_char('\n')?;
            for child in &self.children {
                child.write(out, depth + 1)?;
            }
            write!(out, "{:indent$}", "", indent = 2 * depth)?;
        }
        writeln!(out, "</{}>", self.tag)
    }
}

impl Display for Element {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        self.write(out, 0)
    }
}

/// Text that may stand between tags and between quotes, in SVG and HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Two decimals, and none that say nothing.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}
