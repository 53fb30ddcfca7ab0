"""Issues and pull requests: one counter for both numbers, one filter for both lists."""

from ..entities import CLOSED, OPEN, REACTIONS, Issue, PullRequest
from . import keys
from .designs import Collection
from .items import from_item
from .keys import Key
from .pages import PAGE_SIZE, Page, read_page
from .table import Table


def create_issue(
    table: Table, owner: str, name: str, creator: str, title: str, content: str = ""
) -> Issue:
    """Open an issue under the repository's next number."""
    number = _next_number(table, owner, name)
    issue = Issue(
        repo_owner=owner,
        repo_name=name,
        issue_number=number,
        **_opening(table.now(), creator, title, content),
    )
    table.write(table.put_new(issue))
    return issue


def get_issue(table: Table, owner: str, name: str, number: int) -> Issue | None:
    """One issue."""
    item = table.get(keys.issue(owner, name, number))
    return from_item(item) if item else None


def list_issues(
    table: Table,
    owner: str,
    name: str,
    status: str = OPEN,
    page_size: int = PAGE_SIZE,
    after: str = "",
) -> Page:
    """A repository and its issues of one status, the newest first.

    The bound keeps the stars out: they sort above the repository, and a backwards read without
    it would begin with them.
    """
    repo = keys.repo(owner, name)
    issues = Collection({"PK": repo.pk}, ("SK", "<=", repo.sk))
    return read_page(table, issues, page_size, newest_first=True, status=status, after=after)


def close_issue(table: Table, owner: str, name: str, number: int) -> None:
    """Close an issue."""
    _close(table, keys.issue(owner, name, number))


def create_pull_request(
    table: Table, owner: str, name: str, creator: str, title: str, content: str = ""
) -> PullRequest:
    """Open a pull request under the repository's next number."""
    number = _next_number(table, owner, name)
    pull_request = PullRequest(
        repo_owner=owner,
        repo_name=name,
        pull_request_number=number,
        **_opening(table.now(), creator, title, content),
    )
    table.write(table.put_new(pull_request))
    return pull_request


def get_pull_request(table: Table, owner: str, name: str, number: int) -> PullRequest | None:
    """One pull request."""
    item = table.get(keys.pull_request(owner, name, number))
    return from_item(item) if item else None


def list_pull_requests(
    table: Table,
    owner: str,
    name: str,
    status: str = OPEN,
    page_size: int = PAGE_SIZE,
    after: str = "",
) -> Page:
    """A repository and its pull requests of one status, the newest first."""
    pull_requests = table.design.layout.pull_requests_of(owner, name)
    parent = keys.repo(owner, name)
    return read_page(
        table, pull_requests, page_size, parent, newest_first=True, status=status, after=after
    )


def close_pull_request(table: Table, owner: str, name: str, number: int) -> None:
    """Close a pull request."""
    _close(table, keys.pull_request(owner, name, number))


def _next_number(table: Table, owner: str, name: str) -> int:
    """DynamoDB has no sequences: add one to the repository's counter and read it back. Should
    the put that follows be lost, a number is lost with it, which nobody minds."""
    increment = table.change(
        keys.repo(owner, name),
        "SET #count = #count + :one",
        {":one": 1},
        {"#count": "IssuesAndPullRequestCount"},
    )
    answer = table.write(increment, ReturnValues="UPDATED_NEW")
    return answer["IssuesAndPullRequestCount"]


def _opening(at: str, creator: str, title: str, content: str) -> dict:
    return {
        "creator_username": creator,
        "title": title,
        "content": content,
        "status": OPEN,
        "reaction_counts": dict.fromkeys(REACTIONS, 0),
        "created_at": at,
        "updated_at": at,
    }


def _close(table: Table, key: Key) -> None:
    table.write(
        table.change(
            key,
            "SET #status = :status, #updated = :at",
            {":status": CLOSED, ":at": table.now()},
            {"#status": "Status", "#updated": "UpdatedAt"},
        )
    )
