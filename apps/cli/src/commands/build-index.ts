/** index and reindex. */
import { resolve } from "node:path";
import { type Answer, type CommandContext, type CommandOptions, type CommandSpec, type OptionSpec, given } from "../command.ts";
import { printable } from "../terminal/printable.ts";
import { type BuildArgs, buildIndex } from "../runs/build.ts";

const SETTINGS: readonly OptionSpec[] = [
  { flags: "--ignore <pattern>", meaning: "leave out what this gitignore pattern matches; kept with the codebase", isRepeatable: true },
  { flags: "--extension <ext>", meaning: "index files with this extension as text too; kept with the codebase", isRepeatable: true },
];

export const index: CommandSpec = {
  usage: "index [path]",
  tool: "manage_index",
  summary: "Index a folder and wait until that is done.",
  details: "Without a path, the codebase around the working directory: an indexed folder at or above it, else the top level of its git repository, else the folder itself. What changes later is picked up by searches.",
  options: [{ flags: "--force", meaning: "rebuild a complete index; also: index the home folder or / after all" }, ...SETTINGS],
  examples: ["satori index", "satori index ~/src/shop --ignore 'vendor/**' --extension .tmpl"],
  run: (context, operands, options) => build(context, operands, { action: "create", ...settingsOf(options), ...given({ force: options["force"] }) }),
};

export const reindex: CommandSpec = {
  usage: "reindex [path]",
  tool: "manage_index",
  summary: "Rebuild an index from scratch.",
  details: "Only needed after a change of embedder or version, or after damage; a search or `satori sync` picks up changed files and ignore rules. Ignore-only edits should use sync, not reindex: where nothing else changed since the last sync, a rebuild is refused.",
  options: [{ flags: "--allow-unnecessary", meaning: "rebuild although only ignore rules changed" }, ...SETTINGS],
  examples: ["satori reindex", "satori reindex --allow-unnecessary"],
  run: (context, operands, options) => build(context, operands, { action: "reindex", ...settingsOf(options), ...given({ allowUnnecessaryReindex: options["allowUnnecessary"] }) }),
};

function settingsOf(options: CommandOptions): Record<string, unknown> {
  return given({ ignorePatterns: options["ignore"], customExtensions: options["extension"] });
}

async function build(context: CommandContext, [path]: readonly string[], args: Omit<BuildArgs, "path"> & Pick<BuildArgs, "action">): Promise<Answer> {
  const session = await context.session();
  // A folder that is named is meant itself.
  const envelope = await buildIndex(context, session, { ...args, path: path === undefined ? session.codebase() : resolve(session.folder, path) });
  const text = envelope.status === "ok" ? printable(envelope.humanText) : "";
  return { envelope, text };
}
