/**
 * Folder manifests for tests, written as one line a name: `kind name hash mtime`, the hash as one hex digit,
 * `-` for none.
 */
import {
  type EntryKind,
  type FolderManifest,
  STATS_PER_ENTRY,
  entryKind,
  hashAt,
  kindCode,
} from "../../model/manifest.ts";

/** A manifest of a folder; lines in any order, the time 1 unless it is given. */
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

/** The lines of a manifest. */
export function linesOf(folder: FolderManifest): string[] {
  return folder.names.map((name, at) => {
    const hash = hashAt(folder, at);
    return (
      `${entryKind(folder, at)} ${name} ${/^0+$/.test(hash) ? "-" : hash[0]} ` +
      `${folder.stats[at * STATS_PER_ENTRY + 1]}`
    );
  });
}

/** The hash that a digit stands for. */
export const hashOf = (digit: string): string => digit.repeat(32);
