/** Stores what is known of explorations in small files that expire, in a private temporary folder. */
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Exploration, NEW_EXPLORATION } from "./advice.ts";

/** Files that are kept; the oldest ones are removed first. */
export const MAX_FILES = 200;
/** Files that were not written for this long are removed. */
const FILE_EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;
const MAX_FILE_BYTES = 64 * 1024;

/** The folder of this user's files. Created on first use. */
export function explorationFolder(): string {
  return join(tmpdir(), `satori-hook-${process.getuid?.() ?? "user"}`);
}

/** The file of one agent of one session. Names of clients and sessions do not appear in it. */
export function explorationFile(folder: string, ...names: readonly string[]): string {
  return join(
    folder,
    `${createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 32)}.json`,
  );
}

/** What is known; nothing, if the file is missing or damaged. */
export function readExploration(file: string): Exploration {
  try {
    if (statSync(file).size > MAX_FILE_BYTES) return NEW_EXPLORATION;
    const { row, targets, advised, atMs } = JSON.parse(readFileSync(file, "utf8")) as Partial<Exploration>;
    const isSound =
      [row, advised, atMs].every((value) => Number.isSafeInteger(value) && Number(value) >= 0) &&
      Array.isArray(targets) &&
      targets.every((target) => typeof target === "string");
    return isSound ? ({ row, targets, advised, atMs } as Exploration) : NEW_EXPLORATION;
  } catch {
    return NEW_EXPLORATION;
  }
}

/**
 * Writes the file by renaming a temporary one, and removes expired files when it is new. Throws if the folder
 * belongs to someone else, is a link, or cannot be written.
 */
export function writeExploration(folder: string, file: string, exploration: Exploration): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requirePrivate(folder);
  const isNew = statSync(file, { throwIfNoEntry: false }) === undefined;
  const staged = `${file}.${process.pid}.tmp`;
  // Not over a file or link of another process.
  writeFileSync(staged, JSON.stringify(exploration), { mode: 0o600, flag: "wx" });
  renameSync(staged, file);
  if (isNew) removeExpired(folder, exploration.atMs);
}

function requirePrivate(folder: string): void {
  const entry = lstatSync(folder);
  const isOwn = process.getuid === undefined || entry.uid === process.getuid();
  if (!entry.isDirectory() || !isOwn || (process.platform !== "win32" && (entry.mode & 0o077) !== 0))
    throw new Error(`${folder} is not private`);
}

function removeExpired(folder: string, nowMs: number): void {
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, atMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((left, right) => right.atMs - left.atMs);
  for (const [at, { path, atMs }] of files.entries())
    if (at >= MAX_FILES || nowMs - atMs > FILE_EXPIRES_AFTER_MS) rmSync(path, { force: true });
}
