//! Short lists that need no heap.

/// A list that holds its first `N` entries in itself; what finds no room goes to the heap.
#[derive(Clone, Debug)]
pub(crate) struct Few<T, const N: usize> {
    inline: [T; N],
    /// How many are in `inline`.
    n: u8,
    more: Vec<T>,
}

impl<T: Copy + Default + PartialEq, const N: usize> Few<T, N> {
    #[inline]
    pub fn new() -> Self {
        Few { inline: [T::default(); N], n: 0, more: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.n = 0;
        self.more.clear();
    }

    #[inline]
    pub fn push(&mut self, entry: T) {
        if let Some(place) = self.inline.get_mut(usize::from(self.n)) {
            *place = entry;
            self.n += 1;
        } else {
            self.more.push(entry);
        }
    }

    #[inline]
    pub fn contains(&self, entry: T) -> bool {
        self.inline[..usize::from(self.n)].contains(&entry) || self.more.contains(&entry)
    }

    #[inline]
    pub fn get(&self, i: usize) -> Option<T> {
        if i < usize::from(self.n) {
            return Some(self.inline[i]);
        }
        self.more.get(i - usize::from(self.n)).copied()
    }

    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.n) + self.more.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.inline[..usize::from(self.n)].iter().chain(&self.more).copied()
    }
}
