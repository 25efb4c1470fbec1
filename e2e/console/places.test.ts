/** Going from place to place and back: every place is an address, and one comes back to where one was. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SOON } from "../support/browser.ts";
import { address, openSite } from "../support/console.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const workspace = createWorkspace();
const depots = writeManyModules(workspace.path("depots"), 60);
const site = await openSite(workspace, [depots]);

const scrolled = (page: Page): Promise<number> => page.locator("html").evaluate((root) => root.scrollTop);

describe.skipIf(!site.isVisited)("in the console", () => {
  it("the way back leads to where the results were left", async () => {
    await using visit = await site.begin(
      address("search", { path: depots, query: "check the parcel of a depot", limit: "50" }),
    );
    const { page } = visit;
    const result = page.locator(".result h2 a").nth(30);
    await result.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(1_000);
    await result.click();
    await page.locator("#L1").waitFor();
    await page.goBack();
    await page.locator(".result").nth(30).waitFor();
    await page.waitForFunction(
      (wanted) => Math.abs((globalThis as unknown as { scrollY: number }).scrollY - wanted) < 3,
      before,
    );
    await page.goForward();
    await page.locator("#L1").waitFor();
    expect(visit.problems).toEqual([]);
  });

  it("a question without a codebase is about the one there is, and the way back leads out of it", async () => {
    await using visit = await site.begin("#/");
    const { page } = visit;
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    await page.goto(`${site.url}/#/search?query=loadParcel7`);
    await page.locator(".result").first().waitFor();
    expect(new URLSearchParams(page.url().split("?")[1]).get("path")).toBe(depots);
    await page.goBack();
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    expect(visit.problems).toEqual([]);
  });

  it("a place within a codebase is one of it, whatever is done there", async () => {
    await using visit = await site.begin(address("codebase", { path: `${depots}/depot7` }));
    const { page } = visit;
    await page.getByRole("heading", { level: 1, name: "depots" }).waitFor();
    await expect.poll(() => page.getByLabel("Codebase").inputValue(), SOON).toBe(depots);
    await page.getByRole("button", { name: "Remove the index…" }).click();
    expect(await page.locator("dialog[open] code").innerText()).toBe(depots);
    expect(visit.problems).toEqual([]);
  });

  it("what is being typed stays while a filter is chosen, and Escape leaves it as it is", async () => {
    await using visit = await site.begin(address("search", { path: depots, query: "loadParcel7" }));
    const { page } = visit;
    await page.locator(".result").first().waitFor();
    await page.getByLabel("Question").fill("checkParcel");
    await page.keyboard.press("Escape");
    await page.getByText("mixed", { exact: true }).click();
    await page.waitForURL(/scope=mixed/);
    expect(await page.getByLabel("Question").inputValue()).toBe("checkParcel");
    expect(visit.problems).toEqual([]);
  });

  it("the same line is gone to again, and the same question asked again", async () => {
    await using visit = await site.begin(
      address("file", { path: depots, file: "depot7/parcel7.ts", startLine: "10" }),
    );
    const { page } = visit;
    await page.locator("#L10.chosen").waitFor();
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.locator("html").evaluate((root) => root.scrollTo(0, 0));
    await page.locator(".outline li").filter({ hasText: "sendParcel7" }).getByRole("link").first().click();
    await page.waitForFunction(() => (globalThis as unknown as { scrollY: number }).scrollY > 0);
    await page.locator("html").evaluate((root) => root.scrollTo(0, 0));
    await page.locator(".outline li").filter({ hasText: "sendParcel7" }).getByRole("link").first().click();
    await page.waitForFunction(() => (globalThis as unknown as { scrollY: number }).scrollY > 0);
    await page.getByLabel("Question").fill("loadParcel7");
    await page.keyboard.press("Enter");
    await page.locator(".result").first().waitFor();
    const asked = page.waitForRequest((request) => request.postData()?.includes("search_codebase") === true);
    await page.getByRole("button", { name: "Search" }).click();
    await asked;
    expect(visit.problems).toEqual([]);
  });
});
