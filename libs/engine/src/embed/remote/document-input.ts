/** What services are sent of a document. Pure. */
import type { DocumentText } from "../embedder.ts";

/** Folders and file names say what code is about. */
export function documentInput({ path, text }: DocumentText): string {
  return `${path}\n${text}`;
}
