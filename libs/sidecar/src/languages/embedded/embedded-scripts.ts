/** Finds the JavaScript or TypeScript in Vue, Svelte and Astro files. Pure. */
import type { TextRange } from "../../facts.ts";

/** An HTML comment, or the opening tag of a script with its attributes, whose values may contain `>`. */
const OPENING = /<!--|<script\b((?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^>"'{]){0,2000})>/gi;
const CLOSING = /<\/script\s*>/gi;

/** Contents of the `<script>` elements in a language that TypeScript's parser can read, sorted by start. */
export function scriptRanges(text: string, from = 0): TextRange[] {
  const ranges: TextRange[] = [];
  OPENING.lastIndex = from;
  for (let opening = OPENING.exec(text); opening; opening = OPENING.exec(text)) {
    const start = OPENING.lastIndex;
    const attributes = opening[1];
    if (attributes === undefined) {
      const close = text.indexOf("-->", start);
      OPENING.lastIndex = close === -1 ? text.length : close;
    } else if (!attributes.endsWith("/")) {
      CLOSING.lastIndex = start;
      const end = CLOSING.exec(text)?.index ?? text.length;
      if (isScript(attributes)) ranges.push({ start, end });
      OPENING.lastIndex = end;
    }
  }
  return ranges;
}

/** The block between two lines of `---` at the start of an Astro file, then its scripts. */
export function astroRanges(text: string): TextRange[] {
  const opening = /^\s*---/.exec(text);
  if (!opening) return scriptRanges(text);
  const start = opening[0].length;
  const closing = text.slice(start).search(/^---/m);
  const end = closing === -1 ? text.length : start + closing;
  return [{ start, end }, ...scriptRanges(text, end)];
}

/** Whether `type` and `lang`, if present, name a language of this family rather than data or a template. */
function isScript(attributes: string): boolean {
  const values = [...attributes.matchAll(/(?:^|\s)(?:type|lang)\s*=\s*["']?([^"'\s>]+)/gi)].map(
    ([, value]) => value ?? "",
  );
  return values.every((value) =>
    /^(?:(?:text|application)\/)?(?:module|(?:java|type|ecma)script|babel|[jt]sx?)$/i.test(value),
  );
}
