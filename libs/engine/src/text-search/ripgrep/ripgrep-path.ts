/** Finds ripgrep: the one that is installed along, then the person's own. */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { EngineError } from "../../errors.ts";

export interface RipgrepSources {
  /** The binary of the package; rejects when there is none for this platform. */
  readonly packaged: () => Promise<string>;
  /** Where commands are looked for; undefined for nowhere. */
  readonly searchPath: string | undefined;
}

/** Asked for when the first search comes: nothing else needs it. */
const SOURCES: RipgrepSources = {
  packaged: async () => (await import("@vscode/ripgrep")).rgPath,
  searchPath: process.env["PATH"],
};

/** Absolute paths of what may be ripgrep, best first; whether one runs here is seen when it is started. */
export async function ripgrepPaths({ packaged, searchPath }: RipgrepSources = SOURCES): Promise<string[]> {
  const own = await packaged().catch(() => null);
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  // Relative entries would let the folder that is searched supply the command.
  const folders = (searchPath ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [
    ...(own === null ? [] : [own]),
    ...folders.map((folder) => join(folder, name)).filter(isExecutable),
  ];
}

export function noRipgrep(): EngineError {
  return new EngineError(
    "RIPGREP_MISSING",
    `No working ripgrep: neither the package @vscode/ripgrep-${process.platform}-${process.arch}, ` +
      "which --omit=optional omits, nor rg on PATH",
  );
}

function isExecutable(path: string): boolean {
  // An error costs more than a look, and most folders have none.
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
