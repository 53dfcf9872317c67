use std::sync::Arc;

use henge_core::{Game, Match, Notation, Outcome, Player, Turn, perft};
use henge_testkit::{eval_laws, laws, symmetry_laws};
use proptest::prelude::*;

use super::*;
use crate::described::{FileError, GameFile};

fn read_game(slug: &str, text: &str) -> Result<Definition, FileError> {
    let file = crate::described::read_game(slug, text)?;
    Ok(file.positional().expect("these are positional games"))
}

fn rules<const W: usize>(definition: Definition) -> Positional<W> {
    Positional::new(Arc::new(definition))
}

fn shipped(name: &str) -> Definition {
    let path = format!("{}/../henge/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    read_game(name, &text).unwrap()
}

fn hex_of(size: usize) -> Definition {
    hex(size, size, Swap::Off).unwrap()
}

fn five(size: usize) -> Definition {
    go_moku(size, Row::FiveOrMore).unwrap()
}

#[test]
fn every_game_of_the_family_obeys_the_laws() {
    laws(&rules::<1>(tic_tac_toe()));
    laws(&rules::<1>(five(7)));
    laws(&rules::<6>(go_moku(19, Row::ExactlyFive).unwrap()));
    laws(&rules::<1>(hex(4, 6, Swap::Off).unwrap()));
    laws(&rules::<1>(hex(5, 5, Swap::On).unwrap()));
    laws(&rules::<2>(hex(11, 11, Swap::On).unwrap()));
    laws(&rules::<1>(shipped("qubic")));
    laws(&rules::<1>(shipped("fano")));
    laws(&rules::<1>(shipped("rows-and-columns")));
}

#[test]
fn mirror_images_are_the_same_game() {
    let n = |definition| rules::<1>(definition).maps_len();
    assert_eq!(n(tic_tac_toe()), 8);
    assert_eq!(n(hex_of(3)), 2);
    assert_eq!(n(hex_of(7)), 2);
    assert_eq!(n(shipped("sum-to-fifteen")), 8);
    assert_eq!(n(shipped("qubic")), 192);
    assert_eq!(n(shipped("fano")), 168);
    symmetry_laws(&rules::<1>(tic_tac_toe()));
    symmetry_laws(&rules::<1>(hex(5, 5, Swap::On).unwrap()));
    symmetry_laws(&rules::<1>(hex_of(7)));
    symmetry_laws(&rules::<2>(go_moku(9, Row::ExactlyFive).unwrap()));
    symmetry_laws(&rules::<1>(shipped("fano")));
}

/// Plays moves given by name.
fn play<const W: usize>(game: &Arc<Positional<W>>, moves: &str) -> Match<Positional<W>> {
    let mut table = Match::new(Arc::clone(game));
    for mv in moves.split_whitespace() {
        let mv = game.read_move(table.position(), mv).unwrap();
        table.play(mv).unwrap();
    }
    table
}

#[test]
fn a_row_wins_and_a_full_board_draws() {
    let game = Arc::new(rules::<1>(tic_tac_toe()));
    let first = Turn::Over(Outcome::win(Player::First));
    assert_eq!(play(&game, "a1 a2 b1 b2 c1").turn(), first);
    let full = "a1 b1 c1 b2 a2 c2 b3 a3 c3";
    assert_eq!(play(&game, full).turn(), Turn::Over(Outcome::Draw));
    let table = play(&game, "a1 a2 b1 b2 c1");
    let won: Vec<usize> = game.winning_sites(table.position()).iter().collect();
    assert_eq!(won, [0, 1, 2]);
}

#[test]
fn six_in_a_row_win_only_where_five_or_more_do() {
    // x x x . x x becomes six when the gap is filled.
    let moves = "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1";
    let free = Arc::new(rules::<2>(five(9)));
    assert_eq!(play(&free, moves).turn(), Turn::Over(Outcome::win(Player::First)));
    let exact = Arc::new(rules::<2>(go_moku(9, Row::ExactlyFive).unwrap()));
    let table = play(&exact, moves);
    assert_eq!(table.turn(), Turn::Player(Player::Second));
    // And no order of setting the stones up makes it a win.
    let text = exact.write_position(table.position());
    assert_eq!(exact.read_position(&text).unwrap(), *table.position());
}

#[test]
fn the_swap_takes_the_mirrored_stone_over() {
    let game = Arc::new(rules::<1>(hex(5, 5, Swap::On).unwrap()));
    let table = play(&game, "b4 swap");
    assert_eq!(game.write_position(table.position()), "...../...o./...../...../..... x");
    assert_eq!(table.turn(), Turn::Player(Player::First));
    // It is for the second player's first move only.
    let say = |table: &Match<_>| game.read_move(table.position(), "swap").unwrap_err().to_string();
    assert!(say(&table).contains("second player's first move"));
    assert!(say(&play(&game, "")).contains("second player's first move"));
    assert!(hex(4, 6, Swap::On).is_err());
}

#[test]
fn the_nth_move_is_the_nth_of_the_list() {
    let game = Arc::new(rules::<1>(hex(3, 3, Swap::On).unwrap()));
    let pos = *play(&game, "b2").position();
    let list: Vec<Move> = game.moves(&pos).collect();
    for n in 0..list.len() + 3 {
        assert_eq!(game.moves(&pos).nth(n), list.get(n).copied(), "{n}");
    }
}

#[test]
fn wrong_moves_are_told_what_would_be_right() {
    let game = Arc::new(rules::<1>(tic_tac_toe()));
    let table = play(&game, "b2");
    let say = |text| game.read_move(table.position(), text).unwrap_err().to_string();
    assert_eq!(say("b2"), "\"b2\" is not a legal move: the site is taken; b1 is free");
    assert_eq!(say("d4"), "\"d4\" is not a site; sites go from a1 to c3");
    assert_eq!(say("swap"), "\"swap\" is not a legal move: this game has no swap rule");
    assert_eq!(game.read_move(table.position(), "A1").unwrap(), Move(0));
}

#[test]
fn impossible_positions_are_refused() {
    let game = rules::<1>(tic_tac_toe());
    for text in [
        "",
        "x",
        "x.o/.x./...",
        "x.o/.x./... z",
        "x.o/.x./.... o",
        "x.q/.x./... o",
        "xxx/.o./o.. x",
    ] {
        assert!(game.read_position(text).is_err(), "{text}");
    }
    let blocked = rules::<1>(shipped("rows-and-columns"));
    assert!(blocked.read_position("...../...../..x../...../..... x").is_err());
    assert!(blocked.read_position("...../...../..#../...../..... x").is_ok());
}

#[test]
fn sites_are_set_up_by_hand() {
    let game = rules::<1>(shipped("rows-and-columns"));
    let mut pos = game.start();
    game.put_by_hand(&mut pos, 3, Some(Player::Second)).unwrap();
    assert_eq!(game.get(&pos, 3), Ok(Cell::Held(Player::Second)));
    game.put_by_hand(&mut pos, 3, Some(Player::First)).unwrap();
    assert_eq!(game.get(&pos, 3), Ok(Cell::Held(Player::First)));
    // Out of range, or on the blocked middle: an error, and nothing changes.
    let before = pos;
    assert_eq!(game.put_by_hand(&mut pos, 25, None), Err(NoSuchSite(25)));
    assert_eq!(game.put_by_hand(&mut pos, 12, Some(Player::First)), Err(NoSuchSite(12)));
    assert_eq!(
        (pos, game.get(&pos, 12), game.get(&pos, 99)),
        (before, Ok(Cell::Blocked), Err(NoSuchSite(99)))
    );
    game.put_by_hand(&mut pos, 3, None).unwrap();
    assert_eq!(pos, game.start());
    for site in 0..4 {
        game.put_by_hand(&mut pos, site, Some(Player::First)).unwrap();
    }
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::First)));
}

#[test]
fn useful_groups_are_those_of_the_source() {
    // Hex 3: figure 2.1 prints the sets, which `hex-3-listed` carries.
    let listed = classify(&shipped("hex-3-listed")).unwrap();
    let found = classify(&hex_of(3)).unwrap();
    assert_eq!(found, listed);
    assert_eq!(found.count(0, Class::Useful), 11);
    assert_eq!(found.count(1, Class::Useful), 11);
    for (size, n) in [(7, 60), (15, 572), (19, 1020)] {
        let classes = classify(&five(size)).unwrap();
        assert_eq!((classes.count(0, Class::Useful), classes.count(1, Class::Useful)), (n, n));
        assert_eq!(n, 2 * size * (size - 4) + 2 * (size - 4) * (size - 4));
    }
    assert_eq!(classify(&shipped("qubic")).unwrap().count(0, Class::Useful), 76);
    assert_eq!(classify(&hex_of(5)).unwrap().count(0, Class::Useful), 365);
    let error = classify(&hex_of(7)).unwrap_err().to_string();
    assert!(error.contains("north and south") && error.contains("6x6"), "{error}");
}

#[test]
fn classes_by_example() {
    let definition = |groups: &[&[u16]]| {
        let goal = Goal {
            groups: groups.iter().map(|g| Group::new(g.iter().copied())).collect(),
            connect: None,
        };
        Definition { goals: [goal.clone(), goal], ..Grid::flat(5, 1, Look::Cells).definition() }
            .checked()
            .unwrap()
    };
    let classes = |groups: &[&[u16]]| {
        let classes = classify(&definition(groups)).unwrap();
        classes.groups[0].iter().map(|(_, class)| *class).collect::<Vec<_>>()
    };
    assert_eq!(classes(&[&[0]]), [Class::Trivial]);
    assert_eq!(classes(&[&[0, 1], &[0, 1, 2]]), [Class::Useful, Class::Usable]);
    // Whatever is filled last, one of the inner pairs was whole before.
    assert_eq!(
        classes(&[&[0, 1], &[0, 1, 2, 3], &[2, 3]]),
        [Class::Useful, Class::Useless, Class::Useful]
    );
    // Four stones against three of the other: five sites are too few.
    assert_eq!(classes(&[&[0, 1, 2, 3]]), [Class::Useless]);
}

#[test]
fn sum_to_fifteen_is_tic_tac_toe_and_the_torus_is_not() {
    let (a, b) = (shipped("sum-to-fifteen"), tic_tac_toe());
    let Same::Yes { renaming, players_exchanged: false } = same(&a, &b).unwrap() else {
        panic!("they are the same game");
    };
    // A magic square: the names of a's sites, laid out as b, sum to 15 along every line.
    let mut square = [0u32; 9];
    for (x, y) in renaming {
        square[y as usize] = a.sites[x as usize].name.parse().unwrap();
    }
    for group in &b.goals[0].groups {
        assert_eq!(group.sites.iter().map(|&site| square[site as usize]).sum::<u32>(), 15);
    }
    assert_eq!(same(&shipped("torus-tic-tac-toe"), &b).unwrap(), Same::No);
    assert_eq!(same(&hex_of(3), &b).unwrap(), Same::No);
    assert!(matches!(same(&five(15), &shipped("five-in-a-row")).unwrap(), Same::Yes { .. }));
}

#[test]
fn large_boards_are_compared_by_their_sides() {
    assert!(matches!(
        same(&hex_of(9), &hex_of(9)).unwrap(),
        Same::Yes { players_exchanged: false, .. }
    ));
    let (wide, tall) = (hex(9, 8, Swap::Off).unwrap(), hex(8, 9, Swap::Off).unwrap());
    assert!(matches!(same(&wide, &tall).unwrap(), Same::Yes { players_exchanged: true, .. }));
    assert!(same(&hex_of(8), &hex_of(9)).is_err());
}

#[test]
fn exchanged_players_are_found() {
    let a = shipped("rows-and-columns");
    let mut b = a.clone();
    b.goals.swap(0, 1);
    // The game also has a reflection of its own that exchanges rows and columns.
    assert!(matches!(same(&a, &b).unwrap(), Same::Yes { .. }));
    let maker = shipped("square-off");
    let mut breaker = maker.clone();
    breaker.goals.swap(0, 1);
    assert!(matches!(same(&maker, &breaker).unwrap(), Same::Yes { players_exchanged: true, .. }));
}

#[test]
fn hex_is_the_same_game_by_groups_and_by_connection() {
    for (columns, rows) in [(2, 2), (3, 3), (4, 3), (4, 4)] {
        let by_connection = hex(columns, rows, Swap::Off).unwrap();
        let listed = read_game("listed", &write_game(&by_connection).unwrap()).unwrap();
        let (a, b) = (rules::<1>(by_connection), rules::<1>(listed));
        for depth in 1..=6 {
            let n = perft(&a, &mut a.start(), depth);
            assert_eq!(n, perft(&b, &mut b.start(), depth), "{columns}x{rows} depth {depth}");
        }
    }
}

#[test]
fn a_written_game_is_read_back() {
    let games =
        ["fano", "qubic", "hex-3-listed", "rows-and-columns", "square-off", "sum-to-fifteen"];
    let definitions = games.map(shipped).into_iter().chain([tic_tac_toe(), hex_of(4), five(7)]);
    for definition in definitions {
        let text = write_game(&definition).unwrap();
        let back = read_game(&definition.slug, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.sites, definition.sites, "{text}");
        assert_eq!(classify(&back).unwrap().groups, useful(&definition));
        assert_eq!(
            (&back.title, &back.players, &back.rules),
            (&definition.title, &definition.players, &definition.rules)
        );
        assert_eq!(write_game(&back).unwrap(), text);
    }
}

#[test]
fn a_game_that_nobody_can_win_is_read_back() {
    let text = "name = \"Never\"\nplayers = [\"A\", \"B\"]\nboard = { grid = [3, 3] }\n\
                [[win]]\nblocks = 3\n";
    let written = write_game(&read_game("never", text).unwrap()).unwrap();
    let back = read_game("never", &written).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert_eq!(write_game(&back).unwrap(), written);
}

fn useful(definition: &Definition) -> [Vec<(Group, Class)>; 2] {
    let mut classes = classify(definition).unwrap();
    for groups in &mut classes.groups {
        groups.retain(|(_, class)| matches!(class, Class::Useful | Class::Trivial));
    }
    classes.groups
}

/// Its distances, kept up move by move, are those of a fresh look.
fn promise_follows<const W: usize>(definition: Definition) {
    let game = rules::<W>(definition);
    eval_laws(&game, &Promise::new(&game));
}

#[test]
fn distances_follow_the_moves() {
    promise_follows::<1>(tic_tac_toe());
    promise_follows::<1>(five(7));
    promise_follows::<4>(go_moku(15, Row::ExactlyFive).unwrap());
    promise_follows::<1>(hex_of(4));
    promise_follows::<1>(hex(4, 4, Swap::On).unwrap());
    promise_follows::<1>(hex(8, 8, Swap::On).unwrap());
    promise_follows::<1>(shipped("qubic"));
    promise_follows::<1>(shipped("rows-and-columns"));
}

#[test]
fn the_worked_example_of_the_source() {
    // X on 1 and 5, Y on 2 and 6, X to move; figures 5.2 and 5.3. Sites are counted from 0 here.
    let game = rules::<1>(tic_tac_toe());
    let pos = game.read_position("xo./.xo/... x").unwrap();
    let promise = Promise::new(&game);
    let sight = promise.look(&game, &pos);
    let of = |player| (0..9).map(|site| sight.promise(player, site)).collect::<Vec<_>>();
    let (n, some) = (None, Some::<u16>);
    assert_eq!(of(Player::First), [n, n, some(2), some(2), n, n, some(2), some(3), some(1)]);
    assert_eq!(of(Player::Second), [n, n, some(2), n, n, n, some(3), some(3), some(2)]);
    assert_eq!(promise.sum(&sight, Player::First), 28 + 12 + 1);
    let urgency: Vec<_> = [8, 6, 2, 3, 7].map(|site| sight.urgency(site).unwrap()).into();
    assert_eq!(urgency, [(1, 1), (2, 2), (2, 2), (2, 1), (3, 2)]);
    assert!(sight.is_live());
}

/// A random position that is not over, after `plies` moves chosen by `choices`.
fn random_position<const W: usize>(game: &Positional<W>, choices: &[usize]) -> Position<W> {
    let mut pos = game.start();
    for choice in choices {
        let moves: Vec<Move> = game.moves(&pos).collect();
        let mv = moves[choice % moves.len()];
        let undo = game.play(&mut pos, mv);
        if matches!(game.turn(&pos), Turn::Over(_)) {
            game.undo(&mut pos, mv, undo);
            break;
        }
    }
    pos
}

proptest! {
    /// Proposition 4: a stone on a dead site leaves the evaluation unchanged.
    #[test]
    fn dead_sites_do_not_matter(choices in prop::collection::vec(any::<usize>(), 0..40)) {
        let game = rules::<1>(tic_tac_toe());
        prop_assert!(proposition_4(&game, &choices));
        let game = rules::<1>(hex_of(4));
        prop_assert!(proposition_4(&game, &choices));
        let game = rules::<1>(five(6));
        prop_assert!(proposition_4(&game, &choices));
    }

    /// Propositions 1 to 3: a group is usable iff some game in which its owner begins ends with just
    /// this group filled; and only useful groups are needed to tell who has won.
    #[test]
    fn propositions_on_groups(
        groups in prop::array::uniform2(prop::collection::vec(prop::collection::btree_set(0u16..6, 2..=4), 1..6))
    ) {
        let goals = groups.map(|sets| Goal {
            groups: sets.into_iter().map(Group::new).collect(),
            connect: None,
        });
        let definition =
            Definition { goals, ..Grid::flat(6, 1, Look::Cells).definition() }.checked().unwrap();
        let classes = classify(&definition).unwrap();
        for player in 0..2 {
            for (group, class) in &classes.groups[player] {
                let reachable = shortest_game_exists(&definition, player, group);
                prop_assert_eq!(reachable, !matches!(class, Class::Useless), "{:?}", group);
                let minimal = !definition.goals[player].groups.iter()
                    .any(|other| other != group && other.is_subset(group));
                prop_assert_eq!(*class == Class::Useful, reachable && minimal);
            }
        }
        // Playing on the useful groups is playing the game: every line ends alike.
        let mut reduced = definition.clone();
        for player in 0..2 {
            reduced.goals[player].groups = classes.to_play(player).cloned().collect();
        }
        if reduced.goals.iter().any(|goal| !goal.groups.is_empty()) {
            prop_assert!(same_play(&definition, &mut Vec::new(), &rules::<1>(reduced)));
        }
    }

    /// A renaming of the sites gives the same game, and it is found.
    #[test]
    fn renamed_games_are_the_same(
        groups in prop::collection::vec(prop::collection::btree_set(0u16..8, 2..=4), 1..8),
        order in Just((0u16..8).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let make = |map: &dyn Fn(u16) -> u16| {
            let groups = groups.iter().map(|set| Group::new(set.iter().map(|&s| map(s)))).collect();
            let goal = Goal { groups, connect: None };
            Definition { goals: [goal.clone(), goal], ..Grid::flat(8, 1, Look::Cells).definition() }
                .checked().unwrap()
        };
        let (a, b) = (make(&|s| s), make(&|s| order[s as usize]));
        let Same::Yes { renaming, .. } = same(&a, &b).unwrap() else { panic!("not found") };
        let map = |group: &Group| Group::new(group.sites.iter().map(|s| renaming[*s as usize].1));
        let mut image: Vec<Group> = classify(&a).unwrap().to_play(0).map(map).collect();
        image.sort();
        prop_assert_eq!(image, classify(&b).unwrap().to_play(0).cloned().collect::<Vec<_>>());
    }

    /// No bytes make the reader panic.
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        let _ = crate::described::read_game("any", &text);
        let game = rules::<1>(tic_tac_toe());
        let _ = game.read_position(&text);
        let _ = game.read_move(&game.start(), &text);
    }

    /// Nor does a good file with a few characters changed.
    #[test]
    fn damaged_files_are_read_or_refused(
        which in 0usize..4, cuts in prop::collection::vec((any::<prop::sample::Index>(), ".{0,3}"), 1..4)
    ) {
        let name = ["fano", "rows-and-columns", "sum-to-fifteen", "qubic"][which];
        let path = format!("{}/../henge/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let mut text: Vec<char> = std::fs::read_to_string(path).unwrap().chars().collect();
        for (at, new) in cuts {
            let at = at.index(text.len());
            text.splice(at..(at + 1), new.chars());
        }
        let text = text.into_iter().collect::<String>();
        if let Ok(GameFile::Positional(definition)) = crate::described::read_game("any", &text)
            && definition.n_sites() <= 64
        {
            let game = rules::<1>(*definition);
            prop_assert!(perft(&game, &mut game.start(), 2) < 5000);
        }
    }
}

fn proposition_4<const W: usize>(game: &Positional<W>, choices: &[usize]) -> bool {
    let promise = Promise::new(game);
    let mut pos = random_position(game, choices);
    let sight = promise.look(game, &pos);
    let player = pos.to_move;
    let value = promise.evaluate(&sight, player);
    let dead: Vec<usize> =
        game.empty(&pos).iter().filter(|&s| sight.urgency(s).is_none()).collect();
    dead.into_iter().all(|site| {
        let mv = Move(site as u16);
        let undo = game.play(&mut pos, mv);
        // Nobody completes a group there; a full board is a draw and has no estimate.
        let same = promise.evaluate(&promise.look(game, &pos), player) == value;
        game.undo(&mut pos, mv, undo);
        same
    })
}

/// Tries every game in which `player` begins: does one end by filling just `group`?
fn shortest_game_exists(definition: &Definition, player: usize, group: &Group) -> bool {
    fn fills(groups: &[Group], held: &[u16]) -> bool {
        groups.iter().any(|group| group.sites.iter().all(|site| held.contains(site)))
    }
    fn go(definition: &Definition, player: usize, group: &Group, held: &mut [Vec<u16>; 2]) -> bool {
        let mover = if held[0].len() == held[1].len() { player } else { 1 - player };
        (0..definition.n_sites() as u16).any(|site| {
            if held.iter().any(|h| h.contains(&site)) {
                return false;
            }
            // The owner only takes sites of the group, the other player none of them.
            if (mover == player) != group.sites.contains(&site) {
                return false;
            }
            held[mover].push(site);
            let over = fills(&definition.goals[mover].groups, &held[mover]);
            let done = mover == player && held[player].len() == group.sites.len();
            let found =
                if over || done { over && done } else { go(definition, player, group, held) };
            held[mover].pop();
            found
        })
    }
    go(definition, player, group, &mut [Vec::new(), Vec::new()])
}

/// Do all lines of play end the same way, once judged by hand over all groups, once by the rules?
fn same_play(definition: &Definition, moves: &mut Vec<u16>, game: &Positional<1>) -> bool {
    let mut pos = game.start();
    let mut held: [Vec<u16>; 2] = Default::default();
    for (i, &mv) in moves.iter().enumerate() {
        held[i % 2].push(mv);
        game.play(&mut pos, Move(mv));
    }
    let won = |p: usize| {
        definition.goals[p].groups.iter().any(|g| g.sites.iter().all(|s| held[p].contains(s)))
    };
    let turn = if won(0) {
        Turn::Over(Outcome::win(Player::First))
    } else if won(1) {
        Turn::Over(Outcome::win(Player::Second))
    } else if moves.len() == 6 {
        Turn::Over(Outcome::Draw)
    } else {
        Turn::Player(Player::BOTH[moves.len() % 2])
    };
    if game.turn(&pos) != turn {
        return false;
    }
    matches!(turn, Turn::Over(_))
        || (0..6).filter(|site| !moves.contains(site)).collect::<Vec<_>>().into_iter().all(|site| {
            moves.push(site);
            let same = same_play(definition, moves, game);
            moves.pop();
            same
        })
}

#[test]
fn faults_in_a_file_say_where_and_what_would_be_right() {
    let say = |text: &str| read_game("mine", text).unwrap_err().to_string();
    let board = "name = \"M\"\nboard = { grid = [3, 3] }\n";
    insta::assert_snapshot!([
        say(""),
        say("name = \"M\"\nboard = { grid = [3, 3] }"),
        say("name = 3\nboard = { grid = [3, 3] }"),
        say("name = \"M\"\nbaord = { grid = [3, 3] }"),
        say("name = \"M\"\nboard = { grid = [3] }"),
        say("name = \"M\"\nboard = { grid = [30, 30] }"),
        say("name = \"M\"\nboard = { grid = [3, 3], edges = [] }"),
        say("name = \"M\"\nboard = [3, 3]"),
        say(&format!("{board}[[win]]\nlines = 4")),
        say(&format!("{board}[[win]]\nlines = \"three\"")),
        say(&format!("{board}[[win]]\nfor = \"third\"\nlines = 3")),
        say(&format!("{board}[[win]]\ngroups = [[\"a1\", \"b2\"], [\"a1\", \"z9\"]]")),
        say(&format!("{board}[[win]]\ngroups = [[\"a1\", \"a1\"]]")),
        say(&format!("{board}[[win]]\ngroups = [[]]")),
        say(&format!("{board}[[win]]\nconnect = [\"north\", \"up\"]")),
        say(&format!("{board}[[win]]\nline = 3")),
        say(&format!("{board}swap = true\n[[win]]\nfor = \"first\"\nlines = 3")),
        say(&format!("{board}players = [\"X\"]\n[[win]]\nlines = 3")),
        say(&format!("{board}blocked = [\"d1\"]\n[[win]]\nlines = 3")),
        say(&format!("{board}[[win]]\nsums = {{ of = 3, to = 15 }}")),
        say("name = \"M\"\nboard = { sites = [{ name = \"a b\", at = [0, 0] }] }\n[[win]]\ngroups = [[\"a b\"]]"),
        say("name = \"M\"\nboard = { sites = [{ name = \"a\" }] }"),
        say("name = \"unclosed"),
    ].join("\n"));
}
