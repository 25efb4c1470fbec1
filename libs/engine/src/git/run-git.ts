/**
 * Runs git queries on a folder. They never write, run programs from the repository's configuration, or use
 * the network: a repository from an archive has whatever configuration its author put there.
 */
import { type ChildEnd, type ChildRun, cpuSecondsWithin, runBoundedChild } from "../bounded-child.ts";
import { type Repository, findRepository } from "../ignore/git/locations.ts";
import { KEPT_VARIABLES } from "./kept-variables.ts";
import { stallingFile } from "./stalling-files.ts";

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/**
 * Memory that git may write to. A status of 100,000 files takes 40 MB; a commit is read as a whole, however
 * long its message is.
 */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * Settings that could name programs or endless files (`/dev/zero`), or that make git do useless work: read
 * all references, compare all files with each other to find renames, add colours.
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
 * A partial clone would fetch missing objects, through a program if its remote is `ext::`. No protocol is
 * allowed: the configuration's own permission for a named protocol overrides settings, but not this variable.
 * Newer versions of git do not even try.
 */
const WITHOUT_NETWORK = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

export interface GitLimits {
  readonly timeoutMs: number;
  /** Default: 512 MiB. */
  readonly memoryBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Limits and settings of a git call. */
export interface GitCall extends GitLimits {
  /** `NAME=VALUE`; they override those of any file. */
  readonly settings?: readonly string[];
  /** What git reads from its standard input. Default: it has none. */
  readonly input?: string | undefined;
  /** Variables that git gets in addition. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Git failed or was killed. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";

  constructor(
    message: string,
    /** Exit code; null if git was killed, not started, or not called. */
    readonly code: number | null = null,
    /** Its output so far. */
    readonly stdout = "",
    /** It exceeded its limits on time, memory or output, and would do so again. */
    readonly isBeyondLimits = false,
  ) {
    super(message);
  }
}

/**
 * Output of git as text. Rejects with `GitFailure`, or with `PROCESS_LIMIT_REACHED` if no process can be
 * started.
 */
export async function runGit(root: string, args: readonly string[], call: GitCall): Promise<string> {
  return (await gitOutput(root, args, call)).toString();
}

/** Output of git as bytes: its paths need not be UTF-8. Rejects like `runGit`. */
export async function gitOutput(root: string, args: readonly string[], call: GitCall): Promise<Buffer> {
  refuseStalling(findRepository(root));
  return outputOf(root, args, call);
}

/**
 * Like `runGit`, for a repository of Satori's own with any tree. Whatever git says on its error stream is a
 * failure: it passes over files that it cannot examine with a message there, and ends with success.
 */
export async function runOwnGit(
  gitDir: string,
  root: string,
  args: readonly string[],
  call: GitCall,
): Promise<string> {
  let errors = "";
  const output = await outputOf(
    root,
    [`--git-dir=${gitDir}`, `--work-tree=${root}`, ...args],
    call,
    (chunk) => (errors ||= chunk.toString()),
  );
  if (errors !== "") throw new GitFailure(`git passed over files: ${errors}`);
  return output.toString();
}

async function outputOf(
  root: string,
  args: readonly string[],
  call: GitCall,
  onErrors: (chunk: Buffer) => void = () => undefined,
): Promise<Buffer> {
  const { timeoutMs, memoryBytes = MAX_MEMORY_BYTES, signal, input } = call;
  const chunks: Buffer[] = [];
  const end = await runBoundedChild({
    ...gitProgram(root, args, call),
    stop: signal,
    hasInput: input !== undefined,
    onStart: (child) => void child.input?.end(input),
    limits: {
      memoryBytes,
      cpuSeconds: cpuSecondsWithin(timeoutMs),
      wallMs: timeoutMs,
      outputBytes: MAX_OUTPUT_BYTES,
    },
    onOutput: (chunk) => void chunks.push(chunk),
    onErrors,
  });
  const stdout = Buffer.concat(chunks);
  if (end?.status === 0 && end.cutBy === null) return stdout;
  throw gitFailure(end, stdout.toString());
}

/** Throws `GitFailure` if a file of the repository would keep git from ending. */
export function refuseStalling(repository: Pick<Repository, "gitDir" | "commonDir">): void {
  const stalling = stallingFile(repository);
  if (stalling !== null) throw new GitFailure(`git would wait for ${stalling}`);
}

/** Git with its arguments and environment, to be run under limits. */
export function gitProgram(
  root: string,
  args: readonly string[],
  { settings = [], variables = {} }: Pick<GitCall, "settings" | "variables"> = {},
): Pick<ChildRun, "command" | "args" | "environment"> {
  return {
    command: "git",
    args: [
      "-C",
      root,
      "--no-optional-locks",
      "--no-pager",
      ...[...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]),
      ...args,
    ],
    environment: { ...untiedEnvironment(), ...WITHOUT_NETWORK, ...variables },
  };
}

/** The failure of a run that has ended. */
export function gitFailure(end: ChildEnd | null, stdout = ""): GitFailure {
  return new GitFailure(endOf(end), end?.status ?? null, stdout, isBeyondLimits(end));
}

function endOf(end: ChildEnd | null): string {
  if (end === null) return "git cannot be started";
  return end.cutBy === null ? `git ended with ${end.status}` : `git was ended (${end.cutBy})`;
}

function isBeyondLimits(end: ChildEnd | null): boolean {
  return end?.cutBy === "time" || end?.cutBy === "memory" || end?.cutBy === "output";
}

/**
 * Settings without which git would run a repository's filters, or read attributes from a file that it names,
 * to find out whether a file is as committed. Rejects if a filter has a name that no setting can express.
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
    throw new Error("a filter's name cannot be used in a setting");
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

/** The attributes file from the user's own configuration, whatever the repository's names. */
async function ownAttributes(root: string, limits: GitLimits): Promise<string> {
  const file = await runGit(
    root,
    ["config", "--global", "--includes", "--get", "core.attributesFile"],
    limits,
  ).catch(unlessNone);
  return file.replace(/\r?\n$/, "") || "/dev/null";
}

/** Git reports that no key matches by exit code 1. */
function unlessNone(error: { readonly code?: unknown }): string {
  if (error.code === 1) return "";
  throw error;
}

/** The environment without git's variables, except `KEPT_VARIABLES`. */
function untiedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || KEPT_VARIABLES.test(name)),
  );
}
