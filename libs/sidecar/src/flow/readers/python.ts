/**
 * Flow facts of Python. What a reader of them must know: a class's names are not seen from its methods; a
 * function's defaults, annotations and decorators stand in the scope around it; an integer is a `text`, since
 * it may be a key.
 */
import type { SyntaxNode } from "../../tree/syntax-tree.ts";
import type { FlowBuilder } from "../builder.ts";
import { callReaders } from "./python/calls.ts";
import { collectionReaders } from "./python/collections.ts";
import { conditionReaders } from "./python/conditions.ts";
import { definitionReaders } from "./python/definitions.ts";
import { expressionReaders } from "./python/expressions.ts";
import { importReaders } from "./python/imports.ts";
import { PythonNames } from "./python/names.ts";
import { patternReaders } from "./python/patterns.ts";
import { statementReaders } from "./python/statements.ts";
import { ReaderTable, TreeReader } from "./tree-reader.ts";

const readers = new ReaderTable({
  ...expressionReaders,
  ...collectionReaders,
  ...callReaders,
  ...definitionReaders,
  ...statementReaders,
  ...importReaders,
  ...patternReaders,
  ...conditionReaders,
});

export function readPythonFlow(root: SyntaxNode, text: string, flow: FlowBuilder): void {
  new TreeReader({ text, flow, names: new PythonNames(flow), readers, isComment }).read(root);
}

function isComment(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  return first === HASH || first === BACKSLASH;
}

const HASH = 35;
/** Of a line that goes on. */
const BACKSLASH = 92;
