/** Calls: of functions, of classes with `new`, of tags in front of templates; and the calls that name a module. */
import type { Node } from "web-tree-sitter";
import type { Argument, SitePlace } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";
import { type EcmaReader, type NodeReaders, partsOf, placeOf } from "./ecma-reader.ts";
import { stringValue } from "./keys.ts";

function readCall(node: Node, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [callee, ...rest] = partsOf(node);
  if (!callee) return flow.unknown();
  const args = rest.at(-1);
  const isModuleCall = callee.type === "import" || (callee.type === "identifier" && ecma.textOf(callee) === "require");
  const module = isModuleCall && args?.type === "arguments" ? stringValue(partsOf(args)[0], ecma) : null;
  if (module !== null) return flow.import(module, "*");
  if (callee.type === "import") return ecma.readChildren(args);
  // What is called is read before its arguments, as the text has it.
  const called = readCallee(callee, rest, ecma);
  return flow.call(called, readArguments(args, ecma), sitePlace(callee, node));
}

function readNew(node: Node, ecma: EcmaReader): ExprId {
  const [callee, ...rest] = partsOf(node);
  if (!callee) return ecma.flow.unknown();
  const called = readCallee(callee, rest, ecma);
  const args = rest.at(-1);
  return ecma.flow.call(called, args?.type === "arguments" ? readArguments(args, ecma) : [], sitePlace(callee, node), "new");
}

/** `f<T>` with the types that it is given. */
function readCallee(callee: Node, rest: readonly Node[], ecma: EcmaReader): ExprId {
  const value = ecma.read(callee);
  const types = rest.find(({ type }) => type === "type_arguments");
  return types ? ecma.flow.generic(value, partsOf(types).map((type) => ecma.type(type))) : value;
}

function readArguments(node: Node | undefined, ecma: EcmaReader): Argument[] {
  const { flow } = ecma;
  if (!node) return [];
  // A tag gets the texts of its template first.
  if (node.type === "template_string") return [{ value: flow.list([]) }, ...substitutions(node).map((part) => ({ value: ecma.read(part) }))];
  return partsOf(node).map((argument) => (argument.type === "spread_element" ? { name: "*", value: ecma.read(partsOf(argument)[0]) } : { value: ecma.read(argument) }));
}

function substitutions(template: Node): (Node | undefined)[] {
  return partsOf(template).filter(({ type }) => type === "template_substitution").map((part) => partsOf(part)[0]);
}

/** Where the last name of what is called stands; the call itself where there is none. */
export function sitePlace(callee: Node, call: Node): SitePlace {
  switch (callee.type) {
    case "identifier": case "super": case "this": case "property_identifier": case "private_property_identifier": return placeOf(callee);
    case "member_expression": return placeOf(callee.childForFieldName("property") ?? call);
    case "parenthesized_expression": case "non_null_expression": case "sequence_expression": case "instantiation_expression": {
      const inner = partsOf(callee);
      const last = callee.type === "sequence_expression" ? inner.at(-1) : inner[0];
      return last ? sitePlace(last, call) : placeOf(call);
    }
    default: return placeOf(call);
  }
}

export const callReaders: NodeReaders = {
  call_expression: readCall,
  new_expression: readNew,
};
