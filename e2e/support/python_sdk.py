"""Calls servers with the Python client, one after the other, as lines of JSON on standard input request, and
answers each with a line of JSON.

    {"op": "open", "target": {"command": …, "args": […], "env": {…}} | {"url": …, "token": …, "sessionId": …}}
    {"op": "call" | "wait", …}
    {"op": "close"}
"""

import asyncio
import json
import sys
from typing import Any

from pydantic import BaseModel
from satori_client import CallOptions, ClientError, Command, SatoriClient, Url, connect


def target_of(given: dict[str, Any]) -> Command | Url:
    if "url" in given:
        more = {"session_id": given["sessionId"]} if "sessionId" in given else {}
        return Url(given["url"], token=given.get("token"), **more)
    return Command(given["command"], given["args"], env=given["env"], stderr="ignore")


def plain(value: Any) -> Any:
    return value.model_dump(by_alias=True, exclude_unset=True) if isinstance(value, BaseModel) else value


async def call(client: SatoriClient, request: dict[str, Any]) -> dict[str, Any]:
    told: list[float] = []
    task: asyncio.Task[Any] | None = None

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)
        if request.get("isCancelledAtProgress") and task is not None:
            task.cancel()

    wants_progress = "isCancelledAtProgress" in request
    options = CallOptions(timeout_s=request.get("timeoutMs", 60_000) / 1000, on_progress=on_progress if wants_progress else None)
    arguments = request["args"]
    if request.get("isByMethod"):
        pending = getattr(client, request["tool"])(**arguments, options=options)
    else:
        pending = client.call(request["tool"], arguments, options)
    task = asyncio.ensure_future(pending)
    if "cancelAfterMs" in request:
        asyncio.get_running_loop().call_later(request["cancelAfterMs"] / 1000, task.cancel)
    try:
        return {"answer": plain(await task), "progress": told}
    except asyncio.CancelledError:
        return {"error": "cancelled"}


async def wait(client: SatoriClient, request: dict[str, Any]) -> dict[str, Any]:
    polls: list[Any] = []
    timeout = request.get("timeoutMs")
    ended = await client.wait_until_indexed(
        request["path"], run_id=request.get("runId"), poll_s=0.01, timeout_s=None if timeout is None else timeout / 1000, on_poll=lambda answer: polls.append(plain(answer))
    )
    return {"state": ended.state, "source": ended.source, "isIndexed": ended.is_indexed, "exitCode": ended.exit_code, "answer": plain(ended.answer), "polls": len(polls)}


async def next_request() -> dict[str, Any] | None:
    line = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    return json.loads(line) if line else None


def say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


async def serve(client: SatoriClient) -> None:
    while (request := await next_request()) is not None and request["op"] != "close":
        try:
            say(await (wait if request["op"] == "wait" else call)(client, request))
        except ClientError as error:
            say({"error": error.kind, "message": str(error)})


async def main() -> None:
    while (request := await next_request()) is not None:
        target = request["target"]
        try:
            async with connect(target_of(target), protocol=target.get("protocol")) as client:
                say({"connected": client.protocol_version})
                await serve(client)
            say({"closed": True})
        except ClientError as error:
            say({"error": error.kind, "message": str(error)})


asyncio.run(main())
