/** Finds ripgrep: the binary of the installed package, then the user's own. */
import { EngineError } from "../../errors.ts";
import { machineSearch, programsOnPath } from "../../program-path.ts";

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
  return [...(own === null ? [] : [own]), ...programsOnPath("rg", { ...machineSearch(), searchPath })];
}

/** The error for a machine on which no ripgrep runs. */
export function noRipgrep(): EngineError {
  return new EngineError(
    "RIPGREP_MISSING",
    `No working ripgrep: neither the package @vscode/ripgrep-${process.platform}-${process.arch}, ` +
      "which --omit=optional omits, nor rg on PATH",
  );
}
