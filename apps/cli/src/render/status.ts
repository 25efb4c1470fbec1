/** Renders the state of one codebase, and of all, as tables. Pure. */
import type { CodebaseEntry, IndexFacts, ListCodebasesOk } from "@satori/contracts";
import { printableLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";

const LEFT = "left" as const;
const RIGHT = "right" as const;

/** Skipped files with examples; empty if there are none. */
export function renderSkipped({
  skipped,
  secrets,
}: Pick<IndexFacts, "skipped"> & Partial<Pick<IndexFacts, "secrets">>): string[] {
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

function rowOfSkipped(why: string, files: number, examples: readonly string[]): string[] {
  return [
    why,
    String(files),
    examples.map(printableLine).join(", ") + (files > examples.length ? ", …" : ""),
  ];
}

/** A table with one row per codebase, or a sentence if there is none. */
export function renderList({ codebases }: ListCodebasesOk): string {
  const entries: CodebaseEntry[] = Object.values(codebases).flat();
  if (entries.length === 0) return "No codebase is indexed yet. Index one with `satori index`.";
  const columns = [
    { title: "CODEBASE", align: LEFT },
    { title: "STATE", align: LEFT },
    { title: "FILES", align: RIGHT },
    { title: "CHUNKS", align: RIGHT },
    { title: "INDEXED (UTC)", align: LEFT },
    { title: "", align: LEFT },
  ];
  return table(columns, entries.map(rowOf)).join("\n");
}

/** The longest columns come last, so that they do not widen others. */
function rowOf({ path, state, progressPct, reason, files, chunks, lastIndexedAt }: CodebaseEntry): string[] {
  const progress = progressPct === undefined || progressPct === null ? "" : ` ${Math.floor(progressPct)} %`;
  return [
    printableLine(path),
    `${state}${progress}`,
    String(files),
    String(chunks),
    lastIndexedAt?.slice(0, 16).replace("T", " ") ?? "never",
    printableLine(reason ?? ""),
  ];
}
