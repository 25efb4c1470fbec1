/** The folder that a command's relative paths are relative to. */
import { homedir } from "node:os";
import { dirname, isAbsolute } from "node:path";
import { kindAt } from "./codebase.ts";
import { isFileName } from "./command.ts";
import { type ParsedCommand, splitUsage } from "./program.ts";

/**
 * The working directory. If another process has removed it, a command with an absolute `--path` or operand
 * moves there, and a command that needs no folder accepts any. Throws for all others.
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

/** Threads cannot be started in a removed folder. A missing target is reported by whatever reads it. */
function moveTo(folder: string): string {
  if (kindAt(folder) === "folder") process.chdir(folder);
  return folder;
}
