/** The page behind a proxy that has a path of its own for it. */
import type { Browser } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { openBrowser, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address } from "../support/console.ts";
import { startProxy } from "../support/http-proxy.ts";
import { startHttp } from "../support/http-server.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const TOKEN = "a-token-of-this-test";

it.skipIf(browser === null)(
  "the page works below a path of a proxy, and asks for nothing outside of it",
  async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    await cliIn(workspace, shop)(["index"]);
    await using server = await startHttp(workspace, { environment: { SATORI_HTTP_TOKEN: TOKEN } });
    await using proxy = await startProxy(server.url, { prefix: "/satori" });
    await using visit = await Visit.begin(browser as Browser, proxy.url, `#/?token=${TOKEN}`);
    const { page } = visit;
    await page.locator("main").getByRole("link", { name: "shop" }).click();
    await page.getByText(/^3 files/).waitFor();
    await page.getByLabel("Question").fill("where are retries scheduled");
    await page.keyboard.press("Enter");
    await page.locator(".result").filter({ hasText: "scheduleRetry" }).first().locator("h2 a").click();
    await page.locator(".code .hljs-keyword").first().waitFor();
    await page.goto(`${proxy.url}/${address("graph", { path: shop, symbol: "backoff" })}`);
    await page.reload();
    await page.getByText("drawing", { exact: true }).click();
    await page.locator("svg .box").first().waitFor();
    const drawing = address("graph", { path: shop, symbol: "backoff", form: "drawing" });
    expect(page.url()).toBe(`${proxy.url}/${drawing}`);
    expect(visit.problems).toEqual([]);
  },
);
