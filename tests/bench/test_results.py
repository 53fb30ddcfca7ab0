"""Rows, verdicts and tables."""

import unittest

import results
from results import AtLeast, AtMost, Row


class Verdict(unittest.TestCase):
    def test_is_that_of_the_median(self):
        for values, target, expected in (
                ((1, 2, 9), AtMost(2), "pass"), ((1, 2.1, 2.2), AtMost(2), "FAIL"),
                ((1, 5, 6), AtLeast(5), "pass"), ((4, 4.9, 6), AtLeast(5), "FAIL"),
                ((1,), None, ""), ((), AtMost(2), "not measured")):
            with self.subTest(values=values, target=target):
                self.assertEqual(Row("s", "n", values, "x", target).verdict, expected)

    def test_summary_counts_what_was_measured_and_has_a_target(self):
        rows = [Row("s", "good", (1,), "x", AtMost(2)), Row("s", "bad", (3,), "x", AtMost(2)),
                Row("s", "absent", (), "x", AtMost(2)), Row("s", "free", (9,), "x")]
        self.assertEqual(results.summary(rows), "1 of 2 targets are met.\nMissed: s: bad")


class Tables(unittest.TestCase):
    def test_figures_have_three_digits(self):
        for value, expected in ((0, "0"), (1234.5, "1,234"), (12.34, "12.3"), (1.234, "1.23"),
                                (0.0391, "0.0391")):
            self.assertEqual(results.figure(value), expected)

    def test_columns_that_no_row_uses_are_left_out(self):
        self.assertEqual(
            results.markdown([Row("Title", "name", (1.5,), "ms", AtMost(3))]),
            "### Title\n\n"
            "| what | median  | target | verdict |\n"
            "| ---- | ------- | ------ | ------- |\n"
            "| name | 1.50 ms | ≤ 3 ms | pass    |\n")

    def test_the_spread_goes_from_least_to_greatest(self):
        self.assertIn("1.00 to 3.00", results.markdown([Row("s", "n", (2, 3, 1), "ms")]))


if __name__ == "__main__":
    unittest.main()
