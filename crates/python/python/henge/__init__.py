"""henge: board games for two, with opponents, exact solving, analysis and batches for learning.

>>> import henge
>>> hex = henge.game("hex:size=3")
>>> state = hex.start()
>>> state.play("b2")
>>> hex.bot("alphabeta:depth=5").think(state).lines[0].kind
'proved'

The methods of games and states also have OpenSpiel's names, so that its algorithms in Python take them as
they are. `henge.openspiel` registers the games with an installed OpenSpiel, `henge.environment` makes
environments of PettingZoo, and `henge.ray` lets the workers of henge run on a cluster of Ray.
"""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import Any, Sequence

from ._henge import (
    Analysis,
    Batch,
    Bot,
    Game,
    Line,
    Solution,
    State,
    Thought,
    Worker,
    contest as _contest,
    game,
    games as _games,
    protocol,
    read_records as _read_records,
    review as _review,
    write_records,
)
from ._types import deserialize

__all__ = [
    "Analysis",
    "Batch",
    "Bot",
    "Game",
    "Line",
    "Record",
    "Report",
    "Review",
    "Solution",
    "State",
    "Thought",
    "Worker",
    "deserialize",
    "game",
    "games",
    "load_game",
    "match",
    "protocol",
    "read_records",
    "registered_names",
    "review",
    "tournament",
    "write_records",
]


def games() -> dict[str, dict[str, str]]:
    """All games by their names, each with its options and their defaults."""
    return dict(_games())


def load_game(name: str, parameters: dict[str, Any] | None = None) -> Game:
    """OpenSpiel's way to a game: `hex:size=5`, `hex(size=5)`, or `hex` with `{"size": 5}`."""
    if name.endswith(")") and "(" in name:
        name, _, options = name[:-1].partition("(")
        name = f"{name}:{options}" if options else name
    if parameters:
        name += ":" + ",".join(f"{key}={value}" for key, value in parameters.items())
    return game(name)


def registered_names() -> list[str]:
    """OpenSpiel's name for the list of all games."""
    return list(games())


@dataclass(frozen=True)
class Record:
    """A game from a file: facts about it, its result as it is written there, and the state at its end."""

    tags: dict[str, str]
    result: str
    state: State


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    """The games of a file: henge's records, draughts in .pdn, backgammon in .mat."""
    return [Record(dict(tags), result, state) for tags, result, state in _read_records(path)]


class Report:
    """What came of a contest: `data` is the report of `henge tournament --json`, `games` its records as text."""

    def __init__(self, data: dict[str, Any], games: str) -> None:
        self.data = data
        self.games = games

    @property
    def standings(self) -> list[dict[str, Any]]:
        """The players, the best first."""
        return self.data["standings"]

    def __repr__(self) -> str:
        return f"<{self.data['games']} games of {self.data['plan']['game']}>"


def tournament(
    game: str | Game,
    players: Sequence[str],
    *,
    format: str = "round-robin",
    games: int = 10,
    seed: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    opening: int | None = None,
    threads: int = 0,
) -> Report:
    """Lets bots play each other; with limits in nodes or depth the report is the same every time."""
    milliseconds = None if time is None else round(1000 * time)
    name = game if isinstance(game, str) else game.name
    report, records = _contest(
        name, list(players), format, games, seed, nodes, milliseconds, opening, threads
    )
    return Report(json.loads(report), records)


def match(game: str | Game, first: str, second: str, **terms: Any) -> Report:
    """Lets two bots play each other, with the terms of `tournament`."""
    return tournament(game, [first, second], **terms)


@dataclass(frozen=True, repr=False)
class Review:
    """A game looked through: `data` is what `henge review --json` prints of it, `text` the same in words, and
    `page` a page in HTML with pictures, which notebooks show."""

    data: dict[str, Any]
    text: str
    page: str

    @property
    def plies(self) -> list[dict[str, Any]]:
        """Every move and every roll: what it has cost, its mark, what would have been better."""
        return self.data["plies"]

    @property
    def turning_points(self) -> list[int]:
        """The plies that turned the game, counted from 1."""
        return self.data["turning_points"]

    def __repr__(self) -> str:
        return f"<{len(self.plies)} plies of {self.data['game']}, turning points: {self.turning_points}>"

    def _repr_html_(self) -> str:
        """In a frame, so that the style of the page stays inside."""
        return f'<iframe srcdoc="{html.escape(self.page)}" width="100%" height="600"></iframe>'


def review(
    state: State, bot: str | None = None, *, nodes: int | None = None, time: float | None = None
) -> Review:
    """Looks through the moves that led to a state, spending so many nodes or seconds (0.3 by default) on a
    position: what each move has cost, and where the game turned. It is judged by the game's own analyst, or by
    the bot of that name."""
    data, text, page = _review(state, bot, nodes, time)
    return Review(json.loads(data), text, page)
