/** The symbols of both versions of a change as they are compared: by code, without comments. Pure. */
import { type SymbolFact, visibilityRuleOf } from "@satori/sidecar";
import { DEDENT, INDENT, NEWLINE, codeTokens } from "../lexical/code-tokens.ts";
import { withoutName } from "../model/declared-file.ts";
import { signaturesOf } from "../prepare/signature-shape.ts";
import type { FileVersion } from "./file-version.ts";
import type { OwnedParts, OwnedSymbol } from "./own-text.ts";

/** Stands for the name of a symbol in its own code. */
const OWN_NAME = "\0";
/** Characters of a type with its members that are compared to find what it was renamed to. */
const MAX_WHOLE_CHARS = 200_000;
/** Tokens before a signature: decorators and modifiers. */
const MAX_BEFORE_SIGNATURE = 200;

/** A symbol of one version. */
export class VersionSymbol {
  readonly file: FileVersion;
  readonly fact: SymbolFact;
  readonly parent: VersionSymbol | null;
  /** Position among all symbols of its version. */
  readonly at: number;
  /** Position of its file in the change. */
  readonly pair: number;
  /** What it has become, or was; null if nothing was found. */
  match: VersionSymbol | null = null;
  readonly written: string;
  readonly #owned: OwnedSymbol;
  readonly #plain: string;
  #tokens: readonly string[] | undefined;
  #wholeTokens: readonly string[] | undefined;
  #parts: DeclaredTokens | undefined;
  #signature: { readonly signature: string | null; readonly shape: string } | undefined;

  constructor(owned: OwnedSymbol, context: SymbolContext) {
    this.#owned = owned;
    this.#plain = context.plain;
    this.fact = owned.fact;
    this.written = owned.written;
    this.file = context.file;
    this.parent = context.parent;
    this.at = context.at;
    this.pair = context.pair;
  }

  /** Its own code, in which its own name is always the same. */
  get tokens(): readonly string[] {
    return (this.#tokens ??= normalized(this.#owned.code, this.fact.name, this.#owned.hasMembers));
  }

  /** Its code with that of its members: what is similar in a renamed type. */
  get wholeTokens(): readonly string[] {
    const { start, end, name } = this.fact;
    return (this.#wholeTokens ??=
      this.#owned.hasMembers && end - start <= MAX_WHOLE_CHARS
        ? normalized(this.#plain.slice(start, end), name, true)
        : this.tokens);
  }

  /** What users depend on, in which its own name is always the same. */
  get shape(): string {
    return withoutName(this.#signatures().shape, this.fact.name);
  }

  /** Modifiers before the signature, such as `export`; empty if there are decorators. */
  get modifiers(): string {
    return this.#declared().modifiers;
  }

  /** Its own code without the signature and the modifiers before it. */
  get bodyTokens(): readonly string[] {
    return this.#declared().body;
  }

  #declared(): DeclaredTokens {
    return (this.#parts ??= this.#splitTokens());
  }

  #splitTokens(): DeclaredTokens {
    const { signature } = this.#signatures();
    const { tokens } = this;
    const declared =
      signature === null
        ? []
        : normalized(signature.replace(/…$/, ""), this.fact.name, this.#owned.hasMembers);
    const found = sequenceIn(tokens, declared);
    if (found === null) return { modifiers: "", body: tokens };
    const before = tokens.slice(0, found.start);
    const rest = tokens.slice(found.end);
    return before.every(isModifier)
      ? { modifiers: before.filter((token) => !LAYOUT.has(token)).join(" "), body: rest }
      : { modifiers: "", body: [...before, ...rest] };
  }

  #signatures(): { readonly signature: string | null; readonly shape: string } {
    const rule = visibilityRuleOf(this.file.language);
    return (this.#signature ??= signaturesOf(this.fact, this.file.text, rule?.plainSignature));
  }
}

interface SymbolContext {
  readonly file: FileVersion;
  readonly plain: string;
  readonly parent: VersionSymbol | null;
  readonly at: number;
  readonly pair: number;
}

/** A version of a file with its symbols. */
export interface VersionFile {
  readonly file: FileVersion;
  readonly symbols: readonly VersionSymbol[];
  readonly module: VersionSymbol;
  readonly importLines: readonly string[];
}

/** @param next position of the first symbol among all of the version */
export function versionFile(
  file: FileVersion,
  { symbols, module, importLines, plain }: OwnedParts,
  { pair, next }: { readonly pair: number; readonly next: number },
): VersionFile {
  const found: VersionSymbol[] = [];
  for (const owned of symbols) {
    const parent = found[owned.parent] ?? null;
    found.push(new VersionSymbol(owned, { file, plain, parent, pair, at: next + found.length }));
  }
  const ofFile = new VersionSymbol(module, { file, plain, parent: null, pair, at: -1 });
  return { file, symbols: found, module: ofFile, importLines };
}

/**
 * Tokens without what a formatter changes: trailing commas and the kind of quotes. In types and modules, the
 * separators of members are left out as well, and the lines: members may be between any two of them.
 */
function normalized(code: string, name: string, hasMembers: boolean): readonly string[] {
  const indent = code.search(/\S/);
  const tokens = codeTokens(code, { start: Math.max(0, indent), end: code.length }, []);
  const plain: string[] = [];
  const brackets: OpenBracket[] = [];
  for (const token of tokens) {
    const bracket = brackets.at(-1);
    if (OPENING.has(token)) brackets.push({ before: plain.at(-1) ?? "", commas: 0 });
    else if (token === "," && bracket) bracket.commas++;
    else if (CLOSING.has(token)) {
      brackets.pop();
      if (plain.at(-1) === "," && bracket && isTrailing(bracket, token)) plain.pop();
    }
    if (hasMembers && (token === NEWLINE || token === "," || token === ";")) continue;
    plain.push(token === name ? OWN_NAME : withPlainQuotes(token));
  }
  return plain;
}

interface OpenBracket {
  /** The token before it; empty if there is none. */
  readonly before: string;
  commas: number;
}

const OPENING = new Set(["(", "[", "{"]);
const CLOSING = new Set([")", "]", "}"]);
/** Words before a bracket that is no call or declaration: `return (x,)` is a tuple. */
const BEFORE_TUPLE =
  /^(?:return|yield|in|not|and|or|if|elif|else|while|for|assert|del|lambda|is|await|match|case|let|mut)$/;

/** Whether the comma before a closing bracket says nothing. The comma of `(x,)` may make a tuple of it. */
function isTrailing({ before, commas }: OpenBracket, closing: string): boolean {
  return closing !== ")" || commas > 1 || (/^[\p{L}_$\0]/u.test(before) && !BEFORE_TUPLE.test(before));
}

/** `'text'` as `"text"`, unless the quotes may mean something else: characters, interpolation, escapes. */
function withPlainQuotes(token: string): string {
  return /^'[^'"\\$#`@%]{2,}'$/.test(token) ? `"${token.slice(1, -1)}"` : token;
}

/** The own code of a symbol around its signature. */
interface DeclaredTokens {
  readonly modifiers: string;
  readonly body: readonly string[];
}

/** Whether a token before a signature is no part of a decorator or attribute. */
function isModifier(token: string): boolean {
  return LAYOUT.has(token) || /^[\p{L}_]+$/u.test(token);
}

/** Where tokens first occur in others near their start, maybe with layout between them; null if nowhere. */
function sequenceIn(
  tokens: readonly string[],
  sought: readonly string[],
): { readonly start: number; readonly end: number } | null {
  if (sought.length === 0) return null;
  const last = Math.min(tokens.length, MAX_BEFORE_SIGNATURE);
  for (let start = 0; start < last; start++) {
    if (tokens[start] !== sought[0]) continue;
    let end = start;
    let matched = 0;
    while (end < tokens.length && matched < sought.length) {
      if (tokens[end] === sought[matched]) matched++;
      else if (!LAYOUT.has(tokens[end] as string)) break;
      end++;
    }
    if (matched === sought.length) return { start, end };
  }
  return null;
}

const LAYOUT: ReadonlySet<string> = new Set([INDENT, DEDENT, NEWLINE]);
