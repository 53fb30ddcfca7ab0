"""Checks of TLS: what a client sees that speaks it, beside clients that do not."""

import contextlib
import hashlib
import json
import os
import socket
import ssl
import subprocess
import tempfile
import threading

from http_harness import GET, Reply, Server, check, exchange, is_closed, request_bytes, run_to_end

LARGE_TEXT_BYTES = 390 * 1024


def unverifying(**settings):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    for name, value in settings.items():
        setattr(context, name, value)
    return context


def connect(server, context=None, session=None, **options):
    connection = (context or unverifying()).wrap_socket(
        server.connect(), server_hostname="localhost", session=session, **options)
    connection.settimeout(10)
    return connection


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, timeout=60)


@contextlib.contextmanager
def certificate_files(kind=("ec", "-pkeyopt", "ec_paramgen_curve:P-256")):
    """Paths of a certificate for localhost and of its key."""
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
        openssl("req", "-x509", "-nodes", "-newkey", *kind, "-keyout", key, "-out", certificate,
                "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1")
        yield certificate, key


def call(operation, body):
    data = json.dumps(body).encode()
    return request_bytes(data).replace(b"ListTables", operation.encode())


@check
def shows_the_fingerprint_of_its_certificate():
    with Server("--tls", "self-signed") as server:
        line = server.process.stdout.readline().decode()
        with connect(server) as connection:
            shown = hashlib.sha256(connection.getpeercert(binary_form=True)).hexdigest().upper()
        pairs = ":".join(shown[i:i + 2] for i in range(0, len(shown), 2))
        assert line == f"TLS on the same port; SHA-256 of the certificate: {pairs}\n", line


@check
def makes_another_certificate_each_time():
    seen = set()
    for _ in range(2):
        with Server("--tls", "self-signed") as server, connect(server) as connection:
            seen.add(connection.getpeercert(binary_form=True))
    assert len(seen) == 2


@check
def lets_clients_trust_a_self_signed_certificate():
    with Server("--tls", "self-signed") as server:
        with connect(server) as connection:
            certificate = ssl.DER_cert_to_PEM_cert(connection.getpeercert(binary_form=True))
        context = ssl.create_default_context(cadata=certificate)
        context.verify_flags |= getattr(ssl, "VERIFY_X509_STRICT", 0)
        for name in ("localhost", "127.0.0.1", "::1"):
            with context.wrap_socket(server.connect(), server_hostname=name) as connection:
                assert exchange(connection, GET).status == 200


@check
def speaks_tls_1_2_and_1_3():
    with Server("--tls", "self-signed") as server:
        for version, spelling in ((ssl.TLSVersion.TLSv1_2, "TLSv1.2"),
                                  (ssl.TLSVersion.TLSv1_3, "TLSv1.3")):
            context = unverifying(minimum_version=version, maximum_version=version)
            with connect(server, context) as connection:
                assert connection.version() == spelling
                assert exchange(connection, GET).status == 200


@check
def speaks_every_modern_cipher_of_tls_1_2():
    with certificate_files() as (certificate, key), \
            Server("--tls-cert", certificate, "--tls-key", key) as server:
        for cipher in ("ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
                       "ECDHE-ECDSA-CHACHA20-POLY1305"):
            context = unverifying(maximum_version=ssl.TLSVersion.TLSv1_2)
            context.set_ciphers(cipher)
            with connect(server, context) as connection:
                assert connection.cipher()[0] == cipher
                assert exchange(connection, GET).status == 200


@check
def refuses_older_versions_and_weak_ciphers():
    with Server("--tls", "self-signed") as server:
        for context in (unverifying(minimum_version=ssl.TLSVersion.TLSv1,
                                    maximum_version=ssl.TLSVersion.TLSv1_1),
                        unverifying(maximum_version=ssl.TLSVersion.TLSv1_2)):
            context.set_ciphers("ALL:@SECLEVEL=0" if context.minimum_version < 0x0303
                                else "AES128-SHA:AES256-GCM-SHA384")
            try:
                connect(server, context).close()
            except (ssl.SSLError, ConnectionError):
                continue
            raise AssertionError("it shook hands")


@check
def serves_certificates_from_files():
    for kind in (("ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
                 ("ec", "-pkeyopt", "ec_paramgen_curve:P-384"), ("rsa:2048",)):
        with certificate_files(kind) as (certificate, key), \
                Server("--tls-cert", certificate, "--tls-key", key) as server:
            context = ssl.create_default_context(cafile=certificate)
            with connect(server, context) as connection:
                assert exchange(connection, request_bytes()).body == b'{"TableNames":[]}'


@check
def serves_a_chain_and_a_key_in_the_same_file():
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)
        openssl("req", "-x509", "-nodes", "-newkey", "rsa:2048", "-keyout", path("ca.key"),
                "-out", path("ca.pem"), "-days", "2", "-subj", "/CN=Root")
        openssl("req", "-nodes", "-newkey", "rsa:2048", "-keyout", path("leaf.key"), "-out",
                path("leaf.csr"), "-subj", "/CN=localhost")
        with open(path("names"), "w", encoding="utf-8") as names:
            names.write("subjectAltName=DNS:localhost\n")
        openssl("x509", "-req", "-in", path("leaf.csr"), "-CA", path("ca.pem"), "-CAkey",
                path("ca.key"), "-CAcreateserial", "-days", "2", "-out", path("leaf.pem"),
                "-extfile", path("names"))
        with open(path("all.pem"), "w", encoding="utf-8") as together:
            for name in ("leaf.pem", "ca.pem", "leaf.key"):
                with open(path(name), encoding="utf-8") as part:
                    together.write(part.read())
        with Server("--tls-cert", path("all.pem"), "--tls-key", path("all.pem")) as server:
            with connect(server, ssl.create_default_context(cafile=path("ca.pem"))) as connection:
                assert exchange(connection, GET).status == 200


@check
def serves_both_on_one_port_at_once():
    with Server("--tls", "self-signed") as server, contextlib.ExitStack() as stack:
        plain = [stack.enter_context(server.connect()) for _ in range(8)]
        secure = [stack.enter_context(connect(server)) for _ in range(8)]
        for _ in range(3):
            for pair in zip(plain, secure):
                for connection in pair:
                    assert exchange(connection, request_bytes()).body == b'{"TableNames":[]}'


@check
def says_nothing_of_tls_without_it():
    with Server() as server, server.connect() as connection:
        connection.sendall(b"\x16\x03\x01\x00\x05hello\r\n\r\n")
        with connection.makefile("rb") as file:
            assert Reply(file).status == 400


@check
def carries_large_bodies_both_ways():
    item = {"pk": {"S": "a"}, "text": {"S": "x" * LARGE_TEXT_BYTES}}
    with Server("--tls", "self-signed") as server, connect(server) as connection:
        table = {"TableName": "large", "BillingMode": "PAY_PER_REQUEST",
                 "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}
        assert exchange(connection, call("CreateTable", table)).status == 200
        assert exchange(connection,
                        call("PutItem", {"TableName": "large", "Item": item})).status == 200
        get = call("GetItem", {"TableName": "large", "Key": {"pk": {"S": "a"}}})
        # Far more than the sockets hold, and nobody reads until all is asked for.
        count = 40
        sender = threading.Thread(target=connection.sendall, args=(get * count,))
        sender.start()
        sender.join()
        with connection.makefile("rb") as file:
            for _ in range(count):
                assert json.loads(Reply(file).body) == {"Item": item}


@check
def ends_a_connection_properly():
    with Server("--tls", "self-signed") as server:
        with connect(server, suppress_ragged_eofs=False) as connection:
            reply = exchange(connection, request_bytes(headers=[("Connection", "close")]))
            assert reply.status == 200
            assert connection.recv(1) == b""  # a cut would raise
        with connect(server) as connection:
            connection.unwrap().close()  # close_notify
        with connect(server) as connection:
            connection.detach()  # and a client that just goes
        with connect(server) as connection:
            assert exchange(connection, GET).status == 200


@check
def resumes_sessions():
    with Server("--tls", "self-signed") as server:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = unverifying(minimum_version=version, maximum_version=version)
            with connect(server, context) as connection:
                exchange(connection, GET)
                session = connection.session
            with connect(server, context, session=session) as connection:
                assert exchange(connection, GET).status == 200
                assert connection.session_reused, version


@check
def survives_what_only_looks_like_tls():
    with Server("--tls", "self-signed") as server:
        for data in (b"\x16", b"\x16" * 1000, b"\x16\x03\x01\x40\x00" + b"x" * 0x4000,
                     b"\x16GET / HTTP/1.1\r\n\r\n", b"\x15\x03\x03\x00\x02\x02\x28"):
            with server.connect() as connection:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                connection.settimeout(5)
                with contextlib.suppress(ConnectionError):
                    while connection.recv(4096):
                        pass
        with server.connect() as connection:
            connection.sendall(b"\x16\x03\x01\x00\x05GET /")
            assert_refused(connection)
        with connect(server) as connection:
            assert exchange(connection, GET).status == 200


def assert_refused(connection):
    """The connection ends; before it, TLS may say why in an alert."""
    connection.settimeout(5)
    data = b""
    with contextlib.suppress(ConnectionError):
        while more := connection.recv(4096):
            data += more
    assert data[:1] in (b"", b"\x15"), data
    assert is_closed(connection)


@check
def refuses_unusable_files_in_one_line():
    with certificate_files() as (certificate, key), certificate_files() as (other, _), \
            tempfile.TemporaryDirectory() as folder:
        nothing = os.path.join(folder, "nothing.pem")
        empty = os.path.join(folder, "empty.pem")
        encrypted = os.path.join(folder, "encrypted.pem")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("secret words that are no PEM\n")
        openssl("pkey", "-in", key, "-aes256", "-passout", "pass:word", "-out", encrypted)
        for chosen, message in (
                ((nothing, key), f"cannot read {nothing}: No such file or directory"),
                ((folder, key), f"cannot read {folder}: Is a directory"),
                ((certificate, nothing), f"cannot read {nothing}: No such file or directory"),
                ((empty, key), f"{empty} holds no certificate in PEM form"),
                ((certificate, empty), f"{empty} holds no private key in PEM form"),
                ((certificate, encrypted),
                 f"{encrypted} is encrypted; a key without a passphrase is needed"),
                ((other, key), f"the private key in {key} does not belong to the certificate in "
                               f"{other}")):
            result = run_to_end("serve", "--port", "0", "--tls-cert", chosen[0], "--tls-key",
                                chosen[1])
            assert result.returncode == 1, result
            assert result.stderr.decode() == f"stator: {message}\n", result.stderr
            assert not result.stdout


@check
def refuses_flags_that_do_not_go_together():
    for arguments in (["--tls", "maybe"], ["--tls-cert", "a"], ["--tls-key", "a"],
                      ["--tls", "self-signed", "--tls-cert", "a", "--tls-key", "b"],
                      ["--auth", "sigv4"], ["--credentials", "a"], ["--auth", "none"]):
        result = run_to_end("serve", "--port", "0", *arguments)
        assert result.returncode == 2, arguments
        assert result.stderr.count(b"\n") == 1 and not result.stdout, result.stderr
