"""The small data set, told as the commands that make it and the lists that show it.

Three users, one organization, three repositories, two forks: each of the 24 patterns and of the
five extras occurs, in an order in which it can succeed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .commands import COMMANDS
from .data import ON_ISSUE, Client, Design, Page, Table
from .entities import CLOSED, OPEN, Repo

SHORT_TEXT = "It worked yesterday, and nobody has touched it since then."

FIRST_COMMENT = "2A0000000000000000000000001"


@dataclass(frozen=True)
class Step:
    """A command with its arguments; `result` names its expected answer, `pattern` its row."""

    command: str
    arguments: tuple
    result: str = ""
    pattern: str = ""

    @property
    def label(self) -> str:
        return self.pattern or COMMANDS[self.command].pattern

    def run(self, table: Table):
        with table.client.labelled(self.label):
            return COMMANDS[self.command].function(table, *self.arguments)


def text_of(size: int) -> str:
    """A body of so many bytes; of none, a sentence."""
    return "x" * size or SHORT_TEXT


def small_set(body_bytes: int) -> list[Step]:
    """Issues and pull requests carry a body of that size, comments one of half of it."""
    body, remark = text_of(body_bytes), text_of(body_bytes // 2)
    widgets = ("ana", "widgets")
    return [
        Step("create-user", ("ana", "Ana Lima")),
        Step("create-user", ("bo", "Bo Berg")),
        Step("create-user", ("cy", "Cy Okoro")),
        Step("create-organization", ("acme", "ana")),
        Step("add-member", ("acme", "bo")),
        Step("create-repo", (*widgets, "Small parts that fit together")),
        Step("create-repo", ("ana", "notes", "Thoughts, mostly unfinished")),
        Step("create-repo", ("acme", "engine", "What drives all the others")),
        Step("get-repo", widgets),
        Step("create-issue", (*widgets, "bo", "Widgets rattle", body)),
        Step("create-issue", (*widgets, "cy", "Widgets squeak", body)),
        Step("create-pull-request", (*widgets, "bo", "Tighten the screws", body)),
        Step("create-pull-request", (*widgets, "cy", "Use nails instead", body)),
        Step("create-pull-request", (*widgets, "bo", "Oil the hinges", body)),
        Step("create-issue", (*widgets, "bo", "Oil on the carpet", body)),
        Step("close-issue", (*widgets, 2)),
        Step("close-pull-request", (*widgets, 4)),
        Step("get-issue", (*widgets, 1)),
        Step("list-issues", (*widgets, OPEN), "05 open"),
        Step("list-issues", (*widgets, CLOSED), "05 closed"),
        Step("get-pull-request", (*widgets, 3)),
        Step("list-pull-requests", (*widgets, OPEN), "08 open"),
        Step("fork-repo", (*widgets, "bo", "Small parts, bigger")),
        Step("fork-repo", (*widgets, "cy", "Small parts, quieter")),
        Step("list-forks", widgets, "10"),
        Step("comment-on-issue", (*widgets, 1, "cy", remark)),
        Step("comment-on-pull-request", (*widgets, 3, "cy", remark)),
        Step("react-to-issue", (*widgets, 1, "cy", "heart")),
        Step("react-to-issue", (*widgets, 1, "cy", "rocket")),
        Step("react-to-pull-request", (*widgets, 3, "cy", "heart")),
        Step("react-to-comment", (ON_ISSUE, *widgets, 1, FIRST_COMMENT, "bo", "eyes")),
        Step("star-repo", (*widgets, "bo")),
        Step("star-repo", (*widgets, "cy")),
        Step("list-stargazers", widgets, "17"),
        Step("list-members", ("acme",), "21"),
        Step("list-organizations", ("ana",), "22"),
        Step("list-user-repos", ("ana",), "23"),
        Step("list-organization-repos", ("acme",), "24"),
        Step("touch-repo", widgets),
        Step("list-user-repos", ("ana",), "23 after touch", pattern="23b"),
        Step("change-plan", ("ana", "Pro")),
        Step("list-comments", (ON_ISSUE, *widgets, 1), "X5 issue comments"),
        Step("get-repo", widgets, "counters"),
    ]


def answer_of(result) -> object:
    """What the expected answers compare: the rows of a page, the counters of a repository."""
    match result:
        case Page():
            return result.sort_keys
        case Repo():
            return {
                "StarCount": result.star_count,
                "ForkCount": result.fork_count,
                "IssuesAndPullRequestCount": result.issues_and_pull_request_count,
            }
    return result


def repeatable_table(client: Client, name: str, design: Design) -> Table:
    """A table whose clock and identifiers are the same in every run."""
    return Table(client, name, design, now=_minutes(), new_id=_numbered())


def _minutes() -> Callable[[], str]:
    at = datetime(2026, 1, 5, 9)

    def now() -> str:
        nonlocal at
        at += timedelta(minutes=1)
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")

    return now


def _numbered() -> Callable[[], str]:
    count = 0

    def new_id() -> str:
        nonlocal count
        count += 1
        return f"2A{count:025d}"

    return new_id
