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
        labels = {node.symbol_id: node.symbol_label for node in graph.nodes}
        for edge in graph.edges:
            print(f"{labels.get(edge.from_, edge.from_)} -> {labels.get(edge.to, edge.to)} at {edge.site.file}:{edge.site.line} ({edge.confidence})")


asyncio.run(main(*sys.argv[1:]))
