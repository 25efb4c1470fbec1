/**
 * Names that are handed on as values, in flow facts that are read by name: an argument that is no variable of
 * the file may be a function, which is called wherever it gets to. Pure.
 */
import type { FileFacts } from "../../../facts.ts";
import type { Holders } from "../../../symbols/holders.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";

interface Places {
  readonly text: string;
  readonly scopeOf: (start: number) => number;
  /** What a name means that stands behind a module or an object, or behind nothing. */
  readonly meaning: (receiver: string | null, name: string) => ExprId | null;
}

const MAX_RECEIVER_CHARS = 200;
const RECEIVER = /([\p{L}_][\p{L}\p{N}_'.]*)\.$/u;

/** Each is one of a list that nothing is done with: of a name in a scope the first. */
export function readHandedValues(
  flow: CallFactsBuilder,
  { references, symbols }: Pick<FileFacts, "references" | "symbols">,
  { variables, locals }: Pick<Holders, "variables" | "locals">,
  { text, scopeOf, meaning }: Places,
): void {
  // What a function gives may be captured as what a variable of its name holds.
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
  for (const { kind, name, start } of references) {
    if (kind !== "value" || own.has(name)) continue;
    const scope = scopeOf(start);
    const receiver = RECEIVER.exec(text.slice(Math.max(0, start - MAX_RECEIVER_CHARS), start))?.[1] ?? null;
    if (seen.size === seen.add(`${scope} ${receiver ?? ""} ${name}`).size) continue;
    if (receiver === null && isLocal(flow, { scope, name }, ofScopes)) continue;
    flow.within(scope, () => {
      const value = meaning(receiver, name);
      if (value !== null) flow.handed(flow.standing(value), value);
    });
  }
}

/** Variables of the file are none: what they hold is known where a function is put into them. */
function isLocal(
  flow: CallFactsBuilder,
  { scope, name }: { readonly scope: number; readonly name: string },
  ofScopes: ReadonlySet<string>,
): boolean {
  for (let at = scope; at > 0; at = flow.parentOf(at)) if (ofScopes.has(`${at} ${name}`)) return true;
  return false;
}
