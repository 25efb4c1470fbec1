import { type ManageIndexOutput, buildEnvelope, notReady } from "@satori/contracts";
import { expect, test } from "vitest";
import type { BuildArgs, Session } from "../session.ts";
import { createTerminal } from "../terminal/terminal.ts";
import { buildIndex } from "./build.ts";

const echo = { path: "/code", effectiveRoot: "/code" };
const busy = notReady({ tool: "manage_index", echo, durationMs: 1 }, null) as ManageIndexOutput;

function indexed(action: string, fields: object = {}): ManageIndexOutput {
  return buildEnvelope(
    "manage_index",
    { status: "ok", message: "/code is indexed." },
    { action, ...echo, humanText: "/code is indexed.", index: { lastFailure: null }, ...fields },
    1,
  );
}

/** What is written to stderr during a build without interference from another process. */
async function saidOnStderr(started: ManageIndexOutput, isQuiet: boolean): Promise<string> {
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) > 0 };
  const terminal = createTerminal({
    stdout: { write: () => true },
    stderr: stream,
    environment: {},
    isColorOff: true,
    isPagerOff: true,
  });
  const context = { terminal, globals: { quiet: isQuiet } } as unknown as Parameters<typeof buildIndex>[0];
  const session = {
    call: () => Promise.resolve(started),
    waitForRun: () => Promise.resolve(indexed("status")),
    signal: new AbortController().signal,
  } as unknown as Session;
  await buildIndex(context, session, { action: "create", path: "/code" });
  return said.join("");
}

test.concurrent.each([true, false])(
  "the notice before the first upload comes on stderr, once, with --quiet %s",
  async (isQuiet) => {
    const upload = {
      provider: "voyage",
      host: "api.voyageai.com",
      files: 12,
      secrets: { count: 1, examples: [".env"] },
    };
    const said = await saidOnStderr(indexed("create", { runId: "r", upload }), isQuiet);
    expect(said.split("REMOTE_EMBEDDER_UPLOAD")).toHaveLength(2);
    expect(said).toContain(
      "up to 12 files of this codebase are sent to voyage at api.voyageai.com for the first time; " +
        "excluded as likely secrets: 1 (.env). Press Ctrl-C to stop the run.",
    );
    expect(await saidOnStderr(indexed("create", { runId: "r" }), isQuiet)).not.toContain(
      "REMOTE_EMBEDDER_UPLOAD",
    );
  },
);

/**
 * The result of a build while another process runs one, given what `status` answers afterwards; and the
 * actions that were called.
 */
async function besideOthers(
  args: Omit<BuildArgs, "path">,
  after: ManageIndexOutput,
): Promise<{ outcome: ManageIndexOutput; asked: unknown[] }> {
  const asked: unknown[] = [];
  const answers = { status: [busy, after], other: [busy, indexed("create", { runId: null })] };
  const call = async (_tool: string, { path: _path, ...rest }: Readonly<Record<string, unknown>>) => {
    if (rest["action"] === "status") return answers.status.shift();
    asked.push(rest);
    return answers.other.shift();
  };
  const stream = { write: () => true };
  const terminal = createTerminal({
    stdout: stream,
    stderr: stream,
    environment: {},
    isColorOff: true,
    isPagerOff: true,
  });
  const context = { terminal, globals: { quiet: true } } as unknown as Parameters<typeof buildIndex>[0];
  const session = { call, signal: new AbortController().signal } as unknown as Session;
  return { outcome: await buildIndex(context, session, { ...args, path: "/code" } as BuildArgs), asked };
}

test.concurrent.each<Omit<BuildArgs, "path">>([
  { action: "reindex" },
  { action: "reindex", allowUnnecessaryReindex: true },
  { action: "create", force: true },
])("%j is answered by the rebuild that another process has just made, and says so", async (args) => {
  const { outcome, asked } = await besideOthers(args, indexed("status"));
  expect(outcome).toMatchObject({
    status: "ok",
    action: args.action,
    runId: null,
    message: "Another process has just rebuilt the index of /code, so nothing was done. /code is indexed.",
    index: { lastFailure: null },
  });
  expect(asked).toEqual([args]);
});

test.concurrent.each<readonly [string, Omit<BuildArgs, "path">, ManageIndexOutput]>([
  [
    "that run failed",
    { action: "reindex" },
    indexed("status", { index: { lastFailure: { runId: "r", code: "CANCELLED", message: "", at: "" } } }),
  ],
  ["it has settings of its own", { action: "reindex", ignorePatterns: ["vendor/"] }, indexed("status")],
  ["nothing was to be rebuilt", { action: "create" }, indexed("status")],
])("the same is asked again after another's run where %s", async (_, args, after) => {
  expect((await besideOthers(args, after)).asked).toEqual([args, args]);
});
