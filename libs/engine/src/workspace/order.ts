/** Merges the lists of two roots: which items are shown, and in which order. Pure. */
import { REPOS, type WorkspaceLocation } from "@satori/contracts";
import { compareText } from "../model/paths.ts";

/**
 * Interleaves lists that are each sorted best first, up to `most` items: each list contributes half, or all
 * it has. Docs come before code if the lists are given in that order.
 */
export function takeTurns<Item>(lists: readonly (readonly Item[])[], most: number): Item[] {
  const taken: Item[] = [];
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at++) taken.push(...lists.flatMap((list) => list.slice(at, at + 1)));
  return taken.slice(0, most);
}

/** Interleaves tier by tier, without a limit. */
export function takeTurnsByTier<Item extends { readonly tier?: number }>(
  lists: readonly (readonly Item[])[],
): Item[] {
  const tierOf = ({ tier = 0 }: Item): number => tier;
  const tiers = [...new Set(lists.flat().map(tierOf))].sort((left, right) => left - right);
  return tiers.flatMap((tier) =>
    takeTurns(
      lists.map((list) => list.filter((item) => tierOf(item) === tier)),
      Number.POSITIVE_INFINITY,
    ),
  );
}

/** Docs before code, then by path. */
export function compareLocations(left: WorkspaceLocation, right: WorkspaceLocation): number {
  return REPOS.indexOf(left.repo) - REPOS.indexOf(right.repo) || compareText(left.path, right.path);
}
