//! Depth first, for win or loss, the move with the fewest replies first.

use henge_core::{Game, Halt};
use henge_games::pentominoes::{Move, Pentominoes, Position};

use super::TranspositionTable;
use super::graph::{Graph, SMALL};
use super::lanes::{After, Lanes};
use super::shape::Shapes;
use crate::win_or_loss::Control;

/// The search was told to stop.
pub(super) struct Stopped;

/// Nodes between two looks at the flag.
const PATIENCE: u64 = 20_000;
/// Nodes between two reports.
const REPORT: u64 = 1_000_000;

/// Where squares and pieces are in the words of a list.
///
/// Squares keep their places; pieces take those of squares that are of no use any more.
#[derive(Clone, Copy, Default)]
struct Layout {
    squares: u64,
    /// The bit of each piece; 0 for a piece that is not in play.
    pieces: [u64; 12],
}

impl Layout {
    /// None where there are more squares and pieces than bits.
    fn new(live: u64, pieces: u16) -> Option<Layout> {
        let (mut spare, mut layout) = (!live, Layout { squares: live, pieces: [0; 12] });
        for piece in (0..12).filter(|piece| pieces >> piece & 1 != 0) {
            if spare == 0 {
                return None;
            }
            layout.pieces[piece] = spare & spare.wrapping_neg();
            spare &= spare - 1;
        }
        Some(layout)
    }

    /// The pieces in a word.
    #[inline]
    fn pieces_in(&self, bits: u64) -> u16 {
        let there = |(piece, &bit): (usize, &u64)| u16::from(bits & bit != 0) << piece;
        self.pieces.iter().enumerate().map(there).fold(0, |all, piece| all | piece)
    }
}

/// A placement where words have no room for the piece.
type Loose = (u64, u8);

/// What one ply needs; kept, so that nothing is allocated in the tree.
#[derive(Default)]
struct Frame {
    list: Vec<u64>,
    after: Vec<After>,
    /// Numbers of the children that are looked up, in the order of `after`.
    keys: Vec<u128>,
}

pub(super) struct Search<'a, L: Lanes> {
    game: &'a Pentominoes,
    table: &'a mut TranspositionTable,
    shapes: &'a mut Shapes,
    graph: Graph,
    frames: Vec<Frame>,
    small: Vec<u64>,
    layout: Layout,
    halt: &'a dyn Halt,
    report: &'a mut dyn FnMut(u64),
    node_limit: u64,
    next_look: u64,
    next_report: u64,
    /// Positions searched, without those of the graph.
    counted: u64,
    lanes: std::marker::PhantomData<L>,
}

impl<'a, L: Lanes> Search<'a, L> {
    pub fn new(
        game: &'a Pentominoes,
        table: &'a mut TranspositionTable,
        shapes: &'a mut Shapes,
        control: Control<'a>,
    ) -> Self {
        let Control { halt, node_limit, report } = control;
        Search {
            game,
            table,
            shapes,
            graph: Graph::new(),
            frames: (0..14).map(|_| Frame::default()).collect(),
            small: Vec::new(),
            layout: Layout::default(),
            halt,
            report,
            node_limit,
            next_look: PATIENCE.min(node_limit),
            next_report: REPORT,
            counted: 0,
            lanes: std::marker::PhantomData,
        }
    }

    fn nodes(&self) -> u64 {
        self.counted + self.graph.nodes
    }

    /// Positions searched, small ones included.
    pub fn finish(&mut self) -> u64 {
        self.counted += std::mem::take(&mut self.graph.nodes);
        self.counted
    }

    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.counted += 1;
        if self.nodes() >= self.next_look {
            self.finish();
            if self.counted >= self.node_limit || self.halt.is_raised() {
                return Err(Stopped);
            }
            self.next_look = (self.counted + PATIENCE).min(self.node_limit);
            if self.counted >= self.next_report {
                (self.report)(self.counted);
                self.next_report = self.counted + REPORT;
            }
        }
        Ok(())
    }

    /// Solves the position at the root, for the sake of the move even if the table knows it.
    pub fn root(&mut self, pos: &Position) -> Option<(bool, Move)> {
        let moves: Vec<Move> = self.game.moves(pos).collect();
        let list: Vec<Loose> =
            moves.iter().map(|&mv| (self.game.squares(mv), mv.piece().index() as u8)).collect();
        let children = self.children(&list);
        self.counted += 1;
        if let Some(child) = children.iter().find(|child| self.table.get(child.key) == Some(false))
        {
            return Some((true, moves[child.index]));
        }
        let (mut hardest, mut most) = (*moves.first()?, 0);
        for child in &children {
            let before = self.finish();
            let wins = if child.count == 0 { false } else { self.loose(&list, child, 1).ok()? };
            if !wins {
                return Some((true, moves[child.index]));
            }
            let spent = 1 + self.finish() - before;
            if spent > most {
                (hardest, most) = (moves[child.index], spent);
            }
            let nodes = self.finish();
            (self.report)(nodes);
        }
        Some((false, hardest))
    }

    /// Different children of a position, those with the fewest replies first.
    fn children(&mut self, list: &[Loose]) -> Vec<Child> {
        let mut children = Vec::with_capacity(list.len());
        for (index, &(squares, piece)) in list.iter().enumerate() {
            let (mut live, mut pieces, mut count) = (0, 0u16, 0);
            for &(others, other) in list {
                let free = others & squares == 0 && other != piece;
                live |= if free { others } else { 0 };
                pieces |= u16::from(free) << other;
                count += u32::from(free);
            }
            let key = self.shapes.key(live, pieces);
            children.push(Child { index, count, live, pieces, key });
        }
        children.sort_by_key(|child| (child.count, child.key));
        children.dedup_by_key(|child| child.key);
        children
    }

    /// Whether the player to move wins after a move of the list.
    fn loose(&mut self, list: &[Loose], child: &Child, ply: usize) -> Result<bool, Stopped> {
        if let Some(wins) = self.table.get(child.key) {
            return Ok(wins);
        }
        let (squares, piece) = list[child.index];
        let left = list.iter().filter(|&&(others, other)| others & squares == 0 && other != piece);
        if let Some(layout) = Layout::new(child.live, child.pieces) {
            self.layout = layout;
            let mut frame = std::mem::take(&mut self.frames[ply]);
            frame.list.clear();
            frame
                .list
                .extend(left.map(|&(squares, piece)| squares | layout.pieces[piece as usize]));
            self.frames[ply] = frame;
            return self.wins(ply, child.key);
        }
        let list: Vec<Loose> = left.copied().collect();
        self.count_node()?;
        let before = self.nodes();
        let children = self.children(&list);
        let mut wins = children
            .iter()
            .any(|child| child.count == 0 || self.table.get(child.key) == Some(false));
        for child in &children {
            if wins {
                break;
            }
            wins = !self.loose(&list, child, ply + 1)?;
        }
        self.table.put(child.key, wins, self.nodes() - before);
        Ok(wins)
    }

    /// Whether the player to move wins with the list of a frame, which is not empty.
    fn wins(&mut self, ply: usize, key: u128) -> Result<bool, Stopped> {
        self.count_node()?;
        let mut frame = std::mem::take(&mut self.frames[ply]);
        let before = self.nodes();
        let result = self.wins_frame(ply, &mut frame);
        self.frames[ply] = frame;
        let wins = result?;
        self.table.put(key, wins, self.nodes() - before);
        Ok(wins)
    }

    fn wins_frame(&mut self, ply: usize, frame: &mut Frame) -> Result<bool, Stopped> {
        let Frame { list, after, keys } = frame;
        if list.len() <= SMALL {
            return Ok(self.graph.wins::<L>(list));
        }
        L::after_each(list, after);
        if after.iter().any(|child| child.count == 0) {
            return Ok(true);
        }
        // Children with the same bits are the same position.
        after.sort_unstable_by_key(|child| (child.count, child.bits));
        after.dedup_by_key(|child| child.bits);
        let n_small = after.partition_point(|child| child.count as usize <= SMALL);
        let (small, large) = after.split_at(n_small);
        for child in small {
            L::filter(list, list[child.index as usize], &mut self.small);
            if !self.graph.wins::<L>(&self.small) {
                return Ok(true);
            }
        }
        keys.clear();
        for child in large {
            let live = child.bits & self.layout.squares;
            keys.push(self.shapes.key(live, self.layout.pieces_in(child.bits)));
        }
        if keys.iter().any(|&key| self.table.get(key) == Some(false)) {
            return Ok(true);
        }
        for (child, &key) in large.iter().zip(&*keys) {
            // Known by now, perhaps through a mirror image.
            let wins = match self.table.get(key) {
                Some(wins) => wins,
                None => {
                    let taken = list[child.index as usize];
                    let mut next = std::mem::take(&mut self.frames[ply + 1].list);
                    L::filter(list, taken, &mut next);
                    self.frames[ply + 1].list = next;
                    self.wins(ply + 1, key)?
                }
            };
            if !wins {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A position after a move of a list that has no room for pieces.
struct Child {
    index: usize,
    count: u32,
    live: u64,
    pieces: u16,
    key: u128,
}
