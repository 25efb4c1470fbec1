/**
 * The built product with a reranker that is asked over the network: it orders the first results, and is never
 * in the way.
 */
import { describe, expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { startMcp } from "../support/mcp-process.ts";
import { RERANK_KEY, startRerankService } from "../support/rerank-service.ts";
import { createWorkspace } from "../support/workspace.ts";

const TREE = `
  //- src/evict.py
  def evict_parcel(parcel):
      """Evicts a parcel."""
      return parcel.evict()
  //- src/depot.py
  class Depot:
      def drop(self, parcel):
          """Where a parcel that is evicted goes."""
          self.parcels.remove(parcel)
  //- src/weigh.py
  def weigh(parcel):
      return parcel.weight
  //- docs/evict.md
  # How to evict a parcel
`;
const QUESTION = "evict parcel";
const KEY_SETTINGS = { voyage: "VOYAGE_API_KEY", cohere: "COHERE_API_KEY", jina: "JINA_API_KEY" } as const;
type Name = keyof typeof KEY_SETTINGS;

/** An indexed tree, and a service. */
async function setting(name: Name) {
  const workspace = createWorkspace();
  const service = await startRerankService();
  const root = workspace.tree("parcels", TREE);
  const plain = cliIn(workspace, root);
  const environment = {
    SATORI_RERANKER: name,
    SATORI_RERANKER_URL: service.url,
    [KEY_SETTINGS[name]]: RERANK_KEY,
    SATORI_LOG_LEVEL: "debug",
  };
  /** Everything that it wrote, for whoever looks for keys in it. */
  let written = "";
  const search = async (own: Readonly<Record<string, string>>, ...args: string[]) => {
    const finished = await plain(["search", QUESTION, "--json", "--debug", ...args], { environment: own });
    written += finished.stdout + finished.stderr;
    const answer = JSON.parse(finished.stdout);
    return {
      answer,
      files: (answer.results as { file: string }[]).map(({ file }) => file),
      rerank: answer.hints.debugSearch.rerank,
      stderr: finished.stderr,
    };
  };
  await plain(["index"]);
  return {
    workspace,
    service,
    root,
    environment,
    written: () => written,
    without: (...args: string[]) => search({}, ...args),
    reranked: (...args: string[]) => search(environment, ...args),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

describe("a reranker over the network", () => {
  test.each<[Name, string]>([
    ["voyage", "rerank-2.5"],
    ["cohere", "rerank-v3.5"],
    ["jina", "jina-reranker-v2-base-multilingual"],
  ])("orders the results, whichever it is: %s", async (name, model) => {
    await using own = await setting(name);
    const { service, without, reranked } = own;
    const before = await without();
    expect([before.files[0], before.rerank, service.received]).toEqual([
      "src/evict.py",
      { attempted: false },
      [],
    ]);
    service.preferred = "src/weigh.py";
    const after = await reranked();
    // An index made without it answers as it is.
    expect([after.answer.status, after.answer.warnings]).toEqual(["ok", undefined]);
    expect(after.files).toEqual(["src/weigh.py", ...before.files.filter((file) => file !== "src/weigh.py")]);
    expect(after.rerank).toEqual({ attempted: true, applied: true, candidates: 3 });
    expect(service.received).toMatchObject([
      {
        path: "/v1/rerank",
        headers: { authorization: `Bearer ${RERANK_KEY}` },
        body: { model, query: QUESTION },
      },
    ]);
    expect(
      [...(service.received[0]?.body.documents ?? [])].map((text) => text.split("\n")[0]).sort(),
    ).toEqual(["src/depot.py", "src/evict.py", "src/weigh.py"]);
    expect((await reranked()).files).toEqual(after.files);
  });

  test("is sent nothing for the scope of docs", async () => {
    await using own = await setting("cohere");
    const { files, rerank, answer } = await own.reranked("--scope", "docs");
    expect([files, rerank, answer.warnings]).toEqual([
      ["docs/evict.md"],
      { attempted: false, reason: "docs_scope" },
      undefined,
    ]);
    expect(own.service.received).toEqual([]);
  });

  test.each<[string, { readonly status: number; readonly body: object }, RegExp]>([
    [
      "refuses the key",
      { status: 401, body: { message: `invalid api token ${RERANK_KEY}` } },
      /The Cohere-compatible reranker rejects the key: check COHERE_API_KEY/,
    ],
    [
      "cannot answer",
      { status: 503, body: { message: `busy with ${RERANK_KEY}` } },
      /cannot answer right now \(503: busy with \[secret\]\)/,
    ],
    [
      "answers with too few scores",
      { status: 200, body: { results: [{ index: 0, relevance_score: 1 }] } },
      /gave an unexpected answer, 1 scores for 3 texts/,
    ],
  ])(
    "that %s leaves the order as it was, says why in the log, and no line that is written shows the key",
    async (_, answer, reason) => {
      await using own = await setting("cohere");
      const before = await own.without();
      own.service.preferred = "src/weigh.py";
      own.service.answer = answer;
      const after = await own.reranked();
      expect([after.answer.status, after.answer.warnings, after.answer.results]).toEqual([
        "ok",
        ["RERANKER_FAILED"],
        before.answer.results,
      ]);
      expect(after.stderr).toMatch(reason);
      expect(own.written()).not.toContain(RERANK_KEY);
    },
  );

  test("that fails is not asked again by each search of a server", async () => {
    await using own = await setting("jina");
    const { service, workspace, root, environment } = own;
    service.answer = { status: 500, body: {} };
    await using server = await startMcp(workspace, { cwd: root, environment });
    const ask = () => server.call("search_codebase", { path: root, query: QUESTION, debug: true });
    expect(await ask()).toMatchObject({
      status: "ok",
      warnings: ["RERANKER_FAILED"],
      hints: { debugSearch: { rerank: { attempted: true, applied: false, reason: "unavailable" } } },
    });
    expect(await ask()).toMatchObject({
      status: "ok",
      warnings: ["RERANKER_FAILED"],
      hints: { debugSearch: { rerank: { attempted: false, reason: "resting" } } },
    });
    expect(service.received).toHaveLength(1);
    expect(server.stderr).toContain("rerank_failed");
    expect(server.stderr).not.toContain(RERANK_KEY);
  });
});

test("settings of a reranker that make no sense are an error at start, without the value of a key", async () => {
  using workspace = createWorkspace();
  const satori = cliIn(workspace, workspace.tree("small", "//- a.ts\nexport const a = 1;\n"));
  for (const [environment, said] of [
    [
      { SATORI_RERANKER: "magic" },
      'SATORI_RERANKER is "magic", but must be one of none, voyage, cohere, jina',
    ],
    [
      { SATORI_RERANKER: "cohere", SATORI_RERANKER_URL: "https://me:pass@host/v1" },
      "SATORI_RERANKER_URL must not contain a user name or password",
    ],
    [
      { SATORI_RERANKER: "jina", JINA_API_KEY: "two words" },
      "JINA_API_KEY contains a character that is not valid in a key",
    ],
  ] as const) {
    const { code, stdout, stderr } = await satori(["search", "a"], { environment });
    expect([code, stdout + stderr]).toEqual([expect.any(Number), expect.stringContaining(said)]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toMatch(/two words|pass@/);
  }
});
