/** The console in a person's first minute: folders without an index, and questions before there is one. */
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, SOON, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address, callsOf, headings, placeOf } from "../support/console.ts";
import { startHttp } from "../support/http-server.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const question = (page: Page) => page.getByLabel("Question");

describe.skipIf(browser === null)("a folder without an index", () => {
  it("is listed with the served folders, and has a page with one button, which indexes it", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    const depot = workspace.tree("depot", SHOP);
    const fresh = workspace.tree("fresh", SHOP);
    await cliIn(workspace, depot)(["index"]);
    await using server = await startHttp(workspace, { roots: [shop, depot, fresh] });
    await using visit = await Visit.begin(browser as Browser, server.url);
    const { page } = visit;
    const listed = page.locator("section").filter({ hasText: "Served folders without an index" });
    await listed.waitFor();
    expect(await listed.getByRole("link").allInnerTexts()).toEqual(["shop", "fresh"]);
    expect(await listed.getByRole("button").allInnerTexts()).toEqual(["Index shop", "Index fresh"]);
    expect(await page.getByLabel("Codebase").locator("option").allInnerTexts()).toEqual([
      "depot",
      "shop (no index)",
      "fresh (no index)",
    ]);
    await listed.getByRole("link", { name: "shop" }).click();
    await page.getByRole("heading", { name: "No index yet" }).waitFor();
    expect(await page.locator("main").getByRole("button").allInnerTexts()).toEqual(["Index shop"]);
    expect(await page.locator("main").innerText()).not.toContain("manage_index");
    await page.getByRole("button", { name: "Index shop" }).click();
    await page
      .locator("main")
      .getByText(/^3 files/)
      .waitFor();
    expect(visit.problems).toEqual([]);
  });

  it("is offered by the form, which refuses other folders before it sends anything", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await using server = await startHttp(workspace, { roots: [shop] });
    await using visit = await Visit.begin(browser as Browser, server.url);
    const { page } = visit;
    const folder = page.getByLabel("Folder on the server");
    await folder.waitFor();
    const calls = callsOf(page);
    expect(
      await page.locator("#served option").evaluateAll((all) => all.map((one) => one.getAttribute("value"))),
    ).toEqual([shop]);
    for (const [entered, said] of [
      ["", "Name a folder first."],
      ["/etc", `/etc is not served. Served: ${shop}`],
      [`${shop}/../other`, "is not served"],
      ["shop", "shop is not a whole path"],
    ] as const) {
      await folder.fill(entered);
      await folder.press("Enter");
      await page.getByRole("alert").filter({ hasText: said }).waitFor();
      expect(await folder.getAttribute("aria-invalid"), entered).toBe("true");
      expect(await folder.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
    }
    expect(calls).toEqual([]);
    await folder.fill(`${shop}/src`);
    expect(await folder.getAttribute("aria-invalid")).toBe("false");
    await folder.press("Enter");
    await page.getByRole("heading", { level: 1, name: "src" }).waitFor();
    expect(calls[0]).toEqual({ tool: "manage_index", args: { action: "create", path: `${shop}/src` } });
    expect(visit.problems).toEqual([]);
  });

  it("answers a question with the button, and then with results", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await using server = await startHttp(workspace, { roots: [shop] });
    await using visit = await Visit.begin(browser as Browser, server.url);
    const { page } = visit;
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    await question(page).fill("scheduleRetry");
    await question(page).press("Enter");
    await page.getByRole("heading", { name: "No index yet" }).waitFor();
    expect(placeOf(page)).toEqual({ path: shop, query: "scheduleRetry" });
    await page.locator("main").getByRole("button", { name: "Index shop" }).click();
    await page.locator(".result").first().waitFor();
    expect((await headings(page))[0]).toContain("scheduleRetry");
    expect(visit.problems).toEqual([]);
  });

  it("leads to the indexed folders inside, which can be searched instead", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("all/shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace, { roots: [workspace.path("all")] });
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("search", { path: workspace.path("all"), query: "backoff" }),
    );
    const { page } = visit;
    await page.getByRole("list", { name: "Indexed folders" }).getByRole("link", { name: "shop" }).click();
    await page.locator(".result").first().waitFor();
    expect(placeOf(page)).toEqual({ path: shop, query: "backoff" });
    expect(visit.problems).toEqual([]);
  });
});

describe.skipIf(browser === null)("Enter in the question field", () => {
  it("says that there is no question, wherever the page is scrolled to", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace, { roots: [shop] });
    const hash = address("file", { path: shop, file: "src/retry.ts" });
    await using visit = await Visit.begin(browser as Browser, server.url, hash);
    const { page } = visit;
    await page.setViewportSize({ width: 400, height: 300 });
    await page.locator("#L6").scrollIntoViewIfNeeded();
    await question(page).fill("  ");
    await question(page).press("Enter");
    const said = page.getByRole("alert").filter({ hasText: "Type a question first" });
    await said.waitFor();
    const box = await said.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 300).toBe(true);
    expect(page.url()).toBe(`${server.url}/${hash}`);
    await question(page).fill("backoff");
    await expect.poll(() => said.count(), SOON).toBe(0);
    await question(page).press("Enter");
    await page.locator(".result").first().waitFor();
    expect(visit.problems).toEqual([]);
  });
});
