-- Answers of engines, so that the same question need not be answered twice.
CREATE TABLE analysis (
    -- A hash of the question: game, position, moves, bot, lines.
    question BLOB PRIMARY KEY,
    -- How long the engine was allowed to think.
    time_ms INTEGER NOT NULL,
    -- What it said, as JSON.
    answer TEXT NOT NULL,
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX analysis_by_use ON analysis (used);
