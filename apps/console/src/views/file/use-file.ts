/** A file, read as far as it is asked for: answers of `read_file` are cut, and say how to go on. */
import { useEffect, useState } from "preact/hooks";
import type { SatoriClient, ToolOutput } from "@satori/client";
import type { ReadFileInput } from "@satori/contracts";
import { changes } from "../../connection/changes.ts";
import { isCancelled, messageOf } from "../../connection/connection.ts";
import type { OkOf } from "../../parts/asked.tsx";
import type { FileRoute } from "../../routing/route.ts";

type Part = OkOf<"read_file">;

export type FileState =
  | { readonly kind: "reading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "unanswered"; readonly answer: Exclude<ToolOutput<"read_file">, { readonly status: "ok" }> }
  | { readonly kind: "read"; readonly content: string; readonly last: Part; readonly next: ReadFileInput | null };

export interface FileRead {
  readonly state: FileState;
  readonly args: ReadFileInput;
  readonly readOn: () => void;
  readonly again: () => void;
}

/** Reads from the beginning past the lines that are wanted, part by part, and no further until `readOn`. */
export function useFile(client: SatoriClient, { path, file, endLine, startLine, symbol }: FileRoute): FileRead {
  const args: ReadFileInput = { path: absolute(path, file), ...(symbol === null ? {} : { open_symbol: symbol }) };
  const key = JSON.stringify(args);
  const wanted = endLine ?? startLine ?? 1;
  const [state, setState] = useState<{ readonly key: string; readonly file: FileState }>({ key: "", file: { kind: "reading" } });
  const [round, setRound] = useState(0);
  const [pastLine, setPastLine] = useState({ key, line: 0 });
  const until = Math.max(wanted, pastLine.key === key ? pastLine.line : 0);
  useEffect(() => {
    const controller = new AbortController();
    const settle = (now: FileState): void => void (controller.signal.aborted || setState({ key, file: now }));
    const known = state.key === key && state.file.kind === "read" ? state.file : null;
    readUntil(client, known, args, until, controller.signal, settle).catch((error: unknown) => void (isCancelled(error) || settle({ kind: "failed", message: messageOf(error) })));
    return () => controller.abort();
  }, [client, key, until, round, changes.value]);
  const now: FileState = state.key === key ? state.file : { kind: "reading" };
  return {
    state: now, args,
    readOn: () => void (now.kind === "read" && setPastLine({ key, line: now.last.endLine + 1 })),
    again: () => {
      setState({ key: "", file: { kind: "reading" } });
      setRound((before) => before + 1);
    },
  };
}

/** Tells of each part as it comes. */
async function readUntil(client: SatoriClient, known: Extract<FileState, { kind: "read" }> | null, first: ReadFileInput, line: number, signal: AbortSignal, tell: (state: FileState) => void): Promise<void> {
  let content = known?.content ?? "";
  for (let next: ReadFileInput | null = known === null ? first : known.next, end = known?.last.endLine ?? 0; next !== null && end < line; ) {
    const answer: ToolOutput<"read_file"> = await client.readFile(next, { signal });
    if (answer.status !== "ok") return tell({ kind: "unanswered", answer });
    content = content === "" || content.endsWith("\n") ? content + answer.content : `${content}\n${answer.content}`;
    next = answer.hints?.continue?.args ?? null;
    end = answer.endLine;
    tell({ kind: "read", content, last: answer, next });
  }
}

function absolute(root: string, file: string): string {
  if (file === "") return root;
  return /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(file) ? file : `${root.replace(/[\\/]$/, "")}/${file}`;
}
