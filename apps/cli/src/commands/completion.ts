/**
 * The command `completion`: prints a script that lets a shell complete commands, options and their values.
 */
import { bashCompletion, powershellCompletion, zshCompletion } from "../completion/scripts.ts";
import { fishCompletion } from "../completion/fish.ts";
import { type CompletedCommand, completedCommands } from "../completion/model.ts";
import type { CommandSpec } from "../command.ts";
import { CommandError, commandEnvelope } from "../failure.ts";
import { loadEngine } from "../session.ts";

const SHELLS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** @param table returns all commands; a function, because the table contains this command */
export function completion(table: () => readonly CommandSpec[]): CommandSpec {
  return {
    usage: "completion <shell>",
    tool: null,
    ignoresPath: true,
    summary: "Print a completion script for a shell.",
    details: `Shells: ${Object.keys(SHELLS).join(", ")}. The first line of each script shows how to load it.`,
    operandChoices: Object.keys(SHELLS),
    examples: [
      'eval "$(satori completion bash)"',
      "source <(satori completion zsh)",
      "satori completion fish | source",
    ],
    run: async (_context, [shell = ""]) => {
      const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (!write)
        throw new CommandError(
          "INVALID_ARGUMENTS",
          `no completion for ${JSON.stringify(shell)}; shells are ${Object.keys(SHELLS).join(", ")}`,
        );
      const { languageIds } = await loadEngine();
      const script = write(completedCommands(table(), languageIds()));
      return { envelope: commandEnvelope("completion", { shell, script }, 0), text: script };
    },
  };
}
