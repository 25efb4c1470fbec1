/**
 * The bridge in the real pi, with a model that says what the test has it say: what the model is offered, what
 * it reads, and the life of the server.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type EnvelopeToolName,
  TOOLS,
  type ToolOutput,
  listedInput,
  validateOutput,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { type FakeModel, type ModelCall, startFakeModel } from "../support/fake-model.ts";
import { Pi, type PiEvent, installPi, piCommand } from "../support/pi.ts";
import { hasTerminal, runOnTerminal } from "../support/terminal.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const MODULES = 60;
const script = await installPi();
const workspace = createWorkspace();
const root = workspace.path("depot");
let model: FakeModel;

beforeAll(async () => {
  writeManyModules(root, MODULES);
  model = await startFakeModel();
});
afterAll(async () => {
  await model[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** Has the model call tools, at once; what pi tells of it, and what the model reads then, call by call. */
async function calls(
  pi: Pi,
  ...turn: ModelCall[]
): Promise<{ readonly events: readonly PiEvent[]; readonly read: readonly string[] }> {
  model.turns.push(turn);
  const events = await pi.ask("Go on.");
  const answers = model.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
  return { events, read: answers.slice(-turn.length).map(({ content }) => String(content)) };
}

/** The envelope of one call, as the model reads it. */
async function envelopeOf<Tool extends EnvelopeToolName>(
  pi: Pi,
  name: Tool,
  args: ModelCall["args"],
): Promise<ToolOutput<Tool>> {
  const { read } = await calls(pi, { name, args });
  const envelope: unknown = JSON.parse(read[0] ?? "");
  expect(validateOutput(name, envelope)).toMatchObject({ ok: true });
  // The schema has just proven the type.
  return envelope as ToolOutput<Tool>;
}

const ended = (events: readonly PiEvent[]): PiEvent[] =>
  events.filter(({ type }) => type === "tool_execution_end");

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// What a process has started, and stopping it for a while, differ by platform.
describe.skipIf(script === null || process.platform !== "linux")("in pi", () => {
  let pi: Pi;
  beforeAll(
    () =>
      void (pi = new Pi({
        script: script ?? "",
        workspace,
        model,
        cwd: root,
        environment: { SATORI_VALIDATE_OUTPUT: "1" },
      })),
  );
  afterAll(() => pi[Symbol.asyncDispose]());

  /** The one server that runs. */
  const server = (): number => {
    const children = pi.children();
    expect(children.length).toBe(1);
    return children[0] ?? 0;
  };

  it(
    "the model is offered the core tools as the contracts have them, and a skill; nothing is started for " +
      "that",
    async () => {
      await pi.ask("Hello.");
      const { messages = [], tools = [] } = model.requests.at(-1) ?? {};
      const offered = TOOLS.filter(({ set }) => set === "core").map(({ name, description }) => ({
        name,
        description,
        parameters: listedInput(name, "sqlite"),
      }));
      expect(
        tools.map((tool) => tool.function).filter(({ name }) => offered.some((one) => one.name === name)),
      ).toMatchObject(offered);
      const prompt = JSON.stringify(messages[0]);
      expect(prompt).toContain("apps/bridge/skills/satori/SKILL.md");
      expect(prompt).toContain("- search_codebase: Finds code that answers a question");
      expect(prompt).toContain("- Use search_codebase before grep");
      expect(pi.children()).toEqual([]);
    },
  );

  it("the first call starts a server in the folder of the session; a gate is an answer, and no error", async () => {
    const { events, read } = await calls(pi, {
      name: "search_codebase",
      args: { path: ".", query: "parcel" },
    });
    expect(JSON.parse(read[0] ?? "")).toMatchObject({
      status: "not_indexed",
      path: root,
      hints: { create: { tool: "manage_index", args: { action: "create", path: root } } },
    });
    expect(ended(events)).toMatchObject([
      {
        toolName: "search_codebase",
        isError: false,
        result: {
          details: { status: "not_indexed", lines: [expect.stringContaining("next: manage_index")] },
        },
      },
    ]);
    server();
  });

  it("indexes, searches, and reads on, by one server, calls at once among them", async () => {
    const before = server();
    expect(await envelopeOf(pi, "manage_index", { action: "create", path: root })).toMatchObject({
      status: "ok",
      runId: expect.any(String),
    });
    await until(
      "the run has ended",
      async () => (await envelopeOf(pi, "manage_index", { action: "status", path: root })).status === "ok",
    );
    const found = await envelopeOf(pi, "search_codebase", { path: root, query: "loadParcel7", limit: 1 });
    expect(found).toMatchObject({ status: "ok", results: [{ file: "depot7/parcel7.ts" }] });
    const file = join(root, "depot7/parcel7.ts");
    const { read } = await calls(
      pi,
      { name: "file_outline", args: { path: root, file: "depot7/parcel7.ts" } },
      { name: "read_file", args: { path: file } },
      { name: "call_graph", args: { path: root, symbol: "loadParcel7" } },
    );
    expect([JSON.parse(read[0] ?? ""), JSON.parse(read[2] ?? "")]).toMatchObject([
      { tool: "file_outline", status: "ok" },
      { tool: "call_graph", status: "ok" },
    ]);
    // A plain read is the file's own text.
    expect(read[1]).toBe(readFileSync(file, "utf8"));
    expect(server()).toBe(before);
  });

  it("a status error is one to pi, and its envelope is what the model reads", async () => {
    const { events, read } = await calls(pi, { name: "read_file", args: { path: join(root, "none.ts") } });
    expect(JSON.parse(read[0] ?? "")).toMatchObject({
      tool: "read_file",
      status: "error",
      error: { code: "PATH_NOT_FOUND" },
    });
    expect(ended(events)).toMatchObject([{ isError: true, result: { details: { status: "error" } } }]);
  });

  it("tells how far a call is", async () => {
    for (let at = 0; at < MODULES; at++)
      writeFile(
        join(root, `depot${at % 50}`, `parcel${at}.ts`),
        `/** Will deliver. */\nexport function deliverParcel${at}(): number {\n  return ${at};\n}\n`,
      );
    const { events, read } = await calls(pi, { name: "manage_index", args: { action: "sync", path: root } });
    expect(JSON.parse(read[0] ?? "")).toMatchObject({ status: "ok", stats: { modified: MODULES } });
    expect(events.find(({ type }) => type === "tool_execution_update")).toMatchObject({
      partialResult: {
        details: { status: "running", summary: expect.stringMatching(/^(?:scanning|indexing|publishing)/) },
      },
    });
  });

  it("a call that is cancelled ends at once, and the next one is answered by the same server", async () => {
    const before = server();
    // It answers nothing for a while.
    process.kill(before, "SIGSTOP");
    try {
      const from = pi.events.length;
      model.turns.push([{ name: "search_codebase", args: { path: root, query: "parcel" } }]);
      pi.send({ type: "prompt", message: "Go on." });
      await pi.event("called the tool", ({ type }) => type === "tool_execution_start", from);
      pi.send({ type: "abort" });
      const event = await pi.event("given it up", ({ type }) => type === "tool_execution_end", from);
      expect(event).toMatchObject({
        isError: true,
        result: { content: [{ text: "search_codebase was cancelled." }] },
      });
      await pi.event("come to an end", ({ type }) => type === "agent_end", from);
    } finally {
      process.kill(before, "SIGCONT");
    }
    expect(await envelopeOf(pi, "list_codebases", {})).toMatchObject({ status: "ok" });
    expect(server()).toBe(before);
  });

  it("a server that was killed is started anew by the next call, and by no other", async () => {
    const before = server();
    process.kill(before, "SIGKILL");
    await until("it is gone", () => pi.children().length === 0);
    expect(await envelopeOf(pi, "manage_index", { action: "status", path: root })).toMatchObject({
      status: "ok",
    });
    const after = server();
    expect(after).not.toBe(before);
    expect(
      await envelopeOf(pi, "search_codebase", { path: root, query: "deliverParcel59", limit: 1 }),
    ).toMatchObject({ status: "ok", results: [{ file: "depot9/parcel59.ts" }] });
    expect(server()).toBe(after);
  });

  it("a server that is killed during a call: a search is made again by a new one, a sync is not", async () => {
    const lost = async (call: ModelCall): Promise<{ readonly event: PiEvent; readonly before: number }> => {
      const before = server();
      process.kill(before, "SIGSTOP");
      const from = pi.events.length;
      model.turns.push([call]);
      pi.send({ type: "prompt", message: "Go on." });
      await pi.event("called the tool", ({ type }) => type === "tool_execution_start", from);
      await pi.goOn();
      process.kill(before, "SIGKILL");
      await pi.event("come to an end", ({ type }) => type === "agent_end", from);
      return {
        event: await pi.event("ended the call", ({ type }) => type === "tool_execution_end", from),
        before,
      };
    };
    const search = await lost({
      name: "search_codebase",
      args: { path: root, query: "deliverParcel59", limit: 1 },
    });
    expect(search.event).toMatchObject({ isError: false, result: { details: { status: "ok" } } });
    expect(server()).not.toBe(search.before);
    const sync = await lost({ name: "manage_index", args: { action: "sync", path: root } });
    expect(sync.event).toMatchObject({
      isError: true,
      result: {
        content: [{ text: expect.stringContaining("may have started, and is not retried") }],
      },
    });
    expect(pi.children()).toEqual([]);
  });

  it("/satori tells of the server and of what is indexed", async () => {
    pi.send({ type: "prompt", message: "/satori" });
    const { message } = await pi.event("told it", ({ method }) => method === "notify");
    expect(message).toMatch(/^The Satori server is running \(MCP .+\)\.\n\nThis folder:\n/);
    expect(message).toContain(root);
  });

  it("the server ends with the session, be it that another one begins or that pi ends", async () => {
    const first = server();
    const from = pi.events.length;
    pi.send({ type: "new_session" });
    await pi.event("begun another session", ({ type }) => type === "response", from);
    await until("the server is gone", () => !isAlive(first));
    expect(pi.children()).toEqual([]);
    expect(await envelopeOf(pi, "list_codebases", {})).toMatchObject({ status: "ok" });
    const second = server();
    expect(await pi.end()).toBe(0);
    expect(isAlive(second)).toBe(false);
  });

  it.each(["text", "structured"])("the model reads envelopes of a server that is set to %s", async (form) => {
    const environment = { SATORI_ANSWERS: form };
    await using other = new Pi({ script: script ?? "", workspace, model, cwd: root, environment });
    expect(await envelopeOf(other, "list_codebases", {})).toMatchObject({ status: "ok" });
  });

  it.skipIf(!hasTerminal)("shows a call and its answer in a line each on a terminal", async () => {
    model.turns.push(
      [{ name: "read_file", args: { path: "depot7/parcel7.ts", end_line: 2 } }],
      "All is said.",
    );
    const { command, environment } = piCommand({ script: script ?? "", workspace, model });
    const { output, code } = await runOnTerminal([...command, "Where is it?"], {
      cwd: root,
      environment,
      columns: 60,
      press: { when: "All is said.", keys: "\x04" },
    });
    const lines = output
      .replace(/\x1b(?:\[[0-9;?<>=]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g, "")
      .split("\n")
      .map((line) => line.trim());
    expect(lines).toContain("read_file depot7/parcel7.ts:1-2");
    expect(lines).toContainEqual(expect.stringMatching(/^lines 1-2 of \d+ \(2 lines\)$/));
    expect(code).toBe(0);
  });
});
