/** Parses `--server`, and determines the folder of calls to a server. Pure. */
import { posix, resolve, win32 } from "node:path";
import { isBelow } from "../codebase.ts";
import { splitCommand } from "../words.ts";

export type Target =
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] };

/**
 * Text that begins with http:// or https:// is an address, anything else is a command. Null if it is invalid
 * as either.
 */
export function targetOf(text: string): Target | null {
  if (/^https?:/i.test(text)) return URL.canParse(text) ? { kind: "url", url: new URL(text) } : null;
  const command = splitCommand(text);
  return command && { kind: "command", ...command };
}

/** The target as messages may show it: without user, password and query. */
export function targetName(target: Target): string {
  return target.kind === "url" ? `${target.url.origin}${target.url.pathname}` : target.command;
}

/** The folder of a call. An absolute path is one of the server's machine, in whichever notation. */
export function remoteFolder(cwd: string, path: string | null): string {
  if (path === null) return cwd;
  return posix.isAbsolute(path) || win32.isAbsolute(path) ? path : resolve(cwd, path);
}

/**
 * The nearest of the server's codebases at or above a folder, or null. Paths are compared in the notation of
 * the codebase's path.
 */
export function nearestRoot(roots: readonly string[], folder: string): string | null {
  const above = roots.filter((root) => {
    const flavor = root.startsWith("/") ? posix : win32;
    return flavor.isAbsolute(folder) && isBelow(root, folder, flavor);
  });
  return above.sort((left, right) => right.length - left.length)[0] ?? null;
}
