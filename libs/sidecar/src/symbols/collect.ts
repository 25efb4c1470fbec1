/** Runs a language's query on a tree and turns its captures into facts. */
import type { SymbolKind } from "@satori/contracts";
import type { LineIndex } from "../syntax/chunk/lines.ts";
import type { Definition } from "./definition.ts";
import {
  type CallFact,
  type Diagnostic,
  type FileFacts,
  type ImportFact,
  REFERENCE_KINDS,
  type ReferenceFact,
  type ReferenceKind,
  type TextRange,
} from "../facts.ts";
import { innermost } from "./innermost.ts";
import type { GrammarSupport, ScopeMemo, QualifiedName } from "../language.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import {
  type Holders,
  type NameAccess,
  type TypeReader,
  type UnnamedFact,
  type VariableFact,
  blocksOf,
  distinctVariables,
  isHolder,
  qualifiedStart,
  typesOf,
  variableFact,
} from "./holders.ts";
import type { Capture, Way } from "../syntax/query/captures.ts";
import type { Match, TreeQuery } from "../syntax/query/tree-query.ts";
import { plainName } from "./plain-name.ts";
import { buildSymbols } from "./symbols.ts";
import type { SyntaxNode, SyntaxTree } from "../syntax/tree/syntax-tree.ts";

/**
 * Diagnostic of a file with too many symbols. A name that is not found in such a file may be among the
 * missing ones.
 */
export const SYMBOLS_CUT: Diagnostic = {
  kind: "query_budget",
  message: `The file declares more than ${SIDECAR_LIMITS.factsPerFile} symbols; the later ones are missing.`,
};

export interface CollectInput {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly tree: SyntaxTree;
  readonly query: TreeQuery;
  readonly support: GrammarSupport;
}

/** Facts of a file, and what call facts by name need besides. */
export interface Collected {
  readonly facts: Pick<FileFacts, "symbols" | "references" | "imports" | "calls" | "comments">;
  /** Index of the symbol whose name starts at an offset. */
  readonly symbolNamedAt: ReadonlyMap<number, number>;
  readonly holders: Holders;
  readonly diagnostics: Diagnostic[];
}

/** All captures, in the order of the tree. */
interface Captured {
  readonly definitions: Definition[];
  readonly calls: { readonly match: Match; readonly call: SyntaxNode }[];
  readonly delegates: SyntaxNode[];
  readonly references: {
    readonly pattern: number;
    readonly node: SyntaxNode;
    readonly kind: ReferenceKind;
  }[];
  readonly imports: SyntaxNode[];
  readonly leading: SyntaxNode[];
  readonly quiet: SyntaxNode[];
  readonly comments: SyntaxNode[];
  readonly docstrings: SyntaxNode[];
  readonly blocks: { readonly node: SyntaxNode; readonly isClosure: boolean }[];
  readonly variables: VariableFact[];
  readonly typed: Way[];
  readonly attached: SyntaxNode[];
  readonly unnamed: SyntaxNode[];
  readonly accesses: SyntaxNode[];
  readonly locals: SyntaxNode[];
}

type NameReader = (node: SyntaxNode) => QualifiedName | null;

/**
 * The facts of a file, sorted as `FileFacts` describes, and what the query captured about variables and
 * types. Never throws: facts over the limits are dropped with a diagnostic.
 */
export function collectFacts({ path, text, lines, tree, query, support }: CollectInput): Collected {
  const diagnostics: Diagnostic[] = [];
  const { matches, isComplete } = query.matches(tree, SIDECAR_LIMITS.querySteps);
  if (!isComplete)
    diagnostics.push({
      kind: "query_budget",
      message: "The file is too complex; its later symbols are missing.",
    });
  const known: ScopeMemo = new Map();
  const readName: NameReader = (node) => support.readName?.(node, known) ?? null;
  const typeIn = ({ start, end }: TextRange): string =>
    (support.readType ?? String)(text.slice(qualifiedStart(text, start), end));
  const captured = capturesOf(matches, { support, readName, text, typeIn });
  const { definitions, leading, quiet, comments, docstrings } = captured;
  const { symbols, symbolNamedAt, isCut } = buildSymbols({
    path,
    text,
    lines,
    support,
    definitions,
    leading,
    comments,
    docstrings,
  });
  if (isCut) diagnostics.push(SYMBOLS_CUT);
  const within = innermost(symbols);
  const calls = [
    ...inQueryOrder(captured.calls, ({ match }) => match.pattern)
      .map(({ match, call }) => callFact(match, call, { text, readName, within }))
      .filter((call) => call !== null),
    ...captured.delegates.flatMap((node) => delegatedCalls(node, support, within)),
  ];
  const definedAt = new Set(definitions.map(({ nameNode }) => nameNode.startIndex));
  const facts = {
    symbols,
    references: referencesOf(captured, { definedAt, within }),
    imports: captured.imports.flatMap((node) => readImportsSafely(node, support)),
    calls: outside(
      byStart(calls.filter(({ start }) => !definedAt.has(start))),
      ranges([...leading, ...quiet]),
    ),
    comments: ranges([...comments, ...docstrings]),
  };
  const holders = {
    types: typesOf(captured.typed, { symbolNamedAt, typeIn }),
    variables: distinctVariables(captured.variables),
    blocks: blocksOf(captured.blocks),
    attached: captured.attached.map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex })),
    unnamed: unnamedOf(captured.unnamed),
    accesses: accessesOf(captured.accesses, { calls, definedAt, support }),
    locals: captured.locals
      .filter(({ startIndex }) => !definedAt.has(startIndex))
      .map(({ text: own, startIndex }) => ({ name: own, start: startIndex })),
  };
  return { facts, symbolNamedAt, holders, diagnostics };
}

function unnamedOf(bodies: readonly SyntaxNode[]): UnnamedFact[] {
  return byStart(
    bodies.map((body) => ({
      start: body.startIndex,
      end: body.endIndex,
      startLine: (body.parent ?? body).startRow + 1,
      headStart: (body.parent ?? body).startIndex,
    })),
  );
}

/** Captured names that are neither callees nor declarations. */
function accessesOf(
  names: readonly SyntaxNode[],
  {
    calls,
    definedAt,
    support,
  }: {
    readonly calls: readonly CallFact[];
    readonly definedAt: ReadonlySet<number>;
    readonly support: GrammarSupport;
  },
): readonly NameAccess[] {
  if (names.length === 0) return [];
  const calledAt = new Set(calls.map(({ start }) => start));
  const isAccess = (node: SyntaxNode): boolean =>
    !calledAt.has(node.startIndex) &&
    !definedAt.has(node.startIndex) &&
    support.namingNodes?.has(node.parent?.type ?? "") !== true;
  return byStart(
    names.filter(isAccess).map(({ startIndex, endIndex, startRow }) => ({
      start: startIndex,
      end: endIndex,
      line: startRow + 1,
    })),
  );
}

/** References, except names at their own declaration. */
function referencesOf(
  { references, quiet }: Captured,
  { definedAt, within }: { readonly definedAt: ReadonlySet<number>; readonly within: CallContext["within"] },
): readonly ReferenceFact[] {
  const facts = inQueryOrder(references, ({ pattern }) => pattern)
    .map(({ node, kind }): ReferenceFact => ({
      name: plainName(node.text),
      kind,
      line: node.startRow + 1,
      start: node.startIndex,
      within: within(node.startIndex),
    }))
    .filter(({ name, start }) => isName(name) && !definedAt.has(start));
  // A name in a quiet part is not passed as a value.
  return byStart([
    ...facts.filter(({ kind }) => kind !== "value"),
    ...outside(byStart(facts.filter(({ kind }) => kind === "value")), ranges(quiet)),
  ]);
}

interface CaptureContext extends Pick<CallContext, "readName" | "text"> {
  readonly support: GrammarSupport;
  readonly typeIn: TypeReader;
}

/** The captures of all matches, grouped by kind. */
function capturesOf(matches: readonly Match[], context: CaptureContext): Captured {
  const captured: Captured = {
    definitions: [],
    calls: [],
    delegates: [],
    references: [],
    imports: [],
    leading: [],
    quiet: [],
    comments: [],
    docstrings: [],
    blocks: [],
    variables: [],
    typed: [],
    attached: [],
    unnamed: [],
    accesses: [],
    locals: [],
  };
  for (const match of matches) sort(match, captured, context);
  return captured;
}

const referenceKinds = new Set<string>(REFERENCE_KINDS);

/** Adds a match to the group of its first capture with a known name. */
function sort(match: Match, captured: Captured, context: CaptureContext): void {
  const { support, readName, text, typeIn } = context;
  for (const { name, node } of match.captures) {
    if (name.startsWith("declaring."))
      return addInnerDefinitions(captured.definitions, match, { name, node }, support);
    if (name.startsWith("definition.")) {
      const parts = capturesByName(match.captures);
      const named = parts.get("name");
      if (named) {
        const read = readName(named) ?? { name: named, scopes: [] };
        if (read.text === "") return;
        captured.definitions.push({
          // Queries only use SYMBOL_KINDS; a test over all queries checks this.
          kind: name.slice("definition.".length) as SymbolKind,
          pattern: match.pattern,
          node,
          nameNode: read.name,
          name: read.text ?? null,
          body: parts.get("body") ?? null,
          scopes: [
            ...match.captures.filter((capture) => capture.name === "scope").map((capture) => capture.node),
            ...read.scopes,
          ],
        });
      }
      return;
    }
    if (name === "call") return void captured.calls.push({ match, call: node });
    if (isHolder(name))
      return void captured.variables.push(variableFact(match.captures, name, { node, text, typeIn }));
    if (name === "delegate") return void captured.delegates.push(node);
    if (name === "access") return void captured.accesses.push(node);
    if (name === "local") return void captured.locals.push(node);
    if (name === "attached") return void captured.attached.push(node);
    if (name === "unnamed") return void captured.unnamed.push(node);
    if (name === "typed") return void captured.typed.push(match.captures);
    if (name === "block" || name === "closure")
      return void captured.blocks.push({ node, isClosure: name === "closure" });
    if (name === "import") return void captured.imports.push(node);
    if (name === "leading") return void captured.leading.push(node);
    if (name === "quiet") return void captured.quiet.push(node);
    if (name === "comment") return void captured.comments.push(node);
    if (name === "docstring") return void captured.docstrings.push(node);
    const kind = name.startsWith("reference.") ? name.slice("reference.".length) : "";
    if (referenceKinds.has(kind))
      return void captured.references.push({ pattern: match.pattern, node, kind: kind as ReferenceKind });
  }
}

/**
 * The calls of a definition that only names what it calls. They are placed at the end of the
 * function's head, because no name starts there.
 */
function delegatedCalls(
  node: SyntaxNode,
  { readDelegates }: GrammarSupport,
  within: CallContext["within"],
): CallFact[] {
  return (readDelegates?.(node) ?? []).map(({ name, head, receiver, args }) => ({
    name,
    receiver: receiver.text.slice(0, SIDECAR_LIMITS.receiverChars),
    line: head.startRow + 1,
    start: head.endIndex,
    end: head.endIndex,
    receiverEnd: receiver.endIndex,
    isNew: false,
    type: null,
    args: args.map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex })),
    within: within(head.startIndex),
  }));
}

/** Adds the definitions inside a captured node. */
function addInnerDefinitions(
  definitions: Definition[],
  { pattern }: Match,
  { name: capture, node: around }: Capture,
  { definitionsIn }: GrammarSupport,
): void {
  // Queries only use SYMBOL_KINDS; a test over all queries checks this.
  const kind = capture.slice("declaring.".length) as SymbolKind;
  for (const { node, name: nameNode } of definitionsIn?.(around) ?? [])
    definitions.push({ kind, pattern, node, nameNode, name: null, body: null, scopes: [] });
}

function capturesByName(captures: Way): Map<string, SyntaxNode> {
  return new Map(captures.map(({ name, node }) => [name, node]));
}

interface CallContext extends Pick<CollectInput, "text"> {
  readonly readName: NameReader;
  readonly within: (offset: number) => number;
}

function callFact(match: Match, call: SyntaxNode, { text, readName, within }: CallContext): CallFact | null {
  const parts = capturesByName(match.captures);
  const named = parts.get("call.name");
  const read = named && readName(named);
  const nameNode = read?.name ?? named;
  const name = read?.text ?? plainName(nameNode?.text ?? "");
  if (!nameNode || !isName(name)) return null;
  const receivers = [parts.get("call.receiver"), ...(read?.scopes ?? [])].filter(
    (node) => node !== undefined,
  );
  const receiver = receivers[0]
    ? text
        .slice(receivers[0].startIndex, receivers.at(-1)?.endIndex)
        .slice(0, SIDECAR_LIMITS.receiverChars)
        .replace(/\.$/, "")
    : null;
  const argumentsNode = parts.get("call.arguments");
  return {
    name,
    receiver,
    line: nameNode.startRow + 1,
    start: nameNode.startIndex,
    end: Math.max(call.endIndex, argumentsNode?.endIndex ?? 0),
    receiverEnd: receivers.at(-1)?.endIndex ?? null,
    isNew: parts.has("call.new"),
    type: parts.get("call.type")?.text ?? null,
    args: argumentsOf(match.captures, argumentsNode),
    within: within(call.startIndex),
  };
}

/** Includes arguments that were captured outside the list. */
function argumentsOf(captures: Way, list: SyntaxNode | undefined): readonly TextRange[] | null {
  const others = captures.filter(({ name }) => name === "call.argument").map(({ node }) => node);
  // If the list has no node of its own, the capture is its opening bracket.
  const after = list && !list.isNamed ? list.startIndex : -1;
  const listed = (after < 0 ? list : list?.parent)?.namedChildren.filter(
    (child) => child !== null && child.startIndex > after && !child.type.includes("comment"),
  );
  if (!listed && others.length === 0) return null;
  const ranges = [...others, ...(listed ?? [])].map((node): TextRange => ({
    start: node?.startIndex ?? 0,
    end: node?.endIndex ?? 0,
  }));
  return ranges.sort((left, right) => left.start - right.start);
}

/**
 * Calls the language's reader of imports. It may be given any malformed tree; an import on which it throws is
 * left out.
 */
function readImportsSafely(node: SyntaxNode, support: GrammarSupport): ImportFact[] {
  try {
    return support.readImports?.(node) ?? [];
  } catch {
    return [];
  }
}

function isName(name: string): boolean {
  return name.length > 0 && name.length <= SIDECAR_LIMITS.nameChars;
}

/** Sorted by pattern, so that the first of several facts at one offset is that of the earliest pattern. */
function inQueryOrder<Entry>(entries: readonly Entry[], patternOf: (entry: Entry) => number): Entry[] {
  return [...entries].sort((left, right) => patternOf(left) - patternOf(right));
}

/** Sorted by start, only the first fact at each offset, at most `SIDECAR_LIMITS.factsPerFile`. */
function byStart<Fact extends { readonly start: number }>(facts: readonly Fact[]): Fact[] {
  const sorted = [...facts].sort((left, right) => left.start - right.start);
  return sorted
    .filter((fact, at) => fact.start !== sorted[at - 1]?.start)
    .slice(0, SIDECAR_LIMITS.factsPerFile);
}

/** Facts that start in none of the ranges; both must be sorted by start. */
function outside<Fact extends { readonly start: number }>(
  facts: readonly Fact[],
  ranges: readonly TextRange[],
): Fact[] {
  let next = 0;
  return facts.filter(({ start }) => {
    while ((ranges[next]?.end ?? Number.MAX_SAFE_INTEGER) <= start) next++;
    return start < (ranges[next]?.start ?? Number.MAX_SAFE_INTEGER);
  });
}

function ranges(nodes: readonly SyntaxNode[]): TextRange[] {
  const sorted = nodes
    .map((node) => ({ start: node.startIndex, end: node.endIndex }))
    .sort((left, right) => left.start - right.start || right.end - left.end);
  let behind = -1;
  return sorted.filter((range) => range.start >= behind && (behind = range.end) >= 0);
}
