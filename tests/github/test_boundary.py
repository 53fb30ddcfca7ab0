"""The rule that the example teaches, applied to the example."""

import re
import unittest
from pathlib import Path

import github
from github.commands import COMMANDS
from github.small_set import small_set

PACKAGE = Path(github.__file__).parent

FORBIDDEN_OUTSIDE = {
    "an SDK import": re.compile(r"^\s*(import|from)\s+(boto3|botocore)\b", re.MULTILINE),
    "a typed value": re.compile(r"""\{\s*["'](S|N|M|L|SS)["']\s*:"""),
    "a key attribute": re.compile(r"""["'](PK|SK|GSI\dPK|GSI\dSK)["']"""),
}


class Boundary(unittest.TestCase):
    def test_nothing_outside_the_data_package_knows_dynamodb(self):
        for path in PACKAGE.glob("*.py"):
            for what, pattern in FORBIDDEN_OUTSIDE.items():
                with self.subTest(file=path.name, what=what):
                    self.assertIsNone(pattern.search(path.read_text()))

    def test_only_the_wire_module_knows_typed_values(self):
        for path in (PACKAGE / "data").glob("*.py"):
            code = re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL)
            with self.subTest(file=path.name):
                self.assertIsNone(FORBIDDEN_OUTSIDE["a typed value"].search(code))


class Commands(unittest.TestCase):
    def test_the_small_set_runs_every_command(self):
        self.assertEqual(set(COMMANDS), {step.command for step in small_set(0)})

    def test_every_pattern_has_one_command(self):
        patterns = [command.pattern for command in COMMANDS.values()]
        self.assertEqual(len(patterns), len(set(patterns)))
        self.assertEqual(29, len(patterns))


if __name__ == "__main__":
    unittest.main()
