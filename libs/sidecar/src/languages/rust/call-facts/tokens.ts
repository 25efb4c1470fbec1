/**
 * Reads the tokens in a macro's brackets, as far as they look like calls: `name(…)`, `a.b(…)`, `A::b(…)`,
 * `|a| a.b()`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { MACRO, MACROS_OF_LANGUAGE } from "../../../call-facts/import-marks.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import { readName, readRooted } from "./paths.ts";
import type { RustReading } from "./reading.ts";

/** Values between commas; unknown for anything but names and calls. */
export function readTokens(tree: SyntaxNode, rust: RustReading): ExprId[] {
  const tokens = tree.children.slice(1, -1);
  const values: ExprId[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const end = endOfEntry(tokens, at);
    values.push(readEntry(tokens, { start: at, end }, rust));
    at = end;
  }
  return values;
}

/** End of an entry: the next comma, except commas between the bars of a closure. */
function endOfEntry(tokens: readonly SyntaxNode[], start: number): number {
  const parameters = closureAt(tokens, start)?.end ?? start;
  for (let at = parameters; at < tokens.length; at++) if (tokens[at]?.type === ",") return at;
  return tokens.length;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The value of an entry. */
function readEntry(tokens: readonly SyntaxNode[], { start, end }: Range, rust: RustReading): ExprId {
  const { flow } = rust;
  const closure = closureAt(tokens, start);
  if (closure) return readClosureTokens(tokens, { parameters: closure, end }, rust);
  const parts: ExprId[] = [];
  for (let at = start; at < end;) {
    const token = tokens[at] as SyntaxNode;
    if (DECLARES.has(token.type)) {
      // A declared name is not a callee, although its parameters or fields follow it.
      at += 2;
      if (token.type !== "fn")
        while (at < end && tokens[at - 1]?.type !== "token_tree" && tokens[at - 1]?.type !== ";") at++;
      else if (tokens[at]?.type === "token_tree") at++;
    } else if (REFERENCES.has(token.type)) {
      // A reference is treated as its target.
      at++;
    } else {
      const chain = readChain(tokens, at, rust);
      parts.push(chain.value);
      at = chain.next;
    }
  }
  return parts.length === 1 ? (parts[0] as ExprId) : flow.unknown();
}

const DECLARES: ReadonlySet<string> = new Set(["fn", "struct", "enum", "union"]);
const REFERENCES: ReadonlySet<string> = new Set(["&", "mutable_specifier", "mut", "*"]);

/** Range of a closure's parameters with the bars; null if no closure starts here. */
function closureAt(tokens: readonly SyntaxNode[], start: number): Range | null {
  const first = tokens[start]?.type === "move" ? start + 1 : start;
  if (tokens[first]?.type === "||") return { start: first, end: first + 1 };
  if (tokens[first]?.type !== "|") return null;
  for (let at = first + 1; at < Math.min(tokens.length, first + MOST_PARAMETER_TOKENS); at++)
    if (tokens[at]?.type === "|") return { start: first, end: at + 1 };
  return null;
}

const MOST_PARAMETER_TOKENS = 50;

/** Reads a closure. Each name is a parameter; destructured ones are unknown. */
function readClosureTokens(
  tokens: readonly SyntaxNode[],
  { parameters, end }: { readonly parameters: Range; readonly end: number },
  rust: RustReading,
): ExprId {
  const { flow } = rust;
  const first = tokens[parameters.start] as SyntaxNode;
  const scope = flow.enter({
    kind: "function",
    name: "",
    nameStart: first.startIndex,
    startLine: first.startRow + 1,
    flags: SCOPE_FLAGS.arrow,
  });
  rust.locals.frame("function", () => {
    for (let at = parameters.start + 1; at < parameters.end - 1; at++) {
      const token = tokens[at] as SyntaxNode;
      if (token.type === "identifier") flow.param(rust.locals.declare(rust.textOf(token)));
      else if (token.type === "token_tree") declareAll(token, rust);
      // A type follows a colon.
      if (token.type === ":") while (at < parameters.end - 2 && tokens[at + 1]?.type !== ",") at++;
    }
    flow.returns(readEntry(tokens, { start: parameters.end, end }, rust));
  });
  flow.leave();
  return flow.scopeValue(scope);
}

function declareAll(pattern: SyntaxNode, rust: RustReading): void {
  rust.flow.param(`{${pattern.startIndex}}`);
  for (const token of pattern.children) {
    if (token.type === "identifier")
      rust.flow.bind(rust.locals.declareAnew(rust.textOf(token)), rust.flow.unknown());
    else if (token.type === "token_tree")
      for (const inner of token.children)
        if (inner.type === "identifier")
          rust.flow.bind(rust.locals.declareAnew(rust.textOf(inner)), rust.flow.unknown());
  }
}

interface Chain {
  readonly value: ExprId;
  readonly next: number;
}

/** Reads a name and the chain of accesses and calls after it. */
function readChain(tokens: readonly SyntaxNode[], start: number, rust: RustReading): Chain {
  const { flow } = rust;
  const first = tokens[start] as SyntaxNode;
  let name = first;
  const rooted = rootOf(tokens, start, rust);
  let value =
    rooted.length > 0
      ? readRooted(rooted, rust)
      : isDeclaredInside(tokens, start, rust)
        ? flow.unknown()
        : firstValue(first, rust);
  // A chain on more than a name: `(a + b).c()`, `$a.c()`, `<A>::c()`.
  const isOnMore = first.type === "." || first.type === "::";
  let at = isOnMore ? start : start + Math.max(1, 2 * rooted.length - 1);
  if (isOnMore && tokens[at + 1]?.type !== "identifier") return { value: flow.unknown(), next: at + 1 };
  if (value === null) return { value: flow.unknown(), next: at };
  for (let token = tokens[at]; token; token = tokens[at]) {
    const type = token.type;
    const after = tokens[at + 1];
    if (type === "::" && after?.type === "<") {
      at = behindTypes(tokens, at + 1);
    } else if ((type === "." || type === "::") && after && NAMES.has(after.type)) {
      name = after;
      value = flow.member(value, rust.textOf(after));
      at += 2;
    } else if (type === "token_tree" && rust.text[token.startIndex] === "(") {
      if (isPattern(tokens, { start, end: at, name }, rust)) return { value: flow.unknown(), next: at + 1 };
      value = flow.call(
        value,
        readTokens(token, rust).map((argument) => ({ value: argument })),
        positionOf(name),
      );
      at++;
    } else if (
      type === "token_tree" &&
      rust.text[token.startIndex] === "[" &&
      token.startIndex === tokens[at - 1]?.endIndex
    ) {
      const [key] = readTokens(token, rust);
      const only = token.children.length === 3 ? token.children[1] : undefined;
      value = flow.index(
        value,
        only?.type === "integer_literal" ? flow.text(rust.textOf(only)) : (key ?? flow.unknown()),
      );
      at++;
    } else if (type === "?") {
      value = flow.element(value);
      at++;
    } else if (type === "." && after?.type === "await") {
      value = flow.await(value);
      at += 2;
    } else if (type === "!" && after?.type === "token_tree") {
      const text = rust.textOf(name);
      const callee =
        name === first && MACROS_OF_LANGUAGE.has(text) ? rust.locals.outside(`${text}${MACRO}`) : value;
      value = flow.call(
        callee,
        readTokens(after, rust).map((argument) => ({ value: argument })),
        { ...positionOf(name), name: text },
      );
      at += 2;
    } else break;
  }
  return { value, next: at };
}

const NAMES: ReadonlySet<string> = new Set(["identifier", "integer_literal", "primitive_type"]);

/** Limits how often tokens are scanned again after an unclosed `<`. */
const MOST_TYPE_TOKENS = 100;

/** Index after `<A, B<C>>`; after the `<` if it is not closed. */
function behindTypes(tokens: readonly SyntaxNode[], start: number): number {
  let depth = 0;
  for (let at = start; at < Math.min(tokens.length, start + MOST_TYPE_TOKENS); at++) {
    const type = tokens[at]?.type ?? "";
    if (/^<+$/.test(type)) depth += type.length;
    else if (/^>+$/.test(type)) depth -= type.length;
    if (depth <= 0) return at + 1;
  }
  return start + 1;
}

/** Whether it is a pattern rather than a call: `Kind::One(a) => …`, `let Some(a) = …`. */
function isPattern(
  tokens: readonly SyntaxNode[],
  { start, end, name }: { readonly start: number; readonly end: number; readonly name: SyntaxNode },
  rust: RustReading,
): boolean {
  if (!/^\p{Lu}/u.test(rust.textOf(name))) return false;
  return tokens[start - 1]?.type === "let" || /^(?:=>|=|\||if)$/.test(tokens[end + 1]?.type ?? "");
}

/** `crate`, `self` and each `super` at the start of a path; empty if the path does not start this way. */
function rootOf(tokens: readonly SyntaxNode[], start: number, rust: RustReading): string[] {
  const parts: string[] = [];
  for (
    let at = start;
    tokens[at + 1]?.type === "::" && /^(?:crate|self|super)$/.test(tokens[at]?.type ?? "");
    at += 2
  )
    parts.push(rust.textOf(tokens[at] as SyntaxNode));
  return parts;
}

/**
 * Whether the macro itself declares the name (`mut this => …`, `|this| …`): `this.run()` where no `this` is
 * visible. Its value is unknown.
 */
function isDeclaredInside(tokens: readonly SyntaxNode[], at: number, rust: RustReading): boolean {
  const token = tokens[at] as SyntaxNode;
  const name = rust.textOf(token);
  return (
    token.type === "identifier" &&
    tokens[at + 1]?.type === "." &&
    /^[\p{Ll}_]/u.test(name) &&
    !rust.locals.isLocal(name) &&
    !rust.locals.isOfFile(name)
  );
}

/** Null if no chain starts with the token. */
function firstValue(token: SyntaxNode, rust: RustReading): ExprId | null {
  switch (token.type) {
    case "identifier":
    case "primitive_type":
      return readName(rust.textOf(token), rust);
    case "self":
      return rust.flow.this();
    case "string_literal":
      return rust.builtin("str");
    case ".":
    case "::":
      return rust.flow.unknown();
    case "metavariable":
      return rust.textOf(token) === "$crate" ? readRooted(["crate"], rust) : null;
    case "token_tree":
    case "token_repetition":
      readTokens(token, rust);
      return null;
    default:
      return null;
  }
}
