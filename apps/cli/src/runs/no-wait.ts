/** `--no-wait`: the answer to the start of a run is all that is wanted. */
import type { CommandOptions, OptionSpec } from "../command.ts";
import { CommandError } from "../failure.ts";
import type { Session } from "../session.ts";

export const NO_WAIT: OptionSpec = { flags: "--no-wait", meaning: "with --server: answer as soon as the run has begun" };

/** A run in this process ends with it. Throws `INVALID_ARGUMENTS`. */
export function requireServer({ local }: Session, { wait }: CommandOptions): void {
  if (wait === false && local) throw new CommandError("INVALID_ARGUMENTS", "--no-wait needs --server: a run of this command ends with it");
}
