/** Colours of code, by grammars of highlight.js that are loaded when the first code is shown. */
import { signal } from "@preact/signals";
import { type Line, plainLines } from "./lines.ts";

/** Lines of a text. Any text in any language is fine. */
export type Colourer = (language: string, text: string) => Line[];

/** A text above this is shown without colours: a browser would stand still for seconds. */
const MOST_CHARS = 600_000;

const withoutColours: Colourer = (_language, text) => plainLines(text);
const loaded = signal<Colourer>(withoutColours);
let isAskedFor = false;

/**
 * The colourer that is there by now: who reads it while drawing is drawn again when there is a better one.
 */
export function colourer(): Colourer {
  if (!isAskedFor) {
    isAskedFor = true;
    // Without its grammars the page works as well.
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
