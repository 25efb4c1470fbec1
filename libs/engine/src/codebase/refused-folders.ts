/** Folders that nobody means to index whole. */
import { homedir } from "node:os";
import { parse } from "node:path";
import { EngineError } from "../errors.ts";
import { realPathOf } from "./registry.ts";

/** Throws `PATH_REFUSED` for the file system's root and the home folder. */
export function refuseWholeSystem(realPath: string): void {
  const details = { path: realPath };
  if (parse(realPath).root === realPath) throw new EngineError("PATH_REFUSED", `${realPath} is the root of the file system`, { details });
  if (realPath === realPathOf(homedir())) throw new EngineError("PATH_REFUSED", `${realPath} is the home folder`, { details });
}
