/**
 * The route of this tab: follows the address, and is changed through it alone. Remembers how far each place
 * was scrolled.
 */
import { signal } from "@preact/signals";
import { takeToken } from "./token.ts";
import { type Route, formatRoute, parseRoute } from "./route.ts";

const here = (): Route => parseRoute(takeToken(location.hash).rest);

export const route = signal<Route>(here());

/** Raised when the place that is shown is gone to once more: to be shown, and asked, anew. */
export const visit = signal(0);

/** How far entries of the history were scrolled, by their number, which `history.state` has. */
const scrolled = new Map<number, number>();
let entry = 0;
/** The highest number so far. Of a page that was loaded anew, entries before it have numbers as well. */
let highest = 0;
/** Where the place that was come back to was left; null for one that is new. */
let toRestore: number | null = null;

/** Called once, when the page begins. */
export function followAddress(): void {
  history.scrollRestoration = "manual";
  enter(history.state);
  addEventListener("scroll", () => void scrolled.set(entry, scrollY), { passive: true });
  addEventListener("popstate", ({ state }) => enter(state));
  addEventListener("hashchange", () => void (route.value = here()));
}

export function goTo(target: Route): void {
  const hash = formatRoute(target);
  if (isHere(hash)) visit.value += 1;
  else location.hash = hash;
}

/** Without an entry in the history: for what only shapes the question at hand. */
export function replaceWith(target: Route): void {
  history.replaceState(history.state, "", formatRoute(target));
  route.value = target;
}

/** Whether a link of that form leads to the place that is shown. */
export function isHere(hash: string): boolean {
  return hash === formatRoute(route.value);
}

/**
 * Called when a view has something to show: goes to where the place was left, if one has come back to it.
 * Whether it did.
 */
export function restoreScroll(): boolean {
  if (toRestore === null) return false;
  scrollTo(0, toRestore);
  toRestore = null;
  return true;
}

/** An entry that has no number is new: links make such. */
function enter(state: unknown): void {
  if (typeof state === "number") [entry, toRestore] = [state, scrolled.get(state) ?? null];
  else {
    [entry, toRestore] = [highest + 1, null];
    history.replaceState(entry, "");
    scrollTo(0, 0);
  }
  highest = Math.max(highest, entry);
}
