/**
 * Finds what git would find around a folder: the top level of its work tree, the repository's common folder,
 * and the user's global excludes file. Does not need git.
 *
 * Not supported, on purpose: `GIT_DIR` and `GIT_WORK_TREE` (a server outlives the command that set them),
 * conditional includes, and configuration in the environment.
 */
import { type Stats, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readSmallFile } from "../../disk/read-small-file.ts";
import { MAX_CONTROL_FILE_BYTES } from "../limits.ts";
import type { LetterCase } from "../wildmatch/bracket.ts";
import { type ConfigEntry, parseGitConfig } from "./config.ts";

/** Most configuration files read for one value, including included files. */
const MAX_CONFIG_FILES = 100;

/** The parts of the process environment that the lookups use. */
export interface HostEnvironment {
  /** Absolute home folder; null if there is none. */
  readonly home: string | null;
  /** Used variables: `XDG_CONFIG_HOME`, `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_NOSYSTEM`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Absolute paths. */
export interface GitLocations {
  /** The nearest folder, at or above the start, that contains a `.git`; null outside work trees. */
  readonly topLevel: string | null;
  /** Folder with `info/exclude` and `config`, shared by all work trees; null if the `.git` points nowhere. */
  readonly commonDir: string | null;
  /** Path of the global excludes file, which need not exist; null if it is turned off. */
  readonly excludesFile: string | null;
  /** `folded` with `core.ignorecase`, which `git init` sets on file systems that ignore case. */
  readonly letterCase: LetterCase;
}

/** The environment of this process. */
export function hostEnvironment(): HostEnvironment {
  const home = homedir();
  // With an empty or relative `HOME`, each working directory would become the home folder.
  return { home: isAbsolute(home) ? home : null, variables: process.env };
}

/** Finds the git locations around a folder. Never throws: unreadable files count as missing. */
export function findGitLocations(folder: string, environment: HostEnvironment): GitLocations {
  const repository = findRepository(folder);
  const { topLevel, commonDir } = repository;
  const settings = coreSettings(repository, environment);
  const configured = excludesFileIn(settings, topLevel ?? folder, environment);
  const excludesFile = configured === undefined ? gitHomeFile("ignore", environment) : configured;
  const letterCase = isOn(settings, "core.ignorecase") ? "folded" : "exact";
  return { topLevel, commonDir, excludesFile, letterCase };
}

/** Where the repository of a folder keeps its files. */
export interface Repository extends Pick<GitLocations, "topLevel" | "commonDir"> {
  /** Folder with `HEAD`: a linked work tree has its own. Null if the `.git` points nowhere. */
  readonly gitDir: string | null;
}

/** Finds the repository only, without reading configuration for the excludes file. */
export function findRepository(start: string): Repository {
  for (let folder = start; ; folder = dirname(folder)) {
    const marker = join(folder, ".git");
    const stats = statsBehind(marker);
    // A `.git` file whose target is missing (a work tree that is mounted alone) still marks the top level.
    if (stats?.isFile()) return repositoryAt(folder, linkedGitDir(marker));
    const repository = repositoryAt(folder, stats?.isDirectory() ? marker : null);
    if (repository.commonDir !== null) return repository;
    if (dirname(folder) === folder) return { topLevel: null, commonDir: null, gitDir: null };
  }
}

/**
 * The common folder of the repository of a linked work tree; null if the folder is not one, for example a
 * submodule.
 */
export function repositoryOfWorkTree(folder: string): string | null {
  const gitDir = linkedGitDir(join(folder, ".git"));
  if (gitDir === null || statsBehind(join(gitDir, "commondir")) === undefined) return null;
  return commonDirOf(gitDir);
}

/**
 * The main work tree of a repository, absolute; null if it has none. A submodule names its own in its
 * configuration.
 *
 * @param commonDir absolute
 */
export function mainWorkTreeOf(commonDir: string): string | null {
  const entries = ["config", "config.worktree"].flatMap((file) =>
    parseGitConfig(readGitFile(join(commonDir, file)) ?? ""),
  );
  const named = entries.findLast(({ name }) => name === "core.worktree")?.value;
  if (named) return resolve(commonDir, named);
  return basename(commonDir) === ".git" ? dirname(commonDir) : null;
}

/** The repository folder that the `.git` file of a work tree or submodule names. */
function linkedGitDir(marker: string): string | null {
  const text = readGitFile(marker) ?? "";
  if (!text.startsWith(GIT_DIR)) return null;
  return resolve(dirname(marker), withoutLineEnds(text.slice(GIT_DIR.length)));
}

const GIT_DIR = "gitdir: ";

/** A regular expression would take quadratic time on a file of line ends followed by other text. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return text.slice(0, end);
}

function repositoryAt(topLevel: string, gitDir: string | null): Repository {
  const commonDir = commonDirOf(gitDir);
  return { topLevel, commonDir, gitDir: commonDir === null ? null : gitDir };
}

/** Null if the folder is not a repository, for example an empty `.git` folder, which git ignores. */
function commonDirOf(gitDir: string | null): string | null {
  if (gitDir === null || !existsSync(join(gitDir, "HEAD"))) return null;
  const named = readGitFile(join(gitDir, "commondir"));
  const commonDir = named === null ? gitDir : resolve(gitDir, named.trimEnd());
  return existsSync(join(commonDir, "objects")) ? commonDir : null;
}

/**
 * The last `core.excludesFile` of all files; undefined if none sets it, null if it is set to an empty value.
 */
function excludesFileIn(
  settings: CoreSettings,
  relativeTo: string,
  environment: HostEnvironment,
): string | null | undefined {
  const value = settings.get("core.excludesfile");
  if (value === undefined || value === null) return undefined;
  const optional = value.startsWith(":(optional)");
  const path = expandHome(value.slice(optional ? ":(optional)".length : 0), environment);
  if (path === "" || path === null) return null;
  const absolute = resolve(relativeTo, path);
  return optional && !existsSync(absolute) ? undefined : absolute;
}

/** Whether a setting is true, which it also is without a value. */
function isOn(settings: CoreSettings, name: string): boolean {
  const value = settings.get(name);
  if (value === undefined) return false;
  return value === null || /^(?:true|yes|on)$/i.test(value) || /^[+-]?0*[1-9]\d*[kmg]?$/i.test(value);
}

/** The last value of each setting that is read, by lower-case name; null for a name without a value. */
type CoreSettings = ReadonlyMap<string, string | null>;

const READ_SETTINGS: ReadonlySet<string> = new Set([
  "core.excludesfile",
  "core.ignorecase",
  "extensions.worktreeconfig",
]);

/** Reads the settings from all files that git reads them from; later files win. */
function coreSettings({ commonDir, gitDir }: Repository, environment: HostEnvironment): CoreSettings {
  const visited = new Set<string>();
  const settings = new Map<string, string | null>();
  const read = (file: string): void => {
    for (const { name, value } of settingsIn(file, environment, visited)) settings.set(name, value);
  };
  for (const file of machineConfigFiles(environment)) read(file);
  if (commonDir !== null) {
    settings.delete("extensions.worktreeconfig");
    read(join(commonDir, "config"));
    if (gitDir !== null && isOn(settings, "extensions.worktreeconfig")) read(join(gitDir, "config.worktree"));
  }
  return settings;
}

/** Configuration files of the system and the user, weakest first. */
function machineConfigFiles(environment: HostEnvironment): string[] {
  const { variables, home } = environment;
  const system = /^(1|true|yes|on)$/i.test(variables["GIT_CONFIG_NOSYSTEM"] ?? "")
    ? null
    : (variables["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig");
  const global = variables["GIT_CONFIG_GLOBAL"];
  const inHome = [gitHomeFile("config", environment), home === null ? null : join(home, ".gitconfig")];
  return [system, ...(global === undefined ? inHome : [global])].filter((file) => file !== null);
}

/** Settings of a configuration file and of the files it includes, in order. Each file is read once. */
function settingsIn(file: string, environment: HostEnvironment, visited: Set<string>): ConfigEntry[] {
  if (visited.has(file) || visited.size >= MAX_CONFIG_FILES) return [];
  visited.add(file);
  return parseGitConfig(readGitFile(file) ?? "").flatMap((entry) => {
    const { name, value } = entry;
    if (READ_SETTINGS.has(name)) return value === null && name === "core.excludesfile" ? [] : [entry];
    const included = value !== null && name === "include.path" ? expandHome(value, environment) : null;
    return included === null ? [] : settingsIn(resolve(dirname(file), included), environment, visited);
  });
}

/** A file of git's folder in the user's configuration folder. */
function gitHomeFile(name: string, { home, variables }: HostEnvironment): string | null {
  const configHome = variables["XDG_CONFIG_HOME"];
  if (configHome !== undefined && isAbsolute(configHome)) return join(configHome, "git", name);
  return home === null ? null : join(home, ".config", "git", name);
}

/** Resolves a leading `~/`; null for another user's home, which is not looked up. */
function expandHome(path: string, { home }: HostEnvironment): string | null {
  if (!path.startsWith("~")) return path;
  return home !== null && /^~($|\/)/.test(path) ? join(home, path.slice(1)) : null;
}

/** Content of a file of git; null if it is missing or unexpectedly large. */
export function readGitFile(file: string): string | null {
  return readSmallFile(file, MAX_CONTROL_FILE_BYTES)?.toString() ?? null;
}

/** Metadata of a link's target. Undefined if there is nothing or it is not accessible. */
function statsBehind(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
