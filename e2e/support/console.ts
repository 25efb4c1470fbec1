/**
 * The web console of a server that the tests of a file share, its addresses, and the requests of its pages.
 */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser, Visit } from "./browser.ts";
import { cliIn } from "./cli.ts";
import { type HttpProcess, startHttp } from "./http-server.ts";
import type { Workspace } from "./workspace.ts";

export interface Site {
  /** False if there is no browser; the server is not started then. */
  readonly isVisited: boolean;
  /** URL of the server, without a path. */
  readonly url: string;
  begin(hash?: string): Promise<Visit>;
}

/**
 * For tests that only read: indexes and serves the folders before all tests, and closes everything after
 * them, including the workspace.
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

/** The fragment of the address of a view in the page. */
export function address(view: string, values: Readonly<Record<string, string>>): string {
  return `#/${view}?${new URLSearchParams(values).toString()}`;
}

/** The values in the fragment of a page's address. */
export function placeOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(page.url().split("?")[1]));
}

/** The tool call that a request makes; null for any other request. */
export function callOf(request: Request): PageCall | null {
  if (request.method() !== "POST") return null;
  // The client sends messages of the protocol.
  const { method, params } = request.postDataJSON() as {
    readonly method?: string;
    readonly params: { readonly name: string; readonly arguments: PageCall["args"] };
  };
  return method === "tools/call" ? { tool: params.name, args: params.arguments } : null;
}

/** Calls that a page makes from now on, in their order; the list grows. */
export function callsOf(page: Page): PageCall[] {
  const calls: PageCall[] = [];
  page.on("request", (request) => {
    const call = callOf(request);
    if (call !== null) calls.push(call);
  });
  return calls;
}

/** Resolves when a page has drawn its current state. */
export function drawn(page: Page): Promise<unknown> {
  return page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))",
  );
}

/** Asks a question from any view of the page. */
export async function ask(page: Page, query: string): Promise<void> {
  await page.getByLabel("Question").fill(query);
  await page.keyboard.press("Enter");
}

export function headings(page: Page): Promise<string[]> {
  return page.locator(".result h2").allInnerTexts();
}

/** Resolves when there is a result with the name in its heading. */
export function answered(page: Page, name: string): Promise<void> {
  return page.locator(".result h2").filter({ hasText: name }).first().waitFor();
}
