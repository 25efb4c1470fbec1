/** The web console of a server that the tests of a file share, its addresses, and what its pages ask. */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser, Visit } from "./browser.ts";
import { cliIn } from "./cli.ts";
import { type HttpProcess, startHttp } from "./http-server.ts";
import type { Workspace } from "./workspace.ts";

export interface Site {
  /** False where there is no browser: then nothing is started either. */
  readonly isVisited: boolean;
  /** Of the server, without a path. */
  readonly url: string;
  begin(hash?: string): Promise<Visit>;
}

/**
 * For tests that only read: before them the folders are indexed and served, behind them all is closed, the
 * workspace too.
 */
export async function openSite(workspace: Workspace, folders: readonly string[]): Promise<Site> {
  const browser = await openBrowser();
  let server: HttpProcess | null = null;
  const url = (): string => server?.url ?? "";
  beforeAll(async () => {
    if (!browser) return;
    for (const folder of folders) await cliIn(workspace, folder)(["index"]);
    server = await startHttp(workspace);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });
  return {
    isVisited: browser !== null,
    get url() {
      return url();
    },
    begin: (hash) => {
      if (!browser) throw new Error("There is no browser: tests of it are skipped where isVisited says so");
      return Visit.begin(browser, url(), hash);
    },
  };
}

export interface PageCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A place in the page, as what its address has behind the server's. */
export function address(view: string, values: Readonly<Record<string, string>>): string {
  return `#/${view}?${new URLSearchParams(values).toString()}`;
}

/** What the address of a page says of the place that it shows. */
export function placeOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(page.url().split("?")[1]));
}

/** The call of a tool that a request makes; null for every other request. */
export function callOf(request: Request): PageCall | null {
  if (request.method() !== "POST") return null;
  // A client writes what the protocol says.
  const { method, params } = request.postDataJSON() as {
    readonly method?: string;
    readonly params: { readonly name: string; readonly arguments: PageCall["args"] };
  };
  return method === "tools/call" ? { tool: params.name, args: params.arguments } : null;
}

/** Calls that a page makes from now on, in their order: the list grows. */
export function callsOf(page: Page): PageCall[] {
  const calls: PageCall[] = [];
  page.on("request", (request) => {
    const call = callOf(request);
    if (call !== null) calls.push(call);
  });
  return calls;
}

/** Resolves when a page has drawn what it knows by now. */
export function drawn(page: Page): Promise<unknown> {
  return page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))",
  );
}

/** Asks from wherever the page is. */
export async function ask(page: Page, query: string): Promise<void> {
  await page.getByLabel("Question").fill(query);
  await page.keyboard.press("Enter");
}

export function headings(page: Page): Promise<string[]> {
  return page.locator(".result h2").allInnerTexts();
}

/** Resolves when there is a result whose heading has the name. */
export function answered(page: Page, name: string): Promise<void> {
  return page.locator(".result h2").filter({ hasText: name }).first().waitFor();
}
