"""Repositories, their forks and their stars."""

from ..entities import Repo, Star
from . import keys
from .designs import Collection
from .items import from_item
from .pages import PAGE_SIZE, REPO_PAGE_SIZE, Page, read_page
from .table import Table


def create_repo(table: Table, owner: str, name: str, description: str = "") -> Repo:
    """Create a repository of a user or an organization."""
    repo = new_repo(table, owner, name, description)
    table.write(table.put_new(repo))
    return repo


def get_repo(table: Table, owner: str, name: str) -> Repo | None:
    """A repository with its counters."""
    item = table.get(keys.repo(owner, name))
    return from_item(item) if item else None


def fork_repo(table: Table, owner: str, name: str, forker: str, description: str = "") -> Repo:
    """Fork a repository: a new repository and one more fork of the original, or neither."""
    fork = new_repo(table, forker, name, description, fork_owner=owner)
    table.transact(table.put_new(fork), _count(table, owner, name, "ForkCount"))
    return fork


def list_forks(
    table: Table, owner: str, name: str, page_size: int = PAGE_SIZE, after: str = ""
) -> Page:
    """A repository and its forks, by owner."""
    forks = table.design.layout.forks_of(owner, name)
    return read_page(table, forks, page_size, parent=keys.repo(owner, name), after=after)


def star_repo(table: Table, owner: str, name: str, username: str) -> Star:
    """Star a repository: once for each user."""
    star = Star(repo_owner=owner, repo_name=name, username=username, starred_at=table.now())
    table.transact(table.put_new(star), _count(table, owner, name, "StarCount"))
    return star


def list_stargazers(
    table: Table, owner: str, name: str, page_size: int = PAGE_SIZE, after: str = ""
) -> Page:
    """A repository and who starred it, by name.

    The repository's issues sort below it and stay unread.
    """
    repo = keys.repo(owner, name)
    stars = Collection({"PK": repo.pk}, ("SK", ">=", repo.sk))
    return read_page(table, stars, page_size, after=after)


def touch_repo(table: Table, owner: str, name: str) -> None:
    """Note that something was pushed, which moves the repository in its account's list."""
    touched = table.design.layout.touched(table.now())
    names = {f"#a{n}": attribute for n, attribute in enumerate(touched)}
    values = {f":a{n}": value for n, value in enumerate(touched.values())}
    terms = ", ".join(f"{name} = {value}" for name, value in zip(names, values))
    table.write(table.change(keys.repo(owner, name), f"SET {terms}", values, names))


def list_account_repos(
    table: Table, account: str, page_size: int = REPO_PAGE_SIZE, after: str = ""
) -> Page:
    """A user or an organization and its repositories, the last pushed to first."""
    repos = table.design.layout.repos_of(account)
    parent = keys.account(account)
    return read_page(table, repos, page_size, parent, newest_first=True, after=after)


def new_repo(
    table: Table, owner: str, name: str, description: str, fork_owner: str | None = None
) -> Repo:
    at = table.now()
    return Repo(
        repo_owner=owner,
        repo_name=name,
        description=description,
        issues_and_pull_request_count=0,
        star_count=0,
        fork_count=0,
        created_at=at,
        updated_at=at,
        fork_owner=fork_owner,
    )


def _count(table: Table, owner: str, name: str, counter: str) -> dict:
    return table.change(keys.repo(owner, name), f"SET {counter} = {counter} + :one", {":one": 1})
