-- Rules of games that people have brought along, by the name under which games of them are saved.
CREATE TABLE rules (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    -- When somebody brought them last.
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Games of one kind are looked for by the explorer, and by whoever makes room for rules.
CREATE INDEX games_by_game ON games (game);
