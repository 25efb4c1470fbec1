/**
 * Sentences of the server in the words of the page: calls that they advise are made by buttons and links,
 * which stand next to the sentence. Pure.
 */
import type { ManageAction } from "@satori/contracts";

/** What a button that changes an index, or leads to its page, is called. */
export const ACTION_LABELS: Readonly<Record<ManageAction, string>> = {
  create: "Build the index",
  reindex: "Rebuild the index",
  sync: "Apply changes now",
  status: "Show its status",
  clear: "Remove the index",
};

const CALL = /`?\bmanage_index (create|reindex|sync|status|clear)\b`?/;

/** In this order: whole sentences first, then parts of them. */
const REWRITES: readonly (readonly [pattern: RegExp, words: string])[] = [
  // Polling, and calls that a hint carries as well, so that there is a button.
  [/ Poll manage_index status until it is ok(?:, then call again)?\./g, ""],
  [/ Call again in a moment\./g, ""],
  [/ Run manage_index create(?: of (?:(?!\. ).)+?)?(?:, then call again)?\.(?= |$)/g, ""],
  [/ Run `manage_index create` to start again\./g, ""],
  [/ Use read_file (?:to see its lines|for lines of a large file)\./g, ""],
  [/ Pass one of them as the path, or run manage_index create.*$/g, " Open one of them, or index all of it."],
  [/ Pass one of them as the path\./g, " Open one of them."],
  [/ Pass that folder as the path\./g, " Open that folder."],
  [/ Pass a project folder as the path\./g, " Choose a project folder."],
  [/ Index one with `?manage_index create`?\./g, ""],
  [/ To select (?:it|one), pass its symbolId[^.]*\./g, " Choose it below."],
  [/ Open one by its symbolId(?:, or pass a file or folder that contains it)?\./g, " Choose one below."],
  [
    / hints\.paths lists the (\d+) largest remaining paths, and omits (\d+) others\./g,
    " Links lead to the $1 largest remaining parts; $2 others are not listed.",
  ],
  [/; pass limitSymbols to get (?:more|all)/g, ""],
  [/: pass force to rebuild it with them/g, ". A rebuild applies them"],
  [/ manage_index reindex with allowUnnecessaryReindex/g, " choose “Rebuild anyway”"],
];

/** A sentence without calls, arguments and fields of the protocol, as far as the page knows its form. */
export function inPlainWords(sentence: string): string {
  const known = REWRITES.reduce((text, [pattern, words]) => text.replace(pattern, words), ` ${sentence}`);
  return known
    .replaceAll(/\b(run|Run) choose/g, (_, run: string) => (run === "run" ? "choose" : "Choose"))
    .replaceAll(
      new RegExp(`\\b([Rr]un) ${CALL.source}`, "g"),
      (_, run: string, action: ManageAction) =>
        `${run === "run" ? "choose" : "Choose"} “${ACTION_LABELS[action]}”`,
    )
    .replaceAll(new RegExp(CALL.source, "g"), (_, action: ManageAction) => `“${ACTION_LABELS[action]}”`)
    .trim();
}

/** The changes to an index that a sentence of the server advises, in its order, without duplicates. */
export function actionsIn(sentence: string): ManageAction[] {
  const found = [...sentence.matchAll(new RegExp(CALL.source, "g"))].map(([, action]) => action);
  // The pattern has no other actions.
  return [...new Set(found as ManageAction[])];
}
