"""Writes results: a table for people, a file for programs, and the figures of the documentation."""

import json
import pathlib

import results
import servers

JSON_FILE = pathlib.Path("build/bench/results.json")
MARKDOWN_FILE = pathlib.Path("build/bench/results.md")
DOCUMENT = pathlib.Path("docs/PERFORMANCE.md")
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def write_results(rows, more=None):
    """`more`: what else belongs into the JSON file."""
    JSON_FILE.parent.mkdir(parents=True, exist_ok=True)
    content = {"cores": servers.cores(), "rows": [row.as_json() for row in rows], **(more or {})}
    JSON_FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    MARKDOWN_FILE.write_text(results.markdown(rows), encoding="utf-8")


def with_figures(document, figures):
    """The document with other figures between the marks."""
    before, rest = document.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{figures.strip()}\n\n{END}{after}"


def write_document(figures):
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(with_figures(text, figures), encoding="utf-8")
