/**
 * Reads macros and their calls. Tokens in a macro's brackets are read as far as they look like calls
 * (`call-facts/tokens.ts`).
 */
import type { TextRange } from "../../../facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { MACRO, MACROS_OF_LANGUAGE } from "../../../call-facts/import-marks.ts";
import { lineCounter } from "../../../call-facts/reading/line-counter.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import { readPath } from "./paths.ts";
import type { RustReading } from "./reading.ts";
import { readTokens } from "./tokens.ts";

export function readMacro(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [macro, tree] = rust.parts(node);
  if (!macro) return flow.unknown();
  const name = macro.type === "scoped_identifier" ? (macro.childForFieldName("name") ?? macro) : macro;
  const args = tree ? readTokens(tree, rust) : [];
  const text = rust.textOf(name);
  // A function may have the same name as a macro of the language.
  const callee =
    macro !== name
      ? readPath(macro, rust)
      : rust.locals.outside(MACROS_OF_LANGUAGE.has(text) ? `${text}${MACRO}` : text);
  const call = flow.call(
    callee,
    args.map((value) => ({ value })),
    { ...positionOf(name), name: text },
  );
  switch (text) {
    case "vec":
      return flow.list(args);
    case "format":
      return rust.builtin("String");
    default:
      return call;
  }
}

const ITEM_MACRO = /(\w+)!/;

/** A call in a parameter's strategy, `a in any_name()`. */
const STRATEGY_CALL = /(?<![\w.:!])[a-z_]\w*(?=\()/g;

/**
 * Records calls of macros around items, such as `cfg_net! { … }`, whose brackets are hidden from the parser,
 * and calls in the strategies of parameters, which are hidden as well.
 *
 * @param hidden sorted by start
 */
export function readItemMacros(hidden: readonly TextRange[], rust: RustReading): void {
  const { text, flow } = rust;
  const lineAt = lineCounter(text);
  for (const { start, end } of hidden) {
    const hiddenText = text.slice(start, end);
    const macro = ITEM_MACRO.exec(hiddenText);
    if (macro)
      flow.call(rust.locals.outside(macro[1] as string), [], {
        start: start + macro.index,
        line: lineAt(start),
      });
    else if (/^in\s/.test(hiddenText))
      for (const { 0: name, index } of hiddenText.matchAll(STRATEGY_CALL))
        flow.call(rust.locals.outside(name), [], { start: start + index, line: lineAt(start) });
  }
}

/** `macro_rules!`: calls in its replacements belong to the macro, wherever it is used. */
export function readMacroDefinition(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const name = node.childForFieldName("name");
  if (!name) return;
  const scope = flow.enter({
    kind: "function",
    name: rust.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
  });
  rust.locals.frame("function", () => {
    for (const rule of rust.parts(node)) {
      const body = rule.type === "macro_rule" ? rule.childForFieldName("right") : null;
      if (body) readTokens(body, rust);
    }
  });
  flow.leave();
  flow.bind(rust.textOf(name), flow.scopeValue(scope));
  // If a conditional macro has a name of the language's macros, a build uses either of them.
  if (!MACROS_OF_LANGUAGE.has(rust.textOf(name)) || !isConditional(node, rust))
    flow.bind(`${rust.textOf(name)}${MACRO}`, flow.scopeValue(scope));
}

function isConditional(node: SyntaxNode, rust: RustReading): boolean {
  return /#\[cfg\([^\]]*\]\s*(?:#\[[^\]]*\]\s*)*$/.test(
    rust.text.slice(Math.max(0, node.startIndex - LONGEST_ATTRIBUTES), node.startIndex),
  );
}

const LONGEST_ATTRIBUTES = 300;
