"""A player for any game of henge, in a dozen lines: it takes a move by chance.

    henge match hex:size=5 --first "external:command=python3 examples/player.py" --second random
"""
import json, random, sys

for line in sys.stdin:
    asked = json.loads(line)
    if "quit" in asked:
        break
    if "henge" in asked:
        print(json.dumps({"name": "chance"}), flush=True)
    else:
        print(json.dumps({"move": random.Random(len(asked["moves"])).choice(asked["legal"])}), flush=True)
