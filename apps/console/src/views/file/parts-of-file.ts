/** Joins parts of a file into one text. Pure. */
import type { ReadFileInput } from "@satori/contracts";
import type { OkOf } from "../../parts/with-answer.tsx";

export type FilePart = OkOf<"read_file">;

export interface ReadSoFar {
  readonly content: string;
  /** Number of the first line of `content`. */
  readonly firstLine: number;
  readonly last: FilePart;
  /** The call that continues; null at the end. */
  readonly next: ReadFileInput | null;
  /** From all parts, without duplicates. */
  readonly warnings: readonly string[];
  readonly messages: readonly string[];
}

/** Appends a part. Null if the part is from another version of the file than those before. */
export function withPart(before: ReadSoFar | null, part: FilePart): ReadSoFar | null {
  if (
    before !== null &&
    (before.last.totalLines !== part.totalLines || before.last.endLine >= part.startLine)
  )
    return null;
  const content = before?.content ?? "";
  return {
    // A part ends with a line, but without that line's end.
    content:
      content === "" || content.endsWith("\n") ? content + part.content : `${content}\n${part.content}`,
    firstLine: before?.firstLine ?? part.startLine,
    last: part,
    next: part.hints?.continue?.args ?? null,
    warnings: [...new Set([...(before?.warnings ?? []), ...(part.warnings ?? [])])],
    messages: [
      ...new Set([...(before?.messages ?? []), ...(part.message === undefined ? [] : [part.message])]),
    ],
  };
}
