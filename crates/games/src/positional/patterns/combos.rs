//! Combinations of classes on the lanes of a site, whatever their order.

use super::classes::Class;

/// So many lanes make one combination; sites with more have several.
pub(super) const AT_ONCE: usize = 4;

/// Numbers for all combinations of [`AT_ONCE`] classes.
#[derive(Clone, Debug)]
pub(super) struct Combos {
    /// By the classes, four bits each.
    number: Box<[u16]>,
    /// The classes of each number, the weakest first.
    classes: Vec<[Class; AT_ONCE]>,
}

impl Combos {
    pub fn new() -> Combos {
        let sorted = |packed: usize| {
            let mut classes = [0, 4, 8, 12].map(|shift| packed >> shift & 15);
            classes.sort_unstable();
            let last = classes[AT_ONCE - 1];
            (last < Class::N).then(|| classes.map(|class| Class::ALL[class]))
        };
        let mut classes: Vec<_> = (0..1 << (4 * AT_ONCE)).filter_map(sorted).collect();
        classes.sort_unstable();
        classes.dedup();
        let number = |packed: usize| {
            let number = sorted(packed).and_then(|these| classes.binary_search(&these).ok());
            number.unwrap_or(0) as u16
        };
        Combos { number: (0..1 << (4 * AT_ONCE)).map(number).collect(), classes }
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        self.classes.len()
    }

    /// The number of the combination in these bits, four for each class.
    #[inline]
    pub fn number(&self, packed: u16) -> usize {
        self.number[usize::from(packed)].into()
    }

    /// All combinations in the order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = &[Class; AT_ONCE]> {
        self.classes.iter()
    }
}
