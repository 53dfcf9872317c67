#!/usr/bin/env python3
"""A robot for a world that `henge robots --serve` opens: robot.py HOST PORT NAME."""
import random, socket, sys

host, port, name = sys.argv[1:]
lines = socket.create_connection((host, int(port))).makefile("rw")
print("join", name, file=lines, flush=True)
for line in lines:
    word, *rest = line.split()
    if word == "go":  # rest[0] is the number of the round
        print("move", rest[0], random.choice([-1, 0, 1]), 1, file=lines, flush=True)
    elif word in ("error", "score", "end"):
        print(line, end="")
