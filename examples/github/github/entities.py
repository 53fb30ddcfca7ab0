"""The things the application talks about. Nothing here knows that DynamoDB exists.

Fields that a page of a narrow index does not carry are `None`: "not projected", never "zero".
"""

from dataclasses import dataclass

OPEN = "Open"
CLOSED = "Closed"

OWNER = "Owner"
MEMBER = "Member"

REACTIONS = ("+1", "-1", "smile", "celebration", "disappointed", "heart", "rocket", "eyes")

# A user's organizations live in a map on the user's own item, so their number must stay small.
ORGANIZATIONS_MAX = 40


@dataclass(frozen=True, kw_only=True)
class Entity:
    """Something with an item of its own."""

    @property
    def type(self) -> str:
        """What the item's `Type` attribute says: the key alone cannot tell a user from an
        organization, and migrations and exports select by it."""
        return type(self).__name__


@dataclass(frozen=True, kw_only=True)
class Account(Entity):
    """What can own a repository. Users and organizations share one namespace of names."""

    created_at: str | None = None
    payment_plan: dict[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class User(Account):
    username: str
    name: str | None = None
    organizations: dict[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class Organization(Account):
    organization_name: str
    owner_name: str | None = None
    member_count: int | None = None


@dataclass(frozen=True, kw_only=True)
class Membership(Entity):
    organization_name: str
    username: str
    role: str | None = None
    member_since: str | None = None


@dataclass(frozen=True, kw_only=True)
class InRepo(Entity):
    """Something that belongs to the repository `<repo_owner>/<repo_name>`, or is it."""

    repo_owner: str
    repo_name: str


@dataclass(frozen=True, kw_only=True)
class Repo(InRepo):
    """A repository. A fork is one too: then `fork_owner` owns the repository it came from."""

    description: str | None = None
    issues_and_pull_request_count: int | None = None
    star_count: int | None = None
    fork_count: int | None = None
    created_at: str | None = None
    updated_at: str | None = None
    fork_owner: str | None = None


@dataclass(frozen=True, kw_only=True)
class Thread(InRepo):
    """What an issue and a pull request have in common."""

    creator_username: str | None = None
    title: str | None = None
    content: str | None = None
    status: str | None = None
    reaction_counts: dict[str, int] | None = None
    created_at: str | None = None
    updated_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class Issue(Thread):
    issue_number: int


@dataclass(frozen=True, kw_only=True)
class PullRequest(Thread):
    pull_request_number: int


@dataclass(frozen=True, kw_only=True)
class Comment(InRepo):
    target_number: int
    comment_id: str
    commentor_username: str | None = None
    content: str | None = None
    reaction_counts: dict[str, int] | None = None
    created_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class IssueComment(Comment):
    pass


@dataclass(frozen=True, kw_only=True)
class PullRequestComment(Comment):
    pass


@dataclass(frozen=True, kw_only=True)
class Reaction(InRepo):
    """What one user thinks of one thing. No pattern reads it: it exists so that a transaction
    can refuse the second heart of the same user."""

    target_id: str
    reacting_user: str
    reactions: set[str] | None = None


@dataclass(frozen=True, kw_only=True)
class IssueReaction(Reaction):
    pass


@dataclass(frozen=True, kw_only=True)
class PullRequestReaction(Reaction):
    pass


@dataclass(frozen=True, kw_only=True)
class IssueCommentReaction(Reaction):
    pass


@dataclass(frozen=True, kw_only=True)
class PullRequestCommentReaction(Reaction):
    pass


@dataclass(frozen=True, kw_only=True)
class Star(InRepo):
    username: str
    starred_at: str | None = None


# Every Type that may stand on an item.
ENTITIES = {
    entity.__name__: entity
    for entity in (
        User,
        Organization,
        Membership,
        Repo,
        Issue,
        PullRequest,
        IssueComment,
        PullRequestComment,
        IssueReaction,
        PullRequestReaction,
        IssueCommentReaction,
        PullRequestCommentReaction,
        Star,
    )
}
