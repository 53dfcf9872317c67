//! Licence expressions, as far as packages use them: names with `OR`, `AND`, `WITH` and
//! parentheses, and the `/` of old packages, which means `OR`.

/// Whoever links these has to name the authors, and nothing more.
const PERMISSIVE: [&str; 10] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Does the expression leave a choice with permissive licences only? `None` if it cannot be read.
pub fn is_permissive(expression: &str) -> Option<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let permissive = any(&mut words, 0)?;
    words.next().is_none().then_some(permissive)
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// `a OR b`: we may choose. `AND` binds tighter.
fn any(words: &mut Words<'_>, depth: usize) -> Option<bool> {
    let mut permissive = all(words, depth)?;
    while words.next_if_eq(&"OR").is_some() {
        permissive |= all(words, depth)?;
    }
    Some(permissive)
}

/// `a AND b`: both hold.
fn all(words: &mut Words<'_>, depth: usize) -> Option<bool> {
    let mut permissive = one(words, depth)?;
    while words.next_if_eq(&"AND").is_some() {
        permissive &= one(words, depth)?;
    }
    Some(permissive)
}

fn one(words: &mut Words<'_>, depth: usize) -> Option<bool> {
    /// Deeper than anybody writes.
    const MOST: usize = 20;
    match words.next()? {
        "(" if depth < MOST => {
            let permissive = any(words, depth + 1)?;
            words.next_if_eq(&")")?;
            Some(permissive)
        }
        "(" | ")" | "OR" | "AND" | "WITH" => None,
        name => {
            // An exception allows more than the licence does, and never less.
            if words.next_if_eq(&"WITH").is_some() {
                words.next().filter(|name| !["(", ")", "OR", "AND", "WITH"].contains(name))?;
            }
            Some(PERMISSIVE.contains(&name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_permissive_choice_is_enough() {
        for expression in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "Apache-2.0 WITH LLVM-exception",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT OR LGPL-2.1-or-later AND GPL-2.0-only",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            " ( ( MIT ) ) ",
        ] {
            assert_eq!(is_permissive(expression), Some(true), "{expression}");
        }
    }

    #[test]
    fn every_part_of_a_conjunction_counts() {
        for expression in [
            "MPL-2.0",
            "GPL-2.0-only WITH Classpath-exception-2.0",
            "MIT AND MPL-2.0",
            "(MIT OR Apache-2.0) AND LGPL-3.0-only",
            "LicenseRef-Ours",
            "mit",
        ] {
            assert_eq!(is_permissive(expression), Some(false), "{expression}");
        }
    }

    #[test]
    fn nonsense_is_not_a_licence() {
        let deep = "(".repeat(100_000) + "MIT";
        for expression in
            ["", "OR", "MIT OR", "MIT MIT", "(MIT", "MIT)", "MIT WITH", "MIT WITH OR", "()", &deep]
        {
            let start: String = expression.chars().take(20).collect();
            assert_eq!(is_permissive(expression), None, "{start}");
        }
    }
}
