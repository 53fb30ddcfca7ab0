"""Compares the registry and every field table with the service's own model, and both with
docs/COMPATIBILITY.md.

    model_check.py DUMP [--write]

DUMP is the program made from dump_requests.cpp. The model is the one that the installed botocore
brings. Every difference must stand in one of the tables of docs/COMPATIBILITY.md, and every line of
those tables must still be true: so the page cannot go out of date in either direction.

With --write, the table of differences is written anew instead of being checked: look at what it
changes.
"""

import json
import pathlib
import re
import subprocess
import sys

import botocore
import botocore.loaders

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPATIBILITY = ROOT / "docs" / "COMPATIBILITY.md"
PRECEDENCE = ROOT / "tests" / "wire" / "precedence"

SERVICES = ("dynamodb", "dynamodbstreams")
PROPERTIES = ("type", "required", "min", "max", "pattern", "enum")
DIFFERENCE_HEADINGS = ("Member", "Property", "Model", "Stator")
# Values of attributes have a decoder of their own, with texts of its own: no field table.
OPAQUE = {"AttributeValue"}


class Model:
    """The service's model, in the form of dump_requests.cpp."""

    def __init__(self):
        self.operations = {}
        self.structs = {}
        loader = botocore.loaders.Loader()
        for service in SERVICES:
            document = loader.load_service_model(service, "service-2")
            self.shapes = document["shapes"]
            for name, operation in document["operations"].items():
                self.operations[name] = self.members(operation["input"]["shape"])

    def members(self, name):
        shape = self.shapes[name]
        required = shape.get("required", [])
        return {
            member: self.member(target["shape"], member in required)
            for member, target in shape.get("members", {}).items()
        }

    def member(self, name, required=False):
        shape = self.shapes[name]
        kind = shape["type"]
        found = {"type": kind}
        if required:
            found["required"] = True
        found |= {name: shape[name] for name in ("min", "max", "pattern", "enum") if name in shape}
        # A least length of nothing says nothing.
        if found.get("min") == 0 and kind not in ("integer", "long", "double"):
            del found["min"]
        if kind == "structure":
            found["struct"] = name
            if name not in self.structs and name not in OPAQUE:
                self.structs[name] = {}
                self.structs[name] = self.members(name)
        if kind in ("list", "map"):
            found["element"] = self.member(shape["member" if kind == "list" else "value"]["shape"])
        return found


# --- differences ------------------------------------------------------------------------------


def shown(value):
    """A property as the tables show it."""
    if value is None:
        return "none"
    if value is True:
        return "yes"
    if isinstance(value, list):
        return " ".join(sorted(value))
    return str(value)


def member_differences(path, ours, theirs):
    """Yields (path, property, theirs, ours)."""
    if theirs.get("struct") in OPAQUE:
        return
    for name in PROPERTIES:
        mine, its = shown(ours.get(name)), shown(theirs.get(name))
        if mine != its:
            yield path, name, its, mine
    if "element" in ours and "element" in theirs:
        yield from member_differences(path + "[]", ours["element"], theirs["element"])


def struct_differences(name, ours, theirs):
    for member in sorted(ours.keys() | theirs.keys()):
        path = f"{name}.{member}"
        if member not in ours:
            yield path, "member", "yes", "none"
        elif member not in theirs:
            yield path, "member", "none", "yes"
        else:
            yield from member_differences(path, ours[member], theirs[member])


def differences(dump, model):
    for name in sorted(dump["operations"].keys() & model.operations.keys()):
        yield from struct_differences(name, dump["operations"][name], model.operations[name])
    for name in sorted(dump["structs"].keys() - OPAQUE):
        if name not in model.structs:
            yield name, "struct", "none", "yes"
        else:
            yield from struct_differences(name, dump["structs"][name], model.structs[name])


# --- docs/COMPATIBILITY.md ----------------------------------------------------------------------


def table_rows(text, *headings):
    """The cells of the table with these headings, line by line."""
    head = "| " + " | ".join(headings) + " |\n"
    if head not in text:
        raise SystemExit(f"docs/COMPATIBILITY.md has no table with the headings {headings}")
    lines = text.split(head)[1].splitlines()[1:]
    for line in lines:
        if not line.startswith("|"):
            return
        # A bar within a pattern is written \|.
        cells = re.split(r"(?<!\\)\|", line)[1:-1]
        yield tuple(cell.strip().replace("\\|", "|") for cell in cells)


def write_differences(rows):
    """Puts these rows in place of those of the table of differences."""
    text = COMPATIBILITY.read_text(encoding="utf-8")
    before, head, after = text.partition("| " + " | ".join(DIFFERENCE_HEADINGS) + " |\n")
    ruler, _, rest = after.partition("\n")
    while rest.startswith("|"):
        rest = rest.partition("\n")[2]
    table = "".join(f"{shown_row(row)}\n" for row in rows)
    COMPATIBILITY.write_text(before + head + ruler + "\n" + table + rest, encoding="utf-8")


def shown_row(row):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


class Check:
    def __init__(self, dump):
        self.dump = dump
        self.model = Model()
        text = COMPATIBILITY.read_text(encoding="utf-8")
        self.operations = {
            row[0]: row[1] for row in table_rows(text, "Operation", "State", "Remarks")
        }
        self.listed = set(table_rows(text, *DIFFERENCE_HEADINGS))

    def operations_are_listed(self):
        """Each operation of the model has a line, and its state is that of the registry."""
        for name in sorted(self.model.operations.keys() | self.operations.keys()):
            state = self.operations.get(name)
            expected = "yes" if name in self.dump["operations"] else "missing"
            if name not in self.model.operations:
                yield f"{name} has a line, but the service has no such operation"
            elif state != expected:
                yield f"{name} is listed as {state}, but is {expected}"

    def registry_is_of_the_model(self):
        """The registry holds nothing that the service does not have."""
        for name in sorted(self.dump["operations"].keys() - self.model.operations.keys()):
            yield f"{name} is no operation of the service"

    def differences_are_listed(self):
        """Each difference of a field table is listed; the service's own value comes first."""
        for row in sorted(set(differences(self.dump, self.model)) - self.listed):
            yield f"not listed: {shown_row(row)}"

    def listed_differences_are_there(self):
        """No line of the table is about something that is no difference any more."""
        for row in sorted(self.listed - set(differences(self.dump, self.model))):
            yield f"listed, but no difference: {shown_row(row)}"


    def precedence_is_shown(self):
        """Each operation has a file of cases that show which of its faults is told first."""
        for name in sorted(self.dump["operations"]):
            path = PRECEDENCE / f"{snake_case(name)}.json"
            cases = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
            if not cases or not all(name in targets_of(case) for case in cases):
                yield f"{path.relative_to(ROOT)}: no cases, or some without a call of {name}"


def targets_of(case):
    return {step["target"].rpartition(".")[2] for step in case["steps"] if "target" in step}


def snake_case(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def main():
    print(f"botocore {botocore.__version__}")
    dump = json.loads(subprocess.run(sys.argv[1:2], capture_output=True, check=True).stdout)
    if "--write" in sys.argv[2:]:
        write_differences(sorted(set(differences(dump, Model()))))
        return 0
    check = Check(dump)
    checks = (
        check.operations_are_listed,
        check.registry_is_of_the_model,
        check.differences_are_listed,
        check.listed_differences_are_there,
        check.precedence_is_shown,
    )
    failed = 0
    for each in checks:
        findings = list(each())
        for finding in findings:
            print(f"{each.__name__}: {finding}")
        failed += bool(findings)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
