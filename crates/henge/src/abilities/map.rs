//! What a game can do besides being played: tables of endings, distances to draw, conversations. Each
//! is a small trait or a plain value, kept by its type, so that a crate can bring abilities of its own.

use std::any::Any;
use std::sync::Arc;

use henge_core::SiteId;
use henge_core::erased::{DynMatch, Thought};

/// A map from types to values of these types, at most one of each. Copies share what they hold.
#[derive(Clone, Default)]
pub struct Abilities {
    /// Every one is an `Arc<T>`, where `T` is a trait object or a plain type.
    held: Vec<Arc<dyn Any + Send + Sync>>,
}

impl Abilities {
    /// Adds an ability. One of the same type is replaced.
    pub fn insert<T: ?Sized + Send + Sync + 'static>(&mut self, ability: Arc<T>) {
        self.held.retain(|held| !held.is::<Arc<T>>());
        self.held.push(Arc::new(ability));
    }

    /// The ability of that type.
    pub fn get<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&Arc<T>> {
        self.held.iter().find_map(|held| held.downcast_ref::<Arc<T>>())
    }
}

/// Says in words what moves do, whoever makes them.
pub trait Explain: Send + Sync {
    /// What a legal move does; nothing where there is nothing to say.
    fn explain(&self, table: &dyn DynMatch, mv: &str) -> Vec<String>;
}

impl<F: Fn(&dyn DynMatch, &str) -> Vec<String> + Send + Sync> Explain for F {
    fn explain(&self, table: &dyn DynMatch, mv: &str) -> Vec<String> {
        self(table, mv)
    }
}

/// What is shown after every move of a machine, besides the move.
pub trait StatusLine: Send + Sync {
    /// A line about what this bot thought; nothing for bots that had no such line.
    fn status(&self, bot: &str, thought: &Thought) -> Option<String>;
}

/// Play by chance, in games where that has a meaning of its own.
pub trait RandomPlay: Send + Sync {
    /// The bot that plays by chance.
    fn bot(&self) -> &str;

    /// On how many places moves have their centres now, in games where they have such.
    fn centres(&self, _table: &dyn DynMatch) -> Option<u32> {
        None
    }

    /// How many moves have their centre on each place, for places where some have.
    fn choices(&self, _table: &dyn DynMatch) -> Vec<(SiteId, u32)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    trait Name: Send + Sync {
        fn name(&self) -> &str;
    }

    impl Name for &'static str {
        fn name(&self) -> &str {
            self
        }
    }

    #[test]
    fn abilities_are_found_by_their_type_and_replaced() {
        let mut abilities = Abilities::default();
        abilities.insert::<dyn Name>(Arc::new("one"));
        abilities.insert(Arc::new(7_u32));
        let copy = abilities.clone();
        abilities.insert::<dyn Name>(Arc::new("other"));
        assert_eq!(abilities.get::<dyn Name>().map(|name| name.name()), Some("other"));
        assert_eq!(copy.get::<dyn Name>().map(|name| name.name()), Some("one"));
        assert_eq!(abilities.get::<u32>().map(|number| **number), Some(7));
        assert!(abilities.get::<u64>().is_none());
        assert!(abilities.get::<dyn Explain>().is_none());
    }
}
