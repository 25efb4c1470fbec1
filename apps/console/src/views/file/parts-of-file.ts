/** Parts of a file as one text. Pure. */
import type { ReadFileInput } from "@satori/contracts";
import type { OkOf } from "../../parts/with-answer.tsx";

export type FilePart = OkOf<"read_file">;

export interface ReadSoFar {
  readonly content: string;
  /** Of `content`. */
  readonly firstLine: number;
  readonly last: FilePart;
  /** Reads on; null at the end. */
  readonly next: ReadFileInput | null;
  /** Of all parts, each once. */
  readonly warnings: readonly string[];
  readonly messages: readonly string[];
}

/** Null where the part is of another state of the file than those before. */
export function withPart(before: ReadSoFar | null, part: FilePart): ReadSoFar | null {
  if (
    before !== null &&
    (before.last.totalLines !== part.totalLines || before.last.endLine >= part.startLine)
  )
    return null;
  const content = before?.content ?? "";
  return {
    // A part ends with a line, and without that line's end.
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
