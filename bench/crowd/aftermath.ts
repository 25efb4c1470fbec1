/**
 * Checks the index after the experiment: it must be sound, idle, and equal to one that a single process
 * builds from the same tree.
 */
import { indexFileOf } from "../support/home-index.ts";
import { type CompleteRun, readIndexFile } from "../support/index-file.ts";
import type { CommandOptions } from "../support/measure.ts";
import { runCommand } from "./command.ts";

interface Synced {
  readonly merkleRoot: string;
  /** Number of files that were added, removed or modified. */
  readonly changes: number;
}

/** @returns the problems, and the number of changes that the first sync found */
export async function examine(
  crowd: CommandOptions,
  fresh: CommandOptions,
): Promise<{ readonly problems: readonly string[]; readonly lateChanges: number }> {
  const late = await sync(crowd);
  const again = await sync(crowd);
  await runCommand("manage_index", ["index"], fresh);
  const expected = await sync(fresh);
  const [left, right] = [completeRun(crowd), completeRun(fresh)];
  const problems = [
    ...left.problems,
    ...(again.changes === 0 ? [] : [`a second sync found ${again.changes} changes in a tree at rest`]),
    ...(again.merkleRoot === expected.merkleRoot
      ? []
      : [`the Merkle root is ${again.merkleRoot}, that of a fresh index ${expected.merkleRoot}`]),
    ...differences(left.complete, right.complete),
  ];
  return { problems, lateChanges: late.changes };
}

async function sync(options: CommandOptions): Promise<Synced> {
  const envelope = await runCommand("manage_index", ["sync"], options);
  const { stats } = envelope as {
    readonly stats?: {
      readonly added: number;
      readonly removed: number;
      readonly modified: number;
      readonly merkleRoot: string;
    };
  };
  if (!stats) throw new Error(`A sync of a tree at rest answers ${envelope.status}: ${envelope.message}`);
  return { merkleRoot: stats.merkleRoot, changes: stats.added + stats.removed + stats.modified };
}

function completeRun({ environment }: CommandOptions): {
  readonly problems: readonly string[];
  readonly complete: CompleteRun | null;
} {
  return (
    readIndexFile(indexFileOf(environment["SATORI_HOME"] ?? "")) ?? {
      problems: ["there is no index"],
      complete: null,
    }
  );
}

function differences(left: CompleteRun | null, right: CompleteRun | null): string[] {
  if (!left || !right) return ["there is no complete run"];
  const paths = [...new Set([...left.files.keys(), ...right.files.keys()])].filter(
    (path) => left.files.get(path) !== right.files.get(path),
  );
  if (paths.length > 0)
    return [`${paths.length} files are not as in a fresh index: ${paths.slice(0, 5).join(", ")}`];
  return left.digest === right.digest
    ? []
    : ["what is kept beside the files' contents is not as in a fresh index"];
}
