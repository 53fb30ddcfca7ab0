"""What must be refused, and with which words: 24 cases, the last of which nobody refuses.

Each case states the answer in the form that `outcome_of` gives it. After each the table is as it
was before; the error carries no capacity, so only the server's own meter knows the price.
"""

from collections.abc import Callable
from dataclasses import dataclass

from . import data
from .data import Design, Page, Refused, Table, mistakes
from .entities import CLOSED

CONDITION = "ConditionalCheckFailedException"
VALIDATION = "ValidationException"

# A failed condition is charged for the item it looked at: at least one unit.
CONDITION_UNITS = 1.0


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    act: Callable[[Table], object]
    expected: str
    clean_up: Callable[[Table], None] | None = None

    @property
    def failures(self) -> int:
        """Requests the meter counts as failed: not those that were never valid."""
        return int(self.expected == CONDITION or self.expected.startswith("Transaction"))


def outcome_of(case: Case, table: Table) -> str:
    with table.client.labelled(case.name):
        try:
            answer = case.act(table)
        except Refused as refusal:
            return str(refusal)
    return str(answer)


def prepare(table: Table) -> None:
    """A second organization, whose owner thereby belongs to one."""
    with table.client.labelled("setup"):
        data.create_organization(table, "umbra", "cy")


def failure_cases(design: Design) -> list[Case]:
    return [*_accounts(), *_repos(), *_interactions(), *_members(), *_requests(design)]


def _cancelled(*reasons: str) -> str:
    return f"TransactionCanceledException [{', '.join(reasons)}]"


def _accounts() -> list[Case]:
    return [
        Case(
            "F01",
            "create a user twice",
            lambda table: data.create_user(table, "ana", "Another Ana"),
            CONDITION,
        ),
        Case(
            "F02",
            "an organization with a user's name",
            lambda table: data.create_organization(table, "bo", "cy"),
            _cancelled("ConditionalCheckFailed", "None", "None"),
        ),
    ]


def _repos() -> list[Case]:
    return [
        Case(
            "F03",
            "create a repo twice",
            lambda table: data.create_repo(table, "ana", "widgets"),
            CONDITION,
        ),
        Case(
            "F04",
            "an issue in a missing repo",
            lambda table: data.create_issue(table, "ana", "nothing", "bo", "Where is it?"),
            CONDITION,
        ),
        Case(
            "F05",
            "star twice",
            lambda table: data.star_repo(table, "ana", "widgets", "bo"),
            _cancelled("ConditionalCheckFailed", "None"),
        ),
        Case(
            "F06",
            "star a missing repo",
            lambda table: data.star_repo(table, "ana", "nothing", "bo"),
            _cancelled("None", "ConditionalCheckFailed"),
        ),
    ]


def _interactions() -> list[Case]:
    return [
        Case(
            "F07",
            "the same emoji twice",
            lambda table: data.react_to_issue(table, "ana", "widgets", 1, "cy", "heart"),
            _cancelled("ConditionalCheckFailed", "None"),
        ),
        Case(
            "F08",
            "react to a missing issue",
            lambda table: data.react_to_issue(table, "ana", "widgets", 99, "cy", "heart"),
            _cancelled("None", "ConditionalCheckFailed"),
        ),
        Case(
            "F09",
            "an emoji that nobody counts",
            lambda table: data.react_to_issue(table, "ana", "widgets", 1, "cy", "shrug"),
            _cancelled("None", "ValidationError"),
        ),
        Case(
            "F10",
            "comment on a missing issue",
            lambda table: data.comment_on_issue(table, "ana", "widgets", 99, "cy", "Hello?"),
            _cancelled("ConditionalCheckFailed", "None"),
        ),
        Case(
            "F11",
            "fork twice",
            lambda table: data.fork_repo(table, "ana", "widgets", "bo"),
            _cancelled("ConditionalCheckFailed", "None"),
        ),
        Case(
            "F12",
            "fork a missing repo",
            lambda table: data.fork_repo(table, "ana", "nothing", "bo"),
            _cancelled("None", "ConditionalCheckFailed"),
        ),
    ]


def _members() -> list[Case]:
    third = _cancelled("None", "None", "ConditionalCheckFailed")
    return [
        Case(
            "F13",
            "add a member twice",
            lambda table: data.add_member(table, "acme", "bo"),
            _cancelled("ConditionalCheckFailed", "None", "None"),
        ),
        Case(
            "F14",
            "a user in as many organizations as allowed",
            lambda table: data.add_member(table, "acme", "cy", organizations_max=1),
            third,
        ),
        Case(
            "F15",
            "add a missing user",
            lambda table: data.add_member(table, "acme", "dee"),
            third,
        ),
        Case(
            "F16",
            "add an organization as a member",
            lambda table: data.add_member(table, "acme", "umbra"),
            third,
        ),
    ]


def _requests(design: Design) -> list[Case]:
    """Not the application's rules but DynamoDB's own."""
    cursor_attributes = design.cursor_attributes(design.layout.account_repos)
    return [
        Case(
            "F17",
            "count on a missing item without a condition",
            lambda table: mistakes.count_without_condition(table, "ana", "nothing"),
            VALIDATION,
        ),
        Case(
            "F18",
            "a consistent read of an index",
            lambda table: mistakes.read_index_consistently(table, "ana"),
            VALIDATION,
        ),
        Case(
            "F19",
            "two actions on one item (fork your own repo)",
            lambda table: data.fork_repo(table, "ana", "widgets", "ana"),
            VALIDATION,
        ),
        Case(
            "F20",
            "a number as an index's string key",
            lambda table: mistakes.set_index_key_to_number(table, "ana", "widgets"),
            VALIDATION,
        ),
        Case(
            "F21",
            "a filter on a key attribute",
            lambda table: mistakes.filter_on_key(table, "ana", "widgets"),
            VALIDATION,
        ),
        Case(
            "F22",
            "the limit cuts before the filter",
            lambda table: _describe(data.list_issues(table, "ana", "widgets", CLOSED, page_size=1)),
            "Count 1, ScannedCount 2, continues after REPO#ana#widgets, ISSUE#0000006",
        ),
        Case(
            "F23",
            "where an index page continues",
            lambda table: _cursor_names(data.list_account_repos(table, "ana", page_size=1)),
            f"continues after {', '.join(cursor_attributes)}",
        ),
        Case(
            "F24",
            "a fork with an original's index keys",
            _silent_mistake,
            _silent_outcome(design),
            clean_up=lambda table: mistakes.remove_fork(table, "dee", "widgets"),
        ),
    ]


def _describe(page: Page) -> str:
    last = ", ".join(page.cursor_key.values())
    count = len(page.entities)
    return f"Count {count}, ScannedCount {page.scanned}, continues after {last}"


def _cursor_names(page: Page) -> str:
    return f"continues after {', '.join(sorted(page.cursor_key))}"


def _silent_mistake(table: Table) -> str:
    """Write the fork, read it back by its key, and look for it where it should be listed."""
    mistakes.write_fork_as_original(table, "ana", "widgets", "dee")
    stored = data.get_repo(table, "dee", "widgets")
    forks = data.list_forks(table, "ana", "widgets").entities
    listed = "listed" if stored and stored.repo_owner in _owners(forks) else "missing"
    return f"no error, stored, {listed} in pattern 10"


def _silent_outcome(design: Design) -> str:
    """Only where ForkOwner itself is the key can nobody forget to derive it."""
    listed = "listed" if "ForkOwner" in design.layout.forks.hash else "missing"
    return f"no error, stored, {listed} in pattern 10"


def _owners(repos) -> set[str]:
    return {repo.repo_owner for repo in repos}
