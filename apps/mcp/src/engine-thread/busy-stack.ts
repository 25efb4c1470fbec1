/**
 * Inspects a thread that blocks its event loop, using V8's inspector: its stack, and the call it works on.
 */
import { Session } from "node:inspector";
import { CURRENT_CALL } from "./messages.ts";

export interface BusyStack {
  /** Innermost first: `function file:line`. */
  readonly frames: readonly string[];
  /** The log fields of the call; empty outside of calls. */
  readonly call: Readonly<Record<string, unknown>>;
}

const MAX_FRAMES = 30;

interface Paused {
  readonly callFrames: readonly {
    readonly callFrameId: string;
    readonly functionName: string;
    readonly url: string;
    readonly location: { readonly lineNumber: number };
  }[];
}

/** Whether a thread that was asked earlier has not answered yet. */
let isAsking = false;

/**
 * Pauses the thread for a moment and returns its stack. Null if it does not reach JavaScript in time, for
 * example during a long step of a native module, if an earlier question is still open, or if this Node.js has
 * no inspector. Never throws.
 *
 * @param threadId of the worker
 */
export async function busyStackOf(threadId: number, waitMs: number): Promise<BusyStack | null> {
  if (isAsking) return null;
  const session = new Session();
  isAsking = true;
  try {
    session.connect();
  } catch {
    isAsking = false;
    return null;
  }
  // The thread may be paused at any time from now on, and only this session can resume it: it stays connected
  // until that has happened. Disconnecting earlier may leave the thread paused for ever.
  const stack = paused(session, threadId).finally(() => {
    session.disconnect();
    isAsking = false;
  });
  return Promise.race([
    stack.catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, waitMs, null).unref()),
  ]);
}

function paused(session: Session, threadId: number): Promise<BusyStack | null> {
  return new Promise((resolve) => {
    let sessionId: string | null = null;
    let frames: readonly string[] = [];
    const send = (id: number, method: string, params: object = {}): void => {
      if (sessionId !== null)
        session.post("NodeWorker.sendMessageToWorker", {
          sessionId,
          message: JSON.stringify({ id, method, params }),
        });
    };
    session.on("NodeWorker.attachedToWorker", ({ params }) => {
      // The inspector numbers the workers of its session; only the title contains the thread id.
      if (!params.workerInfo.title.startsWith(`[worker ${threadId}]`)) return;
      ({ sessionId } = params);
      send(IDS.enable, "Debugger.enable");
      send(IDS.pause, "Debugger.pause");
    });
    session.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
      // Messages of the protocol: https://chromedevtools.github.io/devtools-protocol/v8/Debugger
      const message = JSON.parse(params.message) as {
        readonly id?: number;
        readonly method?: string;
        readonly params?: unknown;
        readonly result?: { readonly result?: { readonly value?: unknown } };
      };
      if (message.method === "Debugger.paused") {
        const { callFrames } = message.params as Paused;
        frames = callFrames
          .slice(0, MAX_FRAMES)
          .map(
            ({ functionName, url, location }) =>
              `${functionName || "(anonymous)"} ${url.replace(/^.*\//, "")}:${location.lineNumber + 1}`,
          );
        send(IDS.call, "Debugger.evaluateOnCallFrame", {
          callFrameId: callFrames[0]?.callFrameId,
          expression: `globalThis[Symbol.for(${JSON.stringify(CURRENT_CALL.description)})]?.()`,
          returnByValue: true,
        });
        send(IDS.resume, "Debugger.resume");
        send(IDS.disable, "Debugger.disable");
      }
      if (message.id === IDS.disable) resolve({ frames, call });
      if (message.id === IDS.call) call = (message.result?.result?.value ?? {}) as BusyStack["call"];
    });
    let call: BusyStack["call"] = {};
    session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
  });
}

const IDS = { enable: 1, pause: 2, call: 3, resume: 4, disable: 5 } as const;
