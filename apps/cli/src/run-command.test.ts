import { buildEnvelope, failure } from "@satori/contracts";
import { expect, test } from "vitest";
import type { Interruption } from "./interrupt.ts";
import { runCommand } from "./run-command.ts";
import type { Session } from "./session.ts";

const EMPTY = { ready: [], indexing: [], requiresReindex: [], failed: [] };
const ok = () =>
  buildEnvelope(
    "list_codebases",
    { status: "ok" },
    { codebases: EMPTY, humanText: "No codebase is indexed." },
    1,
  );

/** Output and exit code of `satori list` if Ctrl-C is pressed while it waits for the answer. */
async function interrupted(
  answer: () => unknown,
  ...argv: string[]
): Promise<{ out: string; err: string; code: number }> {
  const written = { out: "", err: "" };
  const stream = (name: "out" | "err") => ({ write: (text: string) => void (written[name] += text) });
  const abort = new AbortController();
  const interruption: Interruption = {
    signal: abort.signal,
    exitCode: () => (abort.signal.aborted ? 130 : null),
    hasCome: async () => abort.signal.aborted,
    [Symbol.dispose]: () => undefined,
  };
  const call = async (): Promise<unknown> => {
    abort.abort();
    return answer();
  };
  const open = async () => ({ call, [Symbol.asyncDispose]: async () => undefined }) as unknown as Session;
  const code = await runCommand(argv, {
    version: "0",
    stdout: stream("out"),
    stderr: stream("err"),
    environment: {},
    listen: () => interruption,
    open,
  });
  return { ...written, code };
}

const SAID = "interrupted before an answer arrived";

test("an answer that comes after Ctrl-C is not printed", async () => {
  expect(await interrupted(ok, "list")).toEqual({ out: "", err: `cancelled: ${SAID}\n`, code: 130 });
  const { out, err, code } = await interrupted(ok, "list", "--json");
  expect([JSON.parse(out), err, code]).toMatchObject([
    { tool: "list_codebases", status: "error", error: { code: "CANCELLED", message: SAID } },
    "",
    130,
  ]);
  expect(await interrupted(ok, "tool", "call", "list_codebases")).toMatchObject({
    out: expect.stringContaining('"code":"CANCELLED"'),
    code: 130,
  });
});

test("nor is what failed on the way, unless it is about the cancelling", async () => {
  const thrown = (): never => {
    throw new Error("This operation was aborted");
  };
  expect(await interrupted(thrown, "list")).toEqual({ out: "", err: `cancelled: ${SAID}\n`, code: 130 });
  const cancelled = failure(
    "list_codebases",
    { code: "CANCELLED", message: "the call was cancelled", details: {} },
    1,
  );
  expect(await interrupted(() => cancelled, "list")).toEqual({
    out: "",
    err: "cancelled: the call was cancelled\n",
    code: 130,
  });
});
