/**
 * Scala's classes and their companion objects, for languages that are read by name: tells which of the two a
 * call refers to. Pure.
 */
import type { CallFact, SymbolFact } from "../../facts.ts";
import type { CallFactsBuilder } from "../builder.ts";
import type { Argument } from "../expression-writer.ts";
import { type ExprId, NONE, SCOPE_FLAGS } from "../facts.ts";
import { endOfBrackets, pathOf, splitAt, typeOf } from "./named-path.ts";

interface Written {
  readonly text: string;
  readonly symbols: readonly SymbolFact[];
}

interface Scoped extends Written {
  readonly readType: (text: string) => string;
  /** Scope of each symbol. */
  readonly scopes: readonly number[];
}

/**
 * Flags objects and classes, and gives classes with several constructors the primary one, which follows the
 * class name.
 */
export function readCompanions(flow: CallFactsBuilder, { symbols, scopes, text, readType }: Scoped): void {
  const constructed = new Set(
    symbols.filter(({ kind }) => kind === "constructor").map(({ parent }) => parent),
  );
  const applied = new Set(symbols.filter(({ name }) => name === "apply").map(({ parent }) => parent));
  const classes = new Map<string, number>();
  for (const [at, { kind, name, parent }] of symbols.entries())
    if (kind === "class" || kind === "trait") classes.set(`${parent} ${name}`, at);
  for (const [at, { kind, name, parent, startLine }] of symbols.entries()) {
    const scope = scopes[at] as number;
    if (kind === "class" && constructed.has(at)) {
      flow.within(scope, () => {
        flow.enter({
          kind: "function",
          name: "this",
          nameStart: NONE,
          startLine,
          flags: SCOPE_FLAGS.constructor,
        });
        readClassParameters(flow, headOf(symbols[at] as SymbolFact, text), readType);
        flow.leave();
      });
    }
    if (kind !== "object") continue;
    const made = classes.get(`${parent} ${name}`);
    const isMade = made !== undefined && /\bcase class\b/.test(symbols[made]?.signature ?? "");
    flow.flag(SCOPE_FLAGS.object | (isMade ? SCOPE_FLAGS.made : 0), scope);
    if (isMade && applied.has(at))
      flow.within(scopes[made] as number, () =>
        readClassParameters(flow, headOf(symbols[made] as SymbolFact, text), readType),
      );
    if (made !== undefined && applied.has(at))
      flow.flag(SCOPE_FLAGS.applied | (isMade ? SCOPE_FLAGS.made : 0), scopes[made] as number);
  }
}

/** Text after a class's name, up to a length that fits any parameter list. */
function headOf({ name, start }: SymbolFact, text: string): string {
  const at = text.indexOf(`class ${name}`, start);
  return at < 0 ? "" : text.slice(at + name.length + 6, at + name.length + MAX_HEAD);
}

const MAX_HEAD = 4000;
/** Placeholder for an arrow, whose `>` is not a bracket. */
const FUNCTION = "\0\0";

/**
 * Adds the parameters of the first list to the innermost open scope: `class Point[A] private (val x: Int, y:
 * Int = 0)`.
 */
function readClassParameters(flow: CallFactsBuilder, head: string, readType: (text: string) => string): void {
  const behindTypes = head.slice(endOfBrackets(head, "[]"));
  const list = /^\s*(?:@[\w.]+\s*(?:\([^()]*\)\s*)?|(?:private|protected)(?:\[\w+\])?\s*)*(?=\()/.exec(
    behindTypes,
  )?.[0];
  if (list === undefined) return;
  const inside = behindTypes.slice(
    list.length + 1,
    endOfBrackets(behindTypes.slice(list.length), "()") + list.length - 1,
  );
  for (const parameter of splitAt(
    ",",
    inside.replaceAll(/[-=]>/g, (arrow) => (arrow === "->" ? "--" : FUNCTION)),
  )) {
    const [, name, declared = "", value] =
      /^(?:@\S+\s+|(?:val|var|private|protected|override|final|implicit|using|inline)(?:\[\w+\])?\s+)*([\p{L}_$][\p{L}\p{N}_$]*)\s*:\s*([^=]*)(=[^]*)?$/u.exec(
        parameter,
      ) ?? [];
    if (name === undefined) continue;
    // Function types are not read; a by-name parameter (`=> T`) has the type after the arrow.
    const type = typeOf(flow, readType(declared.trim().replace(FUNCTION, "=>")));
    flow.param(name, {
      kind: /\*\s*$/.test(declared) ? "rest" : "positional",
      type: type ?? NONE,
      default: value === undefined ? NONE : flow.unknown(),
    });
  }
}

/**
 * Records a call: of a constructor if it has `new`, of `update` if its result is assigned to (`items(0) =
 * item`).
 */
export function callForm(
  flow: CallFactsBuilder,
  call: CallFact,
  { callee, args }: { readonly callee: ExprId; readonly args: readonly Argument[] },
  written: Written,
): ExprId {
  const { name, line, start } = call;
  const place = name === "this" ? { line, start } : { name, line, start };
  // `new Server` without a list has no arguments.
  if (call.isNew || isMaking(call, written))
    return flow.call(callee, call.args === null ? [] : args, place, "new");
  const isUpdating = /^\s*=(?![=>~])/.test(written.text.slice(call.end, call.end + MAX_GAP));
  return isUpdating
    ? flow.call(flow.member(callee, "update"), [...args, { value: flow.unknown() }], { line, start })
    : flow.call(callee, args, place);
}

const MAX_GAP = 20;

/** Whether a call creates an object. `this(…)` in a constructor calls another constructor. */
function isMaking(call: CallFact, { text, symbols }: Written): boolean {
  return (
    classMade(call, symbols) !== null ||
    /\bnew\s+(?:\w+\.)*$/.test(text.slice(Math.max(0, call.start - 80), call.start))
  );
}

/**
 * Callee of `this(…)`: in a constructor the class, elsewhere the current object or that of an enclosing type
 * (`Parser.this(…)`); null for any other call.
 */
export function calleeOfThis(
  flow: CallFactsBuilder,
  call: CallFact,
  symbols: readonly SymbolFact[],
): ExprId | null {
  if (call.name !== "this") return null;
  const made = classMade(call, symbols);
  if (made !== null) return flow.name(made);
  const type = call.receiver === null ? null : pathOf(flow, call.receiver);
  return flow.member(
    call.receiver === null ? flow.this() : type === null ? flow.unknown() : flow.instance(type),
    "apply",
  );
}

function classMade({ name, receiver, within }: CallFact, symbols: readonly SymbolFact[]): string | null {
  const own = symbols[within];
  const around = symbols[own?.parent ?? NONE];
  return name === "this" && receiver === null && own?.kind === "constructor" && around?.kind === "class"
    ? around.name
    : null;
}
