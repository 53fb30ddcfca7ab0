"""The expected figures agree with one another, before any server is asked."""

import unittest

from github.data import DESIGNS, READS
from github.expected import BODY_SIZES, Expected

# Two requests make one call: the counter, then the item.
TWO_REQUESTS = {"03", "06"}


class ExpectedFigures(unittest.TestCase):
    def setUp(self):
        self.expected = Expected()

    def test_one_call_costs_what_its_requests_cost(self):
        for design in DESIGNS.values():
            requests = self.expected.requests(design, 0)
            for pattern, units in self.expected.write_units_of_one_call(design).items():
                with self.subTest(design=design.letter, pattern=pattern):
                    made = [request for request in requests if request.pattern == pattern]
                    first = made[: 2 if pattern in TWO_REQUESTS else 1]
                    self.assertEqual(units, sum(sum(request.units) for request in first))

    def test_workload_totals_are_the_sums_of_their_parts(self):
        for design in DESIGNS.values():
            for body_bytes in BODY_SIZES:
                for *parts, total in self.expected.workload(design, body_bytes).values():
                    self.assertEqual(total, sum(parts))

    def test_reads_write_nothing_and_writes_scan_nothing(self):
        for request in self.expected.requests(DESIGNS["A"], 0):
            is_read = request.operation in READS
            self.assertEqual(is_read, request.entries is None)
            self.assertFalse(not is_read and request.scanned)

    def test_a_design_is_charged_for_every_pattern(self):
        for design in DESIGNS.values():
            patterns = {request.pattern for request in self.expected.requests(design, 0)}
            numbered = {f"{n:02d}" for n in range(1, 25)} | {f"X{n}" for n in range(1, 6)}
            self.assertEqual(numbered, patterns - {"23b"})


if __name__ == "__main__":
    unittest.main()
