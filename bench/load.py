"""Load by wrk, with keys drawn anew for every request."""

import json
import re
import subprocess
import tempfile

from servers import headers


def script_of(operation, body):
    """The wrk script that sends `body`, in which @key stands for one of a thousand keys."""
    lines = ['wrk.method = "POST"']
    for name, value in headers(operation).items():
        lines.append(f'wrk.headers["{name}"] = "{value}"')
    lines.append(f"wrk.body = [==[{body}]==]")
    if "@key" in body:
        lines.append(
            """
local drawn = 1
local template = wrk.body
request = function()
  drawn = (drawn * 1103515245 + 12345) % 2147483648
  local key = string.format("%06d", math.floor(drawn / 65536) % 1000)
  return wrk.format(nil, nil, nil, (template:gsub("@key", key)))
end"""
        )
    return "\n".join(lines)


def run(server, operation, request, seconds, connections=16):
    """Requests answered and CPU microseconds of the server for each."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(script_of(operation, json.dumps(request, separators=(",", ":"))))
        script.flush()
        before = server.cpu_seconds()
        wrk = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script.name,
             f"http://127.0.0.1:{server.port}/"],
            capture_output=True, text=True, check=True,
        ).stdout
        used = server.cpu_seconds() - before
    if "Non-2xx" in wrk:
        raise RuntimeError(f"{operation} was refused: {wrk}")
    answered = int(re.search(r"(\d+) requests in", wrk).group(1))
    return {"per_second": answered / seconds, "cpu_us": used / answered * 1e6}
