/** Macros and their calls. What stands between their brackets is read as far as it looks like calls: `name(…)`, `a.b(…)`, `A::b(…)`. */
import type { TextRange } from "../../../facts.ts";
import type { SyntaxNode } from "../../../tree/syntax-tree.ts";
import type { ExprId } from "../../facts.ts";
import { MACRO, MACROS_OF_LANGUAGE } from "../../import-marks.ts";
import { lineCounter } from "../line-counter.ts";
import { placeOf } from "../reading.ts";
import { readName, readPath, readRooted } from "./paths.ts";
import type { RustReading } from "./rust-reading.ts";

export function readMacro(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [macro, tree] = rust.parts(node);
  if (!macro) return flow.unknown();
  const name = macro.type === "scoped_identifier" ? (macro.childForFieldName("name") ?? macro) : macro;
  const args = tree ? readTokens(tree, rust) : [];
  const text = rust.textOf(name);
  // A function may be called like a macro of the language, and is another thing.
  const callee = macro !== name ? readPath(macro, rust) : rust.locals.outside(MACROS_OF_LANGUAGE.has(text) ? `${text}${MACRO}` : text);
  const call = flow.call(callee, args.map((value) => ({ value })), { ...placeOf(name), name: text });
  switch (text) {
    case "vec": return flow.list(args);
    case "format": return rust.builtin("String");
    default: return call;
  }
}

const ITEM_MACRO = /(\w+)!/;

/** `cfg_net! { … }` around items: the parser sees these alone, the macro is called all the same. @param hidden by start */
export function readItemMacros(hidden: readonly TextRange[], rust: RustReading): void {
  const { text, flow } = rust;
  const lineAt = lineCounter(text);
  for (const { start, end } of hidden) {
    const macro = ITEM_MACRO.exec(text.slice(start, end));
    if (macro) flow.call(rust.locals.outside(macro[1] as string), [], { start: start + macro.index, line: lineAt(start) });
  }
}

/** `macro_rules!`: what its rules are replaced by calls what it says, wherever the macro is used. */
export function readMacroDefinition(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const name = node.childForFieldName("name");
  if (!name) return;
  const scope = flow.enter({ kind: "function", name: rust.textOf(name), nameStart: name.startIndex, startLine: node.startRow + 1 });
  rust.locals.frame("function", () => {
    for (const rule of rust.parts(node)) {
      const body = rule.type === "macro_rule" ? rule.childForFieldName("right") : null;
      if (body) readTokens(body, rust);
    }
  });
  flow.leave();
  flow.bind(rust.textOf(name), flow.scopeValue(scope));
  flow.bind(`${rust.textOf(name)}${MACRO}`, flow.scopeValue(scope));
}

/** Values between commas; unknown for what is more than names and calls. */
function readTokens(tree: SyntaxNode, rust: RustReading): ExprId[] {
  const { flow } = rust;
  const tokens = tree.children.slice(1, -1);
  const values: ExprId[] = [];
  let parts: ExprId[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as SyntaxNode;
    if (token.type === ",") {
      values.push(parts.length === 1 ? (parts[0] as ExprId) : flow.unknown());
      parts = [];
      at++;
    } else if (DECLARES.has(token.type)) {
      // The name that is declared is not called, though its parameters or fields stand behind it.
      at += 2;
      if (token.type !== "fn") while (at < tokens.length && tokens[at - 1]?.type !== "token_tree" && tokens[at - 1]?.type !== ";") at++;
      else if (tokens[at]?.type === "token_tree") at++;
    } else {
      const chain = readChain(tokens, at, rust);
      parts.push(chain.value);
      at = chain.next;
    }
  }
  if (parts.length > 0) values.push(parts.length === 1 ? (parts[0] as ExprId) : flow.unknown());
  return values;
}

const DECLARES: ReadonlySet<string> = new Set(["fn", "struct", "enum", "union"]);

interface Chain {
  readonly value: ExprId;
  readonly next: number;
}

/** A name and what is read of it and called on it, as long as it goes on. */
function readChain(tokens: readonly SyntaxNode[], start: number, rust: RustReading): Chain {
  const { flow } = rust;
  const first = tokens[start] as SyntaxNode;
  let name = first;
  const rooted = rootOf(tokens, start, rust);
  let value = rooted.length > 0 ? readRooted(rooted, rust) : isDeclaredInside(tokens, start, rust) ? flow.unknown() : firstValue(first, rust);
  // What is called on something that is more than a name: `(a + b).c()`, `$a.c()`, `<A>::c()`.
  const isOnMore = first.type === "." || first.type === "::";
  let at = isOnMore ? start : start + Math.max(1, 2 * rooted.length - 1);
  if (isOnMore && tokens[at + 1]?.type !== "identifier") return { value: flow.unknown(), next: at + 1 };
  if (value === null) return { value: flow.unknown(), next: at };
  for (let token = tokens[at]; token; token = tokens[at]) {
    const type = token.type;
    const after = tokens[at + 1];
    if (type === "::" && after?.type === "<") {
      at = behindTypes(tokens, at + 1);
    } else if ((type === "." || type === "::") && after && (after.type === "identifier" || after.type === "integer_literal")) {
      name = after;
      value = flow.member(value, rust.textOf(after));
      at += 2;
    } else if (type === "token_tree" && rust.text[token.startIndex] === "(") {
      if (isPattern(tokens, { start, end: at, name }, rust)) return { value: flow.unknown(), next: at + 1 };
      value = flow.call(value, readTokens(token, rust).map((argument) => ({ value: argument })), placeOf(name));
      at++;
    } else if (type === "!" && after?.type === "token_tree") {
      const text = rust.textOf(name);
      const callee = name === first && MACROS_OF_LANGUAGE.has(text) ? rust.locals.outside(`${text}${MACRO}`) : value;
      value = flow.call(callee, readTokens(after, rust).map((argument) => ({ value: argument })), { ...placeOf(name), name: text });
      at += 2;
    } else break;
  }
  return { value, next: at };
}

/** So that many that nothing closes are not gone through again for each. */
const MOST_TYPE_TOKENS = 100;

/** Behind `<A, B<C>>`; behind `<` where nothing closes it. */
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

/** `Kind::One(a) => …`, `let Some(a) = …`: takes something apart, and calls nothing. */
function isPattern(tokens: readonly SyntaxNode[], { start, end, name }: { readonly start: number; readonly end: number; readonly name: SyntaxNode }, rust: RustReading): boolean {
  if (!/^\p{Lu}/u.test(rust.textOf(name))) return false;
  return tokens[start - 1]?.type === "let" || /^(?:=>|=|\||if)$/.test(tokens[end + 1]?.type ?? "");
}

/** `crate`, `self` and each `super` in front of a path; none where no path begins so. */
function rootOf(tokens: readonly SyntaxNode[], start: number, rust: RustReading): string[] {
  const parts: string[] = [];
  for (let at = start; tokens[at + 1]?.type === "::" && /^(?:crate|self|super)$/.test(tokens[at]?.type ?? ""); at += 2) parts.push(rust.textOf(tokens[at] as SyntaxNode));
  return parts;
}

/** `this.run()` where nothing around is called `this`: the macro declares it (`mut this => …`, `|this| …`), and what it is, its tokens do not say. */
function isDeclaredInside(tokens: readonly SyntaxNode[], at: number, rust: RustReading): boolean {
  const token = tokens[at] as SyntaxNode;
  const name = rust.textOf(token);
  return token.type === "identifier" && tokens[at + 1]?.type === "." && /^[\p{Ll}_]/u.test(name) && !rust.locals.isLocal(name) && !rust.locals.isOfFile(name);
}

/** Null for what no chain begins with. */
function firstValue(token: SyntaxNode, rust: RustReading): ExprId | null {
  switch (token.type) {
    case "identifier": case "primitive_type": return readName(rust.textOf(token), rust);
    case "self": return rust.flow.this();
    case "string_literal": return rust.builtin("str");
    case ".": case "::": return rust.flow.unknown();
    case "metavariable": return rust.textOf(token) === "$crate" ? readRooted(["crate"], rust) : null;
    case "token_tree": case "token_repetition":
      readTokens(token, rust);
      return null;
    default: return null;
  }
}
