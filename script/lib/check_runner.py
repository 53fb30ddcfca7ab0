"""Checks that start the server themselves: functions that register with `check`, and their run."""

import os
import time
import traceback

CHECKS = []


class Skipped(Exception):
    """Raised by a check that cannot run on this machine; its text says why."""


def check(function):
    """Registers a check; it fails by raising."""
    CHECKS.append(function)
    return function


def line_of(failure):
    """Where the checks, rather than what they call, met a failure."""
    frames = traceback.extract_tb(failure.__traceback__)
    inside = [frame.lineno for frame in frames if "check" in os.path.basename(frame.filename)]
    return inside[-1] if inside else frames[-1].lineno


def run_check(title, function):
    """Runs one check and prints its line; True or False, or None when it was skipped."""
    start = time.monotonic()
    try:
        function()
        passed, result = True, "ok"
    except Skipped as reason:
        passed, result = None, f"skipped: {reason}"
    except Exception as failure:  # noqa: BLE001: a check fails by raising whatever it raises
        line = line_of(failure)
        passed, result = False, f"FAILED (line {line}): {type(failure).__name__} {failure}"
    print(f"{title}: {result} ({time.monotonic() - start:.2f} s)", flush=True)
    return passed


def summary(results):
    """Prints the counts; the exit code, 1 if any failed."""
    failed = results.count(False)
    print(f"{results.count(True)} passed, {failed} failed")
    return 1 if failed else 0


def run_checks(words):
    """Runs the checks whose names contain one of the words, or all; then the counts."""
    return summary([run_check(function.__name__.replace("_", " "), function)
                    for function in CHECKS
                    if not words or any(word in function.__name__ for word in words)])
