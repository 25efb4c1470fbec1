/**
 * Lines that a graph does not cover: calls that are not resolved, and places from which nobody knows what is
 * called.
 */
import { type CallGraphNote, LIMITS } from "@satori/contracts";
import type { Traversal } from "@satori/sidecar";
import { testOrExampleIn } from "../test-or-example.ts";
import { compareText } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import { linesOf, shownLine } from "./describe-graph.ts";

export interface OpenSite {
  readonly file: number;
  /** Null where the line has to be found by the name that stands there. */
  readonly line: number | null;
  readonly name: string;
}

/** By type, those of the program before those beside it, by file and line; each line of a type once. */
export async function openLines(
  snapshot: Snapshot,
  { unresolved, handedOn }: Traversal,
  named: readonly OpenSite[],
): Promise<readonly CallGraphNote[]> {
  return [
    ...(await notesOf(
      snapshot,
      "handed_on",
      handedOn.map(({ file, site, name }) => ({ file, line: site?.line ?? null, name })),
    )),
    ...(await notesOf(snapshot, "named", named)),
    ...(await notesOf(
      snapshot,
      "unresolved_call",
      unresolved.map(({ file, site: { line, name } }) => ({ file, line, name })),
    )),
  ];
}

/** Lines of places as notes of a type, by file and line, each once; as many as an answer has of a type. */
export async function notesOf(
  snapshot: Snapshot,
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
  // Each file gives a line at least.
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
    const lines = (byFile.get(file) ?? []).map(
      ({ line, name }) => line ?? lineNaming(text, { name, defined: linesDefining(snapshot, file, name) }),
    );
    return [...new Set(lines)]
      .sort((left, right) => left - right)
      .map((line) => ({ type, file: pathOf(file), startLine: line, detail: shownLine(text[line - 1]) }));
  });
  return notes.slice(0, LIMITS.callGraph.maxOpenLines);
}

/** A line that is one; an attribute of Rust is none. */
export const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!!?\[)|--)/;

/** Names have other signs as well, `save!` and `#run`, of which an expression takes no escape. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** Where the definitions of a name begin. */
function linesDefining({ calls }: Snapshot, file: number, name: string): ReadonlySet<number> {
  return new Set(
    calls
      .flow(file)
      ?.scopes.filter((scope) => scope.name === name)
      .map(({ startLine }) => startLine),
  );
}

/** The first line that has the name otherwise than as what is called or defined; 1 where there is none. */
function lineNaming(
  lines: readonly string[],
  { name, defined }: { readonly name: string; readonly defined: ReadonlySet<number> },
): number {
  const handed = new RegExp(
    `(?<![\\p{L}\\p{N}_$])${name.replace(SYNTAX, "\\$&")}(?![\\p{L}\\p{N}_$]|\\s*[({<=:])`,
    "u",
  );
  const naming = [...lines.keys()].filter(
    (at) => handed.test(lines[at] as string) && !COMMENT.test(lines[at] as string),
  );
  return (naming.find((at) => !defined.has(at + 1)) ?? naming[0] ?? 0) + 1;
}
