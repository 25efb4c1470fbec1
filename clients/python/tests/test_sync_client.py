"""The client that blocks: its calls, their ends, and what may be done in callbacks."""

import inspect
import json
import os
import signal
import sys
import threading
import time
import unittest

from satori_client import CallOptions, ClientError, Command, SatoriClient, SyncSatoriClient, Url, connect_sync

# Answers calls of list_codebases, after progress where that is asked for, and no others.
SERVER = """
import json, sys
def say(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "initialize":
        say({"id": asked["id"], "result": {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}})
    elif asked["method"] == "tools/list":
        say({"id": asked["id"], "result": {"tools": []}})
    elif asked["method"] == "tools/call" and asked["params"]["name"] == "list_codebases":
        token = asked["params"].get("_meta", {}).get("progressToken")
        if token is not None:
            say({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1}})
        say({"id": asked["id"], "result": {"content": [], "structuredContent": ANSWER}})
"""
GROUPS: dict[str, list[object]] = {state: [] for state in ("ready", "indexing", "requires_reindex", "failed")}
ANSWER = {"tool": "list_codebases", "version": 1, "status": "ok", "codebases": GROUPS, "humanText": "none", "meta": {"durationMs": 1}}
TARGET = Command(sys.executable, ["-c", SERVER.replace("ANSWER", json.dumps(ANSWER))])


class SyncClientTest(unittest.TestCase):
    def test_has_every_method_of_the_other(self) -> None:
        def own(kind: type) -> dict[str, str]:
            return {name: str(inspect.signature(member)) for name, member in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}

        self.assertEqual(own(SyncSatoriClient), own(SatoriClient))

    def test_blocks_until_there_is_an_answer_whichever_thread_asks(self) -> None:
        told: list[float] = []
        with connect_sync(TARGET) as client:
            self.assertTrue(client.protocol_version)
            answer = client.list_codebases(options=CallOptions(on_progress=lambda progress, total, message: told.append(progress)))
            self.assertEqual((answer.status, told), ("ok", [1.0]))
            statuses: list[str] = []
            threads = [threading.Thread(target=lambda: statuses.append(client.list_codebases().status)) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(statuses, ["ok"] * 8)

    def test_a_callback_that_calls_is_told_that_it_cannot(self) -> None:
        reasons: list[str] = []

        def on_progress(done: float, whole: float | None, said: str | None) -> None:
            try:
                client.list_codebases()
            except ClientError as error:
                reasons.append(str(error))

        with connect_sync(TARGET) as client:
            self.assertEqual(client.list_codebases(options=CallOptions(on_progress=on_progress)).status, "ok")
        self.assertEqual(reasons, ["list_codebases: a callback cannot wait for a call"])

    def test_a_call_after_the_end_says_so(self) -> None:
        with connect_sync(TARGET) as client:
            pass
        with self.assertRaises(ClientError) as raised:
            client.list_codebases()
        self.assertEqual((raised.exception.kind, str(raised.exception)), ("transport", "list_codebases: the connection is closed; connect again"))

    def test_failures_are_those_of_the_other(self) -> None:
        targets = ((Command("/no/such/server"), "start_up"), (Command(sys.executable, ["-c", "raise SystemExit(3)"]), "start_up"), (Url("nowhere"), "start_up"))
        for target, kind in targets:
            with self.subTest(target), self.assertRaises(ClientError) as raised, connect_sync(target):
                self.fail("connected")
            self.assertEqual(raised.exception.kind, kind)
        with self.assertRaises(ClientError) as raised, connect_sync(TARGET) as client:
            client.search_codebase(path="/a", query="b", options=CallOptions(timeout_s=0.1))
        self.assertEqual(raised.exception.kind, "timeout")
        with self.assertRaises(SystemExit), connect_sync(TARGET):
            raise SystemExit(7)

    @unittest.skipIf(sys.platform == "win32", "signals are others there")
    def test_an_interrupt_ends_a_call_and_leaves_no_thread(self) -> None:
        before = threading.active_count()
        started = time.monotonic()
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt), connect_sync(TARGET) as client:
            timer.start()
            client.search_codebase(path="/a", query="b")
        timer.join()
        self.assertLess(time.monotonic() - started, 20)
        self.assertEqual(threading.active_count(), before)


if __name__ == "__main__":
    unittest.main()
