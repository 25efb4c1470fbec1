/** Asking git about a folder, so that it neither writes, nor runs what the repository's configuration names, nor goes to the network. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** `protocol.allow`: a partial clone would fetch what it lacks. `log.showSignature` runs a program that the configuration may name. */
const SETTINGS = ["core.fsmonitor=false", "log.showSignature=false", "protocol.allow=never"].flatMap((setting) => ["-c", setting]);

export interface GitLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What git prints. Rejects where it is not there, fails, or takes too long; what it has printed until then is the error's `stdout`. */
export async function runGit(root: string, args: readonly string[], { timeoutMs, signal }: GitLimits): Promise<string> {
  const options = { timeout: timeoutMs, signal, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true, env: untiedEnvironment() };
  return (await run("git", ["-C", root, "--no-optional-locks", ...SETTINGS, ...args], options)).stdout;
}

/** Without the variables that tie git to one repository: this process may have been started by a hook of another. */
function untiedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE)$/.test(name)));
}
