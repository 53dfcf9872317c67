//! Win or loss by depth-first search with a table, the promising moves first.

use henge_core::Halt;
use henge_games::stonehenge::N_LINES;
use henge_games::stonehenge::worth::{IN_HAND, LOST, WON, open_line};

use super::TranspositionTable;
use super::state::{Classes, MAJORITY, MASKS, State, THROUGH};
use crate::win_or_loss::Control;

/// From so many empty cells on, states are remembered.
const REMEMBERED: u32 = 5;
/// From so many empty cells on, all children are looked up before any is searched.
const LOOK_AHEAD: u32 = 8;

/// A move and what it does at once.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Step {
    pub cell: u8,
    pub piece: u8,
    pub score: i16,
    mine: u16,
    theirs: u16,
}

impl Step {
    pub fn play(&self, state: &State) -> State {
        state.after(self.cell.into(), self.piece, self.mine, self.theirs)
    }
}

/// What a state can turn into in one move.
pub(super) struct Steps {
    pub list: [Step; 108],
    pub n: usize,
    /// A move that wins at once.
    pub winning: Option<Step>,
}

/// The search was told to stop.
pub(super) struct Stopped;

pub(super) struct Search<'a> {
    table: &'a mut TranspositionTable,
    halt: &'a dyn Halt,
    /// Somebody said stop.
    stopped: bool,
    /// Positions searched.
    pub nodes: u64,
    report: &'a mut dyn FnMut(u64),
}

impl Steps {
    /// All moves that differ and are not plainly worse than another.
    pub fn of(state: &State) -> Steps {
        let mut steps = Steps { list: [Step::default(); 108], n: 0, winning: None };
        let side = state.side as usize;
        let (own, other) = (state.hands[side], state.hands[1 - side]);
        let (mut lead, mut holes) = ([0i8; N_LINES], [0u8; N_LINES]);
        let mut open = state.open;
        while open != 0 {
            let line = open.trailing_zeros() as usize;
            open &= open - 1;
            let first = state.lead(line) as i8;
            lead[line] = if side == 0 { first } else { -first };
            holes[line] = state.holes(line) as u8;
        }
        let their_tops = other.tops();
        // For each piece: the lines lost by spending it elsewhere, what every line is worth without
        // it, and all of it together.
        let mut lost = [0u16; 7];
        let mut worth = [[0i16; N_LINES]; 7];
        let mut base = [0i32; 7];
        let mut values = own.values();
        while values != 0 {
            let piece = values.trailing_zeros() as usize + 1;
            values &= values - 1;
            let rest = own.without(piece as u8);
            let tops = rest.tops();
            base[piece] = -IN_HAND[piece];
            let mut open = state.open;
            while open != 0 {
                let line = open.trailing_zeros() as usize;
                open &= open - 1;
                let holes = holes[line] as usize;
                let value = if -lead[line] >= tops[holes] as i8 {
                    lost[piece] |= 1 << line;
                    LOST
                } else {
                    open_line(holes, lead[line].into(), rest, other)
                };
                worth[piece][line] = value as i16;
                base[piece] += value;
            }
        }
        let classes = Classes::of(state.open);
        let mut cells = distinct(state, classes);
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let dead = classes.live >> cell & 1 == 0;
            let mut before: Option<u16> = None;
            let mut values = own.values();
            while values != 0 {
                let piece = values.trailing_zeros() as u8 + 1;
                values &= values - 1;
                let rest = own.without(piece);
                let tops = rest.tops();
                let mut score = base[piece as usize];
                let (mut mine, mut theirs, mut here) = (0u16, lost[piece as usize], 0u16);
                for line in THROUGH[cell] {
                    let (bit, line) = (1u16 << line, line as usize);
                    if state.open & bit == 0 {
                        continue;
                    }
                    here |= bit;
                    theirs &= !bit;
                    let now = lead[line] + piece as i8;
                    let left = holes[line] as usize - 1;
                    // A full line with equal sums goes to the opponent, so he is asked first.
                    let value = if -now >= tops[left] as i8 {
                        theirs |= bit;
                        LOST
                    } else if now >= their_tops[left] as i8 {
                        mine |= bit;
                        WON
                    } else {
                        open_line(left, now.into(), rest, other)
                    };
                    score += value - i32::from(worth[piece as usize][line]);
                }
                // The larger piece gains nothing over the smaller one before it, and is gone.
                let same = |mine_before: u16| here & !(mine_before | theirs) == 0;
                let worse = before.is_some_and(same);
                before = Some(mine);
                if worse {
                    continue;
                }
                let step = Step {
                    cell: cell as u8,
                    piece,
                    score: score.clamp(-15_000, 15_000) as i16,
                    mine,
                    theirs,
                };
                if state.won[side] + mine.count_ones() as u8 >= MAJORITY {
                    steps.winning = Some(step);
                    return steps;
                }
                steps.list[steps.n] = step;
                steps.n += 1;
                if dead {
                    // The smallest piece is the best to throw away.
                    break;
                }
            }
        }
        steps
    }
}

/// One of each sort of empty cells.
fn distinct(state: &State, classes: Classes) -> u32 {
    let mut cells = state.empty & classes.live & !classes.single;
    let dead = state.empty & !classes.live;
    cells |= dead & dead.wrapping_neg();
    let mut left = state.empty & classes.single;
    while left != 0 {
        let first = left & left.wrapping_neg();
        let through = THROUGH[first.trailing_zeros() as usize];
        let line = through.into_iter().find(|&line| state.open >> line & 1 != 0);
        cells |= first;
        left &= !(MASKS[line.map_or(0, usize::from)] | first);
    }
    cells
}

impl<'a> Search<'a> {
    pub fn new(table: &'a mut TranspositionTable, control: Control<'a>) -> Search<'a> {
        let Control { halt, report, .. } = control;
        Search { table, halt, stopped: false, nodes: 0, report }
    }

    pub fn report(&mut self) {
        (self.report)(self.nodes);
    }

    /// Whether the player to move wins. Nobody has eight lines yet. Gives up when told to stop, or
    /// when `deadline` nodes have been searched in all.
    pub fn wins(&mut self, state: &State, deadline: u64) -> Result<bool, Stopped> {
        let n_empty = state.empty.count_ones();
        if n_empty < REMEMBERED {
            return self.expand(state, n_empty, deadline);
        }
        let key = state.key();
        if let Some(wins) = self.table.get(key) {
            return Ok(wins);
        }
        let before = self.nodes;
        let wins = self.expand(state, n_empty, deadline)?;
        self.table.put(key, wins, self.nodes - before);
        Ok(wins)
    }

    fn expand(&mut self, state: &State, n_empty: u32, deadline: u64) -> Result<bool, Stopped> {
        self.nodes += 1;
        let nodes = self.nodes;
        if nodes.is_multiple_of(1 << 12) {
            self.stopped |= self.halt.is_raised();
            if nodes.is_multiple_of(1 << 20) {
                self.report();
            }
        }
        if self.stopped || nodes > deadline {
            return Err(Stopped);
        }
        let mut steps = Steps::of(state);
        if steps.winning.is_some() {
            return Ok(true);
        }
        let n = match self.sift(state, n_empty, &mut steps.list[..steps.n]) {
            Sifted::Won => return Ok(true),
            Sifted::Left(n) => n,
        };
        let list = &mut steps.list[..n];
        for i in 0..list.len() {
            let best = (i..list.len()).max_by_key(|&j| list[j].score).unwrap_or(i);
            list.swap(i, best);
            if !self.wins(&list[i].play(state), deadline)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Moves to the front what is left to be searched, or finds that a child is lost already.
    fn sift(&mut self, state: &State, n_empty: u32, list: &mut [Step]) -> Sifted {
        let other = 1 - state.side as usize;
        let mut n = 0;
        for i in 0..list.len() {
            let step = list[i];
            if state.won[other] + step.theirs.count_ones() as u8 >= MAJORITY {
                continue;
            }
            let next = step.play(state);
            if next.wins_at_once() {
                continue;
            }
            if n_empty >= LOOK_AHEAD {
                match self.table.get(next.key()) {
                    Some(false) => return Sifted::Won,
                    Some(true) => continue,
                    None => {}
                }
            }
            list[n] = step;
            n += 1;
        }
        Sifted::Left(n)
    }
}

/// What is left of a list of moves.
enum Sifted {
    /// One of them wins.
    Won,
    /// So many are to be searched.
    Left(usize),
}
