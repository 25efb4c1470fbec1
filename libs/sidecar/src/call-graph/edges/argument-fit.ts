/**
 * Whether a call passes the arguments that a function takes. It says that it does not only where that is
 * certain: for languages that check it (`LanguageProfile.checksArguments`), and calls whose arguments are
 * known.
 */
import type { Misfit } from "@satori/contracts";
import { type CallSite, type ParameterFact, NONE } from "../../call-facts/facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import { parametersAfter } from "../../parameter-names.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";

/** How a call does not fit a function. */
export type ArgumentMisfit = Exclude<Misfit, "gone">;

export interface CheckedCall {
  readonly file: FileId;
  readonly site: CallSite;
  /** Whether the object is passed as the first argument: `Cart.add(cart, item)`. */
  readonly passesReceiver: boolean;
}

/** Names of arguments that stand for a spread list or map. */
const SPREADS: ReadonlySet<string | null> = new Set(["*", "**"]);
const NO_NAMES: ReadonlySet<string> = new Set();
/** A block after the arguments, in Ruby. */
const BLOCK = "yield";

/**
 * @param signature the declaration in the text, which tells what is optional; null if it is not known
 *   completely
 */
export function argumentMisfit(
  resolution: Resolution,
  ref: ScopeRef,
  call: CheckedCall,
  signature: string | null,
): ArgumentMisfit | null {
  const { checksArguments, beforeNamedOnly } = profileOf(resolution.project.language(ref.file));
  const index = resolution.index(call.file);
  const own = resolution.index(ref.file)?.flow.scopes[ref.scope];
  if (checksArguments === "no" || !index || own?.kind !== "function" || signature === null) return null;
  const op = index.op(call.site.expr);
  if (op !== "call" && op !== "new") return null;
  const params = own.params.filter(({ kind, name }) => kind !== "receiver" && name !== BLOCK);
  const passed = index.entries(call.site.expr, 2).map(({ name }) => name);
  const args = passed.filter((name) => name !== BLOCK);
  if (checksArguments === "unnamed" && args.some((name) => name !== null)) return null;
  return placed(params, call.passesReceiver ? args.slice(1) : args, {
    isOptional: optionalIn(signature),
    mayBeMore: checksArguments === "few",
    namedOnly: beforeNamedOnly === null ? NO_NAMES : parametersAfter(signature, beforeNamedOnly),
  });
}

interface Placing {
  readonly isOptional: (name: string) => boolean;
  readonly mayBeMore: boolean;
  /** Parameters that have no position. */
  readonly namedOnly: ReadonlySet<string>;
}

/** Places arguments as the languages do: those without a name in order, then the others by name. */
function placed(
  params: readonly ParameterFact[],
  args: readonly (string | null)[],
  { isOptional, mayBeMore, namedOnly }: Placing,
): ArgumentMisfit | null {
  const takesRest = params.some(({ kind }) => kind === "rest");
  const takesNames = params.some(({ kind }) => kind === "keywords");
  const spreads = args.some((name) => SPREADS.has(name));
  const inOrder = args.filter((name) => name === null).length;
  const open = params.filter(({ kind }) => kind === "positional");
  const inPlace = open.filter(({ name }) => !namedOnly.has(name));
  if (inOrder > inPlace.length && !takesRest) return mayBeMore ? null : "too_many_arguments";
  const filled = new Set(inPlace.slice(0, inOrder).map(({ name }) => name));
  for (const name of args) {
    if (name === null || SPREADS.has(name)) continue;
    if (open.some((param) => param.name === name)) filled.add(name);
    else if (!takesNames && !takesRest) return "unknown_argument";
  }
  const missing = open.some(
    ({ name, default: value }) => !filled.has(name) && value === NONE && !isOptional(name),
  );
  return missing && !spreads ? "too_few_arguments" : null;
}

/**
 * What a signature declares optional without a default: TypeScript's `name?`, PHP's and Kotlin's variadic
 * parameters, Dart's lists in brackets, C's `...`.
 */
function optionalIn(signature: string): (name: string) => boolean {
  return (name) => {
    const written = name.replace(/[$\\^.*+?()[\]{}|]/g, "\\$&");
    if (new RegExp(`(?<![\\p{L}\\p{N}_$])${written}\\s*(?:\\?\\s*[:,)]|!?\\s*=)`, "u").test(signature))
      return true;
    return new RegExp(
      `(?:\\.\\.\\.|\\bvararg\\s+|\\bparams\\s+[^,]*)\\s*&?\\$?${written}(?![\\p{L}\\p{N}_])`,
      "u",
    ).test(signature);
  };
}
