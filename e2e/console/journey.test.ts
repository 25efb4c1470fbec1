/** The web console in a browser, from the first index to the last: what a person sees and does. */
import { appendFileSync } from "node:fs";
import { type Browser, type Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address } from "../support/console.ts";
import { startHttp } from "../support/http-server.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const seen = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
/** Of elements of which there is one by now or soon. */
async function texts(page: Page, selector: string): Promise<string[]> {
  await page.locator(selector).first().waitFor();
  return (await page.locator(selector).allInnerTexts()).map((text) => text.trimEnd());
}

describe.skipIf(browser === null)("the console", () => {
  it("indexes a folder, finds things in it, follows calls, and forgets it", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await using server = await startHttp(workspace);
    await using visit = await Visit.begin(browser as Browser, server.url);
    const { page } = visit;

    await seen(page, "Nothing is indexed yet. Index a project folder to search it.");
    await page.getByLabel("Folder on the server").fill(shop);
    await page.getByRole("button", { name: "Index", exact: true }).click();
    await seen(page, /^3 files, \d+ chunks/);
    expect(await page.title()).toBe("shop · Satori");

    await page.keyboard.press("/");
    await page.keyboard.type("where are retries scheduled");
    await page.keyboard.press("Enter");
    await seen(page, "confidence high");
    expect((await texts(page, ".result h2"))[0]).toContain("scheduleRetry");
    expect((await texts(page, ".result:first-child mark")).slice(0, 2)).toEqual(["schedule", "Retry"]);

    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Outline" }).getByText("backoff").waitFor();
    expect(await texts(page, ".code li.chosen .text")).toContain(
      "export function scheduleRetry(attempt: number): number {",
    );

    await page.goBack();
    await page
      .locator(".result")
      .filter({ hasText: "export function scheduleRetry" })
      .getByRole("link", { name: "callers" })
      .click();
    await seen(page, "2 definitions, 1 call");
    expect(await texts(page, ".tree .symbol")).toEqual(["deliver"]);
    expect(await texts(page, ".sites li")).toEqual(['4\nreturn parcel === "" ? scheduleRetry(attempt) : 0;']);
    await page.locator(".sites").getByRole("link", { name: "4" }).click();
    await page.locator(".code li.chosen").waitFor();
    expect(await texts(page, ".code li.chosen .text")).toEqual([
      '  return parcel === "" ? scheduleRetry(attempt) : 0;',
    ]);

    await page.getByRole("link", { name: "Satori", exact: true }).click();
    await page.locator("main").getByRole("link", { name: "shop" }).click();
    await page.getByRole("button", { name: "Remove the index…" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await seen(page, "Nothing is indexed yet. Index a project folder to search it.");
    expect(visit.problems).toEqual([]);
  });

  it("draws a graph, whose boxes lead on, and shows what was asked of the server", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace);
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("graph", { path: shop, symbol: "backoff", depth: "2", direction: "callers" }),
    );
    const { page } = visit;
    await page.getByText("drawing", { exact: true }).click();
    await page.locator("svg .box").first().waitFor();
    expect(await page.locator("svg .box text:first-of-type").allTextContents()).toEqual([
      "deliver",
      "scheduleRetry",
      "backoff",
    ]);
    await page.locator("svg a").filter({ hasText: "deliver" }).click();
    await page.getByRole("heading", { level: 1, name: "deliver" }).waitFor();
    await page.getByText("The call and its answer").click();
    await page.locator(".wire pre").nth(1).waitFor();
    const [call, answer] = await texts(page, ".wire pre");
    expect(call).toContain("call_graph {");
    expect(JSON.parse(answer ?? "")).toMatchObject({ tool: "call_graph", status: "ok", path: shop });
    expect(visit.problems).toEqual([]);
  });

  it("brings an index up to date by hand, and tells what came of it", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace, { environment: { SATORI_WATCH: "0" } });
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("codebase", { path: shop }),
    );
    const { page } = visit;
    await seen(page, /^3 files/);
    appendFileSync(`${shop}/src/retry.ts`, "\nexport function pauseBelt(): void {}\n");
    await page.getByRole("button", { name: "Apply changes now" }).click();
    await page.getByRole("status").filter({ hasText: "Apply changes now" }).waitFor();
    await page.goto(`${server.url}/${address("search", { path: shop, query: "pauseBelt" })}`);
    await page.locator(".result").first().waitFor();
    expect((await texts(page, ".result h2"))[0]).toContain("pauseBelt");
    expect(visit.problems).toEqual([]);
  });
});
