//! What an evaluation of any positional game that learns looks at.

use henge_core::{Bits, Features, Game, Player, Symmetric, Turn};

use super::promise::Promise;
use super::rules::{Move, Position, Positional};

/// The sites alone: the stones of the player to move, those of the other, and who has begun.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    n_sites: u32,
}

impl Stones {
    /// For a game.
    pub fn new<const W: usize>(game: &Positional<W>) -> Stones {
        Stones { n_sites: game.definition().n_sites() as u32 }
    }
}

fn mover<const W: usize>(game: &Positional<W>, pos: &Position<W>) -> Player {
    match game.turn(pos) {
        Turn::Player(player) => player,
        _ => !pos.last_mover(),
    }
}

impl<const W: usize> Features<Positional<W>> for Stones {
    fn name(&self) -> &'static str {
        "stones"
    }

    fn n_features(&self) -> usize {
        2 * self.n_sites as usize + 1
    }

    fn each(&self, game: &Positional<W>, pos: &Position<W>, found: &mut impl FnMut(u32, f32)) {
        let mover = mover(game, pos);
        for (begin, player) in [(0, mover), (self.n_sites, !mover)] {
            pos.stones(player).iter().for_each(|site| found(begin + site as u32, 1.0));
        }
        if mover == Player::First {
            found(2 * self.n_sites, 1.0);
        }
    }
}

/// Groups that can still be filled, by how many stones they have and how many they lack; stones by
/// the kind of their site; and, where the goal is to join two sides, how far that is.
///
/// Sites that a symmetry of the game turns into each other are of one kind.
#[derive(Clone, Debug)]
pub struct Groups<const W: usize> {
    /// The groups of each player.
    groups: [Vec<Bits<W>>; 2],
    /// The kind of each site.
    kinds: Vec<u32>,
    n_kinds: u32,
    /// The longest group has so many sites.
    longest: u32,
    /// Measures distances where groups are too many to list.
    far: Option<std::sync::Arc<Promise<W>>>,
}

/// A distance beyond this one counts as this one.
const MOST_FAR: u32 = 24;

impl<const W: usize> Groups<W> {
    /// For a game; `promise` has listed its groups, or found that there are too many.
    pub fn new(game: &Positional<W>, promise: &std::sync::Arc<Promise<W>>) -> Groups<W> {
        let groups = Player::BOTH.map(|player| promise.groups(player).to_vec());
        let longest = groups.iter().flatten().map(|group| group.len() as u32).max().unwrap_or(0);
        let (start, n_sites) = (game.start(), game.definition().n_sites());
        let least = |site: usize| {
            let image = |i| game.image_move(i, &start, Move(site as u16)).0;
            (0..game.n_symmetries()).map(image).min().unwrap_or(site as u16)
        };
        let mut seen: Vec<u16> = Vec::new();
        let mut kind = |site: usize| {
            let least = least(site);
            let at = seen.iter().position(|&other| other == least).unwrap_or_else(|| {
                seen.push(least);
                seen.len() - 1
            });
            at as u32
        };
        let kinds: Vec<u32> = (0..n_sites).map(&mut kind).collect();
        let n_kinds = seen.len() as u32;
        let far = (!promise.is_by_groups()).then(|| std::sync::Arc::clone(promise));
        Groups { groups, kinds, n_kinds, longest, far }
    }

    /// Of one player: stones and holes of groups, then sites, then distances.
    fn n_of_player(&self) -> u32 {
        self.longest * self.longest + self.n_kinds + MOST_FAR
    }
}

impl<const W: usize> Features<Positional<W>> for Groups<W> {
    fn name(&self) -> &'static str {
        "groups"
    }

    fn n_features(&self) -> usize {
        2 * self.n_of_player() as usize + 2
    }

    fn each(&self, game: &Positional<W>, pos: &Position<W>, found: &mut impl FnMut(u32, f32)) {
        let mover = mover(game, pos);
        let sight = self.far.as_ref().map(|promise| promise.look(game, pos));
        for (i, player) in [(0, mover), (1, !mover)] {
            let begin = i * self.n_of_player();
            let (own, other) = (pos.stones(player), pos.stones(!player));
            for group in &self.groups[player.index()] {
                if group.meets(other) || !group.meets(own) {
                    continue;
                }
                let stones = (*group & *own).len() as u32;
                let holes = group.len() as u32 - stones;
                // Nobody moves on when a group is full.
                found(begin + (stones - 1) * self.longest + holes.max(1) - 1, 1.0);
            }
            let sites = begin + self.longest * self.longest;
            own.iter().for_each(|site| found(sites + self.kinds[site], 1.0));
            if let Some(sight) = &sight {
                let far = sight.distance(player).map_or(MOST_FAR - 1, u32::from);
                found(sites + self.n_kinds + far.min(MOST_FAR - 1), 1.0);
            }
        }
        let tempo = 2 * self.n_of_player();
        found(tempo, 1.0);
        found(tempo + 1, if mover == Player::First { 1.0 } else { -1.0 });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Row, Swap, go_moku, hex, tic_tac_toe};
    use super::*;

    #[test]
    fn a_mirror_image_has_the_same_groups_and_numbers_stay_within() {
        let games = [
            tic_tac_toe(),
            go_moku(6, Row::FiveOrMore).expect("a board"),
            hex(5, 5, Swap::Off).expect("a board"),
        ];
        for definition in games {
            let game = Positional::<1>::new(Arc::new(definition));
            let features = Groups::new(&game, &Arc::new(Promise::new(&game)));
            let stones = Stones::new(&game);
            let sorted = |pos: &Position<1>| {
                let mut all = Vec::new();
                features.each(&game, pos, &mut |i, x| all.push((i, x as i32)));
                all.sort_unstable();
                all
            };
            let mut pos = game.start();
            for turn in 1.. {
                let moves: Vec<Move> = game.moves(&pos).collect();
                let Some(&mv) = moves.get(turn * 5 % moves.len().max(1)) else { break };
                let here = sorted(&pos);
                assert!(here.iter().all(|(i, _)| (*i as usize) < features.n_features()));
                stones.each(&game, &pos, &mut |i, _| {
                    assert!((i as usize) < Features::<Positional<1>>::n_features(&stones));
                });
                for symmetry in 0..game.n_symmetries() {
                    assert_eq!(here, sorted(&game.image(symmetry, &pos)));
                }
                game.play(&mut pos, mv);
            }
        }
    }

    #[test]
    fn groups_are_counted_by_stones_and_holes() {
        let game = Positional::<1>::new(Arc::new(tic_tac_toe()));
        let features = Groups::new(&game, &Arc::new(Promise::new(&game)));
        let mut pos = game.start();
        // The corner: three lines with one stone and two holes, seen by the other player.
        game.play(&mut pos, Move(0));
        let mut open = 0;
        let begin = features.n_of_player();
        features.each(&game, &pos, &mut |i, _| open += usize::from(i == begin + 1));
        assert_eq!((open, features.n_kinds), (3, 3));
    }
}
