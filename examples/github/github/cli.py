"""The command line: one subcommand for each access pattern, or none for the whole experiment."""

import argparse
import inspect
import signal
import sys
from typing import get_args

from . import show
from .commands import COMMANDS, Command
from .data import DESIGNS, Client, Endpoint, Refused, Table
from .expected import BODY_SIZES
from .experiment import create_unless_there
from .main import run_checks, run_experiment
from .small_set import repeatable_table, small_set

DEFAULT_ADDRESS = "http://localhost:8000"


def main() -> int:
    # An end asked for is an end like any other: servers and tables are cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    arguments = _parser().parse_args()
    try:
        return arguments.run(arguments)
    except Refused as refusal:
        notes = "".join(f"\n  {note}" for note in getattr(refusal, "__notes__", ()))
        print(f"{refusal}: {refusal.message}{notes}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="github",
        description="GitHub on one DynamoDB table. Without a command: run every access pattern "
        "and every failure, print what each costs, and compare with what it must cost.",
    )
    _add_place(parser, defaults=True)
    parser.add_argument(
        "--check", action="store_true", help="all designs and body sizes; print only mistakes"
    )
    parser.add_argument(
        "--body", type=int, choices=BODY_SIZES, default=0, help="bytes of an issue's content"
    )
    parser.add_argument(
        "--workload",
        action="store_true",
        help="also compare the designs under a workload (a minute)",
    )
    parser.set_defaults(run=_experiment)

    subparsers = parser.add_subparsers(title="commands", metavar="<command>")
    for command in COMMANDS.values():
        _add_command(subparsers, command)
    for name, run in (("create-table", _create), ("load", _load), ("delete-table", _delete)):
        subparser = subparsers.add_parser(name, help=run.__doc__, description=run.__doc__)
        _add_place(subparser, defaults=False)
        subparser.set_defaults(run=run)
    return parser


def _add_place(parser: argparse.ArgumentParser, defaults: bool) -> None:
    """The options that may stand before or after a command."""

    def default(value):
        return value if defaults else argparse.SUPPRESS

    parser.add_argument(
        "--endpoint",
        default=default(None),
        help=f"address of a server, or aws (a command's default is {DEFAULT_ADDRESS}; "
        "the experiment starts a server of its own)",
    )
    parser.add_argument("--region", default=default("us-east-1"))
    parser.add_argument("--table", default=default("GitHub"), help="name of the table")
    parser.add_argument(
        "--design",
        choices=DESIGNS,
        default=default("A"),
        help="; ".join(f"{design.letter}: {design.title}" for design in DESIGNS.values()),
    )


def _add_command(subparsers, command: Command) -> None:
    """A function's parameters are its command's arguments; those with a default are options."""
    text = f"{command.pattern}: {inspect.getdoc(command.function)}"
    parser = subparsers.add_parser(command.name, help=text.partition("\n")[0], description=text)
    _add_place(parser, defaults=False)
    parameters = list(inspect.signature(command.function).parameters.values())[1:]
    for parameter in parameters:
        _add_parameter(parser, parameter)
    parser.set_defaults(run=_run_command, command=command, names=[p.name for p in parameters])


def _add_parameter(parser: argparse.ArgumentParser, parameter: inspect.Parameter) -> None:
    if choices := get_args(parameter.annotation):
        kind = {"choices": choices}
    else:
        kind = {"type": parameter.annotation}
    if parameter.default is inspect.Parameter.empty:
        parser.add_argument(parameter.name, **kind)
    else:
        option = "--" + parameter.name.replace("_", "-")
        parser.add_argument(option, default=parameter.default, **kind)


def _experiment(arguments: argparse.Namespace) -> int:
    run = run_checks if arguments.check else run_experiment
    return run(arguments)


def _run_command(arguments: argparse.Namespace) -> int:
    table = _table(arguments)
    values = {name: getattr(arguments, name) for name in arguments.names}
    with table.client.labelled(arguments.command.pattern):
        answer = arguments.command.function(table, **values)
    print(show.answer_text(answer))
    print(show.bill_text(table.client.requests))
    return 0


def _create(arguments: argparse.Namespace) -> int:
    """create the table of a design"""
    create_unless_there(_table(arguments))
    return 0


def _load(arguments: argparse.Namespace) -> int:
    """run the commands of the small data set on a new table"""
    table = repeatable_table(_client(arguments), arguments.table, DESIGNS[arguments.design])
    for step in small_set(body_bytes=0):
        step.run(table)
    print(show.bill_text(table.client.requests).splitlines()[-1])
    return 0


def _delete(arguments: argparse.Namespace) -> int:
    """delete the table"""
    _table(arguments).delete()
    return 0


def _table(arguments: argparse.Namespace) -> Table:
    return Table(_client(arguments), arguments.table, DESIGNS[arguments.design])


def _client(arguments: argparse.Namespace) -> Client:
    return Client(Endpoint(arguments.endpoint or DEFAULT_ADDRESS, arguments.region))
