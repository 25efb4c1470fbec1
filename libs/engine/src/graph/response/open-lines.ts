/**
 * Lines that may belong to a graph but could not be resolved: unresolved calls, escaping references, and
 * mentions of the name in places where calls are not followed.
 */
import { type CallGraphNote, LIMITS } from "@satori/contracts";
import { NONE, type Traversal } from "@satori/sidecar";
import { testOrExampleIn } from "../test-or-example.ts";
import { compareText } from "../../model/paths.ts";
import type { CodeView } from "../../store/code-view.ts";
import { linesOf, shownLine } from "./describe-graph.ts";
import { NamingLines } from "./naming-lines.ts";

/** A place in a file that a note may point to. */
export interface OpenSite {
  readonly file: number;
  /** Null if the line is unknown and must be found by the name. */
  readonly line: number | null;
  readonly name: string;
  /** The scope in which the name is searched; absent or `NONE` for the whole file. */
  readonly scope?: number;
}

/**
 * Notes by type: escaping references, mentions, unresolved calls. Within a type, program files come before
 * tests and generated files, then by file and line; each line appears once per type.
 */
export async function openLines(
  snapshot: CodeView,
  { unresolved, handedOn }: Traversal,
  named: readonly OpenSite[],
): Promise<readonly CallGraphNote[]> {
  return [
    ...(await notesOf(
      snapshot,
      "handed_on",
      handedOn.map(({ file, site, name, scope }) => ({ file, line: site?.line ?? null, name, scope })),
    )),
    ...(await notesOf(snapshot, "named", named)),
    ...(await notesOf(
      snapshot,
      "unresolved_call",
      unresolved.map(({ file, site: { line, name } }) => ({ file, line, name })),
    )),
  ];
}

/**
 * Notes of one type, one for each line, at most `LIMITS.callGraph.maxOpenLines`. Program files come first,
 * then by file and line.
 */
export async function notesOf(
  snapshot: CodeView,
  type: string,
  places: readonly OpenSite[],
): Promise<readonly CallGraphNote[]> {
  const byFile = new Map<number, OpenSite[]>();
  for (const place of places) {
    const known = byFile.get(place.file);
    if (known) known.push(place);
    else byFile.set(place.file, [place]);
  }
  const pathOf = (file: number): string => snapshot.files.paths[file] as string;
  // Each file contributes at least one line.
  const isAside = testOrExampleIn(snapshot);
  const files = [...byFile.keys()]
    .sort(
      (left, right) =>
        Number(isAside(left)) - Number(isAside(right)) || compareText(pathOf(left), pathOf(right)),
    )
    .slice(0, LIMITS.callGraph.maxOpenLines);
  const contents = await snapshot.contents(files);
  const notes = files.flatMap((file, at): CallGraphNote[] => {
    const text = linesOf(contents[at]);
    const sites = byFile.get(file) ?? [];
    // Read only if a line must be found.
    const reading = sites.some(({ line }) => line === null)
      ? new NamingLines(snapshot, file, contents[at])
      : null;
    const lines = sites.flatMap(({ line, name, scope = NONE }) =>
      line === null ? (reading?.linesNaming(name, scope) ?? []) : [line],
    );
    return [...new Set(lines)]
      .sort((left, right) => left - right)
      .map((line) => ({ type, file: pathOf(file), startLine: line, detail: shownLine(text[line - 1]) }));
  });
  return notes.slice(0, LIMITS.callGraph.maxOpenLines);
}
