/** Folders that nobody wants to index as a whole. */
import { parse } from "node:path";
import { EngineError } from "../../errors.ts";
import { isOfTheKernel, userHome } from "./home.ts";
import { realPathOf } from "../../disk/real-path.ts";

/** Throws `PATH_REFUSED` for the file system's root, the home folder, and the kernel's file systems. */
export function refuseWholeSystem(realPath: string): void {
  const details = { path: realPath };
  if (parse(realPath).root === realPath)
    throw new EngineError("PATH_REFUSED", `${realPath} is the file system's root`, { details });
  if (realPath === realPathOf(userHome()))
    throw new EngineError("PATH_REFUSED", `${realPath} is the home folder`, { details });
  if (isOfTheKernel(realPath))
    throw new EngineError("PATH_REFUSED", `${realPath} belongs to the kernel`, { details });
}
