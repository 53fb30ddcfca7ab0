"""What is read from callgrind and Google Benchmark, percentiles, and the plots."""

import pathlib
import unittest
from xml.etree import ElementTree

import instructions
import microbench
import report
import steady
import svg

DUMP = """# callgrind format
version: 1
desc: Trigger: Client Request: GetItem
positions: line
events: Ir
summary: 130

fn=(1) outer
10 20
+1 10
cfn=(2) inner
calls=1 5
* 100
fn=(2)
5 60
* 40
"""


class Callgrind(unittest.TestCase):
    def test_dump(self):
        self.assertEqual(instructions.parse_dump(DUMP), ("GetItem", 130))
        self.assertIsNone(instructions.parse_dump("desc: Trigger: Program termination\n"))

    def test_costs_of_a_function_leave_out_what_it_calls(self):
        self.assertEqual(instructions.self_costs(DUMP), {"outer": 30, "inner": 100})

    def test_more_than_the_tolerance_fails_and_less_asks_for_another_baseline(self):
        baseline = {"a": 1000, "b": 1000, "c": 1000, "gone": 1}
        counted = {"a": 1100, "b": 1101, "c": 800, "new": 1}
        verdicts = {name: (passes, line)
                    for name, line, passes in instructions.compare(counted, baseline)}
        self.assertEqual({name: passes for name, (passes, _) in verdicts.items()},
                         {"a": True, "b": False, "c": True, "gone": False, "new": False})
        self.assertIn("lower the baseline", verdicts["c"][1])


class Microbenchmarks(unittest.TestCase):
    def test_repetitions_are_kept_in_nanoseconds_and_aggregates_left_out(self):
        runs = [{"run_name": "put/7/iterations:50", "run_type": "iteration", "real_time": 2.0,
                 "time_unit": "us"}] * 2
        aggregate = {"run_name": "put/7", "run_type": "aggregate", "real_time": 1, "time_unit": "s"}
        self.assertEqual(microbench.parse({"benchmarks": [*runs, aggregate]}),
                         {"put/7": [2000.0, 2000.0]})


class Steady(unittest.TestCase):
    def test_percentiles(self):
        ordered = list(range(1, 201))
        for percent, expected in ((0, 1), (50, 100), (99, 198), (100, 200)):
            self.assertEqual(steady.percentile(ordered, percent), expected)


class Plots(unittest.TestCase):
    plot = svg.Plot("A & B", "x", "µs", {"one": [(1, 3), (1000, 40)], "two": [(1, 3), (1000, 41)]})

    def test_are_xml_with_a_line_and_a_dot_for_every_point(self):
        for is_log in (False, True):
            root = ElementTree.fromstring(svg.render(
                svg.Plot(*[getattr(self.plot, name) for name in ("title", "x_label", "y_label",
                                                                 "series")], is_log)))
            shapes = [child.tag.split("}")[1] for child in root]
            self.assertEqual(shapes.count("circle"), 4)

    def test_axes(self):
        axis = svg.Axis([1, 1000], 100, 400, is_log=True)
        self.assertEqual([axis.place(value) for value in (1, 10, 1000)], [100, 200, 400])
        self.assertEqual(svg.Axis([3, 180], 0, 1, is_log=True).ticks,
                         [2, 5, 10, 20, 50, 100, 200])
        self.assertEqual(svg.Axis([100, 400_000], 0, 1, is_log=True).ticks,
                         [100, 1000, 10_000, 100_000])
        self.assertEqual(svg.Axis([3, 41], 0, 100, is_log=False).ticks, [0, 10, 20, 30, 40, 50])

    def test_labels_keep_their_distance(self):
        self.assertEqual(svg.label_heights({"a": 10, "b": 11, "c": 90}), {"a": 10, "b": 25,
                                                                          "c": 90})


class Document(unittest.TestCase):
    def test_figures_are_replaced_between_the_marks(self):
        text = f"# T\n{report.BEGIN}\nold\n{report.END}\nrest\n"
        once = report.with_figures(text, "new\n")
        self.assertEqual(once, f"# T\n{report.BEGIN}\n\nnew\n\n{report.END}\nrest\n")
        self.assertEqual(report.with_figures(once, "new"), once)

    def test_the_document_has_the_marks_and_the_plots(self):
        root = pathlib.Path(__file__).parents[2]
        text = (root / report.DOCUMENT).read_text(encoding="utf-8")
        self.assertEqual((text.count(report.BEGIN), text.count(report.END)), (1, 1))
        for plot in (root / "docs/performance").glob("*.svg"):
            self.assertIn(f"performance/{plot.name}", text)


if __name__ == "__main__":
    unittest.main()
