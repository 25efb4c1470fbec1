/** Colours for code, by grammars of highlight.js that are loaded when the first code is shown. */
import { signal } from "@preact/signals";
import { type Line, plainLines } from "./lines.ts";

/** Splits a text into coloured lines. Accepts any text in any language. */
export type Colourer = (language: string, text: string) => Line[];

/** Longer texts are shown without colours, since the browser would freeze for seconds. */
const MOST_CHARS = 600_000;

const withoutColours: Colourer = (_language, text) => plainLines(text);
const loaded = signal<Colourer>(withoutColours);
let isAskedFor = false;

/**
 * The colourer that is available now. A component that reads it while rendering is rendered again when a
 * better one is loaded.
 */
export function colourer(): Colourer {
  if (!isAskedFor) {
    isAskedFor = true;
    // The page works without grammars too.
    import("./grammars.ts")
      .then(
        ({ colour }) =>
          void (loaded.value = (language, text) =>
            text.length > MOST_CHARS ? plainLines(text) : colour(language, text)),
      )
      .catch(() => undefined);
  }
  return loaded.value;
}
