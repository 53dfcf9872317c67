"""Games, positions, bots, solving, records and contests."""

import copy
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import henge

FAMILIES = list(henge.games())


def play_out(state, rng):
    while not state.is_terminal():
        if state.is_chance_node():
            rolls, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(rolls, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


class Games(unittest.TestCase):
    def test_every_family_is_found_by_its_name(self):
        self.assertIn("hex", FAMILIES)
        for name in FAMILIES:
            game = henge.game(name)
            self.assertEqual(henge.game(game.name), game)
            self.assertTrue(game.title and len(game.players) == 2)

    def test_a_wrong_name_says_what_would_be_right(self):
        with self.assertRaisesRegex(ValueError, 'did you mean "hex"'):
            henge.game("hax")
        with self.assertRaisesRegex(ValueError, "size"):
            henge.game("hex:size=1000")

    def test_perft_of_draughts_is_the_published_count(self):
        # Counts of English draughts: testdata/perft.
        counts = [7, 49, 302, 1469, 7361, 36768]
        start = henge.game("draughts:variant=english").start()
        self.assertEqual([start.perft(depth) for depth in range(1, 7)], counts)

    def test_moves_can_be_played_and_taken_back(self):
        state = henge.game("hex:size=3").start()
        before = state.position
        state.play("b2")
        self.assertEqual((state.record, state.history()), (["b2"], [4]))
        with self.assertRaisesRegex(ValueError, "b2"):
            state.play("b2")
        self.assertEqual(state.record, ["b2"])
        self.assertEqual((state.undo(), state.position), ("b2", before))
        with self.assertRaises(ValueError):
            state.undo()
        with self.assertRaises(ValueError):
            state.apply_action(-1)

    def test_states_are_copied_pickled_and_compared(self):
        rng = np.random.default_rng(1)
        for name in FAMILIES:
            state = henge.game(name).start()
            for _ in range(5):
                state.apply_action(int(rng.choice([a for a, *_ in state.chance_outcomes()] or state.legal_actions())))
            again = pickle.loads(pickle.dumps(state))
            self.assertEqual(again, state)
            self.assertEqual(again.record, state.record)
            twin = copy.deepcopy(state)
            twin.undo()
            self.assertEqual(again.record, state.record)
            self.assertEqual(state.game.read(state.position), state)

    def test_numbers_and_texts_of_moves_go_together(self):
        rng = np.random.default_rng(2)
        for name in FAMILIES:
            state = henge.game(name).start()
            for _ in range(20):
                if state.is_terminal():
                    break
                if state.is_chance_node():
                    state.apply_action(0)
                    continue
                actions = state.legal_actions()
                self.assertEqual(sorted(set(actions)), actions)
                self.assertEqual([i for i, m in enumerate(state.legal_actions_mask()) if m], actions)
                action = int(rng.choice(actions))
                text = state.action_to_string(state.current_player(), action)
                self.assertEqual(state.string_to_action(text), action)
                twin = state.clone()
                twin.play(text)
                state.apply_action(action)
                self.assertEqual((twin, twin.history()), (state, state.history()))

    def test_pictures_are_svg(self):
        state = henge.game("hex:size=3").start()
        self.assertTrue(state._repr_svg_().startswith("<svg"))
        self.assertIn("1", state.text())


class Reviews(unittest.TestCase):
    def test_a_blunder_is_found(self):
        state = henge.game("tic-tac-toe").start()
        for move in "b2 b1 a1 c3 c1 a3".split():
            state.play(move)
        review = henge.review(state, nodes=20_000)
        slip = review.plies[1]
        self.assertEqual((slip["move"], slip["mark"], slip["loss"]), ("b1", "??", 0.5))
        self.assertEqual(review.turning_points, [2, 5])
        self.assertIn("2. b1??", review.text)
        self.assertTrue(review._repr_html_().startswith('<iframe srcdoc="&lt;'))
        with self.assertRaisesRegex(ValueError, "alphabeta"):
            henge.review(state, "alphabet")


class Bots(unittest.TestCase):
    def test_hex_is_solved_and_analysed(self):
        hex4 = henge.game("hex:size=4")
        state = hex4.start()
        state.play("b2")
        solution = state.solve()
        self.assertEqual((solution.value, solution.proved, len(solution.line)), ("win", True, 9))
        depths = [thought.depth for thought in hex4.bot("alphabeta:depth=4").analyse(state)]
        self.assertEqual(depths, sorted(depths))
        self.assertEqual(depths[-1], 4)

    def test_an_analysis_ends_when_it_is_closed(self):
        hex11 = henge.game("hex:size=11")
        with hex11.bot("mcts").analyse(hex11.start()) as analysis:
            first = next(analysis)
        self.assertTrue(first.best)
        self.assertLess(len(list(analysis)), 1000)

    def test_wrong_bots_are_refused(self):
        game = henge.game("hex:size=3")
        with self.assertRaisesRegex(ValueError, "alphabeta"):
            game.bot("alphabet")
        with self.assertRaises(ValueError):
            game.bot("alphabeta:depth=1").think(henge.game("connect-four").start())

    def test_an_evaluation_of_ours_leads_the_search(self):
        game = henge.game("connect-four")
        columns = np.array([site[0] for site in game.sites])
        sizes = []

        def left_is_good(planes):
            sizes.append(len(planes))
            first, second = planes[:, 0], planes[:, 1]
            weight = np.where(np.char.startswith(columns, "a"), 0.1, 0.0)
            return (first - second) @ weight

        for name in ["alphabeta:depth=3", "mcts:nodes=2000"]:
            bot = game.bot(name, evaluator=left_is_good)
            self.assertEqual(bot.think(game.start()).best, "1", name)
        self.assertGreater(max(sizes), 1)

    def test_a_policy_of_ours_leads_the_search(self):
        game = henge.game("hex:size=5")

        def policy(planes):
            moves = np.full((len(planes), game.n_actions), 1e-6, np.float32)
            moves[:, 7] = 1.0
            return np.zeros(len(planes)), moves

        thought = game.bot("mcts:nodes=200", evaluator=policy).think(game.start())
        self.assertEqual(thought.best, game.start().action_to_string(7))

    def test_an_evaluation_in_a_game_with_dice(self):
        game = henge.game("backgammon")
        state = game.start()
        state.apply_action(0)
        asked = []
        bot = game.bot("expectimax:depth=1", evaluator=lambda planes: asked.append(planes.shape) or np.zeros(len(planes)))
        self.assertIn(bot.think(state).best, state.moves)
        self.assertTrue(asked and asked[0][1:] == game.planes_shape)

    def test_what_the_evaluation_raises_comes_out(self):
        game = henge.game("hex:size=4")
        for name in ["alphabeta:depth=3", "mcts:nodes=100"]:
            with self.assertRaises(ZeroDivisionError):
                game.bot(name, evaluator=lambda planes: 1 / 0).think(game.start())
            with self.assertRaisesRegex(ValueError, "must return"):
                game.bot(name, evaluator=lambda planes: np.zeros(len(planes) + 1)).think(game.start())

    def test_other_threads_run_while_a_bot_thinks(self):
        import threading
        import time

        game = henge.game("hex:size=11")
        ticks = []
        done = threading.Event()

        def tick():
            while not done.wait(0.005):
                ticks.append(1)

        thread = threading.Thread(target=tick)
        thread.start()
        game.bot("mcts").think(game.start(), time=0.5)
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 5)


class Contests(unittest.TestCase):
    def test_a_tournament_is_the_same_again(self):
        players = ["alphabeta:depth=2", "mcts:nodes=50", "random"]
        first, again = (
            henge.tournament("hex:size=4", players, games=4, threads=n) for n in (1, 3)
        )
        self.assertEqual((first.data, first.games), (again.data, again.games))
        self.assertEqual(len(first.standings), 3)

    def test_a_match(self):
        report = henge.match("connect-four", "alphabeta:depth=4", "random", games=6)
        best = report.standings[0]
        self.assertEqual((best["name"], report.data["games"]), ("alphabeta:depth=4", 6))

    def test_records_go_out_and_come_back(self):
        rng = np.random.default_rng(3)
        with tempfile.TemporaryDirectory() as folder:
            for name, ending in [("hex:size=4", "henge"), ("draughts:variant=english", "pdn")]:
                state = henge.game(name).start()
                play_out(state, rng)
                path = Path(folder) / f"game.{ending}"
                henge.write_records(path, [state])
                (record,) = henge.read_records(path)
                self.assertEqual(record.state.record, state.record)
                self.assertEqual(record.state.returns(), state.returns())


if __name__ == "__main__":
    unittest.main()
