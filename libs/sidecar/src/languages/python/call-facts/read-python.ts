/**
 * Reads the call facts of Python. Conventions: names of a class are not visible in its methods; defaults,
 * annotations and decorators of a function belong to the enclosing scope; an integer is a `text`, because it
 * may be a key.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { callReaders } from "./calls.ts";
import { collectionReaders } from "./collections.ts";
import { conditionReaders } from "./conditions.ts";
import { definitionReaders } from "./definitions.ts";
import { expressionReaders } from "./expressions.ts";
import { importReaders } from "./imports.ts";
import { PythonNames } from "./names.ts";
import { patternReaders } from "./patterns.ts";
import { statementReaders } from "./statements.ts";
import { ReaderTable, TreeReader } from "../../../call-facts/reading/tree-reader.ts";

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

export function readPython(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  new TreeReader({ text, flow, names: new PythonNames(flow), readers, isComment }).read(root);
}

function isComment(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  return first === HASH || first === BACKSLASH;
}

const HASH = 35;
/** Of a line continuation. */
const BACKSLASH = 92;
