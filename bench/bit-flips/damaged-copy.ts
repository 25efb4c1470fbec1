/**
 * Copies of a home whose index has one flipped bit. Each is a separate folder, because the driver may keep
 * the files of earlier copies open for a while.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Flip } from "./draw.ts";

/** The only index file of a home. */
export function indexFileIn(home: string): string {
  const indexes = join(home, "indexes");
  const [folder = ""] = readdirSync(indexes);
  return join(indexes, folder, "index.db");
}

/** The home that is copied. */
export interface SoundHome {
  readonly home: string;
  /** Contents of its index file, read while nothing was writing it. */
  readonly index: Buffer;
}

/** Calls `work` with a copy of a home, and removes the copy. @param flip null for an unchanged copy */
export async function withCopy<Result>(
  { home, index }: SoundHome,
  flip: Pick<Flip, "at" | "bit"> | null,
  work: (copy: string) => Promise<Result>,
): Promise<Result> {
  const copy = `${home}-copy`;
  rmSync(copy, { recursive: true, force: true });
  const folder = dirname(indexFileIn(home));
  const copiedFolder = join(copy, folder.slice(home.length + 1));
  mkdirSync(copiedFolder, { recursive: true });
  cpSync(join(folder, "codebase.json"), join(copiedFolder, "codebase.json"));
  const bytes = Buffer.from(index);
  if (flip) bytes[flip.at] = (bytes[flip.at] ?? 0) ^ (1 << flip.bit);
  writeFileSync(join(copiedFolder, "index.db"), bytes);
  try {
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
