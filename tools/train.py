#!/usr/bin/env python3
"""Trains a small net with PyTorch, on a GPU if there is one, from a data set of henge.

    henge learn data connect-four --games 5000 --bot alphabeta:depth=4 -o four.jsonl
    python3 tools/train.py four.jsonl -o four.net --hidden 64,32 --epochs 20
    henge play connect-four --second trained:weights=four.net

It reads what `henge learn data` writes and writes what `henge learn net` writes: the same layers, the
same loss (cross entropy with the result), the same file. With --epochs 0 the net stays as chance has
made it, and PyTorch is not needed.
"""

import argparse
import json
import math
import random
import struct
import sys
import time
import zlib
from array import array

SCHEMA = "henge-data 1"
MAGIC = b"henge-nn"
VERSION = 1
RELU, SIGMOID = 1, 2
MOST_SCORE = 2000


class Data:
    """Positions as rows of a sparse matrix: row r has the features from[r] up to from[r + 1]."""

    def __init__(self, header):
        self.header = header
        self.begin = array("q", [0])
        self.index = array("q")
        self.value = array("f")
        self.result = array("f")
        self.score = array("f")

    def __len__(self):
        return len(self.result)

    def row(self, r):
        span = slice(self.begin[r], self.begin[r + 1])
        return list(zip(self.index[span], self.value[span]))


def read_data(path):
    """Reads a data set line by line, and refuses one that is cut off or damaged."""
    crc, data, ended = 0, None, False
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if ended:
                raise ValueError(f"{path}:{number}: something follows where the file should end")
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                raise ValueError(f"{path}:{number}: not a whole line of JSON") from None
            if data is None:
                if entry.get("schema") != SCHEMA:
                    raise ValueError(f"{path}: the first line is not that of {SCHEMA!r}")
                data = Data(entry)
            elif "end" in entry:
                if entry["crc32"] != f"{crc:08x}" or entry["positions"] != len(data):
                    raise ValueError(f"{path}:{number}: the file is damaged")
                ended = True
            else:
                data.index.extend(entry["i"])
                data.value.extend(entry["x"])
                data.begin.append(len(data.index))
                data.result.append(entry["result"])
                score = entry["score"]
                data.score.append(math.nan if score is None else score)
            crc = zlib.crc32(line, crc)
    if not ended:
        raise ValueError(f"{path}: cut off before its last line")
    return data


def layers_of(hidden):
    return [(width, RELU) for width in hidden] + [(1, SIGMOID)]


def chance_net(inputs, layers, seed):
    """Small weights by chance, no biases; a layer is (biases, rows of weights by output)."""
    rng, net, before = random.Random(seed), [], inputs
    for width, _ in layers:
        reach = math.sqrt(6 / (before + width))
        rows = [[rng.uniform(-reach, reach) for _ in range(before)] for _ in range(width)]
        net.append(([0.0] * width, rows))
        before = width
    return net


def write_net(path, inputs, layers, net, provenance):
    """The file of a net, as crates/learn/src/net/file.rs describes it."""
    text = provenance.encode()
    out = bytearray(MAGIC)
    out += struct.pack("<III", VERSION, inputs, len(layers))
    for width, activation in layers:
        out += struct.pack("<II", width, activation)
    out += struct.pack("<I", len(text)) + text
    for number, (biases, rows) in enumerate(net):
        out += struct.pack(f"<{len(biases)}f", *biases)
        # The first layer lies input after input, the others output after output.
        lines = zip(*rows) if number == 0 else rows
        for line in lines:
            out += struct.pack(f"<{len(line)}f", *line)
    out += struct.pack("<I", zlib.crc32(out))
    with open(path, "wb") as file:
        file.write(out)


def answer(layers, net, row):
    """What the net says of a row, computed here, to compare with what henge says."""
    values = None
    for number, ((_, activation), (biases, rows)) in enumerate(zip(layers, net)):
        sums = []
        for bias, weights in zip(biases, rows):
            if number == 0:
                sums.append(bias + sum(weights[i] * x for i, x in row))
            else:
                sums.append(bias + sum(w * v for w, v in zip(weights, values)))
        if activation == RELU:
            values = [max(0.0, s) for s in sums]
        else:
            values = [1 / (1 + math.exp(-s)) for s in sums]
    return values[0]


def say(**entry):
    print(json.dumps(entry), file=sys.stderr, flush=True)


def targets(data, share):
    """The result, or with a share below 1 partly the score as a chance, scaled to fit the results."""
    import torch

    result = torch.tensor(data.result)
    if share >= 1:
        return result
    score = torch.tensor(data.score)
    known = ~score.isnan()
    size = score.nan_to_num().clamp(-MOST_SCORE, MOST_SCORE) / 100
    scale = torch.zeros(1, requires_grad=True)
    loss = torch.nn.BCEWithLogitsLoss()
    steps = torch.optim.LBFGS([scale], max_iter=50)

    def closure():
        steps.zero_grad()
        value = loss(scale * size[known], result[known])
        value.backward()
        return value

    steps.step(closure)
    chance = torch.sigmoid(scale.detach() * size)
    return torch.where(known, share * result + (1 - share) * chance, result)


def train(data, layers, args):
    """The net as lists of numbers, after so many times through the data."""
    import torch

    torch.manual_seed(args.seed)
    device = args.device
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    inputs = data.header["n_features"]
    modules, before = [], inputs
    for width, activation in layers:
        linear = torch.nn.Linear(before, width)
        torch.nn.init.xavier_uniform_(linear.weight)
        torch.nn.init.zeros_(linear.bias)
        modules.append(linear)
        if activation == RELU:
            modules.append(torch.nn.ReLU())
        before = width
    # The last sigmoid belongs to the loss, which is more exact that way.
    model = torch.nn.Sequential(*modules).to(device)
    begin = torch.tensor(data.begin, device=device)
    index = torch.tensor(data.index, device=device)
    value = torch.tensor(data.value, device=device)
    target = targets(data, args.share).to(device)
    apart = torch.arange(len(data), device=device) % 20 == 0
    learned, unseen = (~apart).nonzero().squeeze(1), apart.nonzero().squeeze(1)
    loss = torch.nn.BCEWithLogitsLoss()
    adam = torch.optim.Adam(model.parameters(), lr=args.rate)
    per_epoch = max(1, math.ceil(len(learned) / args.batch))
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(adam, args.epochs * per_epoch)

    def dense(rows):
        first, n = begin[rows], begin[rows + 1] - begin[rows]
        line = torch.repeat_interleave(torch.arange(len(rows), device=device), n)
        within = torch.arange(len(line), device=device) - torch.repeat_interleave(
            n.cumsum(0) - n, n
        )
        at = torch.repeat_interleave(first, n) + within
        out = torch.zeros(len(rows), inputs, device=device)
        return out.index_put_((line, index[at]), value[at], accumulate=True)

    def mean_loss(rows):
        total = 0.0
        with torch.no_grad():
            for part in rows.split(1 << 14):
                found = loss(model(dense(part)).squeeze(1), target[part])
                total += found.item() * len(part)
        return total / max(1, len(rows))

    began = time.time()
    for epoch in range(1, args.epochs + 1):
        order = learned[torch.randperm(len(learned), device=device)]
        total = torch.zeros((), device=device)
        for part in order.split(args.batch):
            adam.zero_grad()
            found = loss(model(dense(part)).squeeze(1), target[part])
            found.backward()
            adam.step()
            slower.step()
            total += found.detach() * len(part)
        say(
            epoch=epoch,
            loss=round(total.item() / max(1, len(learned)), 5),
            unseen=round(mean_loss(unseen), 5),
            seconds=round(time.time() - began, 2),
            device=str(device),
        )
    linear = [module for module in model if isinstance(module, torch.nn.Linear)]
    return [(layer.bias.tolist(), layer.weight.tolist()) for layer in linear]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", help="a data set that henge learn data has written")
    parser.add_argument("-o", "--output", required=True, help="the file of the net")
    parser.add_argument("--hidden", default="32", help="units in each hidden layer, as in 64,32")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--share", type=float, default=1.0,
                        help="of the result in the target; the rest is the score of who played")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda, …")
    parser.add_argument("--predict", type=int, default=0, metavar="N",
                        help="print what the net says of the first N rows")
    args = parser.parse_args()
    try:
        data = read_data(args.data)
        hidden = [int(width) for width in args.hidden.split(",") if width]
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"train.py: {error}")
    inputs, layers = data.header["n_features"], layers_of(hidden)
    if args.epochs > 0:
        net = train(data, layers, args)
    else:
        net = chance_net(inputs, layers, args.seed)
    header = data.header
    provenance = (
        f"game={header['game']} features={header['features']}\n"
        f"tools/train.py --hidden {args.hidden} --epochs {args.epochs} --batch {args.batch} "
        f"--rate {args.rate} --share {args.share} --seed {args.seed}; {len(data)} positions of "
        f"{header['players'][0]} and {header['players'][1]}, seed {header['seed']}, "
        f"{header['version']}"
    )
    write_net(args.output, inputs, layers, net, provenance)
    if args.predict > 0:
        rows = range(min(args.predict, len(data)))
        print(json.dumps([answer(layers, net, data.row(r)) for r in rows]))


if __name__ == "__main__":
    main()
