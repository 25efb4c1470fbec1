import { type ManageState, MANAGE_STATES } from "./manage-state.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exitCodeOfResult, mayRetry, pollStepOf, type ExitCode, type PollStep } from "../decisions.ts";
import answers from "../testing/manage-answers.json" with { type: "json" };
import type { ToolName } from "../tool-names.ts";
import { validateOutput } from "../validate/validate-output.ts";
import type { ToolResult } from "./envelope.ts";
import { parseManageStatus } from "./manage-status.ts";

/** What one answer means, and the forms in which servers give it: an envelope, old texts, or both. */
interface Answer {
  readonly name: string;
  readonly state: ManageState;
  readonly exitCode: ExitCode;
  readonly poll: PollStep;
  /** For one who waits for this run. */
  readonly runId?: string;
  readonly pollOfRun?: PollStep;
  readonly isError?: boolean;
  readonly envelope?: { readonly tool: ToolName } & Readonly<Record<string, unknown>>;
  readonly texts?: readonly string[];
}

const ANSWERS = answers as readonly Answer[];
const text = (value: string): ToolResult["content"] => [{ type: "text", text: value }];

/** Every form of an answer, as a tool result. */
function formsOf({ envelope, texts = [], isError = false }: Answer): [source: string, ToolResult][] {
  const structured: [string, ToolResult][] = envelope
    ? [
        ["envelope", { isError, structuredContent: envelope, content: text(JSON.stringify(envelope)) }],
        ["envelope", { isError, content: text(JSON.stringify(envelope)) }],
      ]
    : [];
  return [
    ...structured,
    ...texts.map((value): [string, ToolResult] => ["legacy_text", { isError, content: text(value) }]),
  ];
}

describe.each(ANSWERS.map((answer) => [answer.name, answer] as const))("%s:", (_, answer) => {
  it.each(formsOf(answer))(
    "as %s %o it leads to the same state, exit code and next step",
    (source, result) => {
      expect(parseManageStatus(result)).toEqual({ state: answer.state, source });
      expect(exitCodeOfResult(result)).toBe(answer.exitCode);
      for (const runId of [undefined, null, "run-of-another"])
        expect(pollStepOf(result, runId)).toEqual(answer.poll);
      if (answer.pollOfRun) expect(pollStepOf(result, answer.runId)).toEqual(answer.pollOfRun);
    },
  );
});

it.each(ANSWERS.flatMap(({ name, envelope }) => (envelope ? [[name, envelope] as const] : [])))(
  "the envelope of %s is one that a server can give",
  (_, envelope) => {
    expect(validateOutput(envelope.tool, envelope)).toMatchObject({ ok: true });
  },
);

it("the answers show every state in both forms", () => {
  for (const form of ["envelope", "texts"] as const)
    expect(new Set(ANSWERS.filter((answer) => answer[form]).map(({ state }) => state))).toEqual(
      new Set(MANAGE_STATES),
    );
});

describe("an answer that no server of ours gives", () => {
  const base = { tool: "manage_index", version: 1 };

  it.each<[string, ToolResult]>([
    ["has no content", {}],
    ["has no text", { content: [{ type: "image" }, { type: "text" }] }],
    ["has content of another kind", { content: "is not indexed" as never }],
    ["has blocks that are none", { content: [null, 7] as never }],
    ["is an action of a later version", { structuredContent: { ...base, status: "ok", action: "verify" } }],
    [
      "has the action of another tool",
      { structuredContent: { tool: "set_scope", version: 1, status: "ok", action: "sync" } },
    ],
    ["is a failure without a reason", { structuredContent: { ...base, status: "error" } }],
    ["is a failure of nothing", { structuredContent: { ...base, status: "error", error: null } }],
  ])("that %s is unknown, and no success to one who waits", (_, result) => {
    expect(parseManageStatus(result).state).toBe("unknown");
    expect(pollStepOf(result)).toEqual({ kind: "end", exitCode: 1 });
  });

  it("is an envelope though its status is one of a later version, and no prose, whatever its text says", () => {
    const later = { ...base, status: "paused", message: "is not indexed" };
    for (const result of [{ structuredContent: later }, { content: text(JSON.stringify(later)) }]) {
      expect(parseManageStatus(result)).toEqual({ state: "unknown", source: "envelope" });
      expect(exitCodeOfResult(result)).toBe(1);
      expect(pollStepOf(result)).toEqual({ kind: "end", exitCode: 1 });
    }
  });

  it("may say its sentence in any block of text", () => {
    expect(
      parseManageStatus({
        content: [
          { type: "text", text: "Status:" },
          { type: "image" },
          { type: "text", text: "Currently Indexing" },
        ],
      }),
    ).toEqual({ state: "indexing", source: "legacy_text" });
    // A saying is not put together out of two blocks.
    expect(
      parseManageStatus({
        content: [
          { type: "text", text: "is not " },
          { type: "text", text: "indexed" },
        ],
      }).state,
    ).toBe("unknown");
  });

  it("never makes the parsers throw", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (structuredContent, content, isError) => {
        const result = { structuredContent, content, isError } as ToolResult;
        expect(MANAGE_STATES).toContain(parseManageStatus(result).state);
        expect([0, 1, 2, 3]).toContain(exitCodeOfResult(result));
        expect(["wait", "end"]).toContain(pollStepOf(result).kind);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

it("the text of an ok answer ends a command well, and says nothing about an index, whatever its body says", () => {
  for (const body of ["", "is not indexed", '{"tool":"manage_index","version":1,"status":"error"}']) {
    const result = { content: text(`satori/1 read_file ok\n\n${body}`) };
    expect(parseManageStatus(result)).toEqual({ state: "unknown", source: "envelope" });
    expect(exitCodeOfResult(result)).toBe(0);
    expect(pollStepOf(result)).toEqual({ kind: "end", exitCode: 1 });
  }
});

describe("the exit code of an answer of the workspace tools", () => {
  it.each<[number, ToolResult]>([
    [0, { structuredContent: { result: {}, meta: {} }, content: text("{}") }],
    [1, { isError: true, structuredContent: { code: "PATH_NOT_FOUND", message: "gone", details: {} } }],
    [
      2,
      {
        isError: true,
        structuredContent: { code: "INVALID_ARGUMENTS", message: "path: is required", details: [] },
      },
    ],
    [2, { isError: true, content: text('{"code":"INVALID_ARGUMENTS","message":"no","details":[]}') }],
    [1, { isError: true, content: text('{"code":"PATH_NOT_FOUND","message":"no","details":{}}') }],
    [1, { isError: true, structuredContent: { code: "toString" } }],
    [1, { isError: true, structuredContent: { code: 2 } }],
    [1, { isError: true, structuredContent: { code: ["INVALID_ARGUMENTS"] } }],
  ])("is %i for %o", (code, result) => expect(exitCodeOfResult(result)).toBe(code));
});

describe("a call is made again by itself", () => {
  it.each([
    [true, "search_codebase", 1, "not_sent"],
    [true, "search_codebase", 1, "sent"],
    [true, "manage_index", 1, "not_sent"],
    [false, "manage_index", 1, "sent"],
    [false, "search_codebase", 2, "not_sent"],
    [false, "search_codebase", 2, "sent"],
    [false, "search_codebase", 1, "answered"],
    [false, "manage_index", 1, "answered"],
  ] as const)("%s: %s, attempt %i, %s", (expected, tool, attempt, ended) =>
    expect(mayRetry({ tool, attempt, ended })).toBe(expected),
  );
});
