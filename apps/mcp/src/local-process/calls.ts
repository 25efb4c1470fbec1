/** A connection of a command: calls of tools, without a protocol around them. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { isToolName } from "@satori/contracts";
import type { LogEvent } from "@satori/engine";
import { type CallReply, type CallRequest, controlLine, readCall } from "@satori/engine/local-process";
import { createCallRunner } from "../calls/call-runner.ts";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";
import { SERVER_LIMITS } from "../limits.ts";
import { LineSplitter } from "../stdio/line-splitter.ts";

export interface CallsOptions {
  readonly connection: Socket;
  readonly engine: Pick<CallingEngine, "call">;
  readonly log: LogEvent;
  readonly onEnded: () => void;
}

/** Answers calls until the connection ends, which cancels those that are under way. */
export function answerCalls({ connection, engine, log, onEnded }: CallsOptions): { readonly id: string } {
  const session = randomUUID();
  const runner = createCallRunner({ engine, log });
  const ended = new AbortController();
  const input = new LineSplitter(SERVER_LIMITS.maxMessageBytes);
  const reply = (message: CallReply): void => {
    if (connection.writable) connection.write(`${JSON.stringify(message)}\n`);
  };
  const answer = async ({ id, tool, args, baseFolder, sessionRoot, roots }: CallRequest): Promise<void> => {
    if (!isToolName(tool)) return reply({ id, kind: "failed", problem: "there is no such tool" });
    const answered = await runner.run({
      tool,
      args,
      baseFolder,
      sessionRoot,
      roots,
      comparesNow: true,
      requestId: randomUUID(),
      session: { header: null, transport: session, namesArePrivate: true },
      signal: ended.signal,
      onProgress: (...values) => {
        if (connection.writableLength < SERVER_LIMITS.maxUnreadBytes) reply({ id, kind: "progress", values });
      },
    });
    reply({ id, kind: "answer", answer: answered });
  };
  connection.write(controlLine({ kind: "welcome", pid: process.pid, session }));
  connection
    .on("data", (chunk: Buffer) => {
      for (const line of input.push(chunk)) {
        const request = line.kind === "text" ? readCall(line.text) : null;
        if (request) void answer(request);
        // Not a command of this version.
        else connection.destroy();
      }
    })
    .on("end", () => connection.end())
    .on("close", () => {
      ended.abort();
      void runner.settled().then(onEnded);
    })
    .resume();
  return { id: session };
}
