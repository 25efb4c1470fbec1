/** The route of this tab: follows the address, and is changed through it alone. */
import { signal } from "@preact/signals";
import { type Route, formatRoute, parseRoute } from "./route.ts";

export const route = signal<Route>(parseRoute(location.hash));

addEventListener("hashchange", () => void (route.value = parseRoute(location.hash)));

export function goTo(target: Route): void {
  location.hash = formatRoute(target);
}

/** Without an entry in the history: for what only shapes the question at hand. */
export function replaceWith(target: Route): void {
  history.replaceState(null, "", formatRoute(target));
  route.value = target;
}
