/** Mutations of a project, and what a compiler says of each. */
import type { FileEdit } from "./file-edit.ts";

/** Kinds of symbols that are mutated; a class, interface, alias, enum or struct is a `type`. */
export const MUTATED_KINDS = ["function", "method", "type", "constant", "field"] as const;
export type MutatedKind = (typeof MUTATED_KINDS)[number];

/** The last two change how many arguments a call has to pass. */
export const MUTATIONS = ["remove", "rename", "add_parameter", "remove_parameter"] as const;
export type MutationType = (typeof MUTATIONS)[number];

/** The name that a renamed symbol gets has this at its end. */
export const RENAMED = "Renamed";

/** A possible mutation of one definition. */
export interface Mutation {
  readonly mutation: MutationType;
  readonly kind: MutatedKind;
  readonly name: string;
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Line of the name. */
  readonly line: number;
  /** Lines of the definition, inclusive. */
  readonly definition: readonly [first: number, last: number];
  readonly edit: FileEdit;
}

/** What a compiler says of a mutation; lines are those of the mutated files, ascending by file and line. */
export interface Verdict {
  /** Lines of the errors at the name of the symbol, or at the calls whose arguments no longer fit. */
  readonly failing: readonly FileLine[];
  /**
   * Lines with the name that the compiler passes over because the file's import of it failed: it reports the
   * import only. They count as failing.
   */
  readonly behindImports: readonly FileLine[];
  /** Lines of all other new errors outside of the definition, such as types that no longer fit. */
  readonly cascading: readonly FileLine[];
  /** Lines outside of the definition whose names meant the symbol before. */
  readonly references: readonly FileLine[];
}

export interface FileLine {
  readonly file: string;
  readonly line: number;
}

/** A compiler that knows a project. */
export interface Judge extends AsyncDisposable {
  /** Files that it checks: it knows nothing of others. */
  readonly files: ReadonlySet<string>;
  /** All possible mutations of exported symbols, by file and line. */
  readonly mutations: readonly Mutation[];
  /** Calls `told` for each mutation, in their order, as soon as its verdict is known. */
  judge(mutations: readonly Mutation[], told: (mutation: Mutation, verdict: Verdict) => void): Promise<void>;
}

/** Identifies a mutation within its project. */
export function mutationId({ mutation, name, file, line }: Mutation): string {
  return `${mutation} ${file}:${line} ${name}`;
}

/** Without duplicates, by file and line. */
export function fileLines(lines: Iterable<FileLine>): FileLine[] {
  const byKey = new Map<string, FileLine>();
  for (const { file, line } of lines) byKey.set(`${file}:${line}`, { file, line });
  return [...byKey.values()].sort((left, right) =>
    left.file === right.file ? left.line - right.line : left.file < right.file ? -1 : 1,
  );
}
