"""Checks of the sources themselves: text in, findings out.

A check takes a Source and yields (line, what) pairs. `CHECKS` lists them all; tidy_test.py runs
them over the repository and checks_test.py over small examples.
"""

import dataclasses
import functools
import re

FILE_LINES_MAX = 500
LINE_COLUMNS_MAX = 100
FUNCTION_LINES_MAX = 70

# The picture of docs/ARCHITECTURE.md: the folders that each folder may include from.
LAYERS = {
    "model": {"model"},
    "expressions": {"model", "expressions"},
    "storage": {"model", "storage"},
    "engine": {"model", "expressions", "storage", "engine"},
    "server": {"model", "expressions", "storage", "engine", "server"},
}
# What only server/ (and the benchmarks and its own tests) may know.
OUTER_LIBRARIES = ("rapidjson/", "boost/", "openssl/", "zlib.h", "zstd.h",
                   "yaml.h")

CODE_SUFFIXES = (".cpp", ".h", ".py", ".sh", ".cmake", "CMakeLists.txt")


@dataclasses.dataclass(frozen=True)
class Source:
    path: str  # relative to the repository, with slashes
    text: str

    @functools.cached_property
    def lines(self):
        return self.text.splitlines()

    @functools.cached_property
    def code(self):
        """The text with comments and the insides of literals blanked: same lines and columns."""
        return blank_literals(self.text)

    def is_cpp(self):
        return self.path.endswith((".cpp", ".h"))

    def is_header(self):
        return self.path.endswith(".h")

    def is_code(self):
        return self.path.endswith(CODE_SUFFIXES) or self.path.startswith("script/")

    def layer(self):
        """The layer of a source or of a unit test; None for everything else."""
        parts = self.path.split("/")
        folder = parts[2] if parts[:2] == ["tests", "unit"] and len(parts) > 3 else parts[0]
        return folder if folder in LAYERS else None


LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/'                        # comments
    r'|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'     # raw strings
    r'|"(?:\\.|[^"\\\n])*"'                      # strings
    r"|(?<![0-9A-Za-z])'(?:\\.|[^'\\\n])+'",     # characters, but not digit separators
    re.DOTALL)


def blank_literals(text):
    def blank(match):
        found = match.group()
        inside = re.sub(r"[^\n]", " ", found[1:-1])
        return found[0] + inside + found[-1] if found[0] in "\"'" else re.sub(r"[^\n]", " ", found)

    return LITERAL.sub(blank, text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def check_blanks(source):
    for number, line in enumerate(source.lines, 1):
        if "\t" in line:
            yield number, "a tab"
        if line != line.rstrip():
            yield number, "blanks at the end of the line"
    if source.text and not source.text.endswith("\n"):
        yield len(source.lines), "the last line does not end"


def check_lengths(source):
    if not source.is_code():
        return
    if len(source.lines) > FILE_LINES_MAX:
        yield 1, f"{len(source.lines)} lines, {FILE_LINES_MAX} are allowed"
    for number, line in enumerate(source.lines, 1):
        if len(line) > LINE_COLUMNS_MAX:
            yield number, f"{len(line)} columns, {LINE_COLUMNS_MAX} are allowed"


SCOPE_HEAD = re.compile(
    r"^(?:(?:public|private|protected)\s*:|template\s*<[^{}]*?>(?=\s*(?:class|struct|union)\b)|\s)*"
    r"(?:inline\s+)?(?:namespace|class|struct|union|enum|extern)\b")


def is_function_head(head):
    """True when a brace after `head`, outside of functions, begins the body of a function."""
    return "(" in head and not head.rstrip().endswith("=") and not SCOPE_HEAD.match(head)


def function_bodies(code):
    """Yields the offsets of the braces around each outermost function body."""
    code = re.sub(r"^[ ]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), code,
                  flags=re.MULTILINE)
    scopes = []  # per open brace: "scope", "function" with its offset, or "other"
    head_start = 0
    for match in re.finditer(r"[{};]", code):
        offset = match.start()
        if match.group() == "{":
            head = code[head_start:offset]
            outside = all(kind == "scope" for kind, _ in scopes)
            if not outside:
                kind = "other"
            elif is_function_head(head):
                kind = "function"
            else:
                kind = "scope" if SCOPE_HEAD.match(head) else "other"
            scopes.append((kind, offset))
        elif match.group() == "}" and scopes:
            kind, start = scopes.pop()
            if kind == "function":
                yield start, offset
        head_start = offset + 1


def check_functions(source):
    if not source.is_cpp():
        return
    for start, end in function_bodies(source.code):
        first = line_of(source.code, start)
        lines = line_of(source.code, end) - first - 1
        if lines > FUNCTION_LINES_MAX:
            yield first, f"a function of {lines} lines, {FUNCTION_LINES_MAX} are allowed"


INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)


def check_includes(source):
    layer = source.layer()
    if not source.is_cpp() or layer is None:
        return
    for match in INCLUDE.finditer(source.text):
        quote, target = match.groups()
        line = line_of(source.text, match.start(2))
        folder = target.split("/")[0]
        if quote == '"' and "/" not in target:
            # Helpers of tests stand beside the tests and are nobody else's.
            if not source.path.startswith("tests/"):
                yield line, f"includes are written from the project root: {target}"
        elif quote == '"':
            in_tests = source.path.startswith("tests/") and folder == "tests"
            if folder not in LAYERS[layer] and not in_tests:
                yield line, f"{layer} must not include {target}"
        elif layer != "server" and target.startswith(OUTER_LIBRARIES):
            yield line, f"{layer} must not include <{target}>: only server/ knows it"


def check_own_header_first(source):
    if not source.path.endswith(".cpp"):
        return
    own = source.path[:-len(".cpp")] + ".h"
    includes = [match.group(2) for match in INCLUDE.finditer(source.text)]
    if own in includes and includes[0] != own:
        yield 1, f"{own} must be the first include"


def check_header(source):
    if not source.is_header():
        return
    if not source.text.startswith("//"):
        yield 1, "a header begins with a comment that says what it is for"
    if len(re.findall(r"^#pragma once$", source.text, re.MULTILINE)) != 1:
        yield 1, "a header has #pragma once"


def check_forbidden_code(source):
    if not source.is_cpp():
        return
    for match in re.finditer(r"\bstd::w?regex|#\s*include\s*<regex>", source.code):
        yield line_of(source.code, match.start()), "std::regex recurses, and is slow: do not use it"
    # The namespaces of literals are made to be used so.
    for match in re.finditer(r"\busing\s+namespace\s+([\w:]+)", source.code):
        if not match.group(1).endswith("_literals"):
            yield line_of(source.code, match.start()), "using namespace"


def check_suppressions(source):
    if not source.is_cpp():
        return
    for number, line in enumerate(source.lines, 1):
        match = re.search(r"NOLINT(?:NEXTLINE|BEGIN)?\b(.*)", line)
        if match and not re.match(r"\([\w.,*\s-]+\):\s*\w", match.group(1)):
            yield number, "NOLINT needs a check and a reason: NOLINT(check): because"


def check_markdown(source):
    if not source.path.endswith(".md"):
        return
    titles = []
    fenced = False
    for number, line in enumerate(source.lines, 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and re.match(r"#\s", line):
            titles.append(number)
    if not titles:
        yield 1, "a document has a title"
    for number in titles[1:]:
        yield number, "a document has one title"


CHECKS = [
    check_blanks,
    check_lengths,
    check_functions,
    check_includes,
    check_own_header_first,
    check_header,
    check_forbidden_code,
    check_suppressions,
    check_markdown,
]


def findings(source):
    """All findings, in the order of lines."""
    return sorted(finding for check in CHECKS for finding in check(source))
