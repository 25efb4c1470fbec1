/** Counts words in the plain way, for stores under test and to compare `prepare/count-words.ts` with. */
import { type FileWords, FileWordsWriter, WORD_FIELDS, termOf } from "../model/file-words.ts";

/** The same words from the tokens of each chunk by field, in the order of `WORD_FIELDS`. */
export function countWords(chunks: readonly (readonly (readonly string[])[])[]): FileWords {
  const byTerm = new Map<string, Map<number, number[]>>();
  for (const [chunk, fields] of chunks.entries())
    for (const [field, tokens] of fields.entries())
      for (const token of tokens) {
        const lists = byTerm.get(token) ?? new Map<number, number[]>();
        byTerm.set(token, lists);
        const counts = lists.get(chunk) ?? WORD_FIELDS.map(() => 0);
        lists.set(chunk, counts);
        counts[field] = (counts[field] ?? 0) + 1;
      }
  const writer = new FileWordsWriter();
  for (const [token, lists] of byTerm) {
    for (const [chunk, [body = 0, symbols = 0, path = 0, doc = 0]] of lists)
      writer.posting(chunk, body, symbols, path, doc);
    writer.end(termOf(token));
  }
  return writer.take(chunks.map((fields) => fields.reduce((sum, tokens) => sum + tokens.length, 0)));
}
