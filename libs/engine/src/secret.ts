/**
 * A key or token that goes where it is meant to go and nowhere else: whatever prints the value that holds it
 * prints a mark.
 */
import { inspect } from "node:util";

const MARK = "[secret]";
/** Shorter ones would strike out ordinary words. */
const LEAST_CHARS = 4;

export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** For the header that carries it. */
  reveal(): string {
    return this.#text;
  }

  /** A text of others without the secret, in whichever way they may have written it. */
  struckFrom(text: string): string {
    if (this.#text.length < LEAST_CHARS) return text;
    const spellings = [
      this.#text,
      encodeURIComponent(this.#text),
      JSON.stringify(this.#text).slice(1, -1),
      Buffer.from(this.#text).toString("base64"),
    ];
    return spellings.reduce((rest, spelling) => rest.replaceAll(spelling, MARK), text);
  }

  toString(): string {
    return MARK;
  }

  toJSON(): string {
    return MARK;
  }

  [inspect.custom](): string {
    return MARK;
  }
}
