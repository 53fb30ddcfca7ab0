"""Seven ways to index the same items, each a value: a layout of indexes and a projection.

A layout says which indexes there are, which attributes place an entity in them and which part
of an index answers a pattern. The operations ask the layout; none of them knows which it is.
"""

from dataclasses import dataclass

from ..entities import Entity
from . import keys
from .capacity import TABLE

ALL = "ALL"
KEYS_ONLY = "KEYS_ONLY"
INCLUDE = "INCLUDE"

# The key attributes that are not strings.
NUMBER_KEYS = {"PullRequestNumber"}


@dataclass(frozen=True)
class Index:
    """A global secondary index. `include` is what a list page shows: no counters, contents,
    maps or plans, so that writes to those never reach the index."""

    name: str
    hash: tuple[str, ...]
    range: tuple[str, ...]
    include: tuple[str, ...]

    @property
    def key_attributes(self) -> tuple[str, ...]:
        return self.hash + self.range

    @property
    def include_beside_keys(self) -> list[str]:
        """Naming a key attribute again would be accepted and say nothing."""
        return [name for name in self.include if name not in self.key_attributes]


@dataclass(frozen=True)
class Collection:
    """What one Query reads: the rows with these key values, perhaps up to a bound."""

    equal: dict[str, str | int]
    bound: tuple[str, str, str] | None = None  # attribute, operator, value
    index: Index | None = None  # None is the base table
    holds_parent: bool = True  # is the Repo or Account among its rows?


PULL_REQUEST_PAGE = (
    "Type",
    "RepoOwner",
    "RepoName",
    "PullRequestNumber",
    "Title",
    "Status",
    "CreatorUsername",
    "CreatedAt",
)
FORK_PAGE = ("Type", "RepoOwner", "RepoName", "ForkOwner", "CreatedAt")
ACCOUNT_PAGE = (
    "Type",
    "RepoOwner",
    "RepoName",
    "Description",
    "Username",
    "OrganizationName",
    "Name",
)


class Overloaded:
    """The book's layout: three generic indexes, in each of which two kinds of items meet, so
    that one Query yields a parent and its children."""

    pull_requests = Index("GSI1", ("GSI1PK",), ("GSI1SK",), PULL_REQUEST_PAGE)
    forks = Index("GSI2", ("GSI2PK",), ("GSI2SK",), FORK_PAGE)
    account_repos = Index("GSI3", ("GSI3PK",), ("GSI3SK",), ACCOUNT_PAGE)

    def index_keys(self, entity: Entity) -> dict[str, str]:
        return keys.overloaded(entity)

    def touched(self, at: str) -> dict[str, str]:
        """The time stands in two attributes, which every write must keep in step."""
        return {"UpdatedAt": at, "GSI3SK": keys.updated(at)}

    def pull_requests_of(self, owner: str, name: str) -> Collection:
        repo = keys.repo(owner, name)
        return Collection({"GSI1PK": repo.pk}, ("GSI1SK", "<=", repo.sk), self.pull_requests)

    def forks_of(self, owner: str, name: str) -> Collection:
        return Collection({"GSI2PK": keys.repo(owner, name).pk}, index=self.forks)

    def repos_of(self, account: str) -> Collection:
        return Collection({"GSI3PK": keys.account(account).pk}, index=self.account_repos)


class Dedicated:
    """One sparse index for each relationship, keyed by what it is about. The parent is not in
    it, so a page that shows the parent costs one GetItem more."""

    pull_requests = Index(
        "RepoPullRequests", ("PullRequestRepo",), ("PullRequestNumber",), PULL_REQUEST_PAGE
    )
    forks = Index("RepoForks", ("ForkedFrom",), ("ForkedBy",), FORK_PAGE)
    account_repos = Index("AccountRepos", ("AccountName",), ("UpdatedAt",), ACCOUNT_PAGE)

    def index_keys(self, entity: Entity) -> dict[str, str]:
        return keys.dedicated(entity)

    def touched(self, at: str) -> dict[str, str]:
        return {"UpdatedAt": at}

    def pull_requests_of(self, owner: str, name: str) -> Collection:
        return self._members({"PullRequestRepo": keys.repo_name(owner, name)}, self.pull_requests)

    def forks_of(self, owner: str, name: str) -> Collection:
        return self._members({"ForkedFrom": keys.repo_name(owner, name)}, self.forks)

    def repos_of(self, account: str) -> Collection:
        return self._members({"AccountName": keys.account_name(account)}, self.account_repos)

    @staticmethod
    def _members(equal: dict[str, str | int], index: Index) -> Collection:
        return Collection(equal, index=index, holds_parent=False)


class MultiAttribute(Dedicated):
    """Dedicated indexes keyed by the application's attributes as they are. Only pull requests
    have a PullRequestNumber and only forks a ForkOwner, which keeps both indexes sparse. The
    price: such keys compare names as typed, upper and lower case apart."""

    pull_requests = Index(
        "RepoPullRequests", ("RepoOwner", "RepoName"), ("PullRequestNumber",), PULL_REQUEST_PAGE
    )
    forks = Index("RepoForks", ("ForkOwner", "RepoName"), ("RepoOwner",), FORK_PAGE)

    def index_keys(self, entity: Entity) -> dict[str, str]:
        return keys.multi_attribute(entity)

    def pull_requests_of(self, owner: str, name: str) -> Collection:
        return self._members({"RepoOwner": owner, "RepoName": name}, self.pull_requests)

    def forks_of(self, owner: str, name: str) -> Collection:
        return self._members({"ForkOwner": owner, "RepoName": name}, self.forks)


Layout = Overloaded | Dedicated


@dataclass(frozen=True)
class Design:
    letter: str
    title: str
    layout: Layout
    projection: str

    @property
    def indexes(self) -> tuple[Index, ...]:
        return (self.layout.pull_requests, self.layout.forks, self.layout.account_repos)

    @property
    def arms(self) -> tuple[str, ...]:
        """What is charged, in the order of every table and list of figures."""
        return (TABLE, *(index.name for index in self.indexes))

    def in_order(self, figures: dict[str, float]) -> list[float]:
        return [figures.get(arm, 0) for arm in self.arms]

    def cursor_attributes(self, index: Index) -> list[str]:
        """What the LastEvaluatedKey of a page of an index holds."""
        return sorted({"PK", "SK", *index.key_attributes})

    @property
    def covers_pages(self) -> bool:
        """Do index rows carry what a list page shows, or must the items be fetched?"""
        return self.projection != KEYS_ONLY

    def projects(self, index: Index, attribute: str) -> bool:
        if self.projection == ALL or attribute in index.key_attributes:
            return True
        return self.projection == INCLUDE and attribute in index.include

    def projection_of(self, index: Index) -> dict:
        """The `Projection` of CreateTable."""
        projection = {"ProjectionType": self.projection}
        if self.projection == INCLUDE:
            projection["NonKeyAttributes"] = index.include_beside_keys
        return projection


DESIGNS = {
    design.letter: design
    for design in (
        Design("A", "overloaded, ALL", Overloaded(), ALL),
        Design("B", "overloaded, KEYS_ONLY", Overloaded(), KEYS_ONLY),
        Design("C", "overloaded, INCLUDE", Overloaded(), INCLUDE),
        Design("D", "dedicated, ALL", Dedicated(), ALL),
        Design("E", "dedicated, KEYS_ONLY", Dedicated(), KEYS_ONLY),
        Design("F", "dedicated, INCLUDE", Dedicated(), INCLUDE),
        Design("G", "multi-attribute keys, INCLUDE", MultiAttribute(), INCLUDE),
    )
}
