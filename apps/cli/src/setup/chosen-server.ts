/** Determines the server that the options of `satori setup` select, and checks that it would start. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  type AnswerForm,
  choiceProblem,
  choicesIn,
  isAnswerForm,
  SETTINGS,
  TOOL_SETS,
  withHome,
} from "@satori/contracts";
import type { CommandContext, CommandOptions } from "../command.ts";
import { CommandError } from "../failure.ts";
import { serverScript } from "../server-script.ts";
import { splitCommand } from "../words.ts";
import type { Scope, Server } from "./clients/client.ts";
import { npxCommand, packageInNpx } from "./npx.ts";

/**
 * The server for the entry, and the settings that are not passed on. In the scope `user` the command is the
 * path of this Node.js, because desktop clients often do not find it by name. Throws `INVALID_ARGUMENTS` and
 * `CONFIG_INVALID`.
 */
export async function serverOf(
  { environment }: CommandContext,
  scope: Scope,
  { command, url, tools, answers }: CommandOptions,
): Promise<{ readonly server: Server } & Pick<PassedOn, "left">> {
  if (command !== undefined && url !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", "pass --command or --url, not both");
  if (url !== undefined) {
    if (!/^https?:\/\/\S+$/.test(String(url)) || !URL.canParse(String(url)))
      throw new CommandError(
        "INVALID_ARGUMENTS",
        `--url is ${JSON.stringify(url)}, but must be an address such as http://127.0.0.1:7411/mcp`,
      );
    if (tools !== undefined)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        "--tools applies to started servers only; a server over HTTP has its own tools",
      );
    if (answers !== undefined)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        "--answers applies to started servers only; a server over HTTP has its own setting",
      );
    return { server: { kind: "url", url: String(url) }, left: [] };
  }
  const program = command === undefined ? ownServer(scope, serverScript()) : splitCommand(String(command));
  // It is not repeated: its arguments can be secrets.
  if (!program)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      '--command is empty, or has a quote that is not closed: pass one word, such as --command "satori-mcp"',
    );
  const list = tools === undefined ? null : requireToolSets(String(tools));
  const hasWorkspace = list !== null && choicesIn(list, TOOL_SETS)?.includes("workspace") === true;
  // A custom command may start the server on another machine.
  if (hasWorkspace && command === undefined) await requireWorkspace(environment);
  const { env, left } = passedOn({ scope, hasWorkspace, environment, home: homedir() });
  return {
    server: {
      kind: "command",
      command: program.command,
      args: [...program.args, ...(list === null ? [] : ["--tools", list]), "--answers", formOf(answers)],
      env,
    },
    left,
  };
}

function ownServer(
  scope: Scope,
  script: string,
): Pick<Extract<Server, { kind: "command" }>, "command" | "args"> {
  const spec = packageInNpx(script);
  if (spec !== null) return npxCommand(spec, ["mcp"]);
  return { command: scope === "user" ? process.execPath : "node", args: [script] };
}

/**
 * Throws `CONFIG_INVALID` and names what is missing if the server would not start: otherwise only the client
 * would see why.
 */
async function requireWorkspace(environment: CommandContext["environment"]): Promise<void> {
  const { openWorkspaceRoots, readConfig } = await import("@satori/engine/config");
  openWorkspaceRoots(readConfig({ environment, freshnessPolicy: "always" }).workspaceRoots);
}

/** Text unless another form is chosen: clients are coding agents, whose models read it at a lower cost. */
function formOf(answers: unknown): AnswerForm {
  const form = answers ?? "text";
  if (isAnswerForm(form)) return form;
  throw new CommandError(
    "INVALID_ARGUMENTS",
    `--answers ${choiceProblem(SETTINGS.SATORI_ANSWERS, String(form))}`,
  );
}

/** Returns the list unchanged if the server accepts it. Otherwise only the client would see why it fails. */
function requireToolSets(list: string): string {
  const problem = choiceProblem(SETTINGS.SATORI_TOOLS, list);
  if (problem !== null) throw new CommandError("INVALID_ARGUMENTS", `--tools ${problem}`);
  return list;
}

// Settings of this environment that a client has to pass to the server it starts: clients pass none on their
// own. Pure.

interface PassedOn {
  /** Variables for the entry. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of settings that are not passed on, because they may contain keys or belong to this shell only. */
  readonly left: readonly string[];
}

interface ServerSettings {
  readonly scope: Scope;
  /** Whether the server offers the tools of the workspace, which need two folders. */
  readonly hasWorkspace: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The folder of indexes, so that the server finds existing ones, but not in a file that others share; and the
 * folders that the server needs to start.
 */
export function passedOn({ scope, hasWorkspace, environment, home }: ServerSettings): PassedOn {
  const wanted = [
    ...(scope === "user" ? ["SATORI_HOME"] : []),
    ...(hasWorkspace ? ["DOCS_ROOT", "CODE_ROOT"] : []),
  ];
  const set = Object.keys(SETTINGS).filter((name) => (environment[name] ?? "") !== "");
  return {
    env: Object.fromEntries(
      set
        .filter((name) => wanted.includes(name))
        .map((name) => [name, resolve(withHome(environment[name] as string, home))]),
    ),
    left: set.filter((name) => name.startsWith("SATORI_") && !wanted.includes(name)),
  };
}
