/** Turns the definitions that a query captured into nested, named, documented symbols. */
import type { SymbolKind } from "@satori/contracts";
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import type { LineIndex } from "../syntax/chunk/lines.ts";
import type { Definition } from "./definition.ts";
import { DocFinder } from "../syntax/comments/doc-finder.ts";
import { extentsOf } from "./extents.ts";
import type { SymbolFact } from "../facts.ts";
import { type GrammarSupport, TYPE_NAME } from "../language.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { Signatures } from "./signature.ts";
import { SymbolIds } from "./symbol-id.ts";

export interface SymbolInput {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly support: GrammarSupport;
  readonly comments: readonly SyntaxNode[];
  readonly docstrings: readonly SyntaxNode[];
  readonly definitions: readonly Definition[];
  /** Nodes that belong to the definition after them. */
  readonly leading: readonly SyntaxNode[];
}

/** Kinds in which functions are methods and variables are fields. */
const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set([
  "class",
  "interface",
  "struct",
  "trait",
  "protocol",
  "object",
  "extension",
  "impl",
  "enum",
]);

export interface BuiltSymbols {
  /** Sorted by start, end descending, label, id. */
  readonly symbols: SymbolFact[];
  /** Index of the symbol whose name starts at an offset. */
  readonly symbolNamedAt: ReadonlyMap<number, number>;
  /** Whether the file declares more symbols than are kept. */
  readonly isCut: boolean;
}

/** The symbols of a file, at most `SIDECAR_LIMITS.factsPerFile`. */
export function buildSymbols(input: SymbolInput): BuiltSymbols {
  const declared = extentsOf(distinct(input.definitions), input);
  const extents = declared.slice(0, SIDECAR_LIMITS.factsPerFile);
  const docs = new DocFinder(input, extents);
  const comments = input.comments
    .map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex }))
    .sort((left, right) => left.start - right.start);
  const signatures = new Signatures({ text: input.text, comments });
  const ids = new SymbolIds(input.path);
  const symbols: SymbolFact[] = [];
  const symbolNamedAt = new Map<number, number>();
  for (const extent of extents) {
    const { definition, parent, start, end, startLine, endLine } = extent;
    const around = symbols[parent] ?? null;
    const name = symbolName(definition, input.text);
    const scopes =
      definition.scopes.length === 0
        ? NO_SCOPES
        : definition.scopes.map(scopeName).filter((scope) => scope !== "");
    const owner = isPromoted(definition, around) ? (symbols[around?.parent ?? -1] ?? null) : around;
    // In `class Foo; def Foo.make`, the qualifier repeats the enclosing class.
    const below =
      scopes.length === 1 && owner && TYPE_KINDS.has(owner.kind) && scopes[0] === owner.name ? [] : scopes;
    // Without a limit, the total length of labels would grow quadratically with nesting depth.
    const label = [...(owner ? [owner.label] : []), ...below, name]
      .join(".")
      .slice(0, SIDECAR_LIMITS.labelChars);
    const kind = kindWithin(definition, { name, scope: scopes.at(-1) ?? null, around }, input.support);
    symbolNamedAt.set(definition.nameNode.startIndex, symbols.length);
    symbols.push({
      id: ids.next(kind, label),
      kind,
      name,
      label,
      parent,
      start,
      end,
      startLine,
      endLine,
      nameLine: definition.nameNode.startRow + 1,
      signature: signatures.of(definition, name),
      doc: docs.find(extent),
    });
  }
  return { symbols, symbolNamedAt, isCut: extents.length < declared.length };
}

const NO_SCOPES: readonly string[] = [];

/** One definition for each name node: that of the earliest pattern. */
function distinct(definitions: readonly Definition[]): Definition[] {
  const byName = new Map<number, Definition>();
  for (const definition of definitions) {
    const at = definition.nameNode.startIndex;
    const known = byName.get(at);
    if (!known || definition.pattern < known.pattern) byName.set(at, definition);
  }
  return [...byName.values()].filter(
    ({ nameNode }) =>
      nameNode.endIndex > nameNode.startIndex &&
      nameNode.endIndex - nameNode.startIndex <= SIDECAR_LIMITS.nameChars,
  );
}

function symbolName({ name, nameNode }: Definition, text: string): string {
  const written = name ?? text.slice(nameNode.startIndex, nameNode.endIndex);
  return /^[\w$]*$/.test(written) ? written : written.replace(/\s+/g, " ").replace(/^(["'`])(.*)\1$/, "$2");
}

/** Longer text is not a name. The limit also bounds the search for unclosed brackets. */
const MAX_SCOPE_CHARS = 2_000;

/**
 * `*Server[T]` → `Server`; `std::vector<int>` → `std.vector`. Empty for anything but a name: `(server as
 * Mutable)`, a function type.
 */
function scopeName(node: SyntaxNode): string {
  const name = node.text
    .slice(0, MAX_SCOPE_CHARS)
    .replace(/<[^]*>|\[[^]*\]/g, "")
    .replace(/[\s*&?!]+/g, "")
    .replace(/::|:|->/g, ".")
    .replace(/^\.+|\.+$/g, "")
    .slice(0, SIDECAR_LIMITS.nameChars);
  return /[(){}"'`,=+]/.test(name) ? "" : name;
}

/** Whether a constructor's parameter declares a member: it belongs to the type, not to the constructor. */
function isPromoted({ node }: Definition, around: SymbolFact | null): boolean {
  return around?.kind === "constructor" && node.type.includes("parameter");
}

interface Place {
  readonly name: string;
  /** The innermost qualifier of the name. */
  readonly scope: string | null;
  readonly around: SymbolFact | null;
}

function kindWithin(
  { kind }: Definition,
  { name, scope, around }: Place,
  { constructors }: GrammarSupport,
): SymbolKind {
  const isMember = scope !== null || (around !== null && TYPE_KINDS.has(around.kind));
  if (!isMember) return kind;
  if (kind === "function" || kind === "method") {
    const typeName = scope === null ? around?.name : scope.slice(scope.lastIndexOf(".") + 1);
    return constructors?.includes(name === typeName ? TYPE_NAME : name) ? "constructor" : "method";
  }
  return kind === "variable" && scope === null ? "field" : kind;
}
