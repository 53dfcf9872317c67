use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::erased::{DynBot, Task};
use henge_core::render::Theme;
use henge_core::spec::{Options, Spec};
use henge_core::{Game, Limits, Match, Notation, Turn};
use henge_games::pentominoes::{Move, Orientation, Pentominoes, PieceName, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::neighbourhoods::bits;
use super::*;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn counts(choices: u32, centres: u32) -> Counts {
    Counts { choices, centres }
}

fn play(game: &Pentominoes, moves: &str) -> Position {
    let mut pos = game.start();
    for text in moves.split(", ") {
        let mv = game.read_move(&pos, text).unwrap();
        game.play(&mut pos, mv);
    }
    pos
}

fn random_position(game: &Pentominoes, seed: u64, plies: usize) -> Position {
    let (lens, mut pos) = (Lens::new(game), game.start());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..plies {
        let Some(mv) = random_move(&lens, &lens.look(&pos), &mut rng) else { break };
        game.play(&mut pos, mv);
    }
    pos
}

#[test]
fn the_4096_neighbourhoods_agree_with_direct_fitting() {
    for neighbourhood in 0..4096u16 {
        let direct = Orientation::all().filter(|orientation| {
            orientation.cells().iter().all(|cell| neighbourhood >> (cell - 1) & 1 != 0)
        });
        let direct: Vec<usize> = direct.map(|orientation| orientation.index()).collect();
        assert_eq!(bits(fits(neighbourhood)).collect::<Vec<_>>(), direct);
    }
}

#[test]
fn what_is_seen_agrees_with_the_rules() {
    let piece = |letter| PieceName::from_letter(letter).unwrap();
    let odd = Pentominoes::with(7, 8, &[11, 12], &[piece('W')]).unwrap();
    let long = Pentominoes::new(64, 1).unwrap();
    for game in [Pentominoes::default(), Pentominoes::new(8, 8).unwrap(), odd, long] {
        for plies in 0..8 {
            let pos = random_position(&game, 7, plies);
            let lens = Lens::new(&game);
            let sight = lens.look(&pos);
            let mut seen: Vec<Move> = sight
                .centres()
                .flat_map(|(square, moves)| bits(moves).map(move |o| (o, square)))
                .map(|(orientation, square)| lens.mv(orientation, square))
                .collect();
            seen.sort_unstable();
            let mut legal: Vec<Move> = game.moves(&pos).collect();
            legal.sort_unstable();
            assert_eq!(seen, legal);
            let counts = sight.counts();
            assert_eq!(counts.choices as usize, legal.len());
            assert_eq!(counts.centres, game.centres(&pos).count_ones());
            for square in 0..game.n_squares() {
                assert_eq!(sight.neighbourhood(square), game.neighbourhood(&pos, square));
            }
        }
    }
}

/// Figures 13 and 14: counts on the squares of 6x6 after two moves and after three.
#[test]
fn the_counts_of_figures_13_and_14() {
    let figure_13 =
        "0 5 6 2 0 0 5 28 15 . . . 5 35 39 9 0 . 0 9 31 35 9 . . . 3 23 25 0 . . . 1 2 0";
    let figure_14 = ". 0 1 2 0 0 . . 6 . . . . 0 16 8 0 . . 0 19 31 8 . . . 3 19 21 0 . . . 1 2 0";
    let game = Pentominoes::new(6, 6).unwrap();
    let lens = Lens::new(&game);
    let drawn = |pos: &Position| {
        let sight = lens.look(pos);
        let square = |square: usize| match pos.free() >> square & 1 {
            0 => ".".into(),
            _ => sight.moves_at(square).count_ones().to_string(),
        };
        (0..36).map(square).collect::<Vec<String>>().join(" ")
    };
    // The figures show which squares are covered but not by which pieces: all ways are tried.
    let covered = |figure: &str| {
        let squares = figure.split(' ').enumerate().filter(|(_, word)| *word == ".");
        squares.fold(0u64, |all, (square, _)| all | 1 << square)
    };
    let (two, three) = (covered(figure_13), covered(figure_14));
    assert_eq!((two.count_ones(), (three & !two).count_ones()), (10, 5));
    let start = game.start();
    let mut found = 0;
    for first in game.moves(&start).filter(|&mv| game.squares(mv) & !two == 0) {
        for second in game.moves(&start) {
            if game.squares(second) | game.squares(first) != two || second < first {
                continue;
            }
            if second.piece() == first.piece() {
                continue;
            }
            let mut pos = start;
            game.play(&mut pos, first);
            game.play(&mut pos, second);
            if drawn(&pos) != figure_13 {
                continue;
            }
            assert_eq!(lens.look(&pos).counts(), counts(287, 19));
            let third = game.moves(&pos).filter(|&mv| game.squares(mv) == three & !two);
            for third in third.collect::<Vec<_>>() {
                let mut pos = pos;
                game.play(&mut pos, third);
                assert_eq!(drawn(&pos), figure_14);
                assert_eq!(lens.look(&pos).counts(), counts(137, 13));
                found += 1;
            }
        }
    }
    assert_eq!(found, 1);
}

/// The moves of the machine in appendix 2E with what it printed before them, and between them the
/// other player's.
const GAMES: [&str; 4] = [
    "W 1 8, Y 2 29 1507 53, I 1 25, F 4 10 668 43, U 2 49, P 4 59 283 26, L 6 26, V 2 34 49 13",
    "V 3 6, F 1 33 1698 51, L 8 36, P 4 21 518 40, U 3 2, I 2 51 173 24, T 3 46, Y 8 25 6 3, N 1 17",
    "T 2 12 2056 60, P 4 23, F 3 44 1070 48, W 2 9, N 7 40 370 32, U 4 53, V 1 25 42 10",
    "P 1 31 2056 60, T 3 22, L 8 24 716 48, X 1 8, F 1 46 450 28, Y 5 5, N 7 34 45 22, V 1 55, \
     U 4 54 5 3",
];

#[test]
fn the_machine_of_the_sample_games_saw_these_choices_and_won_or_lost_as_it_knew() {
    let game = Pentominoes::default();
    let lens = Lens::new(&game);
    for moves in GAMES {
        let mut pos = game.start();
        for entry in moves.split(", ") {
            let words: Vec<&str> = entry.split(' ').collect();
            let mv = game.read_move(&pos, &words[..3].join(" ")).unwrap();
            if let [_, _, _, choices, centres] = words[..] {
                let seen = lens.look(&pos).counts();
                assert_eq!(seen, counts(choices.parse().unwrap(), centres.parse().unwrap()));
                if seen.choices <= 100 {
                    // Within its limit it searched: it played to win, and lost only game 2.
                    let searched = search(&lens, &pos, Limits::NONE, &GO_ON);
                    let won = matches!(searched.verdict, Verdict::Won(_));
                    assert_eq!(won, entry != "Y 8 25 6 3", "{entry}");
                    // Where every move loses, the order does not matter: 24 nodes in 1972 too.
                    assert_eq!(searched.nodes == 24, !won, "{entry}");
                    let mut next = pos;
                    game.play(&mut next, mv);
                    let reply = search(&lens, &next, Limits::NONE, &GO_ON).verdict;
                    assert_eq!(reply == Verdict::Lost, won, "{entry}");
                }
            }
            game.play(&mut pos, mv);
        }
        assert!(matches!(game.turn(&pos), Turn::Over(_)));
    }
}

fn entry(text: &str) -> Entry {
    Entry::read(text).unwrap()
}

#[test]
fn ripples_are_those_of_the_thesis() {
    let ripple = |text: &str| {
        let mut table = ChoiceTable::empty();
        table.enter(entry(text));
        table.entries().map(|(at, value)| (at.choices, at.centres, value)).collect::<Vec<_>>()
    };
    let expected = |centres, list: &[(u32, i32)]| {
        list.iter().map(|&(choices, value)| (choices, centres, value)).collect::<Vec<_>>()
    };
    // The example of section 3.1.
    let clear = [(111, -1), (112, -2), (113, -4), (114, -8), (115, -4), (116, -2), (117, -1)];
    assert_eq!(ripple("114 15 1"), expected(15, &clear));
    let before = [(158, 1), (159, 2), (160, 3), (161, 4), (162, 3), (163, 2), (164, 1)];
    assert_eq!(ripple("161 27 2"), expected(27, &before));
    assert_eq!(ripple("483 34 3"), expected(34, &[(482, -1), (483, -2), (484, -1)]));
    // Signs turn for a win.
    let turned = clear.map(|(choices, value)| (choices, -value));
    assert_eq!(ripple("114 15 -1"), expected(15, &turned));
    // At the edge the rest is lost.
    assert_eq!(ripple("49 10 1"), expected(10, &[(49, -8), (50, -4), (51, -2), (52, -1)]));
    assert_eq!(ripple("520 46 3"), expected(46, &[(519, -1), (520, -2)]));
    // What meets is added up, and what cancels out is gone.
    let mut table = ChoiceTable::empty();
    table.enter(entry("87 21 1"));
    table.enter(entry("87 21 -1"));
    assert_eq!(table, ChoiceTable::empty());
}

#[test]
fn wrong_entries_say_what_is_right() {
    let say = |text: &str| Entry::read(text).unwrap_err().to_string();
    assert_eq!(say("87 21"), "\"87 21\" is no entry: three numbers are expected, as in 87 21 1");
    assert_eq!(say("48 21 1"), "\"48 21 1\" is no entry: choices go from 49 to 520, and not 48");
    assert_eq!(say("87 47 1"), "\"87 47 1\" is no entry: centres go from 10 to 46, and not 47");
    assert!(say("87 21 4").contains("the last number is 1, 2 or 3"));
    assert!(say("").contains("three numbers"));
}

#[test]
fn the_table_of_the_thesis_and_the_special_scores() {
    let table = ChoiceTable::of_1972();
    assert_eq!(table.entries().count(), 1279);
    // Examples of section 3.1.
    assert_eq!(table.score(counts(89, 15)), -10);
    assert_eq!(table.score(counts(75, 20)), 1);
    // 89 has values for 13, 15, 16, 23 and 25 centres: -2, -10, -3, -8 and 1.
    assert_eq!(table.score(counts(89, 14)), -6);
    assert_eq!(table.score(counts(89, 20)), -5);
    assert_eq!(table.score(counts(89, 24)), -3);
    assert_eq!(table.score(counts(89, 10)), -1);
    assert_eq!(table.score(counts(89, 46)), 0);
    // Nothing is known of 224 choices.
    assert_eq!(table.score(counts(224, 20)), 0);
    for (choices, centres, score) in [
        (521, 20, TOO_MANY_CHOICES),
        (521, 50, TOO_MANY_CHOICES),
        (48, 20, TOO_FEW_CHOICES),
        (0, 0, TOO_FEW_CHOICES),
        (520, 47, TOO_MANY_CENTRES),
        (49, 9, TOO_FEW_CENTRES),
    ] {
        assert_eq!(table.score(counts(choices, centres)), score);
    }
    let special = [TOO_MANY_CHOICES, TOO_MANY_CENTRES, TOO_FEW_CENTRES, TOO_FEW_CHOICES];
    assert_eq!(special, [-900, -950, -980, -1000]);
}

#[test]
fn files_are_read_as_they_were_written() {
    let mut table = ChoiceTable::clone(&ChoiceTable::of_1972());
    for text in ["87 21 1", "196 28 2", "402 38 3", "402 46 -3"] {
        table.enter(entry(text));
    }
    assert_eq!(ChoiceTable::read(&table.to_text()), Ok(table));
    assert_eq!(ChoiceTable::read(&ChoiceTable::empty().to_text()), Ok(ChoiceTable::empty()));
    assert_eq!(
        ChoiceTable::read("# one\nkuttner1972 table # two\n\r\n").unwrap(),
        ChoiceTable::empty()
    );
}

#[test]
fn damaged_files_are_refused() {
    let say = |text: &str| ChoiceTable::read(text).unwrap_err().to_string();
    assert_eq!(say(""), "line 1: a table begins with \"kuttner1972 table\"");
    assert_eq!(say("49: 12 -1"), "line 1: a table begins with the line \"kuttner1972 table\"");
    let after = |line: &str| say(&format!("kuttner1972 table\n60: 12 -1\n{line}\n"));
    assert_eq!(after("48: 12 1"), "line 3: choices go from 49 to 520, and not \"48\"");
    assert_eq!(after("60: 12 1"), "line 3: 60 choices come after 60; lines go up");
    assert_eq!(after("61: 9 1"), "line 3: centres go from 10 to 46, and not \"9\"");
    assert_eq!(after("61: 12 1, 12 2"), "line 3: 12 centres come after 12; pairs go up");
    assert_eq!(after("61: 12"), "line 3: \"12\" should be centres and a value, as in 12 -1");
    assert_eq!(after("61: 12 1,"), "line 3: \"\" should be centres and a value, as in 12 -1");
    assert!(after("61: 12 0").contains("not 0"));
    assert!(after("61: 12 99999999999").contains("a value is from"));
    assert!(after("61").contains("a colon"));
    // No cut of a file is mistaken for the whole, unless it ends with a line or a number.
    let text = ChoiceTable::of_1972().to_text();
    for end in (0..text.len()).step_by(7) {
        if let Ok(table) = ChoiceTable::read(&text[..end]) {
            assert!(table.entries().count() <= 1279);
        }
    }
}

/// Who wins, by nothing but the rules.
fn brute(game: &Pentominoes, pos: &Position) -> bool {
    game.moves(pos).any(|mv| {
        let mut next = *pos;
        game.play(&mut next, mv);
        !brute(game, &next)
    })
}

#[test]
fn the_search_agrees_with_brute_force_on_late_positions() {
    let (mut won, mut lost) = (0, 0);
    for (columns, rows, plies) in [(6, 10, 7), (8, 8, 8), (6, 6, 3), (5, 5, 1)] {
        let game = Pentominoes::new(columns, rows).unwrap();
        let lens = Lens::new(&game);
        for seed in 0..60 {
            let pos = random_position(&game, seed, plies + (seed % 2) as usize);
            if lens.look(&pos).counts().choices > 60 {
                continue;
            }
            let Searched { verdict, nodes } = search(&lens, &pos, Limits::NONE, &GO_ON);
            assert!(nodes > 0);
            match verdict {
                Verdict::Won(mv) => {
                    let mut next = pos;
                    game.play(&mut next, mv);
                    assert!(!brute(&game, &next));
                    won += 1;
                }
                Verdict::Lost => {
                    assert!(!brute(&game, &pos));
                    lost += 1;
                }
                Verdict::Unclear => panic!("nothing limits the search"),
            }
        }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}

#[test]
fn a_search_that_may_not_go_on_says_so() {
    let game = Pentominoes::default();
    let limits = Limits { nodes: Some(1000), ..Limits::NONE };
    let searched = search(&Lens::new(&game), &game.start(), limits, &GO_ON);
    assert_eq!(searched.verdict, Verdict::Unclear);
    let raised = AtomicBool::new(true);
    let searched = search(&Lens::new(&game), &game.start(), Limits::NONE, &raised);
    assert_eq!(searched.verdict, Verdict::Unclear);
}

fn bot(name: &str) -> Kuttner1972 {
    let spec: Spec = name.parse().unwrap();
    Kuttner1972::from_options(&Options::resolve(&spec, PARAMS).unwrap()).unwrap()
}

/// The versions are the modes 7 (random), 1 and 2 (search), 11 and 12 (guided) of the original.
#[test]
fn versions_differ_in_how_they_find_moves() {
    let game = Pentominoes::default();
    let find =
        |name: &str, pos: &Position| bot(name).find(&game, pos, Limits::NONE, &GO_ON).unwrap();
    let start = game.start();
    assert_eq!(find("kuttner1972", &start).how, How::Chance);
    assert_eq!(find("kuttner1972", &start).before, counts(2056, 60));
    // Game 1 after six moves, 283 choices, and after seven, 49.
    let middle = play(&game, "W 1 8, Y 2 29, I 1 25, F 4 10, U 2 49");
    assert!(matches!(find("kuttner1972", &middle).how, How::Table(guided) if guided.tried == 26));
    assert_eq!(find("kuttner1972:version=search", &middle).how, How::Chance);
    assert!(matches!(find("kuttner1972:version=search,limit=300", &middle).how, How::Search(_)));
    let late = play(&game, "W 1 8, Y 2 29, I 1 25, F 4 10, U 2 49, P 4 59, L 6 26");
    assert_eq!(find("kuttner1972:version=random", &late).how, How::Chance);
    assert!(matches!(find("kuttner1972:version=search", &late).how, How::Search(_)));
    assert!(matches!(find("kuttner1972", &late).how, How::Search(_)));
    assert!(matches!(find("kuttner1972:limit=48", &late).how, How::Table(_)));
}

#[test]
fn the_guided_move_is_the_best_of_those_tried() {
    let (game, table) = (Pentominoes::default(), ChoiceTable::of_1972());
    let lens = Lens::new(&game);
    for seed in 0..40 {
        let pos = random_position(&game, seed, 3 + seed as usize % 3);
        let (sight, found) = (lens.look(&pos), guided_move(&lens, &pos, &table));
        let score = |mv: Move| {
            let mut next = pos;
            game.play(&mut next, mv);
            table.score(lens.look(&next).counts())
        };
        let first =
            |(square, moves): (usize, u64)| lens.mv(moves.trailing_zeros() as usize, square);
        let best = sight.centres().map(first).map(score).max().unwrap();
        let all = game.moves(&pos).map(score).max().unwrap();
        let choices = sight.counts().choices;
        match found {
            None => assert!(best <= -900 && choices > MOST_CHOICES),
            Some(found) if best > -900 => {
                assert_eq!((found.score, found.tried), (best, sight.counts().centres))
            }
            Some(found) => assert_eq!((found.score, found.tried), (all, choices)),
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = Pentominoes::default();
    for version in ["random", "search", "guided"] {
        let player = |seed| bot(&format!("kuttner1972:version={version},seed={seed}"));
        let moves = |a, b| play_out(&game, [&mut player(a), &mut player(b)], &GO_ON).unwrap();
        assert_eq!(moves(1, 2), moves(1, 2));
        assert_ne!(moves(1, 2), moves(3, 4));
    }
}

#[test]
fn a_game_teaches_from_where_its_outcome_is_clear() {
    let game = Pentominoes::default();
    let lens = Lens::new(&game);
    let player = |seed| bot(&format!("kuttner1972:version=random,seed={seed}"));
    for seed in 0..10 {
        let moves = play_out(&game, [&mut player(seed), &mut player(seed + 100)], &GO_ON).unwrap();
        let lesson =
            lesson(&game, &positions(&game, &game.start(), &moves), 20_000, &GO_ON).unwrap();
        let mut pos = game.start();
        moves[..lesson.ply].iter().for_each(|&mv| game.play(&mut pos, mv));
        let won = matches!(search(&lens, &pos, Limits::NONE, &GO_ON).verdict, Verdict::Won(_));
        assert_eq!(lesson.turnout == Turnout::Bad, won);
        for entry in &lesson.entries {
            assert!(ChoiceTable::covers(entry.counts));
            assert_eq!(entry.result, lesson.turnout);
            if entry.nearness == Nearness::Clear {
                assert_eq!(entry.counts, lens.look(&pos).counts());
            }
        }
    }
    // A game that is broken off at the start teaches nothing.
    assert_eq!(lesson(&game, &[game.start()], 1000, &GO_ON), None);
}

#[test]
fn the_bot_gives_its_reasons() {
    let game = Arc::new(Pentominoes::default());
    let why = |name: &str, moves: &str| {
        let table = Match::from_position(Arc::clone(&game), play(&game, moves));
        let task = Task::new(Limits::NONE).stop(&GO_ON);
        bot(name).think(&table, task).unwrap().why.join(" ")
    };
    let early = "W 1 8, Y 2 29, I 1 25, F 4 10, U 2 49";
    assert_eq!(
        why("kuttner1972", early),
        "There are 283 choices in 26 centres; it tried 26 moves. This one leaves 251:21 \
         (choices:centres), which the table values +4 (+4)."
    );
    assert_eq!(
        why("kuttner1972:version=random", early),
        "Chance chose a centre and then a move among 283 choices in 26 centres."
    );
    assert_eq!(
        why("kuttner1972", "W 1 8"),
        "1507 choices in 53 centres are too many for the table, so chance chose a move."
    );
    assert_eq!(
        why("kuttner1972", "V 3 6, F 1 33, L 8 36, P 4 21, U 3 2, I 2 51, T 3 46"),
        "6 choices in 3 centres are few enough to search to the end: 24 nodes. Every move loses, so \
         chance chose one."
    );
    let late = format!("{early}, P 4 59, L 6 26");
    assert!(why("kuttner1972", &late).ends_with("69 nodes. This move wins."));
}

#[test]
fn a_table_that_is_not_there_is_told() {
    let spec: Spec = "kuttner1972:table=/nowhere.table".parse().unwrap();
    let bot = Kuttner1972::from_options(&Options::resolve(&spec, PARAMS).unwrap());
    assert!(bot.err().unwrap().to_string().contains("No such file"));
}

#[test]
fn the_heat_map_has_a_sign_for_every_field() {
    let mut table = ChoiceTable::empty();
    table.enter(entry("114 15 1"));
    table.enter(entry("161 27 2"));
    let drawn = text(&table, Paint::Plain);
    let row = |centres: &str| drawn.lines().find(|line| line.trim_start().starts_with(centres));
    assert_eq!(row("15"), Some("  15       -2-4"));
    assert_eq!(row("27"), Some("  27             +2+3"));
    assert!(text(&table, Paint::Ansi).contains("\x1b[31m-4"));
    let picture = svg(&table, "a <b> & \"c\"", Theme::Auto);
    assert!(picture.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"));
    assert!(picture.contains("<desc>14 values"));
    assert!(picture.contains("<title>111–117 choices, 15 centres: -8 to -1</title>"));
    assert!(picture.contains("<title>158–164 choices, 27 centres: +1 to +4</title>"));
    // The ripple -1 -2 -4 -8 -4 -2 -1 has seven shades, and +1 +2 +3 +4 +3 +2 +1 five, as 2 and 3
    // share one; the legend has each shade once more.
    let drawn = |class: char| picture.matches(&format!("<path class=\"{class}")).count() - 4;
    assert_eq!((drawn('b'), drawn('g')), (7, 5));
}

#[test]
fn the_heat_map_of_the_thesis_is_small_and_has_the_colours_asked_for() {
    let draw = |theme| svg(&ChoiceTable::default(), "kuttner1972", theme);
    let (light, dark, auto) = (draw(Theme::Light), draw(Theme::Dark), draw(Theme::Auto));
    assert!(auto.len() < 100_000, "{} bytes", auto.len());
    assert!(auto.contains("prefers-color-scheme: dark"));
    assert!(![&light, &dark].iter().any(|picture| picture.contains("prefers-color-scheme")));
    assert_ne!(light, dark);
    assert!(light.contains("<desc>1279 values"));
}
