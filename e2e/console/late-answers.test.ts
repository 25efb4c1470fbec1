/** Answers that come when something else is asked by then: each is shown with its own question, or not at all. */
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address, callOf, drawn } from "../support/console.ts";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const browser = await openBrowser();
const workspace = createWorkspace();
const shop = workspace.tree("shop", `${SHOP}//- src/weigh.ts\nexport function weighParcel(grams: number): number {\n  return grams / 1000;\n}\n`);
let server: HttpProcess;
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const search = (query: string): string => address("search", { path: shop, query });
const begin = (hash: string): Promise<Visit> => Visit.begin(browser as Browser, server.url, hash);
const headings = (page: Page): Promise<string[]> => page.locator(".result h2").allInnerTexts();
const answered = (page: Page, name: string): Promise<void> => page.locator(".result h2").filter({ hasText: name }).first().waitFor();

async function ask(page: Page, query: string): Promise<void> {
  await page.getByLabel("Question").fill(query);
  await page.keyboard.press("Enter");
}

/** Keeps the answer to a question back until `release`, which resolves when the page has got it or has given it up. */
async function holdBack(page: Page, query: string): Promise<{ readonly isAsked: Promise<unknown>; readonly release: () => Promise<void> }> {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => void (open = resolve));
  const isIt = (request: Request): boolean => callOf(request)?.args["query"] === query;
  await page.route("**/mcp", async (route) => {
    if (isIt(route.request())) await gate;
    // There is nothing to go on with of a request that was given up.
    await route.continue().catch(() => undefined);
  });
  const ended = Promise.race([page.waitForEvent("requestfinished", isIt), page.waitForEvent("requestfailed", isIt)]);
  // A test that has failed before waits for nothing more.
  ended.catch(() => undefined);
  return {
    isAsked: page.waitForRequest(isIt),
    release: async () => {
      open();
      await ended;
      await drawn(page);
    },
  };
}

describe.skipIf(browser === null)("a question", () => {
  beforeAll(async () => {
    await cliIn(workspace, shop)(["index"]);
    server = await startHttp(workspace);
  });

  it("is not answered with the late answer to the one before it", async () => {
    await using visit = await begin("#/");
    const { page } = visit;
    const { isAsked, release } = await holdBack(page, "weighParcel");
    await page.goto(`${server.url}/${search("weighParcel")}`);
    await isAsked;
    await ask(page, "scheduleRetry");
    await answered(page, "scheduleRetry");
    const shown = await headings(page);
    await release();
    expect(await headings(page)).toEqual(shown);
    expect(shown[0]).not.toContain("weighParcel");
    expect(visit.problems).toEqual([]);
  });

  it("is not shown with the answer to the one before it while it waits for its own", async () => {
    await using visit = await begin(search("weighParcel"));
    const { page } = visit;
    await answered(page, "weighParcel");
    const { isAsked, release } = await holdBack(page, "scheduleRetry");
    await ask(page, "scheduleRetry");
    await isAsked;
    await drawn(page);
    expect(await headings(page)).toEqual([]);
    await release();
    await answered(page, "scheduleRetry");
    expect(visit.problems).toEqual([]);
  });
});
