/**
 * Calls that a language makes by itself: no text names the method, so a call graph may not have them. Closed
 * set, and the words for it.
 */

/** What makes a language call a method that no call names, by kind. */
export const LANGUAGE_CALL_KINDS = [
  "access",
  "call",
  "conversion",
  "destructuring",
  "hook",
  "iteration",
  "lifetime",
  "literal",
  "operator",
  "start",
  "subscript",
] as const;
/**
 * What makes a language call a method that no call names. `access`: a member is read, stored or missing;
 * `call`: an object is called like a function; `conversion`: to text, a number, a truth value or another
 * type, also by built-in functions; `destructuring`: an object is taken apart, also by patterns; `hook`:
 * other events of the language and its library, such as awaiting or serialization; `iteration`: a loop;
 * `lifetime`: an object is created, copied, closed or destroyed; `literal`: a literal, initializer or
 * interpolation; `operator`: an operator or comparison; `start`: the program starts; `subscript`: an index or
 * key.
 */
export type LanguageCallKind = (typeof LANGUAGE_CALL_KINDS)[number];

/** Calls of a requested definition that its language makes by itself. */
export interface LanguageCalls {
  /** Id of the language. */
  readonly language: string;
  readonly kind: LanguageCallKind;
  /** Whether `edges` may contain such calls: those of objects whose type is known, of some forms. */
  readonly listed: "none" | "some";
}

const PHRASES: { readonly [Kind in LanguageCallKind]: string } = {
  access: "accesses of members",
  call: "calls of objects",
  conversion: "conversions and built-in functions",
  destructuring: "destructuring and patterns",
  hook: "events such as awaiting or serialization",
  iteration: "loops",
  lifetime: "creation, copying and closing of objects",
  literal: "literals and interpolations",
  operator: "operators and comparisons",
  start: "the start of the program",
  subscript: "subscripts",
};

/**
 * Says which calls a graph may lack because the language makes them by itself; empty if there are none.
 *
 * @param callers whether callers were found; accesses are followed well enough to be left out then
 */
export function describeLanguageCalls(calls: readonly LanguageCalls[], callers: "found" | "none"): string {
  const told = calls.filter(
    ({ kind, listed }) => callers === "none" || kind !== "access" || listed === "none",
  );
  const phrasesOf = (listed: LanguageCalls["listed"]): string =>
    [...new Set(told.filter((call) => call.listed === listed).map(({ kind }) => PHRASES[kind]))].join(", ");
  const [missing, partly] = [phrasesOf("none"), phrasesOf("some")];
  return [
    missing === "" ? [] : `Calls that the language makes by itself are not listed (${missing}).`,
    partly === "" ? [] : `Not all calls that the language makes by itself are listed (${partly}).`,
  ]
    .flat()
    .join(" ");
}
