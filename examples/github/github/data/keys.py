"""Every key template of the model: the entity chart as code.

Names are lower-cased inside keys, because `Ana/Widgets` and `ana/widgets` are one repository;
the attributes keep what was typed. Numbers are padded so that text order is number order.
"""

from typing import NamedTuple

from ..entities import (
    Entity,
    Issue,
    IssueComment,
    IssueCommentReaction,
    IssueReaction,
    Membership,
    Organization,
    PullRequest,
    PullRequestComment,
    PullRequestCommentReaction,
    PullRequestReaction,
    Repo,
    Star,
    User,
)

NUMBER_WIDTH = 7


class Key(NamedTuple):
    """The primary key of one item."""

    pk: str
    sk: str

    @classmethod
    def twice(cls, value: str) -> "Key":
        """For an item that leads its collection, or has none: the same value on both sides."""
        return cls(value, value)

    @classmethod
    def of_item(cls, item: dict) -> "Key":
        return cls(item["PK"], item["SK"])

    def attributes(self) -> dict[str, str]:
        return {"PK": self.pk, "SK": self.sk}


def padded(number: int) -> str:
    return f"{number:0{NUMBER_WIDTH}d}"


def _path(owner: str, repo: str) -> str:
    return f"{owner}#{repo}".lower()


# --- The base table -------------------------------------------------------------------------


def account(name: str) -> Key:
    return Key.twice(f"ACCOUNT#{name.lower()}")


def membership(organization: str, user: str) -> Key:
    return Key(account(organization).pk, f"MEMBERSHIP#{user.lower()}")


def repo(owner: str, name: str) -> Key:
    return Key.twice(f"REPO#{_path(owner, name)}")


def issue(owner: str, name: str, number: int) -> Key:
    return Key(repo(owner, name).pk, f"ISSUE#{padded(number)}")


def pull_request(owner: str, name: str, number: int) -> Key:
    return Key.twice(f"PR#{_path(owner, name)}#{padded(number)}")


def issue_comment(owner: str, name: str, number: int, comment_id: str) -> Key:
    return _comment("ISSUECOMMENT", owner, name, number, comment_id)


def pull_request_comment(owner: str, name: str, number: int, comment_id: str) -> Key:
    return _comment("PRCOMMENT", owner, name, number, comment_id)


def star(owner: str, name: str, user: str) -> Key:
    return Key(repo(owner, name).pk, f"STAR#{user.lower()}")


def _comment(prefix: str, owner: str, name: str, number: int, comment_id: str) -> Key:
    return Key(f"{prefix}#{_path(owner, name)}#{padded(number)}", f"{prefix}#{comment_id}")


def _reaction(prefix: str, owner: str, name: str, target: str, user: str) -> Key:
    return Key.twice(f"{prefix}#{_path(owner, name)}#{target}#{user.lower()}")


def of(entity: Entity) -> Key:
    """The primary key under which an entity is stored."""
    match entity:
        case User(username=name) | Organization(organization_name=name):
            return account(name)
        case Membership(organization_name=organization, username=user):
            return membership(organization, user)
        case Repo(repo_owner=owner, repo_name=name):
            return repo(owner, name)
        case Issue(repo_owner=owner, repo_name=name, issue_number=number):
            return issue(owner, name, number)
        case PullRequest(repo_owner=owner, repo_name=name, pull_request_number=number):
            return pull_request(owner, name, number)
        case IssueComment(repo_owner=owner, repo_name=name, target_number=number):
            return issue_comment(owner, name, number, entity.comment_id)
        case PullRequestComment(repo_owner=owner, repo_name=name, target_number=number):
            return pull_request_comment(owner, name, number, entity.comment_id)
        case IssueReaction(repo_owner=owner, repo_name=name, target_id=target):
            return _reaction("ISSUEREACTION", owner, name, target, entity.reacting_user)
        case PullRequestReaction(repo_owner=owner, repo_name=name, target_id=target):
            return _reaction("PRREACTION", owner, name, target, entity.reacting_user)
        case IssueCommentReaction(repo_owner=owner, repo_name=name, target_id=target):
            return _reaction("ISSUECOMMENTREACTION", owner, name, target, entity.reacting_user)
        case PullRequestCommentReaction(repo_owner=owner, repo_name=name, target_id=target):
            return _reaction("PRCOMMENTREACTION", owner, name, target, entity.reacting_user)
        case Star(repo_owner=owner, repo_name=name, username=user):
            return star(owner, name, user)
    raise TypeError(f"{entity.type} has no key template")


# --- Overloaded indexes: GSI1 Repo + PR, GSI2 Repo + Fork, GSI3 Account + Repo ----------------


def updated(at: str) -> str:
    """GSI3SK of a repository. `#` sorts before the `A` of `ACCOUNT#`, so that a backwards read
    yields the account first and then its repositories, the newest first."""
    return f"#{at}"


def overloaded(entity: Entity) -> dict[str, str]:
    """The GSI1 to GSI3 attributes of an entity. Repo and fork differ in the two templates of
    GSI2, which nothing but this `match` enforces."""
    match entity:
        case Repo(repo_owner=owner, repo_name=name, fork_owner=None):
            return _overloaded_repo(entity) | {
                "GSI2PK": repo(owner, name).pk,
                "GSI2SK": f"#REPO#{name.lower()}",
            }
        case Repo(repo_owner=forker, repo_name=name, fork_owner=original_owner):
            return _overloaded_repo(entity) | {
                "GSI2PK": repo(original_owner, name).pk,
                "GSI2SK": f"FORK#{forker.lower()}",
            }
        case PullRequest(repo_owner=owner, repo_name=name, pull_request_number=number):
            return {"GSI1PK": repo(owner, name).pk, "GSI1SK": f"PR#{padded(number)}"}
        case User(username=name) | Organization(organization_name=name):
            return {"GSI3PK": account(name).pk, "GSI3SK": account(name).sk}
    return {}


def _overloaded_repo(entity: Repo) -> dict[str, str]:
    own = repo(entity.repo_owner, entity.repo_name)
    return {
        "GSI1PK": own.pk,
        "GSI1SK": own.sk,
        "GSI3PK": account(entity.repo_owner).pk,
        "GSI3SK": updated(entity.updated_at),
    }


# --- Dedicated indexes: one relationship, one index, only its members -------------------------


def repo_name(owner: str, name: str) -> str:
    """How a dedicated index names a repository."""
    return f"{owner}/{name}".lower()


def account_name(name: str) -> str:
    return name.lower()


def dedicated(entity: Entity) -> dict[str, str]:
    """The attributes that place an entity in a dedicated index. `UpdatedAt` and
    `PullRequestNumber` are keys too, but the application has them anyway."""
    match entity:
        case Repo(repo_owner=owner, fork_owner=None):
            return {"AccountName": account_name(owner)}
        case Repo(repo_owner=forker, repo_name=name, fork_owner=original_owner):
            return {
                "AccountName": account_name(forker),
                "ForkedFrom": repo_name(original_owner, name),
                "ForkedBy": account_name(forker),
            }
        case PullRequest(repo_owner=owner, repo_name=name):
            return {"PullRequestRepo": repo_name(owner, name)}
    return {}


def multi_attribute(entity: Entity) -> dict[str, str]:
    """With keys of several attributes the application's own attributes are the keys. One
    synthetic attribute remains: issues have RepoOwner and UpdatedAt too, so only a further
    attribute keeps them out of the index of an account's repositories."""
    match entity:
        case Repo(repo_owner=owner):
            return {"AccountName": account_name(owner)}
    return {}
