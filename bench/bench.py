"""script/bench: what requests cost. docs/PERFORMANCE.md says how to read the figures."""

import argparse
import pathlib
import sys

import compare
import curves
import growth
import instructions
import microbench
import plan
import process
import report
import results
import servers
import steady
import streams
import threads


def print_rows(rows):
    print(results.markdown(rows))
    print(results.summary(rows))


def progress(text):
    print(f"... {text}", file=sys.stderr, flush=True)


def measure(chosen, costs=None):
    """All rows but those of large work. `costs`: by number of items, if they are there already."""
    progress("process")
    rows = process.measure(chosen)
    progress("operations")
    rows += compare.measure(chosen)
    progress("large and small tables")
    rows += growth.rows(costs or growth.measure((growth.SMALL, chosen.items), chosen))
    progress("streams")
    rows += streams.measure(chosen)
    progress("threads")
    rows += threads.measure(chosen)
    progress("snapshots")
    rows += microbench.snapshot_rows(chosen)
    return rows


def full_report(chosen):
    """Everything, written into the documentation."""
    progress("curves")
    costs = curves.draw(chosen)
    rows = measure(chosen, costs)
    progress("large work")
    rows += steady.measure(chosen)
    progress("micro-benchmarks")
    times = microbench.run()
    report.write_results(rows, {"items": costs, "micro": times})
    figures = [results.markdown(rows), results.summary(rows), "### Micro-benchmarks\n",
               microbench.markdown(times), "### Instructions per request, without HTTP\n",
               instructions.markdown()]
    report.write_document("\n".join(figures))
    return rows


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a minute; a tenth of the items")
    parser.add_argument("--binaries", type=pathlib.Path, metavar="FOLDER",
                        help="measure the programs of another build")
    parser.add_argument("--update", action="store_true",
                        help="with --instructions: make the counts the new baseline")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--steady", action="store_true",
                       help="whether GetItems wait while large work goes on")
    modes.add_argument("--streams", action="store_true",
                       help="what a stream costs the writes of its table")
    modes.add_argument("--micro", nargs="?", const=".", metavar="PATTERN",
                       help="the micro-benchmarks")
    modes.add_argument("--against", type=pathlib.Path, metavar="FOLDER",
                       help="this build beside the stator of another build, in turn")
    modes.add_argument("--instructions", action="store_true",
                       help="count instructions against the baseline")
    modes.add_argument("--profile", metavar="OPERATION",
                       help="which functions those instructions are in")
    modes.add_argument("--report", action="store_true",
                       help="measure everything, and write it into docs/")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    if arguments.binaries:
        servers.BINARIES = arguments.binaries
    if arguments.instructions:
        return instructions.check(arguments.update)
    if arguments.profile:
        return instructions.print_profile(arguments.profile)
    if arguments.micro:
        print(microbench.markdown(microbench.run(arguments.micro)))
        return 0
    chosen = plan.QUICK if arguments.quick else plan.FULL
    if arguments.against:
        print(results.markdown(compare.measure_builds(arguments.against, chosen)))
        return 0
    if arguments.streams:
        rows = list(streams.measure(chosen))
    elif arguments.report:
        rows = full_report(chosen)
    else:
        rows = steady.measure(chosen) if arguments.steady else measure(chosen)
        report.write_results(rows)
    print_rows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
