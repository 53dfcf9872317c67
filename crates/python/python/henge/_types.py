"""What OpenSpiel says about a kind of game, for programs that ask; and states out of pickles."""

from __future__ import annotations

import enum
from types import SimpleNamespace
from typing import Any

from . import _henge


class _Dynamics(enum.Enum):
    SEQUENTIAL = 1


class _ChanceMode(enum.Enum):
    DETERMINISTIC = 0
    EXPLICIT_STOCHASTIC = 1


class _Information(enum.Enum):
    PERFECT_INFORMATION = 1


class _Utility(enum.Enum):
    ZERO_SUM = 0


class _RewardModel(enum.Enum):
    TERMINAL = 1


def _words() -> Any:
    """OpenSpiel's own words, which its algorithms compare; words of the same names without it."""
    try:
        import pyspiel
    except ImportError:
        return SimpleNamespace(
            Dynamics=_Dynamics,
            ChanceMode=_ChanceMode,
            Information=_Information,
            Utility=_Utility,
            RewardModel=_RewardModel,
        )
    return pyspiel.GameType


def fields(game: _henge.Game) -> dict[str, Any]:
    """The fields of `pyspiel.GameType`."""
    words = _words()
    chance = words.ChanceMode
    return {
        "short_name": game.name,
        "long_name": game.title,
        "dynamics": words.Dynamics.SEQUENTIAL,
        "chance_mode": chance.EXPLICIT_STOCHASTIC if game.has_dice else chance.DETERMINISTIC,
        "information": words.Information.PERFECT_INFORMATION,
        "utility": words.Utility.ZERO_SUM,
        "reward_model": words.RewardModel.TERMINAL,
        "max_num_players": 2,
        "min_num_players": 2,
        "provides_information_state_string": True,
        "provides_information_state_tensor": False,
        "provides_observation_string": True,
        "provides_observation_tensor": True,
    }


def game_type(game: _henge.Game) -> Any:
    """What `Game.get_type` returns."""
    return SimpleNamespace(parameter_specification={}, **fields(game))


def restore(name: str, text: str) -> _henge.State:
    """The state that `State.serialize` has written."""
    return deserialize(_henge.game(name), text)


def deserialize(game: _henge.Game, text: str) -> _henge.State:
    """The state of a game that `State.serialize` has written."""
    setup, *moves = text.split("\n")
    state = game.read(setup) if setup else game.start()
    for move in moves:
        state.play(move)
    return state
