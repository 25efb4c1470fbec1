/** Finds ripgrep: the binary of the installed package, then the user's own. */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { EngineError } from "../../errors.ts";

export interface RipgrepSources {
  /** The package's binary; rejects if there is none for this platform. */
  readonly packaged: () => Promise<string>;
  /** The search path for commands; undefined if there is none. */
  readonly searchPath: string | undefined;
}

/** Resolved at the first search, since nothing else needs ripgrep. */
const SOURCES: RipgrepSources = {
  packaged: async () => (await import("@vscode/ripgrep")).rgPath,
  searchPath: process.env["PATH"],
};

/**
 * Absolute paths of possible ripgrep binaries, best first. Whether one runs here is only known when it is
 * started.
 */
export async function ripgrepPaths({ packaged, searchPath }: RipgrepSources = SOURCES): Promise<string[]> {
  const own = await packaged().catch(() => null);
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  // A relative entry would let the searched folder supply the command.
  const folders = (searchPath ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [
    ...(own === null ? [] : [own]),
    ...folders.map((folder) => join(folder, name)).filter(isExecutable),
  ];
}

/** The error for a machine on which no ripgrep runs. */
export function noRipgrep(): EngineError {
  return new EngineError(
    "RIPGREP_MISSING",
    `No working ripgrep: neither the package @vscode/ripgrep-${process.platform}-${process.arch}, ` +
      "which --omit=optional omits, nor rg on PATH",
  );
}

function isExecutable(path: string): boolean {
  // Most folders have no ripgrep, and `existsSync` is cheaper than an exception.
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
