/** The commands `index` and `reindex`. */
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  type ForeignOptions,
  type OptionSpec,
  given,
  named,
} from "../command.ts";
import { CommandError, EXIT, commandEnvelope } from "../failure.ts";
import { renderEstimate } from "../render/estimate.ts";
import { forPeople } from "../render/wording.ts";
import { buildIndex } from "../runs/build.ts";
import { NO_WAIT, requireLastingServer } from "../runs/no-wait.ts";
import { type BuildArgs, folderOf, localOf } from "../session.ts";
import { ProgressLine } from "../terminal/progress-line.ts";

const SETTINGS: readonly OptionSpec[] = [
  {
    flags: "--ignore <pattern>",
    meaning: "exclude files that match this gitignore pattern; stored with the codebase",
    isRepeatable: true,
  },
  { flags: "--no-ignore-patterns", meaning: "remove the patterns stored with the codebase" },
  {
    flags: "--extension <ext>",
    meaning: "also index files with this extension as text; stored with the codebase",
    isRepeatable: true,
  },
  { flags: "--no-extensions", meaning: "remove the extensions stored with the codebase" },
];
/** Options of other programs for the same settings. */
const FOREIGN_SETTINGS: ForeignOptions = {
  "--no-ignore": "--no-ignore-patterns removes patterns of --ignore; ignore files always apply",
};

export const index: CommandSpec = {
  usage: "index [path]",
  tool: "manage_index",
  summary: "Index a folder and wait until it is done.",
  details:
    "Without a path: the codebase around the working directory, which is an indexed folder at or " +
    "above it, or the top level of its git repository, or the folder itself. Later changes are " +
    "picked up by searches.",
  options: [
    { flags: "--force", meaning: "rebuild a complete index; also needed to index the home folder or /" },
    {
      flags: "--estimate",
      meaning: "only show what a full run would send to the embedder, and its cost",
    },
    NO_WAIT,
    ...SETTINGS,
  ],
  foreignOptions: {
    ...FOREIGN_SETTINGS,
    "-f": "use --force",
    ...named(["-e", "--exclude"], "use --ignore"),
  },
  examples: [
    "satori index",
    "satori index --estimate",
    "satori index ~/src/shop --ignore 'vendor/**' --extension .tmpl",
  ],
  run: (context, operands, options) => {
    const asked = { ...settingsOf(options), ...given({ force: options["force"] }) };
    return options["estimate"] === true
      ? estimate(context, operands, asked)
      : build(context, operands, { action: "create", ...asked }, options);
  },
};

export const reindex: CommandSpec = {
  usage: "reindex [path]",
  tool: "manage_index",
  summary: "Rebuild an index from scratch.",
  details:
    "Only needed after a change of embedder or version, or after corruption; a search or `satori " +
    "sync` picks up changed files and ignore rules. Ignore-only edits should use sync, not reindex: " +
    "if nothing else changed since the last sync, a rebuild is refused.",
  options: [
    { flags: "--allow-unnecessary", meaning: "rebuild even if only ignore rules changed" },
    NO_WAIT,
    ...SETTINGS,
  ],
  foreignOptions: {
    ...FOREIGN_SETTINGS,
    ...named(
      ["-f", "--force"],
      "reindex always rebuilds; use --allow-unnecessary if only ignore rules changed",
    ),
  },
  examples: ["satori reindex", "satori reindex --allow-unnecessary"],
  run: (context, operands, options) =>
    build(
      context,
      operands,
      {
        action: "reindex",
        ...settingsOf(options),
        ...given({ allowUnnecessaryReindex: options["allowUnnecessary"] }),
      },
      options,
    ),
};

/** Given values replace the stored ones; values that are not given stay. */
function settingsOf({
  ignore,
  ignorePatterns,
  extension,
  extensions,
}: CommandOptions): Record<string, unknown> {
  return given({
    ignorePatterns: ignore ?? (ignorePatterns === false ? [] : undefined),
    customExtensions: extension ?? (extensions === false ? [] : undefined),
  });
}

async function build(
  context: CommandContext,
  [path]: readonly string[],
  args: Omit<BuildArgs, "path"> & Pick<BuildArgs, "action">,
  options: CommandOptions,
): Promise<Answer> {
  const session = await context.session();
  requireLastingServer(session, options);
  const asked = { ...args, path: folderOf(session, path) };
  const envelope =
    options["wait"] === false
      ? await session.call("manage_index", asked)
      : await buildIndex(context, session, asked);
  const text =
    envelope.status === "ok"
      ? envelope.humanText
          .split("\n")
          .map((line) => forPeople(line, envelope.effectiveRoot ?? null))
          .join("\n")
      : "";
  return { envelope, text };
}

async function estimate(
  { session: open, terminal, globals }: CommandContext,
  [path]: readonly string[],
  settings: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const startedMs = performance.now();
  const session = await open();
  // Loaded on demand: validators are large, and otherwise the engine validates its input.
  const { validateInput } = await import("@satori/contracts/validate-input");
  const asked = validateInput("manage_index", {
    ...settings,
    action: "create",
    path: folderOf(session, path),
  });
  if (!asked.ok)
    throw new CommandError("INVALID_ARGUMENTS", "manage_index: wrong arguments", EXIT.usage, asked.problems);
  using progress = new ProgressLine({ terminal, isQuiet: globals.quiet === true });
  const { engine } = localOf(session, "--estimate");
  const found = await engine.estimate(asked.value, {
    baseFolder: session.cwd,
    signal: session.signal,
    onProgress: (phase, counts) => progress.update(phase, counts),
  });
  return {
    envelope: commandEnvelope("index", { estimate: found }, Math.round(performance.now() - startedMs)),
    text: renderEstimate(found),
  };
}
