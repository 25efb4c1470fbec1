/**
 * What has been on disk when. Times are those of `performance.now()` of this process, which makes all the
 * edits.
 */
import type { Version } from "./versions.ts";

/** That a path had a version: at most from before it appeared until after it was gone. */
export interface Stay {
  readonly version: Version;
  readonly fromMs: number;
  /** Infinite while it is there. */
  untilMs: number;
}

export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** An edit takes this long at most; within it nobody can tell what was there. */
const EDIT_MS = 100;

export class History {
  /** By path, oldest first; also of paths that are gone. */
  private readonly byPath = new Map<string, Stay[]>();

  /** Paths that are there. */
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

  /** Notes an edit that has just been made. */
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

  /** Whether a path may have been absent at some moment of a period. */
  wasAbsent(path: string, { fromMs, untilMs }: Period): boolean {
    let presentUntilMs = Number.NEGATIVE_INFINITY;
    for (const stay of this.of(path)) {
      // A version that takes the place of another one leaves no gap.
      const isGap = stay.fromMs > presentUntilMs;
      if (isGap && presentUntilMs - EDIT_MS <= untilMs && stay.fromMs + EDIT_MS >= fromMs) return true;
      presentUntilMs = stay.untilMs;
    }
    return presentUntilMs - EDIT_MS <= untilMs;
  }

  /** Whether a path may have got another version, or have gone, at some moment of a period. */
  wasEdited(path: string, { fromMs, untilMs }: Period): boolean {
    return this.of(path).some((stay) =>
      [stay.fromMs, stay.untilMs].some((atMs) => atMs - EDIT_MS <= untilMs && atMs + EDIT_MS >= fromMs),
    );
  }
}

/** Whether a version may have been there at some moment of a period. */
export function overlaps(stay: Period, { fromMs, untilMs }: Period): boolean {
  return stay.fromMs <= untilMs && stay.untilMs >= fromMs;
}
