/** The result mode `context` from call to envelope, over fixtures/courier with the built-in embedder. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type SearchCodebaseInput,
  type SearchCodebaseOutput,
  type SearchContextOk,
  validateOutput,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deadline } from "../../deadline.ts";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";
import { CountedDeadline, CountingDeadline } from "../../testing/manual-deadline.ts";
import { estimateJsonTokens } from "../present/budget.ts";

const FIXTURE = new URL("../../../../../fixtures/courier", import.meta.url);
const QUESTIONS = [
  "where are failed requests sent again with exponential backoff",
  "HttpClient",
  "priority queue of due jobs",
  "zebra crossing paint supplier",
];

const NOTHING_FITS = "Nothing fits in the budget: raise maxTokens.";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(FIXTURE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

async function ask(query: string, args: Partial<SearchCodebaseInput> = {}): Promise<SearchContextOk> {
  const answer = await codebase.call("search_codebase", { query, resultMode: "context", ...args });
  if (!("sections" in answer)) throw new Error(`no sections: ${JSON.stringify(answer)}`);
  return answer;
}

/** Numbered lines of a section, without the signs for gaps. */
function numbered({ content }: SearchContextOk["sections"][number]): readonly [number, string][] {
  return content
    .split("\n")
    .filter((line) => line !== "…")
    .map((line) => [Number(line.slice(0, line.indexOf(" "))), line.slice(line.indexOf(" ") + 1)]);
}

/** Without what differs between two equal answers. */
function stable({ meta: _meta, freshnessDecision: _freshness, ...rest }: SearchContextOk): string {
  return JSON.stringify(rest);
}

describe("an answer", () => {
  it("begins with the entry, and ends with types", async () => {
    const { sections } = await ask(QUESTIONS[0] ?? "");
    expect(sections.filter(({ role }) => role === "entry")).toEqual([sections[0]]);
    const order = ["entry", "callee", "caller", "related", "type"];
    const ranks = sections.map(({ role }) => Math.min(order.indexOf(role), 2) + Number(role === "type"));
    expect(ranks).toEqual([...ranks].sort((left, right) => left - right));
  });

  it("has the best file of an ordinary search first", async () => {
    for (const query of QUESTIONS) {
      const [best] = (await codebase.search(query)).results;
      expect((await ask(query)).sections[0]?.file).toBe(best?.file);
    }
  });

  it("shows what the entry calls, and where", async () => {
    const { sections, edges } = await ask("HttpClient.request");
    const [entry] = sections;
    const called = edges.filter(({ from }) => from === `${entry?.file}:HttpClient.request`);
    expect(called.length).toBeGreaterThan(0);
    for (const { to, site } of called) {
      expect(sections.map(({ file }) => file)).toContain(to.slice(0, to.indexOf(":")));
      const text = readFileSync(join(codebase.root, site.file), "utf8").split("\n")[site.line - 1];
      const isShown = sections.some(
        (section) => section.file === site.file && numbered(section).some(([number]) => number === site.line),
      );
      expect(site.text).toBe(isShown ? undefined : text?.trim());
    }
  });

  it("names the ends of calls so that call_graph takes them", async () => {
    const { edges } = await ask(QUESTIONS[0] ?? "");
    for (const symbol of edges.flatMap(({ from, to }) => [from, to]))
      expect(await codebase.call("call_graph", { symbol })).toMatchObject({ status: "ok" });
  });

  it("has no types but those of shown signatures", async () => {
    const { sections } = await ask("HttpClient", { maxTokens: 8_000 });
    const types = sections.filter(({ role }) => role === "type");
    for (const type of types) expect(numbered(type)).toHaveLength(1);
    expect(types.length).toBeGreaterThan(0);
  });
});

describe("lines", () => {
  it.each(QUESTIONS)("are those of the files, and no line is shown twice: %s", async (query) => {
    for (const maxTokens of [500, 2_000, 10_000]) {
      const shown = new Set<string>();
      for (const section of (await ask(query, { maxTokens })).sections) {
        const lines = readFileSync(join(codebase.root, section.file), "utf8").split(/\r?\n/);
        const own = numbered(section);
        expect([own[0]?.[0], own.at(-1)?.[0]]).toEqual([section.span.startLine, section.span.endLine]);
        for (const [number, text] of own) {
          expect([number, text]).toEqual([number, lines[number - 1]]);
          expect(shown).not.toContain(`${section.file} ${number}`);
          shown.add(`${section.file} ${number}`);
        }
      }
    }
  });
});

describe("the budget", () => {
  it.each(QUESTIONS)("holds for every size, and more tokens show no fewer files: %s", async (query) => {
    let files = 0;
    for (const maxTokens of [100, 150, 200, 300, 500, 900, 1_500, 3_000, 6_000, 20_000]) {
      const answer = await ask(query, { maxTokens });
      const isHead = answer.sections.length + answer.omitted.length === 0;
      expect([maxTokens, isHead || answer.tokens <= maxTokens]).toEqual([maxTokens, true]);
      expect([maxTokens, isHead]).toEqual([maxTokens, answer.message?.includes(NOTHING_FITS) === true]);
      expect(estimateJsonTokens(answer)).toBeLessThanOrEqual(answer.tokens);
      const shown = new Set(answer.sections.map(({ file }) => file)).size;
      expect([maxTokens, shown >= files]).toEqual([maxTokens, true]);
      files = shown;
    }
    expect(files).toBeGreaterThan(0);
  });

  it.each([400, 600])("leaves out nothing without saying how to see it: %i", async (maxTokens) => {
    const { omitted } = await ask(QUESTIONS[0] ?? "", { maxTokens });
    expect(omitted.at(-1)).toEqual({
      tool: "search_codebase",
      args: { path: codebase.root, query: QUESTIONS[0], resultMode: "context", maxTokens: 2 * maxTokens },
    });
    for (const { tool, args } of omitted)
      expect(await codebase.call(tool, args)).toMatchObject({ status: "ok" });
  });

  it("reads the rest of a method, not of its class", async () => {
    const { omitted } = await ask("HttpClient.request", { maxTokens: 400 });
    const file = join(codebase.root, "web/src/http/client.ts");
    const lines = readFileSync(file, "utf8").split("\n");
    const start = lines.findIndex((line) => line.includes("async request<")) + 1;
    const { args } = omitted.find(({ tool }) => tool === "read_file") ?? {};
    // The comment above it belongs to it.
    expect(args).toMatchObject({ path: file, start_line: start - 1 });
  });

  it("continues with the arguments of the search, in their order", async () => {
    const args = { query: "HttpClient", scope: "mixed", groupBy: "file", limit: 3 } as const;
    const { omitted } = await ask(args.query, { ...args, maxTokens: 400 });
    const { query, scope, groupBy, limit } = args;
    expect(JSON.stringify(omitted.at(-1)?.args)).toBe(
      JSON.stringify({
        path: codebase.root,
        query,
        scope,
        resultMode: "context",
        groupBy,
        limit,
        maxTokens: 800,
      }),
    );
  });

  it("does not repeat a limit that was not sent, or was sent and used", async () => {
    for (const args of [{}, { limit: 3 }, { maxTokens: 900 }])
      expect(await ask("HttpClient", args)).not.toHaveProperty("limit");
  });
});

it("the same index and request give the same bytes", async () => {
  for (const query of QUESTIONS)
    expect(stable(await ask(query, { maxTokens: 3_000 }))).toBe(
      stable(await ask(query, { maxTokens: 3_000 })),
    );
});

it("takes no more symbols than the limit, and one of a file with groupBy file", async () => {
  const few = await ask(QUESTIONS[0] ?? "", { limit: 2, maxTokens: 8_000 });
  const ranked = few.sections.filter(({ role }) => role !== "type" && role !== "callee");
  expect(ranked.length).toBeLessThanOrEqual(2);
  const { sections } = await ask("HttpClient", { groupBy: "file" });
  const files = sections.filter(({ role }) => role === "related" || role === "entry").map(({ file }) => file);
  expect(files).toEqual([...new Set(files)]);
});

it("answers at its deadline with what it has, and says so", async () => {
  const input = { path: codebase.root, query: QUESTIONS[0] ?? "", resultMode: "context" } as const;
  const until = (deadline: Deadline): Promise<SearchCodebaseOutput> =>
    codebase.engine.tools.search_codebase(input, {
      baseFolder: codebase.root,
      roots: [codebase.root],
      deadline,
      signal: deadline.signal,
      elapsedMs: () => 0,
    });
  const counting = new CountingDeadline();
  await until(counting);
  const texts = new Set<string>();
  for (let part = 0; part <= 60; part++) {
    const checks = Math.floor((counting.steps * part) / 60);
    const answer = await until(new CountedDeadline(checks)).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "DEADLINE_REACHED" });
      return null;
    });
    if (answer?.status !== "ok") continue;
    expect(validateOutput("search_codebase", JSON.parse(JSON.stringify(answer)))).toMatchObject({ ok: true });
    expect("sections" in answer && answer.tokens).toBeLessThanOrEqual(4_000);
    const isLate = answer.warnings?.includes("DEADLINE_REACHED") === true;
    if (isLate) texts.add(answer.message ?? "");
  }
  expect([...texts]).toContain("Not all calls and types were looked up.");
});
