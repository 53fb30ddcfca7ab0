"""Every operation of the service, called successfully and with a failure.

The calls are data, ../operations.json, which the tests in JavaScript replay, too: an array of steps
that build on each other, each of them one of

    {"operation": "PutItem", "request": {...}}    succeeds; "expect" says what the answer holds, by
                                                  paths ("Items.0.pk.S"); "save" keeps what stands
                                                  at a path; "until" repeats the call until its
                                                  answer holds what it says
    {"operation": ..., "request": {...}, "error": "ResourceNotFoundException"}    fails like that;
                                                  with "unsigned" it is sent without a signature
    {"object": "bucket/key", "text": "..."}       puts an object and makes its bucket; with "times"
                                                  the text is repeated

Texts may hold ${run}, which differs from run to run, and ${NAME} for what has been saved.
"""

import json
import os
import pathlib
import re
import time
import unittest

import botocore
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore import xform_name

from support import SdkTestCase, make_client, unique_name

STEPS = json.loads((pathlib.Path(__file__).parents[1] / "operations.json").read_text())


def at(value, path):
    """What stands at a path, or None."""
    for part in path.split("."):
        try:
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError):
            return None
    return value


class EveryOperation(SdkTestCase):
    def setUp(self):
        self.clients = [make_client(), make_client(service="dynamodbstreams")]
        unsigned = Config(signature_version=botocore.UNSIGNED)
        self.unsigned = make_client(config=unsigned)
        self.saved = {"run": unique_name("run")}

    def fill_in(self, value):
        text = re.sub(r"\$\{(\w+)\}", lambda name: json.dumps(self.saved[name[1]])[1:-1],
                      json.dumps(value))
        return json.loads(text)

    def call(self, step):
        for client in [self.unsigned] if "unsigned" in step else self.clients:
            if step["operation"] in client.meta.service_model.operation_names:
                return getattr(client, xform_name(step["operation"]))(**step["request"])
        raise AssertionError(f"there is no {step['operation']}")

    def check_success(self, step):
        answer = self.call(step)
        wanted = step.get("until", {})
        deadline = time.monotonic() + 10
        while {path: at(answer, path) for path in wanted} != wanted:
            self.assertLess(time.monotonic(), deadline, answer)
            time.sleep(0.02)
            answer = self.call(step)
        for path, expected in step.get("expect", {}).items():
            self.assertEqual(at(answer, path), expected, path)
        for name, path in step.get("save", {}).items():
            self.saved[name] = at(answer, path)
            self.assertIsNotNone(self.saved[name], path)

    def check_failure(self, step):
        with self.assertRaises(ClientError) as caught:
            self.call(step)
        self.assertEqual(caught.exception.response["Error"]["Code"], step["error"])
        for client in self.clients:
            if step["operation"] in client.meta.service_model.operation_names:
                modelled = client.meta.service_model.operation_model(step["operation"]).error_shapes
        # Errors that the model lists have classes of their own.
        if step["error"] in [shape.name for shape in modelled]:
            self.assertEqual(type(caught.exception).__name__, step["error"])

    def put_object(self, name, text):
        path = pathlib.Path(os.environ["STATOR_S3_DIR"], name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_all_steps(self):
        for number, step in enumerate(STEPS):
            step = self.fill_in(step)
            if "object" in step:
                self.put_object(step["object"], step["text"] * step.get("times", 1))
                continue
            with self.subTest(number=number, operation=step["operation"], error=step.get("error")):
                if "error" in step:
                    self.check_failure(step)
                else:
                    self.check_success(step)

    def test_no_operation_is_forgotten(self):
        every = [name for client in self.clients
                 for name in client.meta.service_model.operation_names]
        calls = [step for step in STEPS if "operation" in step]
        self.assertEqual(sorted({step["operation"] for step in calls if "error" not in step}),
                         sorted(every))
        self.assertEqual(sorted({step["operation"] for step in calls if "error" in step}),
                         sorted(every))


if __name__ == "__main__":
    unittest.main()
