/**
 * Coding agents with an MCP client of their own: what they hand to the model of each form of answers. The
 * model is a fake on this machine, so these are the bytes that it would be given.
 */
import { join } from "node:path";
import {
  ANSWER_FORMS,
  type AnswerForm,
  listedInput,
  TOOLS,
  type ToolName,
  type ToolResult,
  textsOf,
  validateOutput,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agent, type ModelView, openGemini, openOpencode, openPi } from "../support/agents.ts";
import { cliIn } from "../support/cli.ts";
import type { ModelCall } from "../support/fake-model.ts";
import { connectClient } from "../support/mcp-client.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree("shop", SHOP);
const RETRY = join(root, "src/retry.ts");
const LONG = join(root, "src/steps.ts");
/** More than an agent would read at once, and less than the most that the server shows of a file. */
const LONG_TEXT = Array.from({ length: 900 }, (_, at) => `export const step${at} = ${at};\n`).join("");

const CALLS = {
  search: ["search_codebase", { path: root, query: "scheduleRetry", limit: 1 }],
  annotated: ["read_file", { path: RETRY, mode: "annotated" }],
  long: ["read_file", { path: LONG }],
  missing: ["call_graph", { path: root, symbol: "nobody" }],
  refused: ["read_file", { path: join(root, "none.ts") }],
} as const satisfies Readonly<Record<string, readonly [ToolName, object]>>;
type Call = keyof typeof CALLS;
const NAMES = Object.keys(CALLS) as readonly Call[];
const indexOf = (form: AnswerForm, call: Call): number =>
  ANSWER_FORMS.indexOf(form) * NAMES.length + NAMES.indexOf(call);

/** The texts that the server gives to a client that hides nothing, in the order of the forms and the calls. */
const given: (readonly string[])[] = [];

beforeAll(async () => {
  writeFile(LONG, LONG_TEXT);
  await cliIn(workspace, root)(["index"]);
  for (const form of ANSWER_FORMS) {
    await using server = await connectClient(workspace, { args: argumentsOf(form) });
    for (const call of NAMES) {
      const [name, args] = CALLS[call];
      given.push(textsOf((await server.client.callTool({ name, arguments: args })) as ToolResult));
    }
  }
});
afterAll(() => workspace[Symbol.dispose]());

/** A server for each form, with the form as its name. */
const SERVERS = Object.fromEntries(ANSWER_FORMS.map((form) => [form, argumentsOf(form)]));
function argumentsOf(form: AnswerForm): readonly string[] {
  return ["--root", root, "--answers", form];
}

/** The envelope that a text is, checked to be whole. */
function envelope(tool: ToolName, text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  expect(validateOutput(tool, parsed)).toMatchObject({ ok: true });
  return parsed;
}

const times = (text: string, part: string): number => text.split(part).length - 1;

interface Traits {
  readonly agent: Agent | null;
  /** Whether the model reads the server's instructions. */
  readonly readsInstructions: boolean;
  /** Whether an error reaches the model as the server's text alone, or as the whole result in a sentence. */
  readonly errors: "text" | "result";
  /** Whether long texts reach the model whole. */
  readonly longTexts: "whole" | "cut in the middle";
  /** What the agent adds to the schema of every tool, and passes on to the server. */
  readonly added: object;
  /** A call of a script that returns a structured answer; null if the agent has no scripts. */
  readonly script: ((tool: ToolName, args: object) => ModelCall) | null;
}

const AGENTS: Readonly<Record<string, Traits>> = {
  opencode: {
    agent: await openOpencode(),
    readsInstructions: true,
    errors: "text",
    longTexts: "whole",
    added: {},
    script: (tool, args) => ({
      name: "execute",
      args: { code: `return await tools.structured.${tool}(${JSON.stringify(args)});` },
    }),
  },
  pi: {
    agent: await openPi(),
    readsInstructions: false,
    errors: "text",
    longTexts: "cut in the middle",
    added: {},
    script: (tool, args) => ({
      name: "codemode",
      args: {
        code:
          `const result = await tools.mcp__structured__${tool}(${JSON.stringify(args)});\n` +
          "text(JSON.stringify(result.structuredContent));",
      },
    }),
  },
  "Gemini CLI": {
    agent: await openGemini(),
    readsInstructions: true,
    errors: "result",
    longTexts: "whole",
    added: { wait_for_previous: true },
    script: null,
  },
};

describe.each(Object.entries(AGENTS))("%s", (_name, { agent: opened, script, ...traits }) => {
  describe.skipIf(opened === null)("hands to the model", () => {
    // The tests are skipped otherwise.
    const agent = opened as Agent;
    const [start = "", end = ""] = (opened?.shown(["|"]) ?? "|").split("|");
    let view: ModelView;
    const read = (form: AnswerForm, call: Call): string => view.read[indexOf(form, call)] ?? "";
    /** The one text that the model reads, without what the agent puts around it. */
    const textOf = (form: AnswerForm, call: Call): string => {
      const text = read(form, call);
      return text.slice(start.length, text.length - end.length);
    };
    /** What the model has to read, byte for byte. */
    const expected = (form: AnswerForm, call: Call): string => agent.shown(given[indexOf(form, call)] ?? []);

    beforeAll(async () => {
      view = await agent.run({
        workspace,
        cwd: root,
        servers: SERVERS,
        turns: ANSWER_FORMS.map((form) =>
          NAMES.map((call) => ({
            name: agent.toolName(form, CALLS[call][0]),
            args: { ...CALLS[call][1], ...traits.added },
          })),
        ),
      });
      expect(view.read.length).toBe(ANSWER_FORMS.length * NAMES.length);
    });

    it.each(ANSWER_FORMS)("the tools of a server in the form %s, as the server lists them", (form) => {
      const core = TOOLS.filter(({ set }) => set === "core");
      const offered = core.map((tool) =>
        view.offered.find(({ name: one }) => one === agent.toolName(form, tool.name)),
      );
      expect(offered).toMatchObject(
        core.map(({ name: tool, description }) => ({ description, parameters: listedInput(tool, "sqlite") })),
      );
      expect(view.prompt).not.toContain("outputSchema");
      expect(view.prompt.includes("question in words, unfamiliar code")).toBe(traits.readsInstructions);
    });

    it("text answers, byte for byte", () => {
      for (const call of ["search", "annotated"] as const)
        expect(read("text", call)).toBe(expected("text", call));
      expect(read("text", "search")).toMatch(/satori\/1 search_codebase ok confidence=high results=1 root=/);
      expect(times(read("text", "search"), "return backoff(attempt) * 1000;")).toBe(1);
    });

    it("one line of a structured answer", () => {
      for (const call of ["search", "annotated", "long"] as const)
        expect(read("structured", call)).toBe(expected("structured", call));
      expect(read("structured", "search")).toContain("search_codebase: ok; results: 1");
    });

    // Gemini CLI has no scripts: only the line above reaches the model.
    if (script)
      it("the whole envelope of a structured answer to its script", async () => {
        const [tool, args] = CALLS.search;
        const { read: answers } = await agent.run({
          workspace,
          cwd: root,
          servers: { structured: argumentsOf("structured") },
          turns: [[script(tool, args)]],
          calledBy: "scripts",
        });
        const [text = ""] = answers;
        expect(envelope(tool, text.slice(text.indexOf("{")))).toMatchObject({
          status: "ok",
          results: [{ file: "src/retry.ts", preview: expect.stringContaining("scheduleRetry") }],
        });
        expect(times(text, "return backoff(attempt) * 1000;")).toBe(1);
      });

    it("the whole envelope of an answer in both forms, once", () => {
      expect(envelope("search_codebase", textOf("both", "search"))).toMatchObject({
        status: "ok",
        results: [{ file: "src/retry.ts", preview: expect.stringContaining("scheduleRetry") }],
      });
      expect(times(read("both", "search"), "return backoff(attempt) * 1000;")).toBe(1);
    });

    it("the envelope of an answer without results, in every form", () => {
      for (const form of ANSWER_FORMS)
        expect(envelope("call_graph", textOf(form, "missing"))).toMatchObject({
          status: "not_found",
          hints: {},
        });
    });

    it("the envelope of an error, in every form", () => {
      for (const form of ANSWER_FORMS) {
        if (traits.errors === "text") {
          expect(envelope("read_file", textOf(form, "refused"))).toMatchObject({
            status: "error",
            error: { code: "PATH_NOT_FOUND" },
          });
        } else {
          // The text, and the structured content, which the agent reads from the text if there is none.
          expect(times(read(form, "refused"), String.raw`\"code\":\"PATH_NOT_FOUND\"`)).toBe(1);
          expect(times(read(form, "refused"), '"code":"PATH_NOT_FOUND"')).toBe(1);
        }
      }
    });

    it(`a long read, ${traits.longTexts}`, () => {
      for (const form of ["text", "both"] as const) {
        const [text, whole] = [read(form, "long"), expected(form, "long")];
        expect(whole.length).toBeGreaterThan(20_000);
        if (traits.longTexts === "whole") {
          expect(text).toBe(whole);
          continue;
        }
        expect(text.length).toBeLessThan(whole.length);
        for (const part of [whole.slice(0, 100), "chars truncated", "export const step899 = 899;"])
          expect(text).toContain(part);
      }
    });
  });
});
