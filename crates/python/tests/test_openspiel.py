"""OpenSpiel's algorithms on our games, its own games beside ours, and ours registered with it."""

import os
import random
import unittest

import numpy as np
import pyspiel
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import exploitability, mcts, minimax, tabular_qlearner, value_iteration

import henge
import henge.openspiel

#: `HENGE_GAMES=10000` plays as many games as the documents tell of.
GAMES = int(os.environ.get("HENGE_GAMES", "100"))


class SideBySide(unittest.TestCase):
    """The same rules give the same moves and the same results."""

    def play(self, ours, theirs, number=lambda action: action, mover=lambda player: player):
        rng = random.Random(7)
        for _ in range(GAMES):
            a, b = ours.new_initial_state(), theirs.new_initial_state()
            while not b.is_terminal():
                self.assertFalse(a.is_terminal())
                self.assertEqual(a.current_player(), mover(b.current_player()))
                legal = b.legal_actions()
                self.assertEqual(sorted(map(number, legal)), a.legal_actions(), str(b))
                action = rng.choice(legal)
                b.apply_action(action)
                a.apply_action(number(action))
            self.assertTrue(a.is_terminal(), str(b))
            self.assertEqual(list(a.returns()), b.returns())

    def test_connect_four(self):
        self.play(henge.game("connect-four"), pyspiel.load_game("connect_four"))

    def test_tic_tac_toe(self):
        # Our rows are counted from below.
        self.play(
            henge.game("tic-tac-toe"),
            pyspiel.load_game("tic_tac_toe"),
            lambda action: (2 - action // 3) * 3 + action % 3,
        )

    def test_hex(self):
        for size in (5, 7, 11):
            self.play(henge.game(f"hex:size={size}"), pyspiel.load_game("hex", {"board_size": size}))

    def test_rows_of_many_kinds(self):
        for ours, theirs, parameters in [
            ("connect-four:size=6x5", "connect_four", {"rows": 5, "columns": 6}),
            ("go-moku:size=9", "gomoku", {"size": 9, "connect": 5}),
            ("go-moku:size=15", "mnk", {"m": 15, "n": 15, "k": 5}),
            ("qubic", "gomoku", {"size": 4, "connect": 4, "dims": 3}),
            ("torus-tic-tac-toe", "gomoku", {"size": 3, "connect": 3, "wrap": True}),
        ]:
            with self.subTest(ours):
                self.play(henge.game(ours), pyspiel.load_game(theirs, parameters))

    def test_othello(self):
        # Our moves are numbered by their place among the legal ones, so their names are compared.
        def name(action):
            return "pass" if action == 64 else "abcdefgh"[action % 8] + str(action // 8 + 1)

        rng, theirs = random.Random(7), pyspiel.load_game("othello")
        for _ in range(GAMES):
            a, b = henge.game("othello").start(), theirs.new_initial_state()
            while not b.is_terminal():
                self.assertEqual(a.current_player(), b.current_player())
                legal = b.legal_actions()
                self.assertEqual(sorted(map(name, legal)), sorted(a.moves), str(b))
                action = rng.choice(legal)
                b.apply_action(action)
                a.play(name(action))
            self.assertTrue(a.is_terminal(), str(b))
            self.assertEqual(np.sign(a.returns()).tolist(), np.sign(b.returns()).tolist())


class Algorithms(unittest.TestCase):
    """OpenSpiel's algorithms in Python run on our own classes as they are."""

    def test_mcts(self):
        for name in ("tic-tac-toe", "backgammon"):
            game = henge.load_game(name)
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(0)
            rng = np.random.RandomState(1)
            bot = mcts.MCTSBot(game, 1.5, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
            self.assertIn(bot.step(state), state.legal_actions())

    def test_minimax(self):
        game = henge.load_game("tic_tac_toe".replace("_", "-"))
        value, action = minimax.alpha_beta_search(game)
        self.assertEqual(value, 0.0)
        state = henge.load_game("hex", {"size": 3}).new_initial_state()
        self.assertEqual(minimax.alpha_beta_search(state.get_game(), state)[0], 1.0)

    def test_tabular_q_learning(self):
        env = rl_environment.Environment(henge.load_game("tic-tac-toe"))
        agents = [
            tabular_qlearner.QLearner(player_id=p, num_actions=env.action_spec()["num_actions"])
            for p in range(2)
        ]
        for _ in range(20):
            step = env.reset()
            while not step.last():
                agent = agents[step.observations["current_player"]]
                step = env.step([agent.step(step).action])
            for agent in agents:
                agent.step(step)
        self.assertTrue(step.last())


class Registered(unittest.TestCase):
    """Our games as games of OpenSpiel, for its functions in C++."""

    def test_names(self):
        self.assertIn("henge_hex", henge.openspiel.NAMES)
        self.assertIn("henge_backgammon", pyspiel.registered_names())

    def test_a_copy_goes_its_own_way(self):
        state = pyspiel.load_game("henge_backgammon").new_initial_state()
        state.apply_action(0)
        copy = state.clone()
        copy.apply_action(copy.legal_actions()[0])
        self.assertEqual((len(copy.history()), len(state.history())), (2, 1))
        self.assertNotEqual(str(copy), str(state))

    def test_random_sim_test(self):
        for name in ("henge_tic_tac_toe", "henge_connect_four", "henge_backgammon"):
            pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=False, verbose=False)

    def test_value_iteration(self):
        game = pyspiel.load_game("henge_tic_tac_toe")
        values = value_iteration.value_iteration(game, -1, 0.01)
        self.assertEqual(values[str(game.new_initial_state())], 0.0)

    def test_exploitability(self):
        game = pyspiel.load_game("henge_hex", {"size": "2"})
        found = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
        theirs = pyspiel.load_game("hex", {"board_size": 2})
        self.assertAlmostEqual(found, exploitability.nash_conv(theirs, policy.UniformRandomPolicy(theirs)))

    def test_the_mcts_bot_in_c(self):
        for name, parameters in [("henge_hex", {"size": "4"}), ("henge_backgammon", {})]:
            game = pyspiel.load_game(name, parameters)
            evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, 10, 10, True, 7, False)
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(0)
            # `MCTSBot.step` of OpenSpiel 2.0 ends the program with any game in Python, its own included.
            policy, action = bot.step_with_policy(state)
            self.assertIn(action, state.legal_actions())
            self.assertEqual([chosen for chosen, _ in policy], [action])
        game = pyspiel.load_game("henge_tic_tac_toe")
        bots = [pyspiel.MCTSBot(game, evaluator, 1.4, 20, 10, True, 7, False)]
        bots.append(pyspiel.make_uniform_random_bot(1, 3))
        self.assertEqual(sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)), 0.0)


if __name__ == "__main__":
    unittest.main()
