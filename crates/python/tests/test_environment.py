"""PettingZoo's own tests, and the spaces of Gymnasium."""

import io
import unittest
from contextlib import redirect_stdout

from pettingzoo.test import api_test, seed_test

import henge
from henge import environment


#: Every family, and boards and rules of other kinds.
GAMES = [
    *henge.games(),
    "othello:size=4",
    "othello:size=10",
    "hex:size=4,swap=true",
    "draughts:variant=international",
    "backgammon:length=3",
]


class Environments(unittest.TestCase):
    def test_api_of_every_family(self):
        for name in GAMES:
            with self.subTest(name), redirect_stdout(io.StringIO()):
                api_test(environment.env(name), num_cycles=60)

    def test_seeds_of_every_family(self):
        for name in GAMES:
            with self.subTest(name), redirect_stdout(io.StringIO()):
                seed_test(lambda: environment.env(name), num_cycles=30)

    def test_spaces(self):
        env = environment.env("hex:size=4", render_mode="ansi")
        env.reset(seed=1)
        seen = env.observe(env.agent_selection)
        self.assertTrue(env.observation_space(env.agent_selection).contains(seen))
        self.assertEqual(env.action_space("player_0").n, 16)
        self.assertIn("a", env.render())

    def test_rewards_come_at_the_end(self):
        env = environment.env("hex:size=2")
        env.reset()
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            total[agent] += reward
            env.step(None if over else int(seen["action_mask"].argmax()))
        self.assertEqual(sorted(total.values()), [-1.0, 1.0])


if __name__ == "__main__":
    unittest.main()
