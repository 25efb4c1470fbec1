/**
 * What changed imports mean for code that did not change: a name may stand for something else. Pure.
 */
import { dirname, join } from "node:path/posix";
import type { VersionFiles } from "./match-symbols.ts";
import type { VersionFile } from "./version-symbols.ts";

export interface ChangedImports {
  /** Names of the file that stand for something else, for more, or for nothing. */
  readonly names: ReadonlySet<string>;
  /** Whether imports without names, or what the file passes on, differ. */
  readonly ofModule: boolean;
  /** Whether import statements differ at all, other than in their order. */
  readonly hasChanged: boolean;
}

const UNCHANGED: ChangedImports = { names: new Set(), ofModule: false, hasChanged: false };

/**
 * @param replaced names of symbols that were moved or renamed, as `old new`: who imports them from their new
 *   place still means the same
 */
export function changedImports({ base, head }: VersionFiles, replaced: ReadonlySet<string>): ChangedImports {
  if (base === null || head === null) return UNCHANGED;
  const [old, present] = [importsOf(base), importsOf(head)];
  const names = new Set<string>();
  for (const alias of new Set([...old.bound.keys(), ...present.bound.keys()])) {
    const [before, after] = [old.bound.get(alias), present.bound.get(alias)];
    // A name that is not imported is one of the file itself.
    const isMoved = replaced.has(`${before?.name ?? alias} ${after?.name ?? alias}`);
    if (before?.target !== after?.target && !isMoved) names.add(alias);
  }
  const hasChanged = !sameLines(base.importLines, head.importLines);
  const isExplained = names.size > 0 || old.targets !== present.targets;
  return {
    names,
    ofModule: old.passedOn !== present.passedOn || (hasChanged && !isExplained),
    hasChanged,
  };
}

interface BoundName {
  readonly name: string;
  readonly target: string;
}

interface FileImports {
  /** What each name of the file stands for. */
  readonly bound: ReadonlyMap<string, BoundName>;
  /** Re-exports, and imports that bind no name; as one text. */
  readonly passedOn: string;
  /** Everything that is imported, as one text. */
  readonly targets: string;
}

function importsOf({ file: { path, imports } }: VersionFile): FileImports {
  const bound = new Map<string, BoundName>();
  const passedOn: string[] = [];
  const targets: string[] = [];
  for (const { module, kind, names } of imports) {
    const from = resolved(module, path);
    if (names.length === 0) passedOn.push(`${kind} ${from}`);
    for (const { name, alias } of names) {
      const target = `${kind} ${from} ${name}`;
      targets.push(target);
      if (kind === "reexport" || alias === "*") passedOn.push(`${target} ${alias}`);
      else bound.set(alias, { name, target });
    }
  }
  return { bound, passedOn: passedOn.sort().join("\n"), targets: targets.sort().join("\n") };
}

/** A relative module as a path from the root, so that moving a file changes nothing. */
function resolved(module: string, path: string): string {
  return /^\.\.?\//.test(module) ? join(dirname(path), module) : module;
}

function sameLines(left: readonly string[], right: readonly string[]): boolean {
  const wordsIn = (lines: readonly string[]): string =>
    lines
      .flatMap((line) => line.split(/[^\p{L}\p{N}_$./@*-]+/u))
      .filter((word) => word !== "")
      .sort()
      .join(" ");
  return wordsIn(left) === wordsIn(right);
}
