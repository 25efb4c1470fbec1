"""Indexes a folder if it has no index, waits for that, and asks a question.

python index_and_search.py FOLDER QUESTION http://127.0.0.1:7411/mcp
python index_and_search.py FOLDER QUESTION satori-mcp
"""

import asyncio
import sys

from satori_client import CallOptions, SatoriClient, connect
from target import target_of


async def is_indexed(client: SatoriClient, path: str) -> bool:
    started = await client.manage_index(action="create", path=path)
    if started.status not in ("ok", "not_ready"):
        print(f"no index: {started.status}: {started.message}")
        return False
    ended = await client.wait_until_indexed(
        path,
        run_id=started.run_id if started.status == "ok" else None,
        poll_s=0.1,
        on_poll=lambda polled: print(f"indexing: {polled.indexing.progress_pct or 0} %" if polled and polled.status == "not_ready" else "indexing", file=sys.stderr),
    )
    if ended.answer and ended.answer.status == "ok":
        print(f"indexed: {ended.answer.index.files if ended.answer.index else 0} files")
    else:
        print(f"index: {ended.state}")
    return ended.is_indexed


async def search(client: SatoriClient, path: str, query: str) -> None:
    found = await client.search_codebase(path=path, query=query, limit=3, options=CallOptions(timeout_s=30))
    match found.status:
        case "ok":
            for result in found.results:
                print(f"{result.file}:{result.span.start_line}-{result.span.end_line} {result.symbol_label or '-'}")
        case "not_ready" | "not_indexed" | "requires_reindex":
            # A gate names the call that gets past it.
            print(f"{found.status}: {found.hints}")
        case "error":
            print(f"{found.error.code}: {found.message}")


async def main(folder: str, question: str, *server: str) -> None:
    async with connect(target_of(server)) as client:
        if await is_indexed(client, folder):
            await search(client, folder, question)


asyncio.run(main(*sys.argv[1:]))
