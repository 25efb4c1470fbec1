/**
 * Flow facts as few bytes: columns of equal fields stand side by side, expressions and offsets as differences. What only
 * serves to find a file (`mentions`) is left out. Pure.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type CallSite, type ExprId, type FlowFacts, type FlowParameter, type FlowScope, NONE, PARAMETER_KINDS, SCOPE_KINDS } from "./facts.ts";
import { absoluteCode, relativeCode } from "./operands.ts";

/** In the order in which they are stored. */
type Stored = [
  strings: readonly string[], code: readonly number[], scopes: readonly StoredScope[], sites: readonly (readonly number[])[], siteNames: readonly string[],
  exports: readonly (string | number)[], exportsAllOf: readonly string[], packageName: string,
];
/** Numbers of a scope; then, as far as there are any, names and expressions of its parameters and bindings, and the rest. */
type StoredScope = [head: readonly number[], name: string, params: readonly (string | number)[], bindings: readonly (string | number)[], rest?: readonly [readonly number[], readonly number[], readonly number[], readonly string[]]];

export function encodeFlow(flow: FlowFacts): Uint8Array {
  const stored: Stored = [
    flow.strings,
    relativeCode(flow.code),
    flow.scopes.map((scope, at) => storedScope(scope, flow.scopes[at - 1])),
    [
      differences(flow.sites.map(({ expr }) => expr)), flow.sites.map(({ scope }) => scope), differences(flow.sites.map(({ line }) => line)), differences(flow.sites.map(({ start }) => start)),
    ],
    flow.sites.map(({ name }) => name),
    flow.exports.flatMap(({ name, value }) => [name, value]),
    flow.exportsAllOf,
    flow.package,
  ];
  return deflateRawSync(JSON.stringify(stored), { level: 4 });
}

/** @param bytes as `encodeFlow` made them */
export function decodeFlow(bytes: Uint8Array): FlowFacts {
  const [strings, code, scopes, columns, names, exported, exportsAllOf, packageName] = JSON.parse(inflateRawSync(bytes).toString("utf8")) as Stored;
  const [exprs, siteScopes, lines, starts] = columns as [number[], number[], number[], number[]];
  const [allExprs, allLines, allStarts] = [sums(exprs), sums(lines), sums(starts)];
  const sites = names.map((name, at): CallSite => ({ expr: allExprs[at] as number, scope: siteScopes[at] as number, name, line: allLines[at] as number, start: allStarts[at] as number }));
  let line = 0;
  return {
    strings, code: absoluteCode(code), sites, exportsAllOf, package: packageName, mentions: [],
    scopes: scopes.map((scope) => {
      const read = readScope(scope, line);
      line = read.startLine;
      return read;
    }),
    exports: pairs(exported),
  };
}

function storedScope(scope: FlowScope, before: FlowScope | undefined): StoredScope {
  const head = [SCOPE_KINDS.indexOf(scope.kind), scope.parent, scope.symbol, scope.startLine - (before?.startLine ?? 0), scope.flags, scope.returnType, scope.owner];
  const params = scope.params.flatMap(({ name, kind, type, default: value }) => [name, PARAMETER_KINDS.indexOf(kind), type, value]);
  const bindings = scope.bindings.flatMap(({ name, value }) => [name, value]);
  const rest: StoredScope[4] = [scope.stores.flatMap(({ target, value }) => [target, value]), scope.returns, scope.bases, scope.wildcards];
  return rest.some((list) => list.length > 0) ? [head, scope.name, params, bindings, rest] : [head, scope.name, params, bindings];
}

function readScope([head, name, params, bindings, rest]: StoredScope, lineBefore: number): FlowScope {
  const [kind, parent, symbol, line, flags, returnType, owner] = head as [number, number, number, number, number, number, number];
  const [stores, returns, bases, wildcards] = rest ?? [[], [], [], []];
  return {
    kind: SCOPE_KINDS[kind] ?? "function", name, parent, symbol, startLine: lineBefore + line, flags, returnType, owner, returns, bases, wildcards,
    params: everyNth(params, 4).map(([own, of, type, value]): FlowParameter => ({ name: String(own), kind: PARAMETER_KINDS[Number(of)] ?? "positional", type: Number(type), default: Number(value) })),
    bindings: pairs(bindings),
    stores: everyNth(stores, 2).map(([target = NONE, value = NONE]) => ({ target, value })),
  };
}

function pairs(flat: readonly (string | number)[]): { name: string; value: ExprId }[] {
  return everyNth(flat, 2).map(([name, value]) => ({ name: String(name), value: Number(value) }));
}

function everyNth<Item>(flat: readonly Item[], size: number): Item[][] {
  return Array.from({ length: flat.length / size }, (_, at) => flat.slice(at * size, (at + 1) * size));
}

function differences(values: readonly number[]): number[] {
  return values.map((value, at) => value - (values[at - 1] ?? 0));
}

function sums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}
