/** Which server the options of `satori setup` ask for, and whether it would start. */
import { homedir } from "node:os";
import { SETTINGS, TOOL_SETS, choiceProblem, choicesIn } from "@satori/contracts";
import type { CommandContext, CommandOptions } from "../command.ts";
import { CommandError } from "../failure.ts";
import { serverScript } from "../server-script.ts";
import { splitCommand } from "../words.ts";
import type { Scope, Server } from "./clients.ts";
import { type PassedOn, passedOn } from "./forwarded-settings.ts";

/**
 * For all projects of a user, the Node.js that runs here: clients with a window of their own often do not
 * find it by name.
 */
export async function serverOf(
  { environment }: CommandContext,
  scope: Scope,
  { command, url, tools }: CommandOptions,
): Promise<{ readonly server: Server } & Pick<PassedOn, "left">> {
  if (command !== undefined && url !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", "give --command or --url, not both");
  if (url !== undefined) {
    if (!/^https?:\/\/\S+$/.test(String(url)) || !URL.canParse(String(url)))
      throw new CommandError(
        "INVALID_ARGUMENTS",
        "--url has to be an address such as http://127.0.0.1:7411/mcp",
      );
    if (tools !== undefined)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        "--tools is for servers that are started; one over HTTP has its own",
      );
    return { server: { kind: "url", url: String(url) }, left: [] };
  }
  const program =
    command === undefined
      ? { command: scope === "user" ? process.execPath : "node", args: [serverScript()] }
      : splitCommand(String(command));
  if (!program)
    throw new CommandError("INVALID_ARGUMENTS", "--command has to be a command, with quotes closed");
  const list = tools === undefined ? null : requireToolSets(String(tools));
  const hasWorkspace = list !== null && choicesIn(list, TOOL_SETS)?.includes("workspace") === true;
  // What another command starts may run elsewhere.
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
 * Throws `CONFIG_INVALID` where the server would not start, naming what is missing: only the client would see
 * why.
 */
async function requireWorkspace(environment: CommandContext["environment"]): Promise<void> {
  const { openWorkspaceRoots, readConfig } = await import("@satori/engine/config");
  openWorkspaceRoots(readConfig({ environment, freshnessPolicy: "always" }).workspaceRoots);
}

/**
 * As it is written, if the server takes it: with another list it would not start, and only the client would
 * see why.
 */
function requireToolSets(list: string): string {
  const problem = choiceProblem(SETTINGS.SATORI_TOOLS, list);
  if (problem !== null) throw new CommandError("INVALID_ARGUMENTS", `--tools ${problem}`);
  return list;
}
