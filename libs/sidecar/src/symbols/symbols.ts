/** Turns the definitions that a query captured into nested, named, documented symbols. */
import type { SymbolKind } from "@satori/contracts";
import type { SymbolFact, TextRange } from "../facts.ts";
import { type GrammarSupport, TYPE_NAME } from "../language.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import type { LineIndex } from "../syntax/chunk/lines.ts";
import { DocFinder } from "../syntax/comments/doc-finder.ts";
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import type { Definition } from "./definition.ts";
import { extentsOf } from "./extents.ts";
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

// Builds signatures: declarations without their bodies, each on one line.

interface SignatureInput {
  readonly text: string;
  /** Sorted by start, not overlapping. */
  readonly comments: readonly TextRange[];
}

/** The signatures of one file. */
class Signatures {
  /** Starts of declarations by node: one declaration may define thousands of names. */
  private readonly starts = new Map<number, number>();
  private readonly text: string;
  private readonly comments: readonly TextRange[];

  constructor({ text, comments }: SignatureInput) {
    this.text = text;
    this.comments = comments;
  }

  /**
   * Text from the start of the declaration to its body, without comments, at most
   * `SIDECAR_LIMITS.signatureChars`; null if it says no more than the name.
   */
  of(definition: Definition, name: string): string | null {
    const start = this.startOf(definition.node);
    const end = signatureEnd(definition, this.text, start + 4 * SIDECAR_LIMITS.signatureChars);
    const written = withoutComments(this.text, { start, end }, this.comments).replace(/(?:\s|\\\n)+/g, " ");
    const line = withoutOpening(written).trim();
    if (line === "" || line === name || line.replace(/["']$/, "") === name) return null;
    return line.length > SIDECAR_LIMITS.signatureChars
      ? `${line.slice(0, SIDECAR_LIMITS.signatureChars - 1)}…`
      : line;
  }

  private startOf(node: SyntaxNode): number {
    const known = this.starts.get(node.id);
    if (known !== undefined) return known;
    const start = ownStart(node);
    this.starts.set(node.id, start);
    return start;
  }
}

/** Removes what opens a body or value, or ends a statement. */
function withoutOpening(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.slice(0, trimmed.length - (OPENING.exec(trimmed.slice(-LONGEST_OPENING))?.[0].length ?? 0));
}

const OPENING = /(?:=>|->|[{:=;,\\]|\bdo|\bwhere)$/;
/** `where`, and the character before it. */
const LONGEST_OPENING = 6;

function withoutComments(text: string, { start, end }: TextRange, comments: readonly TextRange[]): string {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle] as TextRange).start < start) low = middle + 1;
    else high = middle;
  }
  let kept = "";
  let at = start;
  for (let next = comments[low]; next && next.start < end; next = comments[++low]) {
    kept += `${text.slice(at, next.start)} `;
    at = next.end;
  }
  return kept + text.slice(at, end);
}

/**
 * Start of a declaration after its leading annotations or attributes, whether direct children or in a list of
 * modifiers.
 */
function ownStart(node: SyntaxNode): number {
  // Not the start of the first child, because some grammars hide keywords (`class` of PowerShell).
  if (!/annotation|attribute|modifiers|comment/.test(node.firstChild?.type ?? "")) return node.startIndex;
  let part = node.firstChild;
  while (part) {
    const isAnnotation = /^(?:marker_)?annotation$|^attribute(?:_list|_group|_item)?$|comment$/.test(
      part.type,
    );
    if (!isAnnotation && part.type !== "modifiers") return part.startIndex;
    part = isAnnotation ? nextWithin(part, node) : (part.firstChild ?? nextWithin(part, node));
  }
  return node.startIndex;
}

/** The node after a part of a declaration: its sibling, or what follows the enclosing part. */
function nextWithin(part: SyntaxNode, declaration: SyntaxNode): SyntaxNode | null {
  if (part.nextSibling) return part.nextSibling;
  return part.parent && part.parent.id !== declaration.id ? nextWithin(part.parent, declaration) : null;
}

/** Start of a line that continues the declaration above it: Haskell's types. */
const GOES_ON = /^\s*(?:::|->|=>)/;
const WINDOW = 80;

/**
 * Start of the body. Without a body, the end of the name's line, or of the line that closes its parameters.
 * At most `limit`.
 */
function signatureEnd({ body, node, nameNode, kind }: Definition, text: string, limit: number): number {
  // A namespace statement's body is everything after it, but does not follow directly.
  const isStatement = body !== null && kind === "namespace" && body.startIndex >= node.endIndex;
  const last = Math.min(isStatement ? node.endIndex : (body?.startIndex ?? node.endIndex), limit);
  if (body) return last;
  const hasParameters = kind === "function" || kind === "method" || kind === "constructor";
  let open = 0;
  for (let at = nameNode.endIndex; at < last; at++) {
    const character = text.charAt(at);
    if (character === "\n" && (open <= 0 || !hasParameters) && !GOES_ON.test(text.slice(at, at + WINDOW)))
      return at;
    if (character === "(") open++;
    else if (character === ")") open--;
  }
  return last;
}
