"""Calls a server with a Python client library, and prints the results as JSON.

    python python_clients.py mcp|fastmcp '{"command": …, "args": […], "env": {…}}'|'{"url": …}' ROOT

Runs once with each protocol version, in one process, because loading a library takes longer than the calls.
"""
import asyncio
import json
import sys

CALLS = [
    ("list_codebases", {}),
    ("set_scope", {"languages": ["python"]}),
    ("search_codebase", {"path": "ROOT", "query": "median of the delivery times", "scope": "mixed"}),
    ("list_paths", {"path": "ROOT", "include_globs": ["reports/"], "session_id": "SESSION"}),
    ("read_file", {"path": "ROOT/README.md"}),
    ("search_codebase", {"path": "ROOT", "query": ""}),
]


def client_of(library, mode, target):
    if library == "mcp":
        from mcp import Client, StdioServerParameters, stdio_client

        server = target["url"] if "url" in target else stdio_client(StdioServerParameters(**target))
        return Client(server, mode=mode)
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    return Client(target["url"] if "url" in target else StdioTransport(**target), mode=mode)


async def call(client, library, name, arguments):
    if library == "mcp":
        result = await client.call_tool(name, arguments)
    else:
        result = await client.call_tool(name, arguments, raise_on_error=False)
    texts = [block.text for block in result.content if block.type == "text"]
    return {"structured": result.structured_content, "texts": texts, "isError": result.is_error}


async def ask(library, mode, target, root):
    async with client_of(library, mode, target) as client:
        listed = await client.list_tools()
        tools = listed if isinstance(listed, list) else listed.tools
        answers = []
        session = None
        for name, arguments in CALLS:
            text = json.dumps(arguments).replace("ROOT", root).replace("SESSION", session or "none")
            answer = await call(client, library, name, json.loads(text))
            if name == "set_scope":
                session = (answer["structured"] or json.loads(answer["texts"][0]))["session_id"]
            answers.append(answer)
        return {"tools": [tool.name for tool in tools], "answers": answers}


async def main(library, target, root):
    print(json.dumps({mode: await ask(library, mode, target, root) for mode in ("auto", "legacy")}))


asyncio.run(main(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]))
