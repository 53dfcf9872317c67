"""Batches play what single games play."""

import unittest

import numpy as np

import henge


class Batches(unittest.TestCase):
    def check(self, name, n=8, steps=120):
        game = henge.game(name)
        batch = game.batch(n, seed=5)
        rng = np.random.default_rng(1)
        self.assertEqual(batch.masks.shape, (n, game.n_actions))
        for step in range(steps):
            states = [batch.state(i) for i in range(n)]
            for i, state in enumerate(states):
                self.assertEqual(batch.players[i], state.current_player())
                self.assertEqual(np.flatnonzero(batch.masks[i]).tolist(), state.legal_actions())
            planes = batch.planes()
            self.assertTrue(all((planes[i] == states[i].planes()).all() for i in range(n)))
            masks = batch.masks.copy()
            if step % 2:
                batch.step_at_random()
                actions = batch.actions.copy()
            else:
                actions = (rng.random(masks.shape) * masks).argmax(1)
                batch.step(actions)
            self.assertTrue(masks[np.arange(n), actions].all())
            for i, state in enumerate(states):
                state.apply_action(int(actions[i]))
                if batch.ended[i] and state.is_terminal():
                    self.assertEqual(batch.rewards[i].tolist(), state.returns())
                elif not batch.ended[i]:
                    self.assertFalse(batch.rewards[i].any())
                    if not game.has_dice:
                        self.assertEqual(batch.state(i), state)
        return batch

    def test_all_families_step_as_their_states_do(self):
        for name in [*henge.games(), "hex:size=4,swap=true", "draughts:variant=international"]:
            with self.subTest(name):
                self.check(name)

    def test_games_end_and_begin_anew(self):
        batch = henge.game("tic-tac-toe").batch(50, seed=1)
        ended = 0
        for _ in range(100):
            batch.step_at_random()
            ended += int(batch.ended.sum())
            self.assertTrue((batch.masks[batch.ended].sum(1) == 9).all())
        self.assertEqual((batch.n_games, batch.n_moves), (ended, 5000))
        self.assertGreater(ended, 500)

    def test_the_same_seed_plays_the_same(self):
        def play(seed):
            batch = henge.game("backgammon").batch(5, seed=seed)
            batch.step_at_random(200)
            return [batch.state(i).position for i in range(5)]

        self.assertEqual(play(3), play(3))
        self.assertNotEqual(play(3), play(4))

    def test_an_illegal_move_changes_nothing(self):
        batch = henge.game("hex:size=3").batch(2)
        batch.step(np.array([4, 5]))
        before = batch.masks.copy()
        for actions in ([0, 5], [0, -1], [0, 9], [0]):
            with self.assertRaises(ValueError):
                batch.step(np.array(actions))
        self.assertTrue((batch.masks == before).all() and batch.n_moves == 2)
        with self.assertRaises(ValueError):
            henge.game("hex:size=3").batch(0)
        with self.assertRaises(ValueError):
            batch.state(2)

    def test_a_position_can_be_put_in(self):
        game = henge.game("hex:size=3")
        state = game.start()
        state.play("b2")
        batch = game.batch(2)
        batch.put(1, state)
        self.assertEqual((batch.state(1), batch.players.tolist()), (state, [0, 1]))
        with self.assertRaises(ValueError):
            batch.put(0, henge.game("connect-four").start())


if __name__ == "__main__":
    unittest.main()
