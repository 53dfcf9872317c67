//! Patterns on lines: what a stone would make of each line through an empty site, and what follows for threats,
//! for the order of moves and for the value of a position.
//!
//! This serves every game in which both players want k in a row on the same lines, whatever the board: Go-Moku,
//! Qubic, and games in files. Classes of neighbourhoods come from the rules alone; see [`classes`].

mod classes;
mod combos;
mod features;
mod field;
mod fours;
mod kinds;
mod lanes;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

use henge_core::{Bits, Eval, Game, Margins, Omitted, Player, Score, ScoreKind, Turn};

use super::definition::{Definition, Place};
use super::rules::{Move, Position, Positional};
use classes::Classes;
use combos::Combos;
pub use features::PatternFeatures;
use field::Field;
use fours::{Failures, Fours};
use kinds::{Kind, Summaries};
use lanes::Lanes;
pub use weights::WeightsError;
use weights::{FINE, Weights};

/// What follows from the rules and the weights, once for a game.
#[derive(Debug)]
struct Tables {
    lanes: Lanes,
    classes: Classes,
    /// How far each site is from the middle of the drawing, squared, in hundredths.
    from_middle: Vec<i32>,
    combos: Combos,
    summaries: Summaries,
    weights: Weights,
}

/// Judges games of k in a row by patterns on lines.
#[derive(Debug)]
pub struct Patterns {
    tables: Tables,
}

/// How many sites a search that may leave some out looks at.
const WIDTH: usize = 32;
/// How many fours are tried at the horizon of a search.
const BUDGET: u32 = 200;

/// What searches keep beside the position.
#[derive(Default)]
pub struct PatternState<const W: usize> {
    field: Option<Box<Field<W>>>,
    failures: Failures,
}

impl Patterns {
    /// The patterns of a game, if it is won by k in a row, and k is 4 or more.
    pub fn of<const W: usize>(game: &Positional<W>) -> Option<Patterns> {
        let combos = Combos::new();
        let weights = Weights::learned(&combos);
        Patterns::new(game, combos, weights)
    }

    /// The same with other weights, which were learned: a title and rows of numbers.
    pub fn with_weights<const W: usize>(
        game: &Positional<W>,
        text: &str,
    ) -> Result<Option<Patterns>, WeightsError> {
        let combos = Combos::new();
        let weights = Weights::read(text, &combos)?;
        Ok(Patterns::new(game, combos, weights))
    }

    fn new<const W: usize>(
        game: &Positional<W>,
        combos: Combos,
        weights: Weights,
    ) -> Option<Patterns> {
        let lanes = Lanes::of(game.definition())?;
        let classes = Classes::new(&lanes);
        let summaries = Summaries::new(&combos, &weights);
        let from_middle = from_middle(game.definition());
        let tables = Tables { lanes, classes, from_middle, combos, summaries, weights };
        Some(Patterns { tables })
    }

    /// The same with other weights.
    fn reweighted(&self, weights: Weights) -> Patterns {
        let Tables { lanes, classes, from_middle, combos, .. } = &self.tables;
        let summaries = Summaries::new(combos, &weights);
        let tables = Tables {
            lanes: lanes.clone(),
            classes: classes.clone(),
            from_middle: from_middle.clone(),
            combos: combos.clone(),
            summaries,
            weights,
        };
        Patterns { tables }
    }

    /// Is this the beginning of a file of weights?
    pub fn owns(bytes: &[u8]) -> bool {
        bytes.starts_with(weights::TITLE.as_bytes())
    }

    fn field<const W: usize>(&self, game: &Positional<W>, pos: &Position<W>) -> Field<W> {
        let stones = Player::BOTH.map(|player| pos.stones(player));
        Field::new(&self.tables, stones, &game.empty(pos))
    }

    /// The state's field, made if it is missing.
    #[inline]
    fn seen<'a, const W: usize>(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &'a mut PatternState<W>,
    ) -> &'a mut Field<W> {
        state.field.get_or_insert_with(|| Box::new(self.field(game, pos)))
    }

    fn value<const W: usize>(&self, field: &Field<W>, to_move: Player) -> i32 {
        let weights = &self.tables.weights;
        let mut value = field.balance(to_move) + i32::from(weights.tempo);
        for kind in 0..Kind::THREATS {
            let kind = Kind::ALL[kind];
            for (role, player) in [to_move, !to_move].into_iter().enumerate() {
                if !field.threats(player, kind).is_empty() {
                    value += i32::from(weights.threats[role][kind as usize]);
                }
            }
        }
        value / FINE
    }

    /// The moves in order of urgency, and why some are missing.
    fn choose<const W: usize>(
        &self,
        field: &Field<W>,
        me: Player,
        moves: &mut Vec<Move>,
    ) -> Omitted {
        let fives = field.threats(me, Kind::Five);
        let theirs = field.threats(!me, Kind::Five);
        for urgent in [fives, theirs] {
            if !urgent.is_empty() {
                moves.clear();
                moves.extend(urgent.iter().map(|site| Move(site as u16)));
                return Omitted::Irrelevant;
            }
        }
        if let Some(site) = field.threats(me, Kind::OpenFour).first() {
            moves.clear();
            moves.push(Move(site as u16));
            return Omitted::Irrelevant;
        }
        let open = field.threats(!me, Kind::OpenFour);
        if let Some(site) = open.first() {
            let mut answers = self.answers(field, me) | field.fours(me);
            if answers.is_empty() {
                answers.insert(site);
            }
            // Each of them may be the one that holds.
            self.in_order(field, me, &answers, usize::MAX, moves);
            return Omitted::Irrelevant;
        }
        if field.alive.is_empty() {
            // Nothing is near anything: the site with the most room, in the middle of the board.
            let from_middle = &self.tables.from_middle;
            let most =
                field.empty.iter().min_by_key(|&site| (-field.room(site), from_middle[site]));
            moves.clear();
            moves.extend(most.map(|site| Move(site as u16)));
        } else {
            self.in_order(field, me, &field.alive, WIDTH, moves);
        }
        Omitted::Unpromising
    }

    /// The most urgent of these sites as moves, so many at most, the most urgent first.
    fn in_order<const W: usize>(
        &self,
        field: &Field<W>,
        me: Player,
        sites: &Bits<W>,
        most: usize,
        moves: &mut Vec<Move>,
    ) {
        let mut ranks = [0u64; super::MOST_SITES];
        let mut n = 0;
        for site in sites.iter() {
            let urgency = field.urgency(me, site);
            // The larger the better; among equals the first.
            ranks[n] = (((1 << 20) - urgency) as u64) << 16 | site as u64;
            n += 1;
        }
        let ranks = &mut ranks[..n];
        if n > most {
            ranks.select_nth_unstable(most);
        }
        let kept = n.min(most);
        ranks[..kept].sort_unstable();
        moves.clear();
        moves.extend(ranks[..kept].iter().map(|&rank| Move(rank as u16)));
    }
}

/// How far each site is from the middle of all, squared, in hundredths.
fn from_middle(definition: &Definition) -> Vec<i32> {
    let n = definition.sites.len().max(1) as f32;
    let sum =
        definition.sites.iter().fold((0.0, 0.0), |(x, y), site| (x + site.at.x, y + site.at.y));
    let far = |site: &Place| {
        let (x, y) = (site.at.x - sum.0 / n, site.at.y - sum.1 / n);
        (100.0 * (x * x + y * y)) as i32
    };
    definition.sites.iter().map(far).collect()
}

impl<const W: usize> Eval<Positional<W>> for Patterns {
    type State = PatternState<W>;
    const FORCES: bool = true;

    fn eval(&self, game: &Positional<W>, pos: &Position<W>, player: Player) -> Score {
        let state = &mut PatternState::default();
        self.judge(game, pos, state, player)
    }

    fn begin(&self, game: &Positional<W>, pos: &Position<W>) -> PatternState<W> {
        PatternState { field: Some(Box::new(self.field(game, pos))), failures: Failures::default() }
    }

    #[inline]
    fn push(&self, game: &Positional<W>, pos: &Position<W>, mv: Move, state: &mut PatternState<W>) {
        match &mut state.field {
            Some(field) => field.put(&self.tables, pos.last_mover(), mv.0.into()),
            None => *state = self.begin(game, pos),
        }
    }

    #[inline]
    fn pop(&self, game: &Positional<W>, pos: &Position<W>, mv: Move, state: &mut PatternState<W>) {
        match &mut state.field {
            Some(field) => field.take(&self.tables, !pos.last_mover(), mv.0.into()),
            None => *state = self.begin(game, pos),
        }
    }

    #[inline]
    fn judge(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut PatternState<W>,
        player: Player,
    ) -> Score {
        let to_move = !pos.last_mover();
        let value = self.value(self.seen(game, pos, state), to_move);
        Score::estimate(i64::from(if player == to_move { value } else { -value }))
    }

    #[inline]
    fn forced(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut PatternState<W>,
        player: Player,
    ) -> Option<(Score, ScoreKind)> {
        self.seen(game, pos, state);
        let PatternState { field: Some(field), failures } = state else { return None };
        let mut fours = Fours { tables: &self.tables, field, failures, budget: BUDGET };
        let won = fours.win(player);
        if let Some((_, plies)) = won {
            return Some((Score::win_in(plies), ScoreKind::AtLeast));
        }
        let lost = field.threats(!player, Kind::Five).len() > 1;
        lost.then(|| (-Score::win_in(2), ScoreKind::Proved))
    }

    #[inline]
    fn stable(&self, game: &Positional<W>, pos: &Position<W>, state: &mut PatternState<W>) -> bool {
        let field = self.seen(game, pos, state);
        Player::BOTH.into_iter().all(|player| field.threats(player, Kind::Five).is_empty())
    }

    fn threatens(&self) -> bool {
        true
    }

    fn threats(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut PatternState<W>,
        moves: &mut Vec<Move>,
    ) {
        if let Turn::Player(me) = game.turn(pos) {
            self.attack(self.seen(game, pos, state), me, moves);
        }
    }

    fn margins(&self) -> Margins {
        Margins { reduction: 80, forced: 1, width: 5, threats: 20, ..Margins::NONE }
    }

    fn arranges(&self) -> bool {
        true
    }

    fn select(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut PatternState<W>,
        moves: &mut Vec<Move>,
    ) -> Omitted {
        match game.turn(pos) {
            Turn::Player(me) => self.choose(self.seen(game, pos, state), me, moves),
            _ => Omitted::Irrelevant,
        }
    }

    fn propose(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut PatternState<W>,
        moves: &mut Vec<Move>,
    ) -> Option<Omitted> {
        Some(self.select(game, pos, state, moves))
    }
}
