"""The connection: labels every request, asks for its price, and keeps the answers to both."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import boto3
from botocore import xform_name
from botocore.config import Config
from botocore.exceptions import ClientError

from .capacity import READS, Request, request_of

SETTLE_SECONDS = 1.0

LABEL_HEADER = "X-Stator-Label"

METERED = READS | {"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"}


class Refused(Exception):
    """DynamoDB said no. An error carries no capacity, so nothing is noted of its price here."""

    def __init__(self, code: str, message: str, reasons: tuple[str, ...] = ()):
        super().__init__(message)
        self.code = code
        self.message = message
        self.reasons = reasons

    def __str__(self) -> str:
        return f"{self.code} [{', '.join(self.reasons)}]" if self.reasons else self.code


@dataclass(frozen=True)
class Endpoint:
    """Where the table is: a Stator address, or AWS itself (`aws` or an https address)."""

    address: str
    region: str

    @property
    def is_aws(self) -> bool:
        return self.address == "aws" or self.address.startswith("https://")

    def sdk_options(self) -> dict:
        options = {"region_name": self.region}
        if self.address != "aws":
            options["endpoint_url"] = self.address
        if not self.is_aws:
            # The SDK insists on signing; a local server takes any name.
            options |= {"aws_access_key_id": "local", "aws_secret_access_key": "local"}
        return options


class Client:
    """The only holder of an SDK client."""

    def __init__(self, endpoint: Endpoint):
        self.endpoint = endpoint
        self.requests: list[Request] = []
        self._label = ""
        config = Config(retries={"mode": "standard"}, parameter_validation=False)
        self._sdk = boto3.client("dynamodb", config=config, **endpoint.sdk_options())
        self._sdk.meta.events.register("before-sign.dynamodb", self._add_label)

    @contextmanager
    def labelled(self, label: str) -> Iterator[None]:
        """Everything sent inside is metered under this label, here and by the server."""
        outer, self._label = self._label, label
        try:
            yield
        finally:
            self._label = outer

    def call(self, operation: str, **parameters) -> dict:
        if operation in METERED:
            parameters["ReturnConsumedCapacity"] = "INDEXES"
        try:
            answer = getattr(self._sdk, xform_name(operation))(**parameters)
        except ClientError as error:
            raise _refused(error) from None
        if operation in METERED:
            self.requests.append(request_of(self._label, operation, answer))
        return answer

    def settle(self) -> None:
        """Let indexes catch up, which takes AWS a moment and a local server none."""
        if self.endpoint.is_aws:
            time.sleep(SETTLE_SECONDS)

    def scan(self, **request) -> Iterator[dict]:
        """The pages of a whole Scan."""
        while True:
            page = self.call("Scan", **request)
            yield page
            if "LastEvaluatedKey" not in page:
                return
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def _add_label(self, request, **_) -> None:
        if self._label:
            request.headers[LABEL_HEADER] = self._label


def _refused(error: ClientError) -> Refused:
    reasons = error.response.get("CancellationReasons", [])
    return Refused(
        error.response["Error"]["Code"],
        error.response["Error"].get("Message", ""),
        tuple(reason["Code"] for reason in reasons),
    )
