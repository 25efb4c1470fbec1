/**
 * Selects overloads by the parameters in a written name: `resp/3`, `init(string:)`, `getAdapter(Class<T>)`.
 * Pure.
 */
import type { SymbolFact } from "@satori/sidecar";

/** The parameters in a written name: how many, the labels that callers write, or types. */
type Written =
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  | { readonly kind: "types"; readonly types: readonly string[] };

/**
 * The functions that take the written parameters, in the given order. Returns all if the name has no
 * parameters or no function takes them. A function with a truncated signature may take anything.
 *
 * @param check called for each function; may throw
 */
export function takingSo<Found extends { readonly fact: SymbolFact }>(
  found: readonly Found[],
  asked: string,
  check?: () => void,
): readonly Found[] {
  const written = found.length > 1 ? writtenParameters(asked.trim()) : null;
  const taking =
    written === null
      ? []
      : found.filter(({ fact }) => (check?.(), takes(parametersOf(fact), written) === true));
  if (written === null || taking.length > 0) return taking.length > 0 ? taking : found;
  const open = found.filter(({ fact }) => (check?.(), takes(parametersOf(fact), written) === null));
  return open.length > 0 ? open : found;
}

/**
 * The written parameters (labels or a number) if none of the functions takes them; otherwise null. Always
 * null for types, since these can be written in many ways.
 */
export function notTaken(
  found: readonly { readonly fact: SymbolFact }[],
  asked: string,
  check?: () => void,
): string | null {
  const written = writtenParameters(asked.trim());
  if (written === null || written.kind === "types" || found.length === 0) return null;
  return found.every(({ fact }) => (check?.(), takes(parametersOf(fact), written) === false))
    ? (/(?:\/\d+|\([^()]+\))$/.exec(asked.trim())?.[0] ?? null)
    : null;
}

function writtenParameters(asked: string): Written | null {
  const [, count] = /\/(\d{1,3})$/.exec(asked) ?? [];
  if (count !== undefined) return { kind: "count", count: Number(count) };
  const [, list = ""] = /\(([^()]+)\)$/.exec(asked) ?? [];
  if (/^(?:[\p{L}_]\w*:)+$/u.test(list)) return { kind: "labels", labels: list.slice(0, -1).split(":") };
  const types = listed(list);
  return types.length > 0 && types.every((type) => /^\p{L}/u.test(type))
    ? { kind: "types", types: types.map(plainType) }
    : null;
}

/** Whether a signature takes the written parameters; null if unknown. */
function takes(parameters: readonly string[] | null, written: Written): boolean | null {
  if (parameters === null) return null;
  switch (written.kind) {
    case "count":
      return (
        parameters.length >= written.count &&
        parameters.filter((parameter) => !isOptional(parameter)).length <= written.count
      );
    case "labels":
      return (
        parameters.length === written.labels.length &&
        parameters.every((parameter, at) => labelOf(parameter) === written.labels[at])
      );
    case "types":
      return (
        parameters.length === written.types.length &&
        parameters.every((parameter, at) => wordsOf(parameter).has(written.types[at] ?? ""))
      );
  }
}

/**
 * The parameters in the first list after the name; null if the signature has no list, or was truncated within
 * it.
 */
function parametersOf({ name, signature }: SymbolFact): readonly string[] | null {
  const text = signature ?? "";
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const open = /^\s*(?:<[^()]*>|\[[^()]*\])?\s*\(/.exec(text.slice(at + name.length));
    if (open) return listBehind(text, at + name.length + open[0].length);
  }
  return null;
}

function listBehind(text: string, from: number): readonly string[] | null {
  for (let at = from, depth = 1; at < text.length; at++) {
    if ("([{".includes(text[at] as string)) depth++;
    else if (")]}".includes(text[at] as string)) depth--;
    if (depth === 0) return listed(text.slice(from, at));
  }
  return null;
}

/** Splits at commas outside brackets. */
function listed(list: string): readonly string[] {
  if (list.trim() === "") return [];
  const parts = [""];
  let depth = 0;
  for (const [at, char] of [...list].entries()) {
    if ("([{<".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && !/[-=]/.test(list[at - 1] ?? ""))) depth--;
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

/** Whether a parameter has a default; Elixir writes `options \\ []`. */
function isOptional(parameter: string): boolean {
  return /(?<![=<>!])=(?![=>])|\\\\|\.\.\./.test(parameter.replace(/^%?[\w.]*\{.*\}\s*=/, ""));
}

/** The label of a parameter: the first word of `for task: Task`. */
function labelOf(parameter: string): string {
  return /^(?:@[\w.]+\s+)*`?([\p{L}_]\w*)/u.exec(parameter)?.[1] ?? "_";
}

/** A type without its arguments and package: `Map` for `java.util.Map<K, V>`. */
function plainType(type: string): string {
  return (
    /([\p{L}_$][\w$]*)(?:\[\]|\.\.\.|[?!*&])*$/u.exec(type.replace(/<.*>|\[\w.*\]/, "").trim())?.[1] ?? type
  );
}

function wordsOf(parameter: string): ReadonlySet<string> {
  return new Set(parameter.replace(/<.*>/, "").match(/[\p{L}_$][\w$]*/gu));
}
