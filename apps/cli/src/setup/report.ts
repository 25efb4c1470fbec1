/** Text and notes of `satori setup` for people. Pure. */
import { CONFIG_FILE, fileNameProblem } from "@satori/contracts";
import type { CommandOptions } from "../command.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import type { EntryChange } from "./client-entry.ts";
import type { Client, Scope } from "./clients.ts";

/** What was changed, or would be. */
export interface SetupOutcome {
  readonly file: string;
  readonly scope: Scope;
  readonly action: EntryChange["action"];
  readonly written: boolean;
  readonly backup: string | null;
  readonly dropped: readonly string[];
  readonly diff: readonly string[];
}

/** The diff, or one sentence about what was written. */
export function textOf({ file, action, written, diff }: SetupOutcome, isRemoval: boolean): string {
  if (action === "unchanged")
    return `${printableLine(file)} ${isRemoval ? "has no such entry" : "already has the entry"}.`;
  if (written) return `${action === "create" ? "Created" : "Changed"} ${printableLine(file)}.`;
  return [`--- ${action === "create" ? "/dev/null" : file}`, `+++ ${file}`, ...diff]
    .map(printable)
    .join("\n");
}

interface Notable {
  readonly options: CommandOptions;
  readonly client: Client;
  /** Environment settings that the entry does not include. */
  readonly left: readonly string[];
}

/** What else to know, and to do; a line each. */
export function notesOf(
  { scope, action, written, backup, dropped }: SetupOutcome,
  { options, client: { afterwards, token }, left }: Notable,
): string[] {
  if (action === "unchanged") return [];
  const isRemoval = options["remove"] === true;
  const isOfThisMachine =
    !isRemoval && scope === "project" && options["command"] === undefined && options["url"] === undefined;
  return [
    ...(written
      ? [
          ...(backup === null ? [] : [`the previous file: ${printableLine(backup)}`]),
          `then: ${isRemoval ? "restart it" : afterwards}`,
        ]
      : ["nothing was written; use --write to write it"]),
    ...(dropped.length === 0
      ? []
      : [
          `${written ? "removed" : "to be removed"}, because they are for servers ` +
            `${options["url"] === undefined ? "with a URL" : "started by a command"}: ` +
            `${dropped.join(", ")}`,
        ]),
    ...(isOfThisMachine
      ? [
          "the entry contains a path of this machine; for a shared file pass --command, such " +
            "as --command satori-mcp",
        ]
      : []),
    ...(left.length === 0
      ? []
      : [
          `set here, but not passed on by clients: ${left.join(", ")}; add those that the server needs ` +
            `to the entry's variables${ofFile(left)}`,
        ]),
    ...(options["url"] === undefined
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
