/** Text and notes of `satori setup` for people. Pure. */
import { CONFIG_FILE, fileNameProblem } from "@satori/contracts";
import type { CommandOptions } from "../command.ts";
import { printable, printableLine } from "@satori/render";
import type { AppliedChange } from "./files/apply-plan.ts";
import type { Client, Entry, Scope } from "./clients/client.ts";
import type { EntryChange } from "./client-entry.ts";
import type { ClientId } from "./clients/clients.ts";
import { renderDiff } from "./files/diff.ts";
import { GUIDANCE } from "./guidance/client-guidance.ts";
import { PARTS, type Part } from "./guidance/guidance.ts";
import type { InstallLink } from "./clients/install-links.ts";
import type { FileChange } from "./files/plan.ts";

/** A file that was changed, or would be. */
interface ReportedFile extends Pick<FileChange<Part>, "file" | "parts" | "action" | "restoredFrom"> {
  readonly backup: string | null;
  readonly diff: readonly string[];
}

/** What was changed, or would be. */
export interface SetupOutcome {
  readonly client: ClientId;
  readonly scope: Scope;
  /** The file of the server's entry; null if the client has none in the scope. */
  readonly file: string | null;
  /** What happens to it; without the server, to the first file that changes. */
  readonly action: FileChange<Part>["action"];
  readonly written: boolean;
  /** Of the server's file. */
  readonly backup: string | null;
  readonly restoredFrom: string | null;
  /** Null if it is removed or left out. */
  readonly entry: Entry | null;
  readonly dropped: readonly string[];
  /** All files, in the order of the parts. */
  readonly files: readonly ReportedFile[];
}

interface SetupWork {
  readonly id: ClientId;
  readonly scope: Scope;
  readonly file: string | null;
  /** Null if the server is left out. */
  readonly entryChange: EntryChange | null;
  readonly plan: readonly FileChange<Part>[];
  /** Null if nothing was to be written. */
  readonly applied: readonly AppliedChange[] | null;
}

/** The outcome of a plan that was written, or only shown. */
export function outcomeOf({ id, scope, file, entryChange, plan, applied }: SetupWork): SetupOutcome {
  // What neither is there nor will be is no file to report.
  const existing = plan.filter(({ before, after }) => before !== null || after !== null);
  const files = existing.map(({ before, after, parts, ...change }) => ({
    file: change.file,
    parts: PARTS.filter((part) => parts.includes(part)),
    action: change.action,
    backup: applied?.find((written) => written.file === change.file)?.backup ?? null,
    restoredFrom: change.restoredFrom,
    diff: renderDiff(before ?? "", after ?? ""),
  }));
  const ofServer = files.find(({ parts }) => parts.includes("server"));
  const changed = files.find(({ action }) => action !== "unchanged");
  return {
    client: id,
    scope,
    file,
    action: ofServer && ofServer.action !== "unchanged" ? ofServer.action : (changed?.action ?? "unchanged"),
    written: applied !== null && applied.length > 0,
    backup: ofServer?.backup ?? null,
    restoredFrom: ofServer?.restoredFrom ?? null,
    entry: entryChange?.entry ?? null,
    dropped: entryChange?.dropped ?? [],
    files,
  };
}

/** The diffs, or one sentence for each file about what was written. */
export function textOf({ client, scope, action, written, files }: SetupOutcome, isRemoval: boolean): string {
  if (action === "unchanged")
    return files.length === 0
      ? `There is nothing to remove for ${client} in the scope ${scope}${otherScope(client, scope)}.`
      : files.map(({ file, parts }) => `${printableLine(file)} ${stateOf(parts, isRemoval)}.`).join("\n");
  const changed = files.filter((file) => file.action !== "unchanged");
  if (written)
    return changed.map((file) => `${WRITTEN[file.action]} ${printableLine(file.file)}.`).join("\n");
  return changed
    .flatMap((file) => [
      `--- ${file.action === "create" ? "/dev/null" : file.file}`,
      `+++ ${file.action === "delete" ? "/dev/null" : file.file}`,
      ...file.diff,
    ])
    .map(printable)
    .join("\n");
}

/** Where else the client's files can be. */
function otherScope(client: ClientId, scope: Scope): string {
  const other = scope === "user" ? "project" : "user";
  return GUIDANCE[client].skill[other] === null ? "" : `; --scope ${other} is the other one`;
}

const WRITTEN: Readonly<Record<FileChange<Part>["action"], string>> = {
  create: "Created",
  update: "Changed",
  delete: "Deleted",
  unchanged: "Kept",
};

function stateOf(parts: readonly Part[], isRemoval: boolean): string {
  if (parts.includes("server")) return isRemoval ? "has no such entry" : "already has the entry";
  return isRemoval ? "has nothing of Satori" : "is up to date";
}

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
    : [
        ...additionNotes(outcome, notable),
        ...hookNotes(outcome),
        ...(changes(outcome, "server") ? entryNotes(outcome, notable) : []),
      ];
}

function removalNotes({ written, files }: SetupOutcome): string[] {
  const deleted = files.filter(({ action }) => action === "delete");
  const restored = files.flatMap(({ restoredFrom }) => restoredFrom ?? []);
  return [
    ...(deleted.length === 0 || written
      ? []
      : deleted.map(({ file }) => `${printableLine(file)} is to be deleted: it has nothing else`)),
    ...restored.map((file) => `${written ? "restored" : "to be restored"} from ${printableLine(file)}`),
    ...backupNotes(files),
    written ? "then: restart the client" : NOT_WRITTEN,
  ];
}

function backupNotes(files: readonly ReportedFile[]): string[] {
  return files.flatMap(({ backup }) =>
    backup === null ? [] : [`the previous file: ${printableLine(backup)}`],
  );
}

function changes({ files }: SetupOutcome, part: Part): boolean {
  return files.some(({ action, parts }) => action !== "unchanged" && parts.includes(part));
}

function hookNotes(outcome: SetupOutcome): string[] {
  const { hook, hookNote } = GUIDANCE[outcome.client];
  const file = hook[outcome.scope];
  if (file === null || !changes(outcome, "hook")) return [];
  return [
    ...(file.isPersonal
      ? []
      : [
          "the hook runs satori by its name, so everyone in the project needs it on the PATH; " +
            "--without hook leaves it out",
        ]),
    ...(hookNote === undefined ? [] : [hookNote]),
  ];
}

const NOT_WRITTEN = "nothing was written; use --write to write it";

function additionNotes(outcome: SetupOutcome, { options, client: { afterwards } }: Notable): string[] {
  const { written, files, dropped } = outcome;
  return [
    ...backupNotes(files),
    written ? `then: ${changes(outcome, "server") ? afterwards : "restart the client"}` : NOT_WRITTEN,
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
  { options, client, left }: Notable,
): string[] {
  const { token } = client;
  const isOfThisMachine =
    (isLink || scope === "project") && options["command"] === undefined && options["url"] === undefined;
  return [
    ...answerNotes(client, options),
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

/** A note if the chosen form hides the answers from the client's model. */
function answerNotes({ title, readsTextOnly, alwaysLoad }: Client, options: CommandOptions): string[] {
  // Tools that are not loaded are called by scripts, which read the structured content.
  const isForScripts = alwaysLoad !== undefined && options["deferTools"] === true;
  return readsTextOnly && options["answers"] === "structured" && !isForScripts
    ? [
        `in ${title}, the model reads only the text of an answer, which --answers structured reduces to a ` +
          "line; pass --answers text or both",
      ]
    : [];
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
