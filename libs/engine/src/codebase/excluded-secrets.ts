/**
 * Secrets that a scan excluded: all ignored entries with the name of a secret, whichever rule ignores them.
 * Pure. Used by `status` and by the notice before an upload.
 */
import type { ExcludedSecrets } from "@satori/contracts";
import { hasSecretName } from "../ignore/secret-names.ts";
import { type FolderManifest, entryKind, entryPath } from "../model/manifest.ts";
import { compareText } from "../model/paths.ts";

const MAX_EXAMPLES = 5;

/**
 * Counts excluded secrets. Does not count those in ignored folders, which are not scanned.
 *
 * @param check called for each entry; may throw
 */
export function findExcludedSecrets(folders: Iterable<FolderManifest>, check?: () => void): ExcludedSecrets {
  const paths: string[] = [];
  for (const folder of folders) {
    for (const [at, name] of folder.names.entries()) {
      check?.();
      const kind = entryKind(folder, at);
      if (kind !== "ignored_file" && kind !== "ignored_folder") continue;
      const isDirectory = kind === "ignored_folder";
      if (!hasSecretName({ folder: folder.path, name, isDirectory })) continue;
      paths.push(`${entryPath(folder.path, name)}${isDirectory ? "/" : ""}`);
    }
  }
  return { count: paths.length, examples: paths.sort(compareText).slice(0, MAX_EXAMPLES) };
}
