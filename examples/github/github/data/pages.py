"""List pages: a parent and its children, whichever index holds them."""

import json
from dataclasses import dataclass

from ..entities import Entity
from .designs import Collection
from .items import from_item
from .keys import Key
from .table import Table

# GitHub shows 25 children on a page, and 10 repositories.
PAGE_SIZE = 25
REPO_PAGE_SIZE = 10


@dataclass(frozen=True)
class Page:
    """`sort_keys` says where each entity lay in the table; `cursor` is the next `after`."""

    entities: list[Entity]
    sort_keys: list[str]
    scanned: int
    cursor: str

    @property
    def cursor_key(self) -> dict:
        """The LastEvaluatedKey in the cursor."""
        return json.loads(self.cursor) if self.cursor else {}


def read_page(
    table: Table,
    collection: Collection,
    page_size: int,
    parent: Key | None = None,
    newest_first: bool = False,
    status: str | None = None,
    after: str = "",
) -> Page:
    """The parent, on the first page, and up to `page_size` children.

    If the collection holds the parent, one Query reads both; if not, the parent is fetched. If
    index rows are bare keys, the items behind them are fetched too, each charged by itself: that
    is what makes KEYS_ONLY dear to list. The status filter saves no units anywhere, because
    DynamoDB charges for what it evaluates; it runs there when it can and here when it must.
    """
    is_first = not after
    fetched = table.get(parent) if parent and is_first and not collection.holds_parent else None
    rows = table.query(
        collection,
        limit=page_size + (1 if collection.holds_parent and is_first else 0),
        newest_first=newest_first,
        status=status if _can_filter(table, collection) else None,
        after=after,
    )
    items = rows.items
    if collection.index and not table.design.covers_pages:
        items = table.get_many([Key.of_item(row) for row in rows.items])
    items = ([fetched] if fetched else []) + _with_status(items, status)
    return Page(
        entities=[from_item(item) for item in items],
        sort_keys=[item["SK"] for item in items],
        scanned=rows.scanned,
        cursor=rows.cursor,
    )


def _can_filter(table: Table, collection: Collection) -> bool:
    return collection.index is None or table.design.projects(collection.index, "Status")


def _with_status(items: list[dict], status: str | None) -> list[dict]:
    if status is None:
        return items
    return [item for item in items if item.get("Status", status) == status]
