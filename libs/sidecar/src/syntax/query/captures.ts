/** The captures of a match, and which of several matches at one node are redundant. Pure. */
import type { SyntaxNode } from "../tree/syntax-tree.ts";

export interface Capture {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** One match of a pattern at a node; captures are in the order of the tree, outer ones first. */
export type Way = readonly Capture[];

/** Drops each match whose captures are all in another match; of equal ones the first stays. */
export function withoutContained(ways: readonly Way[]): readonly Way[] {
  if (ways.length <= 1) return ways;
  const distinct = [
    ...new Map(ways.toReversed().map((way) => [way.map(keyOf).join(" "), way])).values(),
  ].reverse();
  const most = distinct.reduce((longest, { length }) => Math.max(longest, length), 0);
  if (distinct.every(({ length }) => length === most)) return distinct;
  const holders = new Map<string, Way[]>();
  for (const way of distinct) {
    for (const capture of way) {
      const key = keyOf(capture);
      const known = holders.get(key);
      if (known) known.push(way);
      else holders.set(key, [way]);
    }
  }
  return distinct.filter((way) => !isContained(way, holders));
}

/** Compares only with the matches that contain the rarest of its captures. */
function isContained(way: Way, holders: ReadonlyMap<string, readonly Way[]>): boolean {
  const keys = way.map(keyOf);
  const [fewest = []] = keys
    .map((key) => holders.get(key) ?? [])
    .sort((left, right) => left.length - right.length);
  return (
    way.length === 0 ||
    fewest.some(
      (other) =>
        other.length > way.length && keys.every((key) => other.some((capture) => keyOf(capture) === key)),
    )
  );
}

function keyOf({ name, node }: Capture): string {
  return `${name}:${node.id}`;
}
