/** MCP's stdio transport: one JSON-RPC message a line. What is no message gets JSON-RPC's own errors, and the connection goes on. */
import type { Readable } from "node:stream";
import { INVALID_REQUEST, type JSONRPCMessage, PARSE_ERROR, type RequestId, type Transport, parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { type Line, LineSplitter } from "./line-splitter.ts";
import type { ProtocolOutput } from "./reserve-stdout.ts";

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: ProtocolOutput;
  readonly maxMessageBytes: number;
  /** No more input will come. The connection stays open for what is still to be answered, until it is closed. */
  readonly onInputEnd: () => void;
}

/** A message, a line that is to be answered with an error, or one that cannot be answered. */
type Incoming =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "refused"; readonly id: string | number | null; readonly code: number; readonly problem: string }
  | { readonly kind: "ignored"; readonly problem: string };

export class LineTransport implements Transport {
  // The protocol layer sets these before it calls `start`.
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  private readonly options: LineTransportOptions;
  private readonly splitter: LineSplitter;
  private readonly unanswered = new Set<RequestId>();
  private readonly waiting: (() => void)[] = [];
  private isClosed = false;

  constructor(options: LineTransportOptions) {
    this.options = options;
    this.splitter = new LineSplitter(options.maxMessageBytes);
  }

  start(): Promise<void> {
    const { input, onInputEnd } = this.options;
    input.on("data", this.receive).on("end", onInputEnd).on("close", onInputEnd).on("error", onInputEnd);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) return Promise.reject(new Error("The connection is closed"));
    const written = this.options.output.write(`${JSON.stringify(message)}\n`);
    if (!("method" in message) && message.id !== undefined) this.settle(message.id);
    return written;
  }

  /** Resolves when every request that came in has been answered or cancelled. */
  answered(): Promise<void> {
    return this.unanswered.size === 0 ? Promise.resolve() : new Promise((resolve) => void this.waiting.push(resolve));
  }

  close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.options.input.off("data", this.receive).pause();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  private readonly receive = (chunk: Buffer): void => {
    for (const line of this.splitter.push(chunk)) {
      const incoming = interpret(line, this.options.maxMessageBytes);
      if (incoming === null) continue;
      if (incoming.kind === "message") this.deliver(incoming.message);
      else this.refuse(incoming);
    }
  };

  private deliver(message: JSONRPCMessage): void {
    if ("method" in message && "id" in message) this.unanswered.add(message.id);
    this.onmessage?.(message);
    // The protocol layer answers a cancelled request no more.
    if ("method" in message && message.method === "notifications/cancelled") this.settle(message.params?.["requestId"] as RequestId);
  }

  private settle(id: RequestId): void {
    this.unanswered.delete(id);
    if (this.unanswered.size === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  private refuse(incoming: Exclude<Incoming, { kind: "message" }>): void {
    this.onerror?.(new Error(incoming.problem));
    if (incoming.kind === "ignored" || this.isClosed) return;
    const { id, code, problem } = incoming;
    // The protocol's types know no error without an id, which JSON-RPC demands for what cannot be read.
    this.options.output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: problem } })}\n`).catch(() => undefined);
  }
}

/** Null for an empty line. */
export function interpret(line: Line, maxMessageBytes: number): Incoming | null {
  if (line.kind === "too_long") return { kind: "refused", id: null, code: PARSE_ERROR, problem: `Parse error: a message is longer than ${maxMessageBytes} bytes` };
  if (line.text.trim() === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return { kind: "refused", id: null, code: PARSE_ERROR, problem: "Parse error: a line is no JSON" };
  }
  try {
    return { kind: "message", message: parseJSONRPCMessage(value) };
  } catch {
    return refusal(value);
  }
}

/** Requests are answered under their id, and so is what may have been one; notifications and answers are not answered. */
function refusal(value: unknown): Incoming {
  const problem = "Invalid request: a line is JSON, but no JSON-RPC 2.0 message of MCP";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "refused", id: null, code: INVALID_REQUEST, problem };
  const { id, method, result, error } = value as { readonly id?: unknown; readonly method?: unknown; readonly result?: unknown; readonly error?: unknown };
  if (result !== undefined || error !== undefined || (id === undefined && typeof method === "string")) return { kind: "ignored", problem };
  // A larger number has lost digits: the answer would be to another request.
  return { kind: "refused", id: typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null, code: INVALID_REQUEST, problem };
}
