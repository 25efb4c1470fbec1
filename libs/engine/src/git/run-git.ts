/**
 * Asking git about a folder, so that it neither writes, nor runs what the repository's configuration names, nor goes to the network:
 * a repository that came in an archive has the configuration that its author wished.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** What they name may be programs, or files that have no end (`/dev/zero`). */
const SETTINGS = ["core.fsmonitor=false", "log.showSignature=false", "diff.orderFile=/dev/null"];

/**
 * A partial clone would fetch what it lacks, through a program where its remote is called `ext::`. No protocol is allowed: what the
 * configuration allows by a protocol's name outweighs settings, and not this. Newer versions of git do not even try.
 */
const WITHOUT_NETWORK = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1" };

export interface GitLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How git is asked, beside its limits. */
export interface GitCall extends GitLimits {
  /** `NAME=VALUE`, over those of any file. */
  readonly settings?: readonly string[];
}

/** What git prints. Rejects where it is not there, fails, or takes too long; what it has printed until then is the error's `stdout`. */
export async function runGit(root: string, args: readonly string[], { timeoutMs, signal, settings = [] }: GitCall): Promise<string> {
  const options = { timeout: timeoutMs, killSignal: "SIGKILL" as const, signal, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true, env: { ...untiedEnvironment(), ...WITHOUT_NETWORK } };
  return (await run("git", ["-C", root, "--no-optional-locks", ...[...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]), ...args], options)).stdout;
}

/**
 * Settings without which git runs the filters of a repository, or reads attributes from wherever that says, to tell whether a file is
 * as it was committed. Rejects where there are such that no setting can speak of.
 */
export async function filtersOff(root: string, limits: GitLimits): Promise<string[]> {
  const keys = (await runGit(root, ["config", "-z", "--name-only", "--get-regexp", "^(filter\\.|core\\.attributesfile$)"], limits).catch(unlessNone)).split("\0");
  const filters = new Set(keys.flatMap((key) => /^(filter\..+)\.[^.]+$/s.exec(key)?.[1] ?? []));
  if ([...filters].some((filter) => filter.includes("="))) throw new Error("a filter has a name that no setting can speak of");
  const attributes = keys.includes("core.attributesfile") ? [`core.attributesFile=${await ownAttributes(root, limits)}`] : [];
  return [...attributes, ...[...filters].flatMap((filter) => [`${filter}.clean=`, `${filter}.process=`, `${filter}.required=false`])];
}

/** The file that the user's own configuration names, whatever the repository's does. */
async function ownAttributes(root: string, limits: GitLimits): Promise<string> {
  const file = await runGit(root, ["config", "--global", "--includes", "--get", "core.attributesFile"], limits).catch(unlessNone);
  return file.replace(/\r?\n$/, "") || "/dev/null";
}

/** That no key is such git says by its exit code. */
function unlessNone(error: { readonly code?: unknown }): string {
  if (error.code === 1) return "";
  throw error;
}

/** Without the variables that tie git to one repository: this process may have been started by a hook of another. */
function untiedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|CONFIG)$/.test(name)));
}
