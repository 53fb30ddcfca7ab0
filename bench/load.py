"""Load by wrk, with keys drawn for every request."""

import json
import re
import subprocess
import tempfile

from connection import headers

# In a request, @key stands for the number of a key drawn from all of them, @next for its neighbour
# and @draw for any number of six digits. All have a fixed width, so the length stays the same.
KEY_DIGITS = 7

# Requests are made before they are sent: putting one together takes wrk about as long as it takes
# a server to answer it. There are enough of them for a large table not to shrink to a few keys.
PREPARED_MAX = 200_000
PREPARED_PER_KEY = 4

SCRIPT = """
wrk.method = "POST"
{headers}
local prepared = {{}}
function init()
  math.randomseed({seed})
  local message = wrk.format(nil, nil, nil, body)
  for i = 1, {prepared} do
    local drawn = math.random(0, {keys} - 1)
    local values = {{
      key = string.format("%0{digits}d", drawn),
      next = string.format("%0{digits}d", (drawn + 1) % {keys}),
      draw = tostring(math.random(100000, 999999)),
    }}
    prepared[i] = message:gsub("@+(%l+)", values)
  end
end
local last = 0
function request()
  last = last % #prepared + 1
  return prepared[last]
end
"""


NAMES = {"@key": KEY_DIGITS, "@next": KEY_DIGITS, "@draw": 6}
NAME = re.compile("|".join(NAMES))


def widened(text):
    """The text with every name as wide as what replaces it: Content-Length is counted once."""
    return NAME.sub(lambda name: name.group().rjust(NAMES[name.group()], "@"), text)


def filled(text):
    """The text with some numbers in place of the names: what one request looks like."""
    return NAME.sub(lambda name: "1".zfill(NAMES[name.group()]), text)


def prepared_for(keys):
    """How many requests are made before the first is sent, for keys drawn from so many."""
    return min(PREPARED_PER_KEY * keys, PREPARED_MAX)


def script_of(operation, request, keys, prepared, seed=1):
    """The wrk script that sends the request."""
    body = widened(json.dumps(request, separators=(",", ":")))
    lines = [f'wrk.headers["{name}"] = "{value}"' for name, value in headers(operation).items()]
    script = SCRIPT.format(headers="\n".join(lines), keys=keys, seed=seed, digits=KEY_DIGITS,
                           prepared=prepared)
    return f"local body = [==[{body}]==]\n{script}"


def milliseconds(text):
    """wrk's durations: 12.34us, 1.20ms, 2.00s."""
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}[unit]


def percentile_ms(output, percent):
    """A line of the latency distribution: "     50%  312.00us"."""
    return milliseconds(re.search(rf"^ +{percent}% +(\S+)$", output, re.MULTILINE).group(1))


def parse(output):
    """What wrk reports."""
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"requests failed: {output}")
    answered, seconds = re.search(r"(\d+) requests in ([\d.]+)s", output).groups()
    return {
        "answered": int(answered), "per_second": int(answered) / float(seconds),
        "p50_ms": percentile_ms(output, 50), "p99_ms": percentile_ms(output, 99),
    }


def run(server, operation, request, seconds, connections=16, keys=1000, threads=1, prefix=(),
        prepared=None):
    """What wrk reports, and the server's CPU microseconds for each request."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(script_of(operation, request, keys, prepared or prepared_for(keys)))
        script.flush()
        before = server.cpu_seconds()
        output = subprocess.run(
            [*prefix, "wrk", "--latency", f"-t{threads}", f"-c{connections}", f"-d{seconds}s",
             "-s", script.name, f"http://127.0.0.1:{server.port}/"],
            capture_output=True, text=True, check=True,
        ).stdout
        used = server.cpu_seconds() - before
    measured = parse(output)
    return {**measured, "cpu_us": used / measured["answered"] * 1e6}
