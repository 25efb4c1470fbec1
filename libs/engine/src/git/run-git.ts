/**
 * Asking git about a folder, so that it neither writes, nor runs what the repository's configuration names,
 * nor goes to the network: a repository that came in an archive has the configuration that its author wished.
 */
import { type ChildEnd, cpuSecondsWithin, runBoundedChild } from "../bounded-child.ts";
import { findRepository } from "../ignore/git/places.ts";
import { stallingFile } from "./stalling-files.ts";

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/**
 * Memory that git may write to. A status of 100,000 files takes 40 MB; a commit is read as a whole, however
 * long its message is.
 */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * What they name may be programs, or files that have no end (`/dev/zero`); or they make git do work that
 * nobody asked for: read all references, compare each file with each other one to find renames, colour what
 * is not for a terminal.
 */
const SETTINGS = [
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.excludesFile=/dev/null",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.editor=false",
  "core.askPass=",
  "credential.helper=",
  "gpg.program=false",
  "log.showSignature=false",
  "log.mailmap=false",
  "mailmap.file=",
  "mailmap.blob=",
  "log.decorate=false",
  "log.follow=false",
  "notes.displayRef=",
  "diff.orderFile=/dev/null",
  "diff.external=",
  "diff.renameLimit=1000",
  "status.renameLimit=1000",
  "status.submoduleSummary=false",
  "blame.ignoreRevsFile=",
  "color.ui=false",
];

/**
 * A partial clone would fetch what it lacks, through a program where its remote is called `ext::`. No
 * protocol is allowed: what the configuration allows by a protocol's name outweighs settings, and not this.
 * Newer versions of git do not even try.
 */
const WITHOUT_NETWORK = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

export interface GitLimits {
  readonly timeoutMs: number;
  /** Default: 512 MiB. */
  readonly memoryBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How git is asked, beside its limits. */
export interface GitCall extends GitLimits {
  /** `NAME=VALUE`, over those of any file. */
  readonly settings?: readonly string[];
}

/** Git has failed, or was ended. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";

  constructor(
    message: string,
    /** Its exit code; null where it was killed, not started, or not asked. */
    readonly code: number | null = null,
    /** What it has printed. */
    readonly stdout = "",
    /** It took too long, or more memory than it may: it would again. */
    readonly isBeyondLimits = false,
  ) {
    super(message);
  }
}

/** What git prints. Rejects with `GitFailure`; with `PROCESS_LIMIT_REACHED` where nothing can be started. */
export async function runGit(
  root: string,
  args: readonly string[],
  { timeoutMs, memoryBytes = MAX_MEMORY_BYTES, signal, settings = [] }: GitCall,
): Promise<string> {
  const stalling = stallingFile(findRepository(root));
  if (stalling !== null) throw new GitFailure(`git would wait for ${stalling}`);
  const chunks: Buffer[] = [];
  const end = await runBoundedChild({
    command: "git",
    args: [
      "-C",
      root,
      "--no-optional-locks",
      "--no-pager",
      ...[...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]),
      ...args,
    ],
    environment: { ...untiedEnvironment(), ...WITHOUT_NETWORK },
    stop: signal,
    limits: {
      memoryBytes,
      cpuSeconds: cpuSecondsWithin(timeoutMs),
      wallMs: timeoutMs,
      outputBytes: MAX_OUTPUT_BYTES,
    },
    onOutput: (chunk) => void chunks.push(chunk),
    onErrors: () => undefined,
  });
  const stdout = Buffer.concat(chunks).toString();
  if (end?.status === 0 && end.cutBy === null) return stdout;
  throw new GitFailure(endOf(end), end?.status ?? null, stdout, isBeyondLimits(end));
}

function endOf(end: ChildEnd | null): string {
  if (end === null) return "git cannot be started";
  return end.cutBy === null ? `git ended with ${end.status}` : `git was ended (${end.cutBy})`;
}

function isBeyondLimits(end: ChildEnd | null): boolean {
  return end?.cutBy === "time" || end?.cutBy === "memory" || end?.cutBy === "output";
}

/**
 * Settings without which git runs the filters of a repository, or reads attributes from wherever that says,
 * to tell whether a file is as it was committed. Rejects where there are such that no setting can speak of.
 */
export async function filtersOff(root: string, limits: GitLimits): Promise<string[]> {
  const keys = (
    await runGit(
      root,
      ["config", "-z", "--name-only", "--get-regexp", "^(filter\\.|core\\.attributesfile$)"],
      limits,
    ).catch(unlessNone)
  ).split("\0");
  const filters = new Set(keys.flatMap((key) => /^(filter\..+)\.[^.]+$/s.exec(key)?.[1] ?? []));
  if ([...filters].some((filter) => filter.includes("=")))
    throw new Error("a filter has a name that no setting can speak of");
  const attributes = keys.includes("core.attributesfile")
    ? [`core.attributesFile=${await ownAttributes(root, limits)}`]
    : [];
  return [
    ...attributes,
    ...[...filters].flatMap((filter) => [
      `${filter}.clean=`,
      `${filter}.process=`,
      `${filter}.required=false`,
    ]),
  ];
}

/** The file that the user's own configuration names, whatever the repository's does. */
async function ownAttributes(root: string, limits: GitLimits): Promise<string> {
  const file = await runGit(
    root,
    ["config", "--global", "--includes", "--get", "core.attributesFile"],
    limits,
  ).catch(unlessNone);
  return file.replace(/\r?\n$/, "") || "/dev/null";
}

/** That no key is such git says by its exit code. */
function unlessNone(error: { readonly code?: unknown }): string {
  if (error.code === 1) return "";
  throw error;
}

/**
 * Of git's variables those that say where its programs and the user's configuration are. Others tie it to one
 * repository (this process may have been started by a hook of another), run programs, or write traces.
 */
function untiedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || KEPT_VARIABLES.test(name)),
  );
}

const KEPT_VARIABLES =
  /^GIT_(?:EXEC_PATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|(?:KEY|VALUE)_\d+|PARAMETERS)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)$/i;
