/**
 * A note beside an index that somebody met with damage in it, for whoever asks next, be it another process.
 * It names the run that wrote what is damaged: of any other run it says nothing, so that nobody has to take
 * it back.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../engine-context.ts";
import { type EngineError, causeOf, isCorruption } from "../errors.ts";
import { FileCorruption, isRefusal } from "../sqlite/store-errors.ts";
import { INDEX_FILES } from "./home/home.ts";
import { writePrivateFile } from "../disk/private-files.ts";

export interface CorruptionRecord {
  readonly runId: string;
  /** ISO 8601. */
  readonly at: string;
  /** What was read where, for the log of whoever asks next; empty where that is not known. */
  readonly cause: string;
  /** SQLite found it, so that SQLite can tell whether it is still there. */
  readonly isOfFile: boolean;
}

/** When somebody came upon damage. */
export interface ObservedCorruption {
  /** When the work began that met with it. */
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly cause: string;
  /** As of `Damage`. */
  readonly isOfFile: boolean;
}

/** What keeps the note of a codebase. */
interface CorruptionRecorder {
  /** Makes the next read come from the file. Returns false while this process writes the index. */
  reopen(): Promise<boolean>;
  recordCorruption(seen: ObservedCorruption): Promise<void>;
}

/**
 * Does work that reads the index of a codebase. If the work finds damage, it is repeated once with the file
 * reopened: after a failed read, SQLite may keep pages in memory that differ from the file. Damage found
 * again is noted and thrown.
 */
export async function recordingCorruption<Result>(
  codebase: () => CorruptionRecorder,
  clock: Clock,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isCorruption(error) && !isRefusal(error)) throw error;
    const isReopened = await codebase().reopen();
    if (!isCorruption(error)) throw error;
    if (!isReopened) return noted(error, codebase(), { sinceMs: clock.nowMs(), clock });
  }
  const sinceMs = clock.nowMs();
  try {
    return await work();
  } catch (error) {
    if (isCorruption(error)) return noted(error, codebase(), { sinceMs, clock });
    throw error;
  }
}

/** Throws the damage. @param sinceMs when the work began that met with it */
async function noted(
  error: EngineError,
  codebase: CorruptionRecorder,
  { sinceMs, clock }: { readonly sinceMs: number; readonly clock: Clock },
): Promise<never> {
  await codebase.recordCorruption({
    sinceMs,
    nowMs: clock.nowMs(),
    cause: causeOf(error),
    isOfFile: error.cause instanceof FileCorruption,
  });
  throw error;
}

/** Where nothing can be written, whoever reads the damage next comes upon it again. */
export function writeCorruptionRecord(folder: string, damage: CorruptionRecord): void {
  try {
    writePrivateFile(join(folder, INDEX_FILES.damage), JSON.stringify(damage));
  } catch {
    // Without a note.
  }
}

/** Null when nothing was noted. */
export function recordedCorruption(folder: string): CorruptionRecord | null {
  const note = join(folder, INDEX_FILES.damage);
  if (!existsSync(note)) return null;
  try {
    const { runId, at, cause, isOfFile } = JSON.parse(readFileSync(note, "utf8")) as Readonly<
      Partial<Record<keyof CorruptionRecord, unknown>>
    >;
    return typeof runId === "string" && typeof at === "string"
      ? { runId, at, cause: typeof cause === "string" ? cause : "", isOfFile: isOfFile === true }
      : null;
  } catch {
    return null;
  }
}

/** Once the store that it is about is gone, or found sound. */
export function forgetDamage(folder: string): void {
  rmSync(join(folder, INDEX_FILES.damage), { recursive: true, force: true });
}
