#!/usr/bin/env python3
"""Makes the fuzzers' first inputs and dictionaries out of the tests: corpora.py FOLDER

FOLDER/TARGET/corpus gets a file for each input, named after its contents, FOLDER/TARGET/words the
dictionary. What a fuzzer found in earlier runs stays where it is.
"""

import base64
import gzip
import hashlib
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPRESSIONS = {
    "ConditionExpression": "condition",
    "FilterExpression": "condition",
    "UpdateExpression": "update",
    "ProjectionExpression": "projection",
    "KeyConditionExpression": "key_condition",
    "Statement": "partiql",
}
CALLS_MAX = 8  # of an input of `request`
BYTES_MAX = 4096

NUMBERS = ["0", "-0", "1", "-1.5", "1e10", ".5", "5.", "1E-130", "-9.99E125", "0.001000",
           "12345678901234567890123456789012345678", "99999999999999999999999999999999999999E87",
           "+3", "1e", "--1", "1_0", "0x1", " 1", "1E126", "1E-131"]
ION = ["$ion_1_0 {Item:{pk:\"a\",n:1.5,b:{{YWI=}},l:[1,null,true],s:$dynamodb_SS::[\"a\"]}}",
       "{Item:{'a b':'''long ''' '''text''', m:{x:-1d10}}} // end",
       "[{Item:{pk:\"\\u00e9\\x41\"}}]",
       "{Item:{n:$dynamodb_NS::[1,2.0]}} /* more */ {Item:{b:$dynamodb_BS::[{{YQ==}}]}}"]
CSV = ["pk,sk,other\na,1,x\n\"b,\"\"c\",2,\n", "a|1|YQ==|z\r\nb|2||\r\n", "pk\n\n\nx\n"]
HTTP = ["GET / HTTP/1.1\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n",
        "OPTIONS / HTTP/1.1\r\nOrigin: http://x\r\n\r\n", "GET /_stator/metering HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n",
        "POST / HTTP/1.1\r\nX-Amz-Target: t\r\nContent-Type: application/x-amz-json-1.0\r\n"
        "Transfer-Encoding: chunked\r\n\r\n3\r\n{} \r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nX-Amz-Target: t\r\nContent-Type: application/x-amz-json-1.0\r\n"
        "Content-Length: 2\r\nExpect: 100-continue\r\nAccept-Encoding: gzip\r\n\r\n{}"
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"]
HTTP_WORDS = ["\r\n", "\r\n\r\n", "Content-Length: ", "Transfer-Encoding: chunked",
              "Expect: 100-continue", "Connection: close", "keep-alive", "HTTP/1.1", "HTTP/1.0",
              "Content-Encoding: gzip", "Accept-Encoding: gzip", "X-Amz-Target: ",
              "Authorization: ", "X-Amz-Date: ", "Origin: "]
FUNCTIONS = ["attribute_exists(", "attribute_not_exists(", "attribute_type(", "begins_with(",
             "contains(", "size(", "if_not_exists(", "list_append(", " AND ", " OR ", "NOT ",
             " BETWEEN ", " IN (", "SET ", "REMOVE ", "ADD ", "DELETE ", "<>", "<=", ">=", "[0]",
             ":s", ":t", ":n", ":m", ":b", ":f", ":u", ":ss", ":ns", ":bs", ":l", ":e", ":d",
             "#a", "#b", "#l", "#d"]
STATEMENTS = ["SELECT * FROM ", "INSERT INTO ", " VALUE {", "UPDATE ", " SET ", " REMOVE ",
              "DELETE FROM ", " WHERE ", " RETURNING ALL OLD *", " ORDER BY ", " DESC", "EXISTS(",
              " IS MISSING", " IS NULL", " IN [", " BETWEEN ", "<<", ">>", "'", "\"", "?",
              "SET_ADD", "--", "/*", "list_append(", "attribute_type(", "begins_with(",
              "contains(", "size("]
PLAIN = " _-:;,.#()[]{}<>=*?/'$@!"  # what stands for itself in a dictionary


def requests(node):
    """All objects of a case that are requests, with their targets."""
    for step in node.get("steps", []):
        if "target" in step:
            yield step["target"], step.get("raw", json.dumps(step.get("request", {})))


def members(node):
    """Every member of a document, however deep."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield name, value
            yield from members(value)
    elif isinstance(node, list):
        for value in node:
            yield from members(value)


class Corpora:
    def __init__(self, folder):
        self.folder = folder
        self.words = {}

    def add(self, target, data):
        data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        if not data or len(data) > BYTES_MAX:
            return
        folder = self.folder / target / "corpus"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / hashlib.sha1(data).hexdigest()
        if not path.exists():
            path.write_bytes(data)

    def write_words(self, target, words):
        lines = []
        for word in words:
            escaped = "".join(c if c.isalnum() or c in PLAIN else f"\\x{ord(c):02x}"
                              for c in word)
            if word and word.isascii():
                lines.append(f'"{escaped}"')
        (self.folder / target).mkdir(parents=True, exist_ok=True)
        (self.folder / target / "words").write_text("\n".join(sorted(set(lines))) + "\n")


def add_wire_cases(corpora):
    names = set()
    for path in sorted((ROOT / "tests" / "wire").rglob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            calls = [(t, b) for t, b in requests(case) if "@saved:" not in b and "@rep:" not in b]
            text = ""
            for target, body in calls[:CALLS_MAX]:
                text += f"{target}\n{body}\n"
                corpora.add("json", body)
                corpora.add("http", f"7POST / HTTP/1.1\r\nX-Amz-Target: {target}\r\nContent-Type: "
                                    f"application/x-amz-json-1.0\r\nContent-Length: {len(body)}"
                                    f"\r\n\r\n{body}")
            corpora.add("request", text)
            for name, value in members(case["steps"]):
                if re.fullmatch(r"[A-Z][A-Za-z]+", name):
                    names.add(f'"{name}":')
                if isinstance(value, str) and name in EXPRESSIONS:
                    corpora.add(EXPRESSIONS[name], value)
                if name == "N" and isinstance(value, str):
                    corpora.add("number", f"{value}\n1")
                if name == "Item" and isinstance(value, dict):
                    corpora.add("import_json", json.dumps({"Item": value}))
            names.update(target for target, _ in calls)
    corpora.write_words("request", names)


def add_unit_tests(corpora):
    """The string literals of the tests of expressions."""
    literal = re.compile(r'"((?:\\.|[^"\\\n])+)"')
    tests = sorted((ROOT / "tests" / "unit" / "expressions").glob("*_test.cpp"))
    for target, pattern in (("condition", "condition|bind|legacy|limits|syntax"),
                            ("update", "update|syntax|bind"), ("projection", "projection|syntax"),
                            ("key_condition", "key_condition"), ("partiql", "partiql")):
        for path in (test for test in tests if re.search(pattern, test.name)):
            for text in literal.findall(path.read_text(encoding="utf-8")):
                corpora.add(target, text.replace('\\"', '"').replace("\\\\", "\\"))


def main():
    corpora = Corpora(pathlib.Path(sys.argv[1]))
    add_wire_cases(corpora)
    add_unit_tests(corpora)
    for number in NUMBERS:
        for other in NUMBERS:
            corpora.add("number", f"{number}\n{other}")
    for size in range(1, 9):
        corpora.add("key", bytes(range(size * 31)))
        corpora.add("key", b"abcdefgh1.5\\\\-12E3\\\\" * size)
    for text in ION:
        corpora.add("import_ion", text)
    for text in CSV:
        for first in "0123456789":
            corpora.add("import_csv", first + text)
    for text in HTTP:
        for first in "\x01\x11\x41":
            corpora.add("http", first + text)
    for text in ("", "some text\n" * 20):
        corpora.add("compression", b"\x04" + gzip.compress(text.encode()))
        corpora.add("compression", b"\x05" + base64.b64decode("KLUv/SAAAQAA") + text.encode())
    for target in ("condition", "update", "projection", "key_condition"):
        corpora.write_words(target, FUNCTIONS)
    corpora.write_words("partiql", STATEMENTS)
    corpora.write_words("http", HTTP_WORDS)
    corpora.write_words("json", ["{", "}", "[", "]", "\\u00e9", "\\ud83d\\ude00", "null", "true"])
    corpora.write_words("import_ion", ["{{", "}}", "$dynamodb_SS::", "$dynamodb_NS::", "$ion_1_0",
                                       "'''", "//", "/*", "*/", "Item:", "null", "1d10"])


if __name__ == "__main__":
    main()
