/** Reads a report of Stryker, file by file. */

/** The parts of the mutation-testing-elements format that are read here. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

export interface FileScore {
  readonly file: string;
  readonly detected: number;
  readonly undetected: number;
  /** `LINE MUTATOR REPLACEMENT` of each undetected mutant, by line. */
  readonly survivors: readonly string[];
}

const DETECTED = new Set(["Killed", "Timeout"]);
const UNDETECTED = new Set(["Survived", "NoCoverage"]);

/** Scores by file; mutants that could not be run do not count. */
export function scoresOf({ files }: MutationReport): FileScore[] {
  return Object.entries(files)
    .map(([file, { mutants }]) => {
      const undetected = mutants
        .filter(({ status }) => UNDETECTED.has(status))
        .sort((left, right) => left.location.start.line - right.location.start.line);
      return {
        file,
        detected: mutants.filter(({ status }) => DETECTED.has(status)).length,
        undetected: undetected.length,
        survivors: undetected.map(
          ({ location, mutatorName, replacement = "" }) =>
            `${location.start.line} ${mutatorName} ${replacement.replaceAll(/\s+/g, " ").slice(0, 80)}`,
        ),
      };
    })
    .sort((left, right) => (left.file < right.file ? -1 : 1));
}

/** Between 0 and 1; 1 if there are no mutants. */
export function shareDetected(scores: readonly Pick<FileScore, "detected" | "undetected">[]): number {
  const [detected, all] = scores.reduce(
    ([sum, total], score) => [sum + score.detected, total + score.detected + score.undetected],
    [0, 0],
  );
  return all === 0 ? 1 : detected / all;
}
