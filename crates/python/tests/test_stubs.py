"""The stubs tell of everything that is there, and of nothing else."""

import ast
import unittest
from pathlib import Path

from henge import _henge

STUBS = Path(__file__).parents[1] / "python" / "henge" / "_henge.pyi"


def public(names):
    return {name for name in names if not name.startswith("_")}


class Stubs(unittest.TestCase):
    def test_names(self):
        tree = ast.parse(STUBS.read_text())
        told = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(told), public(dir(_henge)))
        for name, node in told.items():
            there = getattr(_henge, name)
            self.assertTrue(there.__doc__, f"{name} says nothing of itself")
            if isinstance(node, ast.ClassDef):
                methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                values = {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
                members = public(methods | values)
                self.assertEqual(members, public(vars(there)), name)
                for member in members:
                    self.assertTrue(getattr(there, member).__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
