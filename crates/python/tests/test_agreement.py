"""Backgammon and checkers beside OpenSpiel's: what a player can reach with a turn is the same.

OpenSpiel makes two actions of a double and one of every jump; so positions after whole turns are compared, and
both games go on with the same one.
"""

import os
import random
import unittest

import numpy as np
import pyspiel

import henge

#: `HENGE_GAMES=1000` plays as many games as the documents tell of.
GAMES = int(os.environ.get("HENGE_GAMES", "10"))
BAR = 100


def turns(state, key, player, found):
    """All states after the turn of a player, by their position."""
    if state.current_player() != player:
        found[key(state)] = state
        return found
    for action in state.legal_actions():
        turns(state.child(action), key, player, found)
    return found


class Agreement(unittest.TestCase):
    def turn(self, ours, theirs, our_key, their_key, rng):
        """Compares all turns of the player to move, and makes one of them in both."""
        player = theirs.current_player()
        self.assertEqual(ours.current_player(), player)
        mine = turns(ours, our_key, player, {})
        other = turns(theirs, their_key, player, {})
        self.assertEqual(sorted(mine), sorted(other), f"{ours}\n{theirs}")
        chosen = rng.choice(sorted(other))
        return mine[chosen], other[chosen]

    def test_backgammon(self):
        game = henge.game("backgammon")
        names = [name for name, *_ in game.sites]
        points = [names.index(str(24 - i)) for i in range(24)]
        bars = [names.index("bar-white"), names.index("bar-black")]

        def our_key(state):
            planes = state.planes()
            return tuple(
                tuple(int(planes[p, site]) for site in [*points, bars[p]]) for p in range(2)
            )

        def their_key(state):
            return tuple(tuple(state.board(p, i) for i in [*range(24), BAR]) for p in range(2))

        rng = random.Random(1)
        theirs_game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
        for _ in range(GAMES):
            ours, theirs = game.start(), theirs_game.new_initial_state()
            while not theirs.is_terminal():
                if theirs.is_chance_node():
                    opening = ours.record == []
                    roll = rng.choice([a for a, _ in theirs.chance_outcomes()])
                    text = theirs.action_to_string(-1, roll).split("roll: ")[1][:2]
                    theirs.apply_action(roll)
                    dice = sorted(text, reverse=not opening or theirs.current_player() == 0)
                    ours.play("".join(dice))
                else:
                    ours, theirs = self.turn(ours, theirs, our_key, their_key, rng)
            self.assertTrue(ours.is_terminal())
            self.assertEqual(ours.returns(), theirs.returns())

    def test_checkers(self):
        game = henge.game("draughts:variant=english")
        square = {(round(x), round(y)): n for n, (_, x, y) in enumerate(game.sites)}
        kinds = {"o": 0, "8": 1, "+": 2, "*": 3}

        def our_key(state):
            return tuple(np.flatnonzero(state.planes()[:4]).tolist())

        def their_key(state):
            rows = str(state).splitlines()[:8]
            found = []
            for y, row in enumerate(reversed(rows)):
                for x, piece in enumerate(row[1:9]):
                    if piece in kinds:
                        found.append(kinds[piece] * len(game.sites) + square[7 - x, y])
            return tuple(sorted(found))

        rng = random.Random(1)
        for _ in range(GAMES):
            ours, theirs = game.start(), pyspiel.load_game("checkers").new_initial_state()
            while not theirs.is_terminal() and not ours.is_terminal():
                ours, theirs = self.turn(ours, theirs, our_key, their_key, rng)
            # Draws are counted in other ways.
            for one, other in [(ours, theirs), (theirs, ours)]:
                if one.is_terminal() and any(one.returns()):
                    self.assertEqual(list(one.returns()), list(other.returns()))


if __name__ == "__main__":
    unittest.main()
