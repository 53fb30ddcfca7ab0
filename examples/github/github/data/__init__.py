"""The boundary: table definitions, key templates and every call of the SDK live in here.

Outside, the application passes and receives entities. Nothing outside builds a PK, unwraps a
`{"S": ...}` or knows which design the table has.
"""

from . import mistakes
from .accounts import (
    add_member,
    change_plan,
    create_organization,
    create_user,
    list_members,
    list_organizations,
)
from .capacity import READS, TABLE, Request, add
from .client import Client, Endpoint, Refused
from .designs import DESIGNS, Design
from .interactions import (
    ON_ISSUE,
    ON_PULL_REQUEST,
    comment_on_issue,
    comment_on_pull_request,
    list_comments,
    react_to_comment,
    react_to_issue,
    react_to_pull_request,
)
from .pages import Page
from .repos import (
    create_repo,
    fork_repo,
    get_repo,
    list_account_repos,
    list_forks,
    list_stargazers,
    star_repo,
    touch_repo,
)
from .table import Table
from .threads import (
    close_issue,
    close_pull_request,
    create_issue,
    create_pull_request,
    get_issue,
    get_pull_request,
    list_issues,
    list_pull_requests,
)

__all__ = [
    "DESIGNS",
    "ON_ISSUE",
    "ON_PULL_REQUEST",
    "READS",
    "TABLE",
    "Client",
    "Design",
    "Endpoint",
    "Page",
    "Refused",
    "Request",
    "Table",
    "add",
    "add_member",
    "change_plan",
    "close_issue",
    "close_pull_request",
    "comment_on_issue",
    "comment_on_pull_request",
    "create_issue",
    "create_organization",
    "create_pull_request",
    "create_repo",
    "create_user",
    "fork_repo",
    "get_issue",
    "get_pull_request",
    "get_repo",
    "list_account_repos",
    "list_comments",
    "list_forks",
    "list_issues",
    "list_members",
    "list_organizations",
    "list_pull_requests",
    "list_stargazers",
    "mistakes",
    "react_to_comment",
    "react_to_issue",
    "react_to_pull_request",
    "star_repo",
    "touch_repo",
]
