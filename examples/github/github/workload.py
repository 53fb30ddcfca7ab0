"""A small company's worth of GitHub: enough rows that list pages are full and counters are hot.

Written once for each design, then listed a hundred times each way. One repository gets the issues,
the pull requests and the forks; one organization owns most repositories.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .commands import COMMANDS
from .data import Design, Request, Table, add
from .entities import REACTIONS
from .experiment import Laboratory
from .small_set import text_of

USERS = 200
ORGANIZATIONS = 5
MEMBERS_OF_EACH = 10
COMPANY_REPOS = 25
OTHER_REPOS = 6
ISSUES = 100
PULL_REQUESTS = 100
STARS = 500
FORKS = 40
REACTIONS_TO_PULL_REQUESTS = 300
COMMENTS = 300
CLOSED_PULL_REQUESTS = 50
CALLS_OF_EACH_LIST = 100
ROWS_OF_A_LIST = 25

COMPANY = "org1"
HOT_REPO = (COMPANY, "repo01")

# As long as a description is: it is half of what a list of repositories reads.
DESCRIPTION = "A repository like most of the other"

LISTS = {
    "08": ("list-pull-requests", HOT_REPO),
    "10": ("list-forks", HOT_REPO),
    "24": ("list-organization-repos", (COMPANY,)),
}


@dataclass(frozen=True)
class Totals:
    """The bill: units by table and index, and the price of one call of each list."""

    design: Design
    body_bytes: int
    write: dict[str, float]
    read: dict[str, float]
    lists: dict[str, float]

    def write_figures(self) -> list[float]:
        """The table, each index, the sum."""
        units = self.design.in_order(self.write)
        return [*units, sum(units)]

    def read_figures(self) -> list[float]:
        """The table, all indexes, the sum."""
        table, *indexes = self.design.in_order(self.read)
        return [table, sum(indexes), table + sum(indexes)]


def run_workload(laboratory: Laboratory, design: Design, body_bytes: int) -> Totals:
    with laboratory.fresh_table(design) as table:
        start = len(table.client.requests)
        for name, arguments in _writes(body_bytes):
            _run(table, name, arguments)
        table.client.settle()
        lists = {label: _read_list(table, label) for label in LISTS}
        requests = table.client.requests[start:]
    return Totals(design, body_bytes, _written(requests), _read(requests), lists)


def _written(requests: list[Request]) -> dict[str, float]:
    return add(request.write for request in requests)


def _read(requests: list[Request]) -> dict[str, float]:
    return add(request.read for request in requests)


def _read_list(table: Table, label: str) -> float:
    """The read units of one call, which every repetition must equal."""
    name, arguments = LISTS[label]
    prices = set()
    for _ in range(CALLS_OF_EACH_LIST):
        start = len(table.client.requests)
        _run(table, name, arguments, page_size=ROWS_OF_A_LIST)
        prices.add(sum(_read(table.client.requests[start:]).values()))
    (price,) = prices
    return price


def _run(table: Table, name: str, arguments: tuple, **options) -> None:
    command = COMMANDS[name]
    with table.client.labelled(command.pattern):
        command.function(table, *arguments, **options)


def _writes(body_bytes: int) -> Iterator[tuple[str, tuple]]:
    yield from _accounts()
    yield from _repos()
    yield from _threads(text_of(body_bytes))
    yield from _interactions(text_of(body_bytes // 2))


def _accounts() -> Iterator[tuple[str, tuple]]:
    for n in range(USERS):
        yield "create-user", (_user(n), f"User Number {n}")
    for n in range(ORGANIZATIONS):
        yield "create-organization", (f"org{n + 1}", _user(n))
    for n in range(ORGANIZATIONS):
        for member in range(MEMBERS_OF_EACH):
            user = _user(ORGANIZATIONS + n * MEMBERS_OF_EACH + member)
            yield "add-member", (f"org{n + 1}", user)


def _repos() -> Iterator[tuple[str, tuple]]:
    for n in range(COMPANY_REPOS):
        yield "create-repo", (*_company_repo(n), DESCRIPTION)
    for n in range(OTHER_REPOS):
        yield "create-repo", (_user(n), f"repo{n + 1:02d}", DESCRIPTION)
    for n in range(FORKS):
        yield "fork-repo", (*HOT_REPO, _user(100 + n), DESCRIPTION)


def _threads(body: str) -> Iterator[tuple[str, tuple]]:
    """Issues take the numbers from 1, pull requests those that follow."""
    for n in range(ISSUES):
        yield "create-issue", (*HOT_REPO, _user(n), f"Issue number {n}", body)
    for n in range(PULL_REQUESTS):
        yield "create-pull-request", (*HOT_REPO, _user(n), f"Change number {n}", body)
    for n in range(CLOSED_PULL_REQUESTS):
        yield "close-pull-request", (*HOT_REPO, _pull_request(2 * n))


def _interactions(remark: str) -> Iterator[tuple[str, tuple]]:
    for n in range(STARS):
        yield "star-repo", (*_company_repo(n // USERS), _user(n % USERS))
    for n in range(REACTIONS_TO_PULL_REQUESTS):
        # Each round over the pull requests brings another emoji: no user repeats one.
        reaction = REACTIONS[n // PULL_REQUESTS]
        number = _pull_request(n % PULL_REQUESTS)
        yield "react-to-pull-request", (*HOT_REPO, number, _user(n % USERS), reaction)
    for n in range(COMMENTS // 2):
        yield "comment-on-issue", (*HOT_REPO, 1 + n % ISSUES, _user(n), remark)
        number = _pull_request(n % PULL_REQUESTS)
        yield "comment-on-pull-request", (*HOT_REPO, number, _user(n), remark)


def _user(n: int) -> str:
    return f"user{n:03d}"


def _company_repo(n: int) -> tuple[str, str]:
    return COMPANY, f"repo{n + 1:02d}"


def _pull_request(n: int) -> int:
    return ISSUES + 1 + n
