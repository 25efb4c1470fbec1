/** rust-analyzer's resolution of each name in a Cargo workspace. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Lines, scipOf } from "../oracles/rust.ts";
import type { ScipDocument, ScipOccurrence } from "../oracles/scip.ts";
import { type KnownUses, UsesTable } from "./known-uses.ts";

/**
 * Uses of a workspace's names. Code that the build excludes (`#[cfg]`) is unknown. A name with several
 * meanings (`Shape { side }`) counts as each of them. rust-analyzer resolves `Self::Item` to the trait that
 * declares it; in a block that defines `Item`, that definition is meant.
 */
export function rustUses(root: string, analyzer: string, temporary: string): KnownUses {
  const documents = scipOf(root, analyzer, temporary);
  const texts = new Map(
    documents.map(({ path }) => [path, new Lines(readFileSync(join(root, path), "utf8"))]),
  );
  const declarations = declarationsIn(documents, texts);
  const uses = new UsesTable();
  for (const { path, occurrences } of documents) {
    const text = texts.get(path) as Lines;
    for (const { symbol, isDefinition, line, start } of occurrences) {
      if (isDefinition) continue;
      const declared = declarations.get(symbol) ?? [];
      const associated = text.before(line, start, "Self::") ? OF_TRAIT.exec(symbol) : null;
      const own = associated
        ? sayingLast(occurrences, { trait: associated[1] as string, name: associated[2] as string, line })
        : undefined;
      uses.add({
        file: path,
        start: text.offset(line, start),
        declarations: own ? [`${path}:${own.line + 1}:${associated?.[2]}`] : declared,
      });
    }
  }
  return uses;
}

/** `de/Read#Error#`. */
const OF_TRAIT = /[ /](\w+)#(\w+)#$/;

/**
 * The last block before a line that defines an associated type of a trait; such blocks define it before
 * anything else.
 */
function sayingLast(
  occurrences: readonly ScipOccurrence[],
  { trait, name, line }: { readonly trait: string; readonly name: string; readonly line: number },
): ScipOccurrence | undefined {
  const own = new RegExp(`impl#.*\\[\`?${trait}[^\\]]*\\]${name}#$`);
  return occurrences.findLast(
    ({ symbol, isDefinition, line: at }) => isDefinition && at <= line && own.test(symbol),
  );
}

/** `file:line:name` by symbol; local symbols have numbers that are unique within a file. */
function declarationsIn(
  documents: readonly ScipDocument[],
  texts: ReadonlyMap<string, Lines>,
): ReadonlyMap<string, readonly string[]> {
  const declarations = new Map<string, string[]>();
  for (const { path, occurrences } of documents) {
    for (const { symbol, line, start, end } of occurrences.filter(
      ({ isDefinition, symbol: of }) => isDefinition && !of.startsWith("local "),
    )) {
      const places = declarations.get(symbol) ?? [];
      declarations.set(symbol, places);
      places.push(`${path}:${line + 1}:${texts.get(path)?.between(line, start, end)}`);
    }
  }
  return declarations;
}
