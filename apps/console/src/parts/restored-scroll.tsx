/** Placed after the content of a view: restores the scroll position when the user returns to a page. */
import { useLayoutEffect } from "preact/hooks";
import { restoreScroll } from "../routing/navigation.ts";

export function RestoredScroll() {
  // Runs after each rendering: the first one that has the content scrolls, later ones do nothing.
  useLayoutEffect(() => void restoreScroll());
  return null;
}
