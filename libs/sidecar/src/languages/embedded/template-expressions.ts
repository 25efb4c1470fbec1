/**
 * Finds expressions of the scripts' language in the templates of Vue, Svelte and Astro. Of what is not a
 * plain expression (loops, slots, framework directives), only the part that is one counts, or nothing. Pure,
 * linear time.
 */
import type { TextRange } from "../../facts.ts";

/** Longer expressions are not written by hand. */
const MAX_CHARS = 2_000;

/** A text with this many open braces is not a template. */
const MAX_OPEN = 100;

/** Parts of a text outside scripts, styles and comments, sorted by start. */
export function templateParts(text: string): TextRange[] {
  const parts: TextRange[] = [];
  const special = /<!--|<(script|style)\b/gi;
  let at = 0;
  for (let found = special.exec(text); found; found = special.exec(text)) {
    parts.push({ start: at, end: found.index });
    const closing = found[1] === undefined ? /-->/g : new RegExp(`</${found[1]}\\s*>`, "gi");
    closing.lastIndex = special.lastIndex;
    at = closing.exec(text) ? closing.lastIndex : text.length;
    special.lastIndex = at;
  }
  return [...parts, { start: at, end: text.length }].filter(({ start, end }) => start < end);
}

/** `:name="…"`, `@name="…"`, `v-name="…"`, and `{{ … }}`. */
const VUE =
  /(?<=\s)(v-[\w:.-]+|[:@][\w:.-]+)\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')|\{\{((?:[^{}]|\{[^{}]{0,200}\}){1,2000}?)\}\}/g;
const VUE_LOOP = /^\s*(?:\([^()]*\)|\{[^{}]*\}|[\w$]+)\s+(?:in|of)\s+/;

export function vueExpressions(text: string, part: TextRange): TextRange[] {
  return [...text.slice(part.start, part.end).matchAll(VUE)].flatMap((found): TextRange[] => {
    const [whole, directive = "", double, single, shown] = found;
    const value = double ?? single ?? shown ?? "";
    const close = shown === undefined ? 1 : 2;
    const start = part.start + found.index + whole.length - close - value.length;
    if (directive.startsWith("v-slot")) return [];
    const head = directive === "v-for" ? VUE_LOOP.exec(value) : null;
    if (directive === "v-for" && !head) return [];
    return [{ start: start + (head?.[0].length ?? 0), end: start + value.length }];
  });
}

/** The text before an expression in a Svelte block (`{#each`), and the text after it (`as item`). */
const SVELTE_HEAD = /^(?:#if|:else if|#each|#await|#key|@html|@render|@const\s+[\w$]+\s*=|@attach|\.\.\.)\s*/;
const SVELTE_TAIL = /\s+(?:as|then|catch)\s[^]*$/;

export function svelteExpressions(text: string, part: TextRange): TextRange[] {
  return braces(text, part).flatMap(({ start, end }): TextRange[] => {
    const inside = text.slice(start, end);
    const head = SVELTE_HEAD.exec(inside)?.[0];
    if (head === undefined) return /^[#:/@]/.test(inside) ? [] : [{ start, end }];
    const tail = head.startsWith("#") ? (SVELTE_TAIL.exec(inside)?.[0] ?? "") : "";
    return [{ start: start + head.length, end: end - tail.length }];
  });
}

/**
 * If an expression contains elements (`{list.map((item) => <li>{item}</li>)}`), the expressions inside them.
 */
export function astroExpressions(text: string, part: TextRange): TextRange[] {
  return braces(text, part).flatMap(({ start, end }): TextRange[] => {
    const inside = text.slice(start, end);
    if (/<[A-Za-z>!/]/.test(inside)) return astroExpressions(text, { start, end });
    const spread = inside.startsWith("...") ? "...".length : 0;
    return [{ start: start + spread, end }];
  });
}

/** Ranges between outermost braces, sorted by start; braces in quotes don't count. */
export function braces(text: string, { start, end }: TextRange): TextRange[] {
  const found: TextRange[] = [];
  let open = 0;
  for (
    let at = text.indexOf("{", start);
    at !== -1 && at < end && open < MAX_OPEN;
    at = text.indexOf("{", at)
  ) {
    const close = closingBrace(text, at + 1, Math.min(end, at + MAX_CHARS));
    if (close === -1) open++;
    else found.push({ start: at + 1, end: close });
    at = close === -1 ? at + 1 : close + 1;
  }
  return found;
}

function closingBrace(text: string, from: number, end: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < end; at++) {
    const sign = text[at] as string;
    if (quote !== "") {
      if (sign === "\\") at++;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'" || sign === "`") quote = sign;
    else if (sign === "{") depth++;
    else if (sign === "}" && depth-- === 0) return at;
  }
  return -1;
}
