/** What cannot be known about changed symbols. */
import {
  IMPACT_UNKNOWNS,
  type ImpactUnknown,
  type ImpactUnknownType,
  type LifeEvidence,
  type LifeReason,
} from "@satori/contracts";
import { resolvesCalls } from "@satori/sidecar";
import type { Absence } from "../absence/absence-of.ts";
import { untilDeadline } from "../deadline.ts";
import { languageCallsIn } from "../graph/response/language-calls.ts";
import { notesOf } from "../graph/response/open-lines.ts";
import { candidateOf } from "../files/symbol-lookup/find-symbol.ts";
import { compareText } from "../model/paths.ts";
import type { ChangedWithDependents } from "./impact-of-changes.ts";
import { isModule } from "./changed-symbols.ts";
import type { Dependent } from "./dependents.ts";
import type { VersionGraph } from "./version-graph.ts";
import type { Graphs } from "./read-graphs.ts";

/** What cannot be known, and whether that is all. */
export interface Unknowns {
  /** By changed symbol, then in the order of `IMPACT_UNKNOWNS`, then by file and line. */
  readonly unknown: readonly ImpactUnknown[];
  /** False if the deadline passed. */
  readonly isComplete: boolean;
}

export async function unknownsOf(
  graphs: Graphs,
  followed: readonly ChangedWithDependents[],
  absences: ReadonlyMap<number, Absence>,
): Promise<Unknowns> {
  const unknown: ImpactUnknown[] = [];
  for (const [of, each] of followed.entries()) {
    if (each.change.change === "added") continue;
    const own = await untilDeadline(() => unknownOf(graphs, each, absences.get(of)));
    if (own === null) return { unknown, isComplete: false };
    for (const { type, ...rest } of own.sort(inOrder)) unknown.push({ type, of, ...rest });
  }
  return { unknown, isComplete: true };
}

function inOrder(left: ImpactUnknown, right: ImpactUnknown): number {
  return (
    IMPACT_UNKNOWNS.indexOf(left.type) - IMPACT_UNKNOWNS.indexOf(right.type) ||
    compareText(left.file ?? "", right.file ?? "") ||
    (left.line ?? 0) - (right.line ?? 0)
  );
}

async function unknownOf(
  { base, head }: Graphs,
  { change, found, seed, refs }: ChangedWithDependents,
  absence: Absence | undefined,
): Promise<ImpactUnknown[]> {
  const present = change.head ?? change.base;
  if (!present || isModule(present.symbol)) return [];
  const graph = change.head ? head : base;
  const { file, symbol } = present;
  const unknown: ImpactUnknown[] = [];
  if (!resolvesCalls(file.language))
    unknown.push({
      type: "language_without_calls",
      file: file.path,
      detail: `Calls are not resolved in ${file.language}.`,
    });
  const [first] = found;
  if (first) {
    const { open } = first;
    const shown = change.head ? seed.groups.flatMap(({ dependents }) => dependents) : first.dependents;
    const isKnown = isListedIn(graph, shown);
    const lines = [
      ...(await linesOf(
        graph,
        "unresolved_call",
        open.unresolved.map(({ file: at, site }) => ({ file: at, line: site.line, name: site.name })),
      )),
      ...(await linesOf(graph, "unresolved_use", open.unresolvedUses)),
      ...(await linesOf(
        graph,
        "handed_on",
        open.handedOn.map((place) => ({ ...place, name: symbol.name })),
      )),
    ];
    unknown.push(
      ...lines.filter((line) => line.type === "handed_on" || !isKnown(line)),
      ...open.skippedNames.map(({ name, files }): ImpactUnknown => ({
        type: "not_followed",
        detail: `${name} is used in ${files} files, too many to search all of them.`,
      })),
    );
    if (open.isCut || open.notSearched.length > 0)
      unknown.push({
        type: "not_followed",
        detail: "A limit was reached before all places with its name were looked at.",
      });
  }
  if (absence) return withoutRepeats([...unknown, ...absence.reasons.map(unknownReason)]);
  const symbols = [candidateOf(file.path, symbol)];
  for (const { kind, listed } of await languageCallsIn(graph.view, graph.resolution, { symbols, refs }))
    if (listed === "none")
      unknown.push({
        type: "language_call",
        file: file.path,
        line: symbol.nameLine,
        detail: `${file.language} calls it by itself (${kind}); such calls are not listed.`,
      });
  return unknown;
}

/** Each line once for each type; the first one counts. */
function withoutRepeats(unknown: readonly ImpactUnknown[]): ImpactUnknown[] {
  const keyOf = ({ type, file, line, detail }: ImpactUnknown): string =>
    `${type} ${line ?? detail} ${file ?? ""}`;
  const first = new Map<string, ImpactUnknown>();
  for (const each of unknown) if (!first.has(keyOf(each))) first.set(keyOf(each), each);
  return [...first.values()];
}

/** Why a symbol without users may be used nevertheless. */
const TYPES: Readonly<Record<LifeReason, ImpactUnknownType>> = {
  entry_point: "framework",
  test: "framework",
  exported: "exported",
  decorated: "framework",
  registered: "framework",
  overrides: "overrides",
  language: "language_call",
  named_in_code: "unresolved_use",
  named_in_text: "named_in_text",
  other_name: "other_name",
  outside: "exported",
  dynamic: "computed_name",
  unresolved: "unresolved_call",
  unread: "unread_file",
  unsupported: "unproven",
};

function unknownReason({ reason, file, line, detail }: LifeEvidence): ImpactUnknown {
  return {
    type: TYPES[reason],
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    detail,
  };
}

/** Whether a line is known to lead to the symbol, so that nothing about it is unknown. */
function isListedIn(
  { view }: VersionGraph,
  dependents: readonly Dependent[],
): (unknown: ImpactUnknown) => boolean {
  const listed = new Set(
    dependents.flatMap(({ from: { file }, sites }) =>
      sites.map(({ line }) => `${line} ${view.files.paths[file] ?? ""}`),
    ),
  );
  return ({ file, line }) => line !== undefined && listed.has(`${line} ${file ?? ""}`);
}

async function linesOf(
  { view }: VersionGraph,
  type: ImpactUnknownType,
  places: Parameters<typeof notesOf>[2],
): Promise<ImpactUnknown[]> {
  return (await notesOf(view, type, places)).map(({ file, startLine, detail }) => ({
    type,
    file,
    ...(startLine === undefined ? {} : { line: startLine }),
    detail,
  }));
}
