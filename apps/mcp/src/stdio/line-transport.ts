/**
 * MCP's stdio transport: one JSON-RPC message per line or, if the protocol version allows it, a batch.
 * Invalid messages get JSON-RPC errors, and the connection continues.
 */
import type { Readable } from "node:stream";
import {
  INVALID_REQUEST,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PARSE_ERROR,
  parseJSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  type Transport,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { BATCH_VERSIONS, MODERN_VERSIONS } from "../protocol-versions.ts";
import { Batches } from "./batches.ts";
import { type Line, LineSplitter, tooLongProblem } from "./line-splitter.ts";
import type { ProtocolOutput } from "./reserve-stdout.ts";

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: ProtocolOutput;
  readonly maxMessageBytes: number;
  /**
   * Called when no more input will come. The connection stays open for pending answers until it is closed.
   */
  readonly onInputEnd: () => void;
  /** Called before the protocol layer gets a tool call. */
  readonly onCall?: (id: RequestId) => void;
  /** Called before the line that answers these requests is written. */
  readonly onAnswers?: (ids: readonly RequestId[]) => void;
}

/** A message, one to answer with an error, or one that must not be answered. */
type Single =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | {
      readonly kind: "refused";
      readonly id: string | number | null;
      readonly code: number;
      readonly problem: string;
    }
  | { readonly kind: "ignored"; readonly problem: string };
type Incoming = Single | { readonly kind: "batch"; readonly parts: readonly Single[] };

export class LineTransport implements Transport {
  // The protocol layer sets these before it calls `start`.
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  private readonly options: LineTransportOptions;
  private readonly splitter: LineSplitter;
  private readonly unanswered = new Set<RequestId>();
  private readonly waiting: (() => void)[] = [];
  private readonly batches = new Batches();
  private version: string | null = null;
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
    if ("method" in message || message.id === undefined) return this.write(message);
    return this.settle(message.id, message);
  }

  /** Called by the protocol layer after the handshake of the earlier era. */
  setProtocolVersion(version: string): void {
    this.version = version;
  }

  /** Resolves when every received request has been answered or cancelled. */
  answered(): Promise<void> {
    return this.unanswered.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => void this.waiting.push(resolve));
  }

  close(): Promise<void> {
    if (!this.isClosed) {
      for (const answers of this.batches.takeRest()) this.writeHeedless(answers);
      this.isClosed = true;
      this.options.input.off("data", this.receive).pause();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  private readonly receive = (chunk: Buffer): void => {
    for (const line of this.splitter.push(chunk)) {
      const incoming = interpret(line, this.options.maxMessageBytes);
      if (incoming?.kind === "batch") this.receiveBatch(incoming.parts);
      else if (incoming?.kind === "message") this.deliver(incoming.message);
      else if (incoming) this.refuse(incoming);
    }
  };

  private receiveBatch(parts: readonly Single[]): void {
    if (this.version === null || !BATCH_VERSIONS.includes(this.version)) return this.refuseBatch(parts);
    for (const part of parts) if (part.kind !== "message") this.onerror?.(new Error(part.problem));
    const messages = parts.flatMap((part) => (part.kind === "message" ? [part.message] : []));
    const refused = parts.flatMap((part) => (part.kind === "refused" ? [errorOf(part)] : []));
    const requests = messages.filter(isRequest).map(({ id }) => id);
    if (requests.length > 0) this.batches.begin(requests, refused);
    else if (refused.length > 0) this.writeAnswers(refused).catch(() => undefined);
    for (const message of messages) this.deliver(message);
  }

  /** Rejects a batch with one error for each request in it, so that every request gets an answer. */
  private refuseBatch(parts: readonly Single[]): void {
    const problem =
      `Invalid request: batches require the protocol version ${BATCH_VERSIONS.join(" or ")}; send ` +
      "each message on its own line";
    const ids = parts.flatMap((part) =>
      part.kind === "message" && isRequest(part.message) ? [part.message.id] : [],
    );
    for (const id of ids.length > 0 ? ids : [null])
      this.refuse({ kind: "refused", id, code: INVALID_REQUEST, problem });
  }

  private deliver(message: JSONRPCMessage): void {
    if (isRequest(message)) {
      this.unanswered.add(message.id);
      const refusal = refusedVersion(message);
      if (refusal) return this.refuseVersion(message.id, refusal);
      if (message.method === "tools/call") this.options.onCall?.(message.id);
    }
    this.onmessage?.(message);
    // The protocol layer does not answer a cancelled request.
    if ("method" in message && message.method === "notifications/cancelled")
      this.settle(message.params?.["requestId"] as RequestId, null).catch(() => undefined);
  }

  /**
   * Records that a request was answered or, without an answer, cancelled. Resolves when the output due for
   * that is written.
   */
  private settle(id: RequestId, answer: object | null): Promise<void> {
    const due = this.batches.settle(id, answer);
    const written = due === null ? Promise.resolve() : this.writeAnswers(due);
    this.unanswered.delete(id);
    if (this.unanswered.size === 0) for (const resolve of this.waiting.splice(0)) resolve();
    return written;
  }

  private refuseVersion(id: RequestId, refusal: ReturnType<typeof refusedVersion> & object): void {
    this.onerror?.(new Error(refusal.error.message));
    this.settle(id, refusal).catch(() => undefined);
  }

  private refuse(incoming: Exclude<Single, { kind: "message" }>): void {
    this.onerror?.(new Error(incoming.problem));
    if (incoming.kind !== "refused") return;
    if (incoming.id !== null) this.options.onAnswers?.([incoming.id]);
    this.writeHeedless(errorOf(incoming));
  }

  private writeAnswers(due: object): Promise<void> {
    this.options.onAnswers?.(
      [due]
        .flat()
        .flatMap((answer) => ("id" in answer && answer.id !== null ? [answer.id as RequestId] : [])),
    );
    return this.write(due);
  }

  private write(sent: object): Promise<void> {
    return this.options.output.write(`${JSON.stringify(sent)}\n`);
  }

  /** Writes without waiting: a broken output is detected by its owner. */
  private writeHeedless(sent: object): void {
    if (!this.isClosed) this.write(sent).catch(() => undefined);
  }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}

/**
 * An error with a null id, which JSON-RPC requires for unreadable messages and the protocol's types do not
 * allow.
 */
function errorOf({ id, code, problem }: Extract<Single, { kind: "refused" }>): object {
  return { jsonrpc: "2.0", id, error: { code, message: problem } };
}

/** Parses a line; null for an empty one. */
export function interpret(line: Line, maxMessageBytes: number): Incoming | null {
  if (line.kind === "too_long")
    return {
      kind: "refused",
      id: null,
      code: PARSE_ERROR,
      problem: tooLongProblem(maxMessageBytes),
    };
  if (line.text.trim() === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return { kind: "refused", id: null, code: PARSE_ERROR, problem: "Parse error: a line is not JSON" };
  }
  return Array.isArray(value) && value.length > 0
    ? { kind: "batch", parts: value.map(single) }
    : single(value);
}

function single(value: unknown): Single {
  try {
    return { kind: "message", message: parseJSONRPCMessage(value) };
  } catch {
    return refusal(value);
  }
}

/**
 * Classifies an invalid message. Requests, and what may have been a request, get an error with their id;
 * notifications and answers get none.
 */
function refusal(value: unknown): Single {
  const problem = `Invalid request: a line is JSON, but not a JSON-RPC 2.0 message of MCP: ${messageProblem(value)}`;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { kind: "refused", id: null, code: INVALID_REQUEST, problem };
  const { id, method, result, error } = value as {
    readonly id?: unknown;
    readonly method?: unknown;
    readonly result?: unknown;
    readonly error?: unknown;
  };
  if (result !== undefined || error !== undefined || (id === undefined && typeof method === "string"))
    return { kind: "ignored", problem };
  // A larger number has lost digits, so the error would be for another request.
  return {
    kind: "refused",
    id: typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null,
    code: INVALID_REQUEST,
    problem,
  };
}

// Checks the protocol version that a request names, as every request of the newest era does. The protocol
// layer only checks the first request.

/**
 * The error for a request that names an unsupported version. Null if it names none or a supported one, and
 * for the handshake of the earlier era. Pure.
 */
function refusedVersion({ id, method, params }: JSONRPCRequest): JSONRPCErrorResponse | null {
  const requested = params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (method === "initialize" || typeof requested !== "string" || MODERN_VERSIONS.includes(requested))
    return null;
  const { code, message, data } = new UnsupportedProtocolVersionError({
    supported: [...MODERN_VERSIONS],
    requested,
  });
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}

// Explains why JSON is not an MCP message, for authors of clients. Pure.

/**
 * A sentence without its full stop. The only part of the message that it repeats is `jsonrpc`, which is short
 * in any serious attempt.
 */
function messageProblem(value: unknown): string {
  if (typeof value !== "object" || value === null)
    return `it is ${value === null ? "null" : `a ${typeof value}`}, not an object`;
  if (Array.isArray(value)) return "it is a list, not an object";
  const { jsonrpc, id, method, params } = value as {
    readonly jsonrpc?: unknown;
    readonly id?: unknown;
    readonly method?: unknown;
    readonly params?: unknown;
  };
  if (jsonrpc !== "2.0")
    return typeof jsonrpc === "string"
      ? `jsonrpc is ${JSON.stringify(jsonrpc.slice(0, MAX_SHOWN_CHARS))}, but must be "2.0"`
      : 'jsonrpc must be "2.0"';
  if (id !== undefined && !isId(id)) return "id must be a string or a whole number";
  if ("result" in value || "error" in value) return "it is not a valid MCP response";
  if (typeof method !== "string") return "method must be a string";
  return paramsProblem(params) ?? "it is not a valid MCP message";
}

const MAX_SHOWN_CHARS = 20;

function paramsProblem(params: unknown): string | null {
  if (params === undefined) return null;
  if (!isObject(params)) return "params must be an object";
  const meta = params["_meta"];
  if (meta === undefined) return null;
  if (!isObject(meta)) return "params._meta must be an object";
  return meta["progressToken"] === undefined || isId(meta["progressToken"])
    ? null
    : "params._meta.progressToken must be a string or a whole number";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}
