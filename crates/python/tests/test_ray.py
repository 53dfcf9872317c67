"""A Ray cluster of three nodes on this machine, one of which is killed: the results are those of one machine."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import henge

#: The program whose contests are played on the cluster; `cargo xtask test` names it.
HENGE = os.environ.get("HENGE")
#: `HENGE_GAMES=1000` plays as many games as the documents tell of.
GAMES = int(os.environ.get("HENGE_GAMES", "100"))


def job(number):
    """A game between two engines, as `henge work` takes it."""
    return json.dumps(
        {
            "number": number,
            "round": 0,
            "game": "connect-four:size=5x4",
            "bots": ["mcts:nodes=2000", "alphabeta:depth=4"],
            "opening": {"position": None, "moves": []},
            "seed": number // 2,
            "allowance": {"nodes": None, "milliseconds": None},
            "manners": {"resign": None, "draw": None},
        }
    )


def without_times(line):
    """An answer without the time that the bots have thought."""
    answer = json.loads(line)
    answer.pop("thinking", None)
    return answer["number"], answer


def children(pid):
    """The processes that a process has started."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Worker(unittest.TestCase):
    def test_a_job_is_answered_and_names_no_file(self):
        worker = henge.Worker()
        (answer,) = worker.answer([job(3)])
        self.assertIn("played", json.loads(answer))
        for bots in (["external:command=cat", "random"], ["trained:weights=x", "random"]):
            bad = json.loads(job(4)) | {"bots": bots}
            (answer,) = worker.answer([json.dumps(bad)])
            self.assertRegex(json.loads(answer)["error"], "program|names a file")
        (answer,) = worker.answer([json.dumps(json.loads(job(5)) | {"game": "my.toml"})])
        self.assertIn("file", json.loads(answer)["error"])
        with self.assertRaisesRegex(ValueError, "this is no job"):
            worker.answer(["nonsense"])


@unittest.skipUnless(sys.platform == "linux", "nodes are killed by what Linux says of processes")
class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        # A node that is gone is missed soon.
        os.environ["RAY_health_check_initial_delay_ms"] = "1000"
        os.environ["RAY_health_check_period_ms"] = "500"
        os.environ["RAY_health_check_failure_threshold"] = "4"
        from ray.cluster_utils import Cluster

        cls.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        cls.nodes = [cls.cluster.add_node(num_cpus=1) for _ in range(2)]
        cls.folder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.shutdown()
        cls.folder.cleanup()

    def start(self, *words):
        environment = os.environ | {"HENGE_PYTHON": sys.executable, "HENGE_HOME": self.folder.name}
        pipe = subprocess.PIPE
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment, text=True)

    def lose(self, node):
        """Kills a node with all that runs on it."""
        raylet = node.all_processes["raylet"][0].process.pid
        for child in children(raylet):
            kill(child)
        kill(raylet)

    def test_a_node_is_killed_and_its_jobs_are_done_again(self):
        jobs = [job(number) for number in range(GAMES)]
        worker = henge.Worker()
        began = time.perf_counter()
        local = dict(map(without_times, worker.answer(jobs)))
        alone = time.perf_counter() - began
        bridge = self.start(sys.executable, "-m", "henge.ray", self.cluster.address)
        hello = json.loads(bridge.stdout.readline())
        self.assertEqual((hello["protocol"], hello["threads"]), (henge.protocol(), 3))
        began = time.perf_counter()
        bridge.stdin.write("\n".join(jobs) + "\n")
        bridge.stdin.close()
        lines = [bridge.stdout.readline() for _ in range(GAMES // 4)]
        self.lose(self.nodes[0])
        lines += bridge.stdout.readlines()
        spent = time.perf_counter() - began
        self.assertEqual(bridge.wait(), 0)
        bridge.stdout.close()
        self.assertEqual(len(lines), GAMES)
        self.assertEqual(dict(map(without_times, lines)), local)
        print(f"{GAMES} games: {alone:.1f} s alone, {spent:.1f} s on three nodes, one of them lost")

    @unittest.skipUnless(HENGE, "HENGE names the program")
    def test_a_tournament_on_the_cluster_is_that_of_one_machine(self):
        words = [HENGE, "tournament", "connect-four:size=5x4", "alphabeta:depth=2", "mcts:nodes=300"]
        words += ["--games", str(GAMES), "--seed", "3", "--json"]
        local, far = (
            self.start(*words, *more).communicate(timeout=500)[0]
            for more in (["--threads", "1"], ["--ray", self.cluster.address])
        )
        self.assertTrue(local)
        self.assertEqual(far, local)


if __name__ == "__main__":
    unittest.main()
