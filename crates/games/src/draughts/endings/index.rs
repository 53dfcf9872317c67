//! Numbers for positions: the pieces of one kind are a subset of squares, and subsets of one size are
//! counted in the combinatorial number system (Knuth, TAOCP 7.2.1.3).

use henge_core::Player;

use crate::draughts::rules::{Draughts, Position};
use crate::draughts::word::Word;

/// No table has more pieces.
pub const MOST_PIECES: u32 = 8;
/// The most sets of squares that are kept in a list, for all sizes together.
const MOST_SETS: usize = 1 << 27;

/// How many men and kings the player to move has, and his opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Material {
    /// Men of the player to move, and of the other.
    pub men: [u8; 2],
    /// Their kings.
    pub kings: [u8; 2],
}

impl Material {
    /// What stands on the board.
    pub fn of<W: Word>(pos: &Position<W>) -> Material {
        let me = pos.to_move();
        let both = [me, !me];
        Material {
            men: both.map(|player| pos.men(player).len() as u8),
            kings: both.map(|player| pos.kings(player).len() as u8),
        }
    }

    /// All pieces.
    pub fn pieces(self) -> u32 {
        self.men.iter().chain(&self.kings).map(|&n| u32::from(n)).sum()
    }

    /// The same with the other player to move.
    pub fn turned(self) -> Material {
        let ([a, b], [c, d]) = (self.men, self.kings);
        Material { men: [b, a], kings: [d, c] }
    }

    /// All with so many pieces where both players have some, one of each pair that differs in who is
    /// to move. Those with fewer men come first: promotions lead to them.
    pub fn all(pieces: u32) -> Vec<Material> {
        let up_to = |most: u32| 0..=most as u8;
        let mut all = Vec::new();
        for a in up_to(pieces) {
            for b in up_to(pieces - u32::from(a)) {
                for c in up_to(pieces - u32::from(a + b)) {
                    let d = pieces as u8 - a - b - c;
                    let material = Material { men: [a, b], kings: [c, d] };
                    if a + c > 0 && b + d > 0 && material <= material.turned() {
                        all.push(material);
                    }
                }
            }
        }
        all.sort_by_key(|material| (material.men[0] + material.men[1], *material));
        all
    }
}

/// The squares of a board in order, as the player to move sees them.
pub struct Places<W> {
    /// The bit of each square, lowest first.
    bits: Vec<u32>,
    /// The place of each bit.
    place: [u8; 128],
    /// Squares on the last row, where no man stands.
    last_row: usize,
    /// `choose[n][k]`, or the largest number there is: nobody has room for a list of that many sets.
    choose: Vec<[u32; MOST_PIECES as usize + 1]>,
    /// Subsets of the squares by size, in the order of their numbers; the other player has a piece, too.
    subsets: Vec<Vec<W>>,
}

impl<W: Word> Places<W> {
    /// None if the board has too many sets of that many pieces.
    pub fn new(game: &Draughts<W>, most_pieces: u32) -> Option<Places<W>> {
        let mut bits = Vec::new();
        let mut left = game.board_squares();
        while !left.is_empty() {
            bits.push(left.lowest());
            left = left.without_lowest();
        }
        let mut place = [0; 128];
        for (i, &bit) in bits.iter().enumerate() {
            place[bit as usize] = i as u8;
        }
        let mut choose = vec![[0; MOST_PIECES as usize + 1]; bits.len() + 1];
        for n in 0..=bits.len() {
            choose[n][0] = 1;
            for k in 1..=MOST_PIECES as usize {
                choose[n][k] = match n {
                    0 => 0,
                    n => u32::saturating_add(choose[n - 1][k - 1], choose[n - 1][k]),
                };
            }
        }
        let last_row = game.last_row[0].len() as usize;
        let largest = most_pieces.saturating_sub(1) as usize;
        let n_sets = (1..=largest).map(|k| choose[bits.len()][k] as usize).sum::<usize>();
        if n_sets > MOST_SETS {
            return None;
        }
        let mut subsets = vec![vec![W::NONE]];
        for k in 1..=largest {
            // In this order the highest square counts most: those below it come as in the last list.
            let mut of_size = Vec::new();
            for (n, &bit) in bits.iter().enumerate() {
                let below = choose[n][k - 1] as usize;
                let smaller: &[W] = &subsets[k - 1];
                of_size.extend(smaller[..below].iter().map(|&set| set | W::bit(bit)));
            }
            subsets.push(of_size);
        }
        Some(Places { bits, place, last_row, choose, subsets })
    }

    fn n_men_squares(&self) -> usize {
        self.bits.len() - self.last_row
    }

    /// How many numbers there are for each kind of piece: own men, other men, own kings, other kings.
    fn sizes(&self, material: Material) -> [usize; 4] {
        let men = |k: u8| self.choose[self.n_men_squares()][usize::from(k)] as usize;
        let kings = |k: u8| self.choose[self.bits.len()][usize::from(k)] as usize;
        [
            men(material.men[0]),
            men(material.men[1]),
            kings(material.kings[0]),
            kings(material.kings[1]),
        ]
    }

    /// How many numbers there are; some stand for no position, as two pieces share a square.
    pub fn size(&self, material: Material) -> usize {
        self.sizes(material).iter().product()
    }

    /// The number of a position among those with its material.
    pub fn number(&self, pos: &Position<W>) -> usize {
        let me = pos.to_move();
        let turned = me == Player::Second;
        let [a, b, c, d] = [
            self.rank(pos.men(me), turned, 0),
            self.rank(pos.men(!me), turned, self.last_row),
            self.rank(pos.kings(me), turned, 0),
            self.rank(pos.kings(!me), turned, 0),
        ];
        let [_, other_men, kings, other_kings] = self.sizes(Material::of(pos));
        ((a * other_men + b) * kings + c) * other_kings + d
    }

    /// The number of a set; the board is turned round for the player who moves down, and squares below
    /// `skip` are not counted.
    #[inline]
    fn rank(&self, set: W, turned: bool, skip: usize) -> usize {
        let (mut left, n) = (set, set.len() as usize);
        let mut rank = 0;
        for i in 0..n {
            let place = usize::from(self.place[left.lowest() as usize]);
            left = left.without_lowest();
            // Turned round, the lowest square is the highest.
            let (place, k) =
                if turned { (self.bits.len() - 1 - place, n - i) } else { (place, i + 1) };
            rank += self.choose[place - skip][k] as usize;
        }
        rank
    }

    /// The pieces of the position with a number, the player to move being the first; none if two share a square.
    /// What follows from them has still to be [settled](Draughts::settled).
    pub fn position(&self, material: Material, number: usize) -> Option<Position<W>> {
        let [_, other_men, kings, other_kings] = self.sizes(material);
        let d = number % other_kings;
        let rest = number / other_kings;
        let (c, rest) = (rest % kings, rest / kings);
        let (b, a) = (rest % other_men, rest / other_men);
        let subset = |k: u8, n: usize| self.subsets[usize::from(k)][n];
        let men = subset(material.men[0], a);
        let others = self.raised(material.men[1], b);
        let (kings, other_kings) = (subset(material.kings[0], c), subset(material.kings[1], d));
        let (mine, his) = (men | kings, others | other_kings);
        let clash = (men & kings) | (others & other_kings) | (mine & his);
        let (men, kings) = ([men, others], [kings, other_kings]);
        clash.is_empty().then_some(Position { men, kings, ..Position::default() })
    }

    /// The set with a number that stands above the row where the other's men become kings.
    fn raised(&self, k: u8, number: usize) -> W {
        let mut set = self.subsets[usize::from(k)][number];
        let mut raised = W::NONE;
        while !set.is_empty() {
            let place = usize::from(self.place[set.lowest() as usize]);
            raised |= W::bit(self.bits[place + self.last_row]);
            set = set.without_lowest();
        }
        raised
    }
}
