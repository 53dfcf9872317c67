"""The games of henge as games of OpenSpiel, for those of its functions that take nothing else.

`import henge.openspiel` registers every family under its name with `henge_` before it and underscores for
hyphens; its options are the parameters of the game:

    pyspiel.load_game("henge_hex", {"size": "5"})

Positions are played by henge; OpenSpiel sees Python games, which are slower than its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import henge

from . import _types

#: The names that were registered.
NAMES: list[str] = []


def _name(slug: str) -> str:
    return "henge_" + slug.replace("-", "_")


class _State(pyspiel.State):
    """A state of OpenSpiel around one of henge."""

    def __init__(self, game: Any, inner: henge.State) -> None:
        super().__init__(game)
        self.inner = inner

    def current_player(self) -> int:
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.inner.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        self.inner.undo_action(player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def is_terminal(self) -> bool:
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        return self.inner.returns()

    def rewards(self) -> list[float]:
        return self.inner.rewards()

    def __str__(self) -> str:
        return str(self.inner)


class _Observer:
    """Planes as the observation, and the position as its text."""

    def __init__(self, game: henge.Game) -> None:
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.planes_shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.tensor[:] = state.inner.observation_tensor(player)

    def string_from(self, state: _State, player: int) -> str:
        return state.inner.observation_string(player)


def _family(slug: str, options: dict[str, str]) -> None:
    short = _name(slug)
    usual = henge.game(slug)
    fields = _types.fields(usual) | {
        "short_name": short,
        "long_name": f"henge: {usual.title}",
        "parameter_specification": dict(options),
        "provides_observation_tensor": True,
    }
    kind = pyspiel.GameType(**fields)

    class _Game(pyspiel.Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {k: v for k, v in (params or {}).items() if v != "" and options.get(k) != v}
            self.inner = henge.load_game(slug, given)
            inner = self.inner
            info = pyspiel.GameInfo(
                num_distinct_actions=inner.num_distinct_actions(),
                max_chance_outcomes=inner.max_chance_outcomes(),
                num_players=2,
                min_utility=inner.min_utility(),
                max_utility=inner.max_utility(),
                utility_sum=0.0,
                max_game_length=inner.max_game_length(),
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> _State:
            return _State(self, self.inner.start())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            return _Observer(self.inner)

        def observation_tensor_shape(self) -> list[int]:
            return self.inner.observation_tensor_shape()

    pyspiel.register_game(kind, _Game)
    NAMES.append(short)


for _slug, _options in henge.games().items():
    _family(_slug, _options)
