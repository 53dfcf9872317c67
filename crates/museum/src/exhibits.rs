//! What the museum shows of its players.

use henge::Exhibit;

use crate::sources;

/// All of them, the oldest first.
pub fn exhibits() -> [Exhibit; 5] {
    [
        Exhibit {
            name: "gammon",
            year: "1970",
            title: "Gammon",
            source: "W. E. Bushey: Gammon, an approach to the concept of strategy in game-playing programs. \
                     Thesis, Naval Postgraduate School, 1970",
            page: include_str!("../pages/gammon-1970.md"),
            seats: vec![("backgammon", "gammon:set=1970")],
            talk: Some("gammon"),
            records: sources::GAMMON,
        },
        Exhibit {
            name: "pento",
            year: "1972",
            title: "The game of Pentominoes",
            source: "M. Kuttner: The Game of Pentominoes. Thesis, University of British Columbia, 1972",
            page: include_str!("../pages/pentominoes-1972.md"),
            seats: vec![("pentominoes", "kuttner1972:version=guided,limit=100")],
            talk: Some("pento"),
            records: sources::PENTOMINOES,
        },
        Exhibit {
            name: "gier",
            year: "before 1978",
            title: "Damspil on the GIER",
            source: "F. Mosekjær Madsen and O. Schelde Jacobsen: Damspil. University of Copenhagen",
            page: include_str!("../pages/gier.md"),
            seats: vec![("draughts:variant=danish", "gier")],
            talk: Some("gier"),
            records: "",
        },
        Exhibit {
            name: "positional",
            year: "1990",
            title: "Positional games",
            source: "A. Mangolas: a library in Ada for positional games. Thesis, 1990",
            page: include_str!("../pages/positional-1990.md"),
            seats: vec![
                ("tic-tac-toe", "mangolas1990"),
                ("hex:size=5", "mangolas1990"),
                ("go-moku:size=7", "mangolas1990"),
            ],
            talk: None,
            records: "",
        },
        Exhibit {
            name: "caml",
            year: "2000",
            title: "Two players in Objective Caml",
            source: "E. Chailloux, P. Manoury and B. Pagano: Developing Applications With Objective Caml, \
                     chapter 17. 2000",
            page: include_str!("../pages/caml-2000.md"),
            seats: vec![("connect-four", "caml2000"), ("stonehenge", "caml2000:depth=2")],
            talk: None,
            records: sources::CAML,
        },
    ]
}

#[cfg(test)]
mod tests {
    /// The book says that they cannot meet.
    #[test]
    fn no_two_historic_players_share_a_game() {
        let games = crate::games();
        let historic = ["gammon", "kuttner1972", "gier", "mangolas1990", "caml2000"];
        let families = games.families().map(|family| family.slug().to_string());
        let seats = games.exhibits().iter().flat_map(|exhibit| &exhibit.seats);
        let names = families.chain(seats.map(|(game, _)| game.to_string()));
        for name in names.collect::<Vec<_>>() {
            let game = games.game(&name).unwrap();
            let there = game.bots().iter().filter(|bot| historic.contains(&bot.name)).count();
            assert!(there <= 1, "{name} has {there} of them");
        }
    }
}
