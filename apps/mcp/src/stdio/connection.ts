/** One client over a stream of lines: protocol, calls, and an orderly end. */
import type { Readable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { LogEvent } from "@satori/engine";
import { createCallRunner } from "../calls/call-runner.ts";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";
import { type EndCause, createEnding } from "../lifetime.ts";
import { SERVER_LIMITS } from "../limits.ts";
import { type ServerParts, createServer } from "../server.ts";
import { LineTransport, type LineTransportOptions } from "./line-transport.ts";
import type { ProtocolOutput } from "./reserve-stdout.ts";

export interface ConnectionOptions {
  readonly engine: Pick<CallingEngine, "call">;
  readonly log: LogEvent;
  readonly input: Readable;
  readonly output: ProtocolOutput;
  readonly server: Omit<ServerParts, "calls">;
  /** Told to a client that has to know it. */
  readonly listener?: Pick<LineTransportOptions, "onCall" | "onAnswers">;
  /** Closes what the connection uses, after its calls have ended. */
  readonly release: () => Promise<void>;
  readonly onEnded: () => void;
}

/** Serves until the input ends. Returns the function that ends the connection earlier. */
export function openConnection({
  engine,
  log,
  input,
  output,
  server,
  listener = {},
  release,
  onEnded,
}: ConnectionOptions): (cause: EndCause) => void {
  const calls = createCallRunner({ engine, log });
  const transport = new LineTransport({
    input,
    output,
    maxMessageBytes: SERVER_LIMITS.maxMessageBytes,
    onInputEnd: () => end("input_ended"),
    ...listener,
  });
  const end: (cause: EndCause) => void = createEnding({
    drain: () => transport.answered(),
    disconnect: () => handle.close().then(() => calls.settled()),
    release,
    exit: onEnded,
    onCause: (cause) => log("info", "ending", { cause }),
    onFailure: (error) => log("error", "ending_failed", { cause: String(error) }),
    drainOn: "input_ended",
    drainMs: SERVER_LIMITS.drainMs,
    shutdownMs: SERVER_LIMITS.shutdownMs,
    wait: (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
  });
  const handle = serveStdio(() => createServer({ ...server, calls }), {
    transport,
    onerror: (error) => log("warn", "protocol_error", { error: error.message }),
  });
  return end;
}
