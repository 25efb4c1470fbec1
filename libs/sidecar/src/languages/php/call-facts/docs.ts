/**
 * Reads types from PHP's doc comments, which can express what the language cannot: `@return Option[]`,
 * `@param array<string, Option> $all`, `@var iterable<Option>`. Types declared in code take precedence,
 * unless they are vague.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PhpNames } from "./names.ts";
import { keywordClass, pathValue } from "./paths.ts";

type Tree = TreeReader<PhpNames>;

/** Longer comments are not parsed. */
const MAX_CHARS = 8000;
/** Limit on nested types. */
const MAX_DEPTH = 5;

/** The doc comment directly before a declaration; empty if there is none. */
export function docOf(node: SyntaxNode, { text }: Tree): string {
  let end = node.startIndex;
  while (end > 0 && SPACE.test(text[end - 1] as string)) end--;
  if (!text.startsWith("*/", end - 2)) return "";
  const start = text.lastIndexOf("/*", end - 3);
  return start >= 0 && text.startsWith("/**", start) && end - start <= MAX_CHARS
    ? text.slice(start, end)
    : "";
}

const SPACE = /\s/;

/** The type after a tag of a comment, for a variable if one is given; unknown if there is none. */
export function docType(
  doc: string,
  tag: "return" | "var" | "param",
  variable: string | null,
  tree: Tree,
): ExprId {
  if (!doc.includes(`@${tag}`)) return tree.flow.unknown();
  for (const match of doc.matchAll(TAGS[tag])) {
    const [type, rest] = typeAndRest(match[1] as string);
    if (variable === null || new RegExp(`^\\s*(?:&|\\.\\.\\.)*\\${variable}\\b`).test(rest))
      return readDocType(type, tree, 0);
  }
  return tree.flow.unknown();
}

const TAGS = {
  return: /@(?:phpstan-|psalm-)?return\s+([^\n]+)/g,
  var: /@(?:phpstan-|psalm-)?var\s+([^\n]+)/g,
  param: /@(?:phpstan-|psalm-)?param\s+([^\n]+)/g,
};

/** Splits a line after its type, which ends at the first blank outside brackets and not next to a `|`. */
function typeAndRest(line: string): readonly [string, string] {
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if ("<({".includes(character)) depth++;
    else if (">)}".includes(character)) depth--;
    else if (depth <= 0 && SPACE.test(character)) return [line.slice(0, at), line.slice(at)];
  }
  return [line, ""];
}

function readDocType(text: string, tree: Tree, depth: number): ExprId {
  const { flow } = tree;
  if (depth > MAX_DEPTH) return flow.unknown();
  const options = splitAt(text, "|");
  if (options.length > 1) return flow.either(options.map((option) => readDocType(option, tree, depth + 1)));
  const type = text
    .trim()
    .replace(/^\?/, "")
    .replace(/^\(([^]*)\)(?=\[\]|$)/, "$1");
  if (type.endsWith("[]")) return several("array", [readDocType(type.slice(0, -2), tree, depth + 1)], tree);
  const [, name, args] = /^([\w\\]+)<([^]*)>$/.exec(type) ?? [];
  if (name !== undefined && args !== undefined)
    return several(
      name,
      splitAt(args, ",").map((arg) => readDocType(arg, tree, depth + 1)),
      tree,
    );
  if (!/^\\?[A-Z_a-z][\w\\]*$/.test(type) || NO_CLASS.test(type) || templatesOf(tree).has(type))
    return flow.unknown();
  return keywordClass(type, tree) ?? pathValue(type, tree);
}

/** A container type; unknown without an element type. */
function several(name: string, args: readonly ExprId[], tree: Tree): ExprId {
  const { flow } = tree;
  const held = args.at(-1) ?? flow.unknown();
  if (held === flow.unknown() || (NO_CLASS.test(name) && !LISTS.test(name))) return flow.unknown();
  return LISTS.test(name)
    ? flow.generic(flow.name("array"), [held])
    : flow.generic(pathValue(name, tree), args);
}

const LISTS = /^(?:non-empty-)?(?:array|list|iterable)$/i;
const NO_CLASS =
  /^(?:array|list|iterable|callable|object|mixed|null|void|never|bool|boolean|true|false|int|integer|float|double|string|scalar|resource|numeric|number|key|value|class-string|array-key|int-mask)$/i;

/** Parts between separators outside brackets. */
function splitAt(text: string, separator: "|" | ","): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if ("<({".includes(character)) depth++;
    else if (">)}".includes(character)) depth--;
    else if (depth === 0 && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Template names of a file, which denote no particular type. */
const templates = new WeakMap<Tree, ReadonlySet<string>>();
function templatesOf(tree: Tree): ReadonlySet<string> {
  let names = templates.get(tree);
  if (!names)
    templates.set(
      tree,
      (names = new Set(
        [
          ...tree.text.matchAll(/@(?:phpstan-|psalm-)?(?:template(?:-\w+)?|(?:phpstan|psalm)-type)\s+(\w+)/g),
        ].map((match) => match[1] as string),
      )),
    );
  return names;
}

/** Whether a type in code only says that there are several values, or any value. */
export function isVague(typeText: string): boolean {
  return /^(?:\?|null\||\\)*(?:array|iterable|Traversable|Iterator|IteratorAggregate|Generator|mixed|object)(?:\|null)*$/i.test(
    typeText,
  );
}
