/**
 * Resolves uses of names without a qualifier in Go. Packages are folders; blocks and literals are read from
 * the text, because facts do not contain them.
 */
import { NONE } from "../../../call-facts/facts.ts";
import { resolveName } from "../../../call-graph/expressions/names.ts";
import { elementsOf, entriesOf } from "../../../call-graph/members/containers.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { lineageOf } from "../../../call-graph/types/lineage.ts";
import { isSameType } from "../../../call-graph/types/parts.ts";
import { boundName, isBoundAs } from "../../../call-graph/uses/bound-name.ts";
import { it, OPEN, OTHER, type UseResolution } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";
import { type ScopeRef, union, type Value, type Values } from "../../../call-graph/values.ts";
import { afterPreviousSign, openBefore, openingOf } from "../../../lexical/brackets.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import { goName } from "./names.ts";
import { resolveInDotImports, resolveInOwnPackage } from "./packages.ts";

/** Null for a type declared in a function, which is resolved by scopes. */
export function resolveGoName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  return ofKey(resolution, place, written, thing) ?? ofName(resolution, place, written, thing);
}

/** Resolves a key of a literal. Null if it is a value like any other. */
function ofKey(
  resolution: Resolution,
  place: ScopeRef,
  { code, start, isKey }: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  const composite = isKey ? compositeAround(code, start) : null;
  const said = composite ? meaningOfKey(resolution, place, composite, thing) : "value";
  return said === "value" ? null : said === "it" ? it("type") : said === "open" ? OPEN : OTHER;
}

/** A plain name refers neither to a member nor to a local declaration of another function. */
function ofName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  const meant = goName(resolution, place, written);
  if (thing.isMember || meant === "declared") return OTHER;
  if (thing.scope !== 0) return meant === "type" ? null : OTHER;
  if (meant !== "outside") return OTHER;
  const bound = boundName(resolution, { file: place.file, scope: 0 }, written.name);
  if (bound !== null) return isBoundAs(bound, thing) ? it("scope") : OTHER;
  const own = resolveInOwnPackage(resolution, place.file, thing);
  const said = own ?? resolveInDotImports(resolution, place.file, thing);
  return said === null || said === "other" ? OTHER : it(own === null ? "import" : "package", said);
}

// Resolves keys of composite literals in Go: a field of the literal's type, or a value.

/** `value`: it is an expression; `open`: unknown. */
type KeyMeaning = "it" | "other" | "value" | "open";

/** What a key of a composite literal refers to; `open` if its possible types disagree. */
function meaningOfKey(
  resolution: Resolution,
  place: ScopeRef,
  composite: Composite,
  thing: UseTarget,
): KeyMeaning {
  switch (composite.keys) {
    case "values":
      return "value";
    case "unknown":
      return "open";
    case "fields of a struct":
      return thing.isMember && thing.scope === NONE ? "open" : "other";
    case "fields": {
      const said = typesOf(resolution, place, composite).map((type) => inType(resolution, type, thing));
      const [first = "open"] = said;
      return said.every((one) => one === first) ? first : "open";
    }
  }
}

function typesOf(
  resolution: Resolution,
  place: ScopeRef,
  { type: [first = "", ...others], inside }: Composite & { readonly keys: "fields" },
): Values {
  const types = others.reduce<Values>(
    (values, name) => resolution.membersNamed(values, name),
    resolveName(resolution, place, first).values,
  );
  let at = types;
  for (let level = 0; level < inside; level++) at = heldBy(resolution, place, at);
  return at;
}

/** Element types of lists and maps with a name of their own (`type Points []Point`). */
function heldBy(resolution: Resolution, place: ScopeRef, types: Values): Values {
  const objects = resolution.instancesOf(types);
  const held = union(
    elementsOf(resolution, objects),
    entriesOf(resolution, objects, { ...place, expr: NONE }),
  );
  return held.flatMap((value): Values =>
    value.kind === "instance" ? [value.type] : value.kind === "external" ? [value] : [],
  );
}

function inType(resolution: Resolution, type: Value, thing: UseTarget): KeyMeaning {
  // A field of a library's struct is only visible if it is capitalized.
  if (type.kind === "external")
    return /^\p{Lu}/u.test(thing.name) && !type.name.startsWith("map") && !type.name.startsWith("[]")
      ? "other"
      : "value";
  if (type.kind !== "class") return "open";
  const { types, outside } = lineageOf(resolution, type);
  // A type defined by another one (`type Message Key`) has the fields of that one.
  const struct = types.find(
    (one) => (resolution.index(one.file)?.flow.scopes[one.scope]?.bindings.length ?? 0) > 0,
  );
  if (struct && resolution.index(struct.file)?.binds(struct.scope, thing.name) === true)
    return thing.isMember && thing.scope !== NONE && isSameType(resolution, struct, thing) ? "it" : "other";
  return outside.some(({ name }) => CONTAINERS.has(name)) ? "value" : "open";
}

const CONTAINERS: ReadonlySet<string> = new Set(["map", "[]"]);

// Determines the type of a composite literal in Go from the text before its braces, which decides what its
// keys are. Pure.

/** What the keys of a composite literal are. */
type Composite =
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
