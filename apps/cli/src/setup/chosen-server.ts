/** Determines the server that the options of `satori setup` select, and checks that it would start. */
import { homedir } from "node:os";
import { SETTINGS, TOOL_SETS, choiceProblem, choicesIn } from "@satori/contracts";
import type { CommandContext, CommandOptions } from "../command.ts";
import { CommandError } from "../failure.ts";
import { serverScript } from "../server-script.ts";
import { splitCommand } from "../words.ts";
import type { Scope, Server } from "./clients.ts";
import { type PassedOn, passedOn } from "./forwarded-settings.ts";

/**
 * The server for the entry, and the settings that are not passed on. In the scope `user` the command is the
 * path of this Node.js, because desktop clients often do not find it by name. Throws `INVALID_ARGUMENTS` and
 * `CONFIG_INVALID`.
 */
export async function serverOf(
  { environment }: CommandContext,
  scope: Scope,
  { command, url, tools }: CommandOptions,
): Promise<{ readonly server: Server } & Pick<PassedOn, "left">> {
  if (command !== undefined && url !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", "pass --command or --url, not both");
  if (url !== undefined) {
    if (!/^https?:\/\/\S+$/.test(String(url)) || !URL.canParse(String(url)))
      throw new CommandError(
        "INVALID_ARGUMENTS",
        "--url must be an address such as http://127.0.0.1:7411/mcp",
      );
    if (tools !== undefined)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        "--tools applies to started servers only; a server over HTTP has its own tools",
      );
    return { server: { kind: "url", url: String(url) }, left: [] };
  }
  const program =
    command === undefined
      ? { command: scope === "user" ? process.execPath : "node", args: [serverScript()] }
      : splitCommand(String(command));
  if (!program) throw new CommandError("INVALID_ARGUMENTS", "--command must be a command with closed quotes");
  const list = tools === undefined ? null : requireToolSets(String(tools));
  const hasWorkspace = list !== null && choicesIn(list, TOOL_SETS)?.includes("workspace") === true;
  // A custom command may start the server on another machine.
  if (hasWorkspace && command === undefined) await requireWorkspace(environment);
  const { env, left } = passedOn({ scope, hasWorkspace, environment, home: homedir() });
  return {
    server: {
      kind: "command",
      command: program.command,
      args: [...program.args, ...(list === null ? [] : ["--tools", list])],
      env,
    },
    left,
  };
}

/**
 * Throws `CONFIG_INVALID` and names what is missing if the server would not start: otherwise only the client
 * would see why.
 */
async function requireWorkspace(environment: CommandContext["environment"]): Promise<void> {
  const { openWorkspaceRoots, readConfig } = await import("@satori/engine/config");
  openWorkspaceRoots(readConfig({ environment, freshnessPolicy: "always" }).workspaceRoots);
}

/** Returns the list unchanged if the server accepts it. Otherwise only the client would see why it fails. */
function requireToolSets(list: string): string {
  const problem = choiceProblem(SETTINGS.SATORI_TOOLS, list);
  if (problem !== null) throw new CommandError("INVALID_ARGUMENTS", `--tools ${problem}`);
  return list;
}
