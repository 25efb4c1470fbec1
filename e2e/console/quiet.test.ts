/**
 * What a page does that nobody touches: it follows a run to its end, and asks for nothing where nothing
 * happens.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address } from "../support/console.ts";
import { startEmbeddingService } from "../support/embedding-service.ts";
import { startProxy } from "../support/http-proxy.ts";
import { startHttp } from "../support/http-server.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

/** Longer than pages wait between two looks at something that goes on. */
const QUIET_MS = 2_000;

/** What pages ask for while nothing happens. */
async function askedInQuiet(context: BrowserContext): Promise<string[]> {
  for (const page of context.pages()) await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  context.on(
    "request",
    (request) => void asked.push(`${request.frame().url()}: ${request.postData() ?? request.url()}`),
  );
  await sleep(QUIET_MS);
  return asked;
}

describe.skipIf(browser === null)("a page that nobody touches", () => {
  it("asks for nothing, whatever it shows", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace);
    await using visit = await Visit.begin(browser as Browser, server.url);
    await visit.page.locator("main table").waitFor();
    const others = [
      [address("codebase", { path: shop }), ".facts"],
      [address("search", { path: shop, query: "retry" }), ".result"],
      [address("file", { path: shop, file: "src/retry.ts" }), ".outline a"],
      [address("graph", { path: shop, symbol: "backoff" }), ".tree .symbol"],
    ] as const;
    for (const [hash, selector] of others)
      await (await visit.another(hash)).locator(selector).first().waitFor();
    expect(await askedInQuiet(visit.context)).toEqual([]);
    expect(visit.problems).toEqual([]);
  });

  it("shows how far a run is, and its end", async () => {
    using workspace = createWorkspace();
    const root = writeManyModules(workspace.path("depots"), 60);
    let letGo = (): void => undefined;
    await using service = await startEmbeddingService();
    // With its vectors held back, a run goes as far as it gets without them.
    await using proxy = await startProxy(new URL(service.environment["OPENAI_BASE_URL"] as string).origin, {
      gate: new Promise((resolve) => void (letGo = resolve)),
    });
    await using server = await startHttp(workspace, {
      environment: { ...service.environment, OPENAI_BASE_URL: `${proxy.url}/v1` },
    });
    expect(await server.call("manage_index", { action: "create", path: root })).toMatchObject({
      status: "ok",
    });
    await using visit = await Visit.begin(browser as Browser, server.url);
    const all = visit.page.locator("main tbody tr");
    const one = (await visit.another(address("codebase", { path: root }))).locator("main");
    for (const shown of [all, one])
      await shown
        .locator(".progress")
        .filter({ hasText: /[1-9]\d* %/ })
        .first()
        .waitFor();
    letGo();
    for (const [shown, files] of [
      [all, /^60$/],
      [one, /^60 files/],
    ] as const) {
      await shown
        .locator(".state")
        .filter({ hasText: /^indexed$/ })
        .waitFor();
      await shown.getByText(files).first().waitFor();
      expect(await shown.locator("progress").count()).toBe(0);
    }
    // The list in the head of the other page may not have been asked for since the end.
    await expect.poll(() => askedInQuiet(visit.context), { timeout: 5 * QUIET_MS }).toEqual([]);
    expect(visit.problems).toEqual([]);
  });
});
