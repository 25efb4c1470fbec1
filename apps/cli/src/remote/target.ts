/** What `--server` names, and which folder a call to it is about. Pure. */
import { posix, resolve, win32 } from "node:path";
import { isBelow } from "../codebase.ts";
import { splitCommand } from "../words.ts";

export type Target =
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] };

/** An address begins with http:// or https://, anything else is a command. Null where it is neither. */
export function targetOf(text: string): Target | null {
  if (/^https?:/i.test(text)) return URL.canParse(text) ? { kind: "url", url: new URL(text) } : null;
  const command = splitCommand(text);
  return command && { kind: "command", ...command };
}

/** As messages may show it: without user, password and query. */
export function targetName(target: Target): string {
  return target.kind === "url" ? `${target.url.origin}${target.url.pathname}` : target.command;
}

/** What lies on the server's machine is named by a path of that machine, whatever its form. */
export function remoteFolder(cwd: string, path: string | null): string {
  if (path === null) return cwd;
  return posix.isAbsolute(path) || win32.isAbsolute(path) ? path : resolve(cwd, path);
}

/**
 * The nearest of the server's codebases at or above a folder; null if there is none. Each is compared as its
 * machine writes paths.
 */
export function nearestRoot(roots: readonly string[], folder: string): string | null {
  const above = roots.filter((root) => {
    const flavor = root.startsWith("/") ? posix : win32;
    return flavor.isAbsolute(folder) && isBelow(root, folder, flavor);
  });
  return above.sort((left, right) => right.length - left.length)[0] ?? null;
}
