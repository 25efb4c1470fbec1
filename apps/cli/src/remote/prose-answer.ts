/**
 * Thrown for an answer without an envelope, from a tool whose command needs one: it ends the command, and the
 * text is printed as it is.
 */
import type { EnvelopeToolName } from "@satori/contracts";

export class ProseAnswer extends Error {
  /** The command line is built as several files, each of which has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ProseAnswer";
  }

  override readonly name = "ProseAnswer";
  readonly tool: EnvelopeToolName;
  readonly text: string;
  readonly isOk: boolean;

  constructor(tool: EnvelopeToolName, { text, isOk }: { readonly text: string; readonly isOk: boolean }) {
    super(text);
    this.tool = tool;
    this.text = text;
    this.isOk = isOk;
  }
}
