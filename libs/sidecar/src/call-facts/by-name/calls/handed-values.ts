/**
 * Names passed as values, for languages that are read by name: an argument that is not a variable of the file
 * may be a function that escapes and is called elsewhere. Pure.
 */
import type { FileFacts, ReferenceFact } from "../../../facts.ts";
import type { Holders } from "../../../symbols/holders.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";

interface Places {
  readonly text: string;
  readonly scopeOf: (start: number) => number;
  /** The meaning of a name after a module, an object or nothing. */
  readonly meaning: (receiver: string | null, reference: ReferenceFact) => ExprId | null;
}

const MAX_RECEIVER_CHARS = 200;
const RECEIVER = /([\p{L}_][\p{L}\p{N}_'.]*)\.$/u;

/** Records each as an item of an unused list; only the first occurrence of a name in a scope. */
export function readHandedValues(
  flow: CallFactsBuilder,
  { references, symbols }: Pick<FileFacts, "references" | "symbols">,
  { variables, locals }: Pick<Holders, "variables" | "locals">,
  { text, scopeOf, meaning }: Places,
): void {
  // The query may also capture the result of a function as the value of a variable with the function's name.
  const functions = new Set(
    symbols
      .filter(({ kind }) => kind === "function" || kind === "method")
      .map(({ name, start }) => `${start} ${name}`),
  );
  const own = new Set(
    variables.filter(({ name, start }) => !functions.has(`${start} ${name}`)).map(({ name }) => name),
  );
  const ofScopes = new Set(locals.map(({ name, start }) => `${scopeOf(start)} ${name}`));
  const seen = new Set<string>();
  for (const reference of references) {
    const { kind, name, start } = reference;
    if (kind !== "value" || own.has(name)) continue;
    const scope = scopeOf(start);
    const receiver = RECEIVER.exec(text.slice(Math.max(0, start - MAX_RECEIVER_CHARS), start))?.[1] ?? null;
    if (seen.size === seen.add(`${scope} ${receiver ?? ""} ${name}`).size) continue;
    if (receiver === null && isLocal(flow, { scope, name }, ofScopes)) continue;
    flow.within(scope, () => {
      const value = meaning(receiver, reference);
      if (value !== null) flow.handed(flow.standing(value), value);
    });
  }
}

/**
 * Whether a name is a local variable of an enclosing function. Variables of the file don't count: their
 * values are known from assignments.
 */
function isLocal(
  flow: CallFactsBuilder,
  { scope, name }: { readonly scope: number; readonly name: string },
  ofScopes: ReadonlySet<string>,
): boolean {
  for (let at = scope; at > 0; at = flow.parentOf(at)) if (ofScopes.has(`${at} ${name}`)) return true;
  return false;
}
