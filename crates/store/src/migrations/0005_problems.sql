-- What people have made of problems: every try, in its order.
CREATE TABLE attempts (
    number INTEGER PRIMARY KEY,
    -- The game's short name: a set of problems.
    game TEXT NOT NULL,
    -- The problem, by a number that follows from its position.
    problem TEXT NOT NULL,
    -- 1 if the move was found.
    is_right INTEGER NOT NULL,
    tried INTEGER NOT NULL
) STRICT;

CREATE INDEX attempts_by_game ON attempts (game, number);
