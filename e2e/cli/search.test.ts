/** A person with a folder of code: asks, reads on, changes files, asks again. */
import { rmSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { createWorkspace, writeFile, writeTree } from "../support/workspace.ts";

const SHOP = `
//- src/retry.ts
/** Schedules failed jobs again. */
export class RetryQueue {
  private readonly waiting: string[] = [];

  /** Puts a job back with a growing delay. */
  schedule(job: string, attempt: number): number {
    this.waiting.push(job);
    return 100 * 2 ** attempt;
  }
}
//- src/invoice.py
def total_amount(lines):
    """Adds the amounts of an invoice."""
    return sum(line.amount for line in lines)
//- docs/guide.md
# Guide

Failed jobs are scheduled again by the retry queue.
//- .gitignore
dist/
//- dist/bundle.js
export class RetryQueue { schedule() {} }
`;

/** Without what differs between two equal answers. */
function stable(stdout: string): unknown {
  const {
    meta: _meta,
    freshnessDecision: _freshness,
    ...rest
  } = JSON.parse(stdout) as Record<string, unknown>;
  return rest;
}

describe("a search", () => {
  test("indexes on first use, and answers with place, symbol and numbered lines", async () => {
    using workspace = createWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    const { stdout, stderr, code } = await satori(["search", "where are failed jobs scheduled again"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^src\/retry\.ts:\d+-\d+ {2}RetryQueue/);
    expect(stdout).toContain(
      "\n    2  export class RetryQueue {\n    3    private readonly waiting: string[] = [];\n    4\n",
    );
    expect(stdout).not.toContain("dist/bundle");
    expect(stdout + stderr).not.toMatch(/[\x1b\r]|files\/s|indexed \d/);
  });

  test("gives the same bytes again, from one process after the other and from two at once", async () => {
    using workspace = createWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    const ask = async (): Promise<unknown> =>
      stable((await satori(["search", "retry queue", "--scope", "mixed", "--json"])).stdout);
    const first = await ask();
    expect(first).toMatchObject({ status: "ok", path: workspace.path("shop") });
    expect(await Promise.all([ask(), ask()])).toEqual([first, first]);
  });

  test("sees what has changed on the disk", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("shop", SHOP);
    const satori = cliIn(workspace, root);
    await satori(["index"]);
    writeFile(`${root}/src/refund.ts`, "export function refundOrder(order: string): void {}\n");
    rmSync(`${root}/src/retry.ts`);
    const { envelope } = await satori.json("search_codebase", ["search", "refundOrder"]);
    expect(envelope).toMatchObject({
      freshnessDecision: { mode: "synced", changes: { added: 1, removed: 1, modified: 0 } },
      results: [{ file: "src/refund.ts", symbolLabel: "refundOrder" }],
    });
    expect(await satori(["sync"])).toMatchObject({ stdout: `${root} is up to date.\n`, code: 0 });
  });

  test("takes scope, limit, grouping, raw chunks, budget and operators", async () => {
    using workspace = createWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    const ask = async (...args: string[]) =>
      (await satori.json("search_codebase", ["search", ...args])).envelope;
    expect(await ask("retry queue", "--scope", "docs", "--limit", "1")).toMatchObject({
      results: [{ file: "docs/guide.md" }],
    });
    expect(await ask("invoice", "--raw")).toMatchObject({
      results: [{ kind: "chunk", file: "src/invoice.py" }, { kind: "chunk" }],
    });
    const { results: byFile } = (await ask("retry", "--group-by", "file", "--limit", "50")) as {
      readonly results: readonly { readonly file: string }[];
    };
    expect(byFile.map(({ file }) => file)).toEqual([...new Set(byFile.map(({ file }) => file))]);
    expect(await ask("retry", "--max-tokens", "100")).toMatchObject({ warnings: ["OUTPUT_TRUNCATED"] });
    expect(await ask("-path:src/retry.ts", "lang:ts", "queue", "--debug")).toMatchObject({
      results: [],
      hints: { debugSearch: expect.anything() },
    });
    expect(await ask("--", "--limit")).toMatchObject({ status: "ok" });
  });

  test("tells in one line each how sure it is, which words it does not know, and what to do about it", async () => {
    using workspace = createWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    const { stderr, code } = await satori(["search", "kubernetes zookeeper"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^confidence: low; not in this codebase: kubernetes, zookeeper$/m);
    expect(stderr).toMatch(
      /^warning NO_CONFIDENT_MATCH: Nothing in the searched files is close to the question\. Rephrase .+$/m,
    );
    expect((await satori(["search", "kubernetes zookeeper", "--quiet"])).stderr).toBe("");
  });

  test("says that a folder behind the question is a word of it", async () => {
    using workspace = createWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    for (const folder of ["src/", "./docs", "."])
      expect((await satori(["search", "retry queue", folder])).stderr).toContain(
        `${folder} was read as part of the question; use --path ${folder} to search only that folder\n`,
      );
    for (const words of [["retry", "src"], ["retry", "src/retry.ts"], ["src/ retry"]])
      expect((await satori(["search", ...words])).stderr).not.toContain("read as part of the question");
  });

  test("never indexes with --no-index", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("shop", SHOP);
    const satori = cliIn(workspace, workspace.folder);
    expect(await satori(["search", "retry", "--no-index", "--path", root])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `not indexed: ${root} has no complete index. Run satori index ${root}, then call again.\n`,
    });
    expect(await satori(["sync", root])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `not indexed: ${root} has no complete index. Run satori index ${root}.\n`,
    });
    expect(await satori(["clear", root])).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        `not indexed: ${root} has no index of its own: there is nothing to remove. \`satori list\` ` +
        "shows all indexed codebases.\n",
    });
  });
});

describe("the codebase of a command", () => {
  test(
    "is the repository around the folder, then the nearest indexed folder; --path limits a search to a " +
      "folder",
    async () => {
      using workspace = createWorkspace();
      const root = workspace.tree("shop", SHOP);
      writeTree(root, "//- .git/HEAD\nref: refs/heads/main\n//- lib/retry.ts\nexport const retryLimit = 3;");
      const satori = cliIn(workspace, `${root}/lib`);
      expect((await satori.json("search_codebase", ["search", "retry"])).envelope).toMatchObject({
        path: root,
      });
      const { envelope } = await satori.json("search_codebase", ["search", "retry", "--path", "../lib"]);
      expect(envelope).toMatchObject({
        path: `${root}/lib`,
        effectiveRoot: root,
        results: [{ file: "lib/retry.ts" }],
      });
      const { stdout } = await satori(["search", "RetryQueue"]);
      expect(stdout).toMatch(/^\.\.\/src\/retry\.ts:/);
    },
  );

  test("is the folder that is named for index, status and clear", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("shop", SHOP);
    const satori = cliIn(workspace, workspace.folder);
    expect((await satori.json("manage_index", ["index", "shop/src"])).envelope).toMatchObject({
      status: "ok",
      path: `${root}/src`,
      index: { files: 2 },
    });
    expect((await satori.json("manage_index", ["status", "shop/src"])).envelope).toMatchObject({
      status: "ok",
    });
    expect((await satori.json("manage_index", ["status", "shop"])).envelope).toMatchObject({
      status: "not_indexed",
    });
    const refused = { code: 1, stdout: "" };
    expect(await satori(["clear", "none"])).toMatchObject({
      ...refused,
      stderr: expect.stringMatching(
        /^not indexed: \S+\/none has no index of its own: there is nothing to remove\. The folder does not exist; `satori list` shows all indexed codebases\.\n$/,
      ),
    });
    writeFile(`${root}/src/deep/a.ts`, "");
    expect(await satori(["clear", "shop/src/deep"])).toMatchObject({
      ...refused,
      stderr: expect.stringContaining(
        `It is part of the index of ${root}/src; satori clear ${root}/src removes that index.\n`,
      ),
    });
    expect((await satori(["clear", "shop/src"])).stdout).toBe(`The index of ${root}/src was removed.\n`);
    expect((await satori(["list"])).stdout).toBe(
      "No codebase is indexed yet. Index one with `satori index`.\n",
    );
  });
});

test("an answer that was cut says so once, with the option that shows more", async () => {
  using workspace = createWorkspace();
  const satori = cliIn(workspace, workspace.tree("shop", SHOP));
  expect((await satori(["grep", "e", "--limit", "1"])).stderr).toBe(
    "more than 1 line: raise --limit, or narrow the search\n",
  );
  expect((await satori(["paths", "--lang", "python,typescript"])).stdout).toContain(
    "invoice.py\nsrc/retry.ts\n",
  );
  expect((await satori(["paths", "--include", "retry/*.ts"])).stderr).toMatch(
    /^None of the \d+ files matches retry\/\*\.ts\. Patterns are .+ relative to .+shop\.\n$/,
  );
  expect((await satori(["paths", "--limit", "1"])).stderr).toMatch(
    /^\d+ more: raise --limit, or narrow the patterns\n$/,
  );
});

describe("reading on", () => {
  test("an outline is an indented tree with lines and documentation", async () => {
    using workspace = createWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    expect(await satori(["outline", "src/retry.ts"])).toMatchObject({
      code: 0,
      stdout:
        "class RetryQueue  2-10  Schedules failed jobs again.\n  field waiting  3-3\n  method schedule " +
        " 6-9  Puts a job back with a growing delay.\n",
    });
    expect(await satori(["outline", "src/none.ts"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^not found: src\/none\.ts is not in the index: .+ satori why src\/none\.ts explains/,
      ),
    });
  });

  test("read shows a file, lines of it, a symbol, and what a name could mean", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("shop", SHOP);
    writeFile(`${root}/src/other.ts`, "export class Other {\n  schedule(): void {}\n}\n");
    const satori = cliIn(workspace, `${root}/src`);
    const read = async (...args: string[]) => (await satori(["read", ...args, "--path", root])).stdout;
    expect(await read("invoice.py:1-1")).toBe("def total_amount(lines):\n");
    expect(await read("src/invoice.py:3")).toBe("    return sum(line.amount for line in lines)\n");
    expect(await read("invoice.py", "--start", "2", "--end", "2")).toBe(
      '    """Adds the amounts of an invoice."""\n',
    );
    expect(await read("--symbol", "RetryQueue.schedule")).toMatch(/^ {2}schedule\(job: string/);
    expect(await read("retry.ts:1-2", "--annotated")).toContain("\n\nclass RetryQueue  2-10");
    expect(await satori(["read", "--symbol", "schedule"])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^src\/other\.ts:2-2 {2}method Other\.schedule {2}sym_\w+\nsrc\/retry\.ts:6-9 {2}method RetryQueue\.schedule/,
      ),
      stderr: expect.stringMatching(/^ambiguous: .+ satori read --symbol ID /),
    });
    expect(await satori(["read", "retry.ts:schedule"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^error PATH_NOT_FOUND: .+ Use satori read retry\.ts --symbol schedule to open a symbol of that file\.\n$/,
      ),
    });
    expect(await satori(["read", "--symbol", "nobody"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^not found: .+ Find symbols by words with satori search\.\n$/),
    });
  });

  test("places are taken as they are printed: with a line, a column, or both ends", async () => {
    using workspace = createWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    const printed = (await satori(["grep", "schedule("])).stdout.split(" ")[0] ?? "";
    expect(printed).toMatch(/^src\/retry\.ts:6:\d+:$/);
    expect((await satori(["read", printed])).stdout).toMatch(/^ {2}schedule\(job: string/);
    for (const place of [printed, "src/retry.ts:6", "src/retry.ts:6-9"])
      expect((await satori(["callers", place])).stdout, place).toMatch(
        /^RetryQueue\.schedule  src\/retry\.ts:6\n/,
      );
    expect((await satori(["callers", "src/retry.ts:2-10"])).stdout).toMatch(
      /^RetryQueue  src\/retry\.ts:2\n/,
    );
    expect((await satori(["outline", "src/retry.ts:3"])).stdout).toBe(
      "class RetryQueue  2-10  Schedules failed jobs again.\n  field waiting  3-3\n",
    );
    expect((await satori(["why", "src/retry.ts:2-10"])).stdout).toBe(
      "src/retry.ts: indexed, without syntax errors\n",
    );
    // Of a line that is not there nothing is told but that.
    expect(await satori(["callers", "src/retry.ts:11111"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^not found: /),
    });
    expect((await satori(["outline", "src/retry.ts:11111"])).stderr).toBe(
      "no line 11111: the file ends with line 10, whose outline is shown\n",
    );
  });

  test("read says where a file ends, that a line is cut, and how to read on", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree(
      "long",
      `//- two.txt\none\ntwo\n//- line.txt\n${"x".repeat(600_000)}\n//- long.py\ndef ` +
        `steps():\n${"    step()\n".repeat(1_500)}`,
    );
    const satori = cliIn(workspace, root);
    expect(await satori(["read", "two.txt:9"])).toMatchObject({
      code: 0,
      stdout: "two\n",
      stderr: "There is no line 9: the file ends with line 2, shown instead.\n",
    });
    const line = await satori(["read", "line.txt"]);
    expect(line).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^Line 1 exceeds the limit of an answer: its first 60000 bytes are shown\.\n/,
      ),
    });
    expect(line.stderr).not.toContain("read on");
    expect((await satori(["read", "long.py"])).stderr).toContain(
      "lines 1 to 1000 of 1501; read on with --start 1001\n",
    );
    expect((await satori(["read", "long.py", "--symbol", "steps"])).stderr).toContain(
      "lines 1 to 1000 of 1501; read on with satori read long.py:1001-1501\n",
    );
    expect((await satori(["read", "long.py:1001-1501"])).stderr).toBe("");
  });

  test("status shows counts, languages and what was left out; list shows all codebases", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("shop", SHOP);
    writeFile(`${root}/src/blob.ts`, Uint8Array.of(0, 1, 2));
    const satori = cliIn(workspace, root);
    await satori(["index", "--extension", ".cfg", "--ignore", "docs/"]);
    const { stdout, stderr } = await satori(["status"]);
    expect(stdout.match(/typescript /g)).toHaveLength(1);
    expect(stdout).toMatch(/LEFT OUT +FILES +FOR EXAMPLE\nbinary +1 +src\/blob\.ts/);
    expect(stderr).toBe("`satori why <path>` explains why a file was left out\n");
    expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({
      index: { ignorePatterns: ["docs/"], customExtensions: [".cfg"] },
    });
    expect((await satori(["list"])).stdout).toMatch(
      new RegExp(`^CODEBASE .+\\n${root} +indexed +\\d+ +\\d+ +[\\d.]+ [KM]iB  \\d{4}-`),
    );
    expect((await satori.json("list_codebases", ["list"])).envelope).toMatchObject({
      codebases: { ready: [{ path: root, sizeBytes: expect.any(Number) }] },
    });
  });

  test("why names the rule, where it stands, and what else keeps a file out", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("shop", SHOP);
    writeFile(`${root}/src/blob.ts`, Uint8Array.of(0, 1, 2));
    writeFile(`${root}/tests/client.ts`, "// Code generated by a tool. DO NOT EDIT.\nexport {};\n");
    const satori = cliIn(workspace, root);
    await satori(["index"]);
    const why = async (path: string) => (await satori(["why", path])).stdout;
    expect(await why("dist/bundle.js")).toBe(
      'dist/bundle.js: not indexed\n  ignored by "dist/" (.gitignore, line 1)\n  the rule matches ' +
        "the folder dist; nothing below it is indexed\n",
    );
    expect(await why("src/retry.ts")).toBe("src/retry.ts: indexed, without syntax errors\n");
    expect(await why("tests/client.ts")).toBe(
      "tests/client.ts: indexed, without syntax errors\n  searches rank it lower: test_folder × 0.3, tool_written × 0.5\n",
    );
    expect(await why("src/blob.ts")).toBe("src/blob.ts: not indexed: it is binary\n");
    writeFile(`${root}/kubeconfig`, "users: []\n");
    expect(await why("kubeconfig")).toBe(
      'kubeconfig: not indexed\n  ignored by "kubeconfig" (the built-in rules)\n  a likely secret: ' +
        'credentials of a cluster or of a registry of containers; a "!" pattern in .satoriignore ' +
        "includes it\n",
    );
    symlinkSync(`${root}/.gitignore`, `${root}/src/.gitignore`);
    expect(await why("src/retry.ts")).toBe(
      "src/retry.ts: indexed, without syntax errors\n  note: src/.gitignore is a symbolic link, which git does not follow: " +
        "its rules are not applied.\n",
    );
    expect(await why("src/none.ts")).toMatch(/would be indexed\n.*no such file or folder/);
    // From a folder below, paths are as they are typed there.
    const whyFrom = async (folder: string, path: string) =>
      (await satori(["why", path], { cwd: `${root}/${folder}` })).stdout;
    expect(await whyFrom("src", "retry.ts")).toMatch(/^retry\.ts: indexed, without syntax errors\n/);
    expect(await whyFrom("src", "../dist/bundle.js")).toBe(
      '../dist/bundle.js: not indexed\n  ignored by "dist/" (../.gitignore, line 1)\n  the rule ' +
        "matches the folder ../dist; nothing below it is indexed\n",
    );
    expect(await whyFrom("src", "dist/bundle.js")).toMatch(/^\.\.\/dist\/bundle\.js: not indexed\n/);
    writeFile(`${root}/dist/deep/a.js`, "");
    for (const folder of ["dist", "dist/deep"])
      expect(await whyFrom(folder, "a.js"), folder).toContain(
        `\n  the rule matches the folder ${root}/dist; nothing below it`,
      );
    expect(await whyFrom("src", ".")).toBe(
      ".: a folder whose files are indexed\n  note: src/.gitignore is a symbolic link, which git " +
        "does not follow: its rules are not applied.\n",
    );
    expect(JSON.parse((await satori(["why", "dist/bundle.js", "--json"])).stdout)).toMatchObject({
      command: "why",
      status: "ok",
      ignored: true,
      rule: { pattern: "dist/", line: 1 },
    });
  });
});
