"""Comments and reactions. Each is a transaction with the thing it is about, so that nothing can
be said about what does not exist and no reaction is counted twice."""

from typing import Literal

from ..entities import (
    REACTIONS,
    Comment,
    IssueComment,
    IssueCommentReaction,
    IssueReaction,
    PullRequestComment,
    PullRequestCommentReaction,
    PullRequestReaction,
    Reaction,
)
from . import keys
from .designs import Collection
from .keys import Key
from .pages import PAGE_SIZE, Page, read_page
from .table import Table

ON_ISSUE = "issue"
ON_PULL_REQUEST = "pull-request"
CommentedOn = Literal["issue", "pull-request"]


def comment_on_issue(
    table: Table, owner: str, name: str, number: int, username: str, content: str
) -> IssueComment:
    """Comment on an issue."""
    comment = _new_comment(IssueComment, table, owner, name, number, username, content)
    _comment(table, keys.issue(owner, name, number), comment)
    return comment


def comment_on_pull_request(
    table: Table, owner: str, name: str, number: int, username: str, content: str
) -> PullRequestComment:
    """Comment on a pull request."""
    comment = _new_comment(PullRequestComment, table, owner, name, number, username, content)
    _comment(table, keys.pull_request(owner, name, number), comment)
    return comment


def list_comments(
    table: Table,
    on: CommentedOn,
    owner: str,
    name: str,
    number: int,
    page_size: int = PAGE_SIZE,
    after: str = "",
) -> Page:
    """The comments on an issue or a pull request, the oldest first."""
    key_of_comment, _ = _COMMENT_KINDS[on]
    partition = key_of_comment(owner, name, number, "").pk
    comments = Collection({"PK": partition}, holds_parent=False)
    return read_page(table, comments, page_size, after=after)


def react_to_issue(
    table: Table, owner: str, name: str, number: int, username: str, reaction: str
) -> None:
    """React to an issue: once for each user and emoji."""
    target = keys.padded(number)
    edge = _edge(IssueReaction, owner, name, target, username, reaction)
    _react(table, keys.issue(owner, name, number), edge, reaction)


def react_to_pull_request(
    table: Table, owner: str, name: str, number: int, username: str, reaction: str
) -> None:
    """React to a pull request."""
    target = keys.padded(number)
    edge = _edge(PullRequestReaction, owner, name, target, username, reaction)
    _react(table, keys.pull_request(owner, name, number), edge, reaction)


def react_to_comment(
    table: Table,
    on: CommentedOn,
    owner: str,
    name: str,
    number: int,
    comment_id: str,
    username: str,
    reaction: str,
) -> None:
    """React to a comment on an issue or a pull request."""
    key_of_comment, edge_kind = _COMMENT_KINDS[on]
    edge = _edge(edge_kind, owner, name, comment_id, username, reaction)
    _react(table, key_of_comment(owner, name, number, comment_id), edge, reaction)


_COMMENT_KINDS = {
    ON_ISSUE: (keys.issue_comment, IssueCommentReaction),
    ON_PULL_REQUEST: (keys.pull_request_comment, PullRequestCommentReaction),
}


def _new_comment(
    kind: type[Comment],
    table: Table,
    owner: str,
    name: str,
    number: int,
    username: str,
    content: str,
) -> Comment:
    return kind(
        repo_owner=owner,
        repo_name=name,
        target_number=number,
        comment_id=table.new_id(),
        commentor_username=username,
        content=content,
        reaction_counts=dict.fromkeys(REACTIONS, 0),
        created_at=table.now(),
    )


def _comment(table: Table, target: Key, comment: Comment) -> None:
    table.transact(table.must_exist(target), table.put_new(comment))


def _edge(
    kind: type[Reaction], owner: str, name: str, target: str, username: str, reaction: str
) -> Reaction:
    return kind(
        repo_owner=owner,
        repo_name=name,
        target_id=target,
        reacting_user=username,
        reactions={reaction},
    )


def _react(table: Table, target: Key, edge: Reaction, reaction: str) -> None:
    """Add to the user's set of reactions and to the target's count. The edge is updated rather
    than put: the same user may add a second emoji, but not the same one again."""
    remember = table.change(
        keys.of(edge),
        "SET #t = :t, RepoOwner = :owner, RepoName = :name, TargetId = :id, "
        "ReactingUser = :user ADD Reactions :set",
        {
            ":t": edge.type,
            ":owner": edge.repo_owner,
            ":name": edge.repo_name,
            ":id": edge.target_id,
            ":user": edge.reacting_user,
            ":set": edge.reactions,
            ":reaction": reaction,
        },
        {"#t": "Type"},
        "attribute_not_exists(Reactions) OR NOT contains(Reactions, :reaction)",
    )
    count = table.change(
        target,
        "SET ReactionCounts.#reaction = ReactionCounts.#reaction + :one",
        {":one": 1},
        {"#reaction": reaction},
    )
    table.transact(remember, count)
