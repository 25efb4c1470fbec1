/**
 * An answer without an envelope, of a tool whose answers are shown from one: it ends the command, and is
 * shown as it is.
 */
import type { EnvelopeToolName } from "@satori/contracts";

export class ProseAnswer extends Error {
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
