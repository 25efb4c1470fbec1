/** Reads the logs of files for one request, each once: several functions of a trace may be in one file. */
import { type FileLog, type LogRange, fileLog } from "../git/file-log.ts";
import type { GitCall } from "../git/run-git.ts";

export interface FileLogOptions {
  readonly root: string;
  /** Only its older ends count: each log starts at its own commit. */
  readonly range: LogRange;
  readonly maxCommits: number;
  readonly git: GitCall;
}

/** Throws like `fileLog`; a failed log is read again the next time. */
export function fileLogs({
  root,
  range: { exclude, since },
  maxCommits,
  git,
}: FileLogOptions): (commit: string, path: string) => Promise<FileLog> {
  const logs = new Map<string, Promise<FileLog>>();
  return (commit, path) => {
    const key = `${commit} ${path}`;
    const known = logs.get(key);
    if (known) return known;
    const log = fileLog(root, { tip: commit, exclude, since, path, max: maxCommits }, git);
    log.catch(() => logs.delete(key));
    logs.set(key, log);
    return log;
  };
}
