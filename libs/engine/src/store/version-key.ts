/**
 * Names one version of a file, wherever its vectors and words are stored: the same text at the same path has
 * the same name. Pure.
 */
import { createHash } from "node:crypto";
import type { PreparedFile } from "../model/indexed-file.ts";

/** 24 hexadecimal digits. */
export function versionKey({
  path,
  hash,
  language,
  isDegraded,
}: Pick<PreparedFile, "path" | "hash" | "language" | "isDegraded">): string {
  return createHash("sha256")
    .update(JSON.stringify([path, hash, language, isDegraded]))
    .digest("hex")
    .slice(0, 24);
}
