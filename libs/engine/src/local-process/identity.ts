/**
 * Which local process answers a session. Sessions share one only if each of them would get the same from a
 * process of its own: same user and rights, same program, same configuration, same environment.
 */
import { statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { EngineConfig } from "../config.ts";
import { machineSearch, programsOnPath } from "../program-path.ts";
import { Secret } from "../secret.ts";
import type { Program } from "./program.ts";
import { hasRelativePaths, settingVariables, systemVariables } from "./environment.ts";
import { rightsOfProcess } from "./rights.ts";

/** Folder of the sockets in the home. */
export const SOCKETS_FOLDER = "sockets";
/**
 * Longest path of a socket in bytes. Systems have room for 104 to 108 with a zero at the end, and cut longer
 * ones.
 */
const MAX_SOCKET_BYTES = 103;
const KEY_CHARS = 12;
const BUILD_CHARS = 6;

export interface IdentitySources {
  readonly config: EngineConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly program: Program;
}

export interface LocalProcess {
  /** The same for all builds of a program, one after the other, in the same place. */
  readonly key: string;
  /** Key and build. */
  readonly name: string;
  /** Null if its path would be too long for a socket. */
  readonly socket: string | null;
}

/**
 * Whether sessions with this configuration have an engine of their own. In CI, processes that stay would
 * outlive the job; without a watch, there is nothing to share that stays correct for long. Paths relative to
 * the session's working folder would lead elsewhere in another process.
 */
export function isStandalone({
  config: { standalone, watch },
  environment,
}: Pick<IdentitySources, "config" | "environment">): boolean {
  const isInCi = !["", "0", "false"].includes((environment["CI"] ?? "").toLowerCase());
  return standalone || !watch || isInCi || hasRelativePaths(environment);
}

/** Throws the system's error if the program is gone. */
export function localProcessOf({ config, environment, program }: IdentitySources): LocalProcess {
  const key = hashOf(
    {
      config: ofProcess(config),
      environment: systemVariables(environment),
      // Package runners add folders of the project to PATH. What counts is what is found there.
      programs: programsIn(environment["PATH"]),
      node: [process.execPath, process.execArgv, process.version],
      script: program.script,
      rights: rightsOfProcess(),
    },
    KEY_CHARS,
  );
  const { mtimeMs, size } = statSync(program.built);
  const name = `${key}-${hashOf([program.version, mtimeMs, size], BUILD_CHARS)}`;
  return { key, name, socket: socketOf(config.home, name) };
}

/** Path of the socket, or on Windows of the named pipe; null if it would be too long. */
export function socketOf(
  home: string,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | null {
  // Names of pipes are the same for all users and homes.
  if (platform === "win32") return `\\\\.\\pipe\\satori-${hashOf(home, KEY_CHARS)}-${name}`;
  const path = join(home, SOCKETS_FOLDER, `${name}.sock`);
  return Buffer.byteLength(path) > MAX_SOCKET_BYTES ? null : path;
}

/**
 * The configuration without what each session has of its own (tools, form of answers, roots), and what only
 * HTTP servers use.
 */
function ofProcess(config: EngineConfig): Partial<EngineConfig> {
  const { toolSets: _tools, answers: _answers, allowedRoots: _roots, http: _http, ...shared } = config;
  return shared;
}

/**
 * The environment that a local process starts with, whatever its working folder: paths in settings are
 * absolute.
 */
export function environmentOf({
  config,
  environment,
}: Pick<IdentitySources, "config" | "environment">): NodeJS.ProcessEnv {
  const { home, workspaceRoots, allowedRoots } = config;
  const paths = {
    SATORI_HOME: home,
    DOCS_ROOT: workspaceRoots.docs,
    CODE_ROOT: workspaceRoots.code,
    SATORI_ALLOWED_ROOTS: allowedRoots.length === 0 ? null : allowedRoots.join(delimiter),
  };
  const absolute = Object.entries(paths).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    ...Object.fromEntries(systemVariables(environment)),
    ...settingVariables(environment),
    ...Object.fromEntries(absolute),
    ...(environment["PATH"] === undefined ? {} : { PATH: searchPathOf(environment["PATH"]) }),
  };
}

/** The programs that the engine runs; null for those that are missing. */
function programsIn(searchPath: string | undefined): readonly (string | null)[] {
  return ["git", "rg"].map((name) => programsOnPath(name, { ...machineSearch(), searchPath })[0] ?? null);
}

/**
 * The search path of a process for sessions in many projects: the programs that were found come first,
 * whatever a project adds to its own folders later, and folders of packages do not count at all.
 */
function searchPathOf(searchPath: string): string {
  const found = programsIn(searchPath).flatMap((program) => (program === null ? [] : [dirname(program)]));
  const others = searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return [...new Set([...found, ...others])].join(delimiter);
}

/**
 * A name for a value, in hexadecimal digits. Every session computes it at its start, of which loading
 * cryptography would take a tenth. Nobody gains by values with the same name, so a plain hash does. Secrets
 * alone are hashed by SHA-256 before, since other users may see the names of pipes.
 *
 * The method is FNV-1a's, twice, with 32 bits and a factor each.
 */
function hashOf(value: unknown, chars: number): string {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name, shown: unknown) {
    const raw = this[name];
    return raw instanceof Secret ? digestOf(raw) : shown;
  });
  const digits = HASH_FACTORS.map((factor) => {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), factor);
    return (hash >>> 0).toString(16).padStart(8, "0");
  });
  return digits.join("").slice(0, chars);
}

/** Large and odd. */
const HASH_FACTORS = [2_654_435_761, 1_597_334_677] as const;

function digestOf(secret: Secret): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(secret.reveal()).digest("hex");
}
