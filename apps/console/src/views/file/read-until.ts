/** Reads a file up to a line: answers of `read_file` are cut and contain the call that continues. */
import type { ToolOutput } from "@satori/client";
import type { ReadFileInput } from "@satori/contracts";
import type { OkOf } from "../../parts/with-answer.tsx";

export type FileState =
  | { readonly kind: "reading" }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "unanswered";
      readonly answer: Exclude<ToolOutput<"read_file">, { readonly status: "ok" }>;
    }
  | ({ readonly kind: "read" } & ReadSoFar);

/** Limits restarts for a file that grows all the time, such as a log. */
const MOST_CHANGES = 3;

interface Wanted {
  /** What was read before; null: nothing. */
  readonly known: ReadSoFar | null;
  readonly line: number;
  /**
   * Called with the first part at once, and then only with everything: colours depend on the whole text and
   * would be computed again for each part.
   */
  readonly tell: (state: FileState) => void;
}

/** Rejects as `read` does. @param read reads a part; null: the first one */
export async function readUntil(
  read: (next: ReadFileInput | null) => Promise<ToolOutput<"read_file">>,
  { known, line, tell }: Wanted,
): Promise<void> {
  let whole = known;
  let changed = 0;
  while (
    whole === null ||
    (whole.next !== null && whole.last.endLine < Math.min(line, whole.last.totalLines))
  ) {
    const isFirst = whole === null;
    const part: ToolOutput<"read_file"> = await read(whole?.next ?? null);
    if (part.status !== "ok") return tell({ kind: "unanswered", answer: part });
    // Null if the file has changed since the last part, so that the earlier parts are outdated.
    whole = withPart(whole, part);
    if (whole === null && ++changed > MOST_CHANGES)
      return tell({ kind: "failed", message: `${part.file} changed while it was read` });
    if (isFirst && whole !== null) tell({ kind: "read", ...whole });
  }
  tell({ kind: "read", ...whole });
}

// Joins parts of a file into one text. Pure.

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
