/** Finds the types that signatures mention, where exactly one definition is meant. */
import type { SymbolKind } from "@satori/contracts";
import { type Evaluator, boundName, resolvesCalls } from "@satori/sidecar";
import { isPastDeadline } from "../../deadline.ts";
import type { CallContext } from "../../engine-context.ts";
import type { Snapshot } from "../../store/store.ts";
import type { CodeSymbol } from "./call-paths.ts";
import type { ContextFile, FileReader } from "./context-files.ts";

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "protocol",
  "object",
  "type",
]);
const NAME = /[\p{L}_][\p{L}\p{N}_]*/gu;
/** Names of one or two capital letters and digits are type parameters as a rule. */
const TYPE_PARAMETER = /^\p{Lu}[\p{Lu}\p{N}]?$/u;
/** Names that are looked up at most, and files that are read for one name. */
const MAX_NAMES = 60;
const MAX_DEFINING_FILES = 4;

export interface SignatureTypes {
  /** In the order in which the signatures mention them. */
  readonly types: readonly CodeSymbol[];
  readonly isEnded: boolean;
}

interface TypeSearch {
  readonly read: FileReader;
  readonly call: CallContext;
  readonly resolution: Evaluator;
}

/**
 * Definitions of the types in some signatures: of the same file, else where an import leads, else the only
 * one of that name in the index. A name with several definitions is left out.
 */
export async function typesOfSignatures(
  snapshot: Snapshot,
  symbols: readonly CodeSymbol[],
  { read, call, resolution }: TypeSearch,
): Promise<SignatureTypes> {
  const found = new Map<string, CodeSymbol>();
  const looked = new Set<string>();
  try {
    for (const { in: file, symbol } of symbols)
      for (const name of typeNamesIn(symbol.signature ?? "", symbol.name)) {
        const key = `${file.path}\n${name}`;
        if (looked.has(key) || looked.size >= MAX_NAMES) continue;
        looked.add(key);
        const due = call.deadline.pause();
        if (due) await due;
        const type = await typeNamed(name, file, { snapshot, resolution, read });
        if (type && !found.has(type.symbol.id)) found.set(type.symbol.id, type);
      }
    return { types: [...found.values()], isEnded: false };
  } catch (error) {
    if (isPastDeadline(error)) return { types: [...found.values()], isEnded: true };
    throw error;
  }
}

function typeNamesIn(signature: string, ownName: string): readonly string[] {
  const names = [...signature.matchAll(NAME)].map(([name]) => name);
  return [...new Set(names)].filter((name) => name !== ownName && !TYPE_PARAMETER.test(name));
}

interface Lookup {
  readonly snapshot: Snapshot;
  readonly resolution: Evaluator;
  readonly read: FileReader;
}

async function typeNamed(
  name: string,
  file: ContextFile,
  { snapshot, resolution, read }: Lookup,
): Promise<CodeSymbol | null> {
  const own = typesIn(file, name);
  if (own.length > 0) return only(own);
  const language = snapshot.files.languages[file.file] ?? "text";
  const bound = resolvesCalls(language) ? boundName(resolution, { file: file.file, scope: 0 }, name) : null;
  if (bound === "outside") return null;
  if (bound) {
    const declaring = bound.file === file.file ? null : await read(bound.file);
    return declaring ? only(typesIn(declaring, bound.name)) : null;
  }
  const files = await snapshot.filesDefining(name);
  if (files.length > MAX_DEFINING_FILES) return null;
  const all: CodeSymbol[] = [];
  for (const other of files) {
    const declaring = snapshot.files.languages[other] === language ? await read(other) : null;
    if (declaring) all.push(...typesIn(declaring, name));
  }
  return only(all);
}

function typesIn(file: ContextFile, name: string): readonly CodeSymbol[] {
  return file.symbols
    .filter((symbol) => symbol.name === name && TYPE_KINDS.has(symbol.kind))
    .map((symbol) => ({ in: file, symbol }));
}

function only(found: readonly CodeSymbol[]): CodeSymbol | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}
