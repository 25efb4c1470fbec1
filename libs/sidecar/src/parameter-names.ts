/**
 * Names of parameters are nothing that callers depend on, in languages whose arguments have positions only:
 * removes them from signatures, to compare these. Pure.
 */

/** How a parameter is written. */
export type ParameterForm = "name: type" | "name type" | "type name";

/**
 * The signature with a `_` instead of the name of each parameter. Without brackets, the signature itself.
 *
 * @param form with `name type`, several names may share a type, as in Go
 */
export function withoutParameterNames(signature: string, form: ParameterForm): string {
  const range = parametersIn(signature);
  if (range === null) return signature;
  const parts = splitAtCommas(signature.slice(range.start, range.end));
  const plain = form === "name type" ? withTypes(parts) : parts.map((part) => withoutName(part, form));
  return signature.slice(0, range.start) + plain.join(", ") + signature.slice(range.end);
}

/**
 * Names of the parameters of a signature that come after one that matches, which are passed by name only:
 * `def f(a, *, b=1)` in Python.
 *
 * @param before matches a whole parameter as written, such as `*` or `*args: int`
 */
export function parametersAfter(signature: string, before: RegExp): ReadonlySet<string> {
  const range = parametersIn(signature);
  const parts = range === null ? [] : splitAtCommas(signature.slice(range.start, range.end));
  const last = parts.findIndex((part) => before.test(part));
  const after = last === -1 ? [] : parts.slice(last + 1);
  return new Set(after.flatMap((part) => START.exec(part)?.[0] ?? []));
}

/** The first round brackets, and for a method of Go the second: its receiver comes first. */
function parametersIn(signature: string): { readonly start: number; readonly end: number } | null {
  const first = bracketsFrom(signature, 0);
  return first !== null && /^func \($/.test(signature.slice(0, first.start))
    ? bracketsFrom(signature, first.end + 1)
    : first;
}

function bracketsFrom(text: string, from: number): { readonly start: number; readonly end: number } | null {
  const open = text.indexOf("(", from);
  if (open === -1) return null;
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at] as string)) depth++;
    else if (")]}".includes(text[at] as string) && --depth === 0) return { start: open + 1, end: at };
  }
  return null;
}

/** The parts between the commas that are in no brackets, without blanks around them. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at] ?? ",";
    if ("([{<".includes(sign)) depth++;
    else if (")]}".includes(sign) || (sign === ">" && !/[=-]/.test(text[at - 1] ?? ""))) depth--;
    else if (sign === "," && (depth <= 0 || at === text.length)) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== "");
}

const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
const START = new RegExp(`^${NAME}`, "u");
const FIRST_NAME = new RegExp(`^((?:\\w+ )*?(?:\\.\\.\\.)?)(?:${NAME})(?=\\s*(?:\\?|!|:|=|$))`, "u");
const LAST_NAME = new RegExp(`(?<=[\\s>\\]*&.])${NAME}((?:\\[\\])*)$`, "u");
/** A value that a parameter has if it is left out: callers depend on its being there. */
const VALUE = /\s*=(?![=>])[^]*$/;

function withoutName(part: string, form: Exclude<ParameterForm, "name type">): string {
  if (form === "type name") return part.replace(LAST_NAME, "_$1");
  const plain = /^[{[]/.test(part) ? withoutPattern(part) : part.replace(FIRST_NAME, "$1_");
  return plain.replace(VALUE, " = _");
}

/** `{ a, b }: Options` → `_: Options`. */
function withoutPattern(part: string): string {
  let depth = 0;
  for (let at = 0; at < part.length; at++) {
    if ("{[(".includes(part[at] as string)) depth++;
    else if ("}])".includes(part[at] as string) && --depth === 0) return `_${part.slice(at + 1)}`;
  }
  return part;
}

/** `a, b int` → `_ int, _ int`. Parameters without names stay as they are. */
function withTypes(parts: readonly string[]): string[] {
  const named = /^[\p{L}_]\w* (?!\()/u;
  if (!parts.some((part) => named.test(part) && !/^(?:chan|func|map|struct|interface)\b/.test(part)))
    return [...parts];
  let type = "";
  return [...parts]
    .reverse()
    .map((part) => {
      const blank = part.indexOf(" ");
      if (blank !== -1) type = part.slice(blank + 1);
      return `_ ${type}`;
    })
    .reverse();
}
