-- The order in which games were changed, which no clock can upset: every change of any game takes the
-- next number.
ALTER TABLE games ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;

UPDATE games SET sequence = numbered.n
FROM (SELECT id, row_number() OVER (ORDER BY updated, id) AS n FROM games) AS numbered
WHERE games.id = numbered.id;

DROP INDEX games_by_update;

CREATE INDEX games_by_sequence ON games (sequence);
