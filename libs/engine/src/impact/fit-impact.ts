/** Leaves out of an answer what its limits have no room for: what is farthest from the change first. Pure. */
import { type ChangedSymbol, type ImpactUnknown, LIMITS, type TestsToRun } from "@satori/contracts";
import { CHARS_PER_TOKEN } from "../search/present/budget.ts";
import type { Affected } from "./walk.ts";

export interface ImpactParts {
  readonly changed: readonly ChangedSymbol[];
  readonly affected: readonly Affected[];
  readonly tests: TestsToRun;
  readonly unknown: readonly ImpactUnknown[];
}

export interface ImpactLimits {
  readonly limit: number;
  readonly maxTokens: number;
}

/** Shares of the budget; what a part leaves goes to the next one, and what is left to the affected code. */
const SHARES = { head: 0.05, changed: 0.35, tests: 0.2, unknown: 0.1 } as const;
/** Usual sizes in characters: of an affected symbol without its lines, of a line, of a test file. */
const SYMBOL_CHARS = 150;
const LINE_CHARS = 100;
const TEST_CHARS = 150;

/** How many test files an answer has room for; their commands are made for these. */
export function mostTests({ limit, maxTokens }: ImpactLimits): number {
  return Math.max(1, Math.min(limit, Math.floor((maxTokens * CHARS_PER_TOKEN * SHARES.tests) / TEST_CHARS)));
}

/** The parts that fit, and whether something was left out. Indexes of changed symbols stay valid. */
export function fitImpact(
  { limit, maxTokens }: ImpactLimits,
  parts: ImpactParts,
): ImpactParts & { readonly isCut: boolean } {
  const chars = maxTokens * CHARS_PER_TOKEN;
  const room = new Room(chars * SHARES.changed);
  const changed = room.take(parts.changed, limit, jsonChars);
  const isListed = (of: number | undefined): boolean => of === undefined || of < changed.length;
  const tests = {
    ...parts.tests,
    files: parts.tests.files.map(({ of, ...file }) => (of ? { ...file, of: of.filter(isListed) } : file)),
    unreached: parts.tests.unreached.filter(isListed),
  };
  room.add(chars * SHARES.tests - jsonChars(tests));
  room.add(chars * SHARES.unknown);
  const doubts = parts.unknown.filter(({ of }) => isListed(of));
  const unknown = room.take(doubts, LIMITS.changeImpact.maxUnknown, jsonChars);
  room.add(chars * (1 - SHARES.head - SHARES.changed - SHARES.tests - SHARES.unknown));
  const reached = parts.affected.filter(({ of }) => isListed(of));
  const affected = room.take(reached, limit, affectedChars);
  const isCut =
    changed.length < parts.changed.length ||
    unknown.length < parts.unknown.length ||
    affected.length < parts.affected.length;
  return { changed, affected, tests, unknown, isCut };
}

/** Characters that are left for the parts of an answer. */
class Room {
  constructor(private left: number) {}

  add(chars: number): void {
    this.left = Math.max(0, this.left + chars);
  }

  /** The first items that fit; at least one, if there are any. */
  take<Item>(items: readonly Item[], most: number, sizeOf: (item: Item) => number): readonly Item[] {
    const kept: Item[] = [];
    for (const item of items) {
      const size = sizeOf(item);
      if (kept.length >= most || (size > this.left && kept.length > 0)) break;
      this.left -= size;
      kept.push(item);
    }
    this.left = Math.max(0, this.left);
    return kept;
  }
}

function affectedChars({ sites }: Affected): number {
  return SYMBOL_CHARS + Math.min(sites.length, LIMITS.changeImpact.maxSites) * LINE_CHARS;
}

function jsonChars(value: unknown): number {
  return JSON.stringify(value).length + 1;
}
