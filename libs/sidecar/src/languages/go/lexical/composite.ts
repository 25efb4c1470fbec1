/**
 * Determines the type of a composite literal in Go from the text before its braces, which decides what its
 * keys are. Pure.
 */
import { afterPreviousSign, openBefore, openingOf } from "../../../lexical/brackets.ts";

/** What the keys of a composite literal are. */
export type Composite =
  /**
   * Keys are fields of a type, given by its path; or of the type of its elements, `inside` levels deeper
   * (`Points{{x: 1}}`).
   */
  | { readonly keys: "fields"; readonly type: readonly string[]; readonly inside: number }
  /** Keys of an anonymous struct. */
  | { readonly keys: "fields of a struct" }
  /** Keys of a map or list, which are expressions. */
  | { readonly keys: "values" }
  | { readonly keys: "unknown" };

/** Limit on nested literals without types, and on nested lists. */
const MAX_INSIDE = 20;

/**
 * The composite literal around an offset. Null if there is none; `unknown` if its start is too far away.
 *
 * @param at of a key
 */
export function compositeAround(code: string, at: number): Composite | null {
  // Inside lists and maps, literals may omit their type.
  for (let from = at, inside = 0; ; inside++) {
    const open = openBefore(code, from);
    if (open < 0 || inside > MAX_INSIDE) return { keys: "unknown" };
    const type = code[open] === "{" ? typeInFront(code, open) : null;
    if (type) return keysOf(type, inside);
    if (code[open] !== "{" || !"{,:".includes(code[afterPreviousSign(code, open) - 1] ?? " ")) return null;
    from = open;
  }
}

interface WrittenType {
  readonly named: readonly string[] | "struct" | "interface";
  /** Number of enclosing lists and maps: two in `[]map[string]T`. */
  readonly containers: number;
}

const NAMES = /(?<![\p{L}\p{N}_.])(?:[\p{L}_][\p{L}\p{N}_]*\.)?[\p{L}_][\p{L}\p{N}_]*$/u;
const MAX_NAME_CHARS = 200;

function keysOf({ named, containers }: WrittenType, inside: number): Composite {
  if (inside < containers || named === "interface") return { keys: "values" };
  return named === "struct"
    ? { keys: "fields of a struct" }
    : { keys: "fields", type: named, inside: inside - containers };
}

/** The type before a brace. Null before a block, which follows a blank. */
function typeInFront(code: string, open: number): WrittenType | null {
  const isUnnamed = code[open - 1] === "}";
  const end = isUnnamed || code[open - 1] === "]" ? openingOf(code, open - 1) : open;
  const words = namesInFront(code, isUnnamed ? afterPreviousSign(code, end) : end);
  if (words === "") return null;
  const start = (isUnnamed ? afterPreviousSign(code, end) : end) - words.length;
  if (isUnnamed && words !== "struct" && words !== "interface") return null;
  return {
    named: isUnnamed ? (words as "struct" | "interface") : words.split("."),
    containers: containersInFront(code, start),
  };
}

function containersInFront(code: string, start: number, known = 0): number {
  const end = code[start - 1] === "*" ? start - 1 : start;
  if (code[end - 1] !== "]" || known > MAX_INSIDE) return known;
  const open = openingOf(code, end - 1);
  const isMap = namesInFront(code, open) === "map";
  return containersInFront(code, isMap ? open - "map".length : open, known + 1);
}

function namesInFront(code: string, end: number): string {
  return NAMES.exec(code.slice(Math.max(0, end - MAX_NAME_CHARS), end))?.[0] ?? "";
}
