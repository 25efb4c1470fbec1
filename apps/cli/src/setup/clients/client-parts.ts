/** What the clients have in common: folders of applications, and forms of entries. Pure. */
import { posix, win32 } from "node:path";
import type { Entry, Machine, Server } from "./client.ts";

/** The form of an entry that most clients share. */
export const plain = (server: Server): Entry =>
  server.kind === "command"
    ? { command: server.command, args: server.args, ...variables("env", server.env) }
    : { url: server.url };

/** The same with a type, as MCP names its transports. */
export const typed = (server: Server): Entry => ({
  type: server.kind === "command" ? "stdio" : "http",
  ...plain(server),
});

/** The form of clients whose remote servers are at `serverUrl`. */
export const withServerUrl = (server: Server): Entry =>
  server.kind === "command" ? plain(server) : { serverUrl: server.url };

/** The form of opencode and of clients derived from it. */
export const enabled = (server: Server): Entry =>
  server.kind === "command"
    ? {
        type: "local",
        command: [server.command, ...server.args],
        ...variables("environment", server.env),
        enabled: true,
      }
    : { type: "remote", url: server.url, enabled: true };

function variables(key: string, env: Readonly<Record<string, string>>): Entry {
  return Object.keys(env).length === 0 ? {} : { [key]: env };
}

/** @param value a reference to a variable, in the syntax of the client's files, or a placeholder */
export function bearer(value: string): string {
  return `"headers": { "Authorization": "Bearer ${value}" }`;
}

/** A path in a folder of the user, with the separators of the machine. */
export function inHome({ platform, home }: Machine, ...names: readonly string[]): string {
  return join(platform, home, ...names);
}

/** A path in the project, with the separators of the machine. */
export function inProject({ platform, project }: Machine, ...names: readonly string[]): string {
  return join(platform, project, ...names);
}

/** Where Cline keeps what its applications share. */
export const CLINE_FOLDER: MovableFolder = { variable: "CLINE_DIR", folders: [".cline"] };

interface MovableFolder {
  /** The environment variable that moves the folder. */
  readonly variable: string;
  /** Where it is otherwise, from the home folder. */
  readonly folders: readonly string[];
}

/** A path in a folder that an environment variable can move out of the home folder. */
export function inMovableFolder(
  machine: Machine,
  { variable, folders }: MovableFolder,
  ...names: readonly string[]
): string {
  const moved = machine.environment[variable];
  return moved ? join(machine.platform, moved, ...names) : inHome(machine, ...folders, ...names);
}

/** A path in the folder for configuration that command-line programs use on every system. */
export function inConfigHome(machine: Machine, ...names: readonly string[]): string {
  return inMovableFolder(machine, { variable: "XDG_CONFIG_HOME", folders: [".config"] }, ...names);
}

/** A path in the folder that the system has for the settings of applications with windows. */
export function inApplicationData(machine: Machine, ...names: readonly string[]): string {
  if (machine.platform === "win32")
    return inMovableFolder(machine, { variable: "APPDATA", folders: ["AppData", "Roaming"] }, ...names);
  if (machine.platform === "darwin") return inHome(machine, "Library", "Application Support", ...names);
  return inConfigHome(machine, ...names);
}

/** A path in the folder of Zed's settings. On macOS, too, it is in `.config`, which no variable moves. */
export function inZed(machine: Machine, name: string): string {
  if (machine.platform === "win32") return inApplicationData(machine, "Zed", name);
  if (machine.platform === "darwin") return inHome(machine, ".config", "zed", name);
  return inConfigHome(machine, "zed", name);
}

/** Joins parts of a path as the platform does. */
export function join(platform: NodeJS.Platform, ...parts: readonly string[]): string {
  return (platform === "win32" ? win32 : posix).join(...parts);
}
