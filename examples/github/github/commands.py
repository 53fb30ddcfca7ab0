"""One command for each access pattern: the list that the command line, the measured run and the
tables share. A command's arguments are its function's parameters."""

from collections.abc import Callable
from dataclasses import dataclass

from . import data


@dataclass(frozen=True)
class Command:
    pattern: str
    name: str
    title: str
    function: Callable


COMMANDS = {
    command.name: command
    for command in (
        Command("01", "create-repo", "Create Repo", data.create_repo),
        Command("02", "get-repo", "Get Repo", data.get_repo),
        Command("03", "create-issue", "Create Issue", data.create_issue),
        Command("04", "get-issue", "Get Issue", data.get_issue),
        Command("05", "list-issues", "List Issues by status", data.list_issues),
        Command("06", "create-pull-request", "Create PR", data.create_pull_request),
        Command("07", "get-pull-request", "Get PR", data.get_pull_request),
        Command("08", "list-pull-requests", "List PRs by status", data.list_pull_requests),
        Command("09", "fork-repo", "Fork Repo", data.fork_repo),
        Command("10", "list-forks", "List Forks", data.list_forks),
        Command("11", "comment-on-issue", "Comment on Issue", data.comment_on_issue),
        Command("12", "comment-on-pull-request", "Comment on PR", data.comment_on_pull_request),
        Command("13", "react-to-issue", "React to Issue", data.react_to_issue),
        Command("14", "react-to-pull-request", "React to PR", data.react_to_pull_request),
        Command("15", "react-to-comment", "React to Comment", data.react_to_comment),
        Command("16", "star-repo", "Star Repo", data.star_repo),
        Command("17", "list-stargazers", "List Stargazers", data.list_stargazers),
        Command("18", "create-user", "Create User", data.create_user),
        Command("19", "create-organization", "Create Organization", data.create_organization),
        Command("20", "add-member", "Add User to Organization", data.add_member),
        Command("21", "list-members", "List Users of Organization", data.list_members),
        Command("22", "list-organizations", "List Organizations of User", data.list_organizations),
        Command("23", "list-user-repos", "List Repos of User", data.list_account_repos),
        Command(
            "24", "list-organization-repos", "List Repos of Organization", data.list_account_repos
        ),
        Command("X1", "close-issue", "Close Issue", data.close_issue),
        Command("X2", "close-pull-request", "Close PR", data.close_pull_request),
        Command("X3", "touch-repo", "Touch Repo (push)", data.touch_repo),
        Command("X4", "change-plan", "Change Payment Plan", data.change_plan),
        Command("X5", "list-comments", "List Comments", data.list_comments),
    )
}

TITLES = {command.pattern: command.title for command in COMMANDS.values()}
