/** Reads decorators: those that the language defines are recognized by name, all others are calls. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { callPosition } from "./calls.ts";
import type { PythonNames } from "./names.ts";

export interface Decorators {
  readonly flags: number;
  /** Whether it sets or deletes a property: it is called without being named. */
  readonly isAccessor: boolean;
  /** `@contextmanager`: a call yields what the function yields. */
  readonly isContextManager: boolean;
  /** Decorators that are calls, in the order of the text. */
  readonly called: readonly SyntaxNode[];
  /** Properties are read like fields, so the results of other decorators are ignored. */
  readonly isProperty: boolean;
}

/** Decorators of the language and the standard library that only flag a definition. */
const MARKS: Readonly<Record<string, number>> = {
  staticmethod: SCOPE_FLAGS.static,
  classmethod: SCOPE_FLAGS.static | SCOPE_FLAGS.classMethod,
  property: SCOPE_FLAGS.getter,
  abstractmethod: SCOPE_FLAGS.abstract,
  abstractproperty: SCOPE_FLAGS.abstract | SCOPE_FLAGS.getter,
  abstractclassmethod: SCOPE_FLAGS.abstract | SCOPE_FLAGS.static | SCOPE_FLAGS.classMethod,
  abstractstaticmethod: SCOPE_FLAGS.abstract | SCOPE_FLAGS.static,
  overload: SCOPE_FLAGS.abstract,
  override: 0,
  final: 0,
};
const MODULES = /^(?:abc|typing|typing_extensions|t|te|builtins|functools|contextlib)\./;

const NO_DECORATORS: Decorators = {
  flags: 0,
  isAccessor: false,
  isContextManager: false,
  isProperty: false,
  called: [],
};

export function readDecorators(nodes: readonly SyntaxNode[], tree: TreeReader<PythonNames>): Decorators {
  if (nodes.length === 0) return NO_DECORATORS;
  let flags = 0;
  let isAccessor = false;
  let isContextManager = false;
  let isProperty = false;
  const called: SyntaxNode[] = [];
  for (const node of nodes) {
    const [expression] = node.type === "decorator" ? tree.children(node) : [node];
    if (!expression) continue;
    const text = tree.textOf(expression);
    const name = text.replace(MODULES, "");
    const mark = Object.hasOwn(MARKS, name) ? MARKS[name] : undefined;
    isContextManager ||= /^(?:async)?contextmanager$/.test(name);
    if (mark !== undefined) flags |= mark;
    else if (/^[\p{L}_][\p{L}\p{N}_]*\.(?:setter|deleter)$/u.test(text)) {
      isAccessor = true;
      if (text.endsWith(".setter")) flags |= SCOPE_FLAGS.setter;
    } else if (/^wraps\s*\(/.test(name)) tree.read(expression);
    else called.push(expression);
    if (/^[\p{L}\p{N}_.]*(?:property|\.getter)$/u.test(name)) isProperty = true;
  }
  return {
    flags: isProperty ? flags | SCOPE_FLAGS.getter : flags,
    isAccessor,
    isContextManager,
    isProperty,
    called,
  };
}

/** Applies decorators, the innermost first. Returns the value to which the name is bound. */
export function applyDecorators(
  { called, isProperty }: Decorators,
  value: ExprId,
  tree: TreeReader<PythonNames>,
): ExprId {
  if (called.length === 0) return value;
  const { flow } = tree;
  return called.toReversed().reduce((about, expression) => {
    const decorator = tree.read(expression);
    const place = callPosition(expression, tree);
    if (!isProperty) return flow.decorated(decorator, about, place);
    flow.call(decorator, [{ value: about }], place);
    return about;
  }, value);
}
