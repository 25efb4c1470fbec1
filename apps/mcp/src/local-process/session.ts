/** One session of a local process: MCP over the connection of its proxy. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { StoreName, ToolSet } from "@satori/contracts";
import { type Control, type Hello, controlLine } from "@satori/engine/local-process";
import { createLogger } from "@satori/engine/log";
import type { EngineConfig } from "@satori/engine";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";
import { SERVER_LIMITS } from "../limits.ts";
import { connectionFolders } from "../roots/ask-roots.ts";
import { openConnection } from "../stdio/connection.ts";
import type { ProtocolOutput } from "../stdio/reserve-stdout.ts";
import { type ListedTool, listTools } from "../tool-listing.ts";

export interface SessionOptions {
  readonly connection: Socket;
  readonly hello: Extract<Hello, { kind: "session" }>;
  readonly engine: Pick<CallingEngine, "call">;
  readonly config: EngineConfig;
  readonly version: string;
  readonly onEnded: () => void;
}

/** A session, as the process sees it. */
export interface OpenSession {
  readonly id: string;
  /** Writes a log line to the client's stderr. */
  writeLogLine(line: string): void;
  /** Asks the client to go to another process. */
  leave(): void;
  /** Ends the connection; its calls are cancelled. */
  end(): void;
}

export function openSession({
  connection,
  hello: { session: given, workingFolder, root, allowedRoots, tools, answers },
  engine,
  config,
  version,
  onEnded,
}: SessionOptions): OpenSession {
  const id = given ?? randomUUID();
  const tell = (control: Control): void => {
    if (connection.writable) connection.write(controlLine(control));
  };
  const writeLogLine = (line: string): void => {
    // A client that reads nothing must not fill the memory.
    if (connection.writableLength < SERVER_LIMITS.maxUnreadBytes) tell({ kind: "log", line });
  };
  const log = createLogger(config.logLevel, config.logFormat, { session: id }, writeLogLine);
  tell({ kind: "welcome", pid: process.pid, session: id });
  const output = outputOf(connection);
  const end = openConnection({
    engine,
    log,
    input: connection,
    output,
    listener: {
      onCall: (requestId) => tell({ kind: "begun", id: requestId }),
      onAnswers: (ids) => {
        // Sent with the answer itself: the client wakes up once.
        connection.cork();
        process.nextTick(() => connection.uncork());
        tell({ kind: "answers", ids });
      },
    },
    release: () => output.flushed(),
    onEnded: () => {
      endSoon(connection);
      onEnded();
    },
    server: {
      version,
      tools: listed(tools, config.store),
      answers,
      folders: connectionFolders({ root, allowedRoots, workingFolder, log }),
      callerOf: () => ({
        requestId: randomUUID(),
        session: { header: null, transport: id, namesArePrivate: true },
      }),
    },
  });
  // It was paused after its first line.
  connection.resume();
  return { id, writeLogLine, leave: () => tell({ kind: "leaving" }), end: () => end("signal") };
}

const listings = new Map<string, readonly ListedTool[]>();

/** The same for all sessions with these sets. */
function listed(sets: readonly ToolSet[], store: StoreName): readonly ListedTool[] {
  const key = sets.join(",");
  const listing = listings.get(key) ?? listTools({ sets, store });
  listings.set(key, listing);
  return listing;
}

/** Ends a connection, also one whose other side reads nothing. @param line sent before */
export function endSoon(connection: Socket, line = ""): void {
  const destroy = (): void => void connection.destroy();
  connection.end(line, destroy);
  setTimeout(destroy, SERVER_LIMITS.shutdownMs).unref();
}

function outputOf(connection: Socket): ProtocolOutput {
  let last: Promise<void> = Promise.resolve();
  return {
    write: (text) => {
      const written = new Promise<void>((resolve, reject) => {
        if (!connection.writable) return reject(new Error("The connection is closed"));
        connection.write(text, (error) => (error ? reject(error) : resolve()));
      });
      last = written.catch(() => undefined);
      return written;
    },
    flushed: () => last,
  };
}
