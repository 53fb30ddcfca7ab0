"""The table as the operations use it: keys and plain values in, plain values out.

A write is described once (`put_new`, `change`, `must_exist`) and then sent alone with `write`
or together with others in `transact`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from ..entities import Entity
from . import lifecycle
from .client import Client
from .clock import new_ksuid, utc_now
from .designs import Collection, Design
from .items import to_item
from .keys import Key
from .wire import unwrap, wrap

IS_NEW = "attribute_not_exists(PK)"
EXISTS = "attribute_exists(PK)"


@dataclass(frozen=True)
class Rows:
    """One page as read. `cursor` continues it; empty when nothing is left."""

    items: list[dict]
    scanned: int
    cursor: str


class Table:
    """A table of one design. Time and identifiers come from outside, so that a run can be
    repeated to the byte."""

    def __init__(
        self,
        client: Client,
        name: str,
        design: Design,
        now: Callable[[], str] = utc_now,
        new_id: Callable[[], str] = new_ksuid,
    ):
        self.client = client
        self.name = name
        self.design = design
        self.now = now
        self.new_id = new_id

    def create(self) -> None:
        lifecycle.create_table(self.client, lifecycle.github_table(self.name, self.design))

    def delete(self) -> None:
        lifecycle.delete_table(self.client, self.name)

    # --- Writing ------------------------------------------------------------------------------

    def put_new(self, entity: Entity) -> dict:
        """A Put that refuses to replace."""
        item = to_item(entity, self.design.layout)
        return {"Put": self._request(Item=wrap(item), ConditionExpression=IS_NEW)}

    def change(
        self,
        key: Key,
        update: str,
        values: dict,
        names: dict[str, str] | None = None,
        condition: str = EXISTS,
    ) -> dict:
        """An Update; by default of an item that is there, for a bare one would create it."""
        request = self._request(
            Key=wrap(key.attributes()),
            UpdateExpression=update,
            ExpressionAttributeValues=wrap(values),
        )
        if names:
            request["ExpressionAttributeNames"] = names
        if condition:
            request["ConditionExpression"] = condition
        return {"Update": request}

    def must_exist(self, key: Key) -> dict:
        key_attributes = wrap(key.attributes())
        return {"ConditionCheck": self._request(Key=key_attributes, ConditionExpression=EXISTS)}

    def write(self, action: dict, **options) -> dict:
        """Send one write alone; the answer is what `ReturnValues` asked for."""
        ((kind, request),) = action.items()
        answer = self.client.call(f"{kind}Item", **request, **options)
        return unwrap(answer.get("Attributes", {}))

    def transact(self, *actions: dict) -> None:
        self.client.call("TransactWriteItems", TransactItems=list(actions))

    def delete_item(self, key: Key) -> None:
        self.client.call("DeleteItem", **self._request(Key=wrap(key.attributes())))

    # --- Reading ------------------------------------------------------------------------------

    def get(self, key: Key, attributes: str = "") -> dict | None:
        request = self._request(Key=wrap(key.attributes()))
        if attributes:
            request["ProjectionExpression"] = attributes
        answer = self.client.call("GetItem", **request)
        return unwrap(answer["Item"]) if "Item" in answer else None

    def get_many(self, wanted: list[Key]) -> list[dict]:
        """Whole items in the order asked for, which BatchGetItem does not keep."""
        found: dict[Key, dict] = {}
        pending = {self.name: {"Keys": [wrap(key.attributes()) for key in wanted]}}
        while wanted and pending:
            answer = self.client.call("BatchGetItem", RequestItems=pending)
            items = map(unwrap, answer["Responses"][self.name])
            found |= {Key.of_item(item): item for item in items}
            pending = answer["UnprocessedKeys"]
        return [found[key] for key in wanted if key in found]

    def query(
        self,
        collection: Collection,
        limit: int,
        newest_first: bool = False,
        status: str | None = None,
        after: str = "",
    ) -> Rows:
        """One page of a collection. Rows without a Status, the parents, pass its filter."""
        conditions = [(name, "=", value) for name, value in collection.equal.items()]
        conditions += [collection.bound] if collection.bound else []
        names = {f"#k{n}": name for n, (name, _, _) in enumerate(conditions)}
        values = {f":k{n}": value for n, (_, _, value) in enumerate(conditions)}
        terms = [f"#k{n} {operator} :k{n}" for n, (_, operator, _) in enumerate(conditions)]

        request = self._request(
            KeyConditionExpression=" AND ".join(terms),
            ScanIndexForward=not newest_first,
            Limit=limit,
        )
        if collection.index:
            request["IndexName"] = collection.index.name
        if status:
            request["FilterExpression"] = "attribute_not_exists(#status) OR #status = :status"
            names["#status"] = "Status"
            values[":status"] = status
        if after:
            request["ExclusiveStartKey"] = wrap(json.loads(after))
        request["ExpressionAttributeNames"] = names
        request["ExpressionAttributeValues"] = wrap(values)
        return self._rows(self.client.call("Query", **request))

    def snapshot(self) -> dict[Key, dict]:
        """Every item, to compare before and after."""
        pages = self.client.scan(**self._request(ConsistentRead=True))
        items = (unwrap(item) for page in pages for item in page["Items"])
        return {Key.of_item(item): item for item in items}

    def count_rows(self, index_name: str = "") -> int:
        """How many rows the table or an index holds (DescribeTable would be hours late)."""
        source = {"IndexName": index_name} if index_name else {}
        pages = self.client.scan(**self._request(Select="COUNT", **source))
        return sum(page["Count"] for page in pages)

    def _request(self, **parameters) -> dict:
        return {"TableName": self.name, **parameters}

    @staticmethod
    def _rows(answer: dict) -> Rows:
        last = answer.get("LastEvaluatedKey")
        return Rows(
            items=[unwrap(item) for item in answer["Items"]],
            scanned=answer["ScannedCount"],
            cursor=json.dumps(unwrap(last), sort_keys=True) if last else "",
        )
