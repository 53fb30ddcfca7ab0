"""Checks that start the server themselves: functions that register with `check`, and their run."""

import time

CHECKS = []


def check(function):
    """Registers a check; it fails by raising."""
    CHECKS.append(function)
    return function


def run_checks(words):
    """Runs the checks whose names contain one of the words, or all; a line each, then the counts.

    Returns the exit code: 1 if any failed."""
    passed = failed = 0
    for function in CHECKS:
        if words and not any(word in function.__name__ for word in words):
            continue
        start = time.monotonic()
        try:
            function()
            passed += 1
            result = "ok"
        except Exception as failure:  # noqa: BLE001: a check fails by raising whatever it raises
            failed += 1
            line = failure.__traceback__.tb_next.tb_lineno
            result = f"FAILED (line {line}): {type(failure).__name__} {failure}"
        print(f"{function.__name__.replace('_', ' ')}: {result} ({time.monotonic() - start:.2f} s)",
              flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
