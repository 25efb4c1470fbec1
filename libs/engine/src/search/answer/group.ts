/**
 * Places → results: one of each file first, at most so many of a file and of a symbol. Pure but for asking
 * for places.
 */
import type { GroupBy } from "@satori/contracts";
import { compareText } from "../../model/paths.ts";
import type { FilePlaces, Place } from "./places.ts";
import type { RankedFile } from "../ranking/rank.ts";
import { DIVERSITY } from "../ranking/ranking.ts";

export interface Group {
  readonly place: Place;
  /** Places of the same file, or the same symbol, that this one stands for, itself included. */
  readonly collapsed: number;
}

export interface Grouping {
  /** Best first; see `comparePlaces`. */
  readonly groups: readonly Group[];
  /** Whether the caps had to be relaxed. */
  readonly isRelaxed: boolean;
}

/**
 * Takes results in order of the files' scores. A file's second result waits until every file that scores at
 * least half the best has its first; files that score less compete with second results. What waited scores
 * less than what it waited for, so that the order is that of the scores.
 *
 * @param ranked best first
 * @param load places of a file; asked only for files that may be shown
 */
export async function groupPlaces(
  ranked: readonly RankedFile[],
  groupBy: GroupBy,
  limit: number,
  load: (file: RankedFile) => Promise<FilePlaces | null>,
): Promise<Grouping> {
  const bar = (ranked[0]?.score ?? 0) * DIVERSITY.secondAfterShare;
  const taken = new Selection(groupBy, limit);
  const loaded: FilePlaces[] = [];
  for (const file of ranked) {
    if (taken.isFull || (file.score < bar && loaded.length >= limit)) break;
    const places = await load(file);
    if (!places) continue;
    loaded.push(places);
    if (file.score >= bar) taken.addFirst(places);
  }
  if (taken.isFull) return { groups: taken.sorted(), isRelaxed: false };
  // What is left, best first: first results of weaker files and further results of those shown.
  const perFile = groupBy === "file" ? 1 : DIVERSITY.maxPerFile;
  taken.fill(loaded, perFile);
  const isShort = !taken.isFull && groupBy === "symbol";
  if (isShort) taken.fill(loaded, perFile + DIVERSITY.relaxedPerFile);
  return { groups: taken.sorted(), isRelaxed: isShort };
}

class Selection {
  private readonly firsts: Group[] = [];
  /** Second and third results of files. */
  private readonly further: Group[] = [];
  /** Lowest score of the first results that further ones wait for. */
  private lowestAwaited = Number.POSITIVE_INFINITY;
  private readonly places = new Set<Place>();
  private readonly countByFile = new Map<number, number>();
  private readonly symbols = new Set<string>();

  constructor(
    private readonly groupBy: GroupBy,
    private readonly limit: number,
  ) {}

  get isFull(): boolean {
    return this.places.size >= this.limit;
  }

  /** Takes the best place of a file that no further result may come before. */
  addFirst(file: FilePlaces): void {
    const place = this.next(file, 1);
    if (!place || this.isFull) return;
    this.choose(file, place);
    this.lowestAwaited = Math.min(this.lowestAwaited, place.score);
  }

  /** Takes the best of what the files still have, until full or nothing is left. */
  fill(files: readonly FilePlaces[], perFile: number): void {
    while (!this.isFull) {
      let best: { file: FilePlaces; place: Place } | null = null;
      for (const file of files) {
        const place = this.next(file, perFile);
        if (place && (!best || comparePlaces(place, best.place) < 0)) best = { file, place };
      }
      if (!best) return;
      this.choose(best.file, best.place);
    }
  }

  sorted(): Group[] {
    return [...this.firsts, ...this.lowered()].sort(compareGroups);
  }

  /** Further results, each below the first results it waited for; those that are lowered keep their order. */
  private lowered(): Group[] {
    let highest = this.lowestAwaited - DIVERSITY.secondBelow;
    return [...this.further].sort(compareGroups).map((group) => {
      if (group.place.score <= highest) return group;
      const score = highest;
      highest -= DIVERSITY.secondBelow;
      return { ...group, place: { ...group.place, score } };
    });
  }

  private next({ ranked, places }: FilePlaces, perFile: number): Place | null {
    const count = this.countByFile.get(ranked.file) ?? 0;
    if (count >= perFile) return null;
    return places.find((place) => !this.places.has(place) && !this.symbols.has(symbolKey(place))) ?? null;
  }

  private choose({ ranked, count: ofFile, countOf }: FilePlaces, place: Place): void {
    const collapsed = this.groupBy === "file" ? ofFile : place.symbol ? countOf(place.symbol) : 1;
    const count = this.countByFile.get(ranked.file) ?? 0;
    (count === 0 ? this.firsts : this.further).push({ place, collapsed });
    this.countByFile.set(ranked.file, count + 1);
    this.places.add(place);
    this.symbols.add(symbolKey(place));
  }
}

/** Places without a symbol are their own group. */
function symbolKey({ path, symbol, span }: Place): string {
  return symbol?.id ?? `${path}:${span.startLine}`;
}

function compareGroups(left: Group, right: Group): number {
  return comparePlaces(left.place, right.place);
}

/** Score descending, then file, start line, symbol label (none last), symbol id. */
export function comparePlaces(left: Place, right: Place): number {
  return (
    right.score - left.score ||
    compareText(left.path, right.path) ||
    left.span.startLine - right.span.startLine ||
    Number(left.symbol === null) - Number(right.symbol === null) ||
    compareText(left.symbol?.label ?? "", right.symbol?.label ?? "") ||
    compareText(left.symbol?.id ?? "", right.symbol?.id ?? "")
  );
}
