"""Runs a command on a pseudo-terminal: copies its output to stdout and exits with its exit code.

The only argument is JSON: {"command": [...], "columns": N, "when": text, "send": text}. Once `when` has been
written, `send` is typed.
"""
import fcntl
import json
import os
import pty
import struct
import sys
import termios

asked = json.loads(sys.argv[1])
process, terminal = pty.fork()
if process == 0:
    os.execvp(asked["command"][0], asked["command"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, asked["columns"], 0, 0))

output = b""
pending = asked.get("send", "").encode()
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:  # Linux says so when the other side is closed.
        break
    if not part:
        break
    output += part
    if pending and asked["when"].encode() in output:
        os.write(terminal, pending)
        pending = b""
_, status = os.waitpid(process, 0)
sys.stdout.buffer.write(output)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status) % 256)
