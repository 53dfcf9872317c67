"""The examples of the book run as they stand, one after the other."""

import io
import re
import unittest
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).parents[3]


class Page(unittest.TestCase):
    def run_examples(self, path):
        text = (ROOT / path).read_text()
        examples = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        self.assertTrue(examples)
        names = {}
        for example in examples:
            with redirect_stdout(io.StringIO()):
                exec(compile(example, path, "exec"), names)

    def test_the_page_about_python(self):
        self.run_examples("docs/src/python.md")

    def test_the_front_page_of_the_package(self):
        self.run_examples("crates/python/README.md")


if __name__ == "__main__":
    unittest.main()
