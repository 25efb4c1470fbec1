/** Tells how a type is related to a base: from the text of its declaration, and the kinds of both. Pure. */
import type { HierarchyRelation, SymbolKind } from "@satori/contracts";
import type { ResolutionRules } from "@satori/sidecar";

export interface NamedBase {
  /** The first lines of the declaration that names the base; null if it is not known. */
  readonly signature: string | null;
  /** The base as written: `lib.Base`; null if it is not a plain name. */
  readonly written: string | null;
  /** Whether only the objects or only the class get the base's members: Ruby's `include` and `extend`. */
  readonly isMixin: boolean;
  readonly kind: SymbolKind | null;
  /** Null for a base outside the codebase. */
  readonly baseKind: SymbolKind | null;
  readonly rules: Pick<ResolutionRules, "baseRelation" | "mixesIn">;
}

/** Kinds of types whose methods may have no body. */
export const INTERFACES: ReadonlySet<SymbolKind | null> = new Set(["interface", "protocol", "trait"]);
const MIXINS: ReadonlySet<SymbolKind | null> = new Set(["trait", "module"]);

const KEYWORDS: ReadonlyMap<string, HierarchyRelation> = new Map([
  ["extends", "extends"],
  ["implements", "implements"],
  ["with", "mixes_in"],
]);

/** The keyword in front of the base decides; without one, the kinds of the two types. */
export function relationOf(base: NamedBase): HierarchyRelation {
  const { kind, baseKind, rules, isMixin } = base;
  if (isMixin) return "mixes_in";
  const written = inDeclaration(base);
  if (written?.keyword) return written.keyword;
  // Go's `type Copy Original` takes over the fields, but embeds nothing.
  if (rules.baseRelation === "embeds") return kind === "type" ? "inherits" : "embeds";
  if (rules.mixesIn && MIXINS.has(baseKind)) return "mixes_in";
  if (INTERFACES.has(kind)) return "extends";
  if (INTERFACES.has(baseKind)) return "implements";
  // The base's constructor is called: it is a class.
  return baseKind !== null || written?.isCalled === true ? "extends" : rules.baseRelation;
}

interface InDeclaration {
  /** What the last keyword in front of the base means; null if there is none. */
  readonly keyword: HierarchyRelation | null;
  /** Whether arguments follow. */
  readonly isCalled: boolean;
}

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|->|=>|[<>()[\]{}]/gu;

/** Finds the base in a declaration: outside of brackets, behind the name of the type. */
function inDeclaration({ signature, written }: NamedBase): InDeclaration | null {
  if (signature === null || written === null) return null;
  const name = /[\p{L}_$][\p{L}\p{N}_$]*(?=(?:\(\))?$)/u.exec(written)?.[0];
  let keyword: HierarchyRelation | null = null;
  let depth = 0;
  for (const { 0: token, index } of signature.matchAll(TOKEN)) {
    if (token === "<" || token === "(" || token === "[" || token === "{") depth++;
    else if (token === ">" || token === ")" || token === "]" || token === "}") depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (KEYWORDS.has(token)) keyword = KEYWORDS.get(token) ?? null;
    else if (token === name && (keyword !== null || signature.slice(0, index).includes(":")))
      return { keyword, isCalled: /^(?:<[^()]*>)?\(/.test(signature.slice(index + token.length)) };
  }
  return null;
}

/**
 * Whether the text of a method of an interface is a declaration without a body: outside of brackets, it has
 * neither a block nor a value.
 */
export function hasNoBody(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
    else if (depth === 0 && (character === "{" || character === "=")) return false;
  }
  return true;
}
