import { join } from "node:path";
import type { SmartItem } from "@satori/contracts";
import { describe, expect, it, test } from "vitest";
import { writeFile } from "../../testing/trees/tree.ts";
import { type Answered, openWorkspace } from "../../testing/workspace.ts";

const TREE = `
  //- docs/guide.md
  # Retries
  The scheduler puts a failed parcel back into the queue.
  See RetryQueue in the code.
  //- docs/setup.md
  # Setup
  Install it with npm.
  //- docs/queue.ts
  // An example of a queue.
  //- code/src/queue.ts
  /** Parcels that wait for another attempt. */
  export class RetryQueue {
    schedule(parcel: string): void {
      this.parcels.push(parcel);
    }
  }
  //- code/src/queue.test.ts
  class RetryQueue {}
  //- code/src/mail.ts
  export function sendMail(): string {
    return "mail sent";
  }
`;

/** Items as `rank repo:path:line found_by`, in the order of the answer. */
const items = ({ result }: Answered): string[] =>
  result.items.map(
    ({ rank, repo, path, start_line, found_by }: SmartItem) =>
      `${rank} ${repo}:${path}:${start_line ?? ""} ${found_by}`,
  );
const created = (path: string): object => ({ tool: "manage_index", args: { action: "create", path } });

describe("a path", () => {
  it("is looked for among the names of files, in both roots", async () => {
    await using workspace = openWorkspace(TREE);
    const answer = await workspace.ask("smart_search", { query: "queue.ts" });
    expect(answer).toMatchObject({
      result: { route: { kind: "path", reason: "it has a file extension" } },
      meta: { repo: null, truncated: false },
    });
    expect(items(answer)).toEqual(["1 docs:queue.ts: file_names", "2 code:src/queue.ts: file_names"]);
    expect(answer.result).not.toHaveProperty("index_calls");
  });

  it("with a line leads to that line, as an absolute one does", async () => {
    await using workspace = openWorkspace(TREE);
    expect(items(await workspace.ask("smart_search", { query: "src/queue.ts:3" }))).toEqual([
      "1 code:src/queue.ts:3 file_names",
    ]);
    expect(
      items(await workspace.ask("smart_search", { query: join(workspace.code, "src/queue.ts") })),
    ).toEqual(["1 code:src/queue.ts: file_names"]);
  });

  it("with a line past the end of the file leads to its last one, and with none to a file that is no text", async () => {
    await using workspace = openWorkspace(`${TREE}\n//- code/src/late.ts\na\nb\nc\n`);
    const { result } = await workspace.ask("smart_search", { query: "late.ts:99999", repo: "code" });
    expect(result.items).toMatchObject([{ path: "src/late.ts", start_line: 3, end_line: 3 }]);
    writeFile(join(workspace.code, "src/blob.ts"), Uint8Array.of(0, 1, 2));
    expect(
      (await workspace.ask("smart_search", { query: "blob.ts:7", repo: "code" })).result.items[0],
    ).not.toHaveProperty("start_line");
  });

  it("that fits whole goes before one that only ends so, and what has it within a name is left out then", async () => {
    await using workspace = openWorkspace(`${TREE}\n//- docs/copy/src/mail.ts\nx\n//- docs/old-mail.ts\nx\n`);
    expect(items(await workspace.ask("smart_search", { query: "src/mail.ts" }))).toEqual([
      "2 docs:copy/src/mail.ts: file_names",
      "1 code:src/mail.ts: file_names",
    ]);
    expect(items(await workspace.ask("smart_search", { query: "mail.ts", repo: "code" }))).toEqual([
      "1 code:src/mail.ts: file_names",
    ]);
    expect(items(await workspace.ask("smart_search", { query: "old-mai*" }))).toEqual([
      "1 docs:old-mail.ts: file_names",
    ]);
    expect(items(await workspace.ask("smart_search", { query: "ld-mail.ts" }))).toEqual([
      "1 docs:old-mail.ts: file_names",
    ]);
  });

  it("that no file has is a text, and the answer says so", async () => {
    await using workspace = openWorkspace(`${TREE}\n//- docs/list.txt\nsee lib/old.ts for more\n`);
    const answer = await workspace.ask("smart_search", { query: "lib/old.ts" });
    expect([items(answer), answer.result.notes]).toEqual([
      ["1 docs:list.txt:1 text"],
      ["No file has this name: searched for its text instead."],
    ]);
  });

  it("never leads out of the roots", async () => {
    await using workspace = openWorkspace(TREE);
    for (const query of ["/etc/passwd", "../../etc/passwd", "../src/queue.test.ts"])
      expect((await workspace.ask("smart_search", { query })).result.items).toEqual([]);
  });
});

describe("a symbol", () => {
  it(
    "is looked for among the definitions of an index, those of tests last; a root without one is " +
      "searched for its text",
    async () => {
      await using workspace = openWorkspace(TREE);
      await workspace.index(workspace.code);
      const answer = await workspace.ask("smart_search", { query: "RetryQueue" });
      expect(items(answer)).toEqual([
        "3 docs:guide.md:3 text",
        "2 code:src/queue.test.ts:1 definitions",
        "1 code:src/queue.ts:2 definitions",
      ]);
      expect(answer.result.items[2]).toMatchObject({ kind: "class", symbol: "RetryQueue", end_line: 6 });
      expect(answer.result).toMatchObject({
        route: { kind: "symbol" },
        notes: ["docs has no index: searched for lines with the name, not its definition."],
        index_calls: [created(workspace.docs)],
      });
    },
  );

  it("without any index is found by its text, lines that declare it first", async () => {
    await using workspace = openWorkspace(TREE);
    expect(items(await workspace.ask("smart_search", { query: "RetryQueue" }))).toEqual([
      "1 docs:guide.md:3 text",
      "2 code:src/queue.test.ts:1 text",
      "3 code:src/queue.ts:2 text",
    ]);
    expect(items(await workspace.ask("smart_search", { query: "queue.push()", repo: "code" }))).toEqual([
      "1 code:src/queue.ts:4 text",
    ]);
  });

  it("of several parts is found by its whole name, and a call of it by its last part", async () => {
    await using workspace = openWorkspace(TREE);
    await workspace.index(workspace.code);
    for (const query of ["RetryQueue.schedule", "RetryQueue#schedule", "queue.schedule()"])
      expect(items(await workspace.ask("smart_search", { query, repo: "code" }))).toEqual([
        "1 code:src/queue.ts:3 definitions",
      ]);
  });

  it("that nothing defines is a text", async () => {
    await using workspace = openWorkspace(TREE);
    await workspace.index(workspace.code);
    const answer = await workspace.ask("smart_search", { query: "this.parcels", repo: "code" });
    expect([items(answer), answer.result.notes]).toEqual([
      ["1 code:src/queue.ts:4 text"],
      ["No symbol has this name: searched for its text instead."],
    ]);
  });

  it("that nothing defines nor has is asked as a question, which may know what is meant", async () => {
    await using workspace = openWorkspace(TREE);
    await workspace.index(workspace.code);
    const answer = await workspace.ask("smart_search", { query: "RetryQeue" });
    expect(items(answer)).toContain("1 code:src/queue.ts:1 index");
    expect(answer.result.notes).toEqual(
      expect.arrayContaining([
        "No symbol has this name: searched for its text instead.",
        "No line of code matches: searched by meaning instead.",
        "docs has no index: not searched by meaning.",
      ]),
    );
    const {
      items: none,
      notes,
      index_calls: calls,
    } = (await workspace.ask("smart_search", { query: "lib/elsewhere.ts", repo: "docs" })).result;
    expect([none, notes]).toEqual([
      [],
      [
        "No file has this name: searched for its text instead.",
        "docs has no index: not searched by meaning.",
      ],
    ]);
    expect(calls).toEqual([{ tool: "manage_index", args: { action: "create", path: workspace.docs } }]);
  });

  it("is found in what was saved just before", async () => {
    await using workspace = openWorkspace(TREE);
    await workspace.index(workspace.code);
    writeFile(join(workspace.code, "src/later.ts"), "export class LaterQueue {}\n");
    workspace.advance(3_600_000);
    expect(items(await workspace.ask("smart_search", { query: "LaterQueue", repo: "code" }))).toEqual([
      "1 code:src/later.ts:1 definitions",
    ]);
  });
});

describe("a text or an expression", () => {
  it.each([
    ['"back into the queue"', "text", ["1 docs:guide.md:2 text"]],
    ["'Mail Sent'", "text", []],
    ["'mail sent'", "text", ["1 code:src/mail.ts:2 text"]],
    [
      "/retr\\w+queue/i",
      "regex",
      ["1 docs:guide.md:3 text", "2 code:src/queue.test.ts:1 text", "3 code:src/queue.ts:2 text"],
    ],
  ])("%s is a %s, found line by line", async (query, kind, expected) => {
    await using workspace = openWorkspace(TREE);
    const answer = await workspace.ask("smart_search", { query });
    expect([answer.result.route.kind, items(answer)]).toEqual([kind, expected]);
  });

  it("that is none is refused", async () => {
    await using workspace = openWorkspace(TREE);
    expect(await workspace.refuse("smart_search", { query: "/a(?=b)/" })).toMatchObject({
      code: "INVALID_ARGUMENTS",
      message: expect.stringContaining("Look-ahead"),
    });
    for (const query of [" ", "a\0b", "\ud800 x"])
      expect(await workspace.refuse("smart_search", { query })).toMatchObject({
        code: "INVALID_ARGUMENTS",
        details: [{ path: "query" }],
      });
  });
});

describe("a question", () => {
  it("is asked of the index of each root, and both share the answer", async () => {
    await using workspace = openWorkspace(TREE);
    for (const root of [workspace.docs, workspace.code]) await workspace.index(root);
    const { result, meta } = await workspace.ask("smart_search", {
      query: "where do failed parcels wait for another attempt",
    });
    expect([result.route.kind, meta.repo, result.index_calls]).toEqual(["natural_language", null, undefined]);
    const ranked: SmartItem[] = [...result.items].sort(
      (left: SmartItem, right: SmartItem) => left.rank - right.rank,
    );
    expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, at) => at + 1));
    expect(ranked.slice(0, 2).map(({ repo, path }) => `${repo}:${path}`)).toEqual([
      "docs:guide.md",
      "code:src/queue.ts",
    ]);
    expect(ranked.every(({ found_by }) => found_by === "index")).toBe(true);
    const places: string[] = result.items.map(
      ({ repo, path, start_line = 0 }: SmartItem) =>
        `${repo === "docs" ? 0 : 1} ${path} ${String(start_line).padStart(5)}`,
    );
    expect(places).toEqual([...places].sort());
  });

  it("about docs is answered by what is written before examples", async () => {
    await using workspace = openWorkspace(
      `${TREE}\n//- docs/examples/owner.ts\n// Ownership: the owner of a parcel.\nexport const ` +
        "ownership = (owner) => owner;\n//- docs/owner.md\n# Parcels\nWhat is meant by ownership is told " +
        "here.\n",
    );
    await workspace.index(workspace.docs);
    const { result } = await workspace.ask("smart_search", { query: "ownership of a parcel", repo: "docs" });
    const ranked = [...result.items]
      .sort((left: SmartItem, right: SmartItem) => left.rank - right.rank)
      .map(({ path }) => path);
    expect(ranked[0]).toBe("owner.md");
    expect(ranked.filter((path) => path === "examples/owner.ts")).toHaveLength(1);
  });

  it("goes to the root that has something close to it first", async () => {
    await using workspace = openWorkspace(TREE);
    for (const root of [workspace.docs, workspace.code]) await workspace.index(root);
    const { result } = await workspace.ask("smart_search", {
      query: "sendMail string returned by the example",
    });
    expect(result.notes).toEqual(["docs: Nothing in the searched files is close to the question."]);
    const repos = [...result.items]
      .sort((left: SmartItem, right: SmartItem) => left.rank - right.rank)
      .map(({ repo }) => repo);
    expect(repos).toEqual([...repos].sort());
    expect(new Set(repos)).toEqual(new Set(["code", "docs"]));
  });

  it("is searched for by its words where there is no index, and the call that makes one is named", async () => {
    await using workspace = openWorkspace(TREE);
    const answer = await workspace.ask("smart_search", { query: "how is a failed parcel scheduled" });
    expect(items(answer)).toEqual(["1 docs:guide.md:2 text", "2 code:src/queue.ts:3 text"]);
    expect(answer.result).toMatchObject({
      notes: [
        "docs has no index: searched its files for the words.",
        "code has no index: searched its files for the words.",
      ],
      index_calls: [created(workspace.docs), created(workspace.code)],
    });
  });

  it("finds the same in an index of a folder around both, without what lies beside them", async () => {
    await using workspace = openWorkspace(
      `${TREE}\n//- other/queue.md\nfailed parcels wait for another attempt\n`,
    );
    await workspace.index(workspace.folder);
    const { result } = await workspace.ask("smart_search", {
      query: "where do failed parcels wait for another attempt",
    });
    const places = result.items.map(({ repo, path }: SmartItem) => `${repo}:${path}`);
    expect(places).toEqual(expect.arrayContaining(["docs:guide.md", "code:src/queue.ts"]));
    expect(
      places.filter((place: string) => !/^(?:docs:(?:guide|setup|queue)|code:src\/)/.test(place)),
    ).toEqual([]);
    expect(items(await workspace.ask("smart_search", { query: "RetryQueue", repo: "code" }))).toEqual([
      "2 code:src/queue.test.ts:1 definitions",
      "1 code:src/queue.ts:2 definitions",
    ]);
  });

  it("is searched for by its words where the index around a root leaves the root out", async () => {
    await using workspace = openWorkspace(TREE);
    await workspace.index(workspace.folder, { ignorePatterns: ["docs/"] });
    const answer = await workspace.ask("smart_search", {
      query: "where do failed parcels wait",
      repo: "docs",
    });
    expect([items(answer)[0], answer.result.notes]).toEqual([
      "1 docs:guide.md:2 text",
      ["The index that covers docs has no match in it: searched its files for the words."],
    ]);
  });

  it("whose operators cannot be used is refused as search_codebase refuses it", async () => {
    await using workspace = openWorkspace(TREE);
    await workspace.index(workspace.code);
    expect(
      await workspace.refuse("smart_search", { query: "lang:klingon retry queue", repo: "code" }),
    ).toMatchObject({ code: "INVALID_ARGUMENTS", message: expect.stringContaining("klingon") });
  });
});

test("of more than are asked for, the best of each root are shown", async () => {
  await using workspace = openWorkspace(TREE);
  const answer = await workspace.ask("smart_search", { query: "'queue'", max_results: 2 });
  expect([items(answer), answer.meta.truncated]).toEqual([
    ["1 docs:guide.md:2 text", "2 code:src/queue.test.ts:1 text"],
    true,
  ]);
});

describe("roots that share folders", () => {
  it("what lies in both is found once, in the nearer one, by every engine", async () => {
    await using workspace = openWorkspace(
      "//- all/docs/store.ts\nexport class Store {}\n//- all/src/app.ts\nclass Store {}\n",
      { roots: { docs: "all/docs", code: "all" } },
    );
    const ask = async (query: string): Promise<string[]> =>
      items(await workspace.ask("smart_search", { query })).map((item) => item.split(" ")[1] ?? "");
    expect(await ask("*.ts")).toEqual(["docs:store.ts:", "code:src/app.ts:"]);
    expect(await ask("'class Store'")).toEqual(["docs:store.ts:1", "code:src/app.ts:1"]);
    await workspace.index(workspace.code);
    expect(await ask("Store")).toEqual(["docs:store.ts:1", "code:src/app.ts:1"]);
    expect(new Set(await ask("where is the store"))).toEqual(
      new Set(["docs:store.ts:1", "code:src/app.ts:1"]),
    );
  });
});

test("the same question gives the same bytes", async () => {
  await using workspace = openWorkspace(TREE);
  await workspace.index(workspace.code);
  for (const query of ["queue.ts", "RetryQueue", "'queue'", "/queue|mail/", "where do failed parcels wait"]) {
    const [once, again] = [
      await workspace.ask("smart_search", { query }),
      await workspace.ask("smart_search", { query }),
    ];
    expect(JSON.stringify(once.result)).toBe(JSON.stringify(again.result));
  }
});
