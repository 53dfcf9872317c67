use henge_core::depict::{Label, Outline, Point, Rim};
use thiserror::Error;

/// The most sites a board may have.
pub const MOST_SITES: usize = 512;
/// The most win groups a player may have when they are listed or generated.
pub const MOST_GROUPS: usize = 200_000;

/// A positional game as plain data: B = (P, WGA, WGB), and how to draw it.
///
/// Made by [`tic_tac_toe`](super::tic_tac_toe) and its like, or read from a file, then turned into rules by `Positional::new`.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// The name in commands.
    pub slug: String,
    /// The name for people.
    pub title: String,
    /// What the two sides are called.
    pub players: [String; 2],
    /// The rules in words.
    pub rules: String,
    /// Where the game comes from.
    pub source: String,
    /// The characters that stand for the players' pieces; `None` draws round stones.
    pub letters: Option<[char; 2]>,
    /// The positions, in the order of their numbers.
    pub sites: Vec<Place>,
    /// How many sites stand in each row of the position's text.
    pub rows: Vec<usize>,
    /// Which sites touch, for connection and for drawing.
    pub edges: Vec<(u16, u16)>,
    /// Are the edges drawn? On a board of cells they are only neighbourhood.
    pub draw_edges: bool,
    /// Coordinates beside the board.
    pub labels: Vec<Label>,
    /// Sides with an owner, drawn as a coloured line.
    pub rims: Vec<Rim>,
    /// What each player wants.
    pub goals: [Goal; 2],
    /// With the swap rule: where the first stone lands when the second player takes it over.
    pub mirror: Option<Vec<u16>>,
}

/// A position of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The name moves use.
    pub name: String,
    /// Where it is drawn.
    pub at: Point,
    /// What it looks like.
    pub outline: Outline,
    /// Nobody may occupy it ("not available" in the 1990 library).
    pub blocked: bool,
}

/// How a player wins: by filling any of the groups, or by joining two sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// Win groups.
    pub groups: Vec<Group>,
    /// Two sets of sites to join by a chain of touching stones.
    pub connect: Option<Connect>,
}

/// A win group.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Group {
    /// The sites to fill, in rising order, each once.
    pub sites: Vec<u16>,
    /// Sites the player must not hold, or the group does not win: the two ends of a line that has
    /// to be exactly so long. Empty in the model of the spec.
    pub without: Vec<u16>,
}

impl Group {
    /// A group of these sites.
    pub fn new(sites: impl IntoIterator<Item = u16>) -> Group {
        let mut sites: Vec<u16> = sites.into_iter().collect();
        sites.sort_unstable();
        sites.dedup();
        Group { sites, without: Vec::new() }
    }

    /// Is every site of `self` in `other`?
    pub fn is_subset(&self, other: &Group) -> bool {
        self.sites.iter().all(|site| other.sites.binary_search(site).is_ok())
    }
}

/// Two sides to be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connect {
    /// The names of the two sides.
    pub names: [String; 2],
    /// Their sites, in rising order.
    pub sides: [Vec<u16>; 2],
}

/// Why something is not a positional game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// The board has no site to play on.
    #[error("the board has no site to play on; give it at least one that is not blocked")]
    NoSites,
    /// The board is too large.
    #[error("the board has {0} sites; {MOST_SITES} is the most")]
    TooManySites(usize),
    /// The board is too large for the words of its bitboards.
    #[error("the board has {sites} sites, and bitboards for {most} were chosen")]
    DoesNotFit {
        /// How many it has.
        sites: usize,
        /// How many fit.
        most: usize,
    },
    /// Two sites have the same name.
    #[error("two sites are called \"{0}\"; every site needs a name of its own")]
    SameName(String),
    /// A name that moves or records could not hold.
    #[error(
        "\"{0}\" cannot be the name of a site; take letters, digits and signs other than \
         white space and {{ }} ( ) [ ] ; \" , and not the word swap"
    )]
    BadName(String),
    /// A group without sites would be filled before the first move.
    #[error("win group {number} of the {player} player has no sites")]
    EmptyGroup {
        /// "first" or "second".
        player: &'static str,
        /// Counted from 1.
        number: usize,
    },
    /// A number that is no site.
    #[error("there is no site number {0}")]
    NoSuchSite(u16),
    /// More groups than the program can hold.
    #[error("the {0} player has more than {MOST_GROUPS} win groups")]
    TooManyGroups(&'static str),
    /// Nobody can win.
    #[error("neither player has a way to win; add a [[win]] with lines, groups or connect")]
    NoGoal,
    /// The swap rule needs a board that looks the same from both chairs.
    #[error(
        "the swap rule needs a square board on which a reflection turns the first player's goal \
         into the second player's"
    )]
    NoMirror,
}

/// The words for the two players in messages and files.
pub(crate) const CHAIRS: [&str; 2] = ["first", "second"];

impl Definition {
    /// How many positions there are, blocked ones included.
    pub fn n_sites(&self) -> usize {
        self.sites.len()
    }

    /// The positions somebody may occupy.
    pub fn available(&self) -> impl Iterator<Item = u16> {
        (0..self.n_sites() as u16).filter(|&site| !self.sites[site as usize].blocked)
    }

    /// The site of that name.
    pub fn site(&self, name: &str) -> Option<u16> {
        self.sites.iter().position(|site| site.name == name).map(|i| i as u16)
    }

    /// The names of some sites.
    pub fn names<'a>(&'a self, sites: &'a [u16]) -> impl Iterator<Item = &'a str> {
        sites.iter().map(|&site| self.sites[site as usize].name.as_str())
    }

    /// The sites that touch each site.
    pub fn neighbours(&self) -> Vec<Vec<u16>> {
        let mut touching = vec![Vec::new(); self.n_sites()];
        for &(a, b) in &self.edges {
            touching[a as usize].push(b);
            touching[b as usize].push(a);
        }
        for list in &mut touching {
            list.sort_unstable();
            list.dedup();
        }
        touching
    }

    /// Puts groups into order and checks that everything fits together.
    pub fn checked(mut self) -> Result<Definition, DefinitionError> {
        self = self.without_goals()?;
        let n = self.n_sites();
        let edges = self.edges.iter().flat_map(|&(a, b)| [a, b]);
        let sides = self.goals.iter().flat_map(|goal| &goal.connect).flat_map(|c| &c.sides);
        let groups = self.goals.iter().flat_map(|goal| &goal.groups);
        let parts = groups.flat_map(|group| group.sites.iter().chain(&group.without));
        let mut all = edges.chain(sides.flatten().copied()).chain(parts.copied());
        if let Some(wrong) = all.find(|&site| site as usize >= n) {
            return Err(DefinitionError::NoSuchSite(wrong));
        }
        for (goal, player) in self.goals.iter_mut().zip(CHAIRS) {
            if let Some(i) = goal.groups.iter().position(|group| group.sites.is_empty()) {
                return Err(DefinitionError::EmptyGroup { player, number: i + 1 });
            }
            goal.groups.sort_unstable();
            goal.groups.dedup();
            if goal.groups.len() > MOST_GROUPS {
                return Err(DefinitionError::TooManyGroups(player));
            }
        }
        if self.goals.iter().all(|goal| goal.groups.is_empty() && goal.connect.is_none()) {
            return Err(DefinitionError::NoGoal);
        }
        Ok(self)
    }

    /// Checks the board alone.
    pub(crate) fn without_goals(self) -> Result<Definition, DefinitionError> {
        let n = self.n_sites();
        if n > MOST_SITES {
            return Err(DefinitionError::TooManySites(n));
        }
        if self.available().next().is_none() {
            return Err(DefinitionError::NoSites);
        }
        self.check_names()?;
        Ok(self)
    }

    fn check_names(&self) -> Result<(), DefinitionError> {
        let bad = |c: char| c.is_whitespace() || c.is_control() || "{}()[];\",".contains(c);
        let mut seen = std::collections::HashSet::new();
        for Place { name, .. } in &self.sites {
            if name.is_empty() || name.chars().any(bad) || name.eq_ignore_ascii_case("swap") {
                return Err(DefinitionError::BadName(name.clone()));
            }
            if !seen.insert(name) {
                return Err(DefinitionError::SameName(name.clone()));
            }
        }
        Ok(())
    }

    /// Switches the swap rule on; `reflect` must turn one player's goal into the other's.
    pub fn with_swap(mut self, reflect: Vec<u16>) -> Result<Definition, DefinitionError> {
        let image = |sites: &[u16]| {
            let mut image: Vec<u16> = sites.iter().map(|&site| reflect[site as usize]).collect();
            image.sort_unstable();
            image
        };
        let involution = (0..self.n_sites()).all(|site| {
            reflect.get(site).and_then(|&r| reflect.get(r as usize)) == Some(&(site as u16))
        });
        let fits = involution && {
            let [first, second] = &self.goals;
            let mut groups: Vec<Group> = (first.groups.iter())
                .map(|g| Group { sites: image(&g.sites), without: image(&g.without) })
                .collect();
            groups.sort_unstable();
            let sides = |connect: &Option<Connect>, map: &dyn Fn(&[u16]) -> Vec<u16>| {
                connect.as_ref().map(|c| {
                    let mut sides = c.sides.each_ref().map(|side| map(side));
                    sides.sort_unstable();
                    sides
                })
            };
            groups == second.groups
                && sides(&first.connect, &image) == sides(&second.connect, &|side| side.to_vec())
                && (self.sites.iter().zip(&reflect))
                    .all(|(site, &r)| site.blocked == self.sites[r as usize].blocked)
        };
        if !fits {
            return Err(DefinitionError::NoMirror);
        }
        self.mirror = Some(reflect);
        Ok(self)
    }
}
