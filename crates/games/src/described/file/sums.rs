//! Groups of sites by the sum of their names.

use henge_toml::{Read, Value, fault};

use super::Budget;
use super::fields::{Fields, number};
use crate::positional::{Definition, Group, MOST_GROUPS, MOST_SITES};

/// All sets of `of` sites whose names, read as numbers, sum to `to`.
pub(super) fn sums(
    value: &Value<'_>,
    definition: &Definition,
    budget: &mut Budget,
) -> Read<Vec<Group>> {
    let fields = Fields::of(value, "\"sums\"", &["of", "to"])?;
    let (Some(of), Some(to)) = (fields.get("of"), fields.get("to")) else {
        return fault(value.span(), "\"sums\" should be a table such as { of = 3, to = 15 }");
    };
    let of = number(of, "\"of\"", 1..=MOST_SITES)?;
    let to = number(to, "\"to\"", 0..=1_000_000_000)? as u64;
    let mut numbers = Vec::new();
    for site in &definition.sites {
        match site.name.parse::<u64>() {
            Ok(n) if n <= 1_000_000_000 => numbers.push(n),
            _ => {
                let name = &site.name;
                return fault(
                    value.span(),
                    format!("\"sums\" needs sites with numbers as names, not \"{name}\""),
                );
            }
        }
    }
    let most = MOST_GROUPS.min(budget.cells / of);
    let (chosen, groups, steps) = (Vec::new(), Vec::new(), &mut budget.steps);
    let mut search = Sums { numbers: &numbers, chosen, groups, most, steps };
    if !search.go(0, of, to) {
        return fault(value.span(), "there are too many such sums; list the groups instead");
    }
    match search.groups.is_empty() {
        true => fault(value.span(), format!("no {of} sites sum to {to}")),
        false => Ok(search.groups),
    }
}

struct Sums<'a> {
    numbers: &'a [u64],
    chosen: Vec<u16>,
    groups: Vec<Group>,
    most: usize,
    /// How many are left.
    steps: &'a mut usize,
}

impl Sums<'_> {
    fn go(&mut self, from: usize, of: usize, to: u64) -> bool {
        if of == 0 {
            if to == 0 {
                self.groups.push(Group::new(self.chosen.iter().copied()));
            }
            return self.groups.len() <= self.most;
        }
        for site in from..self.numbers.len() {
            if *self.steps == 0 {
                return false;
            }
            *self.steps -= 1;
            if let Some(rest) = to.checked_sub(self.numbers[site]) {
                self.chosen.push(site as u16);
                let ok = self.go(site + 1, of - 1, rest);
                self.chosen.pop();
                if !ok {
                    return false;
                }
            }
        }
        true
    }
}
