//! The little Markdown that people write in experiments, as HTML: paragraphs, lists, code, emphasis and
//! links. What is none of these stays as it is.

use std::fmt::Write;

use henge::render::escape;

/// A text of several blocks, with blank lines between them.
pub(crate) fn to_html(text: &str) -> String {
    let mut html = String::new();
    // Code keeps its blank lines.
    let mut rest = text.trim();
    while let Some((before, code)) = rest.split_once("```") {
        blocks(&mut html, before);
        // The word behind the first fence names the language.
        let code = code.split_once('\n').map_or(code, |(_, code)| code);
        let (code, behind) = code.split_once("```").unwrap_or((code, ""));
        html += &crate::html::preformatted(code);
        rest = behind;
    }
    blocks(&mut html, rest);
    html
}

fn blocks(html: &mut String, text: &str) {
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        match block.strip_prefix("- ") {
            Some(list) => {
                let items = list.split("\n- ").map(|item| format!("<li>{}</li>\n", inline(item)));
                _ = write!(html, "<ul>\n{}</ul>\n", items.collect::<String>());
            }
            None => _ = writeln!(html, "<p>{}</p>", inline(block)),
        }
    }
}

/// What stands within a block. Marks that are not closed are letters like others.
fn inline(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut html, mut rest) = (String::new(), &text[..]);
    while let Some(at) = rest.find(['`', '*', '[']) {
        html += &escape(&rest[..at]);
        rest = &rest[at..];
        let found = code(rest).or_else(|| emphasis(rest)).or_else(|| link(rest));
        let (piece, length) = found.unwrap_or_else(|| (escape(&rest[..1]), 1));
        html += &piece;
        rest = &rest[length..];
    }
    html + &escape(rest)
}

/// What stands between two marks, and how long it is with them.
fn between<'a>(text: &'a str, mark: &str) -> Option<(&'a str, usize)> {
    let inner = text.strip_prefix(mark)?;
    let end = inner.find(mark)?;
    let inner = &inner[..end];
    // A star with a blank behind it is one for multiplication.
    let is_marked = !inner.is_empty() && inner.trim() == inner;
    is_marked.then_some((inner, end + 2 * mark.len()))
}

fn code(text: &str) -> Option<(String, usize)> {
    let (inner, length) = between(text, "`")?;
    Some((format!("<code>{}</code>", escape(inner)), length))
}

fn emphasis(text: &str) -> Option<(String, usize)> {
    let strong = between(text, "**").map(|found| ("strong", found));
    let (tag, (inner, length)) = strong.or_else(|| Some(("em", between(text, "*")?)))?;
    Some((format!("<{tag}>{}</{tag}>", inline(inner)), length))
}

/// A link to a page or to a file beside the report; none that runs something.
fn link(text: &str) -> Option<(String, usize)> {
    let (words, behind) = text.strip_prefix('[')?.split_once("](")?;
    let (place, _) = behind.split_once(')')?;
    let is_page = ["https://", "http://"].iter().any(|scheme| place.starts_with(scheme));
    if !is_page && place.contains(':') || words.contains(['[', ']']) {
        return None;
    }
    let length = words.len() + place.len() + "[]()".len();
    Some((format!("<a href=\"{}\">{}</a>", escape(place), inline(words)), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_elements() {
        assert_eq!(
            to_html("Judge by *threats*, **not** by\n`2 < 3`.\n\nSee [the book](engines.md)."),
            "<p>Judge by <em>threats</em>, <strong>not</strong> by <code>2 &lt; 3</code>.</p>\n\
             <p>See <a href=\"engines.md\">the book</a>.</p>\n"
        );
        assert_eq!(
            to_html("- one\n- two\n  and more"),
            "<ul>\n<li>one</li>\n<li>two and more</li>\n</ul>\n"
        );
        assert_eq!(to_html("```text\na\n\n*b*\n```\nc"), "<pre>a\n\n*b*</pre>\n<p>c</p>\n");
    }

    #[test]
    fn what_is_no_mark_is_text() {
        assert_eq!(to_html("2 * 3 * 4 <b>"), "<p>2 * 3 * 4 &lt;b&gt;</p>\n");
        assert_eq!(to_html("a ` b [c] ** d"), "<p>a ` b [c] ** d</p>\n");
        let bad = "[run](javascript:alert(1))";
        assert_eq!(to_html(bad), format!("<p>{bad}</p>\n"));
        assert_eq!(to_html(""), "");
    }
}
