/** The command `export`, and `index --from`: an index that another machine has made. */
import { counted, rootOf } from "@satori/contracts";
import type { TransferredIndex } from "@satori/engine";
import { printableLine } from "@satori/render";
import type { Answer, CommandContext, CommandOptions, CommandSpec } from "../command.ts";
import { CommandError, commandEnvelope } from "../failure.ts";
import { forPeople } from "../render/wording.ts";
import { folderOf, localOf } from "../session.ts";
import { ProgressLine } from "../terminal/progress-line.ts";

export const exportIndex: CommandSpec = {
  usage: "export <file>",
  tool: null,
  summary: "Write an index into a file for other machines.",
  details:
    "Another machine takes it with `satori index --from FILE`, in a checkout of the same code. It needs " +
    "the same version and embedder; what differs in its files is indexed again. The file contains the " +
    "text of all indexed files. The index is brought up to date first; --path chooses the codebase.",
  examples: ["satori export index.satori", "satori export --path ~/src/shop /tmp/shop.satori"],
  run: async (context, [file = ""]): Promise<Answer> => {
    const startedMs = performance.now();
    const session = await context.session();
    const { engine } = localOf(session, "export");
    const path = folderOf(session, undefined);
    const synced = await session.call("manage_index", { action: "sync", path });
    if (synced.status !== "ok") return { envelope: synced, text: "" };
    const written = await engine.exportIndex({ path, file }, { baseFolder: session.cwd });
    return {
      envelope: commandEnvelope("export", { exported: written }, Math.round(performance.now() - startedMs)),
      text: `Wrote ${sizeOf(written)} into ${printableLine(written.file)}.`,
    };
  },
};

/** Options of `index` that `--from` does not take: flag, key, and the value if it is not given. */
const OF_A_RUN = [
  ["--estimate", "estimate", false],
  ["--no-wait", "wait", true],
  ["--ignore", "ignore", undefined],
  ["--no-ignore-patterns", "ignorePatterns", true],
  ["--extension", "extension", undefined],
  ["--no-extensions", "extensions", true],
] as const;

/** Takes the index of a file, and syncs it: its files are compared with those on the disk. */
export async function indexFrom(
  { session: open, terminal, globals }: CommandContext,
  [path]: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const { from, force } = options;
  const pointless = OF_A_RUN.find(([, key, unset]) => options[key] !== undefined && options[key] !== unset);
  if (pointless)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `${pointless[0]} is for a run; --from takes an index as it is`,
    );
  const session = await open();
  const { engine } = localOf(session, "--from");
  const folder = folderOf(session, path);
  const taken = await engine.importIndex(
    { path: folder, file: String(from), force: force === true },
    { baseFolder: session.cwd, signal: session.signal },
  );
  using progress = new ProgressLine({ terminal, isQuiet: globals.quiet === true });
  const envelope = await session.call("manage_index", { action: "sync", path: taken.root }, (phase, counts) =>
    progress.update(phase, counts),
  );
  const taking = `Took ${sizeOf(taken)} from ${printableLine(taken.file)}.`;
  const result = envelope.status === "ok" ? forPeople(envelope.humanText, rootOf(envelope) ?? null) : "";
  return { envelope, text: `${taking}\n${result}`.trim() };
}

function sizeOf({ files, chunks }: TransferredIndex): string {
  return `the index of ${counted(files, "file")} (${counted(chunks, "chunk")})`;
}
