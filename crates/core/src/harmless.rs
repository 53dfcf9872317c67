//! Text from files and from strangers, made harmless for those who read it on a terminal.
//!
//! A terminal obeys control characters: they move the cursor, change the title, write the clipboard.
//! Characters that change the direction of what follows, or that take no room, make text look like
//! something else. Each of them is shown as a stand-in of one column.

use std::borrow::Cow;

/// Does the character show itself, and change nothing else? White space does, control characters do
/// not, and neither do those that are invisible or change the direction of others.
pub fn is_harmless(c: char) -> bool {
    let invisible = matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    !c.is_control() && !invisible
}

/// The character, or what is shown in its place: `␛` for the escape character, `�` for what has no
/// picture of its own.
pub fn harmless_char(c: char) -> char {
    match c {
        c if is_harmless(c) => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// Text of several lines that is safe to show: all but its characters, line breaks and tabs is
/// replaced.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let shown = |c: char| if matches!(c, '\n' | '\t') { c } else { harmless_char(c) };
    match text.chars().all(|c| shown(c) == c) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().map(shown).collect()),
    }
}

/// The same for text that is to stay on one line.
pub fn harmless_line(text: &str) -> Cow<'_, str> {
    match text.chars().all(is_harmless) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().map(harmless_char).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        assert_eq!(harmless("\x1b[2J\x1b]52;c;eA==\x07"), "␛[2J␛]52;c;eA==␇");
        assert_eq!(harmless("a\rb\u{9b}31m\u{7f}"), "a␍b\u{fffd}31m␡");
        assert_eq!(harmless("one\n\ttwo"), "one\n\ttwo");
        assert_eq!(harmless_line("one\ntwo"), "one␊two");
    }

    #[test]
    fn what_hides_or_turns_text_is_shown() {
        let all = ('\u{202a}'..='\u{202e}')
            .chain('\u{2066}'..='\u{2069}')
            .chain(['\u{200e}', '\u{200f}', '\u{61c}'])
            .chain(['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}']);
        for c in all {
            assert_eq!(harmless(&format!("a{c}b")), "a\u{fffd}b", "{:x}", u32::from(c));
        }
    }

    #[test]
    fn plain_text_of_any_language_stays_as_it_is() {
        for text in ["Übung ♟ ○●", "שלום", "日本語", "½–½ …", "❤\u{fe0f}"] {
            assert!(matches!(harmless(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
