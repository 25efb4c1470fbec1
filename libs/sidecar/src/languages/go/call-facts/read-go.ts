/**
 * Reads the call facts of Go. Top-level names of a file belong to its package; methods are found through the
 * type of their receiver.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { readValue } from "./expressions.ts";
import { readFunction, readMethod } from "./functions.ts";
import { readStatement } from "./statements.ts";
import { readType } from "./types.ts";
import { Reading } from "../../../call-facts/reading/reading.ts";

export function readGo(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  const go = new Reading(text, flow, { value: readValue, type: readType, visit: readStatement });
  for (const node of root.namedChildren) if (node) readTopLevel(node, go);
  go.locals.finish();
}

function readTopLevel(node: SyntaxNode, go: Reading): void {
  switch (node.type) {
    case "package_clause": {
      const name = go.parts(node)[0];
      return name && go.flow.package(go.textOf(name));
    }
    case "import_declaration":
      return readImports(node, go);
    case "function_declaration":
      return readFunction(node, go);
    case "method_declaration":
      return readMethod(node, go);
    default:
      return go.visit(node);
  }
}

function readImports(node: SyntaxNode, go: Reading): void {
  for (const part of go.parts(node)) {
    if (part.type === "import_spec_list") readImports(part, go);
    if (part.type === "import_spec") readImport(part, go);
  }
}

/** `"fmt"`, `kr "k8s.io/retry"`, `. "math"`, `_ "embed"`. */
function readImport(spec: SyntaxNode, go: Reading): void {
  const [first, second] = go.parts(spec);
  const path = second ?? first;
  if (!path) return;
  const module = go.text.slice(path.startIndex + 1, path.endIndex - 1);
  const alias = second && first ? go.textOf(first) : packageName(module);
  if (alias === ".") go.flow.wildcard(module);
  else if (alias !== "_") go.flow.bind(alias, go.flow.import(module, "*"));
}

/** The last part of a path, without a version (`x/cobra/v2`, `gopkg.in/yaml.v3`). */
function packageName(module: string): string {
  const parts = module.split("/").filter((part, at) => at === 0 || !/^v\d+$/.test(part));
  return (parts.at(-1) ?? module).replace(/\.v\d+$/, "");
}
