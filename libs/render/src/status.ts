/** Renders the state of one codebase, and of all, as tables. Pure. */
import {
  type CodebaseEntry,
  type CodebaseVersion,
  type IndexFacts,
  type ListCodebasesOk,
  shortCommit,
  sizeText,
} from "@satori/contracts";
import { table } from "./table.ts";
import type { View } from "./view.ts";

const LEFT = "left" as const;
const RIGHT = "right" as const;

/** Skipped files with examples; empty if there are none. */
export function renderSkipped(
  { skipped, secrets }: Pick<IndexFacts, "skipped"> & Partial<Pick<IndexFacts, "secrets">>,
  { name }: Pick<View, "name">,
): string[] {
  const rowOfSkipped = (why: string, files: number, examples: readonly string[]): string[] => [
    why,
    String(files),
    examples.map(name).join(", ") + (files > examples.length ? ", …" : ""),
  ];
  const byCause = skipped.map(({ cause, files, examples }) =>
    rowOfSkipped(cause.replaceAll("_", " "), files, examples),
  );
  // Servers of older versions do not count them.
  if (secrets && secrets.count > 0)
    byCause.push(rowOfSkipped("likely secrets", secrets.count, secrets.examples));
  return byCause.length === 0
    ? []
    : [
        "",
        ...table(
          [
            { title: "LEFT OUT", align: LEFT },
            { title: "FILES", align: RIGHT },
            { title: "FOR EXAMPLE", align: LEFT },
          ],
          byCause,
        ),
      ];
}

/** A table with one row per codebase, or a sentence if there is none. */
export function renderList({ codebases }: ListCodebasesOk, { name, wording }: View): string {
  const entries: CodebaseEntry[] = Object.values(codebases).flat();
  if (entries.length === 0)
    return wording.sentence("No codebase is indexed yet. Index one with `manage_index create`.");
  const columns = [
    { title: "CODEBASE", align: LEFT },
    { title: "STATE", align: LEFT },
    { title: "FILES", align: RIGHT },
    { title: "CHUNKS", align: RIGHT },
    { title: "SIZE", align: RIGHT },
    { title: "INDEXED (UTC)", align: LEFT },
    { title: "", align: LEFT },
  ];
  return table(
    columns,
    entries.flatMap((entry) => [rowOf(entry, name), ...(entry.versions ?? []).map(rowOfVersion)]),
  ).join("\n");
}

/** A version below its codebase. Its counts are not known without reading its index. */
function rowOfVersion({ commit, state, sizeBytes, lastUsedAt }: CodebaseVersion): string[] {
  const used = lastUsedAt === null ? "" : `last used ${minuteOf(lastUsedAt)}`;
  return [`  at ${shortCommit(commit)}`, state, "", "", sizeText(sizeBytes), "", used];
}

/** A time without seconds and zone. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

/** The longest columns come last, so that they do not widen others. */
function rowOf(
  { path, state, progressPct, reason, files, chunks, sizeBytes, lastIndexedAt }: CodebaseEntry,
  name: View["name"],
): string[] {
  const progress = progressPct === undefined || progressPct === null ? "" : ` ${Math.floor(progressPct)} %`;
  return [
    name(path),
    `${state}${progress}`,
    String(files),
    String(chunks),
    // Servers of older versions do not say.
    sizeBytes === undefined ? "?" : sizeText(sizeBytes),
    lastIndexedAt === null ? "never" : minuteOf(lastIndexedAt),
    name(reason ?? ""),
  ];
}
