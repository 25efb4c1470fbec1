/** Asks before a folder is indexed that contains codebases with indexes of their own. */
import { counted } from "@satori/contracts";
import { printableLine } from "@satori/render";
import { isRepository, realPathOr } from "../codebase.ts";
import type { CommandContext } from "../command.ts";
import { CommandError } from "../failure.ts";
import type { Session } from "../session.ts";
import { shellWord } from "../words.ts";

const MAX_NAMED = 3;

/** The folder to index, and what is indexed below it. */
interface WholeFolder {
  readonly folder: string;
  readonly below: readonly string[];
}

/**
 * Asks on a terminal. Throws `CANCELLED` if the user says no, and `PATH_REFUSED` if nobody can be asked.
 * Returns at once for a folder that is one codebase: it is indexed already, it is a repository, or only a
 * part of it that is no repository has an index.
 */
export async function confirmWholeFolder(
  { terminal, ask, globals }: CommandContext,
  session: Session,
  path: string,
): Promise<void> {
  const folder = realPathOr(path);
  if (!session.isLocal || session.indexedRoot(folder) === folder || isRepository(folder)) return;
  const state = await session.call("manage_index", { action: "status", path: folder });
  const below = state.status === "not_indexed" ? (state.hints?.paths ?? []) : [];
  if (below.length < 2 && !below.some(isRepository)) return;
  const told = describeWhole({ folder, below });
  if (ask === null || globals.json)
    throw new CommandError(
      "PATH_REFUSED",
      `${told} To index the whole folder as one, run satori index ${shellWord(folder)} --yes`,
    );
  terminal.err.write(`${printableLine(told)}\n`);
  if (!(await ask("Index the whole folder as one?")))
    throw new CommandError("CANCELLED", "nothing was indexed");
}

/** What is there, and what indexing it as one would mean. */
export function describeWhole({ folder, below }: WholeFolder): string {
  const named = below.slice(0, MAX_NAMED);
  const rest = below.length - named.length;
  const list = named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  return (
    `${folder} contains ${counted(below.length, "indexed codebase")}: ${list}. Their files would be ` +
    "indexed a second time; their own indexes stay, and answer for their folders."
  );
}
