import { PassThrough } from "node:stream";
import { LineSplitter } from "../../../apps/mcp/src/stdio/line-splitter.ts";
import { LineTransport, interpret } from "../../../apps/mcp/src/stdio/line-transport.ts";
import { InputReader, bufferOf, fuzzTarget } from "../target.ts";

const MAX_BYTES = 300;

export default fuzzTarget({
  checks:
    "JSON-RPC over standard input: lines do not depend on how they arrive, and every request that " +
    "cannot be delivered gets one answer that is JSON-RPC",
  dictionary: [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n',
    "[",
    "]",
    "\r\n",
    '"id":',
    '"params":{"_meta":{"progressToken":',
    '"result":{}',
    '"error":{}',
    '"io.modelcontextprotocol/protocolVersion":"2026-01-01"',
    "null",
  ],
  run(input) {
    const reader = new InputReader(input);
    const [cut, version] = [reader.byte(), reader.choice([null, "2024-11-05", "2025-03-26", "2025-06-18"])];
    const bytes = bufferOf(reader.rest());
    const whole = new LineSplitter(MAX_BYTES).push(bytes);
    const splitter = new LineSplitter(MAX_BYTES);
    const cutAt = Math.min(cut, bytes.length);
    const parts = [...splitter.push(bytes.subarray(0, cutAt)), ...splitter.push(bytes.subarray(cutAt))];
    if (JSON.stringify(whole) !== JSON.stringify(parts)) throw new Error(`Lines depend on a cut at ${cut}`);
    for (const line of whole) interpret(line, MAX_BYTES);
    talk(bytes, version);
  },
});

/**
 * One session: incoming messages are delivered or answered, and every outgoing message is a line of JSON-RPC.
 */
function talk(bytes: Buffer, version: string | null): void {
  const written: string[] = [];
  const input = new PassThrough();
  const output = {
    write: (text: string) => Promise.resolve(void written.push(text)),
  } as unknown as ConstructorParameters<typeof LineTransport>[0]["output"];
  const transport = new LineTransport({
    input,
    output,
    maxMessageBytes: MAX_BYTES,
    onInputEnd: () => undefined,
  });
  if (version !== null) transport.setProtocolVersion(version);
  transport.onmessage = (message) => {
    if ("method" in message && "id" in message)
      void transport.send({ jsonrpc: "2.0", id: message.id, result: {} });
  };
  void transport.start();
  input.emit("data", bytes);
  void transport.close();
  for (const text of written) {
    if (!text.endsWith("\n") || text.slice(0, -1).includes("\n"))
      throw new Error(`No line: ${JSON.stringify(text)}`);
    for (const message of [JSON.parse(text) as unknown].flat()) {
      const { jsonrpc, id } = message as { readonly jsonrpc?: unknown; readonly id?: unknown };
      if (jsonrpc !== "2.0" || id === undefined) throw new Error(`No answer of JSON-RPC: ${text}`);
    }
  }
}
