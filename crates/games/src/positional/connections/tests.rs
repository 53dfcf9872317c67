use std::collections::HashMap;
use std::sync::Arc;

use henge_core::mix64;

use super::*;

fn game(size: usize) -> Positional<1> {
    Positional::new(Arc::new(hex(size, size, Swap::Off).expect("a board")))
}

/// A position after so many stones that fell by lot, if nobody has won by then.
fn strewn(game: &Positional<1>, seed: u64, stones: u64) -> Option<Position<1>> {
    let mut pos = game.start();
    for k in 0..stones {
        let n = game.moves(&pos).count() as u64;
        let mv = game.moves(&pos).nth((mix64(seed << 16 | k) % n.max(1)) as usize)?;
        game.play(&mut pos, mv);
    }
    matches!(game.turn(&pos), Turn::Player(_)).then_some(pos)
}

/// Who wins, by the rules alone.
#[derive(Default)]
struct Truth(HashMap<([Bits<1>; 2], Player), Player>);

impl Truth {
    fn winner(&mut self, game: &Positional<1>, pos: &Position<1>) -> Player {
        let me = match game.turn(pos) {
            Turn::Player(me) => me,
            _ => return pos.winner.expect("a full board has a chain"),
        };
        let key = (pos.stones, me);
        if let Some(&winner) = self.0.get(&key) {
            return winner;
        }
        let wins = game.moves(pos).any(|mv| self.winner(game, &after(game, pos, mv)) == me);
        let winner = if wins { me } else { !me };
        self.0.insert(key, winner);
        winner
    }
}

fn after(game: &Positional<1>, pos: &Position<1>, mv: Move) -> Position<1> {
    let mut next = *pos;
    game.play(&mut next, mv);
    next
}

/// Positions of boards that can be solved by the rules alone in no time.
fn samples(size: usize, stones: std::ops::Range<u64>, n: u64) -> Vec<Position<1>> {
    let game = game(size);
    let wide = stones.end - stones.start;
    (0..n).filter_map(|seed| strewn(&game, seed, stones.start + seed % wide)).collect()
}

#[test]
fn who_is_said_to_have_won_wins_and_a_winning_move_stays() {
    let mut decided = 0;
    for (size, samples) in
        [(3, samples(3, 0..5, 60)), (4, samples(4, 5..10, 300)), (5, samples(5, 14..19, 150))]
    {
        let (game, mut truth) = (game(size), Truth::default());
        let eval = Connections::of(&game).expect("Hex");
        for pos in samples {
            let (winner, me) = (truth.winner(&game, &pos), pos.to_move);
            let mut state = ConnectionState::default();
            if let Some((score, kind)) = eval.forced(&game, &pos, &mut state, me) {
                assert_eq!(score.0 > 0, winner == me, "{pos:?}");
                assert_eq!(kind == ScoreKind::AtLeast, winner == me);
                decided += 1;
                continue;
            }
            let mut moves: Vec<Move> = game.moves(&pos).collect();
            eval.select(&game, &pos, &mut state, &mut moves);
            let mut wins = moves.iter().map(|&mv| truth.winner(&game, &after(&game, &pos, mv)));
            assert_eq!(wins.any(|winner| winner == me), winner == me, "{pos:?} {moves:?}");
        }
    }
    assert!(decided > 200, "{decided}");
}

#[test]
fn what_is_filled_in_changes_no_winner() {
    let (game, mut truth) = (game(4), Truth::default());
    let mut n_filled = 0;
    for pos in samples(4, 5..10, 400) {
        let (mut terrain, mut graph) = (Terrain::default(), Graph::default());
        let mut stones = Stones { held: pos.stones, empty: game.empty(&pos) };
        fill_in(&game, &mut stones, (&mut terrain, &mut graph));
        n_filled += game.empty(&pos).len() - stones.empty.len();
        for me in Player::BOTH {
            let [plain, filled] = [pos.stones, stones.held].map(|held| game.set_up(held, me));
            assert_eq!(truth.winner(&game, &plain), truth.winner(&game, &filled), "{pos:?}");
        }
    }
    assert!(n_filled > 400, "{n_filled}");
}

/// Can `player` join two ends with stones on these sites alone, while the opponent holds all others?
struct Duel<'a> {
    game: &'a Positional<1>,
    player: Player,
    ends: [u16; 2],
    seen: HashMap<(Bits<1>, Bits<1>, bool), bool>,
}

impl Duel<'_> {
    fn is_joined(&self, own: &Bits<1>) -> bool {
        let (sides, neighbours) = self.game.link(self.player).expect("Hex");
        let n = self.game.definition().n_sites();
        let begin = |end: u16| match usize::from(end) {
            end if end >= n => sides[end - n] & *own,
            end => Bits::single(end),
        };
        let [mut chain, goal] = self.ends.map(begin);
        let mut border = chain;
        while let Some(at) = border.first() {
            border.remove(at);
            let fresh = (neighbours[at] & *own).without(&chain);
            chain |= fresh;
            border |= fresh;
        }
        chain.meets(&goal)
    }

    fn wins(&mut self, own: Bits<1>, free: Bits<1>, moves: bool) -> bool {
        if self.is_joined(&own) || free.is_empty() {
            return self.is_joined(&own);
        }
        if let Some(&known) = self.seen.get(&(own, free, moves)) {
            return known;
        }
        let mut wins = !moves;
        for site in free.iter() {
            let (mut own, mut free) = (own, free);
            free.remove(site);
            if moves {
                own.insert(site);
            }
            if self.wins(own, free, !moves) == moves {
                wins = moves;
                break;
            }
        }
        self.seen.insert((own, free, moves), wins);
        wins
    }
}

#[test]
fn every_connection_holds_in_its_carrier() {
    let mut n = [0, 0];
    for (size, samples) in [(4, samples(4, 0..9, 60)), (5, samples(5, 2..14, 25))] {
        let game = game(size);
        for pos in samples {
            let stones = Stones { held: pos.stones, empty: game.empty(&pos) };
            for player in Player::BOTH {
                let (mut terrain, mut web) = (Terrain::default(), Web::default());
                terrain.survey(&game, player, &stones);
                web.weave(&game, player, (&stones, &terrain), Goal::Joined, 5_000);
                for (is_full, ends, carrier) in web.all().filter(|(_, _, c)| c.len() <= 9) {
                    let mut own = stones.held[player.index()];
                    let sites = ends.iter().map(|&end| usize::from(end));
                    sites.filter(|&end| end < size * size).for_each(|end| own.insert(end));
                    let mut duel = Duel { game: &game, player, ends, seen: HashMap::new() };
                    assert!(
                        duel.wins(own, carrier, !is_full),
                        "{player:?} {ends:?} {carrier:?} {is_full} {pos:?}"
                    );
                    n[usize::from(is_full)] += 1;
                }
            }
        }
    }
    assert!(n.iter().all(|&n| n > 1000), "{n:?}");
}

#[test]
fn a_bridge_is_a_connection_and_the_side_is_near_from_the_second_row() {
    // Red on b2 of a board of 4 by 4: north by a1 or b1.
    let game = game(4);
    let mut pos = game.start();
    game.play(&mut pos, Move(5));
    let stones = Stones { held: pos.stones, empty: game.empty(&pos) };
    let (mut terrain, mut web) = (Terrain::default(), Web::default());
    terrain.survey(&game, Player::First, &stones);
    web.weave(&game, Player::First, (&stones, &terrain), Goal::Joined, 5_000);
    let bridge = [1, 2].into_iter().collect();
    assert!(web.all().any(|(full, ends, carrier)| full && ends == [5, 16] && carrier == bridge));
}

#[test]
fn small_boards_are_won_by_connections_alone() {
    for size in 2..=5 {
        let game = game(size);
        let eval = Connections::of(&game).expect("Hex");
        let mut state = ConnectionState::default();
        let won = eval.forced(&game, &game.start(), &mut state, Player::First);
        assert!(won.is_some_and(|(score, _)| score.0 > 0), "{size}");
    }
}

#[test]
fn while_stones_may_change_hands_nobody_has_won() {
    let game = Positional::<1>::new(Arc::new(hex(4, 4, Swap::On).expect("a board")));
    let eval = Connections::of(&game).expect("Hex");
    let mut pos = game.start();
    assert_eq!(eval.forced(&game, &pos, &mut Default::default(), Player::First), None);
    game.play(&mut pos, Move(5));
    let mut moves: Vec<Move> = game.moves(&pos).collect();
    let mut state = ConnectionState::default();
    assert_eq!(eval.forced(&game, &pos, &mut state, Player::Second), None);
    eval.select(&game, &pos, &mut state, &mut moves);
    assert_eq!((moves.len(), moves[0]), (16, Move::SWAP));
}

#[test]
fn other_games_have_no_virtual_connections() {
    let game = Positional::<1>::new(Arc::new(super::super::tic_tac_toe()));
    assert!(Connections::of(&game).is_none());
}
