//! The shortest and the longest game, whoever wins them.
//!
//! A game is a set of placements that have no square and no piece in common, in any order, after which nothing
//! fits.
//!
//! - The shortest: every placement there is must meet one of the set. So must the one that meets the fewest others,
//!   and only those that meet it are tried; each of them is left out where the next are tried, together with its
//!   mirror images, as no set that is still to be found holds it.
//! - The longest: as many pieces as possible are packed onto the board, square by square along its shorter side;
//!   each square is covered or left empty. After the most that can be packed nothing fits.

use std::sync::atomic::AtomicBool;

use henge_core::{Game, Halt, Limits, Symmetric};
use henge_games::pentominoes::{Move, Pentominoes, Position};
use henge_search::{Extremes, halt_after};

/// Looks for both, each within the limits.
pub(super) fn extremes(
    game: &Pentominoes,
    pos: &Position,
    limits: Limits,
    stop: &AtomicBool,
) -> Extremes<Move> {
    let halt = halt_after(limits.time_for_move(), stop);
    let mut fewest = Fewest::new(game, pos, Watch::new(limits, &halt));
    let (least, shortest) = fewest.search();
    let halt = halt_after(limits.time_for_move(), stop);
    let mut packing = Packing::new(game, pos, Watch::new(limits, &halt));
    let (longest, is_longest) = packing.search();
    let longest = to_the_end(game, pos, longest);
    let nodes = fewest.watch.nodes + packing.watch.nodes;
    Extremes { shortest, least, longest, is_longest, nodes }
}

/// A line and whatever can follow it.
fn to_the_end(game: &Pentominoes, pos: &Position, mut line: Vec<Move>) -> Vec<Move> {
    let mut pos = *pos;
    for &mv in &line {
        game.play(&mut pos, mv);
    }
    while let Some(mv) = game.moves(&pos).next() {
        game.play(&mut pos, mv);
        line.push(mv);
    }
    line
}

/// The limits ended the search.
struct Stopped;

/// Counts, and knows when to give up.
struct Watch<'a> {
    halt: &'a dyn Halt,
    most: u64,
    nodes: u64,
}

impl<'a> Watch<'a> {
    fn new(limits: Limits, halt: &'a dyn Halt) -> Self {
        Watch { halt, most: limits.nodes.unwrap_or(u64::MAX), nodes: 0 }
    }

    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        match self.nodes > self.most || self.nodes.is_multiple_of(256) && self.halt.is_raised() {
            true => Err(Stopped),
            false => Ok(()),
        }
    }
}

#[derive(Clone, Copy)]
struct Placement {
    squares: u64,
    piece: u8,
    /// Its place among all of them.
    number: u16,
}

impl Placement {
    fn all(game: &Pentominoes, pos: &Position) -> Vec<Placement> {
        let placement = |(mv, number): (Move, u16)| Placement {
            squares: game.squares(mv),
            piece: mv.piece().index() as u8,
            number,
        };
        game.moves(pos).zip(0..).map(placement).collect()
    }

    /// Not both of them can be made.
    #[inline]
    fn meets(&self, other: &Placement) -> bool {
        self.squares & other.squares != 0 || self.piece == other.piece
    }
}

/// A set of placements by their numbers: a board has fewer than 4032.
#[derive(Clone, Copy)]
struct Numbers([u64; 63]);

impl Numbers {
    fn has(&self, number: u16) -> bool {
        self.0[usize::from(number >> 6)] >> (number & 63) & 1 != 0
    }

    fn remove(&mut self, number: u16) {
        self.0[usize::from(number >> 6)] &= !(1 << (number & 63));
    }
}

/// Looks for the fewest placements that meet all.
struct Fewest<'a> {
    moves: Vec<Move>,
    /// The mirror images of each placement that keep the position.
    images: Vec<Vec<u16>>,
    /// What is left at each ply, those that meet the fewest first.
    lists: Vec<Vec<Placement>>,
    line: Vec<u16>,
    watch: Watch<'a>,
}

impl<'a> Fewest<'a> {
    fn new(game: &Pentominoes, pos: &Position, watch: Watch<'a>) -> Self {
        let moves: Vec<Move> = game.moves(pos).collect();
        let mut all = Placement::all(game, pos);
        let met: Vec<usize> =
            all.iter().map(|one| all.iter().filter(|other| one.meets(other)).count()).collect();
        all.sort_by_key(|placement| met[usize::from(placement.number)]);
        let mut number_of = vec![0; 64 * 64];
        moves.iter().zip(0..).for_each(|(mv, number)| number_of[mv.index()] = number);
        let keeping: Vec<usize> = (1..game.n_symmetries())
            .filter(|&symmetry| game.image(symmetry, pos).free() == pos.free())
            .collect();
        let image = |mv: Move, symmetry| number_of[game.image_move(symmetry, pos, mv).index()];
        let images = |&mv: &Move| keeping.iter().map(|&symmetry| image(mv, symmetry)).collect();
        let images = moves.iter().map(images).collect();
        let mut lists = vec![Vec::new(); 13];
        lists[0] = all;
        Fewest { moves, images, lists, line: Vec::new(), watch }
    }

    /// No game is shorter than so many plies; and one of that length, if the search was not ended.
    fn search(&mut self) -> (usize, Option<Vec<Move>>) {
        let mut plies = 0;
        loop {
            match self.meet_all(0, plies, Numbers([u64::MAX; 63])) {
                Ok(true) => break,
                Ok(false) => plies += 1,
                Err(Stopped) => return (plies, None),
            }
        }
        let line = self.line.iter().map(|&number| self.moves[usize::from(number)]).collect();
        (plies, Some(line))
    }

    /// Can `left` more placements of those allowed meet all that are left at this ply?
    fn meet_all(&mut self, ply: usize, left: usize, allowed: Numbers) -> Result<bool, Stopped> {
        self.watch.count()?;
        let list = std::mem::take(&mut self.lists[ply]);
        let found = self.try_each(&list, ply, left, allowed);
        self.lists[ply] = list;
        found
    }

    fn try_each(
        &mut self,
        list: &[Placement],
        ply: usize,
        left: usize,
        mut allowed: Numbers,
    ) -> Result<bool, Stopped> {
        let Some(hardest) = list.first() else { return Ok(true) };
        if left == 0 {
            return Ok(false);
        }
        // Those that meet the most come last in the list.
        for one in list.iter().rev().filter(|one| one.meets(hardest)) {
            if !allowed.has(one.number) {
                continue;
            }
            if left == 1 {
                if list.iter().all(|other| one.meets(other)) {
                    self.line.push(one.number);
                    return Ok(true);
                }
                continue;
            }
            allowed.remove(one.number);
            let rest = &mut self.lists[ply + 1];
            rest.clear();
            rest.extend(list.iter().filter(|other| !one.meets(other)));
            self.line.push(one.number);
            if self.meet_all(ply + 1, left - 1, allowed)? {
                return Ok(true);
            }
            self.line.pop();
            if ply == 0 {
                self.images[usize::from(one.number)].iter().for_each(|&n| allowed.remove(n));
            }
        }
        Ok(false)
    }
}

/// Packs pieces onto the free squares. Squares are numbered along the shorter side here.
struct Packing<'a> {
    moves: Vec<Move>,
    /// The placements whose first square is this one.
    by_first: Vec<Vec<Placement>>,
    free: u64,
    pieces: u16,
    /// Squares of a line, the shorter side.
    width: u32,
    /// The first square of every line.
    edge: u64,
    line: Vec<u16>,
    /// The most that were packed so far.
    best: Vec<u16>,
    watch: Watch<'a>,
}

impl<'a> Packing<'a> {
    fn new(game: &Pentominoes, pos: &Position, watch: Watch<'a>) -> Self {
        let (columns, rows) = (game.columns(), game.rows());
        let turned = |squares: u64| {
            let to = |square: usize| square % columns * rows + square / columns;
            let bits = (0..columns * rows).filter(|square| squares >> square & 1 != 0);
            if columns <= rows { squares } else { bits.fold(0, |all, bit| all | 1 << to(bit)) }
        };
        let mut by_first = vec![Vec::new(); 64];
        for placement in Placement::all(game, pos) {
            let squares = turned(placement.squares);
            by_first[squares.trailing_zeros() as usize].push(Placement { squares, ..placement });
        }
        let width = columns.min(rows);
        let edge = (0..columns.max(rows)).fold(0, |all, line| all | 1 << (line * width));
        Packing {
            moves: game.moves(pos).collect(),
            by_first,
            free: turned(pos.free()),
            pieces: pos.left(),
            width: width as u32,
            edge,
            line: Vec::new(),
            best: Vec::new(),
            watch,
        }
    }

    /// As many placements as were packed, and whether no more can be.
    fn search(&mut self) -> (Vec<Move>, bool) {
        let mut most = self.room(self.free).min(self.pieces.count_ones());
        let is_most = loop {
            match self.pack(self.free, self.pieces, most) {
                Ok(true) => break true,
                Ok(false) => most -= 1,
                Err(Stopped) => break false,
            }
        };
        let line = self.best.iter().map(|&number| self.moves[usize::from(number)]).collect();
        (line, is_most)
    }

    /// Can so many more be packed onto these squares?
    fn pack(&mut self, free: u64, pieces: u16, more: u32) -> Result<bool, Stopped> {
        self.watch.count()?;
        if self.line.len() > self.best.len() {
            self.best.clone_from(&self.line);
        }
        if more == 0 {
            return Ok(true);
        }
        if self.room(free) < more {
            return Ok(false);
        }
        let first = free.trailing_zeros() as usize;
        for i in 0..self.by_first[first].len() {
            let Placement { squares, piece, number } = self.by_first[first][i];
            if squares & !free != 0 || pieces >> piece & 1 == 0 {
                continue;
            }
            self.line.push(number);
            if self.pack(free & !squares, pieces & !(1 << piece), more - 1)? {
                return Ok(true);
            }
            self.line.pop();
        }
        self.pack(free & (free - 1), pieces, more)
    }

    /// No more pieces than this have room in the areas that the free squares make up.
    fn room(&self, mut free: u64) -> u32 {
        let last = self.edge << (self.width - 1);
        let mut room = 0;
        while free != 0 {
            let mut area = free & free.wrapping_neg();
            loop {
                let wide = area | (area << 1 & !self.edge) | (area >> 1 & !last);
                let high = wide
                    | area.checked_shl(self.width).unwrap_or(0)
                    | area.checked_shr(self.width).unwrap_or(0);
                let grown = high & free;
                if grown == area {
                    break;
                }
                area = grown;
            }
            free &= !area;
            room += area.count_ones() / 5;
        }
        room
    }
}
