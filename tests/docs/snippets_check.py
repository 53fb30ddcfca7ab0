#!/usr/bin/env python3
"""Runs what the documentation shows: every section of README.md's "In your language" and of
docs/TOOLS.md that has a fenced block.

The commands of docker/README.md and docker/compose.yaml are run with the section "Docker".

usage: snippets_check.py PATH_OF_STATOR PATH_OF_BUSYBOX [WORD...]

Each of these sections has a check here, and each check a section: whoever adds one of them is told
about the other. Blocks run against servers of their own, whose addresses take the place of
http://localhost:8000, and containers as tests/container runs them. What is not on this machine is
skipped, by name. The last line is "N passed, N failed".
"""

import contextlib
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

import boto3
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / folder) for folder in ("script/lib", "tests/container", "tests/sdk/python")]
import container_check as container  # noqa: E402
from check_runner import Skipped, run_check, summary  # noqa: E402
from own_server import own_server  # noqa: E402

ADDRESS = "http://localhost:8000"
HEALTHY = ("/usr/bin/curl", "-s", "-f", "-o", "/dev/null", "http://localhost:8000/ping")
PROGRAMS = tempfile.TemporaryDirectory()  # `stator`, to be found on PATH
CHECKS = {}


def section(title):
    def register(function):
        CHECKS[title] = function
        return function
    return register


def sections_of(path, level):
    """The fenced blocks below each heading of a level: {title: [text, ...]}."""
    found = {}
    title = block = None
    for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
        if block is not None and line.startswith("```"):
            if title:
                found[title].append("\n".join(block) + "\n")
            block = None
        elif block is not None:
            block.append(line)
        elif line.startswith("```"):
            block = []
        elif line.startswith(level + " "):
            title = line[len(level) + 1:]
            found[title] = []
        elif line.startswith("#"):
            title = None
    return {title: blocks for title, blocks in found.items() if blocks}


def needs(*programs):
    for program in programs:
        if shutil.which(program) is None:
            raise Skipped(f"there is no {program}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(**more):
    return {**os.environ, **more, "PATH": f"{PROGRAMS.name}:{os.environ['PATH']}"}


def output_of(command, **options):
    """What a command prints; it fails when the command does."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=300, check=False, env=environment(), **options)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@contextlib.contextmanager
def on_a_server(text):
    """The text with the address of a server that is up."""
    assert ADDRESS in text
    with own_server() as port:
        yield text.replace(ADDRESS, f"http://localhost:{port}")


@contextlib.contextmanager
def file_in(folder, name, text):
    """A file for the length of a block, in a folder of its own if `folder` is not there yet."""
    folder = ROOT / folder
    is_new = not folder.exists()
    folder.mkdir(exist_ok=True)
    try:
        (folder / name).write_text(text, encoding="utf-8")
        yield folder / name
    finally:
        if is_new:
            shutil.rmtree(folder)
        else:
            (folder / name).unlink()


# ---------------------------------------------------------------- languages


@section("Python")
def python(text):
    with on_a_server(text) as program:
        assert output_of([sys.executable, "-c", program]) == "1.0\n"


@section("JavaScript")
def javascript(text):
    needs("node")
    with on_a_server(text) as program:
        printed = output_of(["node", "--input-type=module"], input=program,
                            cwd=ROOT / "tests/sdk/javascript")
        assert "albums: 40" in printed, printed


@section("Java")
def java(text):
    needs("java", "mvn")
    classes = ROOT / "build/sdk-java/class-path"
    pom = ROOT / "tests/sdk/java/pom.xml"
    if not classes.exists() or classes.stat().st_mtime < pom.stat().st_mtime:
        output_of(["mvn", "-q", "-B", "-ntp", "-f", str(pom), "dependency:build-classpath",
                   f"-DbuildDirectory={classes.parent}", f"-Dmdep.outputFile={classes}"])
    with on_a_server(text) as program, tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "Music.java")
        source.write_text(program, encoding="utf-8")
        printed = output_of(["java", "-cp", classes.read_text(), str(source)])
        assert "Nina Simone" in printed, printed


@section("Go")
def go(text):
    needs("go")
    with on_a_server(text) as program, file_in("tests/sdk/go/snippet", "main.go", program):
        printed = output_of(["go", "run", "-ldflags=-w", "./snippet"], cwd=ROOT / "tests/sdk/go")
        assert printed == "[music]\n", printed


@section("Rust")
def rust(text):
    """With a client that speaks HTTP alone: the SDK's usual one, which the tests do without, takes
    minutes to compile."""
    needs("cargo")
    text = text.replace("        .behavior_version(", "        .http_client("
                        "aws_smithy_http_client::Builder::new().build_http())\n.behavior_version(")
    with on_a_server(text) as program, file_in("tests/sdk/rust/examples", "snippet.rs", program):
        printed = output_of(
            ["cargo", "run", "-q", "--locked", "--example", "snippet", "--manifest-path",
             str(ROOT / "tests/sdk/rust/Cargo.toml"), "--target-dir", str(ROOT / "build/sdk-rust")])
        assert printed == '["music"]\n', printed


@section("AWS CLI")
def aws_cli(text):
    aws = ROOT / "build/awscli/bin/aws"
    if not aws.exists():
        raise Skipped("there is no AWS CLI")
    with on_a_server(text) as script:
        printed = output_of(["bash", "-ec", f'aws() {{ {aws} "$@"; }}\n{script}'])
        assert '"CapacityUnits": 1.0' in printed, printed


# ---------------------------------------------------------------- containers


def docker_runs(text):
    """Entry point (None: the image's) and words of each `docker run ... stator WORD...`."""
    for line in text.splitlines():
        if not line.startswith("docker run "):
            continue
        words = shlex.split(line)
        entrypoint = None
        if "--entrypoint" in words:
            at = words.index("--entrypoint")
            entrypoint = [words[at + 1]]
            del words[at:at + 2]
        yield entrypoint, words[words.index("stator") + 1:]


@section("SAM")
@section(".NET Aspire")
def docker(text):
    runs = list(docker_runs(text))
    assert runs
    for entrypoint, words in runs:
        with container.Container(container.IMAGE, words or None, entrypoint) as one:
            one.wait_healthy(*HEALTHY)


@section("Docker Compose")
def compose(text):
    services = yaml.safe_load(text)["services"]
    dynamodb = services["dynamodb"]
    assert dynamodb["working_dir"] == container.IMAGE.workdir
    kind, command = dynamodb["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    with container.Container(container.IMAGE, shlex.split(dynamodb["command"])) as one:
        one.wait_healthy("/bin/sh", "-c", command)
    with own_server() as port:
        variables = services["app"]["environment"]
        endpoint = variables["AWS_ENDPOINT_URL_DYNAMODB"]
        client = boto3.client("dynamodb", variables["AWS_REGION"],
                              endpoint_url=endpoint.replace("dynamodb:8000", f"localhost:{port}"),
                              aws_access_key_id=variables["AWS_ACCESS_KEY_ID"],
                              aws_secret_access_key=variables["AWS_SECRET_ACCESS_KEY"])
        assert client.list_tables()["TableNames"] == []


@section("Docker")
def docker_folder(text):
    docker(text)
    docker((ROOT / "docker/README.md").read_text(encoding="utf-8"))
    file = yaml.safe_load((ROOT / "docker/compose.yaml").read_text(encoding="utf-8"))
    assert "command" not in file["services"]["dynamodb"], "the image's own is tested"


@section("GitHub Actions")
def github_actions(text):
    service = yaml.safe_load(text)["jobs"]["test"]["services"]["dynamodb"]
    options = shlex.split(service["options"])
    command = options[options.index("--health-cmd") + 1]
    with container.Container(container.IMAGE) as one:
        one.wait_healthy("/bin/sh", "-c", command)


@section("Testcontainers")
def testcontainers(text):
    """What the libraries do is in tests/container; here is that every language named has it."""
    names = " ".join(name for name in dir(container) if name.startswith("testcontainers_"))
    for language in yaml.safe_load(text):
        assert language in names, f"tests/container does not check {language}"


IN_CONTAINERS = (docker, docker_folder, compose, github_actions)


# ---------------------------------------------------------------- programs


@contextlib.contextmanager
def started(text, **variables):
    """A script that goes on until the end of the block; yields the lines that it prints."""
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            ["bash", "-ec", text], cwd=folder, stdout=subprocess.PIPE, text=True,
            start_new_session=True, env=environment(**variables)) as process:
        try:
            yield process.stdout
        finally:
            os.killpg(process.pid, signal.SIGTERM)


@section("What starts DynamoDBLocal.jar")
def local_jar(text):
    port = free_port()
    with started(text.replace("8000", str(port))) as lines:
        assert next(lines) == container.BANNER + "\n"
        assert next(lines) == f"Port:\t{port}\n"


@section("dynalite")
def dynalite(text):
    port = free_port()
    with started(text.replace("4567", str(port))) as lines:
        assert next(lines) == f"Dynalite listening at: http://127.0.0.1:{port}\n"


@section("LocalStack")
def localstack(text):
    with started(text, GATEWAY_LISTEN=f"127.0.0.1:{free_port()}") as lines:
        assert any(line.endswith("Ready.\n") for line in lines)


@section("moto")
def moto(text):
    needs("curl")
    with on_a_server(text) as script:
        assert output_of(["bash", "-ec", script]) == '{"status":"ok"}'


@section("Terraform and OpenTofu")
def terraform(text):
    """The provider's calls are in tests/sdk/python/test_terraform.py; here are its settings."""
    settings = dict(re.findall(r'(\w+)\s*=\s*"?([^"\n]+)"?', text))
    skipped = [name for name, value in settings.items() if name.startswith("skip_")]
    assert len(skipped) == 3 and all(settings[name] == "true" for name in skipped)
    with on_a_server(settings["dynamodb"]) as endpoint:
        client = boto3.client("dynamodb", settings["region"], endpoint_url=endpoint,
                              aws_access_key_id=settings["access_key"],
                              aws_secret_access_key=settings["secret_key"])
        assert client.list_tables()["TableNames"] == []


@section("pytest")
def pytest(text):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "test_snippet.py").write_text(text, encoding="utf-8")
        printed = output_of([sys.executable, "-m", "pytest", "-q", folder], cwd=folder)
        assert "2 passed" in printed, printed


@section("Jest")
def jest(text):
    needs("node")
    program = """
        await (await import('./setup.mjs')).default();
        console.log(await (await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB + '/ping')).text());
        globalThis.stopDynamoDb();"""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "setup.mjs").write_text(text, encoding="utf-8")
        pathlib.Path(folder, "run.mjs").write_text(program, encoding="utf-8")
        assert "healthy" in output_of(["node", "run.mjs"], cwd=folder)


@section("dynamodb-admin")
def dynamodb_admin(_):
    raise Skipped("script/test-sdks tools runs dynamodb-admin")


# ---------------------------------------------------------------- the run


def main():
    can_isolate = os.geteuid() == 0 or container.become_root()
    stator, container.BUSYBOX, *words = sys.argv[1:]
    os.environ["STATOR_BINARY"] = stator = os.path.abspath(stator)
    os.symlink(stator, os.path.join(PROGRAMS.name, "stator"))
    container.IMAGE = container.Image(stator, container.BUSYBOX)
    blocks = {**sections_of("README.md", "###"), **sections_of("docs/TOOLS.md", "##")}
    results = []
    for title in dict.fromkeys([*blocks, *CHECKS]):
        if words and not any(word in title for word in words):
            continue
        def check(title=title):
            assert title in CHECKS, "no check of this section is here"
            assert title in blocks, "there is no such section"
            if not can_isolate and CHECKS[title] in IN_CONTAINERS:
                raise Skipped("running the image takes root or user namespaces")
            CHECKS[title]("\n".join(blocks[title]))
        results.append(run_check(title, check))
    return summary(results)


if __name__ == "__main__":
    sys.exit(main())
