"""Shows who calls a function, by its name.

python callers.py FOLDER NAME http://127.0.0.1:7411/mcp
"""

import asyncio
import sys

from satori_client import connect
from target import target_of


async def main(folder: str, symbol: str, *server: str) -> None:
    async with connect(target_of(server)) as client:
        graph = await client.call_graph(path=folder, symbol=symbol, direction="callers")
        if graph.status != "ok":
            print(f"{graph.status}: {graph.message}")
            return
        nodes = {node.symbol_id: node for node in graph.nodes}
        for edge in graph.edges:
            caller, callee = nodes[edge.from_], nodes[edge.to]
            # A call names its file only if it is another than the caller's.
            place = f"{edge.site.file or caller.file}:{edge.site.line}"
            print(f"{caller.symbol_label} -> {callee.symbol_label} at {place} ({edge.confidence})")


asyncio.run(main(*sys.argv[1:]))
