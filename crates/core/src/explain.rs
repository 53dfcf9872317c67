//! What a move does: facts that hold by the rules, and the sentences that are made of them.
//!
//! A game says what its players would say of a move as a list of claims ([`Explain`]). What can be seen by the
//! rules alone, wins and threats of wins, is found here for all games ([`tactics`]). Nothing is said that was not
//! looked up on the board; the tests of each game look at every kind of claim once more, in another way.

use std::fmt::Debug;

use crate::{Game, Notation, Outcome, Turn};

/// A game that says what its moves do.
pub trait Explain: Notation {
    /// A fact about a move, with the places where it can be seen.
    type Claim: Clone + PartialEq + Debug + Send;

    /// What a legal move does, the most important first.
    fn claims(&self, pos: &Self::Position, mv: Self::Move) -> Vec<Self::Claim>;

    /// A claim about a move of `pos` as the predicate of a sentence whose subject is the move: `takes the corner a1`.
    fn say(&self, pos: &Self::Position, claim: &Self::Claim, players: &[String; 2]) -> String;

    /// The same board with the other player to move, where that is a position: what it threatens is seen so.
    fn turned(&self, _pos: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// What can be said of moves in any game.
#[derive(Clone, PartialEq, Debug)]
pub enum Tactic<M> {
    /// The move ends the game.
    Ends(Outcome),
    /// The other player can win at once by this reply.
    Allows(M),
    /// The other player, were it their turn, could win at once by these moves; after the move they cannot win at
    /// once.
    Stops(Vec<M>),
    /// Every other move lets the other player win at once.
    Only,
    /// Whatever the other player replies, the mover wins with the next move; were it the mover's turn again, these
    /// would win.
    Double(Vec<M>),
    /// Whatever the other player replies, the mover wins with the next move, though nothing would win if the other
    /// player could pass.
    Zugzwang,
    /// Whatever the other player replies, the mover wins with the next move.
    Unstoppable,
    /// Were it the mover's turn again, these would win.
    Threatens(Vec<M>),
    /// Every reply but this lets the mover win.
    Forces(M),
    /// Were it the mover's turn again, this would win with the move after it whatever the other player replies.
    Prepares(M),
    /// The other player, were it their turn, could have made sure of winning with the move after next by this move;
    /// after the move no such move is left.
    Forestalls(M),
}

/// What is looked at costs as many positions as there are replies to replies; beyond this it is left out.
const MOST_POSITIONS: usize = 250_000;

/// The rules, and how the turn is given to the other player, if it can be.
struct Looks<'a, G: Game, T> {
    game: &'a G,
    turned: T,
}

impl<G: Game, T: Fn(&G::Position) -> Option<G::Position>> Looks<'_, G, T> {
    fn after(&self, pos: &G::Position, mv: G::Move) -> G::Position {
        let mut next = pos.clone();
        self.game.play(&mut next, mv);
        next
    }

    /// The moves that win at once.
    fn wins<'a>(&'a self, pos: &'a G::Position) -> impl Iterator<Item = G::Move> + 'a {
        let mover = match self.game.turn(pos) {
            Turn::Player(player) => Some(player),
            _ => None,
        };
        let wins = move |mv: &G::Move| match self.game.turn(&self.after(pos, *mv)) {
            Turn::Over(outcome) => mover.is_some_and(|mover| outcome.points_for(mover) > 0),
            _ => false,
        };
        self.game.moves(pos).filter(wins)
    }

    fn wins_at_once(&self, pos: &G::Position) -> bool {
        self.wins(pos).next().is_some()
    }

    /// The replies that do not let the other side win at once; after two nobody counts on. `None` where it is not
    /// the other side's turn afterwards, or the game ends otherwise.
    fn holding(&self, pos: &G::Position) -> Option<Vec<G::Move>> {
        let Turn::Player(replier) = self.game.turn(pos) else { return None };
        let mut holding = Vec::new();
        for reply in self.game.moves(pos) {
            let next = self.after(pos, reply);
            let loses = match self.game.turn(&next) {
                Turn::Player(player) => player != replier && self.wins_at_once(&next),
                Turn::Over(outcome) => outcome.points_for(replier) < 0,
                Turn::Chance => return None,
            };
            if !loses {
                holding.push(reply);
                if holding.len() > 1 {
                    break;
                }
            }
        }
        Some(holding)
    }

    /// The first move after which the other player cannot keep the mover from winning, while nobody can win at once.
    fn decisive(&self, pos: &G::Position) -> Option<G::Move> {
        let Turn::Player(mover) = self.game.turn(pos) else { return None };
        self.game.moves(pos).find(|&mv| {
            let next = self.after(pos, mv);
            if self.game.turn(&next) != Turn::Player(!mover) || self.wins_at_once(&next) {
                return false;
            }
            // Two threats are the least that no reply stops, so that most moves cost little.
            let again = (self.turned)(&next);
            again.is_some_and(|again| self.wins(&again).nth(1).is_some())
                && self.holding(&next).is_some_and(|holding| holding.is_empty())
        })
    }
}

/// What the rules alone say about a legal move of a player. `turned` gives the turn to the other player, where that
/// is possible.
pub fn tactics<G: Game>(
    game: &G,
    pos: &G::Position,
    mv: G::Move,
    turned: impl Fn(&G::Position) -> Option<G::Position>,
) -> Vec<Tactic<G::Move>> {
    let (mut found, looks) = (Vec::new(), Looks { game, turned });
    let Turn::Player(mover) = game.turn(pos) else { return found };
    let next = looks.after(pos, mv);
    match game.turn(&next) {
        Turn::Over(outcome) => return vec![Tactic::Ends(outcome)],
        Turn::Chance => return found,
        Turn::Player(player) if player == mover => return found,
        Turn::Player(_) => {}
    }
    let n_moves = game.n_moves(pos).max(game.n_moves(&next));
    let threatened: Vec<_> = match (looks.turned)(pos) {
        Some(as_if) => looks.wins(&as_if).collect(),
        None => Vec::new(),
    };
    if let Some(reply) = looks.wins(&next).next() {
        return vec![Tactic::Allows(reply)];
    }
    if !threatened.is_empty() {
        found.push(Tactic::Stops(threatened));
    } else if game.n_moves(pos) > 1 && n_moves * n_moves <= MOST_POSITIONS {
        let holds = |other: &G::Move| {
            let next = looks.after(pos, *other);
            game.turn(&next) != Turn::Player(!mover) || !looks.wins_at_once(&next)
        };
        let mut holding = game.moves(pos).filter(holds);
        if holding.next() == Some(mv) && holding.next().is_none() {
            found.push(Tactic::Only);
        }
    }
    let again = (looks.turned)(&next);
    let threats: Option<Vec<_>> = again.as_ref().map(|again| looks.wins(again).collect());
    // Where threats can be seen and there is none, only having to move can lose; few moves are soon looked at.
    let looked = n_moves * n_moves <= MOST_POSITIONS
        && threats.as_ref().is_none_or(|threats| threats.len() > 1 || n_moves <= 20);
    let holding = if looked { looks.holding(&next) } else { None };
    match (threats, holding.as_deref()) {
        (Some(threats), Some([])) if threats.is_empty() => found.push(Tactic::Zugzwang),
        (Some(threats), Some([])) => found.push(Tactic::Double(threats)),
        (None, Some([])) => found.push(Tactic::Unstoppable),
        (Some(threats), _) if !threats.is_empty() => found.push(Tactic::Threatens(threats)),
        (_, Some(&[reply])) if game.n_moves(&next) > 1 => found.push(Tactic::Forces(reply)),
        (Some(_), _) if n_moves * n_moves <= MOST_POSITIONS => {
            found.extend(again.and_then(|again| looks.decisive(&again)).map(Tactic::Prepares));
        }
        _ => {}
    }
    if !matches!(found.first(), Some(Tactic::Stops(_))) && n_moves * n_moves <= MOST_POSITIONS {
        let before = (looks.turned)(pos).and_then(|as_if| looks.decisive(&as_if));
        if let Some(before) = before.filter(|_| looks.decisive(&next).is_none()) {
            found.push(Tactic::Forestalls(before));
        }
    }
    found
}

/// Texts one after another: `a, b and c`. No more than three are listed.
pub fn list(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] if all.len() < 3 => format!("{} and {last}", all.join(", ")),
        [a, b, rest @ ..] => format!("{a}, {b} and {} more", rest.len()),
    }
}

/// A tactic as the predicate of a sentence whose subject is the move.
fn say_tactic<G: Notation>(
    game: &G,
    pos: &G::Position,
    mv: G::Move,
    tactic: &Tactic<G::Move>,
    players: &[String; 2],
) -> Option<String> {
    let Turn::Player(mover) = game.turn(pos) else { return None };
    let (own, other) = (&players[mover.index()], &players[(!mover).index()]);
    let mut next = pos.clone();
    game.play(&mut next, mv);
    // Moves are written the same whoever makes them, where a threat can be seen at all.
    let names = |moves: &[G::Move]| {
        let mut names: Vec<String> = moves.iter().map(|&mv| game.write_move(&next, mv)).collect();
        names.dedup();
        list(&names)
    };
    Some(match tactic {
        Tactic::Ends(Outcome::Draw) => "ends the game as a draw".into(),
        Tactic::Ends(Outcome::Win { winner, .. }) if *winner == mover => "wins the game".into(),
        Tactic::Ends(_) => format!("ends the game, and {other} wins"),
        Tactic::Allows(reply) => format!("lets {other} win at once with {}", names(&[*reply])),
        Tactic::Stops(moves) if names(moves) == game.write_move(pos, mv) => {
            format!("blocks {other}, who threatened to win there")
        }
        Tactic::Stops(moves) => format!("keeps {other} from winning with {}", names(moves)),
        Tactic::Only => format!("is the only move that does not let {other} win at once"),
        Tactic::Double(moves) => match moves.len() {
            1 => format!("threatens to win with {}, and no reply stops it", names(moves)),
            _ => format!("threatens to win with {}, and no reply stops them all", names(moves)),
        },
        Tactic::Zugzwang => {
            format!("puts {other} in zugzwang: every reply lets {own} win at once")
        }
        Tactic::Unstoppable => format!("wins with the next move, whatever {other} replies"),
        Tactic::Threatens(moves) => format!("threatens to win with {}", names(moves)),
        Tactic::Forces(reply) => {
            format!(
                "leaves {other} a single reply that does not lose at once, {}",
                names(&[*reply])
            )
        }
        Tactic::Prepares(mv) => {
            format!("prepares {}, which would win by a double threat", names(&[*mv]))
        }
        Tactic::Forestalls(theirs) if *theirs == mv => {
            format!("takes the place from which {other} would have won by a double threat")
        }
        Tactic::Forestalls(mv) => {
            format!("keeps {other} from winning by a double threat with {}", names(&[*mv]))
        }
    })
}

/// More sentences than these nobody reads about one move.
const MOST_SENTENCES: usize = 4;

/// What a legal move does, in sentences, the most important first.
pub fn reasons<G: Explain>(
    game: &G,
    pos: &G::Position,
    mv: G::Move,
    players: &[String; 2],
) -> Vec<String> {
    let tactics = tactics(game, pos, mv, |pos| game.turned(pos));
    let said = tactics.iter().filter_map(|tactic| say_tactic(game, pos, mv, tactic, players));
    let claims = game.claims(pos, mv);
    let said = said.chain(claims.iter().map(|claim| game.say(pos, claim, players)));
    sentences(&game.write_move(pos, mv), said.collect())
}

/// The same for a game that has nothing to add to what the rules say; `more` are further predicates.
pub fn plain_reasons<G: Notation>(
    game: &G,
    pos: &G::Position,
    mv: G::Move,
    players: &[String; 2],
    more: Vec<String>,
) -> Vec<String> {
    let tactics = tactics(game, pos, mv, |_| None);
    let said = tactics.iter().filter_map(|tactic| say_tactic(game, pos, mv, tactic, players));
    // A game that has words says itself how it ends.
    let ends = matches!(tactics.first(), Some(Tactic::Ends(_))) && !more.is_empty();
    let said = if ends { more } else { said.chain(more.iter().cloned()).collect() };
    sentences(&game.write_move(pos, mv), said)
}

fn sentences(mv: &str, said: Vec<String>) -> Vec<String> {
    let subject = |n| if n == 0 { mv } else { "It" };
    let said = said.iter().take(MOST_SENTENCES).enumerate();
    said.map(|(n, predicate)| format!("{} {predicate}.", subject(n))).collect()
}
