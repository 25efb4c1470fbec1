/**
 * Which local process answers a session. Sessions share one only if each of them would get the same from a
 * process of its own: same user and rights, same program, same configuration, same environment.
 */
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { EngineConfig } from "../config.ts";
import { machineSearch, programsOnPath } from "../program-path.ts";
import { Secret } from "../secret.ts";
import type { Program } from "./program.ts";
import { settingVariables, systemVariables } from "./environment.ts";

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
 * Whether sessions with this configuration share a process at all. In CI, processes that stay would outlive
 * the job; without a watch, there is nothing to share that stays correct for long.
 */
export function isStandalone({
  config: { standalone, watch },
  environment,
}: Pick<IdentitySources, "config" | "environment">): boolean {
  return standalone || !watch || !["", "0", "false"].includes((environment["CI"] ?? "").toLowerCase());
}

/** Throws the system's error if the program is gone. */
export function localProcessOf({ config, environment, program }: IdentitySources): LocalProcess {
  const key = hashOf(
    {
      config: ofProcess(config),
      environment: systemVariables(environment),
      // Package runners add folders of the project to PATH. What counts is what is found there.
      programs: ["git", "rg"].map(
        (name) => programsOnPath(name, { ...machineSearch(), searchPath: environment["PATH"] })[0],
      ),
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
    ...(environment["PATH"] === undefined ? {} : { PATH: environment["PATH"] }),
  };
}

/** User, groups, and on Linux the namespaces of containers and sandboxes, and the limits of the shell. */
function rightsOfProcess(): unknown {
  const namespaces = ["mnt", "user", "net", "pid"].map((name) => linkTarget(`/proc/self/ns/${name}`));
  return [
    process.geteuid?.(),
    process.getegid?.(),
    process.getgroups?.().sort((a, b) => a - b),
    namespaces,
    linkTarget("/proc/self/root"),
    limitsOfProcess(),
  ];
}

/** Limits that would make runs and answers fail; others, as of open files, differ between terminals. */
function limitsOfProcess(): readonly string[] {
  try {
    const lines = readFileSync("/proc/self/limits", "utf8").split("\n");
    return lines.filter((line) => /^Max (?:cpu time|file size|data size|address space) /.test(line));
  } catch {
    return [];
  }
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
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
