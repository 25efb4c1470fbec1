/** Both clients behind one interface, so that all tests apply to both. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ClientError, type ClientErrorKind, connect } from "@satori/client";
import type { ToolName } from "@satori/contracts";
import { PYTHON_BYTECODE } from "../../tools/installed.ts";
import { openPython } from "../../tools/clients/python-tools.ts";
import { PATIENCE_MS } from "./environment.ts";

/** Connection options of both clients. */
export interface SdkTarget {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly token?: string;
  readonly sessionId?: string;
  readonly protocol?: "auto" | "legacy";
}

export interface SdkCall {
  readonly tool: ToolName | "no_such_tool";
  readonly args: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  /** If present, progress is requested; if true, the call is cancelled at the first progress. */
  readonly isCancelledAtProgress?: boolean;
  readonly cancelAfterMs?: number;
}

export type SdkResult = {
  readonly answer?: unknown;
  readonly progress?: readonly number[];
  readonly error?: ClientErrorKind;
  readonly message?: string;
};

export interface SdkWait {
  readonly path: string;
  readonly runId?: string;
  readonly timeoutMs?: number;
}

export type SdkWaitResult = SdkResult & {
  readonly state?: string;
  readonly source?: string;
  readonly isIndexed?: boolean;
  readonly exitCode?: number;
  readonly polls?: number;
};

export interface Sdk extends AsyncDisposable {
  readonly protocolVersion: string | undefined;
  call(request: SdkCall): Promise<SdkResult>;
  wait(request: SdkWait): Promise<SdkWaitResult>;
}

export type Language = "typescript" | "python";

const PYTHON = await openPython();
/** The clients that are available on this machine. */
export const LANGUAGES: readonly Language[] = PYTHON === null ? ["typescript"] : ["typescript", "python"];

/** Rejects with `ClientError` if the connection fails. */
export function openSdk(language: Language, target: SdkTarget): Promise<Sdk> {
  return language === "typescript" ? openTypescript(target) : openPythonSdk(target);
}

async function openTypescript({
  url,
  command = "",
  args = [],
  env = {},
  token,
  sessionId,
  ...rest
}: SdkTarget): Promise<Sdk> {
  const client = await connect(
    url === undefined
      ? { command, args, env, stderr: "ignore", ...rest }
      : {
          url,
          ...(token === undefined ? {} : { token }),
          ...(sessionId === undefined ? {} : { sessionId }),
          ...rest,
        },
  );
  return {
    protocolVersion: client.protocolVersion,
    call: ({ tool, args: given, timeoutMs = PATIENCE_MS, isCancelledAtProgress, cancelAfterMs }) =>
      kindOfError(async () => {
        const controller = new AbortController();
        if (cancelAfterMs !== undefined) setTimeout(() => controller.abort(), cancelAfterMs);
        const progress: number[] = [];
        const onProgress = (told: { progress: number }): void => {
          progress.push(told.progress);
          if (isCancelledAtProgress) controller.abort();
        };
        const answer = await client.call(tool as ToolName, given as never, {
          timeoutMs,
          signal: controller.signal,
          ...(isCancelledAtProgress === undefined ? {} : { onProgress }),
        });
        return { answer, progress };
      }),
    wait: ({ path, ...options }) =>
      kindOfError(async () => {
        let polls = 0;
        return {
          ...(await client.waitUntilIndexed(path, { ...options, pollMs: 10, onPoll: () => void polls++ })),
          polls,
        };
      }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function kindOfError<Result extends object>(work: () => Promise<Result>): Promise<Result | SdkResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ClientError) return { error: error.kind, message: error.message };
    throw error;
  }
}

/** Environment in which the Python client is found. */
export const PYTHON_ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  PYTHONPATH: fileURLToPath(new URL("../../clients/python/src", import.meta.url)),
  ...PYTHON_BYTECODE,
};

/**
 * A process that has loaded the client, which takes longer than most tests, and connects to one server after
 * the other.
 */
class PythonProcess {
  private static readonly idle: PythonProcess[] = [];
  private readonly child = spawn(PYTHON ?? "", [fileURLToPath(new URL("./python_sdk.py", import.meta.url))], {
    env: PYTHON_ENVIRONMENT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  private readonly lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();

  static take(): PythonProcess {
    return PythonProcess.idle.pop() ?? new PythonProcess();
  }

  /** Sends a request; the script answers each line with one line of the requested form. */
  async ask<Line>(request: object): Promise<Line> {
    this.child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.lines.next();
    if (done) throw new Error("The Python client has ended");
    return JSON.parse(String(value)) as Line;
  }

  /** Makes the process available again. It ends with the test run, when its input closes. */
  giveBack(): void {
    PythonProcess.idle.push(this);
  }
}

async function openPythonSdk(target: SdkTarget): Promise<Sdk> {
  const python = PythonProcess.take();
  const opened = await python.ask<{ connected?: string; error?: ClientErrorKind; message?: string }>({
    op: "open",
    target: { args: [], env: {}, ...target },
  });
  if (opened.error) {
    python.giveBack();
    throw new ClientError(opened.error, opened.message ?? "");
  }
  return {
    protocolVersion: opened.connected,
    call: (request) => python.ask({ op: "call", ...request }),
    wait: (request) => python.ask({ op: "wait", ...request }),
    async [Symbol.asyncDispose]() {
      await python.ask({ op: "close" });
      python.giveBack();
    },
  };
}

export function pythonInterpreter(): string {
  return PYTHON ?? "";
}
