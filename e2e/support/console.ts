/** The web console's addresses, and what its pages ask of the server. */
import type { Page, Request } from "playwright-core";

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
  const { method, params } = request.postDataJSON() as { readonly method?: string; readonly params: { readonly name: string; readonly arguments: PageCall["args"] } };
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
  return page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))");
}
