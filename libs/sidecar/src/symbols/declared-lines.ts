/**
 * What formats without a grammar declare in lines of their own: messages of Protocol Buffers, types of GraphQL, tables of SQL, blocks of
 * Terraform, targets of make, stages of Docker. Guessed by how these lines begin; what is missed is not in the outline. Pure.
 */
import type { SymbolKind } from "@satori/contracts";
import type { LineIndex } from "../chunk/lines.ts";
import type { SymbolFact } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { SymbolIds } from "./symbol-id.ts";

/** Where a declaration ends: with its braces, with a semicolon, with its indented lines, or in front of the next one. */
type Extent = "braces" | "semicolon" | "indented" | "next";

interface Declares {
  /** Finds a declaration at the beginning of a line: `kind` is the word that declares, `name` the name, with a second one behind a dot. */
  readonly line: RegExp;
  readonly kinds: Readonly<Record<string, SymbolKind>>;
  /** Of what has no word, or another one. */
  readonly otherKind: SymbolKind;
  readonly extent: Extent;
}

const BLOCK_KINDS: Readonly<Record<string, SymbolKind>> = { enum: "enum", interface: "interface", service: "interface", rpc: "method", namespace: "namespace", union: "type", exception: "class" };

const DECLARATIONS: ReadonlyMap<string, Declares> = new Map<string, Declares>([
  ["protobuf", { line: /^\s*(?<kind>message|enum|service|rpc)\s+(?<name>\w+)/, kinds: { ...BLOCK_KINDS, message: "struct" }, otherKind: "type", extent: "braces" }],
  ["thrift", { line: /^\s*(?<kind>struct|enum|service|exception|union)\s+(?<name>\w+)/, kinds: { ...BLOCK_KINDS, struct: "struct" }, otherKind: "type", extent: "braces" }],
  ["graphql", { line: /^\s*(?:extend\s+)?(?<kind>type|input|enum|interface|union|scalar|query|mutation|subscription|fragment)\s+(?<name>\w+)/, kinds: { ...BLOCK_KINDS, input: "struct", query: "function", mutation: "function", subscription: "function", fragment: "function" }, otherKind: "type", extent: "braces" }],
  ["prisma", { line: /^(?<kind>model|enum|type|view|datasource|generator)\s+(?<name>\w+)/, kinds: { ...BLOCK_KINDS, model: "class", view: "class" }, otherKind: "type", extent: "braces" }],
  ["terraform", { line: /^(?<kind>resource|data|module|variable|output|provider)\s+"(?<name>[\w-]+)"(?:\s+"(?<second>[\w-]+)")?/, kinds: { variable: "variable", module: "module" }, otherKind: "type", extent: "braces" }],
  ["sql", { line: /^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unlogged\s+|materialized\s+|unique\s+)*(?<kind>table|view|index|function|procedure|trigger|type|schema)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?["`[]?(?<name>\w+)["`\]]?(?:\.["`[]?(?<second>\w+))?/i, kinds: { table: "class", view: "class", function: "function", procedure: "function", trigger: "function", schema: "namespace" }, otherKind: "type", extent: "semicolon" }],
  ["makefile", { line: /^(?!\.PHONY|\.[A-Z_]+:)(?<name>[\w./%-]+)(?:\s+[\w./%-]+)*\s*::?(?!=)(?:\s|$)(?!\s*(?:export\s+)?\w+\s*[:?+]?=)/, kinds: {}, otherKind: "function", extent: "indented" }],
  ["dockerfile", { line: /^FROM\s(?:.+?\sAS\s+(?<name>[\w.-]+)\s*$)?/i, kinds: {}, otherKind: "module", extent: "next" }],
]);

export function declaresLines(language: string): boolean {
  return DECLARATIONS.has(language);
}

/** In the order of the text; none for other languages. */
export function declaredSymbols(language: string, path: string, lines: LineIndex): SymbolFact[] {
  const declares = DECLARATIONS.get(language);
  if (!declares) return [];
  const found: { readonly line: number; readonly kind: SymbolKind; readonly name: string }[] = [];
  for (let line = 1; line <= lines.count && found.length < SIDECAR_LIMITS.factsPerFile; line++) {
    const groups = declares.line.exec(lines.headOf(line))?.groups;
    const name = [groups?.["name"], groups?.["second"]].filter((part) => part !== undefined).join(".");
    // A stage without a name ends the one before.
    if (groups && name.length <= SIDECAR_LIMITS.nameChars) found.push({ line, name, kind: declares.kinds[groups["kind"]?.toLowerCase() ?? ""] ?? declares.otherKind });
  }
  const ids = new SymbolIds(path);
  const symbols: SymbolFact[] = [];
  const closings = declares.extent === "braces" ? closingLines(lines) : new Map<number, number>();
  /** Positions of the symbols that have not ended. */
  const open: number[] = [];
  for (const [at, { line, kind, name }] of found.entries()) {
    if (name === "") continue;
    const next = found[at + 1]?.line ?? lines.count + 1;
    const endLine = declares.extent === "braces" ? closingLine(closings, line, next) : lastLine(declares.extent, line, next, lines);
    while ((symbols[open.at(-1) ?? -1]?.endLine ?? line) < line) open.pop();
    const parent = open.findLast((around) => (symbols[around]?.endLine ?? 0) >= endLine) ?? -1;
    const label = parent === -1 ? name : `${symbols[parent]?.label}.${name}`.slice(0, SIDECAR_LIMITS.labelChars);
    const signature = lines.headOf(line).trim().slice(0, SIDECAR_LIMITS.signatureChars);
    symbols.push({ id: ids.next(kind, label), kind, name: name.slice(name.lastIndexOf(".") + 1), label, parent, start: lines.startOf(line), end: lines.endOf(endLine), startLine: line, endLine, nameLine: line, signature, doc: null });
    open.push(symbols.length - 1);
  }
  return symbols;
}

/** @param next line of the next declaration, or behind the last line */
function lastLine(extent: Exclude<Extent, "braces">, first: number, next: number, lines: LineIndex): number {
  switch (extent) {
    case "semicolon":
      return statementEnd(first, next, lines);
    case "indented": {
      let last = first;
      while (last + 1 < next && (lines.isBlank(last + 1) || /^[\t ]/.test(lines.headOf(last + 1)))) last++;
      return lines.lastFilled(last, first);
    }
    case "next":
      return lines.lastFilled(next - 1, first);
  }
}

/** Semicolons between `$$` and `$$` are of the body of a function. */
function statementEnd(first: number, next: number, lines: LineIndex): number {
  let isInBody = false;
  for (let line = first; line < next; line++) {
    const text = lines.headOf(line);
    if ((text.match(/\$\w*\$/g)?.length ?? 0) % 2 === 1) isInBody = !isInBody;
    if (!isInBody && /;\s*(?:--.*)?$/.test(text)) return line;
  }
  return lines.lastFilled(next - 1, first);
}

/** For each line in which braces open, the line in which the first of them is closed: the last one of the text where none is. */
function closingLines(lines: LineIndex): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  /** The line of each brace that is open. */
  const open: number[] = [];
  for (let line = 1; line <= lines.count; line++) {
    for (const [sign] of lines.headOf(line).replace(/"[^"]*"|(?:\/\/|#).*$/g, "").matchAll(/[{}]/g)) {
      if (sign === "{") open.push(line);
      else closings.set(open.pop() ?? line, line);
    }
  }
  const end = lines.lastFilled(lines.count, open.at(-1));
  for (const line of open) closings.set(line, end);
  return closings;
}

/** Braces belong to a declaration if they open in its line or in the one behind it. */
function closingLine(closings: ReadonlyMap<number, number>, first: number, next: number): number {
  return closings.get(first) ?? (first + 1 < next ? closings.get(first + 1) : undefined) ?? first;
}
