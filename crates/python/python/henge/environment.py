"""Environments of PettingZoo: one player after the other, with masks of what is legal.

    env = henge.environment.env("connect-four")

Observations are dictionaries: `observation` holds the planes of the position, `action_mask` the legal moves.
Dice are thrown by the environment, with the seed of `reset`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import henge

#: What the players are called.
AGENTS = ["player_0", "player_1"]


def observation_space(game: henge.Game) -> spaces.Dict:
    """What is seen of a position."""
    planes = spaces.Box(0.0, np.inf, game.planes_shape, np.float32)
    return spaces.Dict(
        {"observation": planes, "action_mask": spaces.Box(0, 1, (game.n_actions,), np.int8)}
    )


def action_space(game: henge.Game) -> spaces.Discrete:
    """The numbers of moves."""
    return spaces.Discrete(game.n_actions)


class HengeEnv(AECEnv):
    """A game as an environment for two agents who take turns."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "henge_v0", "is_parallelizable": False}

    def __init__(self, game: str | henge.Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = henge.game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: observation_space(self.game) for agent in AGENTS}
        self.action_spaces = {agent: action_space(self.game) for agent in AGENTS}
        self.state_now = self.game.start()
        self._dice = np.random.default_rng(0)

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.state_now = self.game.start()
        self._throw()
        self.agent_selection = AGENTS[self.state_now.current_player()]

    def _throw(self) -> None:
        while self.state_now.is_chance_node():
            rolls, chances = zip(*self.state_now.chance_outcomes())
            self.state_now.apply_action(int(self._dice.choice(rolls, p=chances)))

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        state = self.state_now
        mask = np.zeros(self.game.n_actions, np.int8)
        if not state.is_terminal() and agent == self.agent_selection:
            mask[state.legal_actions()] = 1
        return {"observation": state.planes(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_now.apply_action(int(action))
        self._throw()
        if self.state_now.is_terminal():
            self.rewards = dict(zip(AGENTS, self.state_now.returns()))
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.agent_selection = AGENTS[self.state_now.current_player()]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return self.state_now.text()
        return self.state_now.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """There is nothing to close."""


def env(game: str | henge.Game, render_mode: str | None = None) -> HengeEnv:
    """A game as an environment."""
    return HengeEnv(game, render_mode)
