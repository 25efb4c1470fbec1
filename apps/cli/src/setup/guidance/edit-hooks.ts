/**
 * Puts a hook into a JSON file of hooks or settings, or takes it out: comments, other hooks and the layout
 * stay as they are. Pure.
 */
import { type Node, findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import { isObject, layoutOf, readObject } from "../files/edit-json.ts";
import { insertProperty, removeProperty } from "../files/edit-property.ts";
import { unusable, withinDepth } from "../files/edited.ts";

interface HookEdit {
  /** Text of the file; null if it does not exist. */
  readonly text: string | null;
  /** For messages. */
  readonly file: string;
  /** Keys to the list of the hook's event. */
  readonly path: readonly string[];
  /** Recognizes a hook that setup wrote, of whatever version. */
  readonly isOwn: (hook: unknown) => boolean;
  /** Properties that a file needs besides its hooks. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
}

const BYTE_ORDER_MARK = "\ufeff";

/** The file with the hook, once; unchanged if it has it. Throws `CLIENT_CONFIG_INVALID`. */
export function withHook(edit: HookEdit, hook: object): string {
  return withinDepth(edit.file, () => added(edit, hook));
}

function added({ text, file, path, isOwn, base = {} }: HookEdit, hook: object): string {
  const [mark, before] = split(text ?? "");
  // A file without content has the properties in their usual order.
  const content = before.trim() === "" ? `${JSON.stringify(base, null, 2)}\n` : before;
  const root = readObject(content, file);
  requireList(root, path, file);
  const own = ownHook(content, path, isOwn);
  if (own && JSON.stringify(getNodeValue(own)) === JSON.stringify(hook)) return text ?? "";
  if (own) return mark + replaced(content, own, hook);
  const missing = Object.entries(base).filter(([key]) => !(key in root));
  const complete = missing.reduce((rest, [key, value]) => inserted(rest, [key], value), content);
  return mark + inserted(complete, path, hook);
}

/**
 * The file without the hook, and without the lists and objects that become empty by that; null if nothing
 * else is in it. Unchanged if it has no such hook. Throws `CLIENT_CONFIG_INVALID`.
 */
export function withoutHook({
  text,
  file,
  path,
  isOwn,
  base = {},
}: HookEdit & { text: string }): string | null {
  return withinDepth(file, () => {
    const [mark, before] = split(text);
    if (before.trim() === "") return text;
    readObject(before, file);
    const own = ownHook(before, path, isOwn);
    if (!own) return text;
    const after = removeProperty(before, outermostOnly(own));
    const rest = readObject(after, file);
    const isBare = Object.keys(rest).every((key) => JSON.stringify(rest[key]) === JSON.stringify(base[key]));
    return isBare && !/\/[/*]/.test(after) ? null : mark + after;
  });
}

/** The node itself, or the outermost list, object or property around it that contains nothing else. */
function outermostOnly(node: Node): Node {
  const parent = node.parent;
  // The root stays.
  if (!parent?.parent || (parent.type !== "property" && parent.children?.length !== 1)) return node;
  return parent.type === "property" && parent.parent.children?.length !== 1 ? parent : outermostOnly(parent);
}

function ownHook(text: string, path: readonly string[], isOwn: HookEdit["isOwn"]): Node | undefined {
  return listIn(text, path)?.children?.find((node) => isOwn(getNodeValue(node)));
}

function listIn(text: string, path: readonly string[]): Node | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree && findNodeAtLocation(tree, [...path]);
}

function replaced(text: string, node: Node, value: object): string {
  const line = text.slice(text.lastIndexOf("\n", node.offset - 1) + 1, node.offset);
  const { insertSpaces, tabSize = 2, eol = "\n" } = layoutOf(text);
  const written = JSON.stringify(value, null, insertSpaces ? " ".repeat(tabSize) : "\t")
    .split("\n")
    .join(eol + (/^[ \t]*/.exec(line)?.[0] ?? ""));
  return text.slice(0, node.offset) + written + text.slice(node.offset + node.length);
}

/** Adds a value to the list at the path, or as the property that is missing on the way to it. */
function inserted(text: string, path: readonly string[], value: unknown): string {
  const list = listIn(text, path);
  const layout = layoutOf(text);
  if (list) return insertProperty(text, list, { key: null, value, layout });
  const depth = path.findIndex((_, at) => !listIn(text, path.slice(0, at + 1)));
  const parent = listIn(text, path.slice(0, depth));
  if (!parent) throw new Error(`nothing at ${path.slice(0, depth).join(".")}`);
  const isList = path.length > 1;
  const inner = path
    .slice(depth + 1)
    .reduceRight<unknown>((content, key) => ({ [key]: content }), isList ? [value] : value);
  return insertProperty(text, parent, { key: path[depth] as string, value: inner, layout });
}

function requireList(root: unknown, path: readonly string[], file: string): void {
  let value = root;
  for (const [at, key] of path.entries()) {
    value = (value as Readonly<Record<string, unknown>>)[key];
    if (value === undefined) return;
    const isLast = at === path.length - 1;
    if (isLast ? !Array.isArray(value) : !isObject(value))
      throw unusable(
        file,
        `has a value that is not ${isLast ? "a list" : "an object"} at ${path.slice(0, at + 1).join(".")}`,
      );
  }
}

function split(text: string): readonly [mark: string, content: string] {
  return text.startsWith(BYTE_ORDER_MARK) ? [BYTE_ORDER_MARK, text.slice(1)] : ["", text];
}
