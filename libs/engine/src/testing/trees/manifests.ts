/**
 * Folder manifests for tests, written as one line per name: `kind name hash mtime`. The hash is one hex
 * digit, or `-` for none.
 */
import {
  type EntryKind,
  type FolderManifest,
  STATS_PER_ENTRY,
  entryKind,
  hashAt,
  kindCode,
} from "../../model/manifest.ts";

/** Parses the manifest of a folder. Lines may be in any order; the time is 1 by default. */
export function manifestOf(path: string, text: string): FolderManifest {
  const entries = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [kind = "", name = "", hash = "-", mtime = "1"] = line.split(" ");
      return { kind: kind as EntryKind, name, hash, mtime: Number(mtime) };
    });
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
    path,
    names: entries.map(({ name }) => name),
    kinds: Uint8Array.from(entries, ({ kind }) => kindCode(kind)),
    stats: Float64Array.from(entries.flatMap(({ mtime }) => [10, mtime, 1, 1])),
    hashes: Uint8Array.from(
      entries.flatMap(({ hash }) =>
        Array.from({ length: 16 }, () => (hash === "-" ? 0 : Number.parseInt(hash + hash, 16))),
      ),
    ),
  };
}

/** Lines of a manifest, in the form that `manifestOf` reads. */
export function linesOf(folder: FolderManifest): string[] {
  return folder.names.map((name, at) => {
    const hash = hashAt(folder, at);
    return (
      `${entryKind(folder, at)} ${name} ${/^0+$/.test(hash) ? "-" : hash[0]} ` +
      `${folder.stats[at * STATS_PER_ENTRY + 1]}`
    );
  });
}

/** The whole hash that a digit stands for. */
export const hashOf = (digit: string): string => digit.repeat(32);
