/** The sentences of an answer about a hierarchy: how much of it is known, and what is missing. Pure. */
import { type HierarchyCoverage, counted } from "@satori/contracts";

export interface HierarchyCounts {
  readonly name: string;
  readonly what: "type" | "method";
  /** Null for a direction that was not requested. */
  readonly supertypes: DirectionCounts | null;
  readonly subtypes: DirectionCounts | null;
  readonly isDeeper: boolean;
  readonly depth: number;
  /** Whether the search reached a limit of steps, files or entries. */
  readonly isExhausted: boolean;
  /** Name of the deadline that ended the search; null if none did. */
  readonly deadline: string | null;
  readonly coverage: HierarchyCoverage;
}

export interface DirectionCounts {
  readonly total: number;
  readonly shown: number;
}

export function hierarchyMessage(counts: HierarchyCounts): string {
  const { isDeeper, depth, isExhausted, deadline } = counts;
  return [
    ...(counts.what === "type" ? typeSentences(counts) : methodSentences(counts)),
    isDeeper ? `There are more beyond depth ${depth}.` : null,
    ...coverageSentences(counts),
    isExhausted ? "The search reached its limit of steps, files or entries: there may be more." : null,
    deadline === null ? null : `The answer reached ${deadline}: there may be more.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

function typeSentences({ name, supertypes, subtypes }: HierarchyCounts): readonly (string | null)[] {
  const parts = [
    supertypes && partOf(supertypes, "supertype"),
    subtypes && partOf(subtypes, "subtype"),
  ].filter((part) => part !== null);
  return [`${name} has ${parts.join(" and ")}.`];
}

function partOf({ total, shown }: DirectionCounts, noun: string): string {
  const cut = shown < total ? ` (${shown} shown)` : "";
  return total === 0 ? `no known ${noun}s` : `${counted(total, noun)}${cut}`;
}

function methodSentences({ name, supertypes, subtypes }: HierarchyCounts): readonly (string | null)[] {
  return [
    supertypes && `${name} overrides or implements ${partOf(supertypes, "method")}.`,
    subtypes &&
      (subtypes.total === 0
        ? "No method is known to override or implement it."
        : `${partOf(subtypes, "method")} ${overriding(subtypes.total)} it.`),
  ];
}

function overriding(methods: number): string {
  return methods === 1 ? "overrides or implements" : "override or implement";
}

function coverageSentences({
  what,
  coverage,
  supertypes,
  subtypes,
}: HierarchyCounts): readonly (string | null)[] {
  const { unresolvedBases, externalTypes = [], unparsedFiles, partlyParsedFiles } = coverage;
  const isEmpty = supertypes?.total === 0 || subtypes?.total === 0;
  const unread = unparsedFiles + partlyParsedFiles;
  return [
    unresolvedBases === 0
      ? null
      : `${counted(unresolvedBases, "base")} could not be resolved and may belong to it.`,
    what === "type" || externalTypes.length === 0
      ? null
      : `Types outside the codebase may declare it, too: ${externalTypes.join(", ")}.`,
    unread === 0 || !isEmpty ? null : `${counted(unread, "file")} could not be read in full.`,
  ];
}
