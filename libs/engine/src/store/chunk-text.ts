/** Cuts the text of a chunk out of its file. */
import type { IndexedContent } from "./store.ts";

/** Text of one chunk; empty if there is no such chunk. */
export function chunkText({ text, chunks }: IndexedContent, chunk: number): string {
  const span = chunks[chunk];
  return span ? text.slice(span.start, span.end) : "";
}
