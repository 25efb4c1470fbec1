/** Closures that are handed to calls, in flow facts that are read by name. Pure. */
import type { CallFact, TextRange } from "../facts.ts";
import { innermost } from "../symbols/innermost.ts";
import type { Holders } from "../symbols/holders.ts";
import { nested } from "./blocks.ts";
import type { Argument, FlowBuilder } from "./builder.ts";

interface Handed extends Omit<Argument, "value"> {
  readonly position: number;
  readonly closure: TextRange;
}

export class HandedClosures {
  /** By where the call's name begins. */
  private readonly byCall = new Map<number, Handed[]>();

  constructor(text: string, calls: readonly CallFact[], { blocks }: Pick<Holders, "blocks">) {
    const callAround = innermost(nested(calls));
    for (const closure of blocks.filter(({ isClosure }) => isClosure)) {
      const call = calls[callAround(closure.start)];
      const before = call ? (this.byCall.get(call.start) ?? []) : [];
      const handed = call && handedTo(call, { text, closure, before });
      if (handed) this.byCall.set(call.start, [...before, handed]);
    }
  }

  /** What a call is called with; of a number that is not known, any. Closures alone are told, by their scopes. */
  argumentsOf(flow: FlowBuilder, { start, args }: CallFact, scopeOf: (closure: TextRange) => number | null): readonly Argument[] {
    const handed = this.byCall.get(start) ?? [];
    if (args === null && handed.length === 0) return [{ name: "*", value: flow.unknown() }];
    return Array.from({ length: Math.max(args?.length ?? 0, ...handed.map(({ position }) => position + 1)) }, (_, at): Argument => {
      const own = handed.find(({ position }) => position === at);
      const scope = own ? scopeOf(own.closure) : null;
      return scope === null ? { value: flow.unknown() } : { name: own?.name ?? null, value: flow.scopeValue(scope) };
    });
  }
}

/** Null for a closure that stands inside of an argument. @param before those that are handed to the same call already */
function handedTo({ args, end }: CallFact, { text, closure, before }: { readonly text: string; readonly closure: TextRange; readonly before: readonly Handed[] }): Handed | null {
  const position = args?.findIndex((argument) => argument.start <= closure.start && closure.end === argument.end) ?? -1;
  const label = /^(?:([\p{L}_]\w*)\s*:\s*)?$/u.exec(position < 0 ? "" : text.slice(args?.[position]?.start, closure.start));
  if (position >= 0) return label && { position, closure, name: label[1] ?? null };
  // One that stands behind the list.
  const isBehind = closure.end <= end && [...(args ?? []), ...before.map((other) => other.closure)].every((other) => other.end <= closure.start);
  return isBehind ? { position: (args?.length ?? 0) + before.filter((other) => other.position >= (args?.length ?? 0)).length, closure, name: null } : null;
}
