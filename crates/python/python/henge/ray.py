"""The workers of henge on a cluster of Ray: `python -m henge.ray ADDRESS`.

`henge tournament --ray ADDRESS` and the other commands with that option start this program. It speaks as `henge
work` does, lines in and lines out; between the two are actors, one for every processor of the cluster, which do
the jobs with the compiled part of the package. Jobs of a node that is lost are done again by other actors.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
import time
from collections import deque
from typing import Any

import ray
from ray.exceptions import RayError

import henge

#: A batch of jobs should take an actor so many seconds, so that messages cost little.
BATCH_SECONDS = 0.2
#: But no more jobs than this are in one message.
MOST_IN_BATCH = 64
#: A batch that has lost so many actors will lose the next one too.
TRIES = 5


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=0)
class Actor:
    """Does the jobs of `henge work`."""

    def __init__(self) -> None:
        self.worker = henge.Worker()

    def about(self) -> tuple[str, str]:
        """The version and the processor."""
        return henge.protocol(), henge.Worker.processor()

    def answer(self, jobs: list[str]) -> tuple[list[str], float]:
        """The answers to jobs, and how long they took."""
        began = time.perf_counter()
        return self.worker.answer(jobs), time.perf_counter() - began


class Pool:
    """Actors, and the batches that they have."""

    def __init__(self, n: int) -> None:
        self.idle = deque(Actor.remote() for _ in range(n))
        self.busy: dict[Any, tuple[Any, list[str], int]] = {}
        self.again: deque[tuple[list[str], int]] = deque()
        self.jobs_done = 0
        self.seconds = 0.0

    def about(self) -> list[tuple[str, str]]:
        """Versions and processors of all actors."""
        return ray.get([actor.about.remote() for actor in self.idle])

    def size(self) -> int:
        """How many jobs are worth a message."""
        if not self.seconds:
            return 1
        each = self.seconds / self.jobs_done
        return max(1, min(MOST_IN_BATCH, round(BATCH_SECONDS / each)))

    def feed(self, jobs: deque[str]) -> None:
        """Gives work to actors who have none."""
        # Every actor gets something before one gets much.
        while self.idle and (self.again or jobs):
            if self.again:
                batch, lost = self.again.popleft()
            else:
                share = -(-len(jobs) // len(self.idle))
                batch = [jobs.popleft() for _ in range(min(self.size(), share))]
                lost = 0
            actor = self.idle.popleft()
            self.busy[actor.answer.remote(batch)] = (actor, batch, lost)

    def gather(self, timeout: float) -> list[str]:
        """Answers that have come."""
        if not self.busy:
            return []
        done, _ = ray.wait(list(self.busy), num_returns=1, timeout=timeout)
        more, _ = ray.wait(list(self.busy), num_returns=len(self.busy), timeout=0)
        answers: list[str] = []
        for task in {*done, *more}:
            actor, batch, lost = self.busy.pop(task)
            try:
                found, seconds = ray.get(task)
            except RayError as error:
                if lost + 1 == TRIES:
                    raise SystemExit(f"{TRIES} actors were lost with the same jobs: {error}") from error
                self.again.append((batch, lost + 1))
                # Ray starts it anew where there is room; until then another one takes its place in the queue.
                self.idle.append(actor)
                continue
            self.jobs_done += len(batch)
            self.seconds += seconds
            answers += found
            self.idle.append(actor)
        return answers


def connect(address: str) -> None:
    """Joins the cluster; `auto` is the one that runs here, or else a new one on this machine."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    if address == "auto":
        try:
            ray.init(address="auto", **quiet)
        except ConnectionError:
            ray.init(**quiet)
    else:
        ray.init(address=address, **quiet)


def main() -> None:
    """Reads jobs and writes answers until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m henge.ray", description=__doc__)
    parser.add_argument("address", help="auto, host:port or ray://host:port")
    address = parser.parse_args().address
    # What Ray prints is not for the driver, which reads our lines.
    out, sys.stdout = sys.stdout, sys.stderr
    connect(address)
    n = max(1, int(ray.cluster_resources().get("CPU", 1)))
    pool = Pool(n)
    found = pool.about()
    for protocol in sorted({protocol for protocol, _ in found}):
        if protocol != henge.protocol():
            raise SystemExit(f"an actor is {protocol}, and this is {henge.protocol()}: install the same version")
    processors = "; ".join(sorted({processor for _, processor in found}))
    hello = {"protocol": henge.protocol(), "threads": n, "processor": processors}
    print(json.dumps(hello), file=out, flush=True)

    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    jobs: deque[str] = deque()
    more = True
    while more or jobs or pool.busy or pool.again:
        block = more and not (jobs or pool.busy or pool.again)
        while more:
            try:
                line = lines.get(block=block)
            except queue.Empty:
                break
            block = False
            if line is None:
                more = False
            elif line.strip():
                jobs.append(line)
        pool.feed(jobs)
        # A short time, because new jobs may come for actors who have none.
        for answer in pool.gather(0.02 if pool.idle else 1.0):
            print(answer, file=out)
        out.flush()


if __name__ == "__main__":
    main()
