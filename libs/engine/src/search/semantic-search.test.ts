import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchCodebaseOk, SemanticSearchOk } from "@satori/contracts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { ManualDeadline } from "../testing/manual-deadline.ts";
import { type TestEngine, type TestEngineOptions, TestPlace, checked } from "../testing/engine.ts";

const TREE = {
  "mail/src/retry.ts":
    "/** When a message is sent again. */\nexport function retryDelay(attempt: number): number {\n  " +
    "return attempt * 100;\n}\n",
  "mail/docs/retry.md": "# Retries\n\nA message that bounces is sent again after a while.\n",
  "shop/src/cart.ts": "export class Cart {\n  total(): number {\n    return 0;\n  }\n}\n",
  "shop/src/price.py": "def price_of(item):\n    return item.price\n",
};

interface Opened {
  readonly passage: TestPlace;
  readonly engine: TestEngine;
  /** Calls the tool without a folder. */
  readonly ask: (args: object) => Promise<SemanticSearchOk>;
}

async function opened(indexed: readonly string[], options: TestEngineOptions = {}): Promise<Opened> {
  const passage = new TestPlace(TREE);
  onTestFinished(() => passage[Symbol.asyncDispose]());
  const engine = passage.engine(options);
  for (const path of indexed) {
    await engine.call("manage_index", { action: "create", path });
    await engine.engine.waitForRun(path, passage.tree.root);
  }
  return {
    passage,
    engine,
    ask: async (args) =>
      (await engine.call("semantic_search", { path: undefined, ...args })) as SemanticSearchOk,
  };
}

describe("one codebase", () => {
  it("is searched whole, code and docs alike, for chunks", async () => {
    const { passage, ask } = await opened(["mail"]);
    const root = passage.tree.at("mail");
    const answer = await ask({ query: "message sent again" });
    expect(answer).toMatchObject({
      status: "ok",
      path: root,
      scope: {},
      method: "hybrid",
      confidence: "high",
      searched: [{ repo: root, status: "ok", confidence: "high", freshnessDecision: { mode: "fresh" } }],
    });
    for (const argument of ["query", "limit", "effectiveRoot"]) expect(answer).not.toHaveProperty(argument);
    expect(answer.findings.map(({ file, kind, repo }) => [file, kind, repo]).sort()).toEqual([
      ["docs/retry.md", "chunk", undefined],
      ["src/retry.ts", "chunk", undefined],
    ]);
    expect(answer.findings.map(({ content }) => content).join("\n")).toContain("export function retryDelay");
  });

  it("is searched by words alone where there is no embedder, and where it fails", async () => {
    expect(await (await opened(["mail"], { embedder: null })).ask({ query: "retry" })).toMatchObject({
      method: "lexical",
    });
    const embedder = new FakeEmbedder();
    const { ask } = await opened(["mail"], { embedder });
    embedder.failure = "gone";
    expect(await ask({ query: "retry" })).toMatchObject({
      method: "lexical",
      warnings: ["SEMANTIC_SEARCH_UNAVAILABLE"],
    });
  });

  it("takes filters and operators, which win as they do in search_codebase", async () => {
    const { ask } = await opened(["shop"]);
    expect(await ask({ query: "price", languages: ["py"] })).toMatchObject({
      scope: { languages: ["python"] },
      findings: [{ file: "src/price.py" }],
    });
    expect(
      (await ask({ query: "-path:*.py price cart", include_globs: ["src/"] })).findings.map(
        ({ file }) => file,
      ),
    ).toEqual(["src/cart.ts"]);
    expect((await ask({ query: "price", limit: 1 })).findings).toHaveLength(1);
    expect(await ask({ query: "lang:py price", languages: ["ts"], include_globs: ["src/"] })).toMatchObject({
      scope: { include_globs: ["src/"] },
      findings: [{ file: "src/price.py" }],
    });
    expect(await ask({ query: "lang:py" })).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS" },
    });
  });

  it("that is not indexed is answered with the gate, and the call that indexes it", async () => {
    const { passage, engine } = await opened([]);
    const path = passage.tree.at("mail");
    const answer = await engine.call("semantic_search", { path, query: "retry" });
    expect(answer).toMatchObject({
      tool: "semantic_search",
      status: "not_indexed",
      reason: "not_indexed",
      path,
      hints: { create: { tool: "manage_index", args: { path } } },
    });
    for (const argument of ["query", "limit", "effectiveRoot"]) expect(answer).not.toHaveProperty(argument);
  });
});

describe("several codebases", () => {
  it("are searched as one, and the one that knows the answer comes first, whatever its name", async () => {
    const { passage, ask } = await opened(["mail", "shop"]);
    const [mail, shop] = [passage.tree.at("mail"), passage.tree.at("shop")];
    const answer = await ask({ query: "retry delay of a message", repos: ["shop", "mail"] });
    expect(answer).toMatchObject({
      repos: [mail, shop],
      scope: { repos: [mail, shop] },
      searched: [
        { repo: mail, status: "ok" },
        { repo: shop, status: "ok" },
      ],
    });
    expect(answer.findings[0]).toMatchObject({ repo: mail, file: "src/retry.ts" });
    expect((await ask({ query: "total of the cart", repos: ["shop", "mail"] })).findings[0]).toMatchObject({
      repo: shop,
      file: "src/cart.ts",
    });
    const scores = answer.findings.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
  });

  it("weigh their scores by how sure each is, squared", async () => {
    const { engine, passage, ask } = await opened(["mail", "shop"]);
    const query = "retry delay of a cart";
    const { findings } = await ask({ query, repos: ["shop", "mail"] });
    for (const repo of [passage.tree.at("mail"), passage.tree.at("shop")]) {
      const { results, hints } = (await engine.call("search_codebase", {
        path: repo,
        query,
        scope: "mixed",
        resultMode: "raw",
        debug: true,
      })) as SearchCodebaseOk;
      const confidenceScore = Number(hints?.debugSearch?.["confidence"]);
      expect(Math.abs(confidenceScore - 1)).toBeGreaterThan(0.1);
      const weighted = findings.filter((finding) => finding.repo === repo);
      expect(weighted.map(({ file }) => file)).toEqual(results.map(({ file }) => file));
      for (const [at, { score = Number.NaN }] of results.entries())
        expect((weighted[at]?.score ?? 0) / score).toBeCloseTo(confidenceScore ** 2, 2);
    }
  });

  it("answer without those that are not indexed, and say so", async () => {
    const { passage, ask } = await opened(["mail"]);
    expect(await ask({ query: "retry", repos: ["mail", "./shop"] })).toMatchObject({
      status: "ok",
      warnings: ["REPOS_SKIPPED"],
      searched: [{ status: "ok" }, { repo: passage.tree.at("shop"), status: "not_indexed" }],
    });
  });

  it("of which none is indexed are answered with the gate of the first", async () => {
    const { passage, ask } = await opened([]);
    expect(await ask({ query: "retry", repos: ["./shop", "./mail"] })).toMatchObject({
      status: "not_indexed",
      path: passage.tree.at("mail"),
      message: expect.stringMatching(/mail: not_indexed; .*shop: not_indexed/),
    });
  });

  it.each([10, 11])(
    "of which there are %i answer without one that is damaged, and have the question embedded once",
    async (count) => {
      const names = Array.from({ length: count }, (_, at) => `own${at}`);
      const passage = new TestPlace(
        Object.fromEntries(names.map((name) => [`${name}/a.py`, "def alpha(): pass\n"])),
      );
      onTestFinished(() => passage[Symbol.asyncDispose]());
      const embedder = new FakeEmbedder();
      const questions = vi.spyOn(embedder, "embedQuery");
      const { call, context, engine } = passage.engine({ embedder });
      for (const path of names) {
        await call("manage_index", { action: "create", path });
        await engine.waitForRun(path, passage.tree.root);
      }
      const damaged = context.codebases.at(passage.tree.at("own3"));
      await damaged.close();
      writeFileSync(join(damaged.folder, "index.db"), "no database at all ".repeat(500));
      const answer = await call("semantic_search", {
        path: undefined,
        query: "alpha",
        repos: names.map((name) => `./${name}`),
      });
      expect(answer).toMatchObject({ status: "ok", warnings: ["REPOS_SKIPPED"] });
      expect((answer as SemanticSearchOk).searched?.filter(({ status }) => status !== "ok")).toMatchObject([
        { repo: damaged.root, status: "error" },
      ]);
      expect(questions).toHaveBeenCalledTimes(1);
    },
  );

  it("give the same answer again", async () => {
    const { ask } = await opened(["mail", "shop"]);
    const findings = async (repos: string[]): Promise<string> =>
      JSON.stringify((await ask({ query: "number", repos })).findings);
    expect(await findings(["shop", "mail"])).toBe(await findings(["mail", "shop"]));
  });
});

describe("at its deadline", () => {
  /** @param searched number of codebases that are searched before the deadline passes */
  const late = async (
    searched: number,
  ): Promise<{ readonly passage: TestPlace; readonly answer: unknown }> => {
    const { passage, engine } = await opened(["mail", "shop"]);
    const deadline = new ManualDeadline();
    const { codebases } = engine.context;
    const roots = ["mail", "shop"].map((path) => passage.tree.at(path));
    const stores = roots.map((root) => codebases.at(root).store());
    for (const [at, store] of stores.entries()) {
      const head = store.head.bind(store);
      vi.spyOn(store, "head").mockImplementation(() => (at === searched && deadline.reach(), head()));
    }
    const input = { query: "message sent again", repos: roots };
    const answer = await engine.engine.tools.semantic_search(input, {
      baseFolder: passage.tree.root,
      roots: [passage.tree.root],
      deadline,
      signal: deadline.signal,
      elapsedMs: () => 0,
    });
    return { passage, answer: checked("semantic_search", answer) };
  };

  it("answers with the codebases that were searched by then, and names the others", async () => {
    const { passage, answer } = await late(1);
    expect(answer).toMatchObject({
      status: "ok",
      warnings: ["DEADLINE_REACHED", "REPOS_SKIPPED"],
      message: `The answer reached the deadline of this test; not searched: ${passage.tree.at("shop")}.`,
      searched: [
        { repo: passage.tree.at("mail"), status: "ok" },
        { repo: passage.tree.at("shop"), status: "error" },
      ],
    });
    expect((answer as SemanticSearchOk).findings.length).toBeGreaterThan(0);
  });

  it("is an error where none was searched", async () => {
    expect((await late(0)).answer).toMatchObject({ status: "error", error: { code: "DEADLINE_REACHED" } });
  });

  it("says nothing of a deadline that passes when all were searched", async () => {
    expect((await late(2)).answer).not.toHaveProperty("warnings");
  });
});
