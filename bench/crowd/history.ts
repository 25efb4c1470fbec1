/**
 * Records what was on disk at which time. Times are those of `performance.now()` in this process, which makes
 * all edits.
 */
import type { Version } from "./versions.ts";

/**
 * The period in which a path had a version, as an upper bound: from before it appeared until after it was
 * gone.
 */
export interface Stay {
  readonly version: Version;
  readonly fromMs: number;
  /** Infinite while the version exists. */
  untilMs: number;
}

export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Longest duration of an edit, during which it is unknown what was on disk. */
const EDIT_MS = 100;

export class History {
  /** By path, oldest first; includes removed paths. */
  private readonly byPath = new Map<string, Stay[]>();

  /** Paths that exist now. */
  get paths(): string[] {
    return [...this.byPath.keys()].filter((path) => this.current(path) !== null);
  }

  current(path: string): Version | null {
    const last = this.byPath.get(path)?.at(-1);
    return last?.untilMs === Number.POSITIVE_INFINITY ? last.version : null;
  }

  of(path: string): readonly Stay[] {
    return this.byPath.get(path) ?? [];
  }

  /** Records an edit that has just been made. */
  note(edit: {
    readonly beganMs: number;
    readonly gone?: string;
    readonly path?: string;
    readonly version?: Version;
  }): void {
    const nowMs = performance.now();
    for (const path of [edit.gone, edit.path]) {
      const last = path === undefined ? undefined : this.byPath.get(path)?.at(-1);
      if (last) last.untilMs = Math.min(last.untilMs, nowMs);
    }
    if (edit.path === undefined || edit.version === undefined) return;
    const stays = this.byPath.get(edit.path) ?? [];
    stays.push({ version: edit.version, fromMs: edit.beganMs, untilMs: Number.POSITIVE_INFINITY });
    this.byPath.set(edit.path, stays);
  }

  /** Whether a path may have been absent at some time in a period. */
  wasAbsent(path: string, { fromMs, untilMs }: Period): boolean {
    let presentUntilMs = Number.NEGATIVE_INFINITY;
    for (const stay of this.of(path)) {
      // A version that replaces another one leaves no gap.
      const isGap = stay.fromMs > presentUntilMs;
      if (isGap && presentUntilMs - EDIT_MS <= untilMs && stay.fromMs + EDIT_MS >= fromMs) return true;
      presentUntilMs = stay.untilMs;
    }
    return presentUntilMs - EDIT_MS <= untilMs;
  }

  /** Whether a path may have changed or been removed at some time in a period. */
  wasEdited(path: string, { fromMs, untilMs }: Period): boolean {
    return this.of(path).some((stay) =>
      [stay.fromMs, stay.untilMs].some((atMs) => atMs - EDIT_MS <= untilMs && atMs + EDIT_MS >= fromMs),
    );
  }
}

/** Whether a version may have existed at some time in a period. */
export function overlaps(stay: Period, { fromMs, untilMs }: Period): boolean {
  return stay.fromMs <= untilMs && stay.untilMs >= fromMs;
}
