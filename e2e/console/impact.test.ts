/** What a change breaks, as a page: of uncommitted changes, two versions, a pasted diff, and a plan. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { committed, git as runGit } from "../../libs/engine/src/testing/trees/git.ts";
import { openBrowser, SOON, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address, callOf, callsOf, drawn, placeOf } from "../support/console.ts";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const STORE = `export function openStore(path: string): string {
  return path;
}
export function closeStore(store: string): void {
  openStore(store);
}
`;
/** Another parameter, and one function less. */
const CHANGED_STORE = `export function openStore(path: string, mode: number): string {
  return path.repeat(mode);
}
`;
const HOSTILE = '"><img src=x onerror=alert(1)>.ts';
/** Enough callers that not all of them are shown at first. */
const CALLERS = Array.from({ length: 60 }, (_, at) => `caller${String(at).padStart(2, "0")}`);
const SHOP = `
//- package.json
{ "name": "shop", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "4.0.0" } }
//- src/store.ts
${STORE}
//- src/main.ts
import { openStore } from "./store.ts";
export function main(): string {
  return openStore("x");
}
//- src/depot.ts
export function fillDepot(parcels: number): number {
  return parcels + 1;
}
//- src/door.ts
export class Door { open(): void {} }
export class Gate { open(): void {} }
//- test/store.test.ts
import { expect, it } from "vitest";
import { openStore } from "../src/store.ts";
it("opens a store", () => {
  expect(openStore("x")).toBe("x");
});
//- src/callers/${HOSTILE}
import { fillDepot } from "../depot.ts";
export function hostile(): number {
  return fillDepot("<script>alert(2)</script>".length);
}
`;

function callerFile(name: string): string {
  const code = `export function ${name}(): number {\n  return fillDepot(1);\n}\n`;
  return `//- src/callers/${name}.ts\nimport { fillDepot } from "../depot.ts";\n${code}`;
}

const browser = await openBrowser();
const workspace = createWorkspace();
const root = workspace.tree("shop", `${SHOP}${CALLERS.map(callerFile).join("")}`);
const git = (...args: string[]): string => runGit(root, ...args).trim();
let server: HttpProcess | null = null;
let second = "";

beforeAll(async () => {
  if (!browser) return;
  committed(root);
  git("tag", "v1");
  writeFile(join(root, "src", "store.ts"), CHANGED_STORE);
  git("commit", "--quiet", "--all", "--message", "stores have modes");
  git("tag", "v2");
  second = git("rev-parse", "--short=12", "v2");
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
const impact = (values: Readonly<Record<string, string>>): string =>
  address("impact", { path: root, ...values });
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name }).waitFor();
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const summary = (page: Page) => page.locator(".summary");

describe.skipIf(browser === null)("the impact of uncommitted changes", () => {
  it("is reached from a codebase, says that there are none, and follows the files", async () => {
    await using visited = await visit(address("codebase", { path: root }));
    const { page, context } = visited;
    await page.getByRole("link", { name: "Impact of changes" }).click();
    await heading(page, "Impact of uncommitted changes");
    expect(await page.title()).toBe("Impact of uncommitted changes · Satori");
    await summary(page).filter({ hasText: "Nothing has changed." }).waitFor();
    expect(await part(page, "Changed symbols").count()).toBe(0);

    try {
      writeFile(
        join(root, "src", "store.ts"),
        CHANGED_STORE.replace("mode: number", "mode: number, isNew: boolean"),
      );
      await page.getByRole("button", { name: "Compare again" }).click();
      await summary(page).filter({ hasText: "1 changed symbol" }).waitFor();
      const changed = part(page, "Changed symbols");
      expect(await changed.locator(".hunk .removed").innerText()).toMatch(
        /^- .*openStore\(path: string, mode: number\)/,
      );
      expect(await changed.locator(".hunk .added").innerText()).toMatch(
        /^\+ .*mode: number, isNew: boolean\)/,
      );
      expect(await changed.innerText()).toContain("signature changed");

      const tests = part(page, "Tests to run");
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const command = await tests.locator(".commands pre").innerText();
      expect(command).toMatch(/vitest.*test\/store\.test\.ts/);
      await tests.getByRole("button", { name: "Copy" }).click();
      await tests.getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(command);

      const affected = part(page, "Affected code");
      const file = affected.locator(".group").filter({ hasText: "src/main.ts" });
      expect(await file.locator(".misfit").allInnerTexts()).toContain("too few arguments");
      await file.locator(".sites").getByRole("link", { name: "3", exact: true }).click();
      await page.locator("#L3.chosen").waitFor();
      expect(placeOf(page)).toMatchObject({ file: "src/main.ts", startLine: "3" });
      expect(placeOf(page)["ref"]).toBeUndefined();
    } finally {
      writeFile(join(root, "src", "store.ts"), CHANGED_STORE);
    }
    expect(visited.problems).toEqual([]);
  });
});

describe.skipIf(browser === null)("the impact between two versions", () => {
  it("begins with a choice, which the address keeps, and leads to the files as they were", async () => {
    await using visited = await visit(impact({}));
    const { page } = visited;
    await page.getByText("two versions", { exact: true }).click();
    await heading(page, "Impact between two versions");
    const calls = callsOf(page);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Choose the version before the change" }).waitFor();
    const before = page.getByLabel("Before");
    expect(await before.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
    expect(calls.filter(({ tool }) => tool === "change_impact")).toEqual([]);
    await expect
      .poll(
        () =>
          page
            .locator("#compared-versions option")
            .evaluateAll((all) => all.map((one) => one.getAttribute("value"))),
        SOON,
      )
      .toEqual(["main", "v2", "v1"]);
    await before.fill("v1");
    await page.getByLabel("After").fill("v2");
    await page.keyboard.press("Enter");
    await heading(page, "Impact of v1 → v2");
    await summary(page)
      .filter({ hasText: `→ ${second}` })
      .waitFor();
    expect(placeOf(page)).toEqual({ path: root, source: "commits", base: "v1", head: "v2" });
    expect(calls.at(-1)?.args).toMatchObject({ base: "v1", head: "v2" });

    await page.reload();
    await heading(page, "Impact of v1 → v2");
    expect(await page.getByLabel("Before").inputValue()).toBe("v1");
    const changed = part(page, "Changed symbols");
    await changed.waitFor();
    // What is removed is in the version before.
    await changed.getByRole("link", { name: "closeStore" }).click();
    await page.locator("#L4.chosen").waitFor();
    expect(placeOf(page)["ref"]).toBe(git("rev-parse", "--short=12", "v1"));
    await page.goBack();
    const file = part(page, "Affected code").locator(".group").filter({ hasText: "src/main.ts" });
    await file.locator(".sites").getByRole("link", { name: "3", exact: true }).click();
    await page.locator("#L3.chosen").waitFor();
    expect(placeOf(page)["ref"]).toBe(second);
    expect(visited.problems).toEqual([]);
  });

  it("names a version that does not exist, and the fields stay usable", async () => {
    await using visited = await visit(impact({ source: "commits", base: "v9" }));
    const { page } = visited;
    await page.locator(".unanswered").filter({ hasText: "v9" }).waitFor();
    await page.getByLabel("Before").fill("v2");
    await page.keyboard.press("Enter");
    await summary(page).filter({ hasText: "Nothing has changed." }).waitFor();
    await page.goBack();
    await page.locator(".unanswered").filter({ hasText: "v9" }).waitFor();
    expect(await page.getByLabel("Before").inputValue()).toBe("v9");
    expect(visited.problems).toEqual([]);
  });

  it("ends with the version that the page of a codebase shows", async () => {
    // The first use of a version indexes it.
    await using visited = await visit(address("search", { path: root, query: "openStore", ref: "v1" }));
    const { page } = visited;
    await page.locator(".result").first().waitFor();
    await page.goto(`${(server as HttpProcess).url}/${address("codebase", { path: root, ref: "v1" })}`);
    await page.getByRole("link", { name: "Impact of changes" }).click();
    await heading(page, "Impact between two versions");
    expect(await page.getByLabel("After").inputValue()).toBe("v1");
    expect(visited.problems).toEqual([]);
  });
});

describe.skipIf(browser === null)("the impact of a pasted diff", () => {
  it("is shown, but the diff is not in the address", async () => {
    await using visited = await visit(impact({ source: "diff" }));
    const { page } = visited;
    await page.getByRole("button", { name: "Show the impact" }).click();
    await page.getByRole("alert").filter({ hasText: "Paste a diff first" }).waitFor();
    const field = page.getByLabel("Unified diff");
    const calls = callsOf(page);
    const sent = (): unknown[] =>
      calls.filter(({ tool }) => tool === "change_impact").map(({ args }) => args["diff"]);
    await field.evaluate((area) => {
      (area as unknown as { value: string }).value = `+${"x".repeat(99)}\n`.repeat(12_000);
    });
    await field.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "The diff takes 1.2 MB" }).waitFor();
    expect(sent()).toEqual([]);
    const diff = git("diff", "v1", "v2");
    await field.fill(`${diff}\n`);
    await page.keyboard.press("Control+Enter");
    await summary(page).filter({ hasText: "2 changed symbols" }).waitFor();
    expect(sent()).toEqual([`${diff}\n`]);
    expect(placeOf(page)).toEqual({ path: root, source: "diff" });

    await part(page, "Affected code").getByRole("link", { name: "main" }).first().click();
    await page.locator(".code li.chosen").first().waitFor();
    await page.goBack();
    await summary(page).filter({ hasText: "2 changed symbols" }).waitFor();
    expect(await field.inputValue()).toBe(`${diff}\n`);
    await page.reload();
    await heading(page, "Impact of a pasted diff");
    expect(await field.inputValue()).toBe("");
    expect(await summary(page).count()).toBe(0);
    expect(visited.problems).toEqual([]);
  });
});

describe.skipIf(browser === null)("the impact of a planned change", () => {
  it("is reached from the page of a symbol, and tells of each kind of change", async () => {
    await using visited = await visit(address("graph", { path: root, symbol: "openStore" }));
    const { page } = visited;
    await page.getByRole("link", { name: "impact" }).click();
    await heading(page, "What breaks if openStore has another signature");
    const affected = part(page, "Affected code");
    await affected.locator(".group").filter({ hasText: "src/main.ts" }).waitFor();
    await page.getByText("it is removed", { exact: true }).click();
    await heading(page, "What breaks if openStore is removed");
    await affected.locator(".misfit").filter({ hasText: "no longer exists" }).first().waitFor();
    expect(placeOf(page)).toMatchObject({ source: "symbols", change: "remove" });
    await page.getByText("10", { exact: true }).click();
    await page.waitForURL(/depth=10/);
    await heading(page, "What breaks if openStore is removed");
    expect(visited.problems).toEqual([]);
  });

  it("lists what may have been meant by a name", async () => {
    await using visited = await visit(impact({ source: "symbols" }));
    const { page } = visited;
    await page.getByRole("button", { name: "Show the impact" }).click();
    await page.getByRole("alert").filter({ hasText: "Name the symbol" }).waitFor();
    await page.getByLabel("Symbol").fill("open");
    await page.keyboard.press("Enter");
    await page.locator(".candidates").getByRole("link", { name: "Gate.open" }).click();
    await heading(page, "What breaks if Gate.open has another signature");
    expect(visited.problems).toEqual([]);
  });

  it("is not replaced by a late answer to the choice before it", async () => {
    await using visited = await visit("#/");
    const { page } = visited;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => void (open = resolve));
    await page.route("**/mcp", async (route) => {
      const call = callOf(route.request());
      if (call?.tool === "change_impact" && call.args["symbols"] === undefined) await gate;
      // There is nothing to go on with of a request that was given up.
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest((request) => callOf(request)?.tool === "change_impact");
    await page.goto(`${(server as HttpProcess).url}/${impact({ symbol: "main" })}`);
    const first = await asked;
    const ended = Promise.race([
      page.waitForEvent("requestfinished", (request) => request === first),
      page.waitForEvent("requestfailed", (request) => request === first),
    ]);
    ended.catch(() => undefined);
    await page.getByText("a planned change", { exact: true }).click();
    await heading(page, "What breaks if main has another signature");
    const shown = await page.locator("main").innerText();
    open();
    await ended;
    await drawn(page);
    expect(await page.locator("main").innerText()).toBe(shown);
    expect(visited.problems).toEqual([]);
  });
});

describe.skipIf(browser === null)("a long impact", () => {
  const planned = impact({ source: "symbols", symbol: "fillDepot" });

  it("is collapsed by file, and read with keys", async () => {
    await using visited = await visit(planned);
    const { page } = visited;
    const groups = part(page, "Affected code").locator(".group");
    await groups.nth(59).waitFor();
    const isOpen = (at: number): Promise<boolean> =>
      groups.nth(at).evaluate((group) => group.hasAttribute("open"));
    expect([await isOpen(0), await isOpen(59)]).toEqual([true, false]);
    expect(await groups.nth(59).locator(".sites").count()).toBe(0);
    // The one before the last group of the part.
    await groups.nth(58).locator("summary").focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await groups.nth(59).locator(".sites").first().waitFor();

    // On the way back it is as it was left.
    await groups.nth(59).locator(".sites .number").first().click();
    await page.locator(".code li.chosen").waitFor();
    await page.goBack();
    await groups.nth(59).locator(".sites").first().waitFor();
    expect(await isOpen(58)).toBe(false);
    await page.getByRole("button", { name: "Expand all" }).click();
    await expect.poll(() => isOpen(58), SOON).toBe(true);
    await page.getByRole("button", { name: "Collapse all" }).click();
    await expect.poll(() => isOpen(0), SOON).toBe(false);
    expect(visited.problems).toEqual([]);
  });

  it("has a filter by file and name", async () => {
    await using visited = await visit(planned);
    const { page } = visited;
    const groups = part(page, "Affected code").locator(".group");
    await groups.nth(59).waitFor();
    await page.getByLabel("Filter affected code").fill("CALLER57");
    await expect.poll(() => groups.count(), SOON).toBe(1);
    await groups.first().locator(".sites").first().waitFor();
    await page.getByText(/^1 of \d+ files$/).waitFor();
    await page.getByLabel("Filter affected code").fill("hippopotamus");
    await expect.poll(() => groups.count(), SOON).toBe(0);
    expect(visited.problems).toEqual([]);
  });

  it("shows names and lines of strangers as text, and fits on a small screen", async () => {
    await using visited = await visit(planned);
    const { page } = visited;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByLabel("Filter affected code").fill("hostile");
    const group = part(page, "Affected code").locator(".group");
    await group.locator(".sites").first().waitFor();
    expect(await group.innerText()).toContain(HOSTILE);
    expect(await group.innerText()).toContain("<script>alert(2)</script>");
    expect(await page.locator("main img, main script").count()).toBe(0);
    await page.getByRole("button", { name: "Expand all" }).waitFor({ state: "detached" });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    for (const field of await page.locator("main input:visible, main textarea:visible").all())
      expect(
        await field.evaluate((one) => one.closest("label") !== null || one.hasAttribute("aria-label")),
      ).toBe(true);
    expect(visited.problems).toEqual([]);
  });
});

describe.skipIf(browser === null)("a server that does not offer it", () => {
  it("has no links to it, and a page that says so", async () => {
    await using plain = await startHttp(workspace);
    await using visited = await Visit.begin(
      browser as Browser,
      plain.url,
      address("codebase", { path: root }),
    );
    const { page } = visited;
    await page.getByRole("button", { name: "Apply changes now" }).waitFor();
    await page.goto(`${plain.url}/${address("graph", { path: root, symbol: "openStore" })}`);
    await heading(page, "openStore");
    expect(await page.getByRole("link", { name: /impact/i }).count()).toBe(0);
    await page.goto(`${plain.url}/${impact({})}`);
    await page.getByText("This server does not tell what a change breaks.").waitFor();
    expect(await page.getByRole("button", { name: "Compare again" }).count()).toBe(0);
    expect(visited.problems).toEqual([]);
  });
});
