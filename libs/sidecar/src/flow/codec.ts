/**
 * Flow facts as few bytes: texts once, expressions as distances to those that they are made of, places as differences. What only
 * serves to find a file (`mentions`) is left out, and of offsets of sites and accesses only their order is kept: sites have the
 * odd numbers from 1 on, accesses in between the even one. Pure.
 */
import { compress, decompress } from "../compress.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { callName } from "./call-name.ts";
import { ACCESS_NUMBERS, type CallSite, type FlowFacts, type FlowParameter, type FlowScope, PARAMETER_KINDS, SCOPE_KINDS } from "./facts.ts";
import { absoluteCode, relativeCode } from "./operands.ts";

export function encodeFlow(flow: FlowFacts): Uint8Array {
  const texts = [...flow.strings];
  const known = new Map(texts.map((text, at) => [text, at]));
  const out = new ByteWriter();
  // Nothing is -1, and becomes 0.
  const id = (value: number): void => out.number(value + 1);
  const text = (value: string): void => {
    const at = known.get(value) ?? texts.push(value) - 1;
    known.set(value, at);
    out.number(at);
  };
  const pair = ({ name, value }: { readonly name: string; readonly value: number }): void => {
    text(name);
    id(value);
  };
  let line = 0;
  out.list(relativeCode(flow.code), id);
  out.list(flow.scopes, (scope, at) => {
    for (const value of [SCOPE_KINDS.indexOf(scope.kind), at - scope.parent, scope.flags]) out.number(value);
    for (const value of [scope.symbol, scope.startLine - line, scope.returnType, scope.owner]) out.number(zigzag(value));
    line = scope.startLine;
    text(scope.name);
    out.list(scope.params, ({ name, kind, type, default: value }) => {
      text(name);
      for (const part of [PARAMETER_KINDS.indexOf(kind), type, value]) id(part);
    });
    out.list(scope.bindings, pair);
    out.list(scope.stores, ({ target, value }) => {
      id(target);
      id(value);
    });
    for (const list of [scope.returns, scope.bases]) out.list(list, id);
    out.list(scope.wildcards, text);
  });
  let [expr, siteLine] = [0, 0];
  out.list(flow.sites, (site) => {
    for (const value of [site.expr - expr, site.line - siteLine]) out.number(zigzag(value));
    out.number(site.scope);
    const told = callName(flow.code, flow.strings, flow.code[site.expr + 1] as number);
    out.number(site.name === told ? 0 : 1);
    if (site.name !== told) text(site.name);
    [expr, siteLine] = [site.expr, site.line];
  });
  for (const accesses of [flow.reads, flow.writes]) writeAccesses(out, accesses, flow.sites);
  out.list(flow.exports, pair);
  out.list(flow.exportsAllOf, text);
  text(flow.package);
  const head = new ByteWriter();
  head.texts(texts);
  return compress(Buffer.concat([head.result(), out.result()]));
}

/** Throws for other bytes than `encodeFlow` made. */
export function decodeFlow(bytes: Uint8Array): FlowFacts {
  const read = new ByteReader(decompress(bytes));
  const strings = read.texts();
  const id = (): number => read.number() - 1;
  const text = (): string => strings[read.number()] ?? "";
  const signed = (): number => unzigzag(read.number());
  const pair = (): { name: string; value: number } => ({ name: text(), value: id() });
  const code = absoluteCode(read.list(id));
  let [at, line] = [0, 0];
  const scopes = read.list((): FlowScope => {
    const [kind, up, flags] = [read.number(), read.number(), read.number()];
    if (up === 0) throw new RangeError("A scope stands in itself");
    const [symbol, lines, returnType, owner] = [signed(), signed(), signed(), signed()];
    line += lines;
    return {
      kind: SCOPE_KINDS[kind] ?? "function", parent: at++ - up, flags, symbol, startLine: line, returnType, owner, name: text(),
      params: read.list((): FlowParameter => ({ name: text(), kind: PARAMETER_KINDS[id()] ?? "positional", type: id(), default: id() })),
      bindings: read.list(pair), stores: read.list(() => ({ target: id(), value: id() })), returns: read.list(id), bases: read.list(id), wildcards: read.list(text),
    };
  });
  let [expr, siteLine, start] = [0, 0, -1];
  const sites = read.list((): CallSite => {
    expr += signed();
    siteLine += signed();
    const scope = read.number();
    const name = read.number() === 1 ? text() : callName(code, strings, code[expr + 1] as number);
    return { expr, line: siteLine, scope, name, start: (start += 2) };
  });
  const [reads, writes] = [readAccesses(read), readAccesses(read)];
  return { strings, code, scopes, sites, reads, writes, exports: read.list(pair), exportsAllOf: read.list(text), package: text(), mentions: [] };
}

/** One for all: an array of numbers takes 200 bytes before it holds any. */
const NO_ACCESSES = new Int32Array();

function writeAccesses(out: ByteWriter, accesses: Int32Array, sites: readonly CallSite[]): void {
  let [expr, scope, line, before, count] = [0, 0, 0, 0, 0];
  out.number(accesses.length / ACCESS_NUMBERS);
  for (let at = 0; at < accesses.length; at += ACCESS_NUMBERS) {
    const [ownExpr, ownScope, ownLine, start] = [accesses[at] as number, accesses[at + 1] as number, accesses[at + 2] as number, accesses[at + 3] as number];
    while (count < sites.length && (sites[count] as CallSite).start < start) count++;
    for (const value of [ownExpr - expr, ownScope - scope, ownLine - line]) out.number(zigzag(value));
    out.number(count - before);
    [expr, scope, line, before] = [ownExpr, ownScope, ownLine, count];
  }
}

function readAccesses(read: ByteReader): Int32Array {
  let [expr, scope, line, before] = [0, 0, 0, 0];
  const signed = (): number => unzigzag(read.number());
  const numbers: number[] = [];
  read.list(() => numbers.push((expr += signed()), (scope += signed()), (line += signed()), 2 * (before += read.number())));
  return numbers.length === 0 ? NO_ACCESSES : Int32Array.from(numbers);
}

/** Small numbers of either sign as small ones without. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
