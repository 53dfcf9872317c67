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
#: What is solved in parts.
SOLVED = "connect-four:size=5x4" if GAMES < 1000 else "connect-four:size=6x5"


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

    def test_versions_must_agree(self):
        from henge.ray import check

        check(henge.protocol())
        with self.assertRaisesRegex(SystemExit, "install the same version"):
            check("henge 0.0.1, schedule 1, jobs 1")


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
        cls.nodes, cls.lost = [], []
        cls.folder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.shutdown()
        cls.folder.cleanup()

    def setUp(self):
        # Three nodes at the beginning of every test, whoever was killed in the one before.
        while self.lost:
            self.cluster.remove_node(self.lost.pop(), allow_graceful=False)
        while len(self.nodes) < 2:
            self.nodes.append(self.cluster.add_node(num_cpus=1))
        self.cluster.wait_for_nodes()
        self.report = Path(self.folder.name) / "report.json"
        self.report.unlink(missing_ok=True)

    def path(self, name):
        return str(Path(self.folder.name) / name)

    def start(self, *words):
        environment = os.environ | {
            "HENGE_PYTHON": sys.executable,
            "HENGE_HOME": self.folder.name,
            "HENGE_RAY_REPORT": str(self.report),
        }
        pipe = subprocess.PIPE
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment, text=True)

    def lose_a_node(self):
        """Kills a node with all that runs on it."""
        self.lost.append(self.nodes.pop())
        raylet = self.lost[-1].all_processes["raylet"][0].process.pid
        for child in children(raylet):
            kill(child)
        kill(raylet)

    def so_far(self):
        try:
            return json.loads(self.report.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {"jobs": 0}

    def far(self, words, jobs):
        """Runs the program on the cluster, where a node is lost after so many jobs."""
        began = time.perf_counter()
        process = self.start(*words, "--ray", self.cluster.address)
        while self.so_far()["jobs"] < jobs and process.poll() is None:
            time.sleep(0.01)
        self.assertIsNone(process.poll(), "it was over before a node could be lost")
        self.lose_a_node()
        output = process.communicate(timeout=500)[0]
        self.assertEqual(process.returncode, 0)
        self.tell(words[1], time.perf_counter() - began)
        return output

    def near(self, words, *more):
        process = self.start(*words, *more)
        began = time.perf_counter()
        output = process.communicate(timeout=500)[0]
        self.assertEqual(process.returncode, 0)
        print(f"\n{words[1]} on this machine: {time.perf_counter() - began:.1f} s")
        return output

    def tell(self, what, seconds):
        """What the documents tell of: the time outside the jobs, and that of the driver for a message."""
        found = self.so_far()
        share = 1 - found["in_jobs"] / (found["actors"] * found["wall"])
        message = 1000 * found["driver"] / found["batches"]
        print(
            f"{what} on three nodes, one of them lost: {seconds:.1f} s, {found['jobs']} jobs in "
            f"{found['batches']} batches, {found['lost']} of them lost, {share:.1%} of the actors' "
            f"{found['wall']:.1f} s outside jobs, {message:.1f} ms of the driver for a batch"
        )

    def test_a_node_is_killed_and_its_jobs_are_done_again(self):
        jobs = [job(number) for number in range(GAMES)]
        local = dict(map(without_times, henge.Worker().answer(jobs)))
        bridge = self.start(sys.executable, "-m", "henge.ray", self.cluster.address)
        hello = json.loads(bridge.stdout.readline())
        self.assertEqual((hello["protocol"], hello["threads"]), (henge.protocol(), 3))
        bridge.stdin.write("\n".join(jobs) + "\n")
        bridge.stdin.close()
        lines = [bridge.stdout.readline() for _ in range(GAMES // 4)]
        self.lose_a_node()
        lines += bridge.stdout.readlines()
        self.assertEqual(bridge.wait(), 0)
        bridge.stdout.close()
        self.assertEqual(len(lines), GAMES)
        self.assertEqual(dict(map(without_times, lines)), local)

    @unittest.skipUnless(HENGE, "HENGE names the program")
    def test_a_tournament_is_that_of_one_machine(self):
        words = [HENGE, "tournament", "connect-four:size=5x4", "alphabeta:depth=4", "mcts:nodes=2000"]
        words += ["--games", str(GAMES), "--seed", "3", "--json"]
        local = self.near(words, "--threads", "1")
        self.assertTrue(local)
        self.assertEqual(self.far(words, GAMES // 4), local)

    @unittest.skipUnless(HENGE, "HENGE names the program")
    def test_a_solve_in_parts_is_that_of_one_machine(self):
        def words(name):
            return [HENGE, "solve", SOLVED, "--each", "--json", "--checkpoint", self.path(name)]

        def answer(text):
            found = json.loads(text)
            found.pop("seconds")
            return found

        local = answer(self.near(words("local.parts"), "--processes", "1"))
        self.assertTrue(local["proved"])
        self.assertEqual(answer(self.far(words("far.parts"), local["solved"] // 4)), local)
        parts = [Path(self.path(name)).read_bytes() for name in ("local.parts", "far.parts")]
        self.assertEqual(*parts)

    @unittest.skipUnless(HENGE, "HENGE names the program")
    def test_self_play_teaches_the_same_as_on_one_machine(self):
        def words(name):
            learn = [HENGE, "learn", "weights", "connect-four", "--method", "td", "--rounds", "4"]
            learn += ["--games", str(GAMES), "--depth", "4", "--measure", "0"]
            return [*learn, "-o", self.path(name)]

        self.near(words("local.weights"), "--threads", "1")
        self.far(words("far.weights"), GAMES)
        weights = [Path(self.path(name)).read_bytes() for name in ("local.weights", "far.weights")]
        self.assertEqual(*weights)


if __name__ == "__main__":
    unittest.main()
