use std::collections::HashMap;
use std::io::{self, Read};

use henge_core::{Notation, NotationError, Player, Turn};
use thiserror::Error;

/// A player gets at least this many points, whatever the opponent and the dice do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// Who.
    pub player: Player,
    /// As the player counts them: 1 for a win, 0 for a draw or better.
    pub at_least: i32,
}

/// What was found to be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked<P> {
    /// The position that the claims are about.
    pub position: P,
    /// One, or one for each player.
    pub claims: Vec<Claim>,
    /// How many positions were visited.
    pub positions: u64,
    /// Where the strategies end before the games do: all that the proof says about these positions
    /// is that the claims hold there. Empty if the proof is complete.
    pub taken_on_trust: Vec<(P, Claim)>,
    /// The most points there are.
    most_points: i32,
}

impl<P> Checked<P> {
    /// The value of the position to `player`, if the claims leave only one.
    pub fn value(&self, player: Player) -> Option<i32> {
        let at_least = |player| {
            let claim = self.claims.iter().find(|claim| claim.player == player);
            claim.map_or(-self.most_points, |claim| claim.at_least)
        };
        let (mine, other) = (at_least(player), at_least(player.other()));
        (other.checked_neg() == Some(mine)).then_some(mine)
    }
}

/// Why something is not a proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// It could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not text of bounded length with a sum in its last line.
    #[error("this is not a proof: a text that ends with a line \"sum …\"")]
    NotAProof,
    /// The sum does not fit.
    #[error("the proof was altered: its checksum does not fit")]
    Altered,
    /// A line is not what it should be.
    #[error("line {line} of the proof should be {expected}")]
    Line {
        /// The first is 1.
        line: usize,
        /// What would be right.
        expected: &'static str,
    },
    /// It is about another game.
    #[error("this is a proof about {found}, not about {expected}")]
    OtherGame {
        /// What the proof says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A strategy that goes round in circles proves nothing.
    #[error("positions of this game come back, so that a list of moves proves nothing about it")]
    Cycles,
    /// The game does not know the position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// There is no such move.
    #[error("entry {entry} of the claim is move {index}, but {position} has only {n_moves} moves")]
    NoSuchMove {
        /// The first is 1.
        entry: u64,
        /// The place of the move.
        index: u32,
        /// How many there are.
        n_moves: usize,
        /// Where.
        position: String,
    },
    /// The strategy ends before the game does.
    #[error("the claim has no move for {position}")]
    TooFew {
        /// Where.
        position: String,
    },
    /// The strategy goes on after all games have ended.
    #[error("the claim has moves that are never played")]
    TooMany,
    /// The strategy does not do what it should.
    #[error("the claim is for {claimed} points at least, but {position} ends with {points}")]
    Fails {
        /// What was claimed.
        claimed: i32,
        /// What came out.
        points: i32,
        /// Where.
        position: String,
    },
    /// More than was allowed.
    #[error("the proof visits more than {most} positions")]
    TooLarge {
        /// What was allowed.
        most: usize,
    },
    /// Whoever was to name the moves has none, or not a legal one.
    #[error("no move that keeps the claim is known for {position}")]
    NoMove {
        /// Where.
        position: String,
    },
}

/// No proof that [`check`] takes visits more positions for one claim, unless it is told otherwise.
pub const DEFAULT_MOST_POSITIONS: usize = 20_000_000;

pub(super) const FIRST_LINE: &str = "henge proof 1";
pub(super) const DIGITS: &[u8; 62] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Checks a proof about `game`, which the proof must call `name`. Neither bad input nor a wrong proof
/// does more harm than an error; memory is bounded by `most_positions`, which also bounds the length
/// of the text: a hundred bytes for each.
pub fn check<G: Notation>(
    game: &G,
    name: &str,
    from: impl Read,
    most_positions: usize,
) -> Result<Checked<G::Position>, ProofError> {
    let most_bytes = (most_positions as u64).saturating_mul(100).saturating_add(10_000);
    let mut text = String::new();
    match from.take(most_bytes + 1).read_to_string(&mut text) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(ProofError::NotAProof);
        }
        read => read?,
    };
    let end = text.trim_end_matches('\n').rfind('\n').ok_or(ProofError::NotAProof)? + 1;
    let (body, last) = text.split_at(end);
    let told = last.strip_prefix("sum ").and_then(|last| last.strip_suffix('\n'));
    if told.ok_or(ProofError::NotAProof)? != blake3::hash(body.as_bytes()).to_hex().as_str() {
        return Err(ProofError::Altered);
    }

    let mut lines = body.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
    let mut word = |expected: &'static str| {
        let (line, text) = lines.next()?;
        text.strip_prefix(expected).ok_or(line).map_or_else(
            |line| Some(Err(ProofError::Line { line, expected })),
            |rest| Some(Ok(rest)),
        )
    };
    let missing = ProofError::Line { line: 1, expected: FIRST_LINE };
    word(FIRST_LINE).ok_or(missing)??;
    let found = word("game ").ok_or(ProofError::Line { line: 2, expected: "game …" })??;
    if found != name {
        return Err(ProofError::OtherGame { found: found.into(), expected: name.into() });
    }
    let text =
        word("position ").ok_or(ProofError::Line { line: 3, expected: "position …" })??;
    let position = game.read_position(text)?;
    let plies = lines.next_if(|(_, text)| text.starts_with("plies "));
    let plies = plies.map(|(line, text)| {
        let expected = "plies and a number from 1";
        let number = text[6..].parse().ok().filter(|&plies| plies > 0);
        number.ok_or(ProofError::Line { line, expected })
    });
    let plies = plies.transpose()?;

    let most_points = G::MOST_POINTS.into();
    let (claims, taken_on_trust) = (Vec::new(), Vec::new());
    let mut checked = Checked { position, claims, positions: 0, taken_on_trust, most_points };
    while let Some((line, text)) = lines.next() {
        let expected = "a claim for first or second, one for each, and its points";
        let claim = read_claim(text).ok_or(ProofError::Line { line, expected })?;
        if checked.claims.iter().any(|other| other.player == claim.player) {
            return Err(ProofError::Line { line, expected });
        }
        let mut entries = Vec::new();
        while let Some((line, text)) = lines.next_if(|(_, text)| text.starts_with(": ")) {
            read_entries(&text[2..], &mut entries).ok_or(ProofError::Line {
                line,
                expected: "places of moves: 0-9 a-z A-Z or <n>",
            })?;
        }
        let mut used = 0;
        let extent = WalkLimits { plies, positions: most_positions };
        let trusted = &mut checked.taken_on_trust;
        let trust = |pos: G::Position| trusted.push((pos, claim));
        checked.positions += walk(game, &checked.position, claim, extent, trust, |pos| {
            let position = || game.write_position(pos);
            let &index =
                entries.get(used).ok_or_else(|| ProofError::TooFew { position: position() })?;
            used += 1;
            game.moves(pos).nth(index as usize).ok_or_else(|| {
                let n_moves = game.moves(pos).count();
                ProofError::NoSuchMove { entry: used as u64, index, n_moves, position: position() }
            })
        })?;
        if used < entries.len() {
            return Err(ProofError::TooMany);
        }
        checked.claims.push(claim);
    }
    if checked.claims.is_empty() {
        return Err(ProofError::Line { line: 4, expected: "a claim" });
    }
    Ok(checked)
}

fn read_claim(text: &str) -> Option<Claim> {
    let (player, points) = text.strip_prefix("claim ")?.split_once(' ')?;
    let player = match player {
        "first" => Player::First,
        "second" => Player::Second,
        _ => return None,
    };
    Some(Claim { player, at_least: points.parse().ok()? })
}

fn read_entries(mut text: &str, entries: &mut Vec<u32>) -> Option<()> {
    while let Some(&byte) = text.as_bytes().first() {
        if let Some(place) = DIGITS.iter().position(|&digit| digit == byte) {
            entries.push(place as u32);
            text = &text[1..];
        } else {
            let (number, rest) = text.strip_prefix('<')?.split_once('>')?;
            entries.push(number.parse().ok()?);
            text = rest;
        }
    }
    Some(())
}

/// How far a walk goes.
#[derive(Clone, Copy)]
pub(super) struct WalkLimits {
    /// No further than this many plies.
    pub plies: Option<u32>,
    /// An error beyond this many positions.
    pub positions: usize,
}

/// Visits every position that can come about when the claimant plays the moves of `choose`, each
/// once and always in the same order, and looks at every end; those where it must turn back before
/// the end go to `trust`. Returns how many there were.
pub(super) fn walk<G: Notation>(
    game: &G,
    start: &G::Position,
    claim: Claim,
    limits: WalkLimits,
    mut trust: impl FnMut(G::Position),
    mut choose: impl FnMut(&G::Position) -> Result<G::Move, ProofError>,
) -> Result<u64, ProofError> {
    if G::CYCLES {
        return Err(ProofError::Cycles);
    }
    let most = limits.positions;
    // A position at the border may also be met before it, and is then looked into.
    let (mut inside, mut border) = (Seen::default(), Seen::default());
    let mut stack = vec![(start.clone(), 0)];
    while let Some((pos, ply)) = stack.pop() {
        let turn = game.turn(&pos);
        let at_border = limits.plies == Some(ply) && !matches!(turn, Turn::Over(_));
        let seen = if at_border { &mut border } else { &mut inside };
        if !seen.insert(game.key(&pos), &pos) {
            continue;
        }
        if inside.len() + border.len() > most || stack.len() > most {
            return Err(ProofError::TooLarge { most });
        }
        if at_border {
            trust(pos);
            continue;
        }
        let after = |mv: G::Move| {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            (next, ply + 1)
        };
        match turn {
            Turn::Over(outcome) => {
                let points = outcome.points_for(claim.player);
                if points < claim.at_least {
                    let (claimed, position) = (claim.at_least, game.write_position(&pos));
                    return Err(ProofError::Fails { claimed, points, position });
                }
            }
            Turn::Player(player) if player == claim.player => stack.push(after(choose(&pos)?)),
            _ => {
                let first = stack.len();
                stack.extend(game.moves(&pos).map(after));
                if stack.len() == first {
                    // Against the law of `Game::moves`; nothing must not pass for everything.
                    return Err(ProofError::NoMove { position: game.write_position(&pos) });
                }
                stack[first..].reverse();
            }
        }
    }
    Ok((inside.len() + border.len()) as u64)
}

/// The positions that were visited. A key only says where to look: positions are compared whole.
struct Seen<P> {
    by_key: HashMap<u64, P>,
    /// Those whose key belongs to another position.
    others: Vec<P>,
}

impl<P> Default for Seen<P> {
    fn default() -> Self {
        Seen { by_key: HashMap::new(), others: Vec::new() }
    }
}

impl<P: Clone + Eq> Seen<P> {
    fn len(&self) -> usize {
        self.by_key.len() + self.others.len()
    }

    /// Says whether the position is new.
    fn insert(&mut self, key: u64, pos: &P) -> bool {
        match self.by_key.get(&key) {
            None => {
                self.by_key.insert(key, pos.clone());
                true
            }
            Some(other) if other == pos || self.others.contains(pos) => false,
            Some(_) => {
                self.others.push(pos.clone());
                true
            }
        }
    }
}
