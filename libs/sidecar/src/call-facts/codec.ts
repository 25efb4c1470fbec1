/**
 * Encodes call facts compactly: each text once, operands as distances to the expressions they refer to,
 * positions as differences. Leaves out `mentions`, which only serve to find a file. Of the offsets of call
 * sites and accesses, only the order is kept: call sites get odd numbers from 1, accesses the even numbers
 * between them. Pure.
 */
import { compress, decompress } from "../compress.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { callName } from "./call-name.ts";
import {
  ACCESS_NUMBERS,
  type CallSite,
  type ExprId,
  type CallFacts,
  type ParameterFact,
  type ScopeFact,
  NONE,
  PARAMETER_KINDS,
  SCOPE_KINDS,
} from "./facts.ts";
import { makeAbsolute, relativeCode } from "./operands.ts";

/** Encodes and compresses call facts; `decodeCallFacts` reads them back. */
export function encodeCallFacts(flow: CallFacts): Uint8Array {
  const out = new FactsWriter(flow);
  out.numbers(relativeCode(flow.code), 1);
  let line = 0;
  out.list(flow.scopes, (scope, at) => {
    out.scope(scope, at, line);
    line = scope.startLine;
  });
  writeSites(out, flow);
  for (const accesses of [flow.reads, flow.writes]) writeAccesses(out, accesses, flow.sites);
  out.list(flow.exports, ({ name, value }) => out.pair(name, value));
  out.list(flow.exportsAllOf, (module) => out.text(module));
  out.text(flow.package);
  const head = new ByteWriter();
  head.texts(out.knownTexts);
  const bytes = compress(Buffer.concat([head.result(), out.result()]));
  for (const writer of [head, out]) writer.release();
  return bytes;
}

/** Throws `RangeError` for bytes that `encodeCallFacts` did not make. */
export function decodeCallFacts(bytes: Uint8Array): CallFacts {
  const read = new ByteReader(decompress(bytes));
  const strings = read.texts();
  const code = read.numbers(1);
  const isStart = makeAbsolute(code);
  const expression = (at: number): ExprId => {
    if (at !== NONE && isStart[at] !== 1) throw new RangeError("A value is no expression");
    return at;
  };
  const id = (): ExprId => expression(read.number() - 1);
  const text = (): string => strings[read.number()] ?? "";
  const signed = (): number => unzigzag(read.number());
  const pair = (): { name: string; value: number } => ({ name: text(), value: id() });
  let [at, line] = [0, 0];
  const scopes = read.list((): ScopeFact => {
    const [kind, up, flags] = [read.number(), read.number(), read.number()];
    if (up === 0) throw new RangeError("A scope stands in itself");
    const [symbol, lines] = [signed(), signed()];
    const [returnType, owner] = [expression(signed()), expression(signed())];
    line += lines;
    return {
      kind: SCOPE_KINDS[kind] ?? "function",
      parent: at++ - up,
      flags,
      symbol,
      startLine: line,
      returnType,
      owner,
      name: text(),
      params: read.list((): ParameterFact => ({
        name: text(),
        kind: PARAMETER_KINDS[read.number() - 1] ?? "positional",
        type: id(),
        default: id(),
      })),
      bindings: read.list(pair),
      stores: read.list(() => ({ target: id(), value: id() })),
      returns: read.list(id),
      bases: read.list(id),
      wildcards: read.list(text),
    };
  });
  let [expr, siteLine, start] = [0, 0, -1];
  const sites = read.list((): CallSite => {
    expr = expression(expr + signed());
    siteLine += signed();
    const scope = read.number();
    const name = read.number() === 1 ? text() : callName(code, strings, code[expr + 1] as number);
    return { expr, line: siteLine, scope, name, start: (start += 2) };
  });
  const [reads, writes] = [readAccesses(read, expression), readAccesses(read, expression)];
  return {
    strings,
    code,
    scopes,
    sites,
    reads,
    writes,
    exports: read.list(pair),
    exportsAllOf: read.list(text),
    package: text(),
    mentions: [],
  };
}

/** Shared, because an empty typed array takes 200 bytes. */
const NO_ACCESSES = new Int32Array();

class FactsWriter extends ByteWriter {
  /** Texts of the expressions first. */
  readonly knownTexts: string[];
  private readonly positions: Map<string, number>;

  constructor({ strings }: CallFacts) {
    super();
    this.knownTexts = [...strings];
    this.positions = new Map(strings.map((text, at) => [text, at]));
  }

  /** Writes an id; `NONE` (-1) becomes 0. */
  id(value: number): void {
    this.number(value + 1);
  }

  signed(value: number): void {
    this.number(zigzag(value));
  }

  text(value: string): void {
    let at = this.positions.get(value);
    if (at === undefined) this.positions.set(value, (at = this.knownTexts.push(value) - 1));
    this.number(at);
  }

  pair(name: string, value: number): void {
    this.text(name);
    this.id(value);
  }

  scope(scope: ScopeFact, at: number, lineBefore: number): void {
    this.number(SCOPE_KINDS.indexOf(scope.kind));
    this.number(at - scope.parent);
    this.number(scope.flags);
    this.signed(scope.symbol);
    this.signed(scope.startLine - lineBefore);
    this.signed(scope.returnType);
    this.signed(scope.owner);
    this.text(scope.name);
    this.list(scope.params, (param) => this.param(param));
    this.list(scope.bindings, ({ name, value }) => this.pair(name, value));
    this.list(scope.stores, ({ target, value }) => {
      this.id(target);
      this.id(value);
    });
    this.numbers(scope.returns, 1);
    this.numbers(scope.bases, 1);
    this.list(scope.wildcards, (module) => this.text(module));
  }

  private param({ name, kind, type, default: value }: ParameterFact): void {
    this.text(name);
    this.id(PARAMETER_KINDS.indexOf(kind));
    this.id(type);
    this.id(value);
  }
}

function writeSites(out: FactsWriter, { sites, code, strings }: CallFacts): void {
  let [expr, line] = [0, 0];
  out.list(sites, (site) => {
    out.signed(site.expr - expr);
    out.signed(site.line - line);
    out.number(site.scope);
    const isTold = site.name === callName(code, strings, code[site.expr + 1] as number);
    out.number(isTold ? 0 : 1);
    if (!isTold) out.text(site.name);
    [expr, line] = [site.expr, site.line];
  });
}

function writeAccesses(out: FactsWriter, accesses: Int32Array, sites: readonly CallSite[]): void {
  let [expr, scope, line, before, count] = [0, 0, 0, 0, 0];
  out.number(accesses.length / ACCESS_NUMBERS);
  for (let at = 0; at < accesses.length; at += ACCESS_NUMBERS) {
    const [ownExpr, ownScope, ownLine, start] = [
      accesses[at] as number,
      accesses[at + 1] as number,
      accesses[at + 2] as number,
      accesses[at + 3] as number,
    ];
    while (count < sites.length && (sites[count] as CallSite).start < start) count++;
    out.signed(ownExpr - expr);
    out.signed(ownScope - scope);
    out.signed(ownLine - line);
    out.number(count - before);
    [expr, scope, line, before] = [ownExpr, ownScope, ownLine, count];
  }
}

function readAccesses(read: ByteReader, expression: (at: number) => ExprId): Int32Array {
  let [expr, scope, line, before] = [0, 0, 0, 0];
  const signed = (): number => unzigzag(read.number());
  const numbers: number[] = [];
  read.list(() =>
    numbers.push(
      (expr = expression(expr + signed())),
      (scope += signed()),
      (line += signed()),
      2 * (before += read.number()),
    ),
  );
  return numbers.length === 0 ? NO_ACCESSES : Int32Array.from(numbers);
}

/** Maps signed to unsigned numbers so that small values stay small. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
