"""The texts that the sources can answer, read off their string literals.

A template is a run of adjacent literals, such as

    fmt::format("Missing the key {} in "
                "the item", name)

in which each `{}` stands for anything. Texts that are put together from
several expressions give a template for each part.
"""

import re

# Comments, literals, and everything between; raw strings come first.
TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)'
    r'|(?P<raw>R"(?P<mark>[^(\s]*)\((?P<rawtext>.*?)\)(?P=mark)")'
    r'|(?P<string>"(?P<text>(?:[^"\\\n]|\\.)*)")'
    r"|(?P<char>'(?:[^'\\\n]|\\.)+')"
    r'|(?P<include>^[ \t]*#[^\n]*)',
    re.DOTALL | re.MULTILINE,
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
WORDS_MIN = 2


def unescaped(text):
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match.group(1), 16)), text)
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match.group(1), match.group(1)), text)


def literals(source):
    """Runs of adjacent string literals with the number of their first line."""
    run, line, end = "", 0, 0
    for match in TOKEN.finditer(source):
        kind = match.lastgroup if match.lastgroup in ("comment", "char", "include") else None
        if match.group("comment"):
            if run and not source[end : match.start()].strip():
                end = match.end()
            continue
        if match.group("char") or match.group("include"):
            continue
        raw = match.group("raw")
        text = match.group("rawtext") if raw else unescaped(match.group("text"))
        if run and not source[end : match.start()].strip():
            run += text
        else:
            if run:
                yield line, run
            run, line = text, source.count("\n", 0, match.start()) + 1
        end = match.end()
    if run:
        yield line, run


def is_sentence(text):
    """Whether a literal is a text for people, as opposed to a name, a format or a piece of JSON."""
    words = re.findall(r"[A-Za-z']{2,}", text)
    return " " in text.strip() and len(words) >= WORDS_MIN


def parts(text):
    """The fixed parts of a template, in order: what is between its `{}`."""
    fixed, part, at = [], "", 0
    text = text.strip()
    while at < len(text):
        if text[at : at + 2] in ("{{", "}}"):
            part, at = part + text[at], at + 2
        elif text[at] == "{" and "}" in text[at:]:
            fixed, part, at = fixed + [part], "", text.index("}", at) + 1
        else:
            part, at = part + text[at], at + 1
    return [each for each in fixed + [part] if each]


def is_made_by(message, template_parts):
    """Whether a message has all parts, one after the other."""
    at = 0
    for part in template_parts:
        at = message.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True
