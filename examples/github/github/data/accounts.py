"""Users, organizations and who belongs to whom."""

from ..entities import MEMBER, ORGANIZATIONS_MAX, OWNER, Membership, Organization, User
from . import keys
from .designs import Collection
from .pages import PAGE_SIZE, Page, read_page
from .table import EXISTS, Table

FREE_PLAN = "Free"


def create_user(table: Table, username: str, name: str) -> User:
    """Create a user, unless an account has the name."""
    at = table.now()
    user = User(
        username=username,
        name=name,
        organizations={},
        payment_plan=_plan(at),
        created_at=at,
    )
    table.write(table.put_new(user))
    return user


def create_organization(table: Table, name: str, owner: str) -> Organization:
    """Create an organization whose first member is its owner."""
    at = table.now()
    organization = Organization(
        organization_name=name,
        owner_name=owner,
        member_count=1,
        payment_plan=_plan(at),
        created_at=at,
    )
    table.transact(
        table.put_new(organization),
        table.put_new(_membership(name, owner, OWNER, at)),
        _join(table, owner, name, OWNER, ORGANIZATIONS_MAX),
    )
    return organization


def add_member(
    table: Table,
    organization: str,
    username: str,
    role: str = MEMBER,
    organizations_max: int = ORGANIZATIONS_MAX,
) -> Membership:
    """Add a user to an organization.

    The membership, the organization's head count and the user's own map change together.
    """
    membership = _membership(organization, username, role, table.now())
    count = table.change(
        keys.account(organization),
        "SET MemberCount = MemberCount + :one",
        {":one": 1, ":organization": Organization.__name__},
        {"#t": "Type"},
        f"{EXISTS} AND #t = :organization",
    )
    table.transact(
        table.put_new(membership),
        count,
        _join(table, username, organization, role, organizations_max),
    )
    return membership


def list_members(
    table: Table, organization: str, page_size: int = PAGE_SIZE, after: str = ""
) -> Page:
    """An organization and its members, by name."""
    members = Collection({"PK": keys.account(organization).pk})
    return read_page(table, members, page_size, after=after)


def list_organizations(table: Table, username: str) -> dict[str, str]:
    """The organizations of a user, with the user's role in each.

    Only the map travels, but the whole item is charged.
    """
    item = table.get(keys.account(username), attributes="Organizations")
    return item["Organizations"] if item else {}


def change_plan(table: Table, username: str, plan: str) -> None:
    """Change a user's payment plan."""
    table.write(
        table.change(
            keys.account(username),
            "SET PaymentPlan.PlanType = :plan",
            {":plan": plan, ":user": User.__name__},
            {"#t": "Type"},
            f"{EXISTS} AND #t = :user",
        )
    )


def _join(table: Table, username: str, organization: str, role: str, most: int) -> dict:
    """Note an organization in the user's map, if this is a user with room for one more."""
    return table.change(
        keys.account(username),
        "SET Organizations.#organization = :role",
        {":role": role, ":user": User.__name__, ":max": most},
        {"#organization": organization, "#t": "Type"},
        f"{EXISTS} AND #t = :user AND size(Organizations) < :max",
    )


def _membership(organization: str, username: str, role: str, at: str) -> Membership:
    return Membership(organization_name=organization, username=username, role=role, member_since=at)


def _plan(at: str) -> dict[str, str]:
    return {"PlanType": FREE_PLAN, "PlanStartDate": at}
