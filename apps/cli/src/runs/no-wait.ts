/** `--no-wait`: return as soon as the run has started. */
import type { CommandOptions, OptionSpec } from "../command.ts";
import { CommandError } from "../failure.ts";
import type { Session } from "../session.ts";

export const NO_WAIT: OptionSpec = {
  flags: "--no-wait",
  meaning: "with a server's address: return as soon as the run has started",
};

/**
 * Rejects `--no-wait` if the run would end with the command: in this process, or in a server that it has
 * started. Throws `INVALID_ARGUMENTS`.
 */
export function requireLastingServer(
  { outlivesCommand }: Pick<Session, "outlivesCommand">,
  { wait }: CommandOptions,
): void {
  if (wait === false && !outlivesCommand)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      "--no-wait requires --server with an address: without it, the run ends with this command",
    );
}
