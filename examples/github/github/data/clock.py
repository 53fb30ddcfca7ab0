"""Times and identifiers, where nobody injects others."""

import os
import time
from datetime import UTC, datetime

KSUID_EPOCH_SECONDS = 1_400_000_000
KSUID_LENGTH = 27
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def utc_now() -> str:
    """ISO 8601 to the second: its text order is its time order."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_ksuid() -> str:
    """A K-sortable identifier: four bytes of time, sixteen of chance, in base 62. Comments
    keyed by it come back in the order in which they were written."""
    seconds = int(time.time()) - KSUID_EPOCH_SECONDS
    number = int.from_bytes(seconds.to_bytes(4, "big") + os.urandom(16), "big")
    digits = ""
    for _ in range(KSUID_LENGTH):
        number, digit = divmod(number, 62)
        digits = BASE62[digit] + digits
    return digits
