/** Answers that are no results: the console says what happened, and offers what to do next. */
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address } from "../support/console.ts";
import { startHttp } from "../support/http-server.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const told = (page: Page): Promise<string> => page.locator(".unanswered").first().innerText();

describe.skipIf(browser === null)("the console", () => {
  it("builds an index where there is none, shows how far it is, and then answers what was asked", async () => {
    using workspace = createWorkspace();
    const root = writeManyModules(workspace.path("depots"), 400);
    await using server = await startHttp(workspace);
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("search", { path: root, query: "checkParcel7" }),
    );
    const { page } = visit;
    await page.locator(".unanswered").waitFor();
    expect(await told(page)).toMatch(/^No index yet/);
    await page.getByRole("button", { name: "Index depots" }).click();
    await page.locator(".unanswered progress").waitFor();
    await page.locator(".result").first().waitFor();
    expect(await page.locator(".result h2").first().innerText()).toContain("checkParcel7");
    expect(visit.problems).toEqual([]);
  });

  it("offers a rebuild where another embedder has made the index", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace, { environment: { SATORI_EMBEDDER: "none" } });
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("search", { path: shop, query: "retry" }),
    );
    await visit.page.locator(".unanswered").waitFor();
    expect(await told(visit.page)).toMatch(/^The index must be rebuilt/);
    await visit.page.getByRole("button", { name: "Rebuild the index" }).click();
    await visit.page.locator(".result").first().waitFor();
    expect(visit.problems).toEqual([]);
  });

  it("lists what may have been meant by a name", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace);
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("graph", { path: shop, symbol: "sheduleRetry" }),
    );
    const { page } = visit;
    await page.locator(".candidates").getByRole("link", { name: "scheduleRetry" }).click();
    await page.getByRole("heading", { level: 1, name: "scheduleRetry" }).waitFor();
    await page.goto(
      `${server.url}/${address("file", { path: shop, file: "src/retry.ts", symbol: "backoff" })}`,
    );
    await page.locator("#L6.chosen").waitFor();
    expect(new URLSearchParams(page.url().split("?")[1]).get("symbol")).toBeNull();
    expect(visit.problems).toEqual([]);
  });

  it("says why a folder that is not served is not shown", async () => {
    using workspace = createWorkspace();
    await using server = await startHttp(workspace);
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("codebase", { path: "/etc" }),
    );
    await visit.page.getByRole("alert").filter({ hasText: "/etc is outside" }).waitFor();
    await visit.page.getByRole("link", { name: "Show the served folders" }).click();
    await visit.page.getByRole("heading", { name: "Codebases" }).waitFor();
    expect(visit.problems).toEqual([]);
  });
});
