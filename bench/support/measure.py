"""Runs a command and reports its resource usage.

    python3 measure.py COMMAND [ARGUMENT...]      with file descriptor 3 open for the report

Writes one JSON object to file descriptor 3: wall_s, cpu_s (user + system, of the command and all processes
that it started and waited for) and peak_bytes (largest resident set of any of these processes). Exits with
the command's exit code. Needs only the standard library, and no shell between the clock and the command.
"""

import json
import os
import signal
import sys
import time

STOPS = (signal.SIGINT, signal.SIGTERM)

os.set_inheritable(3, False)
# Signals wait until there is a process to pass them on to.
signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
# Peaks below about ten megabytes are those of this interpreter, not of the command.
started = time.monotonic()
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, setsigmask=())
for number in STOPS:
    signal.signal(number, lambda received, _: os.kill(pid, received))
signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
_, status, usage = os.wait4(pid, 0)
wall = time.monotonic() - started
peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
with os.fdopen(3, "w") as answer:
    json.dump({"wall_s": wall, "cpu_s": usage.ru_utime + usage.ru_stime, "peak_bytes": peak}, answer)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
