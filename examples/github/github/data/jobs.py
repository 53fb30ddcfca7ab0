"""A second, smaller table: jobs, of which workers look for the submitted ones.

The index can be sparse, keyed by a flag that a finished job loses, or keyed by the status, which
every job has for ever. What it projects decides what five progress notes cost.
"""

from dataclasses import dataclass

from . import lifecycle
from .client import Client
from .designs import ALL, INCLUDE, KEYS_ONLY
from .wire import wrap

INDEX_NAME = "SubmittedJobs"
BATCH_MAX = 25

SUBMITTED = "Submitted"
DONE = "Done"

FLAG_SET = "Y"

# What a worker notes on its way, beside the step it has reached.
NOTES = (
    ("fetched", "Worker", "w-7"),
    ("decoded", "StartedAt", "2026-01-05T09:01:00Z"),
    ("scaled", "Progress", 50),
    ("encoded", "Warnings", 1),
    ("stored", "Result", "thumbnails/1"),
)


@dataclass(frozen=True)
class JobsIndex:
    """How submitted jobs are found. `key` is empty where there is no index."""

    title: str
    key: str = ""
    projection: str = ""
    include: tuple[str, ...] = ()


NO_INDEX = JobsIndex("no index: Scan and filter")
JOBS_INDEXES = (
    JobsIndex("sparse, KEYS_ONLY", "SubmittedFlag", KEYS_ONLY),
    JobsIndex("sparse, INCLUDE(Step)", "SubmittedFlag", INCLUDE, ("Step",)),
    JobsIndex("sparse, ALL", "SubmittedFlag", ALL),
    JobsIndex("keyed on Status, KEYS_ONLY", "Status", KEYS_ONLY),
    JobsIndex("keyed on Status, ALL", "Status", ALL),
    NO_INDEX,
)


class Jobs:
    """The jobs table and its five operations."""

    def __init__(self, client: Client, name: str, index: JobsIndex):
        self.client = client
        self.name = name
        self.index = index

    def create(self) -> None:
        lifecycle.create_table(self.client, self._create_request())

    def delete(self) -> None:
        lifecycle.delete_table(self.client, self.name)

    def submit(self, number: int, payload_bytes: int) -> None:
        item = _job(number, payload_bytes)
        self.client.call("PutItem", TableName=self.name, Item=wrap(item))

    def load_finished(self, numbers: range, payload_bytes: int) -> None:
        for start in range(numbers.start, numbers.stop, BATCH_MAX):
            batch = range(start, min(start + BATCH_MAX, numbers.stop))
            items = [_finished(_job(number, payload_bytes)) for number in batch]
            pending = {self.name: [{"PutRequest": {"Item": wrap(item)}} for item in items]}
            while pending:
                answer = self.client.call("BatchWriteItem", RequestItems=pending)
                pending = answer["UnprocessedItems"]

    def note(self, number: int, step: str, attribute: str, value: str | int) -> None:
        """Record progress in attributes that no index is keyed by."""
        names = {"#step": "Step", "#note": attribute}
        self._update(
            number, "SET #step = :step, #note = :note", {":step": step, ":note": value}, names
        )

    def finish(self, number: int) -> None:
        """Mark a job done. Taking the flag away takes it out of a sparse index; an index on
        Status carries it on, in another place."""
        update = "SET #status = :done"
        if self.index.key != "Status":
            update += " REMOVE SubmittedFlag, SubmittedAt"
        self._update(number, update, {":done": DONE}, {"#status": "Status"})

    def list_submitted(self) -> int:
        """How many jobs a worker finds: from the index, or by reading every job there is."""
        if not self.index.key:
            return self._scan_submitted()
        value = SUBMITTED if self.index.key == "Status" else FLAG_SET
        answer = self.client.call(
            "Query",
            TableName=self.name,
            IndexName=INDEX_NAME,
            KeyConditionExpression="#k = :k",
            ExpressionAttributeNames={"#k": self.index.key},
            ExpressionAttributeValues=wrap({":k": value}),
        )
        return answer["Count"]

    def _scan_submitted(self) -> int:
        pages = self.client.scan(
            TableName=self.name,
            FilterExpression="#status = :submitted",
            ExpressionAttributeNames={"#status": "Status"},
            ExpressionAttributeValues=wrap({":submitted": SUBMITTED}),
        )
        return sum(page["Count"] for page in pages)

    def _update(self, number: int, update: str, values: dict, names: dict[str, str]) -> None:
        self.client.call(
            "UpdateItem",
            TableName=self.name,
            Key=wrap({"JobId": _job_id(number)}),
            UpdateExpression=update,
            ConditionExpression="attribute_exists(JobId)",
            ExpressionAttributeNames=names,
            ExpressionAttributeValues=wrap(values),
        )

    def _create_request(self) -> dict:
        keys = {"JobId"} | ({self.index.key, "SubmittedAt"} if self.index.key else set())
        request = {
            "TableName": self.name,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": lifecycle.attribute_definitions(keys),
            "KeySchema": lifecycle.key_schema(("JobId",), ()),
        }
        if self.index.key:
            request["GlobalSecondaryIndexes"] = [self._index_request()]
        return request

    def _index_request(self) -> dict:
        projection = {"ProjectionType": self.index.projection}
        if self.index.include:
            projection["NonKeyAttributes"] = list(self.index.include)
        return {
            "IndexName": INDEX_NAME,
            "KeySchema": lifecycle.key_schema((self.index.key,), ("SubmittedAt",)),
            "Projection": projection,
        }


def _job_id(number: int) -> str:
    return f"job-{number:06d}"


def _job(number: int, payload_bytes: int) -> dict:
    return {
        "JobId": _job_id(number),
        "Type": "Job",
        "Queue": "thumbnails",
        "Status": SUBMITTED,
        "Step": "queued",
        "CreatedAt": "2026-01-05T08:59:00Z",
        "Payload": "x" * payload_bytes,
        "SubmittedFlag": FLAG_SET,
        "SubmittedAt": "2026-01-05T09:00:00Z",
    }


def _finished(job: dict) -> dict:
    kept = {name: job[name] for name in job if not name.startswith("Submitted")}
    return kept | {"Status": DONE}
