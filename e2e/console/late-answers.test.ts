/**
 * Answers that come when something else is asked by then: each is shown with its own question, or not at all.
 */
import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { address, answered, ask, callOf, drawn, headings, openSite } from "../support/console.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const shop = workspace.tree(
  "shop",
  `${SHOP}//- src/weigh.ts\nexport function weighParcel(grams: number): number {\n  return grams / ` +
    "1000;\n}\n",
);
const site = await openSite(workspace, [shop]);

const search = (query: string): string => address("search", { path: shop, query });

/**
 * Keeps the answer to a question back until `release`, which resolves when the page has got it or has given
 * it up.
 */
async function holdBack(
  page: Page,
  query: string,
): Promise<{ readonly isAsked: Promise<unknown>; readonly release: () => Promise<void> }> {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => void (open = resolve));
  const isIt = (request: Request): boolean => callOf(request)?.args["query"] === query;
  await page.route("**/mcp", async (route) => {
    if (isIt(route.request())) await gate;
    // There is nothing to go on with of a request that was given up.
    await route.continue().catch(() => undefined);
  });
  const ended = Promise.race([
    page.waitForEvent("requestfinished", isIt),
    page.waitForEvent("requestfailed", isIt),
  ]);
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

describe.skipIf(!site.isVisited)("a question", () => {
  it("is not answered with the late answer to the one before it", async () => {
    await using visit = await site.begin("#/");
    const { page } = visit;
    const { isAsked, release } = await holdBack(page, "weighParcel");
    await page.goto(`${site.url}/${search("weighParcel")}`);
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
    await using visit = await site.begin(search("weighParcel"));
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
