/** Text and notes of `satori setup` for people. Pure. */
import { CONFIG_FILE, fileNameProblem } from "@satori/contracts";
import type { CommandOptions } from "../command.ts";
import { printable, printableLine } from "@satori/render";
import type { Client, Scope } from "./client.ts";
import type { EntryChange } from "./client-entry.ts";
import type { InstallLink } from "./install-links.ts";

/** What was changed, or would be. */
export interface SetupOutcome {
  readonly file: string;
  readonly scope: Scope;
  readonly action: EntryChange["action"];
  readonly written: boolean;
  readonly backup: string | null;
  readonly restoredFrom: string | null;
  readonly dropped: readonly string[];
  readonly diff: readonly string[];
}

/** The diff, or one sentence about what was written. */
export function textOf({ file, action, written, diff }: SetupOutcome, isRemoval: boolean): string {
  if (action === "unchanged")
    return `${printableLine(file)} ${isRemoval ? "has no such entry" : "already has the entry"}.`;
  if (written) return `${WRITTEN[action]} ${printableLine(file)}.`;
  const [from, to] = [action === "create" ? "/dev/null" : file, action === "delete" ? "/dev/null" : file];
  return [`--- ${from}`, `+++ ${to}`, ...diff].map(printable).join("\n");
}

const WRITTEN = { create: "Created", update: "Changed", delete: "Deleted" } as const;

/** What to paste where, if a file cannot be edited. */
export function snippetText({ title, table }: Client, file: string, snippet: string): string {
  return `For ${title}, add this to ${table.join(".")} in ${printableLine(file)}:\n\n${printable(snippet)}`;
}

/** The links, one a line, so that programs can read them. */
export function linksText(links: readonly InstallLink[]): string {
  return links.map(({ url }) => url).join("\n");
}

interface Notable {
  readonly options: CommandOptions;
  readonly client: Client;
  /** Environment settings that the entry does not include. */
  readonly left: readonly string[];
}

/** What else to know, and to do; a line each. */
export function notesOf(outcome: SetupOutcome, notable: Notable): string[] {
  if (outcome.action === "unchanged") return [];
  return notable.options["remove"] === true
    ? removalNotes(outcome)
    : [...additionNotes(outcome, notable), ...entryNotes(outcome, notable)];
}

function removalNotes({ action, written, backup, restoredFrom }: SetupOutcome): string[] {
  const restored =
    restoredFrom === null
      ? []
      : [`${written ? "restored" : "to be restored"} from ${printableLine(restoredFrom)}`];
  const previous = backup === null ? [] : [`the previous file: ${printableLine(backup)}`];
  return [
    ...(action === "delete" && !written ? ["the file is to be deleted: it has nothing else"] : []),
    ...restored,
    ...previous,
    written ? "then: restart the client" : NOT_WRITTEN,
  ];
}

const NOT_WRITTEN = "nothing was written; use --write to write it";

function additionNotes(
  { written, backup, dropped }: SetupOutcome,
  { options, client: { afterwards } }: Notable,
): string[] {
  return [
    ...(backup === null ? [] : [`the previous file: ${printableLine(backup)}`]),
    written ? `then: ${afterwards}` : NOT_WRITTEN,
    ...(dropped.length === 0
      ? []
      : [
          `${written ? "removed" : "to be removed"}, because they are for servers ` +
            `${options["url"] === undefined ? "with a URL" : "started by a command"}: ` +
            `${dropped.join(", ")}`,
        ]),
  ];
}

/** What to know about an entry, or a link that contains it. */
export function entryNotes(
  { scope, isLink = false }: { readonly scope: Scope; readonly isLink?: boolean },
  { options, client: { token }, left }: Notable,
): string[] {
  const isOfThisMachine =
    (isLink || scope === "project") && options["command"] === undefined && options["url"] === undefined;
  return [
    ...(isOfThisMachine
      ? [
          `the ${isLink ? "link" : "entry"} contains a path of this machine; for ` +
            `${isLink ? "others" : "a shared file"} pass --command, such as --command satori-mcp`,
        ]
      : []),
    ...(left.length === 0
      ? []
      : [
          `set here, but not passed on by clients: ${left.join(", ")}; add those that the server needs ` +
            `to the entry's variables${ofFile(left)}`,
        ]),
    ...(options["url"] === undefined || token === null
      ? []
      : [`if the server requires a token, also add to the entry: ${token}`]),
  ];
}

/** Where these settings can be set, other than in the entry. */
function ofFile(names: readonly string[]): string {
  const [inside, outside] = [
    names.filter((name) => fileNameProblem(name) === null),
    names.filter((name) => fileNameProblem(name) !== null),
  ];
  if (inside.length === 0) return "";
  return `, or to ${CONFIG_FILE}${outside.length === 0 ? "" : ` (not ${outside.join(", ")})`}`;
}
