/** A rebuild that nobody needs is refused, with the way that is quicker; one that may be needed is not. */
import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { type Workspace, createWorkspace, writeFile } from "../support/workspace.ts";

const SHOP = `
//- src/invoice.py
def total_amount(lines):
    """Adds the amounts of an invoice."""
    return sum(line.amount for line in lines)
//- generated/tax_tables.py
def lookup_tax_rate(country):
    """Rate of a country, from the tables."""
    return RATES[country]
`;

async function indexedShop(): Promise<{ workspace: Workspace; root: string; satori: Cli }> {
  const workspace = createWorkspace();
  onTestFinished(() => workspace[Symbol.dispose]());
  const root = workspace.tree("shop", SHOP);
  const satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
  return { workspace, root, satori };
}

async function filesFound(satori: Cli, query: string): Promise<string[]> {
  const { envelope } = await satori.json("search_codebase", ["search", query, "--scope", "mixed"]);
  return "results" in envelope ? envelope.results.map(({ file }) => file) : [];
}

async function indexFacts(
  satori: Cli,
): Promise<{ files: number; merkleRoot: string | null; lastIndexedAt: string | null } | undefined> {
  const { envelope } = await satori.json("manage_index", ["status"]);
  if (envelope.status !== "ok" || !envelope.index) return undefined;
  const { files, merkleRoot, lastIndexedAt } = envelope.index;
  return { files, merkleRoot, lastIndexedAt };
}

describe("after an edit of ignore files alone", () => {
  test("reindex is refused with one line that names both ways on, and leaves the index as it was", async () => {
    const { workspace, root, satori } = await indexedShop();
    const before = await indexFacts(satori);
    writeFile(workspace.path("shop", ".satoriignore"), "generated/\n");
    const { stdout, stderr, code } = await satori(["reindex"]);
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
    expect(stderr.split("\n")[0]).toMatch(
      /^blocked: Only ignore rules of .+ changed.+Ignore-only edits should use sync, not reindex: run satori sync \S+shop\. .+ run satori reindex --allow-unnecessary \S+shop\.$/,
    );
    const refused = {
      status: "blocked",
      reason: "unnecessary_reindex_ignore_only",
      warnings: ["REINDEX_UNNECESSARY_IGNORE_ONLY"],
      hints: { sync: { args: { action: "sync", path: root } } },
    };
    expect(await satori.json("manage_index", ["reindex"])).toMatchObject({
      code: 1,
      stderr: "",
      envelope: refused,
    });
    const call = await satori([
      "tool",
      "call",
      "manage_index",
      "--args-json",
      JSON.stringify({ action: "reindex", path: root }),
    ]);
    expect({ code: call.code, envelope: JSON.parse(call.stdout) as unknown }).toMatchObject({
      code: 1,
      envelope: refused,
    });
    expect(await indexFacts(satori)).toEqual(before);
  });

  test("sync applies it, and the search finds what is left and what came back", async () => {
    const { workspace, satori } = await indexedShop();
    writeFile(workspace.path("shop", ".satoriignore"), "generated/\n");
    expect(await satori(["reindex"])).toMatchObject({ code: 1 });
    expect(await satori(["sync"])).toMatchObject({ code: 0, stdout: expect.stringContaining("1 removed") });
    expect(await filesFound(satori, "lookup_tax_rate")).not.toContain("generated/tax_tables.py");
    rmSync(workspace.path("shop", ".satoriignore"));
    expect(await satori(["reindex"])).toMatchObject({ code: 1 });
    expect(await satori(["sync"])).toMatchObject({ code: 0 });
    expect(await filesFound(satori, "lookup_tax_rate")).toContain("generated/tax_tables.py");
  });

  test("--allow-unnecessary rebuilds, and waits for the end", async () => {
    const { workspace, satori } = await indexedShop();
    const before = await indexFacts(satori);
    writeFile(workspace.path("shop", ".gitignore"), "generated/\n");
    expect(await satori(["reindex"])).toMatchObject({ code: 1 });
    expect(await satori(["reindex", "--allow-unnecessary"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("\n2 files, "),
    });
    expect(await indexFacts(satori)).toMatchObject({
      files: 2,
      lastIndexedAt: expect.not.stringContaining(before?.lastIndexedAt ?? ""),
    });
  });
});

test(
  "reindex goes ahead when a source file changed as well, when nothing did, and when it is to apply " +
    "other settings",
  async () => {
    const { workspace, satori } = await indexedShop();
    writeFile(workspace.path("shop", ".gitignore"), "generated/\n");
    writeFile(workspace.path("shop", "src/invoice.py"), "def grand_total(lines): return 0\n");
    expect(await satori(["reindex"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("\n2 files, "),
    });
    expect(await satori(["reindex"])).toMatchObject({ code: 0 });
    writeFile(workspace.path("shop", ".gitignore"), "# nothing\n");
    expect(await satori(["reindex", "--ignore", "src/"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("\n2 files, "),
    });
    expect(await filesFound(satori, "lookup_tax_rate")).toContain("generated/tax_tables.py");
  },
);

test("what is kept with a codebase stays until other patterns or extensions are given, or they are dropped", async () => {
  const { satori, root } = await indexedShop();
  writeFile(`${root}/art.svg`, "<svg/>\n");
  const files = async (...args: string[]): Promise<number | undefined> => {
    expect(await satori(args)).toMatchObject({ code: 0 });
    return (await indexFacts(satori))?.files;
  };
  expect(await files("index", "--force", "--ignore", "generated/", "--extension", "svg")).toBe(2);
  expect(await files("index", "--force")).toBe(2);
  expect(await files("reindex", "--no-ignore-patterns")).toBe(3);
  expect(await files("index", "--force", "--no-extensions")).toBe(2);
  // As other programs call it, where it is about ignore files.
  expect(await satori(["index", "--no-ignore"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--no-ignore-patterns"),
  });
});
