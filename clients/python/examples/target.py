"""Where the server of an example is, as its last arguments say: an address, or a command and its arguments."""

import os
from collections.abc import Sequence

from satori_client import Command, Url


def target_of(server: Sequence[str]) -> Command | Url:
    first, *args = server or ["satori-mcp"]
    if first.startswith(("http:", "https:")):
        return Url(first, token=os.environ.get("SATORI_HTTP_TOKEN"))
    home = os.environ.get("SATORI_HOME")
    return Command(first, args, env={"SATORI_HOME": home} if home else {}, stderr="ignore")
