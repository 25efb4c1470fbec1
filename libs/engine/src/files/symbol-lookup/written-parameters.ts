/**
 * Of several functions of one name those that take what the name says: `resp/3`, `init(string:)`,
 * `getAdapter(Class<T>)`. Pure.
 */
import type { SymbolFact } from "@satori/sidecar";

/** What a name says of parameters: how many, the labels that callers write, or types. */
type Written =
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  | { readonly kind: "types"; readonly types: readonly string[] };

/**
 * All of them where the name says nothing of parameters, or something that none of them takes. What has a
 * signature that was cut may take anything. In the order in which they are given.
 *
 * @param check called for each of them; it may throw
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
 * What a name says of parameters that none of some functions takes: labels or a number. Null where one may;
 * types may be written in many ways.
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

/** Null where that is not known. */
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
 * What stands between the commas of the first list behind the name; null where the signature has none, or was
 * cut in it.
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

/** Parts between commas that are in no brackets. */
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

/** One that may be left out: Elixir writes `options \\ []`. */
function isOptional(parameter: string): boolean {
  return /(?<![=<>!])=(?![=>])|\\\\|\.\.\./.test(parameter.replace(/^%?[\w.]*\{.*\}\s*=/, ""));
}

/** Of `for task: Task` the first word. */
function labelOf(parameter: string): string {
  return /^(?:@[\w.]+\s+)*`?([\p{L}_]\w*)/u.exec(parameter)?.[1] ?? "_";
}

/** Without its arguments and the package in front: `java.util.Map<K, V>` is `Map`. */
function plainType(type: string): string {
  return (
    /([\p{L}_$][\w$]*)(?:\[\]|\.\.\.|[?!*&])*$/u.exec(type.replace(/<.*>|\[\w.*\]/, "").trim())?.[1] ?? type
  );
}

function wordsOf(parameter: string): ReadonlySet<string> {
  return new Set(parameter.replace(/<.*>/, "").match(/[\p{L}_$][\w$]*/gu));
}
