//! Evaluations for every game of pieces.

use henge_core::{Bits, Eval, Game, Player, Score};

use super::super::capture::flood;
use super::super::description::{By, Enclosed, End, Stuck, Verdict};
use super::position::{Move, Position};
use super::rules::{Moving, PieceBy};

/// More pieces are better: what everything else is measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl<const W: usize> Eval<Moving<W>> for Material {
    type State = ();

    fn eval(&self, game: &Moving<W>, pos: &Position<W>, player: Player) -> Score {
        let n = |player: Player| game.stones(pos, player).len() as i64;
        Score::estimate(100 * (n(player) - n(!player)))
    }
}

/// What a piece is worth by the moves that it still has to where it wants to go; the last entry stands for more.
const TO_GO: [i32; 7] = [0, 500, 200, 100, 50, 24, 10];
/// What a group is worth to the only player with pieces in it, by how many are missing.
const MISSING: [i32; 4] = [400, 90, 20, 5];
/// Groups with more sites than this are places to go to, and not lines.
const LINE: usize = 5;

/// Pieces by their freedom and by how far they have come, moves, groups, chains: what the rules of the file
/// make of each.
#[derive(Clone, Debug)]
pub struct Worth<const W: usize> {
    /// What each kind is worth on each site, for each player.
    values: [Vec<Vec<i32>>; 2],
    in_hand: [i32; 2],
    /// What a site to go to is worth.
    freedom: i32,
    /// Groups of a few sites, for each player.
    lines: [Vec<(Bits<W>, i32)>; 2],
    /// What one more chain costs, and the distance of a piece from the middle of all.
    apart: [i32; 2],
    /// Twice where each site is.
    places: Vec<(i32, i32)>,
}

impl<const W: usize> Worth<W> {
    /// The evaluation of a game.
    pub fn new(game: &Moving<W>) -> Self {
        let description = game.description();
        let n = description.definition.n_sites();
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect::<Bits<W>>();
        let aims = |player| description.aims.iter().filter(move |aim| aim.player == player);
        // To have few pieces may be what is wanted.
        let sign = |player| {
            let by_aim = aims(player).find_map(|aim| match aim.by {
                By::Left(_, None) => Some(if aim.verdict == Verdict::Wins { -1 } else { 1 }),
                _ => None,
            });
            by_aim.unwrap_or(match description.end {
                End::Fewest => -1,
                _ => 1,
            })
        };
        let material = aims(Player::First)
            .chain(aims(Player::Second))
            .any(|aim| matches!(aim.by, By::Left(..) | By::Captures(_) | By::At(..)))
            || matches!(description.end, End::Most | End::Fewest);
        let freedom = match description.stuck {
            Stuck::Loses => 6,
            Stuck::Wins => -6,
            _ => 0,
        };
        let compass = &description.compass;
        let values = Player::BOTH.map(|player| {
            let p = player.index();
            let table = |(number, kind): (usize, &super::kinds::Kind<W>)| {
                let free: usize = (0..n).map(|site| kind.anywhere(compass, site).len()).sum();
                let piece = if material { 100 } else { 30 };
                let base = sign(player) * (piece + 8 * (free / n.max(1)) as i32);
                let mut values = vec![base; n];
                let mut wants = |goal: Bits<W>, worth: &dyn Fn(u8) -> i32| {
                    let far = kind.distances(compass, &goal);
                    values.iter_mut().zip(far).for_each(|(value, far)| *value += worth(far));
                };
                for aim in aims(player) {
                    let good = if aim.verdict == Verdict::Wins { 1 } else { -1 };
                    match &aim.by {
                        By::At(sites, of) if of.is_none_or(|of| usize::from(of) == number) => {
                            wants(bits(sites), &|far| {
                                good * TO_GO[usize::from(far).min(TO_GO.len() - 1)]
                            });
                        }
                        By::Groups(groups) => {
                            let camps = groups.iter().filter(|group| group.sites.len() > LINE);
                            for camp in camps.take(4) {
                                wants(bits(&camp.sites), &|far| {
                                    -good * 20 * i32::from(far.min(20))
                                });
                            }
                        }
                        _ => {}
                    }
                }
                if let Some((_, at)) = &kind.promote {
                    wants(*at, &|far| 4 * (8 - i32::from(far.min(8))));
                }
                values
            };
            game.kinds[p].iter().enumerate().map(table).collect::<Vec<Vec<i32>>>()
        });
        let lines = Player::BOTH.map(|player| {
            let mut lines: Vec<(Bits<W>, i32)> = Vec::new();
            for aim in aims(player) {
                let By::Groups(groups) = &aim.by else { continue };
                let good = if aim.verdict == Verdict::Wins { 1 } else { -1 };
                let short = groups.iter().filter(|group| (2..=LINE).contains(&group.sites.len()));
                lines.extend(short.map(|group| (bits(&group.sites), good)));
            }
            if let Some(Enclosed::Filled(groups)) =
                description.capture.as_ref().map(|capture| &capture.how)
            {
                lines.extend(groups.iter().map(|group| (bits(&group.sites), 0)));
            }
            // A file may have a hundred thousand of them.
            lines.truncate(500);
            lines
        });
        let joins = |player| aims(player).any(|aim| aim.by == By::Joined);
        let place = |site: &crate::positional::Place| {
            ((site.at.x * 2.0).round() as i32, (site.at.y * 2.0).round() as i32)
        };
        Worth {
            in_hand: Player::BOTH.map(|player| sign(player) * 100),
            values,
            freedom,
            lines,
            apart: Player::BOTH.map(|player| if joins(player) { 12 } else { 0 }),
            places: description.definition.sites.iter().map(place).collect(),
        }
    }

    fn side(&self, game: &Moving<W>, pos: &Position<W>, player: Player) -> i32 {
        let p = player.index();
        let (own, other) = (pos.stones[p], pos.stones[1 - p]);
        let mut value = self.in_hand[p] * i32::from(pos.hand[p]);
        for site in own.iter() {
            value += self.values[p][pos.kind(site)][site];
        }
        for (line, good) in &self.lines[p] {
            let held = (*line & own).len();
            if held == 0 {
                continue;
            }
            // Good for a line that wins, nothing for one that takes: there only full ones count.
            let missing = line.len() - held;
            if *good == 0 {
                value += if missing == 0 { 25 } else { 0 };
            } else if !line.meets(&other) {
                value += good * MISSING.get(missing).copied().unwrap_or(1);
            }
        }
        if self.freedom != 0 {
            value += self.freedom * self.n_targets(game, pos, player);
        }
        if self.apart[p] != 0 {
            value -= self.apart[p] * self.scattered(game, &own);
        }
        value
    }

    fn n_targets(&self, game: &Moving<W>, pos: &Position<W>, player: Player) -> i32 {
        let p = player.index();
        let sides = game.sides(pos, player);
        let mut n = 0;
        for from in sides.own.iter() {
            n += game.targets(pos, p, from, &sides).len();
            n += game.kinds[p][pos.kind(from)].jumps[from]
                .iter()
                .filter(|over| {
                    sides.other.has(over.over as usize) && sides.empty.has(over.to as usize)
                })
                .count();
        }
        n as i32
    }

    /// How far pieces are from their middle, and how many chains they form.
    fn scattered(&self, game: &Moving<W>, own: &Bits<W>) -> i32 {
        let n = own.len().max(1) as i32;
        let sum = own
            .iter()
            .fold((0, 0), |(x, y), site| (x + self.places[site].0, y + self.places[site].1));
        let middle = (sum.0 / n, sum.1 / n);
        let far: i32 = own
            .iter()
            .map(|site| {
                let (x, y) = self.places[site];
                (x - middle.0).abs().max((y - middle.1).abs())
            })
            .sum();
        let (mut rest, mut chains) = (*own, 0);
        while let Some(site) = rest.first() {
            rest = rest.without(&flood(site, own, &game.around));
            chains += 1;
        }
        far + 3 * chains
    }
}

impl<const W: usize> Eval<Moving<W>> for Worth<W> {
    type State = ();

    fn eval(&self, game: &Moving<W>, pos: &Position<W>, player: Player) -> Score {
        Score::estimate(i64::from(self.side(game, pos, player) - self.side(game, pos, !player)))
    }

    /// Not while a piece has to be taken.
    fn stable(&self, game: &Moving<W>, pos: &Position<W>, _state: &mut ()) -> bool {
        if !game.compulsory {
            return true;
        }
        let moves = game.moves(pos);
        let other = pos.stones[1 - pos.to_move.index()];
        moves.strokes.len() == 0 && !moves.plain.iter().any(|(_, to)| to.meets(&other))
    }

    fn arranges(&self) -> bool {
        true
    }

    /// What is taken first, then what comes farthest.
    fn arrange(&self, _game: &Moving<W>, pos: &Position<W>, moves: &mut Vec<Move<W>>) {
        let p = pos.to_move.index();
        let worth = |mv: &Move<W>| {
            let Some(from) = mv.from() else { return 0 };
            if *mv == Move::PASS {
                return 0;
            }
            let values = &self.values[p][pos.kind(from)];
            let mut gain = values[mv.to()] - values[from];
            let mut takes = |site: usize| gain += self.values[1 - p][pos.kind(site)][site].abs();
            if pos.stones[1 - p].has(mv.to()) {
                takes(mv.to());
            }
            mv.taken.iter().for_each(takes);
            gain
        };
        moves.sort_by_key(|mv| std::cmp::Reverse(worth(mv)));
    }
}

impl<const W: usize> Moving<W> {
    /// Sites that an aim asks for and that no piece of its owner can ever come to, in a sentence each.
    pub fn doubts(&self) -> Vec<String> {
        let description = self.description();
        let start = self.start();
        let mut doubts = Vec::new();
        for aim in &self.aims {
            let p = aim.player.index();
            let PieceBy::At(sites, of) = &aim.by else { continue };
            let comes = |kind: usize| {
                let far = self.kinds[p][kind].distances(&description.compass, sites);
                let owned = start.stones[p] & start.of_kind(kind);
                start.hand[p] > 0 || owned.iter().any(|site| far[site] < u8::MAX)
            };
            let becomes = |kind: usize| {
                let mut all = self.kinds[p].iter();
                all.any(|other| other.promote.as_ref().is_some_and(|(to, _)| *to == kind))
            };
            let mut kinds = (0..description.pieces.len())
                .filter(|&kind| of.is_none_or(|of| of == kind))
                .filter(|&kind| description.pieces[kind].players[p]);
            if !kinds.any(|kind| becomes(kind) || comes(kind)) {
                let player = &description.definition.players[p];
                doubts.push(format!("No piece of {player} can come to where one should arrive."));
            }
        }
        doubts
    }
}
