"""What people who already use a local DynamoDB rely on, by number: P1 to P18, and the checks that
fail when one of them no longer holds. Those that no other file has are here."""

import pathlib
import re
import socket
import subprocess
import tempfile
import time

import dropin_check as dropin
from http_harness import check

TESTS = pathlib.Path(__file__).resolve().parents[1]
DROP_IN = "http/dropin_check.py"
HTTP = "http/http_check.py"
HERE = "http/contract_checks.py"
CONTAINER = "container/container_check.py"
RESIDENT_KIB_MAX = 10 * 1024
LIST_TABLES = {"X-Amz-Target": "DynamoDB_20120810.ListTables",
               "Content-Type": "application/x-amz-json-1.0"}

CONTRACT = {
    # The port: 8000 on all addresses, -port N, -port=N and --port N; one line when it is taken.
    "P1": [(HERE, "listens_on_port_8000_of_all_addresses"), (HTTP, "listens_on_both_families"),
           (DROP_IN, "is_java"), (DROP_IN, "refuses_unknown_flags_and_taken_ports_in_one_line")],
    # Options of the JVM, then -jar and the flags in any order; the flags alone.
    "P2": [(DROP_IN, "is_java"), (HERE, "takes_the_flags_alone_and_in_any_order")],
    # The flags of DynamoDB Local, and what is wrong with them; variables that mean nothing.
    "P3": [(HERE, "knows_every_flag"),
           (HERE, "refuses_a_database_that_is_in_memory_and_in_a_folder"),
           (HERE, "refuses_a_database_in_a_folder_that_is_missing"),
           (DROP_IN, "refuses_unknown_flags_and_taken_ports_in_one_line")],
    # The image's entry point, command, folder and port.
    "P4": [(CONTAINER, "has_the_settings_of_the_contract"), (CONTAINER, "starts_by_its_defaults"),
           (CONTAINER, "takes_the_port_of_compose_files")],
    # Any user, and folders that are writable for all.
    "P5": [(CONTAINER, "keeps_a_database_in_its_folders_as_any_user"),
           (CONTAINER, "runs_as_any_user"), (CONTAINER, "has_what_scripts_look_for")],
    # A shell and curl in the image.
    "P6": [(CONTAINER, "has_what_scripts_look_for"), (DROP_IN, "is_curl"),
           (CONTAINER, "passes_the_health_checks_of_compose_files"),
           (CONTAINER, "testcontainers_java_and_node"), (CONTAINER, "localstack_containers")],
    # The banner, once it listens.
    "P7": [(DROP_IN, "prints_the_banner_once_it_listens"), (CONTAINER, "testcontainers_rust"),
           (CONTAINER, "amplify")],
    # 400 for whatever is no call.
    "P8": [(DROP_IN, "answers_the_root_with_400"), (CONTAINER, "testcontainers_dotnet")],
    # The paths that answer 200.
    "P9": [(DROP_IN, "answers_health_checks"), (DROP_IN, "is_localstack"),
           (HERE, "shows_a_page_beside_dynamodb_local")],
    # Any path, host, region, key and signature; but a signature there must be.
    "P10": [(DROP_IN, "takes_any_path_key_and_region"), (HERE, "takes_any_host_and_session_token"),
            (HERE, "wants_a_signature")],
    "P11": [(DROP_IN, "allows_the_origins_of_cors"), (HTTP, "answers_preflights")],
    # HTTP: connections, 100-continue, compression, checksums (every Reply of the harness has one).
    "P12": [(HTTP, "keeps_connections"), (HTTP, "closes_connections_when_asked"),
            (HTTP, "asks_to_continue"), (HTTP, "inflates_requests"), (HTTP, "compresses_replies"),
            ("sdk/python/test_transport.py", "test_headers")],
    # Signals, also as the first process of a container; a database that survives SIGKILL.
    "P13": [(HTTP, "ends_within_50_ms"), (CONTAINER, "ends_at_once"),
            (CONTAINER, "ends_as_the_first_process"),
            (HERE, "keeps_a_database_for_the_next_start"),
            ("persistence/kill_check.py", "kills_with_always")],
    "P14": [(DROP_IN, "separates_access_keys_and_regions_unless_shared")],
    # ARNs, which also stand for names.
    "P15": [(HERE, "makes_arns_of_any_region"), ("sdk/python/test_table_arns.py", "test_tables")],
    "P16": [(DROP_IN, "resets"), (DROP_IN, "takes_and_restores_snapshots")],
    "P17": [(DROP_IN, "is_localstack"), (HERE, "takes_the_variables_of_localstack"),
            (CONTAINER, "localstack_containers")],
    "P18": [(HTTP, "starts_quickly"), (HERE, "idles_in_ten_mebibytes")],
}


@check
def every_line_of_the_contract_has_checks():
    assert list(CONTRACT) == [f"P{number}" for number in range(1, 19)]
    for line, checks in CONTRACT.items():
        for path, name in checks:
            text = (TESTS / path).read_text(encoding="utf-8")
            assert re.search(rf"^ *def {name}\(", text, re.MULTILINE), f"{line}: no {name}"


@check
def listens_on_port_8000_of_all_addresses():
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", 8000)) == 0:
            return  # somebody else is there
    for command in ([], ["-jar", "DynamoDBLocal.jar"]):
        lines = 8 if command else 1
        with dropin.Process(dropin.STATOR, *(command or ["serve"]), lines=lines):
            for address in ("127.0.0.1", "127.0.0.2", "::1"):
                socket.create_connection((address, 8000), timeout=5).close()


@check
def takes_the_flags_alone_and_in_any_order():
    folder, java = dropin.named("java")
    with folder:
        for words in (["-sharedDb", "-port", "{}", "-inMemory"],
                      ["-inMemory", "-jar", "DynamoDBLocal.jar", "-port", "{}", "-sharedDb"],
                      ["-jar", "a/DynamoDBLocal.jar", "-inMemory", "-port={}", "-sharedDb"],
                      ["-jar", "DynamoDBLocal.jar", "-sharedDb", "--port", "{}"]):
            port = dropin.free_port()
            with dropin.Process(java, *[word.format(port) for word in words], lines=8) as process:
                assert f"Port:\t{port}\n" in process.banner, words
                assert "SharedDb:\ttrue\n" in process.banner, words
                assert dropin.call(port, "ListTables", {})[0] == 200


@check
def knows_every_flag():
    process, port = dropin.local("-inMemory", "-sharedDb", "-cors", "*", "-delayTransientStatuses",
                                 "-disableTelemetry", env={"DDB_LOCAL_TELEMETRY": "1"})
    with process:
        assert "shouldDelayTransientStatuses:\ttrue\n" in process.banner
        dropin.call(port, "CreateTable", dropin.table())
        described = dropin.call(port, "DescribeTable", {"TableName": "Tab"})[1]
        assert b'"TableStatus":"CREATING"' in described, described
    for flag in ("-help", "-version"):
        done = subprocess.run([dropin.STATOR, "-jar", "DynamoDBLocal.jar", flag],
                              capture_output=True, check=False)
        assert done.returncode == 0 and done.stdout, flag


@check
def refuses_a_database_that_is_in_memory_and_in_a_folder():
    done = subprocess.run([dropin.STATOR, "-jar", "DynamoDBLocal.jar", "-inMemory", "-dbPath", "/"],
                          capture_output=True, check=False, timeout=10)
    assert done.returncode != 0 and done.stderr.count(b"\n") == 1, done


@check
def refuses_a_database_in_a_folder_that_is_missing():
    done = subprocess.run([dropin.STATOR, "-jar", "DynamoDBLocal.jar", "-dbPath", "/no/folder"],
                          capture_output=True, check=False, timeout=10)
    assert done.returncode != 0
    assert done.stderr == b"Invalid directory for database creation.\n", done.stderr


@check
def keeps_a_database_for_the_next_start():
    with tempfile.TemporaryDirectory() as folder:
        for number in range(2):
            process, port = dropin.local("-dbPath", folder, "-optimizeDbBeforeStartup")
            with process:
                assert f"InMemory:\tfalse\nDbPath:\t{folder}\n" in process.banner
                if number == 0:
                    assert dropin.call(port, "CreateTable", dropin.table())[0] == 200
                    process.process.kill()
                else:
                    assert dropin.call(port, "DescribeTable", {"TableName": "Tab"})[0] == 200


@check
def shows_a_page_beside_dynamodb_local():
    process, port = dropin.local("-inMemory")
    with process:
        for path in ("/shell", "/shell/", "/ping", "/health"):
            assert dropin.ask(port, "GET", path)[0] == 200, path


@check
def takes_any_host_and_session_token():
    process, port = dropin.native()
    with process:
        for headers in ({"Host": "dynamodb.us-east-1.amazonaws.com"},
                        {"Host": "dynamodb-local:8000"}, {"X-Amz-Security-Token": "a token"}):
            status, _, _ = dropin.ask(port, "POST", "/", "{}", {
                **LIST_TABLES, "X-Amz-Date": "20261130T000000Z",
                "Authorization": dropin.AUTHORIZATION, **headers})
            assert status == 200, headers


@check
def wants_a_signature():
    for make in (dropin.native, lambda: dropin.local("-inMemory")):
        process, port = make()
        with process:
            status, body, _ = dropin.ask(port, "POST", "/", "{}", LIST_TABLES)
            assert status == 400 and b"MissingAuthenticationToken" in body, body


@check
def makes_arns_of_any_region():
    for region in ("eu-central-1", "ddblocal", "local"):
        process, port = dropin.native()
        with process:
            body = dropin.call(port, "CreateTable", dropin.table(), region=region)[1]
            arn = f"arn:aws:dynamodb:{region}:000000000000:table/Tab"
            assert f'"TableArn":"{arn}"'.encode() in body, body
            assert dropin.call(port, "DescribeTable", {"TableName": arn}, region=region)[0] == 200


@check
def takes_the_variables_of_localstack():
    variables = {"DYNAMODB_SHARE_DB": "0", "DYNAMODB_DELAY_TRANSIENT_STATUSES": "1",
                 "DYNAMODB_IN_MEMORY": "1", "DEFAULT_REGION": "eu-west-1",
                 "SERVICES": "s3,dynamodb", "EDGE_PORT": str(dropin.free_port())}
    port = int(variables["EDGE_PORT"])
    with dropin.Process(dropin.STATOR, "localstack", lines=2, env=variables):
        body = dropin.call(port, "CreateTable", dropin.table(), key="one")[1]
        assert b'"TableStatus":"CREATING"' in body, body
        described = dropin.call(port, "DescribeTable", {"TableName": "Tab"}, key="one")[1]
        assert b'"TableStatus":"CREATING"' in described, described
        assert dropin.call(port, "DescribeTable", {"TableName": "Tab"}, key="two")[0] == 400


@check
def idles_in_ten_mebibytes():
    with open(dropin.STATOR, "rb") as binary:
        if re.search(rb"__(asan|tsan|ubsan)_", binary.read()):
            return  # sanitizers take memory of their own
    process, port = dropin.native()
    with process:
        assert dropin.call(port, "ListTables", {})[0] == 200
        time.sleep(0.1)
        status = pathlib.Path(f"/proc/{process.process.pid}/status").read_text(encoding="ascii")
        resident = int(re.search(r"VmRSS:\s+(\d+)", status).group(1))
        assert resident < RESIDENT_KIB_MAX, f"{resident} KiB"
