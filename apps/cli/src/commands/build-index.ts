/** index and reindex. */
import { resolve } from "node:path";
import { validateInput } from "@satori/contracts";
import type { ProgressListener } from "@satori/engine";
import { type Answer, type CommandContext, type CommandOptions, type CommandSpec, type OptionSpec, given } from "../command.ts";
import { CommandError, EXIT, commandEnvelope } from "../failure.ts";
import { renderEstimate } from "../render/estimate.ts";
import { type BuildArgs, buildIndex } from "../runs/build.ts";
import type { Session } from "../session.ts";
import { printable } from "../terminal/printable.ts";
import { ProgressLine } from "../terminal/progress-line.ts";

const SETTINGS: readonly OptionSpec[] = [
  { flags: "--ignore <pattern>", meaning: "leave out what this gitignore pattern matches; kept with the codebase", isRepeatable: true },
  { flags: "--extension <ext>", meaning: "index files with this extension as text too; kept with the codebase", isRepeatable: true },
];

export const index: CommandSpec = {
  usage: "index [path]",
  tool: "manage_index",
  summary: "Index a folder and wait until that is done.",
  details: "Without a path, the codebase around the working directory: an indexed folder at or above it, else the top level of its git repository, else the folder itself. What changes later is picked up by searches.",
  options: [{ flags: "--force", meaning: "rebuild a complete index; also: index the home folder or / after all" }, { flags: "--estimate", meaning: "only say what a full run would send to the embedder, and what it would cost" }, ...SETTINGS],
  examples: ["satori index", "satori index --estimate", "satori index ~/src/shop --ignore 'vendor/**' --extension .tmpl"],
  run: (context, operands, options) => {
    const asked = { ...settingsOf(options), ...given({ force: options["force"] }) };
    return options["estimate"] === true ? estimate(context, operands, asked) : build(context, operands, { action: "create", ...asked });
  },
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
  const envelope = await buildIndex(context, session, { ...args, path: folderOf(session, path) });
  const text = envelope.status === "ok" ? printable(envelope.humanText) : "";
  return { envelope, text };
}

async function estimate({ session: open, terminal, globals }: CommandContext, [path]: readonly string[], settings: Readonly<Record<string, unknown>>): Promise<Answer> {
  const startedMs = performance.now();
  const session = await open();
  const asked = validateInput("manage_index", { ...settings, action: "create", path: folderOf(session, path) });
  if (!asked.ok) throw new CommandError("INVALID_ARGUMENTS", "manage_index: wrong arguments", EXIT.usage, asked.problems);
  const progress = new ProgressLine({ terminal, isQuiet: globals.quiet === true, delayMs: 0 });
  const onProgress: ProgressListener = (phase, counts) => progress.update(phase, counts);
  const found = await session.engine.estimate(asked.value, { baseFolder: session.cwd, signal: session.signal, onProgress }).finally(() => progress.end());
  return { envelope: commandEnvelope("index", { estimate: found }, Math.round(performance.now() - startedMs)), text: renderEstimate(found) };
}

/** A folder that is named is meant itself. */
function folderOf(session: Session, path: string | undefined): string {
  return path === undefined ? session.codebase() : resolve(session.folder, path);
}
