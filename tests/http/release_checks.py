"""Checks of the release binary as a file: what people download is one of its promises."""

import os
import shutil
import tempfile

from http_harness import GET, Server, check, exchange, request_bytes

BINARY_BYTES_MAX = 6 * 1024 * 1024


@check
def is_a_small_file():
    size = os.path.getsize(Server.path)
    print(f"the release binary has {size:,} bytes")
    assert size <= BINARY_BYTES_MAX, f"{size:,} bytes, and {BINARY_BYTES_MAX:,} is the limit"


@check
def runs_in_an_empty_root_directory():
    with tempfile.TemporaryDirectory() as root:
        shutil.copy(Server.path, os.path.join(root, "stator"))
        # Whoever is not root needs a user namespace for that.
        enter = ["chroot", root] if os.geteuid() == 0 else ["unshare", "-r", "--root", root]
        with Server(command=[*enter, "/stator"]) as server, server.connect() as connection:
            assert exchange(connection, GET).status == 200
            assert exchange(connection, request_bytes()).body == b'{"TableNames":[]}'
            server.end()
        assert os.listdir(root) == ["stator"], "it left files behind"
