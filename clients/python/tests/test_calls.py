"""What becomes of one call: arguments that cannot be sent, answers that are none, and which session it belongs to. The connection outlives it."""

import json
import sys
import threading
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from satori_client import CallOptions, ClientError, Command, SatoriClient, Url, connect, connect_sync

# Lists its tools with schemas of their answers, and answers calls as the query says, which is JSON.
SERVER = """
import json, sys
def answer(asked):
    if asked["method"] == "initialize":
        return {"result": {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}}
    if asked["method"] == "tools/list":
        return {"result": {"tools": [{"name": "search_codebase", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "required": ["odd"]}}]}}
    return json.loads(asked["params"]["arguments"]["query"])
for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked and (said := answer(asked)):
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}), flush=True)
"""
TARGET = Command(sys.executable, ["-c", SERVER])
ENVELOPE = {"tool": "search_codebase", "version": 1, "status": "error", "message": "m", "error": {"code": "INTERNAL", "message": "m", "details": {}}, "meta": {"durationMs": 1}}
NOT_INDEXED = {"reason": "not_indexed", "message": "m", "hints": {}, "path": "/a"}


def structured(envelope: Any) -> str:
    return json.dumps({"result": {"content": [], "structuredContent": envelope}})


class CallsTest(unittest.IsolatedAsyncioTestCase):
    async def fails(self, client: SatoriClient, kind: str, message: str, query: Any, options: CallOptions | None = None) -> None:
        with self.assertRaises(ClientError) as raised:
            await client.search_codebase(path="/a", query=query, options=options)
        self.assertEqual(raised.exception.kind, kind)
        self.assertRegex(str(raised.exception), message)
        self.assertEqual((await client.search_codebase(path="/a", query=structured(ENVELOPE))).status, "error")

    async def test_what_cannot_be_sent_fails_its_own_call_and_is_named(self) -> None:
        async with connect(TARGET) as client:
            for value in ("\ud800", ["a", "\udcff"], {"\ud800": 1}, object()):
                with self.subTest(repr(value)):
                    await self.fails(client, "transport", "^search_codebase: the argument query cannot be sent as JSON: ", value)
            with self.assertRaises(ClientError) as raised:
                await client.call("\ud800", {})
            self.assertRegex(str(raised.exception), r"^\\ud800: the tool cannot be sent")

    def test_nor_does_it_end_a_client_that_blocks(self) -> None:
        with connect_sync(TARGET) as client:
            with self.assertRaises(ClientError):
                client.search_codebase(path="/a\udcff", query="q")
            self.assertEqual(client.search_codebase(path="/a", query=structured(ENVELOPE)).status, "error")

    async def test_what_is_no_answer_is_called_so(self) -> None:
        async with connect(TARGET) as client:
            await self.fails(client, "invalid_answer", "^The server's answer is not a result of the tool", '{"result": {}}')
            await self.fails(client, "invalid_answer", "^The server's answer is not a valid answer of search_codebase", structured({"odd": 1}))
            text = {"type": "text", "text": "satori/1 search_codebase ok root=/a\n\nx"}
            await self.fails(client, "invalid_answer", "^search_codebase: .*SATORI_ANSWERS.*--answers both$", json.dumps({"result": {"content": [text]}}))
            await self.fails(client, "invalid_answer", 'its status is "paused"$', structured({**ENVELOPE, "status": "paused"}))

    async def test_an_answer_is_read_whatever_schema_the_server_lists_for_it(self) -> None:
        async with connect(TARGET) as client:
            in_text = json.dumps({"result": {"content": [{"type": "text", "text": json.dumps(ENVELOPE)}]}})
            self.assertEqual((await client.search_codebase(path="/a", query=in_text)).status, "error")

    async def test_a_reason_that_is_not_known_is_passed_on(self) -> None:
        async with connect(TARGET) as client:
            found = await client.search_codebase(path="/a", query=structured({**ENVELOPE, **NOT_INDEXED, "status": "not_indexed", "reason": "of_a_later_version"}))
            assert found.status == "not_indexed"
            self.assertEqual(found.reason, "of_a_later_version")

    async def test_only_its_own_clock_is_a_timeout(self) -> None:
        async with connect(TARGET) as client:
            await self.fails(client, "transport", "^search_codebase: The index timed out$", '{"error": {"code": -32001, "message": "The index timed out"}}')
            await self.fails(client, "timeout", "^search_codebase: no answer in 0.1 s$", "null", CallOptions(timeout_s=0.1))

    async def test_a_call_belongs_to_the_session_that_it_names_over_http_too(self) -> None:
        with http_server() as (address, sessions):
            async with connect(Url(address, session_id="of-all"), protocol="legacy") as client:
                await client.call_raw("list_codebases", {})
                await client.call_raw("list_codebases", {"session_id": "mine"})
                await client.call_raw("search_codebase", {"path": "/a", "query": 'about "session_id"'})
        self.assertEqual(sessions, [("of-all", None), (None, "mine"), ("of-all", None)])

    async def test_a_server_that_speaks_no_tls_is_called_so(self) -> None:
        with http_server() as (address, _), self.assertRaises(ClientError) as raised:
            async with connect(Url(address.replace("http:", "https:"))):
                self.fail("connected")
        self.assertRegex(str(raised.exception), ": the server does not use TLS: its address begins with http://, not https://$")


@contextmanager
def http_server() -> Iterator[tuple[str, list[tuple[Any, Any]]]]:
    """Its address, and of each call that it gets the header and the argument that name a session."""
    sessions: list[tuple[Any, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            result: dict[str, Any] = {"content": []}
            if asked["method"] == "initialize":
                result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
            elif asked["method"] == "tools/call":
                sessions.append((self.headers["X-Session-ID"], asked["params"]["arguments"].get("session_id")))
            body = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}).encode() if "id" in asked else b""
            self.send_response(200 if body else 202)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp", sessions
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    unittest.main()
