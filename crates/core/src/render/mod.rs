//! Two renderers that know no game.
