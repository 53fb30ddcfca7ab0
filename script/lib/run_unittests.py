"""Runs the unittest cases of a folder: python script/lib/run_unittests.py FOLDER [PATTERN]

The standard runner does the work; what this adds is the closing line `N passed, N failed` that
script/test adds up. Cases are counted, not sub-tests.
"""

import sys
import unittest


def case_of(test):
    """The case that a sub-test belongs to; cases are returned as they are."""
    return getattr(test, "test_case", test)


def main():
    folder = sys.argv[1]
    pattern = sys.argv[2] if len(sys.argv) > 2 else "test_*.py"
    suite = unittest.defaultTestLoader.discover(folder, pattern=pattern, top_level_dir=folder)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(suite)

    failed = {case_of(test).id() for test, _ in result.failures + result.errors}
    failed |= {test.id() for test in result.unexpectedSuccesses}
    passed = max(0, result.testsRun - len(failed) - len(result.skipped))
    skipped = f", {len(result.skipped)} skipped" if result.skipped else ""
    print(f"{passed} passed, {len(failed)} failed{skipped}")
    # A folder in which nothing ran has not been tested.
    return 0 if passed > 0 and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
