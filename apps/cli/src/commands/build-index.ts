/** The commands `index` and `reindex`. */
import { counted, rootOf } from "@satori/contracts";
import type { Estimate, TextEstimate } from "@satori/engine";
import { printableLine } from "@satori/render";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  type ForeignOptions,
  given,
  named,
  type OptionSpec,
} from "../command.ts";
import { commandEnvelope, CommandError, EXIT } from "../failure.ts";
import { forPeople } from "../render/wording.ts";
import { buildIndex } from "../runs/build.ts";
import { confirmWholeFolder } from "../runs/confirm-whole-folder.ts";
import { NO_WAIT, requireLastingServer } from "../runs/wait-for-others.ts";
import { type BuildArgs, folderOf, localOf } from "../session.ts";
import { ProgressLine } from "../terminal/progress-line.ts";
import { indexFrom } from "./transfer.ts";

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
    "picked up by searches. After Ctrl-C, the next `satori index` continues a first run where it stopped. " +
    "A folder that contains indexed codebases and is not a repository is indexed only after a question, " +
    "or with --yes.",
  options: [
    { flags: "-y, --yes", meaning: "index a folder as one that contains indexed codebases, without asking" },
    { flags: "--force", meaning: "rebuild a complete index; also needed to index the home folder or /" },
    {
      flags: "--estimate",
      meaning: "only show what a full run would send to the embedder, and its cost",
    },
    {
      flags: "--from <file>",
      meaning: "take the index that `satori export` wrote, and index only what differs here",
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
    "satori index --from index.satori",
    "satori index ~/src/shop --ignore 'vendor/**' --extension .tmpl",
  ],
  run: (context, operands, options) => {
    if (options["from"] !== undefined) return indexFrom(context, operands, options);
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
  args: Omit<BuildArgs, "path"> & Pick<BuildArgs, "action"> & { readonly force?: unknown },
  options: CommandOptions,
): Promise<Answer> {
  const session = await context.session();
  requireLastingServer(session, options);
  const asked = { ...args, path: folderOf(session, path) };
  if (args.action === "create" && args.force !== true && options["yes"] !== true)
    await confirmWholeFolder(context, session, asked.path);
  const envelope =
    options["wait"] === false
      ? await session.call("manage_index", asked)
      : await buildIndex(context, session, asked);
  const text =
    envelope.status === "ok"
      ? envelope.humanText
          .split("\n")
          .map((line) => forPeople(line, rootOf(envelope) ?? null))
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

// Renders the answer of `satori index --estimate`. Pure.

export function renderEstimate(estimate: Estimate): string {
  const { root, files, chunks, embedder } = estimate;
  return [
    `${printableLine(root)}: ${counted(files, "file", grouped)}, ${counted(chunks, "chunk", grouped)}`,
    ...(embedder && !embedder.isLocal ? remoteLines(estimate, embedder) : localLines(embedder)),
  ].join("\n");
}

function localLines(embedder: Estimate["embedder"]): string[] {
  return embedder
    ? [`embedder: ${embedder.provider}, built in and free; nothing leaves this machine`]
    : ["embedder: none; the index is searched by words only, and nothing leaves this machine"];
}

function remoteLines(
  { all, cached, toSend, cost, pricePerMillionTokens }: Estimate,
  { provider, model }: NonNullable<Estimate["embedder"]>,
): string[] {
  const price =
    pricePerMillionTokens === null
      ? "cost: set SATORI_EMBEDDER_PRICE to the price of a million tokens"
      : `cost: about ${moneyOf(cost ?? 0)} at ${pricePerMillionTokens} per million tokens`;
  return [
    `embedder: ${provider}, ${printableLine(model)}`,
    `all texts: ${textsOf(all)}`,
    `already cached: ${textsOf(cached)}`,
    `to be sent: ${textsOf(toSend)}`,
    price,
    "Tokens are estimated at three bytes each; services may count up to a third more or less. " +
      "Nothing was sent.",
  ];
}

function textsOf({ texts, tokens }: TextEstimate): string {
  return texts === 0 ? "none" : `${grouped(texts)}, about ${grouped(tokens)} tokens`;
}

/** A sum in the currency of the price; small sums are not rounded away. */
function moneyOf(cost: number): string {
  return cost === 0 || cost >= 1 ? cost.toFixed(2) : cost.toPrecision(2);
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
