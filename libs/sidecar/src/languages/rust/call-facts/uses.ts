/** Reads `use` declarations and binds their names. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { RustReading } from "./reading.ts";
import { readRooted } from "./paths.ts";

/**
 * @param prefix the path before the node
 */
export function readUse(
  node: SyntaxNode | null | undefined,
  prefix: readonly string[],
  rust: RustReading,
): void {
  const { flow } = rust;
  if (!node) return;
  const join = (path: SyntaxNode | null | undefined): string[] => [...prefix, ...segments(path, rust)];
  switch (node.type) {
    case "scoped_use_list":
      return readUse(node.childForFieldName("list"), join(node.childForFieldName("path")), rust);
    case "use_list":
      return rust.parts(node).forEach((part) => readUse(part, prefix, rust));
    case "use_as_clause": {
      const alias = node.childForFieldName("alias");
      return bindPath(join(node.childForFieldName("path")), alias ? rust.textOf(alias) : "_", rust);
    }
    case "use_wildcard": {
      const path = join(rust.parts(node)[0]);
      const isAround = rust.modules.length > 0 && path.every((part) => part === "super" || part === "self");
      // Names of the enclosing modules are visible anyway.
      return isAround ? undefined : flow.wildcard(path.join("::"));
    }
    case "identifier":
    case "scoped_identifier":
    case "crate":
    case "super":
    case "self": {
      const path = join(node);
      return bindPath(path, path.at(-1) === "self" ? (path.at(-2) ?? "_") : (path.at(-1) as string), rust);
    }
    default:
  }
}

/** `a::b::self` is `a::b`. */
function bindPath(full: readonly string[], alias: string, rust: RustReading): void {
  const named = full.length > 1 && full.at(-1) === "self" ? full.slice(0, -1) : full;
  const isRooted = ["crate", "super", "self"].includes(named[0] as string);
  const last = named.at(-1) as string;
  const path = named.slice(0, -1);
  if (path.length === 0)
    rust.flow.bind(alias, isRooted ? readRooted(named, rust) : rust.flow.import(last, "*"));
  else if (isRooted && rust.modules.length > 0)
    rust.flow.bind(alias, rust.flow.member(readRooted(path, rust), last));
  else rust.flow.bind(alias, rust.flow.import(path.join("::"), last));
}

function segments(path: SyntaxNode | null | undefined, rust: RustReading): string[] {
  return path ? rust.textOf(path).replace(/\s+/g, "").replace(/^::/, "").split("::") : [];
}
