/**
 * Reads delegated methods: Rails' `delegate :name, to: :owner`, Forwardable's `def_delegators :@items,
 * :size`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { constantText } from "./literals.ts";
import type { RubyNames } from "./names.ts";

type Tree = TreeReader<RubyNames>;

/** Calls that declare delegated methods. */
export const DELEGATES = /^(?:delegate|def_(?:instance_)?delegators?)$/;

export function readDelegates(name: string, nodes: readonly SyntaxNode[], tree: Tree): void {
  const texts = nodes.filter(({ type }) => type !== "pair").map((node) => constantText(node, tree) ?? "");
  if (name === "delegate") {
    const to = optionOf("to", nodes, tree);
    const prefix = optionOf("prefix", nodes, tree);
    const before = prefix === "" || prefix === "false" ? "" : `${prefix === "true" ? to : prefix}_`;
    for (const method of texts) leave(`${before}${method}`, { to, method }, tree);
    return;
  }
  const [to = "", ...methods] = texts;
  if (name.endsWith("s")) for (const method of methods) leave(method, { to, method }, tree);
  else leave(methods[1] ?? methods[0] ?? "", { to, method: methods[0] ?? "" }, tree);
}

/** The constant value of an option; empty if there is none. */
function optionOf(name: string, nodes: readonly SyntaxNode[], tree: Tree): string {
  for (const node of nodes) {
    const [key, value] = node.type === "pair" ? tree.children(node) : [];
    if (key && value && constantText(key, tree) === name)
      return constantText(value, tree) ?? tree.textOf(value);
  }
  return "";
}

interface Left {
  /** A method or field whose value is the object. */
  readonly to: string;
  readonly method: string;
}

function leave(name: string, { to, method }: Left, tree: Tree): void {
  const { flow, names } = tree;
  if (method === "" || !/^@{0,2}\w+[?!]?$/.test(to)) return;
  const own = names.isSingleton ? flow.this() : flow.instance(flow.this());
  names.bindInType(name, flow.member(objectOf(own, to, tree), method));
}

function objectOf(own: ExprId, to: string, { flow }: Tree): ExprId {
  if (to === "class") return flow.typeOf(own);
  if (/^\p{Lu}/u.test(to)) return flow.name(to);
  return to.startsWith("@") ? flow.member(own, to) : flow.result(flow.member(own, to), []);
}
