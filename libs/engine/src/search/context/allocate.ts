/**
 * Distributes a budget over excerpts: a compact piece of each, best first, and more lines of the better ones.
 * Pure.
 */
import type { Excerpt } from "./excerpt.ts";
import { type ChosenExcerpt, draftSections, sectionOf } from "./sections.ts";

/** Longest role, for estimates that are made before roles are known. */
const LONGEST_ROLE = "related";
/** Share of the budget that the compact piece of one excerpt may take, unless it is the first. */
const MAX_COMPACT_SHARE = 1 / 4;

/** Chosen stages of excerpts, with the characters that their sections take as JSON. */
export class Allocation {
  /** Characters of all sections, including the comma after each, and those spent otherwise. */
  private chars = 0;
  private readonly stages = new Map<Excerpt, number>();
  private readonly ranks = new Map<Excerpt, number>();
  /** Excerpts and characters of each file, by path. */
  private readonly files = new Map<string, { readonly excerpts: Set<Excerpt>; chars: number }>();

  /** @param maxChars characters that sections may take */
  constructor(private readonly maxChars: number) {}

  /** Characters that remain. */
  get remaining(): number {
    return this.maxChars - this.chars;
  }

  /** Takes characters for something other than sections; false, and takes none, if they do not remain. */
  spend(chars: number): boolean {
    if (chars > this.remaining) return false;
    this.chars += chars;
    return true;
  }

  /** Whether an excerpt is shown. */
  has(excerpt: Excerpt): boolean {
    return this.stages.has(excerpt);
  }

  /** Whether an excerpt is shown up to its last stage. */
  isWhole(excerpt: Excerpt): boolean {
    return this.stages.get(excerpt) === excerpt.stages - 1;
  }

  /** The chosen excerpts, in the order in which they were first chosen. */
  chosen(): readonly ChosenExcerpt[] {
    return [...this.stages].map(([excerpt, stage]) => this.choice(excerpt, stage));
  }

  /**
   * Shows the compact piece of each excerpt, in order, if it fits.
   *
   * @param share the share of all characters that all excerpts together may take here
   */
  addCompact(excerpts: readonly Excerpt[], share: number): void {
    const until = Math.min(this.maxChars, this.chars + this.maxChars * share);
    for (const excerpt of excerpts) {
      if (this.has(excerpt)) continue;
      const most = Math.min(until, this.chars + this.maxChars * MAX_COMPACT_SHARE);
      this.raise(excerpt, 0, this.stages.size === 0 ? this.maxChars : most);
    }
  }

  /**
   * Shows the excerpts, and more and more of the better ones, while there is room. Each stage of an excerpt
   * comes when the compact piece of the one twice as far down the order does. An excerpt that does not fit
   * grows no further.
   *
   * @param excerpts best first
   * @param share the share of all characters that all excerpts together may take here
   */
  fill(excerpts: readonly Excerpt[], share: number): void {
    const until = Math.min(this.maxChars, this.chars + this.maxChars * share);
    const steps = excerpts.flatMap((excerpt, at) =>
      Array.from({ length: excerpt.stages }, (_, stage) => ({
        excerpt,
        stage,
        at,
        key: stage + Math.log2(at + 1),
      })),
    );
    steps.sort((left, right) => left.key - right.key || left.at - right.at);
    const closed = new Set<Excerpt>();
    for (const { excerpt, stage } of steps) {
      if (closed.has(excerpt) || (this.stages.get(excerpt) ?? -1) >= stage) continue;
      const most = stage === 0 ? Math.min(until, this.chars + this.maxChars * MAX_COMPACT_SHARE) : until;
      if (!this.raise(excerpt, stage, this.stages.size === 0 ? this.maxChars : most)) closed.add(excerpt);
    }
  }

  /** Shows a stage of an excerpt if all sections then stay within `maxChars`. */
  private raise(excerpt: Excerpt, stage: number, maxChars: number): boolean {
    const { path } = excerpt.in;
    const file = this.files.get(path) ?? { excerpts: new Set<Excerpt>(), chars: 0 };
    if (!this.ranks.has(excerpt)) this.ranks.set(excerpt, this.ranks.size);
    const choices = [...new Set([...file.excerpts, excerpt])].map((one) =>
      this.choice(one, one === excerpt ? stage : (this.stages.get(one) ?? 0)),
    );
    const chars = charsOf(choices);
    if (this.chars - file.chars + chars > maxChars) return false;
    this.chars += chars - file.chars;
    file.chars = chars;
    file.excerpts.add(excerpt);
    this.files.set(path, file);
    this.stages.set(excerpt, stage);
    return true;
  }

  private choice(excerpt: Excerpt, stage: number): ChosenExcerpt {
    return { excerpt, rank: this.ranks.get(excerpt) ?? 0, lines: excerpt.linesAt(stage) };
  }
}

/** Characters of the sections of one file as JSON, including the comma after each. */
function charsOf(choices: readonly ChosenExcerpt[]): number {
  return draftSections(choices).reduce(
    (sum, draft) => sum + JSON.stringify(sectionOf(draft, LONGEST_ROLE)).length + 1,
    0,
  );
}
