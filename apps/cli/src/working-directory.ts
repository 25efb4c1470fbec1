/** The folder that a command's relative paths are relative to. */
import { homedir } from "node:os";
import { dirname, isAbsolute } from "node:path";
import { kindAt } from "./codebase.ts";
import { isFileName } from "./command.ts";
import { type ParsedCommand, splitUsage } from "./program.ts";

/**
 * The working directory. Where another process has removed it, a command whose `--path` or operand is
 * absolute moves there, and for one that is about no folder any will do. Throws for all others.
 */
export function standpoint({
  spec,
  operands,
  globals,
}: Pick<ParsedCommand, "spec" | "operands" | "globals">): string {
  try {
    return process.cwd();
  } catch (error) {
    const named = globals.path ?? (isFileName(splitUsage(spec.usage).operands) ? operands[0] : undefined);
    if (named !== undefined && isAbsolute(named))
      return moveTo(kindAt(named) === "folder" ? named : dirname(named));
    if (spec.ignoresPath) return moveTo(homedir());
    throw error;
  }
}

/** No thread can be started in a folder that is gone. What does not exist is told by whatever looks at it. */
function moveTo(folder: string): string {
  if (kindAt(folder) === "folder") process.chdir(folder);
  return folder;
}
