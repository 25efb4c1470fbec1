/** A key or token that only its service may see. Printing the value shows a placeholder instead. */
import { inspect } from "node:util";

const MARK = "[secret]";
/** Removing shorter secrets would also remove ordinary words. */
const LEAST_CHARS = 4;

export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The plain text, for the header that carries it. */
  reveal(): string {
    return this.#text;
  }

  /** Replaces the secret in a foreign text, in all encodings that the text may use for it. */
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
