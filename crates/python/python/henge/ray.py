"""The workers of henge on a cluster of Ray: `python -m henge.ray ADDRESS`.

`henge tournament --ray ADDRESS` and the other commands with that option start this program. It speaks as `henge
work` does, lines in and lines out; between the two are actors, one for every processor of the cluster, which do
the jobs with the compiled part of the package. Jobs of a node that is lost are done again by other actors.

Where the variable `HENGE_RAY_REPORT` names a file, it says in JSON what was done so far and what it took.
"""

from __future__ import annotations

import argparse
import json
import os
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
#: One driver serves so many actors with such batches; with more of them the batches are longer.
ACTORS = 64
#: But no more jobs than this are in one message.
MOST_IN_BATCH = 256
#: A batch that has lost so many actors will lose the next one too.
TRIES = 5
#: How soon an actor that is gone is asked again whether it is back.
ABSENCE_SECONDS = 1.0
#: After so long without any actor nobody will come.
PATIENCE_SECONDS = 300.0


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


def check(protocol: str) -> None:
    """An actor must be of our version."""
    if protocol != henge.protocol():
        raise SystemExit(f"an actor is {protocol}, and this is {henge.protocol()}: install the same version")


class Pool:
    """Actors, and the batches that they have."""

    def __init__(self, n: int) -> None:
        self.idle = deque(Actor.remote() for _ in range(n))
        self.busy: dict[Any, tuple[Any, list[str], int]] = {}
        self.again: deque[tuple[list[str], int]] = deque()
        #: Actors that were lost, and since when; and those that were asked whether they are back.
        self.away: deque[tuple[Any, float]] = deque()
        self.asked: dict[Any, Any] = {}
        self.batch_seconds = BATCH_SECONDS * max(1.0, n / ACTORS)
        self.jobs_done = self.batches_done = self.batches_lost = 0
        self.seconds = 0.0
        self.heard = time.monotonic()

    def about(self) -> list[tuple[str, str]]:
        """Versions and processors of all actors."""
        found = ray.get([actor.about.remote() for actor in self.idle])
        for protocol, _ in found:
            check(protocol)
        return found

    def size(self) -> int:
        """How many jobs are worth a message."""
        if not self.seconds:
            return 1
        each = self.seconds / self.jobs_done
        return max(1, min(MOST_IN_BATCH, round(self.batch_seconds / each)))

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
        self.ask()
        tasks = [*self.busy, *self.asked]
        if not tasks:
            # Jobs may wait for actors that are away.
            time.sleep(timeout if self.away else 0.0)
            return []
        done, _ = ray.wait(tasks, num_returns=1, timeout=timeout)
        if done:
            done, _ = ray.wait(tasks, num_returns=len(tasks), timeout=0)
        answers: list[str] = []
        for task in done:
            if task in self.asked:
                self.welcome(task)
                continue
            actor, batch, lost = self.busy.pop(task)
            try:
                found, seconds = ray.get(task)
            except RayError as error:
                self.batches_lost += 1
                if lost + 1 == TRIES:
                    raise SystemExit(f"{TRIES} actors were lost with the same jobs: {error}") from error
                self.again.append((batch, lost + 1))
                # Ray starts it anew where there is room.
                self.away.append((actor, time.monotonic()))
                continue
            self.heard = time.monotonic()
            self.jobs_done += len(batch)
            self.batches_done += 1
            self.seconds += seconds
            answers += found
            self.idle.append(actor)
        return answers

    def ask(self) -> None:
        """Asks actors that have been away for a while whether they are back."""
        now = time.monotonic()
        while self.away and now - self.away[0][1] >= ABSENCE_SECONDS:
            actor, _ = self.away.popleft()
            self.asked[actor.about.remote()] = actor

    def welcome(self, task: Any) -> None:
        """An actor that was lost is back, or not yet."""
        actor = self.asked.pop(task)
        try:
            protocol, _ = ray.get(task)
        except RayError as error:
            now = time.monotonic()
            if not self.busy and not self.idle and now - self.heard > PATIENCE_SECONDS:
                raise SystemExit(f"no actor has answered for {PATIENCE_SECONDS:.0f} s: {error}") from error
            self.away.append((actor, now))
            return
        check(protocol)
        self.idle.append(actor)

    def report(self, began: float) -> dict[str, float]:
        """What was done so far, and what it took: seconds by the wall, of the actors in jobs, and of this process."""
        return {
            "actors": len(self.idle) + len(self.busy) + len(self.away) + len(self.asked),
            "jobs": self.jobs_done,
            "batches": self.batches_done,
            "lost": self.batches_lost,
            "wall": time.monotonic() - began,
            "in_jobs": self.seconds,
            "driver": time.process_time(),
        }


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
    processors = "; ".join(sorted({processor for _, processor in pool.about()}))
    # Twice, so that the next batch is there when one is done.
    ahead = 2.0 * pool.batch_seconds
    hello = {"protocol": henge.protocol(), "threads": n, "processor": processors, "ahead": ahead}
    print(json.dumps(hello), file=out, flush=True)

    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    path, began = os.environ.get("HENGE_RAY_REPORT"), time.monotonic()
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
        if path:
            with open(path, "w") as file:
                json.dump(pool.report(began), file)


if __name__ == "__main__":
    main()
