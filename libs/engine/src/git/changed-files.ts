/** Which tracked files of a working tree have uncommitted changes: what somebody works on is what they ask about. */
import { filtersOff, runGit } from "./run-git.ts";

const CACHE_MS = 5_000;
const TIMEOUT_MS = 3_000;

export class ChangedFiles {
  private readonly cache = new Map<string, { readonly atMs: number; readonly files: Promise<ReadonlySet<string>> }>();

  /** Paths relative to the root, as the index names them. Empty outside git repositories, without git, and when git is slow. */
  of(root: string, nowMs: number): Promise<ReadonlySet<string>> {
    const known = this.cache.get(root);
    if (known && Math.abs(nowMs - known.atMs) < CACHE_MS) return known.files;
    const files = changedFiles(root).catch(() => new Set<string>());
    this.cache.set(root, { atMs: nowMs, files });
    return files;
  }
}

async function changedFiles(root: string): Promise<Set<string>> {
  const limits = { timeoutMs: TIMEOUT_MS };
  const [prefixLine, settings] = await Promise.all([runGit(root, ["rev-parse", "--show-prefix"], limits), filtersOff(root, limits)]);
  // A submodule is no file, and would be asked with its own configuration.
  const status = await runGit(root, ["status", "--porcelain=v1", "-z", "--untracked-files=no", "--ignore-submodules=all", "--", "."], { ...limits, settings });
  // Of a folder inside the work tree: its path from the top, with a slash behind it.
  const prefix = prefixLine.replace(/\r?\n$/, "");
  const changed = new Set<string>();
  const entries = status.split("\0");
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as string;
    const path = entry.slice(3);
    if (path !== "" && path.startsWith(prefix)) changed.add(path.slice(prefix.length).normalize("NFC"));
    // The old name of a rename follows its new one.
    if (/^[RC]|^.[RC]/.test(entry)) at++;
  }
  return changed;
}
