#!/usr/bin/env python3
"""Checks the container image without a container engine.

usage: container_check.py PATH_OF_STATOR PATH_OF_BUSYBOX [WORD...]

Lays the image's root file system (docker/make-rootfs) in a temporary folder, reads entry point,
command and working folder from docker/Dockerfile, and runs them there with chroot, each time in a
network and mount namespace of its own, with the commands and health checks that compose files,
Testcontainers, .NET Aspire and others really use. Whoever is not root becomes it in a user
namespace; where the system allows no such thing, this says so and checks only the sizes. The last
line is "N passed, N failed".
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(REPOSITORY, "script", "lib"))
from check_runner import check, run_checks  # noqa: E402

DEFAULT_BYTES_MAX = 12 * 1024 * 1024
BARE_BYTES_MAX = 7 * 1024 * 1024
BANNER = "Initializing DynamoDB Local with the following configuration:"


def image_settings():
    """ENTRYPOINT, CMD and WORKDIR of the last stage."""
    with open(os.path.join(REPOSITORY, "docker", "Dockerfile"), encoding="utf-8") as file:
        last = file.read().rsplit("\nFROM ", 1)[1]
    found = {name: re.search(rf"^{name} (.*)$", last, re.MULTILINE).group(1)
             for name in ("ENTRYPOINT", "CMD", "WORKDIR")}
    return json.loads(found["ENTRYPOINT"]), json.loads(found["CMD"]), found["WORKDIR"]


class Image:
    """The root file system, and containers made of it."""

    def __init__(self, stator, busybox=None):
        self.folder = tempfile.TemporaryDirectory()
        self.root = os.path.join(self.folder.name, "root")
        command = [os.path.join(REPOSITORY, "docker", "make-rootfs"), self.root, stator]
        subprocess.run(command + ([busybox] if busybox else []), check=True)
        # What an engine adds to every container.
        with open(os.path.join(self.root, "etc", "hosts"), "w", encoding="utf-8") as hosts:
            hosts.write("127.0.0.1 localhost\n::1 localhost\n")
        os.makedirs(os.path.join(self.root, "proc"))
        os.makedirs(os.path.join(self.root, "dev"))
        open(os.path.join(self.root, "dev", "null"), "wb").close()
        self.entrypoint, self.command, self.workdir = image_settings()

    def size(self):
        return sum(os.lstat(os.path.join(folder, name)).st_size
                   for folder, _, names in os.walk(self.root) for name in names)


class Container:
    """One container: its main process in namespaces of its own, and commands run beside it."""

    def __init__(self, image, command=None, entrypoint=None, env=None, user=None,
                 own_processes=False):
        self.image = image
        words = (entrypoint or image.entrypoint) + (image.command if command is None else command)
        self.env = {"PATH": "/usr/local/bin:/usr/bin:/bin", **(env or {})}
        # An outer shell sets the namespaces up, with the programs of this machine.
        inside = ["chroot", *([f"--userspec={user}"] if user else []), image.root,
                  "/bin/sh", "-c", f'cd {image.workdir} && exec "$@"', "sh", *words]
        setup = (f'{BUSYBOX} ip link set lo up; '
                 f'mount --bind /dev/null {image.root}/dev/null; '
                 f'mount --rbind /proc {image.root}/proc; exec "$@"')
        self.process = subprocess.Popen(
            ["unshare", "--net", "--mount", *(["--pid", "--fork"] if own_processes else []),
             "sh", "-c", setup, "sh", *inside],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment())

    def environment(self):
        return {**self.env, "PATH": self.env["PATH"] + ":/usr/sbin:/sbin"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.output = self.process.communicate(timeout=10)[0].decode()

    def run(self, *words):
        """A command inside, as `docker exec` does: its exit code and what it printed."""
        result = subprocess.run(
            ["nsenter", f"--target={self.process.pid}", "--net", "--mount", "chroot",
             self.image.root, *words],
            capture_output=True, env=self.environment(), timeout=20)
        return result.returncode, result.stdout.decode()

    def wait_healthy(self, *words):
        """Repeats a health check until it passes, as an engine would."""
        for _ in range(100):
            if self.process.poll() is not None:
                raise AssertionError("ended: " + self.process.stdout.read().decode())
            if self.run(*words)[0] == 0:
                return
            time.sleep(0.05)
        raise AssertionError(f"never healthy by {words}: {self.run(*words)}")

    def wait_for_line(self, text):
        for line in self.process.stdout:
            if text in line.decode():
                return
        raise AssertionError(f"never printed {text!r}")


BUSYBOX = ""
IMAGE = None
BARE = None
SHELL = ("/bin/sh", "-c")


# ---------------------------------------------------------------- the image


@check
def is_small():
    print(f"     default {IMAGE.size():,} bytes, scratch {BARE.size():,} bytes")
    assert IMAGE.size() <= DEFAULT_BYTES_MAX
    assert BARE.size() <= BARE_BYTES_MAX


@check
def has_the_settings_of_the_contract():
    assert image_settings() == (["java"], ["-jar", "DynamoDBLocal.jar", "-inMemory"],
                                "/home/dynamodblocal")


@check
def starts_by_its_defaults():
    with Container(IMAGE) as container:
        container.wait_healthy("/usr/bin/curl", "-s", "-f", "-o", "/dev/null",
                               "http://localhost:8000/ping")


def has_other_users():
    """A user namespace that ordinary users make has one user, who is root inside."""
    with open("/proc/self/uid_map", encoding="ascii") as uid_map:
        return int(uid_map.read().split()[2]) > 1


def some_user():
    return "12345:12345" if has_other_users() else None


@check
def runs_as_any_user():
    for user in ("0:0", "1000:1000", "12345:12345") if has_other_users() else (None,):
        with Container(IMAGE, user=user) as container:
            container.wait_healthy("/usr/bin/curl", "-s", "-f", "http://localhost:8000/ping")


@check
def keeps_a_database_in_its_folders_as_any_user():
    for folder in ("./data", "/storage"):
        words = ["-jar", "DynamoDBLocal.jar", "-sharedDb", "-dbPath", folder]
        with Container(IMAGE, words, user=some_user()) as container:
            container.wait_healthy("/usr/bin/curl", "-s", "-f", "http://localhost:8000/ping")
            code, output = container.run(*SHELL, f"cd {IMAGE.workdir} && ls {folder}")
            assert code == 0 and output, f"nothing in {folder}"


@check
def has_what_scripts_look_for():
    with Container(IMAGE) as container:
        container.wait_healthy(*SHELL, "curl -s -f http://localhost:8000/ping")
        for command in ("test -f /home/dynamodblocal/DynamoDBLocal.jar", "which java curl wget",
                        "sleep 0.01", "bash -c 'exit 0'", "java -version",
                        "touch /storage/a /home/dynamodblocal/data/b && rm /storage/a"):
            code, output = container.run(*SHELL, command)
            assert code == 0, (command, output)


# ---------------------------------------------------------------- compose files


@check
def passes_the_health_checks_of_compose_files():
    checks = (
        "[ \"$(curl -s -o /dev/null -I -w '%{http_code}' http://localhost:8000)\" == \"400\" ]",
        "curl --fail http://127.0.0.1:8000/shell/ || exit 1",
        "curl -s http://localhost:8000/shell",
        "curl -s -w '%{http_code}' -o /dev/null http://localhost:8000 | grep -q 400",
        "curl -s http://localhost:8000 | grep -q MissingAuthenticationToken",
        "wget -q -O /dev/null http://localhost:8000/shell/",
    )
    with Container(IMAGE, ["-jar", "DynamoDBLocal.jar", "-sharedDb", "-inMemory"]) as container:
        for each in checks:
            container.wait_healthy(*SHELL, each)


@check
def takes_the_port_of_compose_files():
    with Container(IMAGE, ["-jar", "DynamoDBLocal.jar", "-port", "8123"]) as container:
        container.wait_healthy(*SHELL, "curl -f http://localhost:8123/shell/")


# ---------------------------------------------------------------- test containers


@check
def testcontainers_go():
    java = ["java", "-Djava.library.path=./DynamoDBLocal_lib"]
    with Container(IMAGE, ["-jar", "DynamoDBLocal.jar", "-sharedDb"], java) as container:
        # Its ForListeningPort looks from inside as well, in one of several ways.
        container.wait_healthy(*SHELL, "cat /proc/net/tcp* | awk '{print $2}' | grep -i :1F40 || "
                                       "nc -vz -w 1 localhost 8000")


@check
def testcontainers_dotnet():
    status = "[ \"$(curl -s -o /dev/null -w '%{http_code}' http://localhost:8000/)\" = 400 ]"
    with Container(IMAGE) as container:
        container.wait_healthy(*SHELL, status)


@check
def testcontainers_rust():
    with Container(IMAGE) as container:
        container.wait_for_line(BANNER)
        assert container.run("/usr/bin/curl", "-s", "http://localhost:8000/")[0] == 0


@check
def testcontainers_python():
    # wait_for_logs looks for the line as often as it likes.
    with Container(IMAGE) as container:
        container.wait_for_line("Initializing DynamoDB Local")


@check
def testcontainers_java_and_node():
    # HostPortWaitStrategy: one of three ways to see a listening port, 0x1F40 being 8000.
    ways = ("true && ( cat /proc/net/tcp* | awk '{print $2}' | grep -i ':0*1f40' || "
            "nc -vz -w 1 localhost 8000 || /bin/bash -c '</dev/tcp/localhost/8000' )")
    with Container(IMAGE) as container:
        container.wait_healthy(*SHELL, ways)


@check
def localstack_containers():
    # They start a shell that waits for a script, put the script there, and wait for a line.
    start = "while [ ! -f /tmp/testcontainers_start.sh ]; do sleep 0.1; done; " \
            "sh /tmp/testcontainers_start.sh"
    with Container(IMAGE, ["-c", start], ["sh"], {"SERVICES": "dynamodb"}) as container:
        code, output = container.run(
            *SHELL, "echo 'exec /usr/local/bin/docker-entrypoint.sh' > "
                    "/tmp/testcontainers_start.sh")
        assert code == 0, output
        container.wait_for_line("Ready.")
        container.wait_healthy(*SHELL, "curl -f http://localhost:4566/_localstack/health")
        container.run(*SHELL, "rm /tmp/testcontainers_start.sh")


@check
def aspire():
    words = ["-Djava.library.path=./DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar", "-sharedDb",
             "-inMemory", "-disableTelemetry", "-delayTransientStatuses"]
    with Container(IMAGE, words) as container:
        container.wait_for_line(BANNER)


@check
def amplify():
    # `amplify mock` waits until the port stands in what is printed.
    words = ["-jar", "DynamoDBLocal.jar", "-port", "62224", "-inMemory"]
    with Container(IMAGE, words) as container:
        container.wait_for_line("62224")


@check
def ends_at_once():
    container = Container(IMAGE)
    container.wait_healthy("/usr/bin/curl", "-s", "http://localhost:8000/")
    start = time.monotonic()
    with container:
        pass
    assert time.monotonic() - start < 0.5


@check
def ends_as_the_first_process():
    # The kernel does not end the first process of a container by a signal that it does not handle.
    container = Container(IMAGE, own_processes=True)
    with container:
        container.wait_healthy("/usr/bin/curl", "-s", "http://localhost:8000/")
        children = f"/proc/{container.process.pid}/task/{container.process.pid}/children"
        with open(children, encoding="ascii") as file:
            first = int(file.read())
        start = time.monotonic()
        os.kill(first, signal.SIGTERM)
        assert container.process.wait(timeout=5) == 0
        assert time.monotonic() - start < 0.5


# ---------------------------------------------------------------- the run


def become_root():
    """Starts this program again as the root of a user namespace, if it can be had. False if not."""
    in_namespace = ["unshare", "--map-root-user", "--mount"]
    if subprocess.run([*in_namespace, "true"], capture_output=True, check=False).returncode != 0:
        return False
    os.execvp("unshare", [*in_namespace, sys.executable, *sys.argv])


def main():
    global BUSYBOX, IMAGE, BARE
    can_isolate = os.geteuid() == 0 or become_root()
    stator, BUSYBOX, *words = sys.argv[1:]
    IMAGE, BARE = Image(stator, BUSYBOX), Image(stator)
    if not can_isolate:
        print("Skipped: running the image takes root or user namespaces")
        words = ["is_small"]
    return run_checks(words)


if __name__ == "__main__":
    sys.exit(main())
