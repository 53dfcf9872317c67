-- A game, its two seats, its moves and how it ended. Times are milliseconds since 1970, UTC.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    -- 'web' or 'cli': who keeps it.
    source TEXT NOT NULL,
    -- The full name with options, or the path of a file.
    game TEXT NOT NULL,
    -- The position it began with; NULL for the game's own start.
    setup TEXT,
    version INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    -- The clocks at the last move; NULL without clocks.
    increment_ms INTEGER,
    first_left_ms INTEGER,
    second_left_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX games_by_update ON games (updated);

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- 0 for the first player, 1 for the second.
    player INTEGER NOT NULL,
    -- 'human' or 'bot'.
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The hash of the key that opens this seat; NULL for bots and for seats nobody has taken.
    token_hash BLOB,
    -- Seats with the same number are held by the same person; NULL as above.
    holder INTEGER,
    PRIMARY KEY (game_id, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE moves (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- Counted from 0.
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    game_id TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    -- 0 or 1; NULL for a draw.
    winner INTEGER,
    points INTEGER NOT NULL,
    -- 'board', 'resigned', 'agreed' or 'time'.
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
