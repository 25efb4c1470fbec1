/** The text of one chunk of a file. */
import type { IndexedContent } from "./store.ts";

/** Empty where there is no such chunk. */
export function chunkText({ text, chunks }: IndexedContent, chunk: number): string {
  const span = chunks[chunk];
  return span ? text.slice(span.start, span.end) : "";
}
