/** The option `--at`: a command about a branch, a tag or a commit instead of the files on disk. */
import { shortCommit } from "@satori/contracts";
import { printableLine } from "@satori/render";
import type { CommandOptions, OptionSpec } from "./command.ts";
import { shellWord } from "./words.ts";

/** For commands that answer from an index. */
export const AT: OptionSpec = {
  flags: "--at <ref>",
  meaning: "answer from this branch, tag or commit, without a checkout; the first use indexes it",
  choices: "refs",
};

/** For commands about an index. */
export const INDEX_AT: OptionSpec = {
  flags: "--at <ref>",
  meaning: "the index of this branch, tag or commit",
  choices: "refs",
};

/** The argument `ref` of a command's calls, as it was written; undefined for the files on disk. */
export function refOf({ at }: CommandOptions): string | undefined {
  return at as string | undefined;
}

/**
 * The end of a command that asks about the same version as an answer: with a blank in front, and empty for
 * the files on disk.
 *
 * @param ref used if the answer does not say which commit it is about
 */
export function atOption({ commit }: { readonly commit?: string | undefined }, ref?: string): string {
  const named = commit === undefined ? ref : shortCommit(commit);
  return named === undefined ? "" : ` --at ${printableLine(shellWord(named))}`;
}
