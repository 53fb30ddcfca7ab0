#!/usr/bin/env python3
"""Checks every source of the repository; prints `path:line: what` and exits 1 on findings.

--headers also compiles every header by itself (slow): a header includes what it needs.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

import checks

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED_FOLDERS = {"build", "node_modules", "__pycache__"}
SUFFIXES = {".cpp", ".h", ".py", ".md", ".cmake", ".txt", ".sh", ".yml", ".yaml", ".json", ".toml"}


def sources():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS and f != ".git")
        for name in sorted(files):
            path = pathlib.Path(folder, name)
            relative = path.relative_to(ROOT).as_posix()
            if path.suffix in SUFFIXES or relative.startswith("script/"):
                yield checks.Source(relative, path.read_text(encoding="utf-8"))


def header_finding(source):
    """What the compiler says about a file that includes nothing but this header."""
    compiler = os.environ.get("CXX", "c++")
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", str(ROOT), "-x", "c++", "-"]
    result = subprocess.run(command, input=f'#include "{source.path}"\n', text=True,
                            capture_output=True, check=False)
    if result.returncode == 0:
        return []
    first_error = next((line for line in result.stderr.splitlines() if "error" in line), "")
    return [(1, f"does not compile by itself: {first_error}")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--headers", action="store_true", help="compile each header by itself")
    options = parser.parse_args()

    everything = list(sources())
    results = [(source, checks.findings(source)) for source in everything]
    if options.headers:
        headers = [source for source in everything if source.is_header()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results += zip(headers, pool.map(header_finding, headers))

    count = 0
    for source, found in results:
        for line, what in found:
            print(f"{source.path}:{line}: {what}")
            count += 1
    print(f"{len(everything)} files, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
