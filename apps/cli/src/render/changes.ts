/** Renders the changes between two versions as Markdown. Pure. */
import {
  type ChangeCounts,
  type CompareVersionsOk,
  counted,
  type ModuleChanges,
  type SymbolChange,
  type SymbolChangeKind,
  type WithArguments,
} from "@satori/contracts";
import { signatureDifference } from "@satori/render";
import { inCode } from "./markdown.ts";

const SHORT_ID = 9;

/** What has happened to a symbol. */
const WORDS: Readonly<Record<SymbolChangeKind, string>> = {
  removed: "Removed",
  renamed: "Renamed",
  signature_changed: "Changed",
  moved: "Moved",
  added: "Added",
};

/** A heading with both versions, the numbers, then a section for each module. */
export function renderChanges(answer: WithArguments<CompareVersionsOk>): string {
  const { base, head, baseCommit, headCommit, counts, publicCounts, publicOnly, modules } = answer;
  const version = (name: string, id: string): string => `${inCode(name)} (${id.slice(0, SHORT_ID)})`;
  const total = sumOf(counts);
  const ofPublic = sumOf(publicCounts);
  const numbers =
    total === 0
      ? `No ${publicOnly ? "public " : ""}declaration has changed.`
      : `${counted(ofPublic, "public change")}${listOf(publicCounts)}${
          publicOnly ? "" : `; ${counted(total - ofPublic, "internal change")}`
        }.`;
  return [
    `# ${version(base, baseCommit)} → ${version(head, headCommit)}`,
    numbers,
    ...modules.map(sectionOf),
  ].join("\n\n");
}

function sumOf(counts: ChangeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function listOf(counts: ChangeCounts): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${count} ${WORDS[change as SymbolChangeKind].toLowerCase()}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function sectionOf({ module, movedFrom, only, changes }: ModuleChanges): string {
  const about = [
    ...(only === undefined ? [] : [only]),
    ...(movedFrom === undefined ? [] : [`was ${inCode(movedFrom)}`]),
  ];
  const title = `## ${inCode(module)}${about.length === 0 ? "" : ` (${about.join(", ")})`}`;
  return [
    title,
    ...(changes.length === 0 ? [] : [changes.map((change) => itemOf(module, change)).join("\n")]),
  ].join("\n\n");
}

function itemOf(module: string, change: SymbolChange): string {
  const { kind, symbol, file, line, before = {}, signature } = change;
  const notes = [
    ...(before.kind === undefined ? [] : [`was a ${before.kind}`]),
    ...(before.symbol === undefined ? [] : [`was ${inCode(before.symbol)}`]),
    ...(before.file === undefined ? [] : [`from ${inCode(`${before.file}:${before.line ?? 1}`)}`]),
    ...(before.public === undefined ? [] : [before.public ? "no longer public" : "now public"]),
  ];
  const place = file === module ? `line ${line}` : inCode(`${file}:${line}`);
  const about = [place, ...(change.public ? [] : ["internal"]), ...notes].join(", ");
  const first = `- ${WORDS[change.change]} ${kind} **${inCode(symbol)}** (${about})`;
  if (before.signature === undefined)
    return signature === undefined ? first : `${first}\n  - ${inCode(signature)}`;
  const shown = signatureDifference(before.signature, signature ?? "");
  return [
    first,
    `  - before: ${shown.before === "" ? "nothing but the name" : inCode(shown.before)}`,
    `  - after: ${shown.after === "" ? "nothing but the name" : inCode(shown.after)}`,
  ].join("\n");
}
