/**
 * Lines that may belong to a graph but could not be resolved: unresolved calls, escaping references, and
 * mentions of the name in places where calls are not followed.
 */
import { type CallGraphNote, LIMITS } from "@satori/contracts";
import type { Traversal } from "@satori/sidecar";
import { testOrExampleIn } from "../test-or-example.ts";
import { compareText } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import { linesOf, shownLine } from "./describe-graph.ts";

/** A place in a file that a note may point to. */
export interface OpenSite {
  readonly file: number;
  /** Null if the line is unknown and must be found by the name. */
  readonly line: number | null;
  readonly name: string;
}

/**
 * Notes by type: escaping references, mentions, unresolved calls. Within a type, program files come before
 * tests and generated files, then by file and line; each line appears once per type.
 */
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

/**
 * Notes of one type, one for each line, at most `LIMITS.callGraph.maxOpenLines`. Program files come first,
 * then by file and line.
 */
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
    const lines = (byFile.get(file) ?? []).map(
      ({ line, name }) => line ?? lineNaming(text, { name, defined: linesDefining(snapshot, file, name) }),
    );
    return [...new Set(lines)]
      .sort((left, right) => left - right)
      .map((line) => ({ type, file: pathOf(file), startLine: line, detail: shownLine(text[line - 1]) }));
  });
  return notes.slice(0, LIMITS.callGraph.maxOpenLines);
}

/** Matches a comment line; a Rust attribute (`#[…]`) is not one. */
export const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!!?\[)|--)/;

/**
 * Characters to escape in a name (`save!`, `#run`). Other characters must not be escaped in a `u` expression.
 */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** First lines of all definitions of the name in a file. */
function linesDefining({ calls }: Snapshot, file: number, name: string): ReadonlySet<number> {
  return new Set(
    calls
      .flow(file)
      ?.scopes.filter((scope) => scope.name === name)
      .map(({ startLine }) => startLine),
  );
}

/**
 * The first line that contains the name without calling or defining it; falls back to the first line that
 * contains it, then to 1.
 */
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
