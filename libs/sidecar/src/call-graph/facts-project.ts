/** A codebase in memory, built from the facts of its files. */
import { NONE } from "../call-facts/facts.ts";
import type { FileFacts } from "../facts.ts";
import { eachNameUsed } from "./names-used.ts";
import type { FileId, NameUse, Project } from "./project.ts";
import type { Resolution } from "./resolution.ts";
import { distinctScopes, type ScopeRef, type Value } from "./values.ts";

export interface AnalyzedFile {
  readonly path: string;
  readonly text: string;
  readonly facts: Pick<FileFacts, "language" | "symbols" | "flow">;
}

export function factsProject(files: readonly AnalyzedFile[]): Project {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const at = new Map(sorted.map(({ path }, file) => [path, file]));
  const defining = new Map<string, FileId[]>();
  const using = new Map<string, FileId[]>();
  const note = (table: Map<string, FileId[]>, key: string, file: FileId): void => {
    const known = table.get(key);
    if (!known) table.set(key, [file]);
    else if (known.at(-1) !== file) known.push(file);
  };
  for (const [file, { facts }] of sorted.entries()) {
    for (const { name } of facts.symbols) note(defining, name, file);
    if (facts.flow) eachNameUsed(facts.flow, (use, name) => note(using, `${use} ${name}`, file));
  }
  return {
    paths: sorted.map(({ path }) => path),
    fileAt: (path) => at.get(path),
    language: (file) => sorted[file]?.facts.language ?? "text",
    flow: (file) => sorted[file]?.facts.flow ?? null,
    text: (file) => sorted[file]?.text ?? "",
    filesDefining: (name) => defining.get(name) ?? [],
    filesUsing: (use: NameUse, name) => using.get(`${use} ${name}`) ?? [],
  };
}

// Finds definitions by a name that only other files use: `export { createdHere as expect }`.

/** Definitions exported under a name, by file, then in source order, without duplicates. */
export function exportedAs(resolution: Resolution, name: string): readonly ScopeRef[] {
  const found = resolution.project.filesUsing("export", name).flatMap((file) => {
    const exported = (resolution.index(file)?.flow.exports ?? []).filter((given) => given.name === name);
    return exported
      .flatMap(({ value }) => resolution.evaluate({ file, scope: 0, expr: value }))
      .flatMap((value) => definitionOf(resolution, value));
  });
  return distinctScopes(found);
}

function definitionOf(resolution: Resolution, value: Value): readonly ScopeRef[] {
  if (value.kind !== "function" && value.kind !== "class" && value.kind !== "variable") return [];
  const { file, scope } = value;
  const own = resolution.index(file)?.flow.scopes[scope];
  return own === undefined || own.symbol === NONE ? [] : [{ file, scope }];
}
