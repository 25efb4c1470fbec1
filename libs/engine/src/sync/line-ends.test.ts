/**
 * A checkout with `core.autocrlf`, as git makes it on Windows, answers like one without: the same symbols,
 * lines and texts. With real git and the files of `fixtures/courier`, in 11 languages.
 */
import { cpSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ChangedFiles } from "../git/changed-files.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { committed, git } from "../testing/trees/git.ts";
import { writeFile } from "../testing/trees/tree.ts";

const FIXTURE = fileURLToPath(new URL("../../../../fixtures/courier", import.meta.url));
const IGNORED = "export function ignored(): void {}\n";

const place = new TestPlace();
const { tree } = place;
let engine: TestEngine;
let files: readonly string[];

/** Real git wrote the files, so that the clock is the real one, a minute on. */
const wait = (): void => void (tree.nowMs = Date.now() + 60_000);

async function index(root: string, action: "create" | "sync"): Promise<ToolOutput<"manage_index">> {
  const answer = await engine.call("manage_index", { action, path: root });
  await engine.engine.waitForRun(root, root);
  return answer;
}

beforeAll(async () => {
  const origin = tree.at("origin");
  cpSync(FIXTURE, origin, { recursive: true });
  writeFile(join(origin, ".gitignore"), "ignored.ts\n/out/\n");
  writeFile(join(origin, ".satoriignore"), "# The next line\nhidden/\n");
  writeFile(join(origin, "hidden/a.ts"), IGNORED);
  writeFile(join(origin, "text/ends.txt"), "one\ntwo without an end");
  committed(origin);
  for (const [name, setting] of [
    ["lf", "false"],
    ["crlf", "true"],
  ] as const) {
    git(tree.root, "-c", `core.autocrlf=${setting}`, "clone", "--quiet", "origin", name);
    git(tree.at(name), "config", "core.autocrlf", setting);
    for (const path of ["web/src/ignored.ts", "out/b.ts"]) writeFile(tree.at(`${name}/${path}`), IGNORED);
  }
  files = git(origin, "ls-files", "-z").split("\0").filter(Boolean).sort();
  engine = place.engine();
  wait();
  for (const name of ["lf", "crlf"]) await index(tree.at(name), "create");
});
afterAll(() => place[Symbol.asyncDispose]());
// Settings of the user who runs the tests would change what git reports.
beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));

/** Fields that differ by time, or with each byte of the files. */
const VARYING = new Set([
  "checkedAt",
  "contentHash",
  "durationMs",
  "indexedAt",
  "lastIndexedAt",
  "lastSyncedAt",
  "merkleRoot",
  "sizeBytes",
]);

/** An answer without what differs by folder and time, and with LF in its texts. */
function comparable(answer: object, name: string): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => (VARYING.has(key) ? undefined : value))
    .replaceAll(JSON.stringify(tree.at(name)).slice(1, -1), "ROOT")
    .replaceAll("\\r\\n", "\\n")
    .replaceAll(/indexed 20[\d-]+T[\d:.]+Z, compared with the disk 20[\d-]+T[\d:.]+Z/g, "indexed");
  return JSON.parse(text);
}

async function expectSame<Tool extends ToolName>(
  tool: Tool,
  argsIn: (root: string) => object,
): Promise<ToolOutput<Tool>> {
  const answers = [];
  for (const name of ["lf", "crlf"]) {
    const args = { path: tree.at(name), ...argsIn(tree.at(name)) };
    answers.push(await engine.call(tool, args, { roots: [tree.at(name)] }));
  }
  const [lf, crlf] = answers as [ToolOutput<Tool>, ToolOutput<Tool>];
  expect(comparable(crlf, "crlf")).toEqual(comparable(lf, "lf"));
  return crlf;
}

it("the files of the second checkout have CRLF, and those of the first do not", () => {
  const path = "web/src/http/backoff.ts";
  const [lf, crlf] = ["lf", "crlf"].map((name) => readFileSync(tree.at(`${name}/${path}`), "utf8"));
  expect(lf).not.toContain("\r");
  expect(crlf).toBe(lf?.replaceAll("\n", "\r\n"));
});

describe("with CRLF, the same", () => {
  it("files are indexed, and the same rules with CRLF ignore the others", async () => {
    const answer = await expectSame("manage_index", () => ({ action: "status" }));
    expect(answer).toMatchObject({ status: "ok" });
    using snapshot = await engine.context.codebases.at(tree.at("crlf")).store().snapshot();
    expect([...(snapshot?.files.paths ?? [])].sort()).toEqual(
      files.filter((path) => !path.startsWith("hidden/")),
    );
  });

  it("symbols are outlined, at the same lines", async () => {
    let symbols = 0;
    for (const file of files) {
      const answer = await expectSame("file_outline", () => ({ file }));
      if (answer.status === "ok") symbols += answer.outline.symbols.length;
    }
    expect(symbols).toBeGreaterThan(100);
  });

  it.each([
    "how long to wait before a failed call is repeated",
    "LruCache evict",
    "parse a cron expression",
    "must:backoff retries",
    "session token expiry",
  ])("passages are found: %s", async (query) => {
    const answer = await expectSame("search_codebase", () => ({ query }));
    expect(answer).toMatchObject({ status: "ok", results: expect.arrayContaining([expect.anything()]) });
    await expectSame("search_codebase", () => ({ query, resultMode: "raw" }));
  });

  it.each([
    { query: "return" },
    { query: "\\{$", regex: true },
    { query: "^}$", regex: true },
    { query: "without an end$", regex: true, context_lines: 1 },
  ])("lines have the text: %j", async (args) => {
    const answer = await expectSame("search_text", () => args);
    expect(answer.status === "ok" && answer.matches.length).toBeGreaterThan(0);
  });

  it("lines and symbols are read", async () => {
    for (const file of files)
      await expectSame("read_file", (root) => ({ path: join(root, file), start_line: 2, end_line: 5 }));
    const answer = await expectSame("read_file", (root) => ({
      path: join(root, "web/src/cache/lru-cache.ts"),
      open_symbol: "LruCache",
    }));
    expect(answer).toMatchObject({ status: "ok" });
  });

  it("calls are resolved", async () => {
    const outline = await engine.call("file_outline", {
      path: tree.at("lf"),
      file: "web/src/http/client.ts",
    });
    const symbols = outline.status === "ok" ? outline.outline.symbols : [];
    expect(symbols.length).toBeGreaterThan(0);
    for (const { symbolId } of symbols) {
      const symbolRef = { file: "web/src/http/client.ts", symbolId };
      await expectSame("call_graph", () => ({ symbolRef, direction: "both" }));
    }
  });
});

describe("in a checkout with CRLF", () => {
  const changed = async (): Promise<unknown> => {
    const found = await new ChangedFiles().of(tree.at("crlf"), { indexState: "", nowMs: tree.nowMs });
    return typeof found === "string" ? found : [...found].sort();
  };

  it("nothing counts as changed, until a line is", async () => {
    expect(await changed()).toEqual([]);
    expect(await index(tree.at("crlf"), "sync")).toMatchObject({ status: "ok" });
    const path = tree.at("crlf/web/src/http/backoff.ts");
    const text = readFileSync(path, "utf8");
    writeFile(path, `// A line above.\r\n${text}`);
    expect(await changed()).toEqual(["web/src/http/backoff.ts"]);
    const before = await engine.call("file_outline", {
      path: tree.at("lf"),
      file: "web/src/http/backoff.ts",
    });
    wait();
    await index(tree.at("crlf"), "sync");
    const after = await engine.call("file_outline", {
      path: tree.at("crlf"),
      file: "web/src/http/backoff.ts",
    });
    if (before.status !== "ok" || after.status !== "ok") throw new Error("The file has an outline");
    expect(after.outline.symbols.map(({ span }) => span.startLine)).toEqual(
      before.outline.symbols.map(({ span }) => span.startLine + 1),
    );
    writeFile(path, text);
    wait();
    await index(tree.at("crlf"), "sync");
    expect(await changed()).toEqual([]);
  });

  it("a checkout with other line ends leaves the same index", async () => {
    git(tree.at("crlf"), "config", "core.autocrlf", "false");
    for (const name of readdirSync(tree.at("crlf")))
      if (name !== ".git") rmSync(tree.at(`crlf/${name}`), { recursive: true });
    git(tree.at("crlf"), "checkout", "--quiet", "--force", "HEAD", "--", ".");
    wait();
    for (const name of ["crlf", "lf"]) await index(tree.at(name), "sync");
    expect(readFileSync(tree.at("crlf/web/src/http/backoff.ts"), "utf8")).not.toContain("\r");
    for (const file of files) await expectSame("file_outline", () => ({ file }));
    await expectSame("search_codebase", () => ({ query: "LruCache evict", resultMode: "raw" }));
    expect(await changed()).toEqual([]);
  });
});
