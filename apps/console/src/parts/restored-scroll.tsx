/**
 * Stands behind what a view shows: where one has come back to a place, it is shown as far down as it was
 * left.
 */
import { useLayoutEffect } from "preact/hooks";
import { restoreScroll } from "../routing/navigation.ts";

export function RestoredScroll() {
  // After each drawing: the first that has the content goes there, and the others do nothing.
  useLayoutEffect(() => void restoreScroll());
  return null;
}
