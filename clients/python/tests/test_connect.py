"""What there is to say of a connection that is over, or that none can be made."""

import sys
import unittest

from satori_client import ClientError, Command, Url, connect

# Shakes hands, and no more.
SERVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


class ConnectTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_call_after_the_end_says_so(self) -> None:
        async with connect(Command(sys.executable, ["-c", SERVER])) as client:
            self.assertTrue(client.protocol_version)
        with self.assertRaises(ClientError) as raised:
            await client.list_codebases()
        self.assertEqual((raised.exception.kind, str(raised.exception)), ("transport", "list_codebases: the connection is closed; connect again"))

    async def test_what_ends_the_program_stays_what_it_was(self) -> None:
        with self.assertRaises(SystemExit) as raised:
            async with connect(Command(sys.executable, ["-c", SERVER])):
                raise SystemExit("no index")
        self.assertEqual(raised.exception.code, "no index")

    async def test_what_is_no_address_is_called_so(self) -> None:
        for url in ("127.0.0.1:7411/mcp", "here and there", "http:///mcp"):
            with self.subTest(url), self.assertRaises(ClientError) as raised:
                async with connect(Url(url)):
                    self.fail("connected")
            self.assertEqual(raised.exception.kind, "start_up")
            self.assertRegex(str(raised.exception), "^No connection to an invalid address: ")


if __name__ == "__main__":
    unittest.main()
