#!/usr/bin/env python3
"""Checks that every text that the server can answer is expected by a test.

The texts are the string literals of the sources (templates.py); what tests expect are the strings
of tests/wire and the literals of the other tests. As the tests pass, a text that one of them
expects is a text that the server makes. One that none expects is told with its place; it needs a
test, or, when it cannot happen, to be deleted.
"""

import json
import pathlib
import re
import sys

import templates

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ("model", "expressions", "storage", "engine", "server")

# What is no text of an answer: said at the start and the end of the process, on paths of our own,
# by verification, or by assertions. A name that ends in "/" is a folder.
OTHER_TEXTS = (
    "engine/persistence/",
    "engine/verify.cpp",
    "expressions/verify.cpp",
    "model/verify.cpp",
    "server/banner.cpp",
    "server/command_line/",
    "server/curl.cpp",
    "server/files.cpp",
    "server/http/console.cpp",
    "server/http/head.cpp",
    "server/http/listener.cpp",
    "server/http/routes.cpp",
    "server/http/thread.cpp",
    "server/http/tls.cpp",
    "server/http/tls_identity.cpp",
    "server/http/worker.cpp",
    "server/load/",
    "server/main.cpp",
    "server/request_counts.cpp",
    "server/terminate.cpp",
    "server/verify.cpp",
    "storage/cow_tree.h",
    "storage/journal/",
    "storage/keyed_slots.h",
    "storage/verify.cpp",
)
# Single texts that are no answers either, or that no test can bring about.
UNREACHABLE = {
    "#expiry BETWEEN :earliest AND :latest": "an expression of our own",
    "OpenSSL cannot hash": "OpenSSL does not fail",
    "OpenSSL has no MD5": "nor does it lack a hash",
    "a SELECT is no write": "the operation has told reads and writes apart before",
    "unknown transaction action": "the kinds are an enum class",
    "operations are found by binary search": "an assertion of the compiler's",
    "make the directory": "needs a file system that refuses directories",
    "cannot write ": "for the log, when the disk is full",
    "stator: a background task failed: %s\n": "for the log",
}


def strings_of(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings_of(each)


def expected_texts():
    texts = set()
    for path in (ROOT / "tests/wire").rglob("*.json"):
        texts.update(strings_of(json.loads(path.read_text(encoding="utf-8"))))
    for pattern in ("unit/**/*.cpp", "unit/**/*.h", "http/*.py", "sdk/python/*.py"):
        for path in (ROOT / "tests").glob(pattern):
            source = path.read_text(encoding="utf-8")
            # Prefixes of Python's literals would part a run in two.
            source = re.sub(r'\bf"', '"', source) if path.suffix == ".py" else source
            texts.update(text for _, text in templates.literals(source))
    return [text for text in texts if " " in text]


def texts_of_sources():
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            is_other = any(name.startswith(other) for other in OTHER_TEXTS)
            if path.suffix not in (".cpp", ".h") or is_other:
                continue
            for line, text in templates.literals(path.read_text(encoding="utf-8")):
                if templates.is_sentence(text):
                    yield f"{name}:{line}", text


def main():
    expected = expected_texts()
    texts = list(texts_of_sources())
    failed = 0
    for place, text in texts:
        parts = templates.parts(text)
        if any(templates.is_made_by(message, parts) for message in expected):
            continue
        if text in UNREACHABLE:
            continue
        failed += 1
        print(f"{place}: no test expects {text!r}")
    print(f"{len(texts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
