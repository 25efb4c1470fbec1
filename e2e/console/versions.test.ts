/** Other versions of a codebase than the files on disk, and the history of a symbol. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { committed, git as runGit } from "../../libs/engine/src/testing/trees/git.ts";
import { openBrowser, SOON, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address, callsOf, headings, placeOf } from "../support/console.ts";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const browser = await openBrowser();
const workspace = createWorkspace();
const root = workspace.tree(
  "shop",
  "//- src/store.ts\nexport function openStore(path: string): string {\n  return path;\n}\n" +
    "//- src/main.ts\nimport { openStore } from './store.ts';\nexport function main(): void {\n  openStore('x');\n}\n",
);
const git = (...args: string[]): string => runGit(root, ...args).trim();
let server: HttpProcess | null = null;
let first = "";

beforeAll(async () => {
  if (!browser) return;
  committed(root);
  git("tag", "v1");
  git("branch", "old");
  first = git("rev-parse", "--short=12", "v1");
  rmSync(join(root, "src", "main.ts"));
  writeFile(
    join(root, "src", "store.ts"),
    "export function openStore(path: string): string {\n  // Longer paths are refused.\n  return path.slice(0, 255);\n}\n",
  );
  git("commit", "--quiet", "--all", "--message", "limit paths, since disks do (#7)");
  expect((await cliIn(workspace, root)(["index"])).code).toBe(0);
  server = await startHttp(workspace, { environment: { SATORI_TOOLS: "core,review" } });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const visit = (hash: string): Promise<Visit> =>
  Visit.begin(browser as Browser, (server as HttpProcess).url, hash);

describe.skipIf(browser === null)("the version of a page", () => {
  it("is chosen among branches and tags, and goes with each link", async () => {
    await using visited = await visit(address("search", { path: root, query: "who opens the store" }));
    const { page } = visited;
    const calls = callsOf(page);
    const version = page.getByLabel("Version");
    await page.locator(".result").first().waitFor();
    expect((await headings(page)).join()).not.toContain("main");
    await version.focus();
    await expect
      .poll(
        () =>
          page.locator("#versions option").evaluateAll((all) => all.map((one) => one.getAttribute("value"))),
        SOON,
      )
      .toEqual(["main", "old", "v1"]);
    await version.fill("v1");
    await version.press("Enter");
    await page.locator(".result h2").filter({ hasText: "main" }).waitFor();
    await page.getByText(`commit ${first}`).waitFor();
    expect(placeOf(page)).toMatchObject({ ref: "v1", query: "who opens the store" });

    await page
      .locator(".result")
      .filter({ hasText: "openStore('x')" })
      .getByRole("link", { name: "callees" })
      .click();
    await page.getByRole("heading", { level: 1, name: "main" }).waitFor();
    await page.locator(".tree").getByRole("link", { name: "src/store.ts:1" }).click();
    await page.locator(".code li.chosen").first().waitFor();
    expect(await page.locator(".code").innerText()).toContain("return path;");
    await page.getByText(`at v1`).waitFor();
    expect(calls.filter(({ args }) => args["ref"] === "v1").map(({ tool }) => tool)).toEqual(
      expect.arrayContaining(["search_codebase", "call_graph", "read_file", "file_outline"]),
    );

    await version.fill("");
    await version.press("Enter");
    await expect.poll(() => page.locator(".code").innerText(), SOON).toContain("slice(0, 255)");
    expect(visited.problems).toEqual([]);
  });

  it("that does not exist is named, and the field stays usable", async () => {
    await using visited = await visit(address("search", { path: root, query: "store", ref: "v9" }));
    const { page } = visited;
    await page.getByText("no such branch, tag or commit").waitFor();
    const version = page.getByLabel("Version");
    expect(await version.inputValue()).toBe("v9");
    await version.fill("ol");
    await version.press("Escape");
    expect(placeOf(page)["ref"]).toBe("v9");
    await version.fill("old");
    await version.press("Tab");
    await page.locator(".result h2").filter({ hasText: "main" }).waitFor();
    expect(visited.problems).toEqual([]);
  });

  it("has a page that removes its index, and only its", async () => {
    await using visited = await visit(address("search", { path: root, query: "store", ref: "v1" }));
    const { page } = visited;
    await page.locator(".result").first().waitFor();
    await page.getByRole("link", { name: "Satori", exact: true }).click();
    await page.getByText("1 indexed commit").click();
    await page.getByRole("link", { name: first }).click();
    await page.getByRole("heading", { level: 1, name: `shop at ${first}` }).waitFor();
    expect(await page.getByRole("button", { name: "Apply changes now" }).count()).toBe(0);
    await page.getByRole("button", { name: "Remove the index…" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /^shop (?!at)/ }).waitFor();
    await page.getByRole("button", { name: "Apply changes now" }).waitFor();
    await page.getByRole("link", { name: "Satori", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Codebases" }).waitFor();
    await expect.poll(() => page.getByText("indexed commit").count(), SOON).toBe(0);
    expect(visited.problems).toEqual([]);
  });
});

describe.skipIf(browser === null)("the history of a symbol", () => {
  it("has the commits that changed it, with their lines, and leads to each version", async () => {
    await using visited = await visit(address("file", { path: root, file: "src/store.ts" }));
    const { page } = visited;
    await page.getByRole("complementary", { name: "Outline" }).getByRole("link", { name: "history" }).click();
    await page.getByRole("heading", { level: 1, name: "History of openStore" }).waitFor();
    expect(await page.title()).toBe("History of openStore · Satori");
    expect(await headings(page)).toEqual(["limit paths, since disks do (#7)", "first"]);
    expect(await page.locator(".hunk .removed").allInnerTexts()).toEqual(["-  return path;\n"]);
    expect(await page.locator(".result").first().innerText()).toContain("#7");

    await page.getByLabel("Question about the history").fill("why is the length limited");
    await page.getByRole("button", { name: "Sort by relevance" }).click();
    await page.getByText("relevance 1.00").waitFor();
    await page.reload();
    await page.getByText("relevance 1.00").waitFor();
    await page.getByRole("button", { name: "Newest first" }).click();

    await page.locator(".result").last().getByRole("link", { name: first }).click();
    await page.locator(".code").waitFor();
    expect(await page.locator(".code").innerText()).toContain("return path;");
    expect(await page.getByLabel("Version").inputValue()).toBe(first);
    expect(visited.problems).toEqual([]);
  });

  it("ends at the version that was chosen", async () => {
    await using visited = await visit(address("history", { path: root, symbol: "openStore", ref: "v1" }));
    const { page } = visited;
    await page.locator(".result").first().waitFor();
    expect(await headings(page)).toEqual(["first"]);
    // The symbol itself is the one on disk.
    await page.getByRole("link", { name: "src/store.ts:1" }).click();
    await page.getByText("slice(0, 255)").waitFor();
    await page.goto(
      `${(server as HttpProcess).url}/${address("history", { path: root, symbol: "main", ref: "v1" })}`,
    );
    await page.getByText("looked up in the files on disk").waitFor();
    expect(visited.problems).toEqual([]);
  });

  it("is not linked to on a server that does not offer it", async () => {
    await using plain = await startHttp(workspace);
    await using visited = await Visit.begin(
      browser as Browser,
      plain.url,
      address("file", { path: root, file: "src/store.ts" }),
    );
    const outline = visited.page.getByRole("complementary", { name: "Outline" });
    await outline.getByRole("link", { name: "calls" }).first().waitFor();
    expect(await outline.getByRole("link", { name: "history" }).count()).toBe(0);
    expect(visited.problems).toEqual([]);
  });
});
