/**
 * Tells whether this program was started by npx. Its files are then in a cache that npm may clear, so a
 * client's configuration must start it through npx as well.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";

const PACKAGE = "satori-code";

/**
 * What npx was asked to run, so that it runs the same again: the package with its version, or `file:` and the
 * absolute path of an archive. Null if npx did not start this program.
 *
 * @param script a file of the package, absolute
 */
export function packageInNpx(script: string): string | null {
  const end = script.indexOf(`${sep}node_modules${sep}${PACKAGE}${sep}`);
  const folder = script.slice(0, end);
  if (end === -1 || !dirname(folder).endsWith(`${sep}_npx`)) return null;
  const spec = dependencyIn(resolve(folder, "package.json"));
  if (spec?.startsWith("file:")) return `file:${resolve(folder, spec.slice("file:".length))}`;
  const { version } = JSON.parse(
    readFileSync(resolve(folder, "node_modules", PACKAGE, "package.json"), "utf8"),
  ) as { readonly version: string };
  return `${PACKAGE}@${version}`;
}

/** npx's own manifest may change its form. */
function dependencyIn(manifest: string): string | null {
  try {
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8")) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    return dependencies[PACKAGE] ?? null;
  } catch {
    return null;
  }
}

/** The command that starts a program of the package through npx, on Windows a script for the shell. */
export function npxCommand(
  spec: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): { readonly command: string; readonly args: readonly string[] } {
  const words = ["-y", spec, ...args];
  return platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", ...words] }
    : { command: "npx", args: words };
}
