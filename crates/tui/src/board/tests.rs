use std::collections::HashSet;

use henge::SiteId;

use super::{Plane, toward};

const STAGES: [(u16, u16); 2] = [(54, 21), (82, 37)];

/// All boards as they come, with their names.
fn boards() -> Vec<(String, henge::Playable)> {
    let games = henge::Registry::standard();
    let families = games.families().map(|family| family.slug().to_string());
    let more = [
        "backgammon:cube=on",
        "draughts:variant=international",
        "hex:size=14",
        "pentominoes:size=8x8",
    ];
    let names = families.chain(more.map(String::from));
    names.map(|name| (name.clone(), henge::game(&name).expect("a game"))).collect()
}

/// The sites beside the board, in games that have such.
fn beside(game: &henge::Playable) -> HashSet<usize> {
    let start = game.rules().start();
    let hand = crate::hand::shapes::hand_of(game.rules().board(), &start.moves(), &start.scene());
    hand.map(|hand| hand.keys().map(|site| site.index()).collect()).unwrap_or_default()
}

#[test]
fn usual_boards_fit_a_usual_screen_and_no_site_hides_another() {
    for (name, game) in boards() {
        for stage in STAGES {
            for (flip, ruled) in [(false, false), (true, false), (false, true)] {
                let plane = Plane::new(game.rules().board(), &beside(&game), stage, flip, ruled);
                let (width, height) = plane.size;
                assert!(width <= stage.0 && height <= stage.1, "{name}: {width}x{height}");
                let boxes: Vec<_> = plane.boxes.iter().flatten().collect();
                for (i, a) in boxes.iter().enumerate() {
                    assert!(a.x >= 0 && a.y >= 0 && a.right() <= i32::from(width), "{name}");
                    for b in &boxes[i + 1..] {
                        let apart = a.right() <= b.x
                            || b.right() <= a.x
                            || a.bottom() <= b.y
                            || b.bottom() <= a.y;
                        assert!(apart, "{name}: {a:?} hides {b:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn arrows_lead_to_every_site() {
    for (name, game) in boards() {
        let plane = Plane::new(game.rules().board(), &beside(&game), STAGES[0], false, false);
        let mut seen = HashSet::from([plane.centre()]);
        let mut next = vec![plane.centre()];
        while let Some(site) = next.pop() {
            for way in [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)] {
                let there = toward(&plane, site, way);
                if seen.insert(there) {
                    next.push(there);
                }
            }
        }
        let missed: Vec<&str> = (0..plane.boxes.len())
            .filter(|&i| plane.boxes[i].is_some() && !seen.contains(&SiteId(i as u16)))
            .map(|i| plane.board.sites[i].name.as_str())
            .collect();
        assert!(missed.is_empty(), "{name}: {missed:?}");
    }
}

#[test]
fn what_is_drawn_is_found_under_the_pointer() {
    for (name, game) in boards() {
        let plane = Plane::new(game.rules().board(), &beside(&game), STAGES[0], false, false);
        for (i, at) in plane.boxes.iter().enumerate() {
            let Some((x, y)) = at.map(|at| at.middle()) else { continue };
            assert_eq!(plane.site_at(x, y), Some(SiteId(i as u16)), "{name}");
        }
    }
}
