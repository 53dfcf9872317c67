"""Random play in henge and in OpenSpiel, in one process on one core: `python crates/python/benches/openspiel.py`.

Prints a table in Markdown: millions of moves of players in a second of processor time, the median of several
rounds in which all take turns. `floor` is the same loop in Python around functions that do nothing.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from itertools import repeat

import numpy as np
import pyspiel

import henge

GAMES = [
    ("hex:size=7", "hex(board_size=7)"),
    ("hex:size=11", "hex(board_size=11)"),
    ("connect-four", "connect_four"),
    ("backgammon", "backgammon"),
    ("draughts:variant=english", "checkers"),
]
BATCH = 1000


def by_states(game, seconds):
    """Moves in a second, with OpenSpiel's names."""
    choice, choices = random.choice, random.choices
    moves, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(choices(outcomes, chances)[0])
            else:
                state.apply_action(choice(state.legal_actions()))
                moves += 1
    return moves / (time.process_time() - began)


def legal_lists(game, n=200):
    """Lists of legal moves as they come in random games, and of rolls."""
    lists, state = [], game.new_initial_state()
    rolls = state.chance_outcomes() if state.is_chance_node() else None
    while len(lists) < n:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            lists.append(state.legal_actions())
            state.apply_action(random.choice(lists[-1]))
    return lists, rolls


def floor(game, seconds):
    """The loop of `by_states` around nothing."""
    lists, rolls = legal_lists(game)
    choice, choices = random.choice, random.choices
    never, apply_action = repeat(False).__next__, int
    always = repeat(rolls is not None).__next__
    moves, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for legal in lists:
            never()
            if always():
                outcomes, chances = zip(*rolls)
                apply_action(choices(outcomes, chances)[0])
                never()
                never()
            apply_action(choice(legal))
            moves += 1
    return moves / (time.process_time() - began)


def in_batches(game, seconds):
    """Moves in a second where the batch draws them."""
    batch = game.batch(BATCH, seed=1)
    batch.step_at_random(50)
    before, began = batch.n_moves, time.process_time()
    while time.process_time() - began < seconds:
        batch.step_at_random()
        batch.masks, batch.rewards
    return (batch.n_moves - before) / (time.process_time() - began)


def from_numpy(game, seconds):
    """Moves in a second where numpy draws them, and numpy's share of the time."""
    batch, rng = game.batch(BATCH, seed=1), np.random.default_rng(1)
    batch.step_at_random(50)
    scores = np.empty(batch.masks.shape, np.float32)
    before, began, drawing = batch.n_moves, time.process_time(), 0.0
    while time.process_time() - began < seconds:
        start = time.process_time()
        rng.random(out=scores, dtype=np.float32)
        np.multiply(scores, batch.masks, out=scores)
        actions = scores.argmax(axis=1)
        drawing += time.process_time() - start
        batch.step(actions)
    spent = time.process_time() - began
    return (batch.n_moves - before) / spent, drawing / spent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    head = ["game", "OpenSpiel", "henge, same names", "times", "floor", "henge, batch", "times"]
    head += ["batch, moves from numpy", "numpy's share"]
    print("| " + " | ".join(head) + " |\n|---|" + "---:|" * (len(head) - 1))
    for name, peer_name in GAMES:
        ours, theirs = henge.game(name), pyspiel.load_game(peer_name)
        found = []
        for _ in range(args.rounds):
            rates = [by_states(theirs, args.seconds), by_states(ours, args.seconds)]
            rates += [floor(ours, args.seconds / 3), in_batches(ours, args.seconds)]
            found.append([*rates, *from_numpy(ours, args.seconds)])
        peer, states, least, batch, numpy, share = (statistics.median(f) for f in zip(*found))
        cells = [f"{peer / 1e6:.3f}", f"{states / 1e6:.3f}", f"{states / peer:.1f}", f"{least / 1e6:.2f}"]
        cells += [f"{batch / 1e6:.2f}", f"{batch / peer:.0f}", f"{numpy / 1e6:.2f}", f"{100 * share:.0f} %"]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
