/** Compares what `unused_symbols` lists with what a finder finds. Pure. */
import type { PossiblyUnused, UnusedSymbolsOk } from "@satori/contracts";
import type { Finding } from "./finders.ts";

/** A symbol that was looked at by hand. */
export interface Label extends Omit<Finding, "line"> {
  /** Folder name of the project. */
  readonly project: string;
  readonly isUnused: boolean;
  readonly why: string;
}

export interface Comparison {
  readonly findings: number;
  /** Findings that `unused` has. */
  readonly listed: number;
  /** Findings that `possibly` has. */
  readonly doubted: number;
  /** Findings that neither list has. */
  readonly missed: readonly Finding[];
  /** Symbols in `unused`, in files that the finder reads. */
  readonly unused: number;
  /** Symbols of these that the finder has, too. */
  readonly confirmed: number;
  /** Symbols of these that are unused by a label. */
  readonly labelled: number;
  /** Symbols of these that are used by a label. */
  readonly wrong: readonly Finding[];
  /** Symbols of these without a finding or label. */
  readonly unlabelled: readonly Finding[];
  /** Findings that are used by a label, and do not count. */
  readonly refuted: number;
}

export interface Compared {
  readonly project: string;
  /** From all finders of the project. */
  readonly findings: readonly Finding[];
  readonly answer: Pick<UnusedSymbolsOk, "unused" | "possibly">;
  readonly files: RegExp;
  readonly labels: readonly Label[];
}

/** All lists by file, then line. */
export function compare({ project, findings, answer, files, labels }: Compared): Comparison {
  const verdicts = new Map(
    labels.filter((label) => label.project === project).map((label) => [keyOf(label), label.isUnused]),
  );
  const known = [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()].sort(byPlace);
  const counted = known.filter((finding) => verdicts.get(keyOf(finding)) !== false);
  const unused = answer.unused
    .filter(({ file }) => files.test(file))
    .map(findingOf)
    .sort(byPlace);
  const [unusedKeys, doubtedKeys] = [unused, answer.possibly.map(findingOf)].map(
    (list) => new Set(list.map(keyOf)),
  ) as [Set<string>, Set<string>];
  const truth = new Set(counted.map(keyOf));
  const others = unused.filter((each) => !truth.has(keyOf(each)));
  const isListed = (finding: Finding): boolean => unusedKeys.has(keyOf(finding));
  const isDoubted = (finding: Finding): boolean => !isListed(finding) && doubtedKeys.has(keyOf(finding));
  return {
    findings: counted.length,
    listed: counted.filter(isListed).length,
    doubted: counted.filter(isDoubted).length,
    missed: counted.filter((finding) => !isListed(finding) && !isDoubted(finding)),
    unused: unused.length,
    confirmed: unused.length - others.length,
    labelled: others.filter((each) => verdicts.get(keyOf(each)) === true).length,
    wrong: others.filter((each) => verdicts.get(keyOf(each)) === false),
    unlabelled: others.filter((each) => !verdicts.has(keyOf(each))),
    refuted: known.length - counted.length,
  };
}

/** Finders and outlines differ in the line of a symbol with modifiers above it, so that it does not count. */
function keyOf({ file, name }: Pick<Finding, "file" | "name">): string {
  return `${file}\n${name}`;
}

function findingOf({ file, symbolLabel, span }: Omit<PossiblyUnused, "reasons">): Finding {
  return { file, line: span.startLine, name: symbolLabel.slice(symbolLabel.lastIndexOf(".") + 1) };
}

function byPlace(left: Finding, right: Finding): number {
  return left.file < right.file ? -1 : left.file > right.file ? 1 : left.line - right.line;
}
