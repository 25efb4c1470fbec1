/**
 * The route of this tab: follows the address and is changed only through it. Remembers the scroll position of
 * each history entry.
 */
import { signal } from "@preact/signals";
import { takeToken } from "./token.ts";
import { type Route, formatRoute, parseRoute } from "./route.ts";

const here = (): Route => parseRoute(takeToken(location.hash).rest);

export const route = signal<Route>(here());

/** Increases when the current route is visited again, which reloads it. */
export const visit = signal(0);

/** Scroll positions of history entries, by their number, which is in `history.state`. */
const scrolled = new Map<number, number>();
let entry = 0;
/** The highest number so far. After a reload, earlier entries have numbers too. */
let highest = 0;
/** The scroll position of a revisited entry; null for a new one. */
let toRestore: number | null = null;

/** Called once, when the page starts. */
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

/** Changes the route without a history entry, for details of the current request. */
export function replaceWith(target: Route): void {
  history.replaceState(history.state, "", formatRoute(target));
  route.value = target;
}

/** Whether a link leads to the current route. */
export function isHere(hash: string): boolean {
  return hash === formatRoute(route.value);
}

/**
 * Called when a view has content: restores the scroll position of a revisited entry. Returns whether it did.
 */
export function restoreScroll(): boolean {
  if (toRestore === null) return false;
  scrollTo(0, toRestore);
  toRestore = null;
  return true;
}

/** An entry without a number is new: links create such entries. */
function enter(state: unknown): void {
  if (typeof state === "number") [entry, toRestore] = [state, scrolled.get(state) ?? null];
  else {
    [entry, toRestore] = [highest + 1, null];
    history.replaceState(entry, "");
    scrollTo(0, 0);
  }
  highest = Math.max(highest, entry);
}
