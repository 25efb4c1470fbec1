/**
 * The corruption record: a file in the folder of a corrupt index that tells later readers, in any process,
 * what was found. It names the run that wrote the corrupt data and does not apply to any other run, so it
 * need not be deleted when a new run completes.
 */
import type { Clock } from "../ports.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EngineError, causeOf, isCorruption } from "../errors.ts";
import { FileCorruption, isRefusal } from "../sqlite/store-errors.ts";
import { INDEX_FILES } from "./home/home.ts";
import { writePrivateFile } from "../disk/private-files.ts";
import { removeAll } from "../disk/remove-and-rename.ts";

export interface CorruptionRecord {
  readonly runId: string;
  /** ISO 8601. */
  readonly at: string;
  /** What was found where, for the log of later readers; empty if unknown. */
  readonly cause: string;
  /** Whether SQLite found it, so that SQLite can check whether it is still there. */
  readonly isOfFile: boolean;
}

/** Corruption that a read has found. */
export interface ObservedCorruption {
  /** When the work that found it began. */
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly cause: string;
  /** See `CorruptionRecord`. */
  readonly isOfFile: boolean;
}

/** Keeps the corruption record of a codebase. */
interface CorruptionRecorder {
  /** Makes the next read come from the file. Returns false while this process writes the index. */
  reopen(): Promise<boolean>;
  recordCorruption(seen: ObservedCorruption): Promise<void>;
}

/**
 * Runs work that reads the index of a codebase. If the work finds corruption, it is repeated once with the
 * file reopened: after a failed read, SQLite may keep pages in memory that differ from the file. Corruption
 * that is found again is recorded and thrown.
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

/**
 * Records the corruption and throws its error.
 *
 * @param sinceMs when the work that found it began
 */
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

/** Writes the corruption record. If that fails, the next reader finds the corruption again. */
export function writeCorruptionRecord(folder: string, damage: CorruptionRecord): void {
  try {
    writePrivateFile(join(folder, INDEX_FILES.damage), JSON.stringify(damage));
  } catch {
    // The record stays missing.
  }
}

/** Reads the corruption record of an index folder; null if there is none. */
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

/** Deletes the record, once its store is gone or was found intact. */
export function forgetDamage(folder: string): void {
  removeAll(join(folder, INDEX_FILES.damage));
}
