"""Starts Satori, which is a package for Node.js, in its own version."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

PACKAGE = "satori-code"
# As shells say that there is no such command.
NOT_FOUND = 127


def main() -> int:
    """Runs Satori with the arguments of this process; returns its exit code, or replaces this process."""
    node = shutil.which("node")
    if node is None:
        return fail("node is not on PATH. Install Node.js 20.19 or newer, such as from https://nodejs.org")
    command = installed_command(node) or npx_command(node)
    if command is None:
        return fail("npx is not on PATH. It comes with npm: install that, or `satori-code` with it")
    return run([*command, *sys.argv[1:]])


def installed_command(node: str) -> list[str] | None:
    """Satori as npm has installed it, if it is this version. A program that has only its name is not run."""
    found = shutil.which("satori")
    if found is None:
        return None
    program = Path(found).resolve()
    # …/satori-code/node_modules/@satori/cli/bin/satori.js
    if len(program.parents) < 5 or program.name != "satori.js":
        return None
    try:
        manifest = json.loads((program.parents[4] / "package.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    is_ours = isinstance(manifest, dict) and manifest.get("name") == PACKAGE
    return [node, str(program)] if is_ours and manifest.get("version") == version(PACKAGE) else None


def npx_command(node: str) -> list[str] | None:
    """Satori from the registry, or from npm's cache."""
    package = ["-y", f"{PACKAGE}@{version(PACKAGE)}"]
    if os.name == "nt":
        # npx.cmd would let cmd.exe interpret the arguments.
        script = Path(node).parent / "node_modules" / "npm" / "bin" / "npx-cli.js"
        return [node, str(script), *package] if script.is_file() else None
    npx = shutil.which("npx")
    return None if npx is None else [npx, *package]


def run(command: list[str]) -> int:
    """Replaces this process, so that signals and standard streams reach Satori directly."""
    if os.name != "nt":
        os.execv(command[0], command)
    with subprocess.Popen(command) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # It reached Satori as well, which decides when to end.
                continue


def fail(message: str) -> int:
    print(f"{PACKAGE}: {message}", file=sys.stderr)
    return NOT_FOUND
