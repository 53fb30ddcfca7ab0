"""What is sent to wrk, and what is read from it."""

import json
import unittest

import load
import operations
import process

OUTPUT = """Running 1s test @ http://127.0.0.1:1/
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   393.00us    1.02ms  21.00ms   99.12%
    Req/Sec    40.18k     1.99k   43.00k    72.73%
  Latency Distribution
     50%  312.00us
     75%  341.00us
     90%    1.40ms
     99%    2.50ms
  43955 requests in 1.10s, 13.00MB read
Requests/sec:  39959.09
"""


class Output(unittest.TestCase):
    def test_is_read(self):
        self.assertEqual(load.parse(OUTPUT), {
            "answered": 43955, "per_second": 43955 / 1.1, "p50_ms": 0.312, "p99_ms": 2.5})

    def test_with_failures_is_an_error(self):
        for line in ("  Non-2xx or 3xx responses: 7\n", "  Socket errors: connect 0, read 1\n"):
            with self.assertRaises(RuntimeError):
                load.parse(OUTPUT + line)


class Requests(unittest.TestCase):
    def test_names_are_as_wide_as_what_replaces_them(self):
        text = '{"a":"@key","b":"@next","c":"@draw"}'
        self.assertEqual(load.widened(text), '{"a":"@@@@key","b":"@@@next","c":"@@draw"}')
        self.assertEqual(load.filled(text), '{"a":"0000001","b":"0000001","c":"000001"}')
        for operation in operations.OPERATIONS:
            body = json.dumps(operation.request)
            self.assertEqual(len(load.widened(body)), len(load.filled(body)))

    def test_the_user_has_200_bytes(self):
        self.assertEqual(service_bytes(operations.user("0" * load.KEY_DIGITS, draw="123456")), 200)

    def test_items_of_a_kilobyte_have_1024_bytes(self):
        for attributes in process.ATTRIBUTES:
            item = json.loads(next(operations.texts(process.sized_item(attributes), 1)))
            self.assertEqual(service_bytes(item), 1024)
            self.assertEqual(len(item), attributes)

    def test_items_from_a_template_differ_in_their_keys(self):
        first, second = map(json.loads, operations.texts(operations.visit(), 2))
        self.assertEqual(first["pk"], {"S": "visit#0000000"})
        self.assertEqual(second["pk"], {"S": "visit#0000001"})


def service_bytes(item):
    """The size of an item of strings, string sets and positive numbers of an even count of digits,
    as the service counts."""
    total = 0
    for name, typed in item.items():
        (kind, value), = typed.items()
        total += len(name) + (len(value) // 2 + 1 if kind == "N" else sum(map(len, value)))
    return total


if __name__ == "__main__":
    unittest.main()
