/** What is known about changed symbols that nothing is known to use: see `absence/`. */
import { type Absence, absenceOf } from "../absence/absence-of.ts";
import { untilDeadline } from "../deadline.ts";
import { candidateOf } from "../files/symbol-lookup/find-symbol.ts";
import { tokenize } from "../lexical/tokens.ts";
import { fileOfRow } from "../store/file-of-row.ts";
import { isModule } from "./changed-symbols.ts";
import type { ChangedWithDependents } from "./impact-of-changes.ts";
import type { Graphs } from "./read-graphs.ts";
import type { VersionGraph } from "./version-graph.ts";

/** Symbols that are examined: each takes a search of the whole codebase. */
const MAX_EXAMINED = 100;
/** Chunks that are searched for the name of a removed symbol. */
const MAX_CHUNKS = 2_000;

export interface Absences {
  /** By index of the changed symbol. */
  readonly absences: ReadonlyMap<number, Absence>;
  /** Whether the deadline left time for all of them. */
  readonly isComplete: boolean;
}

/** Examines changed symbols without users. */
export async function absencesOf(
  { base, head }: Graphs,
  followed: readonly ChangedWithDependents[],
): Promise<Absences> {
  const found = new Map<number, Absence>();
  const examined = await untilDeadline(async () => {
    for (const [of, each] of followed.entries()) {
      if (found.size >= MAX_EXAMINED) break;
      if (!isExamined(each)) continue;
      const { change } = each;
      const graph = change.head ? head : base;
      const absence = await absenceIn(graph, each);
      const isGone = change.head === null && base !== head;
      // What is gone has no place in the head: whatever has its name there may mean it.
      const isNamed = absence.proven && isGone && (await isNamedIn(head, change.base?.symbol.name ?? ""));
      found.set(of, isNamed ? { ...absence, proven: false } : absence);
    }
    return found;
  });
  return { absences: found, isComplete: examined !== null };
}

/** Whether nothing is known to depend on a symbol that was used, or could have been. */
function isExamined({ change, found }: ChangedWithDependents): boolean {
  const present = change.head ?? change.base;
  const isKind = /^(?:removed|signature_changed|body_changed)$/.test(change.change);
  return (
    isKind &&
    present !== null &&
    !isModule(present.symbol) &&
    found.every(({ dependents }) => dependents.length === 0)
  );
}

function absenceIn(graph: VersionGraph, { change }: ChangedWithDependents): Promise<Absence> {
  const { file, symbol } = (change.head ?? change.base) as NonNullable<typeof change.head>;
  return graph.ask((resolution) =>
    absenceOf({ view: graph.view, resolution, deadline: graph.deadline }, candidateOf(file.path, symbol)),
  );
}

/** Whether a text has a name as a whole word; true if there are too many places to look at. */
async function isNamedIn({ view, deadline }: VersionGraph, name: string): Promise<boolean> {
  const hits = await view.lexical(tokenize(name), MAX_CHUNKS, null, () => deadline.check());
  if (hits.length >= MAX_CHUNKS) return true;
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_])${name.replace(/[^\p{L}\p{N}_]/gu, "\\$&")}(?![\\p{L}\\p{N}_])`,
    "u",
  );
  const files = [...new Set(hits.map(({ row }) => fileOfRow(view.files, row)))];
  for (const file of files) {
    deadline.check();
    const [content] = await view.contents([file]);
    if (content && word.test(content.text)) return true;
  }
  return false;
}
