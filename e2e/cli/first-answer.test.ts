/**
 * The first question about a codebase whose vectors a slow service computes: it is answered from words and
 * symbols before the first vector is there, and the index is finished afterwards.
 */
import { expect, test } from "vitest";
import { until } from "../../tools/until.ts";
import { CLI_BIN, cliIn, parseEnvelope } from "../support/cli.ts";
import { type EmbeddingService, startEmbeddingService } from "../support/embedding-service.ts";
import { SHARED } from "../support/environment.ts";
import { endLocalProcesses } from "../support/local-process.ts";
import { startMcp } from "../support/mcp-process.ts";
import type { Started } from "../support/process.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const FILES = 300;
const QUESTION = ["search", "loadParcel77", "--limit", "1"];

/** Makes a service answer nothing until the returned function is called. */
function hold(service: EmbeddingService): () => void {
  let release = (): void => undefined;
  service.hold = new Promise((resolve) => (release = resolve));
  return () => {
    service.hold = null;
    release();
  };
}

async function setting(more: Readonly<Record<string, string>> = {}) {
  const workspace = createWorkspace();
  const service = await startEmbeddingService();
  const release = hold(service);
  const root = writeManyModules(workspace.path("parcels"), FILES);
  const environment = { ...service.environment, ...more };
  return {
    workspace,
    service,
    release,
    root,
    environment,
    satori: cliIn(workspace, root, environment),
    async [Symbol.asyncDispose]() {
      release();
      await service[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

/** What a command has printed, once it has printed a line. */
async function printed({ child }: Started): Promise<string> {
  let stdout = "";
  child.stdout?.on("data", (part: string) => void (stdout += part));
  await until("the command has answered", () => stdout.includes("\n"));
  return stdout;
}

test("a search prints its answer before the first vector, finishes the index, and then ends", async () => {
  await using own = await setting();
  const { satori, release, service } = own;
  const started = satori.start([...QUESTION, "--json"]);
  expect(parseEnvelope("search_codebase", await printed(started))).toMatchObject({
    status: "ok",
    warnings: ["VECTORS_PENDING"],
    results: [{ file: "depot27/parcel77.ts" }],
  });
  expect(service.embedded).toEqual([]);
  expect(started.child.exitCode).toBeNull();
  expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({
    status: "not_ready",
    progress: { phase: "embedding", filesTotal: FILES },
  });
  // Another command gets the same answer, and does not wait for the first one either.
  const other = await satori.json("search_codebase", QUESTION);
  expect(other.envelope).toMatchObject({ status: "ok", warnings: ["VECTORS_PENDING"] });
  release();
  expect(await started.finished).toMatchObject({ code: 0 });
  const { envelope } = await satori.json("search_codebase", QUESTION);
  expect(envelope).toMatchObject({ status: "ok", results: [{ file: "depot27/parcel77.ts" }] });
  expect(envelope).not.toHaveProperty("warnings");
});

test("Ctrl-C after the answer stops the run, and the next question is answered and goes on with it", async () => {
  await using own = await setting();
  const { satori, release, service } = own;
  const started = satori.start(QUESTION);
  expect(await printed(started)).toContain("depot27/parcel77.ts");
  started.child.kill("SIGINT");
  const interrupted = await started.finished;
  expect(interrupted.code).toBe(130);
  expect(interrupted.stderr).toContain("files are kept");
  // No file is read again that the first command has read.
  const { envelope } = await satori.json("manage_index", ["status"]);
  expect(envelope).toMatchObject({ index: { lastFailure: { keptFiles: FILES } } });
  const again = satori.start(QUESTION);
  expect(await printed(again)).toContain("depot27/parcel77.ts");
  release();
  expect(await again.finished).toMatchObject({ code: 0 });
  expect(new Set(service.embedded).size).toBe(service.embedded.length);
});

test("with the local process running as well, which has no index of it either", async () => {
  await using own = await setting({ ...SHARED });
  const { satori, release, workspace, root, environment } = own;
  await using _session = await startMcp(workspace, { cwd: root, environment });
  const started = satori.start(QUESTION);
  expect(await printed(started)).toContain("depot27/parcel77.ts");
  release();
  expect(await started.finished).toMatchObject({ code: 0 });
  await endLocalProcesses(workspace);
});

test("an output that nobody reads does not stop the run", async () => {
  await using own = await setting();
  const { satori, release } = own;
  setTimeout(release, 3_000);
  // Both ends are closed long before the answer is written.
  await satori.shell(`"${process.execPath}" "${CLI_BIN}" search parcel 2>&1 | true`);
  expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({
    status: "ok",
    index: { files: FILES },
  });
});

test("a service that fails costs the index, not the answer, and the reason is said after it", async () => {
  await using own = await setting();
  const { satori, release, service } = own;
  const started = satori.start(QUESTION);
  expect(await printed(started)).toContain("depot27/parcel77.ts");
  service.refusal = { status: 401, message: "no such key" };
  release();
  const { code, stderr } = await started.finished;
  expect(code).toBe(0);
  expect(stderr).toMatch(/VECTORS_PENDING[\s\S]*rejects the key: check OPENAI_API_KEY/);
});

test.skipIf(!hasTerminal)("a terminal shows the answer, then how the run goes on", async () => {
  await using own = await setting();
  const { satori, release } = own;
  const running = satori.onTerminal([...QUESTION, "--no-color"]);
  await until("vectors are pending", async () => {
    const { envelope } = await satori.json("manage_index", ["status"]);
    return envelope.status === "not_ready" && envelope.progress?.phase === "embedding";
  });
  setTimeout(release, 2_000);
  const { output } = await running;
  expect(output).toMatch(
    /parcel77\.ts[\s\S]*VECTORS_PENDING[\s\S]*embedding 0\/300 files[\s\S]*indexed 300 files/,
  );
});

test("a server answers early only with the setting, and only searches", async () => {
  await using own = await setting({ SATORI_FIRST_READS: "staged" });
  const { workspace, root, release } = own;
  await using staged = await startMcp(workspace, { cwd: root, environment: own.environment });
  await using gated = await startMcp(workspace, {
    cwd: root,
    environment: { ...own.environment, SATORI_FIRST_READS: "gated" },
  });
  const question = { path: root, query: "loadParcel77" };
  await staged.call("manage_index", { action: "create", path: root });
  await until("the words are there", async () => {
    const { status } = await staged.call("search_codebase", question);
    return status === "ok";
  });
  expect(await staged.call("search_codebase", question)).toMatchObject({ warnings: ["VECTORS_PENDING"] });
  expect(await gated.call("search_codebase", question)).toMatchObject({ status: "not_ready" });
  for (const [tool, args] of [
    ["file_outline", { path: root, file: "depot27/parcel77.ts" }],
    ["call_graph", { path: root, symbol: "loadParcel77" }],
    ["manage_index", { action: "status", path: root }],
  ] as const)
    expect(await staged.call(tool, args), tool).toMatchObject({ status: "not_ready" });
  release();
  await until("the run has ended", async () => {
    const { status } = await gated.call("search_codebase", question);
    return status === "ok";
  });
  for (const server of [staged, gated])
    expect(await server.call("search_codebase", question)).not.toHaveProperty("warnings");
});

test("with the built-in embedder, a first search answers from the finished index", async () => {
  using workspace = createWorkspace();
  const satori = cliIn(workspace, writeManyModules(workspace.path("parcels"), FILES));
  const { envelope } = await satori.json("search_codebase", QUESTION);
  expect(envelope).toMatchObject({ status: "ok", results: [{ file: "depot27/parcel77.ts" }] });
  expect(envelope).not.toHaveProperty("warnings");
});
