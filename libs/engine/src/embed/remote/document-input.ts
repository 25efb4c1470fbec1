/** The text that services embed for a document; shared by the remote embedder and by estimates. Pure. */
import type { DocumentText } from "../embedder.ts";

/** Path and text, because folder and file names say what code is about. */
export function documentInput({ path, text }: DocumentText): string {
  return `${path}\n${text}`;
}
